"""Every possible hand of five cards, of seven cards, and of Badugi's four."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from showdown.bulk import evaluation, lookup_tables
from showdown.evaluator.games import GAMES
from showdown.evaluator.rankings import BADUGI, HIGH
from tests.benchmarks.seven_card_count import (
    KNOWN,
    all_boards,
    all_counted,
    by_brute_force,
    by_category,
)
from tests.evaluator import reference

FIVE_CARDS = {
    "straight flush": 40,
    "four of a kind": 624,
    "full house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three of a kind": 54_912,
    "two pair": 123_552,
    "pair": 1_098_240,
    "high card": 1_302_540,
}


@pytest.fixture(scope="module")
def fives():
    return all_boards()


def fill(fives, five, strengths):
    from numba import njit  # imported late, as it imports the compiler

    from showdown.bulk.kernels import strength_of_five

    @njit
    def loop(fives, five, strengths):
        for n in range(len(fives)):
            strengths[n] = strength_of_five(fives[n], 5, five)

    loop(fives, five, strengths)


def test_the_2598960_hands_of_five_cards(fives):
    strengths = np.zeros(len(fives), np.uint16)
    fill(fives, lookup_tables.five_tables(HIGH), strengths)
    counts = np.bincount(strengths, minlength=7_463)
    assert len(fives) == 2_598_960
    assert np.count_nonzero(counts) == 7_462
    assert counts[0] == 0
    categories = Counter()
    for rank, count in zip(HIGH.ranks, counts[1:].tolist(), strict=True):
        categories[HIGH.category(rank)] += count
    assert categories == FIVE_CARDS


@pytest.mark.long
def test_the_133784560_hands_of_seven_cards():
    assert by_category(HIGH, all_counted(GAMES["holdem"])) == KNOWN


def test_the_8347680_hands_of_seven_cards_of_the_short_deck():
    """The number of hands of each category, from the worst; a flush is above a full house."""
    game = GAMES["short-deck"]
    counts = all_counted(game)
    assert counts.sum() == 8_347_680
    assert counts[counts > 0].tolist() == by_brute_force(game)


@pytest.mark.long
def test_the_270725_hands_of_badugi_by_brute_force_over_all_subsets():
    hands = np.array(list(combinations(range(52), 4)), np.uint8)
    # Two hands per deal, as every game needs two players: the second is the next hand.
    strengths = evaluation.evaluate(GAMES["badugi"], np.hstack((hands, np.roll(hands, 1, axis=0))))[
        :, 0, 0
    ]
    assert len(hands) == 270_725
    rank_of = {}
    for hand, strength in zip(hands.tolist(), strengths.tolist(), strict=True):
        rank = reference.best_badugi([reference.DECK[card] for card in hand])
        assert rank_of.setdefault(strength, rank) == rank, hand
    ordered = [rank_of[strength] for strength in sorted(rank_of)]
    assert ordered == sorted(set(ordered))
    assert Counter(rank[0] for rank in ordered) == {4: 715, 3: 286, 2: 78, 1: 13}
    assert len(ordered) == len(BADUGI.ranks) == 1_092
