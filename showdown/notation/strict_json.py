"""Parse untrusted JSON. Reject duplicate keys and oversized documents.

The module `json` silently keeps only the last value of a duplicate key.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import Any
from urllib.parse import quote

from showdown.evaluator.errors import InvalidDeal

MAX_KEYS = 100
MAX_KEY_LENGTH = 100
MAX_LEVELS = 64
MAX_OBJECTS = 10_000

type Path = tuple[str | int, ...]
"""The keys and indices that lead from the whole document to a part of it."""


class NotJson(InvalidDeal):
    """Text that isn't JSON."""

    message = "this isn't JSON: {reason}"

    reason: str = ""


class DuplicateKey(NotJson):
    """A key that appears more than once in an object."""

    message = "the key “{key}” appears twice in one object"

    key: str
    path: Path = ()


class TooManyKeys(NotJson):
    """An object with too many keys."""

    message = f"an object has {{count}} keys; it can have at most {MAX_KEYS}"

    count: int


class TooManyObjects(NotJson):
    """A document with too many objects."""

    message = f"there are more than {MAX_OBJECTS:,} objects"


class KeyTooLong(NotJson):
    """A key that is too long."""

    message = f"a key has more than {MAX_KEY_LENGTH} characters"


class NestedTooDeeply(NotJson):
    """Lists and objects nested too deeply."""

    message = f"this is nested more than {MAX_LEVELS} levels deep"


class _WithDuplicate(dict[str, Any]):
    """An object with a duplicate key. Its path is known only once the document has been parsed."""

    key: str


def read_json(text: bytes) -> Any:
    """Parse a document. Raise NotJson if it isn't JSON, repeats a key or exceeds a limit."""
    duplicates: list[_WithDuplicate] = []
    objects = count(1)

    def build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if next(objects) > MAX_OBJECTS:
            raise TooManyObjects
        members = dict(pairs)
        if len(pairs) > MAX_KEYS:
            raise TooManyKeys(count=len(pairs))
        if max(map(len, members), default=0) > MAX_KEY_LENGTH:
            raise KeyTooLong
        if len(members) == len(pairs):
            return members
        object_with_duplicate = _WithDuplicate()
        for key, value in pairs:
            if key in object_with_duplicate:
                object_with_duplicate.key = key
                break
            object_with_duplicate[key] = value
        duplicates.append(object_with_duplicate)
        return object_with_duplicate

    document = _load(text, build_object)
    if text.count(b"[") + text.count(b"{") > MAX_LEVELS:
        _check_depth(document)
    for path, part in _walk(document) if duplicates else ():
        if isinstance(part, _WithDuplicate):
            raise DuplicateKey(key=part.key, path=(*path, part.key))
    if rb"\ud" in text.lower():
        # Half of a surrogate pair, as in `\ud83c` without `\udccf`, can't be encoded.
        try:
            json.dumps(document, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise NotJson(reason="a surrogate in a string isn't part of a pair") from error
    return document


def to_pointer(path: Path) -> str:
    """Return the path as a JSON pointer in the fragment of a URI: `#/hands/HandA`."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "#" + "".join(f"/{quote(step)}" for step in steps)


def _load(text: bytes, build_object: Any) -> Any:
    try:
        return json.loads(text, object_pairs_hook=build_object, parse_constant=_reject_constant)
    except InvalidDeal:
        raise
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise NotJson(reason=message, position=error.pos) from error
    except RecursionError as error:
        raise NestedTooDeeply from error
    except UnicodeDecodeError as error:
        raise NotJson(reason="it isn't UTF-8", position=error.start) from error
    except ValueError as error:
        raise NotJson(reason="a number has too many digits") from error


def _reject_constant(name: str) -> None:
    raise NotJson(reason=f"{name} isn't a JSON number")


def _walk(document: Any) -> Iterator[tuple[Path, Any]]:
    """Yield every object and list of the document with its path, outer ones first."""
    stack: list[tuple[Path, Any]] = [((), document)]
    while stack:
        path, part = stack.pop()
        yield path, part
        inner = list(part.items() if isinstance(part, dict) else enumerate(part))
        for step, value in reversed(inner):
            if isinstance(value, dict | list):
                stack.append(((*path, step), value))


def _check_depth(document: Any) -> None:
    """Raise NestedTooDeeply if a list or an object is more than MAX_LEVELS levels deep."""
    level = _filter_containers([document])
    for _ in range(MAX_LEVELS):
        inner = (part.values() if isinstance(part, dict) else part for part in level if part)
        level = _filter_containers(chain.from_iterable(inner))
    if level:
        raise NestedTooDeeply


def _filter_containers(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if isinstance(value, dict | list)]
