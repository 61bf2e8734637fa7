"""Test that grading recognizes the mistake that led to a wrong answer."""

from itertools import count, islice

import pytest

from showdown.evaluator.games import GAMES
from showdown.notation.deal_line import read_line
from showdown.trainer.choosing import DrillSelection, UnsuitableQuestion, draw_recipes
from showdown.trainer.drills import Drill, draw_deals, make_drill
from showdown.trainer.grading import SOMETHING_ELSE, find_mistake
from showdown.trainer.matchers import Match
from showdown.trainer.mistakes import MISTAKES
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.random_source import RandomSource
from showdown.trainer.sittings import TOO_LATE
from showdown.words.drills import MISTAKES as SENTENCES
from showdown.words.drills import mistake_text
from tests.made_up_games import MADE_UP as MADE_UP_GAMES
from tests.scope import ONE_OF_A_FAMILY, examples, quick_first
from tests.trainer.planted import PLANTED
from tests.trainer.slow_dealer import Dealer

MADE_UP = {game.slug: game for game in MADE_UP_GAMES}
KINDS = ("winners", "chips", "pots", "rake")


def drills_that_test(mistake, seed):
    """Yield, without end, drills in which the mistake leads to a distinct answer."""
    patterns = tuple(slug for slug in PATTERNS if mistake in PATTERNS[slug].mistakes)
    for part in count():
        for recipe in draw_recipes(
            DrillSelection(patterns=patterns, kinds=KINDS), f"{seed} {part}", 50
        ):
            drill = make_drill(recipe)
            if mistake in drill.tested_mistakes:
                yield drill


@pytest.mark.parametrize("drill_count", quick_first(3, examples(3000)))
@pytest.mark.parametrize("mistake", PLANTED)
def test_planted_mistakes_are_recognized(mistake, drill_count):
    wrong_answers = recognized = 0
    for drill in islice(drills_that_test(mistake, f"{drill_count} drills"), drill_count):
        dealer = Dealer(drill.game.slug, drill.to_json()["deal"])
        answer = PLANTED[mistake](drill, dealer)
        if answer is not None and answer != drill.answer:
            wrong_answers += 1
            recognized += find_mistake(drill, answer) == mistake
    print(f"{mistake}: {recognized} of {wrong_answers}")  # shown by pytest -rP
    assert wrong_answers >= min(0.9 * drill_count, drill_count - 1)
    assert recognized >= 0.95 * wrong_answers


CONTESTS = {"badugi": "badugi", "deuce-to-seven": "low"}
QUARTERED = "Anna:As-2s-Kh-Kd Boris:Ad-2d-9h-9c Board:Kc-4s-7d-8h-Jc In:Anna=100,Boris=100"
KICKER = "Anna:As-Kd Boris:Ac-Qh Board:Ah-9c-7d-4s-2h In:Anna=50,Boris=50 Button:Anna"
FLUSH = "Anna:As-Kd-Qh-Jc Boris:9h-9c-3d-2c Board:4s-7s-8s-Ks-2h In:Anna=50,Boris=50 Button:Anna"
THREE_PAIR = "Anna:As-7d Boris:Qc-Jh Board:Ah-Kc-Kh-7c-2d In:Anna=50,Boris=50 Button:Anna"
GREEDY = "Anna:Ac-Ad-2c-Kh Boris:3c-4d-Jh-Jc In:Anna=50,Boris=50 Button:Anna"
BIG_LOW = "Anna:As-Ks-Qd-Jh Boris:2s-3s-Td-9h Board:4h-5c-Tc-9s-Qh In:Anna=51,Boris=51 Button:Anna"
DEUCE = "Anna:Ah-2c-3d-4s-6h Boris:7h-5c-4d-3s-2h In:Anna=50,Boris=50 Button:Anna"


@pytest.mark.parametrize(
    ("kind", "pattern", "game", "line", "answer", "mistake"),
    [
        ("chips", "quartered", "omaha-hilo", QUARTERED, {"Anna": 150, "Boris": 50}, ""),
        ("chips", "quartered", "omaha-hilo", QUARTERED, {"Anna": 100, "Boris": 100},
         "half-for-quarter"),
        ("chips", "quartered", "omaha-hilo", QUARTERED, {"Anna": 151, "Boris": 49}, SOMETHING_ELSE),
        ("winners", "kicker-decides", "holdem", KICKER, {"high": ["Anna"]}, ""),
        ("winners", "kicker-decides", "holdem", KICKER, {"high": ["Anna", "Boris"]},
         "kicker-missed"),
        ("winners", "two-breaks-flush", "omaha", FLUSH, {"high": ["Boris"]}, SOMETHING_ELSE),
        ("make", "two-breaks-flush", "omaha", FLUSH, "ace-high flush", "not-exactly-two"),
        ("cards", "three-pair", "holdem", THREE_PAIR, ["As", "Ah", "Kc", "Kh", "7d"], ""),
        ("cards", "three-pair", "holdem", THREE_PAIR, ["As", "Ah", "Kc", "Kh", "7c"], ""),
        ("cards", "greedy-badugi", "badugi", GREEDY, ["Ac", "Kh"], "greedy-badugi"),
        ("cards", "greedy-badugi", "badugi", GREEDY, ["2c", "Kh", "Ad"], ""),
        ("winners", "ace-is-high", "deuce-to-seven", DEUCE, {"low": ["Anna"]}, "ace-wrong-way"),
        ("winners", "ace-is-high", "deuce-to-seven", DEUCE, {"low": ["Boris"]}, ""),
        ("low", "no-low", "omaha-hilo", BIG_LOW, True, "low-not-qualified"),
        ("low", "no-low", "omaha-hilo", BIG_LOW, False, ""),
    ],
)  # fmt: skip
def test_known_answers_are_graded(kind, pattern, game, line, answer, mistake):
    recipe = next(
        draw_recipes(DrillSelection(patterns=(pattern,), games=(game,), kinds=(kind,)), "any", 1)
    )
    submission = read_line(line, recipe.game)
    contest = "low" if kind == "low" else CONTESTS.get(game, "high")
    drill = Drill(
        recipe=recipe,
        submission=submission,
        settlement=submission.settle(),
        match=Match("Anna", contest),
    )
    assert find_mistake(drill, answer) == mistake


def test_a_wrong_ruling_shows_its_planted_mistake():
    rulings = draw_recipes(DrillSelection(kinds=("ruling",)), "rulings", 24)
    drills = [make_drill(recipe) for recipe in rulings]
    planted = [drill for drill in drills if drill.planted_mistake]
    assert 6 <= len(planted) <= 18
    for drill in planted:
        assert find_mistake(drill, answer=True) == drill.planted_mistake
        assert find_mistake(drill, answer=False) == ""


def test_the_mistakes_that_a_drill_tests_have_different_answers():
    for recipe in draw_recipes(DrillSelection(kinds=("chips", "winners")), "different", 60):
        drill = make_drill(recipe)
        answers = [drill.wrong_answers(slug)[0] for slug in drill.tested_mistakes]
        assert all(answers.count(answer) == 1 for answer in answers)
        assert drill.answer not in answers


NONSENSE = {
    "make": "nonsense",
    "cards": ["As"],
    "winners": {"nothing": ["Nobody"]},
    "pots": [{"amount": 1, "eligible": ["Nobody"]}],
    "chips": {"Nobody": 7},
    "odd": "nowhere",
    "rake": 10**9,
}


@pytest.mark.parametrize("game", ONE_OF_A_FAMILY)
def test_an_answer_without_a_known_mistake_is_graded_as_something_else(game):
    for kind, answer in NONSENSE.items():
        try:
            (recipe,) = draw_recipes(DrillSelection(games=(game,), kinds=(kind,)), "nonsense", 1)
        except UnsuitableQuestion:
            assert kind != "chips"
            continue
        assert find_mistake(make_drill(recipe), answer) == SOMETHING_ELSE


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        (GAMES["omaha"], "exactly two hole cards play with exactly three board cards"),
        (MADE_UP["three-card-flop"], "exactly one hole card plays with exactly two board cards"),
        (
            MADE_UP["omaha-and-three-cards"],
            "for three cards, exactly one hole card plays with exactly two board cards; for high,"
            " exactly two hole cards play with exactly three board cards",
        ),
    ],
)
def test_the_sentence_about_free_choice_names_the_rules_of_the_game(game, choices):
    sentence = mistake_text("not-exactly-two", game)
    assert sentence == f"Any five cards were used; here {choices}."


@pytest.mark.parametrize("game", MADE_UP.values(), ids=str)
def test_every_mistake_can_be_planted_in_every_made_up_game(game):
    settled_deals = draw_deals(
        PATTERNS["scoop" if len(game.contests) > 1 else "uncalled-bet"], game, 2, RandomSource("x")
    )
    _, settlement = next(filter(None, settled_deals))
    for mistake in MISTAKES.values():
        for mistaken in mistake(settlement):
            assert {*mistaken.runs[0].made} == {contest.name for contest in game.contests}
            assert mistaken.payout is None or mistaken.competing == settlement.competing


def test_every_mistake_has_a_sentence():
    assert {*MISTAKES, SOMETHING_ELSE, TOO_LATE} == set(SENTENCES)
