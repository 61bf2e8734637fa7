"""The words by which a line of text says the chips."""

import pytest

from showdown.evaluator.errors import InvalidChips
from showdown.evaluator.wagers import ChipPot, Wagers
from showdown.notation.wager_words import FIELD_OF_WORD, read_wagers


def read(line):
    return read_wagers(tuple(word.split(":", 1)) for word in line.split())


@pytest.mark.parametrize(
    ("line", "wagers"),
    [
        ("", None),
        ("Pot:4765 Button:HandB", Wagers(pots=(ChipPot(4765),), button="HandB")),
        (
            "Button:HandB Pot:91 Pot:40=HandB,HandC",
            Wagers(pots=(ChipPot(91), ChipPot(40, ("HandB", "HandC"))), button="HandB"),
        ),
        ("Pot:40=", Wagers(pots=(ChipPot(40, ()),))),
        (
            "In:HandA=500,HandB=200,Dora=25 Fold:Dora Seats:Dora,HandA,HandB Unit:25",
            Wagers(
                contributions={"HandA": 500, "HandB": 200, "Dora": 25},
                folded=("Dora",),
                seats=("Dora", "HandA", "HandB"),
                unit=25,
            ),
        ),
    ],
)
def test_words_make_stakes(line, wagers):
    assert read(line) == wagers


@pytest.mark.parametrize(
    ("line", "word", "message"),
    [
        ("Pot:", "Pot", "'' is no whole number of chips"),
        ("Pot:12.5", "Pot", "'12.5' is no whole number of chips"),
        ("Pot:" + "9" * 5000, "Pot", "'99999999999999999999' is no whole number of chips"),
        ("Pot:٣", "Pot", "'٣' is no whole number of chips"),
        ("Pot:-5", "Pot", "the pot is -5: an amount cannot be negative"),
        ("Pot:30 Unit:25", "Pot", "the pot is 30, no multiple of the unit 25"),
        ("Pot:30 Unit:x", "Unit", "'x' is no whole number of chips"),
        ("In:HandA=5,HandA=6", "In", "HandA has put in chips twice"),
        ("In:HandA", "In", "'' is no whole number of chips"),
        ("In:HandA=5 In:HandB=5", "In", "In comes twice"),
        ("Pot:5 Button:HandA Button:HandB", "Button", "Button comes twice"),
        ("Pot:5 In:HandA=5", "In", "give the pots or what each player put in, not both"),
    ],
)
def test_nonsense_is_refused_at_its_word(line, word, message):
    with pytest.raises(InvalidChips) as caught:
        read(line)
    assert str(caught.value) == message
    assert caught.value.field == FIELD_OF_WORD[word]


def test_a_button_without_chips_is_refused():
    with pytest.raises(InvalidChips, match="there are no chips"):
        read("Button:HandB")
