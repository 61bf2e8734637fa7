"""The orders of hands, by examples and in full."""

from itertools import combinations, pairwise

import pytest

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.rankings import BADUGI, EIGHT_OR_BETTER, HIGH, NOT_QUALIFIED

BEST_FIRST = """
    AsKsQsJsTs  Royal Flush
    KhQhJhTh9h  Straight Flush
    5c4c3c2cAc  Straight Flush
    AhAcAdAsKd  4-of-a-Kind
    AhAcAdAs2d  4-of-a-Kind
    KhKcKdKsAd  4-of-a-Kind
    AsAhAc5d5c  Full House
    KsKhKcQdQc  Full House
    KsKhKc9c9d  Full House
    QsQhQc3s3h  Full House
    As8s4s3s2s  Flush
    KsQsJsTs8s  Flush
    AsKdQdJsTc  Straight
    9s8d7d6s5c  Straight
    5c4c3d2sAd  Straight
    AcAdAsKhQd  3-of-a-Kind
    2c2d2s4h3d  3-of-a-Kind
    AsAcKsKcQc  Two Pair
    AsAc2s2cKc  Two Pair
    KsKc2s2c5c  Two Pair
    QsQcJsJcTc  Two Pair
    AsAdQhJd9c  One Pair
    AcAhQsJc8d  One Pair
    2s2d6hXdAc  One Pair
    2s2dXhQdKc  One Pair
    AcQsJs9sKd  High card
    AdKd4c3d2s  High card
    8s7c5s4d2d  High card
    7s5c4s3d2d  High card
"""


def cards(text):
    return parse_cards(text, x_is_ten=True)


def rows(table):
    return [tuple(line.split(maxsplit=1)) for line in table.strip().splitlines()]


@pytest.mark.parametrize(("hand", "title"), rows(BEST_FIRST))
def test_a_high_hand_has_its_title(hand, title):
    assert HIGH.title(HIGH.rank(cards(hand))) == title


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        *pairwise(hand for hand, _ in rows(BEST_FIRST)),
        ("9c9dKsKhKc", "3s3hQsQhQc"),
        ("2h2c4dKsKh", "XhXdQsQcAh"),
        ("4h4c5dKsKh", "3h3cKcKdAh"),
        ("2c2d6hXsAs", "2c2dXhQsKs"),
        ("2c2d6hXsAs", "2c2d3h4sAs"),
        ("3c4d7h8sAs", "8cXdJhQsKs"),
        ("5h6d7h8s9s", "Ah2d3h4s5s"),
    ],
)
def test_the_better_high_hand_wins(better, worse):
    assert HIGH.rank(cards(better)) > HIGH.rank(cards(worse))


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


def test_an_ace_does_not_play_in_the_middle_of_a_straight():
    assert HIGH.category(HIGH.rank(cards("4c3d2sAcKd"))) == "High card"


def test_the_56_lows_from_the_nut_to_the_worst():
    """Highest card first: the reversed letters are in alphabetical order, with the ace as 1."""
    lows = ["".join(low) for low in combinations("12345678", 5)]
    best_first = sorted(low[::-1].replace("1", "A") for low in lows)
    best_first.sort(key=lambda low: low.replace("A", "1"))
    titles = [EIGHT_OR_BETTER.title(rank) for rank in reversed(EIGHT_OR_BETTER.ranks)]
    assert titles == best_first
    assert (titles[0], titles[1], titles[-1]) == ("5432A", "6432A", "87654")
    assert tuple(reversed(titles)) == EIGHT_OR_BETTER.categories


@pytest.mark.parametrize("hand", ["AcTdQs2h3c", "9c5d4s3h2c", "7c3d3s2h2c", "AcAd2s3h4c"])
def test_a_hand_that_does_not_qualify_for_low(hand):
    assert EIGHT_OR_BETTER.rank(cards(hand)) == NOT_QUALIFIED


@pytest.mark.parametrize("hand", ["5c4c3c2cAc", "8s7s6s5s4s", "5c4d3c2cAc"])
def test_straights_and_flushes_do_not_hurt_a_low(hand):
    assert EIGHT_OR_BETTER.rank(cards(hand)) != NOT_QUALIFIED


@pytest.mark.parametrize(
    ("better", "worse"),
    [("5c4d3s2hAc", "8c6d7s4h3c"), ("7c6d3s2hAc", "7c6d4s3h2c"), ("7c6d5s2hAc", "7c6d5s4hAc")],
)
def test_the_better_low_wins(better, worse):
    assert EIGHT_OR_BETTER.rank(cards(better)) > EIGHT_OR_BETTER.rank(cards(worse))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4c3d2sAh", "3c2sAh"),
        ("KcQdJsTh", "3c2sAh"),
        ("KcQdJs", "2sAh"),
        ("KcQd", "Ah"),
        ("3c2s", "4cAh"),
        ("8c4d2h", "8c5dAh"),
        ("8c4dAh", "8c4d2h"),
        ("7c6d5h", "8c4d2h"),
        ("Ac", "2c"),
    ],
)
def test_the_better_badugi_wins(better, worse):
    assert BADUGI.rank(cards(better)) > BADUGI.rank(cards(worse))


@pytest.mark.parametrize(("cards_alone", "of_the_same"), [(4, 715), (3, 286), (2, 78), (1, 13)])
def test_how_many_badugi_hands_there_are(cards_alone, of_the_same):
    assert sum(rank[0] == cards_alone for rank in BADUGI.ranks) == of_the_same


@pytest.mark.parametrize("ranking", [HIGH, EIGHT_OR_BETTER, BADUGI], ids=lambda each: each.name)
def test_ordinals_count_the_ranks_from_the_worst(ranking):
    assert [ranking.strength(rank) for rank in ranking.ranks] == list(
        range(1, len(ranking.ranks) + 1)
    )
    assert ranking.strength(NOT_QUALIFIED) == 0
    assert all(ranking.rank_at(ranking.strength(rank)) == rank for rank in ranking.ranks)
    assert ranking.rank_at(0) == NOT_QUALIFIED
    categories = [ranking.category_of(rank) for rank in ranking.ranks]
    assert categories == sorted(categories)
