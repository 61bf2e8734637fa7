"""Test strict parsing of untrusted JSON, and the JSON of deals, wagers and settlements."""

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rake import Rake, TakenFrom
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Pot, Wagers
from showdown.notation.deal_json import deal_from_json, error_location
from showdown.notation.json_types import validate_document
from showdown.notation.settlement_json import SettlementJson, settlement_to_json
from showdown.notation.strict_json import DuplicateKey, NotJson, read_json, to_pointer
from showdown.notation.wagers_json import WagersJson, wagers_from_json
from showdown.words.errors import error_text
from tests.evaluator.dealing import any_tables, deals, settle_text
from tests.factories import DealFactory

DEAL = {
    "game": "omaha-hilo",
    "hands": {"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
    "board": "Ah-Kh-5s-2s-Qd",
}
BODY_SIZE = 2_000_000


def _deal_json(**keys):
    return json.dumps(DEAL | keys)


def _keys(count):
    return ",".join(f'"{number}":1' for number in range(count))


def _labels(count):
    return [f"p{number}" for number in range(count)]


BODIES = {
    "a duplicate after many keys": lambda: "{" + _keys(200_000) + ',"199999":2}',
    "many hands": lambda: _deal_json(hands=dict.fromkeys(_labels(90_000), "Ac-Kd-Jd-3d")),
    "a list of many hands": lambda: _deal_json(hands=["Ac-Kd-Jd-3d"] * 130_000),
    "many pots": lambda: _deal_json(pots=[{"amount": 1}] * 130_000),
    "many eligible players": lambda: _deal_json(pots=[{"amount": 1, "eligible": _labels(180_000)}]),
    "many folded players": lambda: _deal_json(pots=[{"amount": 1}], folded=_labels(180_000)),
    "many seats": lambda: _deal_json(pots=[{"amount": 1}], seats=_labels(180_000)),
    "many contributions": lambda: _deal_json(contributions=dict.fromkeys(_labels(120_000), 1)),
    "a long board": lambda: _deal_json(board="2d" * (BODY_SIZE // 2)),
    "a long hand": lambda: _deal_json(hands=["2d" * (BODY_SIZE // 2), "5c-5d-6c-7d"]),
    "a long label": lambda: _deal_json(hands={"a" * BODY_SIZE: "Ac-Kd-Jd-3d"}),
    "a long game": lambda: _deal_json(game="z" * BODY_SIZE),
    "a long button": lambda: _deal_json(pots=[{"amount": 1}], button="b" * BODY_SIZE),
    "a long key": lambda: json.dumps({"k" * BODY_SIZE: 1}),
    "an amount that is a list": lambda: _deal_json(pots=[{"amount": [1] * (BODY_SIZE // 3)}]),
    "a unit of many digits": lambda: (
        f'{_deal_json(pots=[{"amount": 1}])[:-1]}, "unit": {"1" * BODY_SIZE}}}'
    ),
    "deep lists": lambda: "[" * (BODY_SIZE // 2) + "]" * (BODY_SIZE // 2),
    "deep objects": lambda: '{"a":' * 300_000 + "1" + "}" * 300_000,
    "lists one level too deep": lambda: "[" * 65 + "]" * 65,
    "very many lists": lambda: "[" + "[]," * (BODY_SIZE // 3) + "[]]",
    "unpaired surrogates": lambda: '["' + r"\ud83c" * (BODY_SIZE // 6) + '"]',
}
"""Functions that return a hostile body, by a description of the body."""


@pytest.mark.parametrize("name", BODIES)
def test_the_error_for_a_hostile_body_is_short(name):
    with pytest.raises(InvalidDeal) as exc_info:
        deal_from_json(read_json(BODIES[name]().encode())).settle()
    assert len(error_text(exc_info.value)) < 500
    path, _ = error_location(exc_info.value, None)
    assert len(to_pointer(path)) < 400


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(dict.fromkeys(map(str, range(101)))), "an object has 101 keys"),
        (json.dumps({"k" * 101: 1}), "a key has more than 100 characters"),
        ("[" * 65 + "]" * 65, "nested more than 64 levels deep"),
        ("[" * 100_000 + "]" * 100_000, "nested more than 64 levels deep"),
        ("[" + "{}," * 10_000 + "{}]", "there are more than 10,000 objects"),
        ("[1,", "this isn't JSON: expecting value"),
        ("[NaN]", "NaN isn't a JSON number"),
        ("9" * 5000, "a number has too many digits"),
        (r'["\ud83c"]', "a surrogate in a string isn't part of a pair"),
    ],
)
def test_invalid_or_excessive_json_is_refused(text, message):
    with pytest.raises(NotJson) as exc_info:
        read_json(text.encode())
    assert message in error_text(exc_info.value)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a": 1, "b": 1, "a": 2}', "#/a"),
        ('{"a": 1, "b": 1, "b": 2, "a": 2}', "#/b"),
        ('{"hands": {"HandA": 1, "HandA": 2}}', "#/hands/HandA"),
        ('[[], {"a": [{"x": 1, "x": 2}]}, {"y": 1, "y": 2}]', "#/1/a/0/x"),
        ('{"a": {"x": 1, "x": 2}, "a": 3}', "#/a"),
        ('{"a/b~c d": 1, "a/b~c d": 2}', "#/a~1b~0c%20d"),
    ],
)
def test_the_error_points_to_a_duplicate_key(text, path):
    with pytest.raises(DuplicateKey) as exc_info:
        read_json(text.encode())
    assert to_pointer(exc_info.value.path) == path


@pytest.mark.parametrize(
    "document",
    [
        dict.fromkeys(map(str, range(100))),
        {"k" * 100: 1},
        [[] for _ in range(1000)],
        [{}] * 10_000,
        "[" * 100,
        json.loads("[" * 64 + "]" * 64),
    ],
    ids=["keys", "key", "wide", "objects", "text", "deep"],
)
def test_input_just_within_the_bounds_is_read(document):
    assert read_json(json.dumps(document).encode()) == document


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_hands_may_be_texts_or_lists_by_label_or_in_order(game):
    deal = DealFactory(game=game, players=3)
    boards = [[*map(str, board)] for board in deal.boards]
    texts = {hand.label: "".join(map(str, hand.cards)) for hand in deal.hands}
    lists = {hand.label: [*map(str, hand.cards)] for hand in deal.hands}
    for hands in (texts, lists, [*texts.values()], [*lists.values()]):
        assert deal_from_json({"game": game.slug, "hands": hands, "boards": boards}).deal == deal


def test_mucked_and_folded_hands_runs_and_rules_are_read():
    document = DEAL | {
        "hands": {"HandA": "mucked", "HandB": "5c-5d-6c-7d", "HandC": "Ts9s8s7s"},
        "board": None,
        "boards": ["Ah-Kh-5s-2s-Qd", ["Ah", "Kh", "5s", "2s", "3c"]],
        "rules": "roberts",
        "folded": ["HandC"],
    }
    deal, wagers, rules = deal_from_json(document)
    assert [hand.is_mucked for hand in deal.hands] == [True, False, False]
    assert (deal.runs, wagers.folded, rules) == (2, ("HandC",), RULE_SETS["roberts"])


RAKE = Rake(percent=Decimal("2.5"), cap=300, no_flop_no_drop=True, taken_from=TakenFrom.MAIN)


@pytest.mark.parametrize(
    ("document", "wagers"),
    [
        ({}, None),
        ({"pots": None, "button": None}, None),
        ({"pots": [{"amount": 91}]}, Wagers(pots=(Pot(91),))),
        ({"folded": ["HandB"]}, Wagers(folded=("HandB",))),
        ({"pots": [{"amount": 50, "eligible": ["HandA"]}], "button": "HandA", "unit": 25},
         Wagers(pots=(Pot(50, ("HandA",)),), button="HandA", unit=25)),
        ({"contributions": {"HandA": 5, "Zoe": 5}, "folded": ["Zoe"], "seats": ["Zoe", "HandA"]},
         Wagers(contributions={"HandA": 5, "Zoe": 5}, folded=("Zoe",), seats=("Zoe", "HandA"))),
        ({"contributions": {"HandA": 60}, "dead": 5, "rake": {"amount": 2, "jackpot": "1"}},
         Wagers(contributions={"HandA": 60}, dead=5, rake=Rake(amount=2, jackpot=1))),
        ({"pots": [{"amount": "8.00"}],
          "rake": {"percent": "2.5", "cap": 3, "no_flop_no_drop": True, "taken_from": "main"}},
         Wagers(pots=(Pot(800),), rake=RAKE, decimals=2)),
        # One amount has hundredths, so all amounts are converted to hundredths.
        ({"contributions": {"HandA": "12.50", "HandB": 3}, "unit": "0.25"},
         Wagers(contributions={"HandA": 1250, "HandB": 300}, unit=25, decimals=2)),
    ],
)  # fmt: skip
def test_wagers_are_read(document, wagers):
    assert wagers_from_json(validate_document(WagersJson, document, "wagers")) == wagers


SETTLEMENT_ADAPTER = TypeAdapter(SettlementJson)


@given(
    any_tables | st.tuples(deals(max_players=5), st.none()), st.sampled_from([*RULE_SETS.values()])
)
def test_every_settlement_matches_its_type(deal_and_wagers, rules):
    document = settlement_to_json(settle(*deal_and_wagers, rules))
    text = json.dumps(document)
    SETTLEMENT_ADAPTER.validate_json(text)
    assert json.loads(text) == document


def test_a_payout_states_every_chip_and_its_rule():
    wagers = Wagers(contributions={"HandA": 29, "HandB": 29, "HandC": 129}, button="HandB")
    settlement = settle_text("KhQcJs8s Ac3h9dTs As3d9cTh | 2d5h7cKsKd", wagers=wagers)
    chips = settlement_to_json(settlement)["chips"]
    lines = chips.pop("lines")
    assert lines[0] == "100 back to HandC: nobody called it."
    (pot,) = chips.pop("pots")
    high, low = pot.pop("contests")
    assert (high["winners"], high["title"]) == (["HandA"], "three kings")
    assert high["why"] == "three kings beat a pair of kings"
    assert (low["winners"], low["strength"]) == (["HandB", "HandC"], 49)
    odd_low = {"amount": 1, "to": "HandC", "rule": "left-of-button"}
    odd_low["words"] = "to HandC, first left of the button"
    assert [list(award.values()) for award in pot.pop("awards")] == [
        [["high"], 1, 44, ["HandA"], {"high": "three kings"}, 44, []],
        [["low"], 1, 43, ["HandC", "HandB"], {"low": "7-5-3-2-A"}, 21, [odd_low]],
    ]
    odd_high = {"amount": 1, "to": "high", "rule": "first-contest", "words": "to high"}
    players = ["HandA", "HandB", "HandC"]
    assert list(pot.values()) == ["pot", 87, 0, players, "divided", [odd_high]]
    keys = ("rules", "decimals", "button", "unit", "turn", "returned")
    assert [chips[key] for key in keys] == [
        *("wsop-2026", 0, "HandB", 1, ["HandC", "HandA", "HandB"]),
        {"label": "HandC", "amount": 100},
    ]
    assert [list(player.values()) for player in chips["players"]] == [
        ["HandA", 44, 0, "1/2", "half"],
        ["HandB", 21, 0, "1/4", "quartered"],
        ["HandC", 22, 100, "1/4", "quartered"],
    ]
