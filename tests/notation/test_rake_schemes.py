"""Rake as rooms write it, and what it takes of a pot."""

import pytest

from showdown.evaluator.errors import InvalidWagers
from showdown.notation.rake_schemes import read_scheme


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
def test_a_scheme_says_what_the_house_takes(
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
def test_what_is_no_scheme_is_refused(text: str) -> None:
    with pytest.raises(InvalidWagers):
        read_scheme(text)


def test_nothing_written_is_no_scheme() -> None:
    assert read_scheme("") is None
