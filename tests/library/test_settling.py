"""Single deals settled through the library: results and errors."""

import json
from decimal import Decimal
from fractions import Fraction

import pytest

import showdown

HANDS = {"Anna": "6d-6c-Kc-4d", "Boris": "Ac-Kd-Jd-3d"}
BOARD = "Ah-Kh-5s-2s-Qd"


def test_a_deal_has_winners_shares_and_reasons():
    settled = showdown.settle("omaha-hilo", HANDS, BOARD)
    assert settled.winners == {"high": ("Boris",), "low": ("Anna",)}
    assert settled.shares == {"Anna": Fraction(1, 2), "Boris": Fraction(1, 2)}
    assert settled.reasons["high"] == "two pair, aces and kings beats a pair of kings"
    assert settled.payouts == {}
    assert settled.returned == {}


RIVER = "2c-3d-7h-9s-Jc"
TIE = ("omaha-hilo", ["6sQdQc4h", "4sKd6hJh"], "9s5s7c3d5h")
"""A deal in which both players tie for high and for low."""


@pytest.mark.parametrize(
    ("deal", "chips", "payouts"),
    [
        (("omaha-hilo", HANDS, BOARD), {"pots": [91]}, [45, 46]),
        (
            ("holdem", ["AsAh", "KsKh", "QsQh"], RIVER),
            {"pots": [300, (200, ["HandB", "HandC"])]},
            [300, 200, 0],
        ),
        (TIE, {"pots": [12_022], "button": "HandB", "rules": "wsop-2026"}, [6011, 6011]),
        (TIE, {"pots": [12_022], "button": "HandB", "rules": "tda-2026"}, [6012, 6010]),
        (
            ("holdem", ["AsAh", "mucked", "KsKh"], RIVER),
            {"pots": [90], "folded": ["HandA"]},
            [0, 0, 90],
        ),
    ],
    ids=[
        "high and low",
        "side pot",
        "whole pot by the WSOP",
        "halves by the TDA",
        "mucked and folded",
    ],
)
def test_pots_are_paid(deal, chips, payouts):
    assert list(showdown.settle(*deal, **chips).payouts.values()) == payouts


def test_contributions_form_the_pots_and_an_uncalled_bet_is_returned():
    contributions = {"HandA": 50, "HandB": Decimal("80.50"), "Cem": 10}
    settled = showdown.settle(
        "holdem", ["AsAh", "KsKh"], RIVER, contributions=contributions, folded=["Cem"]
    )
    assert settled.payouts["HandA"] == 110
    assert settled.returned == {"HandB": Decimal("30.50")}


def test_a_board_run_twice_has_winners_for_each_run():
    boards = ["Td-9c-4s-Ac-Kh", "Td-9c-4s-2c-2h"]
    settled = showdown.settle("holdem", ["As-Ah", "Ts-Th"], boards=boards, pots=[100])
    assert settled.winners == {"high": ("HandA",), "high of run 2": ("HandB",)}
    assert settled.payouts == {"HandA": 50, "HandB": 50}


def test_the_json_is_that_of_the_api():
    settled = showdown.settle("omaha-hilo", HANDS, BOARD, pots=[91])
    document = json.loads(json.dumps(settled.to_json()))
    assert document["headline"] == settled.headline
    assert [player["label"] for player in document["players"]] == ["Anna", "Boris"]


@pytest.mark.parametrize("game", showdown.games.values(), ids=str)
def test_the_representation_fits_on_a_screen(game):
    deck, count = list(map(str, game.deck)), min(game.players[-1], 6)
    hands = [[deck.pop() for _ in range(game.hole)] for _ in range(count)]
    boards = [[deck.pop() for _ in range(size)] for size in game.boards]
    text = repr(showdown.settle(game, hands, boards=boards or None, pots=[1000]))
    assert text.startswith(f"<SettledDeal: {game.name}")
    assert len(text.splitlines()) <= 24


DEALT = {"game": "omaha-hilo", "hands": HANDS, "board": BOARD}


@pytest.mark.parametrize("function", [showdown.settle, showdown.odds])
@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"game": "bridge"}, "UnknownGame", "unknown game “bridge”"),
        ({"rules": "mine"}, "UnknownRuleSet", "unknown rule set “mine”"),
        ({"hands": ["6d-6c-Kc-4d"] * 12}, "WrongNumberOfPlayers", "players"),
        ({"board": "Ah-Kh-5s-2s-Zd"}, "UnknownRank", "there is no rank Z"),
        ({"board": "Ah-Kh-5s-2s-6d"}, "DuplicateCard", "appears twice, in Anna and Board"),
        ({"pots": [1.5]}, "WrongType", "must be a whole number"),
        ({"pots": [0]}, "InvalidWagers", "empty"),
        ({"pots": [-5]}, "InvalidWagers", "can't be negative"),
        ({"pots": [Decimal("1.005")]}, "InvalidWagers", "isn't an amount"),
        ({"pots": [10], "contributions": {"Anna": 5}}, "InvalidWagers", "not both"),
        ({"button": "Zoe"}, "InvalidWagers", "the seats are"),
    ],
)
def test_invalid_arguments_are_value_errors(function, given, error, words):
    with pytest.raises(ValueError, match=words) as raised:
        function(**DEALT | given)
    assert type(raised.value).__name__ == error


def test_a_missing_board_and_a_dead_card_in_a_hand_are_value_errors():
    with pytest.raises(showdown.InvalidDeal, match="Board is missing"):
        showdown.settle(**DEALT | {"board": ""})
    with pytest.raises(showdown.InvalidDeal, match="twice"):
        showdown.odds(**DEALT, dead_cards="Ac")
