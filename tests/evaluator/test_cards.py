"""Spellings of cards, and errors for invalid text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.cards import DECK, Card, format_cards, parse_cards
from showdown.evaluator.errors import InvalidDeal


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Ac-Kd-Jd-3d", "Ac Kd Jd 3d"),
        ("ac-KD-jd-3D", "Ac Kd Jd 3d"),
        ("AcKdJd3d", "Ac Kd Jd 3d"),
        ("Ac Kd, Jd;3d", "Ac Kd Jd 3d"),
        ("  Ac  Kd\t", "Ac Kd"),
        ("10h-Th-th", "Th Th Th"),
        ("10h10s", "Th Ts"),
        ("A♣ K♦ Q♥ J♠", "Ac Kd Qh Js"),
        ("A♧K♢Q♡J♤", "Ac Kd Qh Js"),
        ("A♥️ K♠︎", "Ah Ks"),
        ("Ac–Kd—Qh", "Ac Kd Qh"),
        ("", ""),
        (" - ", ""),
    ],
)
def test_cards_are_read_as_people_write_them(text, cards):
    assert " ".join(map(str, parse_cards(text))) == cards


def test_x_is_a_ten_in_formats_that_declare_it():
    assert parse_cards("Xs xh", x_is_ten=True) == parse_cards("Ts Th")


@given(st.text(max_size=60))
def test_any_text_yields_cards_or_an_error_with_a_position(text):
    position, cards = 0, ()
    try:
        cards = parse_cards(text)
    except InvalidDeal as error:
        position = error.position
    assert position in range(len(text) or 1)
    assert set(cards) <= set(DECK)


@given(st.lists(st.sampled_from(DECK)), st.sampled_from(["", " ", "-", ", "]))
def test_cards_are_read_back_as_written(cards, separator):
    assert parse_cards(format_cards(cards, separator)) == tuple(cards)


def test_the_numbers_of_the_deck_are_0_to_51():
    assert [card.number for card in DECK] == list(range(52))
    assert Card(12, 2).number == 50
    assert str(Card(12, 2)) == "Ah"
