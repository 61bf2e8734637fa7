"""Bodies of two megabytes that are made to cost a reader of JSON as much as they can."""

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
    "the last of many keys twice": "{" + _keys(200_000) + ',"199999":2}',
    "many hands": _deal(hands=dict.fromkeys(_labels(90_000), "Ac-Kd-Jd-3d")),
    "a list of many hands": _deal(hands=["Ac-Kd-Jd-3d"] * 130_000),
    "many pots": _deal(pots=[{"amount": 1}] * 130_000),
    "many eligible": _deal(pots=[{"amount": 1, "eligible": _labels(180_000)}]),
    "many folded": _deal(pots=[{"amount": 1}], folded=_labels(180_000)),
    "many seats": _deal(pots=[{"amount": 1}], seats=_labels(180_000)),
    "many contributions": _deal(contributions=dict.fromkeys(_labels(120_000), 1)),
    "a long board": _deal(board="2d" * (SIZE // 2)),
    "a long hand": _deal(hands=["2d" * (SIZE // 2), "5c-5d-6c-7d"]),
    "a long label": _deal(hands={"a" * SIZE: "Ac-Kd-Jd-3d"}),
    "a long game": _deal(game="z" * SIZE),
    "a long button": _deal(pots=[{"amount": 1}], button="b" * SIZE),
    "a long key": json.dumps({"k" * SIZE: 1}),
    "an amount that is a list": _deal(pots=[{"amount": [1] * (SIZE // 3)}]),
    "a unit of many digits": _deal(pots=[{"amount": 1}])[:-1] + ', "unit": ' + "1" * SIZE + "}",
    "deep lists": "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "deep objects": '{"a":' * 300_000 + "1" + "}" * 300_000,
    "lists one deeper than may be": "[" * 65 + "]" * 65,
    "very many lists": "[" + "[]," * (SIZE // 3) + "[]]",
    "halves of characters": '["' + r"\ud83c" * (SIZE // 6) + '"]',
}
"""Each is refused; none may cost more than reading it a few times."""


def settle_json(data: bytes) -> None:
    """Read it as the API does, up to the pots. Raises InvalidDeal."""
    deal_from_json(read_json(data)).settle()
