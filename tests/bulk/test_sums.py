"""The best five of five to seven cards, looked up by one sum: hands of every kind."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest

from showdown.bulk import evaluation, outcomes
from showdown.bulk.evaluation import CombinationEvaluator, Dealt, SumEvaluator
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.games import GAMES, Contest
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    POINTS,
    SHORT_DECK_HIGH,
)
from tests.bulk.kinds import every_kind
from tests.evaluator import reference

RANKINGS = (ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, POINTS, SHORT_DECK_HIGH)


@pytest.fixture(scope="module", params=[5, 6, 7])
def kinds(request):
    return every_kind(request.param)


def strengths(evaluator_of, cards, contest):
    """Return the strength of each hand by this evaluator, where any five cards may play."""
    count = cards.shape[1]
    game = replace(GAMES["seven-card-stud"], hole=count, parts=((contest,),))
    made = np.empty(len(cards), np.uint16)
    evaluator_of(game, game.contests, 0).evaluate(Dealt(cards.reshape(-1), count, count, 1), made)
    return made


def test_the_kinds_are_all_hands(kinds):
    assert kinds.hands.sum() == comb(52, kinds.cards.shape[1])
    assert {len(set(hand)) for hand in kinds.cards.tolist()} == {kinds.cards.shape[1]}


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_every_kind_of_hand_equals_the_best_of_all_five_card_hands(kinds, ranking):
    contest = Contest("contest", ranking, ANY_FIVE)
    by_sum = strengths(SumEvaluator, kinds.cards, contest)
    assert (by_sum == strengths(CombinationEvaluator, kinds.cards, contest)).all()


def test_a_hand_that_does_not_qualify_has_no_strength():
    cards = every_kind(7).cards
    all_hands = strengths(SumEvaluator, cards, Contest("high", HIGH, ANY_FIVE))
    least = HIGH.rank_of(3_000)
    qualified = strengths(SumEvaluator, cards, Contest("high", HIGH, ANY_FIVE, least=least))
    assert (qualified == np.where(all_hands < 3_000, 0, all_hands)).all()
    assert {0, 3_000} <= set(qualified.tolist())


@pytest.mark.parametrize(
    ("slug", "line", "winners"),
    [
        # The kicker decides with four of a kind on the board; a flush on the board is shared.
        ("holdem", "AsQd KsQh | 2c2d2h2s3c", ["A"]),
        ("holdem", "5c6c AdKd | 2h3h4h7h9h", ["AB"]),
        # A royal flush wins, and a steel wheel beats a higher straight.
        ("holdem", "Ah2c 3d4d | KhQhJhTh5h", ["A"]),
        ("holdem", "Ah2c 6c7c | 3h4h5h2hKd", ["A"]),
        # A pair of deuces is counterfeited by two pair on the board.
        ("holdem", "AsKs 2c2d | 3c3d4h4sQh", ["A"]),
        ("holdem-hilo", "Ah2c AdKd | 3h4s7c8dKs", ["B", "A"]),
        ("holdem-hilo", "Ac2d Ah2s | 3h4s7c8dKs", ["AB", "AB"]),
        # In one deal no hand has a low; in the other, a low is counterfeited.
        ("holdem-hilo", "Ac2d KhQh | 9h9sTc8d7s", ["A", ""]),
        ("holdem-hilo", "Ac2d 5h6d | 2h3s4cKdKs", ["B", "B"]),
        # In 6+ a flush beats a full house, and A-6-7-8-9 is the lowest straight.
        ("short-deck", "6c6d AhTh | 6h9h9dKhQh", ["B"]),
        ("short-deck", "As6d KcKd | 7h8c9sKhJs", ["A"]),
        ("short-deck", "Ac6d TcJd | 7h8c9sQhKs", ["B"]),
        ("double-board-holdem", "AhKd 7c7d | 7h7s2c3d4h AsKsQhJd9c", ["B", "A"]),
        ("seven-card-stud", "AcAdAhKcKdKhQs 2h3h4h5h6hAsKs", ["B"]),
        ("stud-hilo", "Ac2d3h4s5c6dKh 8c8d8h7s6c5s4d", ["B", "A"]),
        # Without a qualifier a low may have pairs.
        ("stud-hilo-regular", "KcKdKhQsQcQdJh QhAdAh2s2c3d3h", ["A", "B"]),
        ("razz", "Ac2d3h4s5cKdKh 6c5d4h3s2dKcKs", ["A"]),
        ("razz", "Ac2d3h4s8c8dAh As2h3c4d8h8sKd", ["AB"]),
        # 7-5-4-3-2 in one suit is a flush, so the best low of the first hand is queen high.
        ("deuce-to-seven-razz", "7h5h4h3h2hKdQd 8c6d5s4c3d2s2d", ["B"]),
        # Cards of one suit make a flush at best, which two pair beats.
        ("deuce-to-seven-razz", "Ac2c3c4c5c6c7c 9d9h9sTdThTsJd", ["B"]),
        # Six cards have one suit, and the seventh card breaks the flush.
        ("deuce-to-seven-razz", "2c3c4c5c7cKc8d 9d8h6s4h3d2hAs", ["A"]),
        ("deuce-to-seven", "Ac2d3h4s5c 7c7d2h3s4d", ["A"]),
        ("deuce-to-seven", "2c3c4c5c7c 2d3h4s5d6h", ["B"]),
        ("ace-to-five", "Ac2c3c4c5c 6d4h3h2sAs", ["A"]),
        ("five-card-draw", "Ac2d3h4s5c KcKdQhJsTc", ["A"]),
        ("archie", "KcQdJh9s8c TcTd2h3s4d", ["B", ""]),
        ("archie", "Ac2c3c4c6c 8d8h2h3s4d", ["A", "A"]),
        ("drawmaha-49", "TcTdThTs9c KcKdKhKsQc | 2c3d4h5s7c", ["A", "B"]),
    ],
)
def test_adverse_cards(slug, line, winners):
    hands, _, boards = line.partition(" | ")
    text = (hands + boards).replace(" ", "")
    numbers = [reference.DECK.index(text[at : at + 2]) for at in range(0, len(text), 2)]
    game = GAMES[slug]
    won = outcomes.decide(evaluation.evaluate(game, np.array([numbers], np.uint8))).winners[0]
    labels = ["".join("AB"[seat] for seat in range(2) if bits >> seat & 1) for bits in won.tolist()]
    assert labels == winners
