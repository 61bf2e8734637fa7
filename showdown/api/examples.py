"""Examples in the OpenAPI document. A test sends each of them to the API."""

import json
from typing import Any

from drf_spectacular.utils import OpenApiExample

from showdown.notation.deal_json import deal_from_json
from showdown.notation.settlement_json import settlement_to_json


def _example(name: str, **document: Any) -> OpenApiExample:
    return OpenApiExample(name, value=document, request_only=True)


DEAL_EXAMPLES = [
    _example(
        "Omaha Hi/Lo",
        game="omaha-hilo",
        hands={"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
        board="Ah-Kh-5s-2s-Qd",
    ),
    _example(
        "Side pots and a button",
        game="omaha-hilo",
        hands=["Ac3h9dTs", "KhQcJs8s", "QhQsJcTd"],
        board="2d5h7cKsKd",
        pots=[{"amount": 91}, {"amount": 40, "eligible": ["HandB", "HandC"]}],
        button="HandB",
        rules="tda-2026",
    ),
    _example(
        "All-in, run twice, with cents",
        game="holdem",
        hands={"Ann": "As Kd", "Bob": "10♠ 10♥", "Cem": "mucked"},
        boards=["Td 9c 4s Ac Kh", "Td 9c 4s 2c 2h"],
        contributions={"Ann": "102.50", "Bob": "87.25", "Cem": 10},
        folded=["Cem"],
    ),
    OpenApiExample(
        "Pasted text",
        value="Anna: AcKdJd3d\nBoris: 5c5d6c7d\nBoard: AhKh5s2sQd\nPot: 1,250",
        media_type="text/plain",
        request_only=True,
    ),
    _example("Badugi", game="badugi", hands=[["Ac", "4h", "3d", "2s"], ["Ad", "Kc", "2h", "9s"]]),
    _example(
        "Stud Hi/Lo", game="stud-hilo", hands={"Ann": "Ah2h3c4d8sKsKd", "Bob": "9c9d9hQsQc5h6d"}
    ),
    _example(
        "Double-board Omaha",
        game="double-board-omaha",
        hands=["AhKhQd2c", "9s9d8c7c"],
        boards=["Ad Kd 5s 6s 7h", "9c Tc Jc 2d 3h"],
    ),
]

SETTLEMENT_EXAMPLE = OpenApiExample(
    "Omaha Hi/Lo",
    value=settlement_to_json(deal_from_json(DEAL_EXAMPLES[0].value).settle()),
    response_only=True,
    status_codes=["200"],
)

SPOT_EXAMPLES = [
    _example(
        "On the flop",
        game="omaha-hilo",
        hands=["AsKhQsJh", "2c3d4c5d"],
        board="Ah7c2d",
        next_card=True,
    ),
    _example(
        "A range, and a dead card",
        game="holdem",
        hands={"Ann": "AhKh", "Bob": "QQ+, AKs"},
        board="2h3h9s",
        dead="2c",
    ),
    _example(
        "All-in with a side pot, and rake",
        game="omaha-hilo",
        hands={"Ann": "AsKhQsJh", "Bob": "2c3d4c5d", "Cem": "6h7h8d9d"},
        wagers={
            "contributions": {"Ann": 100, "Bob": 250, "Cem": 250},
            "button": "Cem",
            "rake": {"percent": "5", "cap": 20},
        },
        rules="tda-2026",
    ),
    _example(
        "Charts of two ranges",
        game="holdem",
        hands={"Ann": "15%", "Bob": "QQ+, AKs"},
        board="2h3h9s",
        standing=True,
    ),
    _example(
        "Dollar equity in a tournament",
        game="holdem",
        hands={"Ann": "AsAh", "Bob": "KsKh"},
        icm={"stacks": {"Ann": 5000, "Bob": 3000, "Cem": 2000}, "payouts": [50, 30, 20]},
    ),
]

_LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"

BULK_EXAMPLES = [
    OpenApiExample(
        "Lines", value=f"{_LINE}\n{_LINE} Pot:4765", media_type="text/plain", request_only=True
    ),
    OpenApiExample(
        "JSON lines",
        value="".join(
            json.dumps(example.value) + "\n"
            for example in DEAL_EXAMPLES
            if isinstance(example.value, dict)
        ),
        media_type="application/x-ndjson",
        request_only=True,
    ),
]
