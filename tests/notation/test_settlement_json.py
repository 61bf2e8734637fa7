"""Settlements as JSON: they are what their types say, and every chip has its rule."""

import json

from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Wagers
from showdown.notation.settlement_json import SettlementJson, settlement_to_json
from tests.evaluator.dealing import any_tables, deals, settled

TYPE = TypeAdapter(SettlementJson)


@given(any_tables | st.tuples(deals(most=5), st.none()), st.sampled_from([*RULE_SETS.values()]))
def test_every_answer_is_what_its_type_says(table, rules):
    written = settlement_to_json(settle(*table, rules))
    text = json.dumps(written)
    TYPE.validate_json(text)
    assert json.loads(text) == written


POT_OF_87 = {
    "name": "pot",
    "amount": 87,
    "taken": 0,
    "eligible": ["HandA", "HandB", "HandC"],
    "division": "divided",
    "awards": [
        {
            "contests": ["high"],
            "run": 1,
            "amount": 44,
            "winners": ["HandA"],
            "made": {"high": "three kings"},
            "each": 44,
            "odd_chips": [],
        },
        {
            "contests": ["low"],
            "run": 1,
            "amount": 43,
            "winners": ["HandC", "HandB"],
            "made": {"low": "7-5-3-2-A"},
            "each": 21,
            "odd_chips": [
                {
                    "amount": 1,
                    "to": "HandC",
                    "rule": "left-of-button",
                    "words": "to HandC, first left of the button",
                }
            ],
        },
    ],
    "odd_chips": [{"amount": 1, "to": "high", "rule": "first-contest", "words": "to high"}],
}


def test_a_payout_says_every_chip_and_its_rule():
    wagers = Wagers(contributions={"HandA": 29, "HandB": 29, "HandC": 129}, button="HandB")
    settlement = settled("KhQcJs8s Ac3h9dTs As3d9cTh | 2d5h7cKsKd", wagers=wagers)
    chips = settlement_to_json(settlement)["chips"]
    lines = chips.pop("lines")
    assert lines[0] == "100 back to HandC: nobody called it."
    (pot,) = chips.pop("pots")
    high, low = pot.pop("contests")
    assert (high["winners"], high["title"]) == (["HandA"], "three kings")
    assert high["why"] == "three kings beat a pair of kings"
    assert (low["winners"], low["strength"]) == (["HandB", "HandC"], 49)
    assert pot == POT_OF_87
    assert (
        chips.items()
        >= {
            "rules": "wsop-2026",
            "decimals": 0,
            "button": "HandB",
            "unit": 1,
            "turn": ["HandC", "HandA", "HandB"],
            "returned": {"label": "HandC", "amount": 100},
        }.items()
    )
    assert [list(player.values()) for player in chips["players"]] == [
        ["HandA", 44, 0, "1/2", "half"],
        ["HandB", 21, 0, "1/4", "quartered"],
        ["HandC", 22, 100, "1/4", "quartered"],
    ]
