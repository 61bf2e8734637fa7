"""Features of drills, tested with patterns that have them, and with deals made by hand."""

import pytest

from showdown.evaluator.games import GAMES
from showdown.notation.deal_line import read_line
from showdown.trainer.choosing import DrillSelection, recipes
from showdown.trainer.difficulty import FEATURES, difficulty
from showdown.trainer.drills import Recipe, make_drill
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.questions import KINDS

PLAIN = "Anna: Ah-Kh Boris: 7c-2d Board: As-Kd-9c-4s-3h"


def features(settlement):
    return {name: amount(settlement) for name, (amount, _) in FEATURES.items()}


def settled(line, game="holdem"):
    return read_line(line, GAMES[game]).settle()


def test_a_plain_deal_has_only_closeness():
    shown = features(settled(PLAIN))
    assert 0 < shown.pop("closeness") < 0.5
    assert set(shown.values()) == {0}


def test_players_and_contests_are_counted():
    shown = features(
        settled(
            "Anna: As-2s-Kh-Qh Boris: Ac-3c-Jh-Jd Carl: 9h-9d-Tc-Td Board: 4d-7h-8s-Kc-Qd",
            "omaha-hilo",
        )
    )
    assert (shown["players"], shown["contests"]) == (1, 1)


@pytest.mark.parametrize(
    ("pattern", "feature", "least"),
    [
        ("odd-chip-by-seat", "odd chips", 1),
        ("counterfeited-low", "counterfeits", 1),
        ("books-disagree", "rule sets disagree", 1),
        ("side-pot-to-another", "side pots", 1),
        ("side-pot-to-another", "players not in a pot", 1),
        ("tie-but-for-suits", "ties", 1),
        ("two-breaks-flush", "temptation", 0.01),
        ("kicker-decides", "closeness", 0.2),
    ],
)
def test_drills_of_a_pattern_have_its_feature(pattern, feature, least):
    for recipe in recipes(DrillSelection(patterns=(pattern,)), f"feature {feature}", 4):
        assert features(make_drill(recipe).settlement)[feature] >= least


def test_a_simple_question_is_easier_than_a_quartered_pot_of_five_players():
    easy = Recipe(KINDS["low"], PATTERNS["no-low"], GAMES["omaha-hilo"], "easy", 2)
    hard = Recipe(KINDS["chips"], PATTERNS["quartered"], GAMES["omaha-hilo"], "hard", 5)
    assert difficulty(make_drill(easy)) < difficulty(make_drill(hard))
