"""Wagers and payouts as JSON."""

import json

import pytest
from hypothesis import given

from showdown.evaluator.chips import pay
from showdown.evaluator.errors import InvalidChips
from showdown.evaluator.wagers import ChipPot, Wagers
from showdown.notation.wagers_json import payout_to_json, wagers_from_json, wagers_to_json
from tests.evaluator.dealing import any_tables, settled


@pytest.mark.parametrize(
    ("submitted", "wagers"),
    [
        ({"game": "omaha-hilo", "board": "…"}, None),
        ({"pots": None, "button": None}, None),
        ({"pots": [{"amount": 91}]}, Wagers(pots=(ChipPot(91),))),
        (
            {"pots": [{"amount": 50, "eligible": ["HandA"]}], "button": "HandA", "unit": 25},
            Wagers(pots=(ChipPot(50, ("HandA",)),), button="HandA", unit=25),
        ),
        (
            {"contributions": {"HandA": 5, "Zoe": 5}, "folded": ["Zoe"], "seats": ["Zoe", "HandA"]},
            Wagers(contributions={"HandA": 5, "Zoe": 5}, folded=("Zoe",), seats=("Zoe", "HandA")),
        ),
    ],
)
def test_stakes_are_read(submitted, wagers):
    assert wagers_from_json(submitted) == wagers


@pytest.mark.parametrize(
    ("submitted", "field", "message"),
    [
        ({"pots": 91}, "pots", "pots must be a list"),
        ({"pots": [91]}, "pots", "pots must be objects, by name"),
        ({"pots": [{}]}, "pots", "None is no whole number of chips"),
        ({"pots": [{"amount": 1.5}]}, "pots", "1.5 is no whole number of chips"),
        ({"pots": [{"amount": True}]}, "pots", "True is no whole number of chips"),
        ({"pots": [{"amount": 5, "eligible": "HandA"}]}, "pots", "pots must be a list"),
        ({"pots": [{"amount": 5, "players": []}]}, "pots",
         "a pot has no 'players': amount and eligible"),
        ({"pots": [{"amount": 5, "eligible": []}], "unit": "1"}, "unit",
         "'1' is no whole number of chips"),
        ({"contributions": [5]}, "contributions", "contributions must be objects, by name"),
        ({"contributions": {"HandA": "5"}}, "contributions", "'5' is no whole number of chips"),
        ({"pots": [{"amount": 5}], "folded": [5]}, "folded", "5 is no label"),
        ({"pots": [{"amount": 5}], "button": 2}, "button", "2 is no label"),
        ({"button": "HandA"}, "", "there are no chips"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_named(submitted, field, message):
    with pytest.raises(InvalidChips) as caught:
        wagers_from_json(submitted)
    assert str(caught.value).startswith(message)
    assert caught.value.field == field


@given(any_tables)
def test_stakes_are_read_back_as_written(table):
    _, wagers = table
    assert wagers_from_json(json.loads(json.dumps(wagers_to_json(wagers)))) == wagers


@given(any_tables)
def test_every_payout_is_json(table):
    written = payout_to_json(pay(*table))
    assert json.loads(json.dumps(written)) == written


def test_a_payout_says_every_chip_and_its_rule():
    settlement = settled("KhQcJs8s Ac3h9dTs As3d9cTh | 2d5h7cKsKd")
    wagers = Wagers(contributions={"HandA": 29, "HandB": 29, "HandC": 129}, button="HandB")
    written = payout_to_json(pay(settlement, wagers))
    lines = written.pop("lines")
    rule = "odd chips go one each, starting with the first tied seat clockwise from the button"
    assert written == {
        "rule_set": "wsop-2024",
        "button": "HandB",
        "unit": 1,
        "odd_chip_order": ["HandC", "HandA", "HandB"],
        "odd_chip_rule": rule,
        "returned": {"label": "HandC", "amount": 100},
        "pots": [
            {
                "name": "pot",
                "amount": 87,
                "eligible": ["HandA", "HandB", "HandC"],
                "division": "44 for high, 43 for low",
                "odd_chip": {
                    "amount": 1,
                    "to": "high",
                    "rule": "the odd chip between the halves goes to high",
                },
                "parts": [
                    {
                        "name": "high",
                        "amount": 44,
                        "winners": ["HandA"],
                        "made": {"high": "3-of-a-Kind"},
                        "each": 44,
                        "odd_chips": [],
                    },
                    {
                        "name": "low",
                        "amount": 43,
                        "winners": ["HandC", "HandB"],
                        "made": {"low": "7532A"},
                        "each": 21,
                        "odd_chips": [{"amount": 1, "to": "HandC", "rule": rule}],
                    },
                ],
            }
        ],
        "players": [
            {"label": "HandA", "total": 44, "returned": 0, "share": "1/2", "share_name": "half"},
            {"label": "HandB", "total": 21, "returned": 0, "share": "1/4",
             "share_name": "quartered"},
            {"label": "HandC", "total": 22, "returned": 100, "share": "1/4",
             "share_name": "quartered"},
        ],
    }  # fmt: skip
    assert lines[-1] == "HandA 44 (half); HandB 21 (quartered); HandC 22 (quartered)."
