"""Test that invalid arguments of the library raise an InvalidDeal that names the argument."""

import gzip
import io
import math
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import repeat

import numpy as np
import pytest

import showdown
from showdown.evaluator.rule_sets import RuleSet
from tests.library.test_answers import LOG
from tests.library.test_pickling import draw_hands_and_boards
from tests.made_up_games import MADE_UP

NAN, INFINITY = float("nan"), math.inf
DEAL = {
    "game": "holdem",
    "hands": {"Anna": "As-Ah", "Boris": "Ks-Kh", "Cem": "Qs-Qh"},
    "board": "2c-3d-7h-9s-Jc",
}
HUGE = 10**5_000
"""A number with more digits than Python converts to text."""

WRONG_ARGUMENTS = {
    "game": [None, 7, b"holdem", "x" * 10**6, ["holdem"]],
    "rules": [None, ["roberts"], "WSOP"],
    "hands": [
        *(None, 5, "AsAh KsKh", b"AsAh", {"AsAh", "KsKh"}, repeat("AsAh")),
        *({"Anna": hand, "Boris": "KsKh"} for hand in (None, b"AsAh")),
        *({1: "AsAh", 2: "KsKh"}, {"A" * 10**5: "AsAh", "Boris": "KsKh"}),
        *([["As", None], "KsKh"], [51, 50], ["AsAh", "A" * 10**6]),
    ],
    "board": [
        *(0, b"2c3d7h9sJc", {"2c", "3d", "7h", "9s", "Jc"}, "2c" * 10**6),
        ["2c", 3, "7h", "9s", "Jc"],
    ],
    "folded": [
        *("Cem", b"Cem", {"Cem": 1}, {"Cem"}, 1),
        *(["anna"], ["Dora"], [None], ["Cem", "Cem"]),
    ],
    "pots": [
        *(100, "100", {"main": 100}, repeat(100)),
        *([None], [99.5], [100.0], [NAN], [INFINITY], [np.float64(100)], [Fraction(1, 2)]),
        *([Decimal(text)] for text in ("NaN", "sNaN", "Infinity", "1E+999999", "1E-999999")),
        [Decimal("0.001")],
        *([True], [0], [-5], [HUGE], [-HUGE, "0.50"], ["9" * 100_000], [b"100"]),
        *([(100, "Anna")], [(100, ["anna"])]),
        *([{"amount": 100, "eligible": "Anna"}], [{"size": 100}]),
    ],
    "contributions": [
        *([5, 5, 5], {"Anna": 5, "Boris": 5}, {"Anna": 5, "Boris": 5, 3: 5}),
        *({"Anna": 5, "Boris": 5, "Cem": chips} for chips in (5.5, -5)),
    ],
    "dead": [-5, 0.0, False, "five"],
    "button": ["anna", 1],
    "seats": ["Anna", ["Anna", "Boris"]],
    "unit": [0, 1.0, True, HUGE],
    "rake": [5, "5%", {"percent": 5}, {"amount": 5.5}, {"amount": 101}, {"fee": 5}],
}
NEEDS_A_POT = {"folded", "button", "seats", "unit", "rake"}
CONFLICTING_ARGUMENTS = [
    ({"hands": {"An:na": "AsAh", "Boris": "KsKh"}}, "An:na"),
    ({"board": "", "boards": "2c3d7h9sJc"}, "boards"),
    ({"boards": ["2c3d7h9sJc"]}, "boards"),
    ({"pots": [100], "dead": 5}, "contributions"),
]
WRONG_ARGUMENTS_OF_ODDS = {
    "dead_cards": [5, b"2s", ["2s", None]],
    "seed": [None, -1, 1.5],
    "seconds": [NAN, INFINITY, -1, "2", Decimal("NaN")],
    "within": [None, NAN, True, Decimal("sNaN")],
}


def call_and_get_error(function, *args, **kwargs):
    with pytest.raises(showdown.InvalidDeal) as raised:
        function(*args, **kwargs)
    assert 0 < len(str(raised.value)) < 900
    return raised.value


@pytest.mark.parametrize("function", [showdown.settle, showdown.odds])
@pytest.mark.parametrize("name", WRONG_ARGUMENTS)
def test_the_error_names_a_wrong_argument(function, name):
    deal = DEAL | ({"pots": [100]} if name in NEEDS_A_POT else {})
    for value in WRONG_ARGUMENTS[name]:
        assert call_and_get_error(function, **deal | {name: value}).field == name, repr(value)[:200]


@pytest.mark.parametrize("function", [showdown.settle, showdown.odds])
@pytest.mark.parametrize(("arguments", "name"), CONFLICTING_ARGUMENTS)
def test_the_error_names_arguments_that_exclude_each_other(function, arguments, name):
    assert call_and_get_error(function, **DEAL | arguments).field == name


@pytest.mark.parametrize("name", WRONG_ARGUMENTS_OF_ODDS)
def test_the_error_names_a_wrong_argument_of_odds(name):
    for value in WRONG_ARGUMENTS_OF_ODDS[name]:
        assert call_and_get_error(showdown.odds, **DEAL | {name: value}).field == name


@pytest.mark.parametrize("function", [showdown.settle, showdown.odds])
@pytest.mark.parametrize("pot", [1.5, True, None, (100, "Anna"), [30, 12]])
def test_the_error_names_a_pot_by_its_index(function, pot):
    message = str(call_and_get_error(function, **DEAL, pots=[50, pot]))
    assert message == "pots.1 must be an amount, or an amount and a list of players"


CARDS = np.arange(9, dtype=np.uint8).reshape(1, 9)
COLUMNS = [["AsAh"], ["KsKh"], ["2c3d7h9sJc"]]


@pytest.mark.parametrize(
    ("function", "arguments", "name"),
    [
        (showdown.settle_many, (None, CARDS), "game"),
        *(
            (showdown.settle_many, ("holdem", cards), "cards")
            for cards in (None, {"a": 1}, b"abc", CARDS / 2, [[HUGE] * 9], [[NAN] * 9])
        ),
        (showdown.settle_many, ("holdem", [*COLUMNS[:2], 5]), "columns.2"),
        (showdown.card_numbers, ("holdem", None), "columns"),
        (showdown.card_numbers, ("holdem", "AsAh"), "columns"),
        (showdown.card_numbers, ("holdem", ["AsAh", "KsKh", "2c3d7h9sJc"]), "columns.0"),
        (showdown.card_numbers, ("holdem", [["AsAh", None], *COLUMNS[1:]]), "HandA"),
        (showdown.card_numbers, ("holdem", [["AsAh"], [51], ["2c3d7h9sJc"]]), "HandB"),
        (showdown.card_numbers, ("holdem", [*COLUMNS[:2], [b"2c3d7h9sJc"]]), "Board"),
        (showdown.card_numbers, ("holdem", [*COLUMNS[:2], ["\ud800"]]), "Board"),
        *((showdown.card_texts, (cards,), "cards") for cards in (None, "AsAh")),
        *((showdown.read_text, (text,), "text") for text in (None, b"AsAh v KsKh")),
        (showdown.read_text, ("AsAh v KsKh", 7), "game"),
        *((showdown.read_log, (log,), "log") for log in (None, 7, b"log.txt")),
        *((showdown.audit, (log,), "log") for log in (None, b"log.txt")),
    ],
)
def test_the_error_names_a_wrong_positional_argument(function, arguments, name):
    assert call_and_get_error(function, *arguments).field == name


@pytest.mark.parametrize(
    ("function", "name", "values"),
    [
        (partial(showdown.settle_many, "holdem", CARDS), "players", ["2", 2.0, 0]),
        (partial(showdown.card_texts, CARDS), "separator", [None]),
        (partial(showdown.read_text, "AsAh v KsKh"), "number", [None, -1]),
        (showdown.read_text("AsAh v KsKh").odds, "seconds", [NAN]),
        (partial(showdown.audit, LOG), "rules", [None, "mine"]),
        (partial(showdown.audit, LOG), "unit", [0.05, "NaN", -1, HUGE, Decimal("0.001")]),
        (partial(showdown.audit, LOG), "rake", [{"percent": "5"}, 0.05, "1" * 10**5]),
        (partial(showdown.audit, LOG), "jackpot", [True]),
    ],
)
def test_the_error_names_a_wrong_keyword_argument(function, name, values):
    for value in values:
        assert call_and_get_error(function, **{name: value}).field == name


def test_the_error_names_wrong_spots_and_hands_among_many():
    assert call_and_get_error(list, showdown.odds_many("holdem", ["AsAh v KsKh"])).field == "spots"
    assert call_and_get_error(list, showdown.odds_many("holdem", 5)).field == "spots"
    assert call_and_get_error(list, showdown.audit([1, 2])).field == "log"


def test_numpy_integers_are_accepted_as_amounts():
    settled = showdown.settle(**DEAL, pots=[np.int64(99)], unit=np.int32(1), button="Cem")
    assert settled.payouts == {"Anna": 99, "Boris": 0, "Cem": 0}
    put_in = dict(zip(DEAL["hands"], np.array([5, 9, 9]), strict=True))
    settled = showdown.settle(**DEAL, contributions=put_in, dead=np.uint8(2))
    assert settled.payouts == {"Anna": 17, "Boris": 8, "Cem": 0}
    assert showdown.odds(**DEAL, pots=np.array([30, 12]), seed=np.int64(1)).chips["Anna"] == 42
    assert showdown.settle_many("holdem", CARDS, players=np.int64(2)).players == 2


def test_numpy_strings_and_generators_are_accepted_as_cards():
    hands = np.array(["AsAh", "KsKh"])
    settled = showdown.settle("holdem", hands, (card for card in ("2c", "3d", "7h", "9s", "Jc")))
    assert settled.winners == {"high": ("HandA",)}
    assert showdown.card_numbers("holdem", np.array(COLUMNS)[:, 0].reshape(3, 1)).shape == (1, 9)


@pytest.mark.parametrize(
    ("pot", "paid"),
    [
        ("65", ["33", "32"]),
        ("65.0", ["32.50", "32.50"]),
        ("65.00", ["32.50", "32.50"]),
        ("65.000", ["32.50", "32.50"]),
        ("65.01", ["32.51", "32.50"]),
        ("6.5E+1", ["33", "32"]),
        ("1E+2", ["50", "50"]),
    ],
)
def test_decimal_places_determine_the_smallest_chip(pot, paid):
    hands, board = ["2s-2h", "2c-2d"], "As-Kh-Qd-Jc-9c"
    settled = showdown.settle("holdem", hands, board, pots=[Decimal(pot)], button="HandB")
    assert list(map(str, settled.payouts.values())) == paid


@pytest.mark.parametrize("game", MADE_UP, ids=str)
def test_custom_games_and_rule_sets_are_settled(game):
    hands, boards = draw_hands_and_boards(game)
    rules = RuleSet(slug="mine", name="Mine", is_exact=True)
    settled = showdown.settle(game, hands, boards=boards or None, pots=[101], rules=rules)
    assert settled.game is game
    assert sum(settled.payouts.values()) == 101
    assert set(map(type, settled.payouts.values())) == {Decimal}


def test_a_log_may_be_a_path_a_stream_or_a_folder(tmp_path):
    hands = list(showdown.read_log(LOG))
    compressed = io.BytesIO(gzip.compress(LOG.read_bytes()))
    with LOG.open() as text, LOG.open("rb") as binary:
        for log in (str(LOG), text, binary, compressed, io.StringIO(LOG.read_text())):
            assert list(showdown.read_log(log)) == hands
    assert list(showdown.audit(hands)) == list(showdown.audit(LOG))
    for name in ("a.txt", "b/c.txt"):
        copy = tmp_path / name
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(LOG.read_bytes())
    files = [hand.origin.file for hand in showdown.read_log(tmp_path)]
    assert files == ["a.txt"] * len(hands) + ["b/c.txt"] * len(hands)
    in_folder, in_file = (
        [hand.is_wrong for hand in showdown.audit(log)] for log in (tmp_path, LOG)
    )
    assert in_folder == in_file * 2
