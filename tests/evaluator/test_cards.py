"""Spellings of cards, and errors for invalid text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showdown.evaluator.cards import DECK, Card, format_cards, parse_cards
from showdown.evaluator.errors import InvalidDeal, UnknownCard, UnknownRank, UnknownSuit
from showdown.words.errors import error_text


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


@pytest.mark.parametrize(
    ("text", "error", "position", "message"),
    [
        ("Ac-1d", UnknownRank, 3, "“1d” isn't a card: there is no rank 1"),
        ("Xs", UnknownRank, 0, "“Xs” isn't a card: there is no rank X"),
        ("Ac Kx", UnknownSuit, 3, "“Kx” isn't a card: there is no suit x"),
        ("Ac-Kd-7", UnknownCard, 6, "“7” isn't a card: its suit is missing"),
        ("AcKdQ", UnknownCard, 4, "“Q” isn't a card: its suit is missing"),
        ("Ac-10", UnknownCard, 3, "“10” isn't a card: its suit is missing"),
        ("dA", UnknownRank, 0, "“dA” isn't a card: there is no rank d"),
        # Letters that only look like ranks and suits.
        ("\N{KELVIN SIGN}s", UnknownRank, 0,
         "“\N{KELVIN SIGN}s” isn't a card: there is no rank \N{KELVIN SIGN}"),
        ("A\N{LATIN SMALL LETTER LONG S}", UnknownSuit, 0,
         "“A\N{LATIN SMALL LETTER LONG S}” isn't a card: there is no suit"
         " \N{LATIN SMALL LETTER LONG S}"),
    ],
)  # fmt: skip
def test_the_error_for_invalid_text_has_a_position(text, error, position, message):
    with pytest.raises(UnknownCard) as caught:
        parse_cards(text, field="HandA")
    assert type(caught.value) is error
    assert error_text(caught.value) == message
    assert (caught.value.field, caught.value.position) == ("HandA", position)


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
