"""The words for chips and rake in a line of text."""

import pytest
from hypothesis import given

from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.wagers import Pot, Wagers
from showdown.notation.rake_schemes import read_scheme
from showdown.notation.wager_words import FIELD_OF_WORD, read_wagers, wagers_words
from showdown.words.errors import error_text
from tests.evaluator.dealing import any_tables

RAKE = Rake(percent=5, cap=1000, no_flop_no_drop=True, taken_from=TakenFrom.MAIN)


def read(line):
    return read_wagers(tuple(word.split(":", 1)) for word in line.split())


@pytest.mark.parametrize(
    ("line", "wagers"),
    [
        ("", None),
        ("Pot:4765 Button:HandB", Wagers(pots=(Pot(4765),), button="HandB")),
        (
            "Button:HandB Pot:91 Pot:40=HandB,HandC",
            Wagers(pots=(Pot(91), Pot(40, ("HandB", "HandC"))), button="HandB"),
        ),
        ("Pot:1,000", Wagers(pots=(Pot(1000),))),
        ("Pot:12.50", Wagers(pots=(Pot(1250),), decimals=2)),
        (
            "Pot:20,000 Rake:5%,1,000,main,no-flop-no-drop",
            Wagers(pots=(Pot(20_000),), rake=RAKE),
        ),
        ("Fold:HandB", Wagers(folded=("HandB",))),
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
def test_words_make_wagers(line, wagers):
    assert read(line) == wagers


@pytest.mark.parametrize(
    ("line", "word", "message"),
    [
        ("Pot:", "Pot", "“” isn't an amount of chips"),
        ("Pot:12.555", "Pot", "“12.555” isn't an amount of chips"),
        ("Pot:" + "9" * 5000, "Pot", "“99999999999999999999” isn't an amount of chips"),
        ("Pot:٣", "Pot", "“٣” isn't an amount of chips"),
        ("Pot:1,00", "Pot", "“1,00” isn't an amount of chips"),
        ("Pot:-5", "Pot", "the pot is -5: an amount can't be negative"),
        ("Pot:30 Unit:25", "Pot", "the pot is 30, which isn't a multiple of the unit 25"),
        ("Pot:30 Unit:x", "Unit", "“x” isn't an amount of chips"),
        ("Pot:5 Rake:x", "Rake", "“x” isn't an amount of chips"),
        ("Pot:5 Rake:120%", "Rake", "“120” isn't a percentage from 0 to 100"),
        ("In:HandA=5,HandA=6", "In", "HandA is named twice"),
        ("In:HandA", "In", "“HandA” isn't an amount of chips"),
        ("In:HandA=5 In:HandB=5", "In", "In is named twice"),
        ("Pot:5 Button:HandA Button:HandB", "Button", "Button is named twice"),
        ("Pot:5 In:HandA=5", "In", "give the pots or each player's bet, not both"),
    ],
)
def test_invalid_words_are_refused_with_their_field(line, word, message):
    with pytest.raises(InvalidWagers) as caught:
        read(line)
    assert error_text(caught.value) == message
    assert caught.value.field == FIELD_OF_WORD[word]


@given(any_tables)
def test_wagers_are_read_back_as_written(table):
    _, wagers = table
    assert read_wagers(wagers_words(wagers)) == wagers


@pytest.mark.parametrize(
    ("text", "players", "total", "saw_board", "due"),
    [
        ("5% cap 3, no flop no drop", 6, 10_000, True, 300),
        ("5% cap 3, no flop no drop", 6, 2_000, True, 100),
        ("5% cap 3, no flop no drop", 6, 2_000, False, 0),
        ("5%,3.00", 6, 10_000, True, 300),
        ("5% cap 3", 6, 10_000, False, 300),
        ("no-flop-no-drop, 5%", 6, 10_000, True, 500),
        ("2.50", 6, 10_000, True, 250),
        ("5% cap 3, cap 0.50 for 2 players, cap 1 for 3-4 players", 2, 10_000, True, 50),
        ("5% cap 3, cap 0.50 heads-up, cap 1 for 3 to 4 players", 2, 10_000, True, 50),
        ("5% cap 3, cap 0.50 for 2 players, cap 1 for 3-4 players", 4, 10_000, True, 100),
        ("5% cap 3, cap 0.50 for 2 players, cap 1 for 3-4 players", 5, 10_000, True, 300),
        ("4.5%; cap 1 with 2; cap 2 for 3+ players; No Flop, No Drop", 9, 10_000, True, 200),
        ("5% up to 1,250", 9, 10_000_000, True, 125_000),
        ("5% CAP 3 for 5 or more players", 4, 10_000, True, 500),
    ],
)
def test_a_rake_scheme_states_the_rake(
    text: str, players: int, total: int, saw_board: bool, due: int
) -> None:
    scheme = read_scheme(text)
    assert scheme
    assert scheme.rake(1, players).of(total, 1, saw_board=saw_board) == (due, 0)
    again = read_scheme(scheme.text)
    assert again
    assert again.rake(1, players) == scheme.rake(1, players)


@pytest.mark.parametrize(
    "text",
    [
        *("much", "5% cap", "5% cap much", "cap 3 for 2 players", "5% cap 1 for 4-3 players"),
        *("5%, 3, 4", "5% cap 3 for all", "5%," * 200),
    ],
)
def test_an_invalid_rake_scheme_is_refused(text: str) -> None:
    with pytest.raises(InvalidWagers):
        read_scheme(text)


def test_empty_text_is_not_a_rake_scheme() -> None:
    assert read_scheme("") is None
