"""The orders of hands, by examples and in full."""

import random
from itertools import combinations, pairwise

import pytest

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    NOT_QUALIFIED,
    SHORT_DECK_HIGH,
)
from showdown.words.made_hands import title
from tests.evaluator.dealing import few_players, random_deal
from tests.made_up_games import EVERY_GAME

RANKINGS = list({contest.ranking: 1 for game in EVERY_GAME for contest in game.contests})

BEST_FIRST = """
    AsKsQsJsTs  royal flush
    KhQhJhTh9h  straight flush
    5c4c3c2cAc  straight flush
    AhAcAdAsKd  four of a kind
    AhAcAdAs2d  four of a kind
    KhKcKdKsAd  four of a kind
    AsAhAc5d5c  full house
    KsKhKcQdQc  full house
    KsKhKc9c9d  full house
    QsQhQc3s3h  full house
    As8s4s3s2s  flush
    KsQsJsTs8s  flush
    AsKdQdJsTc  straight
    9s8d7d6s5c  straight
    5c4c3d2sAd  straight
    AcAdAsKhQd  three of a kind
    2c2d2s4h3d  three of a kind
    AsAcKsKcQc  two pair
    AsAc2s2cKc  two pair
    KsKc2s2c5c  two pair
    QsQcJsJcTc  two pair
    AsAdQhJd9c  pair
    AcAhQsJc8d  pair
    2s2d6hXdAc  pair
    2s2dXhQdKc  pair
    AcQsJs9sKd  high card
    AdKd4c3d2s  high card
    8s7c5s4d2d  high card
    7s5c4s3d2d  high card
"""


def cards(text):
    return parse_cards(text, x_is_ten=True)


def rows(table):
    return [tuple(line.split(maxsplit=1)) for line in table.strip().splitlines()]


@pytest.mark.parametrize(("hand", "category"), rows(BEST_FIRST))
def test_a_high_hand_has_its_category(hand, category):
    rank = HIGH.rank(cards(hand))
    assert HIGH.category(rank) == category.replace("royal", "straight")
    assert (title(HIGH, rank) == "royal flush") == (category == "royal flush")


@pytest.mark.parametrize(
    ("hand", "same"),
    [
        ("KsQsJsTs9s", "KdQdJdTd9d"),
        ("AsKdQdJsTc", "AcKhQsJdTh"),
        ("As8s4s3s2s", "Ad8d4d3d2d"),
        ("KcKdKsAh2d", "KcKdKh2sAd"),
    ],
)
def test_suits_never_break_a_tie(hand, same):
    assert HIGH.rank(cards(hand)) == HIGH.rank(cards(same))


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_each_category_has_a_hand(ranking):
    """The rules list the categories, so an impossible one would be shown to users."""
    made = {ranking.category_of(rank) for rank in ranking.ranks}
    assert made == set(range(len(ranking.categories)))


def test_an_ace_does_not_play_in_the_middle_of_a_straight():
    assert HIGH.category(HIGH.rank(cards("4c3d2sAcKd"))) == "high card"


def test_the_56_lows_from_the_nut_to_the_worst():
    """Highest card first: the reversed letters are in alphabetical order, with the ace as 1."""
    sets = ["".join(low) for low in combinations("12345678", 5)]
    best_first = sorted(low[::-1].replace("1", "A") for low in sets)
    best_first.sort(key=lambda low: low.replace("A", "1"))
    lows = [EIGHT_OR_BETTER.category(rank) for rank in reversed(EIGHT_OR_BETTER.ranks)]
    assert lows == best_first
    assert (lows[0], lows[1], lows[-1]) == ("5432A", "6432A", "87654")
    assert tuple(reversed(lows)) == EIGHT_OR_BETTER.categories


@pytest.mark.parametrize("hand", ["AcTdQs2h3c", "9c5d4s3h2c", "7c3d3s2h2c", "AcAd2s3h4c"])
def test_hands_with_a_pair_or_a_high_card_do_not_qualify_for_low(hand):
    assert EIGHT_OR_BETTER.rank(cards(hand)) == NOT_QUALIFIED


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_strengths_count_the_ranks_from_the_worst(ranking):
    assert [ranking.strength(rank) for rank in ranking.ranks] == list(
        range(1, len(ranking.ranks) + 1)
    )
    assert ranking.strength(NOT_QUALIFIED) == 0
    assert all(ranking.rank_of(ranking.strength(rank)) == rank for rank in ranking.ranks)
    assert ranking.rank_of(0) == NOT_QUALIFIED
    categories = [ranking.category_of(rank) for rank in ranking.ranks]
    assert categories == sorted(categories)
    assert ranking.category_of_strength == tuple(categories)


@pytest.mark.parametrize(
    ("ranking", "better", "worse"),
    [
        *((HIGH, *pair) for pair in pairwise(hand for hand, _ in rows(BEST_FIRST))),
        (HIGH, "9c9dKsKhKc", "3s3hQsQhQc"),
        (HIGH, "2h2c4dKsKh", "XhXdQsQcAh"),
        (HIGH, "4h4c5dKsKh", "3h3cKcKdAh"),
        (HIGH, "2c2d6hXsAs", "2c2dXhQsKs"),
        (HIGH, "2c2d6hXsAs", "2c2d3h4sAs"),
        (HIGH, "3c4d7h8sAs", "8cXdJhQsKs"),
        (HIGH, "5h6d7h8s9s", "Ah2d3h4s5s"),
        (BADUGI, "4c3d2sAh", "3c2sAh"),
        (BADUGI, "KcQdJsTh", "3c2sAh"),
        (BADUGI, "KcQdJs", "2sAh"),
        (BADUGI, "KcQd", "Ah"),
        (BADUGI, "3c2s", "4cAh"),
        (BADUGI, "8c4d2h", "8c5dAh"),
        (BADUGI, "8c4dAh", "8c4d2h"),
        (BADUGI, "7c6d5h", "8c4d2h"),
        (BADUGI, "Ac", "2c"),
        (ACE_TO_FIVE, "5h4h3h2hAh", "6c4d3s2hAc"),
        (ACE_TO_FIVE, "KcQdJsTh9c", "2c2dAs3h4c"),
        (ACE_TO_FIVE, "AcAdKsQhJc", "2c2d3s4h5c"),
        (ACE_TO_FIVE, "2c2d3s4hAc", "2c2d3s5hAc"),
        (ACE_TO_FIVE, "KcKdQsQhJc", "AcAdAs2h3c"),
        (DEUCE_TO_SEVEN, "7c5d4s3h2c", "7c6d4s3h2c"),
        (DEUCE_TO_SEVEN, "KcQdJs9h2c", "Ac5d4s3h2c"),
        (DEUCE_TO_SEVEN, "Ac5d4s3h2c", "2c2d3s4h5c"),
        (DEUCE_TO_SEVEN, "AcKdQsJh9c", "2c2d4s3h5c"),
        (DEUCE_TO_SEVEN, "6c5d4s3h2c", "7h5h4h3h2h"),
        (DEUCE_TO_SEVEN, "7h5h4h3h2h", "2c2d2s3h3c"),
        (SHORT_DECK_HIGH, "AcKcQc9c6c", "AsAhAdKsKd"),
        (SHORT_DECK_HIGH, "9s8d7h6cAc", "AsAhAdKsQd"),
        (SHORT_DECK_HIGH, "Ts9d8h7c6c", "9s8d7h6cAc"),
        (SHORT_DECK_HIGH, "9s8s7s6sAs", "AsAhAdAcKd"),
    ],
)
def test_the_better_hand_wins(ranking, better, worse):
    assert ranking.rank(cards(better)) > ranking.rank(cards(worse))


@pytest.mark.parametrize(
    ("ranking", "hand", "category"),
    [
        (ACE_TO_FIVE, "5h4h3h2hAh", "5 low"),
        (ACE_TO_FIVE, "KcQdJsTh9c", "K low"),
        (ACE_TO_FIVE, "AcAdKsQhJc", "pair"),
        (DEUCE_TO_SEVEN, "7c5d4s3h2c", "7 low"),
        (DEUCE_TO_SEVEN, "Ac5d4s3h2c", "A low"),
        (DEUCE_TO_SEVEN, "6c5d4s3h2c", "straight"),
        (DEUCE_TO_SEVEN, "AhKhQhJhTh", "straight flush"),
        (SHORT_DECK_HIGH, "9s8d7h6cAc", "straight"),
    ],
)
def test_a_hand_has_its_category(ranking, hand, category):
    assert ranking.category(ranking.rank(cards(hand))) == category


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
def test_a_contest_states_whether_a_hand_may_fail_to_qualify(game):
    """Some of 1,000 hands fail if the contest may refuse hands; otherwise none of 200 fails."""
    rng = random.Random(game.slug)
    may_refuse = {contest.name for contest in game.contests if contest.may_refuse}
    refused: set[str] = set()
    for number in range(500):
        if number >= 100 and refused == may_refuse:
            break
        deal = random_deal(rng, game, few_players(rng, game, most=2))
        for hand in deal.hands:
            for contest in game.contests:
                best = contest.best_combination(hand.cards, deal.boards)
                if contest.rank(best) == NOT_QUALIFIED:
                    refused.add(contest.name)
    assert refused == may_refuse
