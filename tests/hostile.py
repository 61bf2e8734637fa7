"""Bodies of up to two megabytes that are designed to be expensive for a JSON parser."""

import json

from showdown.notation.deal_json import deal_from_json
from showdown.notation.strict_json import read_json

SIZE = 2_000_000

DEAL = {
    "game": "omaha-hilo",
    "hands": {"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
    "board": "Ah-Kh-5s-2s-Qd",
}


def _deal(**more: object) -> str:
    return json.dumps(DEAL | more)


def _keys(count: int) -> str:
    return ",".join(f'"{number}":1' for number in range(count))


def _labels(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


BODIES = {
    "the last of many keys twice": lambda: "{" + _keys(200_000) + ',"199999":2}',
    "many hands": lambda: _deal(hands=dict.fromkeys(_labels(90_000), "Ac-Kd-Jd-3d")),
    "a list of many hands": lambda: _deal(hands=["Ac-Kd-Jd-3d"] * 130_000),
    "many pots": lambda: _deal(pots=[{"amount": 1}] * 130_000),
    "many eligible": lambda: _deal(pots=[{"amount": 1, "eligible": _labels(180_000)}]),
    "many folded": lambda: _deal(pots=[{"amount": 1}], folded=_labels(180_000)),
    "many seats": lambda: _deal(pots=[{"amount": 1}], seats=_labels(180_000)),
    "many contributions": lambda: _deal(contributions=dict.fromkeys(_labels(120_000), 1)),
    "a long board": lambda: _deal(board="2d" * (SIZE // 2)),
    "a long hand": lambda: _deal(hands=["2d" * (SIZE // 2), "5c-5d-6c-7d"]),
    "a long label": lambda: _deal(hands={"a" * SIZE: "Ac-Kd-Jd-3d"}),
    "a long game": lambda: _deal(game="z" * SIZE),
    "a long button": lambda: _deal(pots=[{"amount": 1}], button="b" * SIZE),
    "a long key": lambda: json.dumps({"k" * SIZE: 1}),
    "an amount that is a list": lambda: _deal(pots=[{"amount": [1] * (SIZE // 3)}]),
    "a unit of many digits": lambda: (
        _deal(pots=[{"amount": 1}])[:-1] + ', "unit": ' + "1" * SIZE + "}"
    ),
    "deep lists": lambda: "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "deep objects": lambda: '{"a":' * 300_000 + "1" + "}" * 300_000,
    "lists one deeper than may be": lambda: "[" * 65 + "]" * 65,
    "very many lists": lambda: "[" + "[]," * (SIZE // 3) + "[]]",
    "halves of characters": lambda: '["' + r"\ud83c" * (SIZE // 6) + '"]',
}
"""Functions that return the bodies; refusing one takes at most a multiple of its parsing time."""


def settle_json(body: bytes) -> None:
    """Read and settle a deal like the API. Raise InvalidDeal if it is invalid."""
    deal_from_json(read_json(body)).settle()
