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


def test_pots_are_paid_and_the_odd_chip_goes_to_the_high():
    settled = showdown.settle("omaha-hilo", HANDS, BOARD, pots=[91])
    assert settled.payouts == {"Anna": 45, "Boris": 46}


def test_side_pots_go_to_eligible_players():
    hands = ["As-Ah", "Ks-Kh", "Qs-Qh"]
    pots = [300, (200, ["HandB", "HandC"])]
    settled = showdown.settle("holdem", hands, "2c-3d-7h-9s-Jc", pots=pots)
    assert settled.payouts == {"HandA": 300, "HandB": 200, "HandC": 0}
    assert settled.headline == "HandA takes 300, HandB 200"


def test_contributions_form_the_pots_and_an_uncalled_bet_is_returned():
    settled = showdown.settle(
        "holdem",
        {"Anna": "As-Ah", "Boris": "Ks-Kh"},
        "2c-3d-7h-9s-Jc",
        contributions={"Anna": 50, "Boris": Decimal("80.50"), "Cem": 10},
        folded=["Cem"],
    )
    assert settled.payouts["Anna"] == 110
    assert settled.returned == {"Boris": Decimal("30.50")}


def test_rule_sets_pay_different_odd_chips():
    """A real game: a main pot of 503 and a side pot of 2,514, tied for high and for low."""
    hands = ["6sQdQc4h", "4sKd6hJh"]
    paid = {
        rules: showdown.settle(
            "omaha-hilo", hands, "9s5s7c3d5h", pots=[12_022], button="HandB", rules=rules
        ).payouts
        for rules in ("wsop-2026", "tda-2026")
    }
    assert paid["wsop-2026"] == {"HandA": 6011, "HandB": 6011}
    assert paid["tda-2026"] == {"HandA": 6012, "HandB": 6010}


def test_a_board_run_twice_has_winners_for_each_run():
    boards = ["Td-9c-4s-Ac-Kh", "Td-9c-4s-2c-2h"]
    settled = showdown.settle("holdem", ["As-Ah", "Ts-Th"], boards=boards, pots=[100])
    assert settled.winners == {"high": ("HandA",), "high of run 2": ("HandB",)}
    assert settled.payouts == {"HandA": 50, "HandB": 50}


def test_mucked_and_folded_hands_win_nothing():
    hands = ["As-Ah", "mucked", "Ks-Kh"]
    settled = showdown.settle("holdem", hands, "2c-3d-7h-9s-Jc", pots=[90], folded=["HandA"])
    assert settled.payouts == {"HandA": 0, "HandB": 0, "HandC": 90}


def test_the_json_is_that_of_the_api():
    settled = showdown.settle("omaha-hilo", HANDS, BOARD, pots=[91])
    document = json.loads(json.dumps(settled.to_json()))
    assert document["headline"] == settled.headline
    assert [player["label"] for player in document["players"]] == ["Anna", "Boris"]


@pytest.mark.parametrize("game", showdown.games.values(), ids=str)
def test_it_fits_on_a_screen(game):
    deck, count = list(map(str, game.deck)), min(game.players[-1], 6)
    hands = [[deck.pop() for _ in range(game.hole)] for _ in range(count)]
    boards = [[deck.pop() for _ in range(size)] for size in game.boards]
    text = repr(showdown.settle(game, hands, boards=boards or None, pots=[1000]))
    assert text.startswith(f"<SettledDeal: {game.name}")
    assert len(text.splitlines()) <= 24


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"game": "bridge"}, "UnknownGame", "unknown game “bridge”"),
        ({"rules": "mine"}, "UnknownRuleSet", "unknown rule set “mine”"),
        ({"board": "Ah-Kh-5s-2s-Zd"}, "UnknownRank", "there is no rank Z"),
        ({"board": "Ah-Kh-5s-2s-6d"}, "DuplicateCard", "appears twice, in Anna and Board"),
        ({"board": ""}, "MissingBoard", "Board is missing"),
        ({"pots": [1.5]}, "WrongType", "must be a whole number"),
        ({"pots": [-5]}, "InvalidWagers", "can't be negative"),
        ({"pots": [Decimal("1.005")]}, "InvalidWagers", "isn't an amount"),
        ({"pots": [10], "contributions": {"Anna": 5}}, "InvalidWagers", "not both"),
        ({"button": "Zoe"}, "InvalidWagers", "the seats are"),
    ],
)
def test_invalid_arguments_are_value_errors(given, error, words):
    deal = {"game": "omaha-hilo", "hands": HANDS, "board": BOARD} | given
    with pytest.raises(showdown.InvalidDeal, match=words) as raised:
        showdown.settle(**deal)
    assert isinstance(raised.value, ValueError)
    assert type(raised.value).__name__ == error
