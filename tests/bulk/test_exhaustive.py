"""Test the strengths of all hands of five to seven cards, and of all Badugi hands."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from showdown.bulk import evaluation
from showdown.bulk.evaluation import CombinationEvaluator, KernelDeals, SumEvaluator
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.games import GAMES, Contest
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    POINTS,
    SHORT_DECK_HIGH,
)
from showdown.words.made_hands import title
from tests.evaluator import reference


class Kinds(NamedTuple):
    """A hand of each kind as card numbers (n, count), and the number of hands of that kind (n).

    Hands of one kind have equal strengths. Their kind is given by their ranks or, if five cards
    have one suit, by the ranks in that suit and the other ranks.
    """

    cards: NDArray[np.uint8]
    counts: NDArray[np.int64]


@cache
def list_kinds(count, ranks=tuple(range(13))):
    """Return the kinds of hands with `count` cards from a deck of these ranks in four suits."""
    cards, counts = [], []
    flush_counts = Counter()
    for size in range(5, count + 1):
        for suited in combinations(ranks, size):
            for rest in combinations_with_replacement(ranks, count - size):
                ways = 4 * _count_ways(rest, 3)
                flush_counts[tuple(sorted(suited + rest))] += ways
                others = [rank * 4 + suit for suit, rank in enumerate(rest, 1)]
                cards.append([*(rank * 4 for rank in suited), *others])
                counts.append(ways)
    for multiset in combinations_with_replacement(ranks, count):
        if ways := _count_ways(multiset, 4) - flush_counts[multiset]:
            cards.append([rank * 4 + index % 4 for index, rank in enumerate(multiset)])
            counts.append(ways)
    return Kinds(np.array(cards, np.uint8), np.array(counts))


def _count_ways(ranks, suits):
    """Return the number of sets of cards with these ranks in a deck of this many suits."""
    return prod(comb(suits, times) for times in Counter(ranks).values())


SEVEN_CARDS = {
    "high card": 23_294_460,
    "pair": 58_627_800,
    "two pair": 31_433_400,
    "three of a kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full house": 3_473_184,
    "four of a kind": 224_848,
    "straight flush": 41_584,
    "royal flush": 4_324,
}
"""Published counts of hands by category; straight flushes include royal flushes."""

RAZZ_LOWS = {
    "K low": 13_939_200,
    "Q low": 21_457_920,
    "J low": 24_837_120,
    "T low": 23_675_904,
    "9 low": 19_174_400,
    "8 low": 13_171_200,
    "7 low": 7_426_560,
    "6 low": 3_151_360,
    "5 low": 781_824,
}


def list_fives(lowest):
    cards = chain.from_iterable(combinations(range(lowest, 52), 5))
    return np.fromiter(cards, np.uint8).reshape(-1, 5)


def count_strengths(game):
    """Count each strength among all hands of seven cards: two cards and five higher ones."""
    lowest = min(card.number for card in game.deck)
    fives = list_fives(lowest)
    strengths = len(game.contests[0].ranking.ranks) + 1

    def count(pair):
        higher = fives[np.searchsorted(fives[:, 0], pair[1], side="right") :]
        cards = np.empty((len(higher), 7), np.uint8)
        cards[:, :2], cards[:, 2:] = pair, higher
        return np.bincount(evaluation.evaluate(game, cards).reshape(-1), minlength=strengths)

    with ThreadPoolExecutor(2) as pool:
        return sum(pool.map(count, combinations(range(lowest, 47), 2)), np.int64(0))


def count_with_reference(game):
    """Return the count of each rank, from worst to best, by evaluating one hand of each kind."""
    ranks = Counter()
    kinds = list_kinds(7, tuple(sorted({card.rank for card in game.deck})))
    for hand, count in zip(kinds.cards.tolist(), kinds.counts.tolist(), strict=True):
        names = [reference.DECK[card] for card in hand]
        ranks[reference.strengths(game.slug, names, [])[0]] += count
    return [count for _, count in sorted(ranks.items())]


@pytest.mark.parametrize(
    ("slug", "hands", "published"),
    [
        ("short-deck", 8_347_680, {}),
        pytest.param("holdem", 133_784_560, SEVEN_CARDS, marks=pytest.mark.long),
        pytest.param("razz", 133_784_560, RAZZ_LOWS, marks=pytest.mark.long),
        pytest.param("deuce-to-seven-razz", 133_784_560, {}, marks=pytest.mark.long),
    ],
)
def test_hands_of_seven_cards_have_the_published_counts(slug, hands, published):
    game = GAMES[slug]
    counts, ranking = count_strengths(game), game.contests[0].ranking
    assert counts.sum() == hands
    assert counts[counts > 0].tolist() == count_with_reference(game)
    categories = Counter()
    for rank, count in zip(ranking.ranks, counts[1:].tolist(), strict=True):
        categories[ranking.category(rank)] += count
        if ranking is HIGH and title(HIGH, rank) == "royal flush":
            categories["royal flush"] += count
    assert categories.items() >= published.items()


@pytest.mark.long
def test_all_badugi_hands_are_ranked_like_the_reference():
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
    ranks = [rank_of[strength] for strength in sorted(rank_of)]
    assert ranks == sorted(set(ranks))
    assert Counter(rank[0] for rank in ranks) == {4: 715, 3: 286, 2: 78, 1: 13}
    assert len(ranks) == len(BADUGI.ranks) == 1_092


RANKINGS = (ACE_TO_FIVE, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, POINTS, SHORT_DECK_HIGH)


@pytest.fixture(scope="module", params=[5, 6, 7])
def kinds(request):
    return list_kinds(request.param)


def evaluate_hands(evaluator_class, cards, contest):
    count = cards.shape[1]
    game = replace(GAMES["seven-card-stud"], hole=count, parts=((contest,),))
    strengths = np.empty(len(cards), np.uint16)
    evaluator_class(game, game.contests, 0).evaluate(
        KernelDeals(cards.reshape(-1), count, count, 1), strengths
    )
    return strengths


def test_the_counts_of_all_kinds_add_up_to_all_hands(kinds):
    assert kinds.counts.sum() == comb(52, kinds.cards.shape[1])
    assert {len(set(hand)) for hand in kinds.cards.tolist()} == {kinds.cards.shape[1]}


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_both_evaluators_give_every_kind_of_hand_the_same_strength(kinds, ranking):
    contest = Contest("contest", ranking, ANY_FIVE)
    by_sum = evaluate_hands(SumEvaluator, kinds.cards, contest)
    assert (by_sum == evaluate_hands(CombinationEvaluator, kinds.cards, contest)).all()


def test_a_hand_that_does_not_qualify_has_strength_0():
    cards = list_kinds(7).cards
    all_hands = evaluate_hands(SumEvaluator, cards, Contest("high", HIGH, ANY_FIVE))
    min_rank = HIGH.rank_of(3_000)
    qualified = evaluate_hands(
        SumEvaluator, cards, Contest("high", HIGH, ANY_FIVE, min_rank=min_rank)
    )
    assert (qualified == np.where(all_hands < 3_000, 0, all_hands)).all()
    assert {0, 3_000} <= set(qualified.tolist())
