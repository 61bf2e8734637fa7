"""Reads a deal that was submitted as JSON, and says where in the document an error is.

`{"game": "omaha-hilo", "hands": {"HandA": "Ac-Kd-Jd-3d", …}, "board": "Ah-Qs-…"}`; `hands` may
be a list. Chips are keys beside these, as `chips_json` reads them.
"""

import json
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, NamedTuple
from urllib.parse import quote

from showdown.evaluator.deals import BOARD, MOST_PLAYERS, Deal, default_label
from showdown.evaluator.errors import InvalidChips, InvalidDeal
from showdown.evaluator.games import find_game
from showdown.evaluator.wagers import Wagers
from showdown.notation.wagers_json import WAGERS_KEYS, wagers_from_json

DEAL_KEYS = ("game", "hands", "board")
LONGEST_CARDS = 200
"""Characters of a hand or a board: several times what the most generous spelling takes."""

_MOST_KEYS = 100
_LONGEST_KEY = 100
_DEEPEST = 64
_TOO_DEEP = f"this JSON is nested more than {_DEEPEST} deep"


class Submission(NamedTuple):
    """A deal, and what is at stake, if anything."""

    deal: Deal
    wagers: Wagers | None


class NotJson(InvalidDeal):
    """A text that is no JSON document."""


class MalformedDeal(InvalidDeal):
    """A JSON document that does not have the form of a deal."""


def read_json(data: bytes) -> Any:
    """The document. Raises NotJson, also where an object names a key twice.

    No object has more than 100 keys, none of them longer than 100 characters, and nothing is
    nested more than 64 deep: what a stranger sends costs no more than reading it once.
    """
    try:
        document = json.loads(data, object_pairs_hook=_object, parse_constant=_refuse_constant)
        if data.count(b"[") + data.count(b"{") > _DEEPEST:
            _refuse_deep(document)
        if rb"\ud" in data.lower():
            _refuse_half_characters(document)
    except NotJson:
        raise
    except json.JSONDecodeError as error:
        raise NotJson(f"this is no JSON: {error}", position=error.pos) from error
    except RecursionError as error:
        raise NotJson(_TOO_DEEP) from error
    except ValueError as error:
        raise NotJson(f"this is no JSON: {error}") from error
    return document


def deal_from_json(document: Any) -> Submission:
    """The deal of this document. Raises InvalidDeal."""
    if not isinstance(document, dict):
        raise MalformedDeal("a deal is an object with the keys game, hands and board")
    known = (*DEAL_KEYS, *WAGERS_KEYS)
    for key in document:
        if key not in known:
            raise MalformedDeal(f"a deal has no {key!r}; it has {', '.join(known)}", field=key)
    deal = Deal.parse(
        find_game(_text(document, "game")), _hands(document), _text(document, "board", default="")
    )
    return Submission(deal=deal, wagers=wagers_from_json(document))


def pointer_to(error: InvalidDeal, document: Any) -> str:
    """Where in the document the error is: a JSON pointer as the fragment of a URI."""
    hands = document.get("hands") if isinstance(document, dict) else None
    if error.field == BOARD:
        return "#/board"
    if not error.field:
        return "#"
    if not isinstance(error, InvalidChips | MalformedDeal | NotJson):
        if isinstance(hands, dict) and error.field in hands:
            return _pointer("hands", error.field)
        if isinstance(hands, list) and error.field not in DEAL_KEYS:
            return _pointer("hands", str(_seat_of(error.field)))
    return _pointer(error.field)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values: a label given twice must not lose a hand."""
    if len(pairs) > _MOST_KEYS:
        raise NotJson(f"an object has {len(pairs):,} keys; no more than {_MOST_KEYS} are read")
    read = dict(pairs)
    if max(map(len, read), default=0) > _LONGEST_KEY:
        raise NotJson(f"a key has more than {_LONGEST_KEY} characters")
    if len(read) < len(pairs):
        twice = _first_repeated(key for key, _ in pairs)
        raise NotJson(f"{twice!r} is there twice in one object", field=twice)
    return read


def _first_repeated(keys: Iterable[str]) -> str:
    """The first key that has been there before; there is one."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    raise ValueError("no key is repeated")


def _refuse_deep(document: Any) -> None:
    """Raise NotJson for a list or an object inside too many others."""
    level = _containers([document])
    for _ in range(_DEEPEST):
        members = (outer.values() if isinstance(outer, dict) else outer for outer in level if outer)
        level = _containers(chain.from_iterable(members))
    if level:
        raise NotJson(_TOO_DEEP)


def _containers(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, dict | list)]


def _refuse_constant(name: str) -> None:
    raise NotJson(f"{name} is no JSON")


def _refuse_half_characters(document: Any) -> None:
    r"""Raise ValueError for half of a pair like `\ud83c\udccf`, which no answer could repeat."""
    json.dumps(document, ensure_ascii=False).encode()


def _text(document: Mapping[str, Any], key: str, *, default: str | None = None) -> str:
    value = document.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str):
        raise MalformedDeal(
            f"{key} must be a text" if key in document else f"{key} is missing", field=key
        )
    _refuse_long(value, key)
    return value


def _hands(document: Mapping[str, Any]) -> Mapping[str, str] | list[str]:
    hands = document.get("hands")
    texts = list(hands.values()) if isinstance(hands, dict) else hands
    if not isinstance(texts, list):
        said = (
            "must be an object of texts by label, or a list"
            if "hands" in document
            else "are missing"
        )
        raise MalformedDeal(f"hands {said}", field="hands")
    if not all(isinstance(text, str) for text in texts):
        raise MalformedDeal("each of the hands must be a text, as Ac-Kd-Jd-3d", field="hands")
    _refuse_long(max(texts, key=len, default=""), "hands")
    return hands  # type: ignore[return-value]


def _refuse_long(text: str, field: str) -> None:
    if len(text) > LONGEST_CARDS:
        raise MalformedDeal(f"{field}: a text of more than {LONGEST_CARDS} characters", field=field)


def _seat_of(label: str) -> int:
    return next(seat for seat in range(MOST_PLAYERS) if default_label(seat) == label)


def _pointer(*path: str) -> str:
    escaped = (step.replace("~", "~0").replace("/", "~1") for step in path)
    return "#/" + "/".join(quote(step) for step in escaped)
