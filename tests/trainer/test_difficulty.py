"""The features of drills, held to the patterns that show them, and to deals made by hand."""

from itertools import islice

import pytest

from showdown.evaluator.games import GAMES
from showdown.notation.deal_line import read_line
from showdown.trainer.choosing import Asked, recipes
from showdown.trainer.difficulty import FEATURES, beginning, chance, difficulty
from showdown.trainer.drills import Recipe, Template, make_drill
from showdown.trainer.kinds import KINDS
from showdown.trainer.patterns import PATTERNS

PLAIN = "Anna: Ah-Kh Boris: 7c-2d Board: As-Kd-9c-4s-3h"


def features(settlement):
    return {name: amount(settlement) for name, (amount, _) in FEATURES.items()}


def settled(line, game="holdem"):
    return read_line(line, GAMES[game]).settle()


def test_a_plain_deal_has_none_of_them_but_that_one_hand_comes_near():
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
        ("books-disagree", "book against book", 1),
        ("side-pot-to-another", "side pots", 1),
        ("side-pot-to-another", "players not in a pot", 1),
        ("tie-but-for-suits", "ties", 1),
        ("two-breaks-flush", "temptation", 0.01),
        ("kicker-decides", "closeness", 0.2),
    ],
)
def test_a_pattern_shows_in_its_feature(pattern, feature, least):
    for recipe in recipes(Asked(patterns=(pattern,)), f"feature {feature}", 12):
        assert features(make_drill(recipe).settlement)[feature] >= least


def test_every_feature_makes_a_drill_harder():
    assert all(weight > 0 for _, weight in FEATURES.values())


def test_a_template_begins_at_the_same_place_on_every_machine():
    template = Template(KINDS["chips"], PATTERNS["quartered"], GAMES["omaha-hilo"])
    assert beginning(template) == beginning.__wrapped__(template)
    easy = Template(KINDS["low"], PATTERNS["no-low"], GAMES["omaha-hilo"])
    assert beginning(easy).rating.rating < beginning(template).rating.rating
    assert 0 < beginning(template).rating.deviation < 350


@pytest.mark.parametrize(
    ("kind", "pattern", "expected"),
    [("ruling", "scoop", 1 / 2), ("low", "no-low", 1 / 2), ("chips", "scoop", 0)],
)
def test_the_chance_of_a_guess(kind, pattern, expected):
    recipe = Recipe(KINDS[kind], PATTERNS[pattern], GAMES["omaha-hilo"], "chance")
    assert chance(make_drill(recipe)) == expected


def test_the_chance_of_a_guess_is_never_above_a_half():
    drills = map(make_drill, islice(recipes(Asked(), "chances", 60), 60))
    for drill in drills:
        assert 0 <= chance(drill) <= 1 / 2
        assert 500 < difficulty(drill) < 3000
