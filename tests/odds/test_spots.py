"""Spots: what may be left open, and what is wrong with one."""

import pytest

from showdown.evaluator.errors import (
    DuplicateCard,
    InvalidLabel,
    MissingHand,
    UnexpectedBoard,
    UnknownCard,
    UnknownRank,
    WrongNumberOfCards,
    WrongNumberOfPlayers,
)
from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.spots import TooFewCards
from showdown.notation.ranges import InvalidRange
from showdown.notation.spots import read_spot


def test_hands_are_known_partly_known_any_or_a_range():
    spot = read_spot(OMAHA_HILO, ["AsKhQsJh", "Ad Kd ? ?", "*", "AA!KK"], "2c3c4c", "9h9d")
    assert [str(holding) for holding in spot.holdings] == ["AsKhQsJh", "AdKd ? ?", "*", "AA!KK"]
    assert [holding.unknown for holding in spot.holdings] == [0, 2, 4, 0]
    assert spot.labels == ("HandA", "HandB", "HandC", "HandD")
    assert (spot.coming, len(spot.left)) == ((2,), 52 - 4 - 2 - 3 - 2)


def test_hands_may_have_names_of_their_own():
    assert read_spot(OMAHA_HILO, {"Amber": "*", "Basil": "AA"}).labels == ("Amber", "Basil")


@pytest.mark.parametrize(
    ("game", "hands", "board", "dead", "error", "field", "position"),
    [
        ("omaha", "AsKhQsJh", "", "", WrongNumberOfPlayers, "hands", None),
        ("omaha", "AsKhQsJh,AsKdQdJd", "", "", DuplicateCard, "HandB", None),
        ("omaha", "AsKhQsJh,*", "As", "", DuplicateCard, "Board", None),
        ("omaha", "AsKhQsJh,*", "2c", "2c", DuplicateCard, "Dead", None),
        ("omaha", "AsKhQs,*", "", "", WrongNumberOfCards, "HandA", None),
        ("omaha", "AsKhQs??,*", "", "", WrongNumberOfCards, "HandA", None),
        ("omaha", "AsKhQsJh,", "", "", MissingHand, "HandB", None),
        ("omaha", "*,*", "2c3c4c5c6c7c", "", WrongNumberOfCards, "Board", None),
        ("omaha", "*,*", "2c3c/4c5c", "", UnexpectedBoard, "Board2", None),
        ("omaha", "*,*", "2c3z", "", UnknownCard, "Board", 2),
        ("omaha", "*,*", "", "Zc", UnknownRank, "Dead", 0),
        ("omaha", "*,AsKhQsJe", "", "", UnknownCard, "HandB", 6),
        ("omaha", "*,AA!(KK", "", "", InvalidRange, "HandB", 6),
        ("omaha", "AA,AsAcAdAh", "", "", None, "", None),
        ("badugi", "*,*", "2c", "", UnexpectedBoard, "Board", None),
        ("six-card-omaha", ",".join(["*"] * 7), "", "2c3c4c5c6c7c8c", TooFewCards, "hands", None),
    ],
)
def test_what_is_wrong_is_named(game, hands, board, dead, error, field, position):
    if error is None:
        read_spot(GAMES[game], hands.split(","), board, dead)
        return
    with pytest.raises(error) as refused:
        read_spot(GAMES[game], hands.split(","), board, dead)
    assert (refused.value.field, refused.value.position) == (field, position)


def test_a_label_that_cannot_name_a_hand_is_refused():
    for label in ("Board", "Dead", "a:b"):
        with pytest.raises(InvalidLabel):
            read_spot(OMAHA_HILO, {"HandA": "*", label: "*"})
