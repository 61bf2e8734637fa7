"""Test the names of made hands against the categories of pokerkit and a table."""

from collections import Counter
from pathlib import Path

import pytest

from showdown.evaluator import rankings
from showdown.evaluator.cards import format_cards, parse_cards
from showdown.evaluator.rankings import HIGH, SHORT_DECK_HIGH
from showdown.words.made_hands import as_noun, beats_text, title, title_with_kickers

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


ROWS = Path("tests/data/hand_names.txt").read_text().splitlines()


@pytest.mark.parametrize(("ranking", "cards", "name", "noun"), [row.split(" | ") for row in ROWS])
def test_a_hand_has_its_name(ranking, cards, name, noun):
    ranking = getattr(rankings, ranking)
    rank = ranking.rank(parse_cards(cards))
    assert title_with_kickers(ranking, rank) == name
    assert as_noun(ranking, rank) == noun


def test_hands_that_differ_in_the_last_card_name_it():
    best, beaten = (HIGH.rank(parse_cards(cards)) for cards in ("Kh9h7h4h3h", "Kd9d7d4d2d"))
    reason = "a king-high flush each; the three beats the deuce at the fifth card"
    assert beats_text(HIGH, best, beaten) == reason
