"""Test the names of made hands against the categories of pokerkit and a table."""

from collections import Counter

import pytest

from showdown.evaluator.cards import format_cards, parse_cards
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    POINTS,
    SHORT_DECK_HIGH,
)
from showdown.words.made_hands import as_noun, beats, in_full, title

RANKS = [
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
]
NAMES = {
    "High card": "{0} high",
    "One pair": "pair of {0}s",
    "Two pair": "two pair, {0}s and {1}s",
    "Three of a kind": "three {0}s",
    "Straight": "{0}-high straight",
    "Flush": "{0}-high flush",
    "Full house": "{0}s full of {1}s",
    "Four of a kind": "four {0}s",
    "Straight flush": "{0}-high straight flush",
}
"""The form of the name for each category in pokerkit."""


def expected_name(cards, label):
    ranks = Counter(card.rank for card in cards)
    ordered = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    if "Straight" in label and ordered[1] != ordered[0] - 1:
        ordered = ordered[1:]  # the ace is low
    name = NAMES[label].format(*(RANKS[rank] for rank in ordered)).replace("sixs", "sixes")
    return "royal flush" if name == "ace-high straight flush" else name


@pytest.mark.parametrize(
    ("ranking", "kind"),
    [(HIGH, "StandardHighHand"), (SHORT_DECK_HIGH, "ShortDeckHoldemHand")],
    ids=["high", "6+"],
)
def test_every_hand_has_the_name_of_its_category(ranking, kind):
    import pokerkit  # slow

    labels = set()
    for cards in ranking.specimens():
        rank = ranking.rank(cards)
        label = getattr(pokerkit, kind)(format_cards(cards, "")).entry.label.value
        assert ranking.category(rank) == label.lower().removeprefix("one ")
        assert title(ranking, rank) == expected_name(cards, label)
        labels.add(label)
    assert labels == set(NAMES)


@pytest.mark.parametrize(
    ("ranking", "cards", "name", "noun"),
    [
        (HIGH, "AsKsQsJsTs", "royal flush", "a royal flush"),
        (HIGH, "5h4h3h2hAh", "five-high straight flush", "a five-high straight flush"),
        (HIGH, "9h9d9c9sAd", "four nines, ace kicker", "four nines"),
        (HIGH, "6h6d6cTsTd", "sixes full of tens", "sixes full of tens"),
        (HIGH, "As8s4s3s2s", "ace-high flush", "an ace-high flush"),
        (HIGH, "7h6d5c4s3d", "seven-high straight", "a seven-high straight"),
        (HIGH, "3h3d3cKsJd", "three threes, king and jack kickers", "three threes"),
        (HIGH, "QhQd2c2s8d", "two pair, queens and deuces, eight kicker",
         "two pair, queens and deuces"),
        (HIGH, "3h3dAcQs4d", "pair of threes, ace, queen and four kickers", "a pair of threes"),
        (HIGH, "8h7d5c4s3d", "eight high", "eight high"),
        (SHORT_DECK_HIGH, "AhKhQhJhTh", "royal flush", "a royal flush"),
        (SHORT_DECK_HIGH, "9h8d7c6sAd", "nine-high straight", "a nine-high straight"),
        (EIGHT_OR_BETTER, "8h6d4c3sAd", "8-6-4-3-A", "8-6-4-3-A"),
        (ACE_TO_FIVE, "9h7d6c5sAd", "9-7-6-5-A", "9-7-6-5-A"),
        (ACE_TO_FIVE, "5h4d2c2sAd", "pair of deuces, 5-4-A", "a pair of deuces, 5-4-A"),
        (DEUCE_TO_SEVEN, "7h5d4c3s2d", "7-5-4-3-2", "7-5-4-3-2"),
        (DEUCE_TO_SEVEN, "7h6d5c4s3d", "seven-high straight", "a seven-high straight"),
        (BADUGI, "4s3h2dAc", "badugi, 4-3-2-A", "a 4-3-2-A badugi"),
        (BADUGI, "9s5h2d", "three cards, 9-5-2", "a three-card 9-5-2"),
        (BADUGI, "8s5h", "two cards, 8-5", "a two-card 8-5"),
        (BADUGI, "Ks", "one card, K", "a one-card K"),
        (POINTS, "9h9dTcTs8d", "46 points", "46 points"),
        (POINTS, "AhKdKcKsQd", "1 point", "1 point"),
    ],
)  # fmt: skip
def test_a_hand_has_its_name(ranking, cards, name, noun):
    rank = ranking.rank(parse_cards(cards))
    assert in_full(ranking, rank) == name
    assert as_noun(ranking, rank) == noun


def test_hands_that_differ_in_the_last_card_name_it():
    best, beaten = (HIGH.rank(parse_cards(cards)) for cards in ("Kh9h7h4h3h", "Kd9d7d4d2d"))
    reason = "a king-high flush each; the three beats the deuce at the fifth card"
    assert beats(HIGH, best, beaten) == reason
