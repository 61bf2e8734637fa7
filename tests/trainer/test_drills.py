"""Test drills: their answers against a slow reference, and their difficulty."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from showdown.evaluator.games import GAMES
from showdown.notation.deal_line import read_line
from showdown.trainer.choosing import DrillSelection, draw_recipes
from showdown.trainer.difficulty import FEATURES, difficulty
from showdown.trainer.drills import Recipe, make_drill
from showdown.trainer.grading import find_mistake
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.questions import KINDS
from tests.evaluator import reference
from tests.scope import examples, quick_first
from tests.trainer.slow_dealer import Dealer

CATEGORY_WORDS = {
    "high card": " high",
    "pair": "pair of ",
    "two pair": "two pair, ",
    "three of a kind": "three ",
    "straight": "-high straight",
    "flush": "-high flush",
    "full house": " full of ",
    "four of a kind": "four ",
    "straight flush": "flush",
}


def drills(count, seed, **selection):
    return map(make_drill, draw_recipes(DrillSelection(**selection), seed, count))


def check_drill(drill):
    line = drill.to_json()
    dealer, answer = Dealer(line["game"], line["deal"]), line["answer"]
    match line["drill"]:
        case "make":
            check_make(drill, dealer, answer)
        case "cards":
            check_cards(drill, dealer, answer)
        case "low":
            assert answer == bool(dealer.winners()[index_of(drill, dealer)])
        case "winners":
            won = map(sorted, dealer.winners(drill.settlement.competing))
            assert answer == dict(zip(dealer.contests, won, strict=True))
        case "pots":
            assert [(pot["amount"], set(pot["eligible"])) for pot in answer] == dealer.pots
        case "chips":
            assert answer == dealer.payment()
        case "odd":
            assert [answer] == dealer.odd_chips()
        case "rake":
            assert answer == dealer.rake
        case "ruling":
            assert answer == (drill.proposed_payout == dealer.payment())
        case _:
            raise AssertionError(line["drill"])


def index_of(drill, dealer):
    return dealer.contests.index(drill.match.contest)


def check_make(drill, dealer, answer):
    index = index_of(drill, dealer)
    strength = dealer.strengths[0][drill.match.label][index]
    order = (*reference.RULES[dealer.slug][index], None)[1]
    if strength is None:
        assert answer.startswith("no ")
    elif order in ("high", "6+"):
        categories = reference.categories_of(order)
        assert CATEGORY_WORDS[categories[strength[0]]] in answer
    elif order == "low":
        assert answer == "-".join(reference.LOW_ORDER[-rank] for rank in strength)


def check_cards(drill, dealer, answer):
    index = index_of(drill, dealer)
    name, board = drill.match.label, dealer.board
    hole = dealer.hands[name]
    assert set(answer) <= {*hole, *board}
    choose, order, *_ = (*reference.RULES[dealer.slug][index], None)
    if choose is reference.two_and_three:
        assert len(set(answer) & set(hole)) == 2
    if order:
        number, suit = reference.sum_and_suit(answer)
        strength = reference.strength_table(order)[number, suit is not None]
        assert strength == dealer.strengths[0][name][index]


@pytest.mark.parametrize("count", quick_first(4, examples(10_000)))
@pytest.mark.parametrize("kind", KINDS)
def test_a_slow_dealer_gives_the_same_answer(kind, count):
    for drill in drills(count, f"quick {kind}", kinds=(kind,)):
        check_drill(drill)
        assert not find_mistake(drill, drill.answer)


def run_drills(*options):
    stdout = StringIO()
    call_command("drills", *options, stdout=stdout)
    return stdout.getvalue()


def test_the_command_writes_the_same_lines_of_json_for_the_same_seed():
    options = ("--count", "8", "--seed", "7", "--json")
    text = run_drills(*options)
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) == 8
    assert {tuple(line) for line in lines} == {
        ("drill", "pattern", "game", "deal", "question", "answer")
    }
    assert text == run_drills(*options) != run_drills("--count", "8", "--seed", "8", "--json")


def test_the_command_deals_the_requested_drill():
    text = run_drills(
        *["--pattern", "quartered", "--game", "omaha-hilo", "--players", "4", "--drill", "chips"]
    )
    assert text.startswith("omaha-hilo, quartered\nAnna:")
    assert "David:" in text
    assert "Push the pot" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--pattern", "quartered", "--game", "holdem"], "it isn't a split-pot game"),
        (["--pattern", "quartered", "--drill", "rake"], "isn't asked about"),
        (["--pattern", "quartered", "--players", "40"], "dealt to 2 to 11 players, not 40"),
        (["--count", "0"], "from 1 to 1000000"),
    ],
)
def test_impossible_drills_are_refused(options, message):
    with pytest.raises(CommandError, match=message):
        run_drills(*options)


def test_no_two_drills_of_a_run_have_the_same_deal():
    deals = [drill.to_json()["deal"] for drill in drills(20, "different")]
    assert len(set(deals)) == len(deals)


def test_every_kind_of_question_of_a_pattern_has_a_game():
    pairs = {(pattern.slug, kind) for pattern in PATTERNS.values() for kind in pattern.kinds}
    for slug, kind in sorted(pairs):
        games = [game for game in GAMES.values() if not PATTERNS[slug].obstacle_in(game)]
        assert any(KINDS[kind].allows(game) for game in games)


PLAIN = "Anna: Ah-Kh Boris: 7c-2d Board: As-Kd-9c-4s-3h"
THREE_PLAYERS = "Anna: As-2s-Kh-Qh Boris: Ac-3c-Jh-Jd Carl: 9h-9d-Tc-Td Board: 4d-7h-8s-Kc-Qd"


def features(settlement):
    return {name: measure(settlement) for name, (measure, _) in FEATURES.items()}


def test_closeness_a_third_player_and_a_second_contest_are_features():
    plain = features(read_line(PLAIN, GAMES["holdem"]).settle())
    assert 0 < plain.pop("closeness") < 0.5
    assert set(plain.values()) == {0}
    larger = features(read_line(THREE_PLAYERS, GAMES["omaha-hilo"]).settle())
    assert (larger["players"], larger["contests"]) == (1, 1)


@pytest.mark.parametrize(
    ("pattern", "feature", "minimum"),
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
def test_drills_of_a_pattern_have_its_feature(pattern, feature, minimum):
    for recipe in draw_recipes(DrillSelection(patterns=(pattern,)), f"feature {feature}", 4):
        assert features(make_drill(recipe).settlement)[feature] >= minimum


def test_a_simple_question_is_easier_than_a_quartered_pot_of_five_players():
    easy = Recipe(KINDS["low"], PATTERNS["no-low"], GAMES["omaha-hilo"], "easy", 2)
    hard = Recipe(KINDS["chips"], PATTERNS["quartered"], GAMES["omaha-hilo"], "hard", 5)
    assert difficulty(make_drill(easy)) < difficulty(make_drill(hard))
