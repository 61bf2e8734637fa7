"""Poker Hand History: a TOML document for each hand, or a table of several."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, time, tzinfo
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.notation.logs.limits import Limit
from showdown.notation.logs.log_format import (
    LONGEST_NAME,
    LogFormat,
    Unreadable,
    strays,
    unreadable,
)
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, SkippedHand
from showdown.notation.logs.rooms.phh_table import PhhTable
from showdown.notation.logs.statements import TAKEN, USUAL, Statement
from showdown.words.errors import error_text

_NAME = "phh"

_VARIANTS = {
    "FT": "holdem",
    "NT": "holdem",
    "NS": "short-deck",
    "PO": "omaha",
    "FO/8": "omaha-hilo",
    "F7S": "seven-card-stud",
    "F7S/8": "stud-hilo",
    "FR": "razz",
    "N2L1D": "deuce-to-seven",
    "F2L3D": "deuce-to-seven",
    "FB": "badugi",
}
_FIELDS = frozenset(
    (  # noqa: SIM905 - a line for each would be longer than the reader
        "variant ante_trimming_status antes blinds_or_straddles bring_in small_bet big_bet min_bet"
        " starting_stacks actions author event url venue address city region postal_code country"
        " time time_zone time_zone_abbreviation day month year hand level seats seat_count table"
        " players finishing_stacks winnings currency currency_symbol time_limit time_banks"
    ).split()
)
_LIMITS = {"N": Limit.NO, "P": Limit.POT, "F": Limit.FIXED}
"""By the first letter of a variant."""
_REQUIRED = frozenset(("variant", "antes", "starting_stacks", "actions"))
_VARIANT = "variant"
_OWN = "_"
"""How fields begin that are somebody's own."""
_MOST_POINTS = 2000
"""What a key with as many parts costs to read grows with their square."""

_FIELD = re.compile(r"([a-z_]+)\s*=")
_HEADING = re.compile(r"\[\s*(?:[\w-]+|\"[^\"]*\"|'[^']*')\s*\]\s*(?:#.*)?")
_BROKEN_LINE = re.compile(r"at line (\d+)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
"""TOML has no such signs, not even in a comment."""
_AT_END = "end of document"


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """A hand begins at its heading or its variant, which is the first field in all we have seen.

    Where no hand has begun, other fields and a comment may come before.
    """
    if _HEADING.fullmatch(line):
        return True
    field = _field(line)
    if piece is not None and not piece:
        return bool(field) or line.startswith("#")
    return field == _VARIANT and not (piece and _may_go_on(piece))


def _may_go_on(piece: Sequence[str]) -> bool:
    """Whether the variant may still come: after other fields, but not after a blank line too."""
    if not piece[-1].strip() and any(map(_field, piece)):
        return False
    return all(
        not line.strip() or line[0] in "#[" or _field(line) not in ("", _VARIANT) for line in piece
    )


def _field(line: str) -> str:
    """The name of the field that is written in this line; empty if none is."""
    field = _FIELD.match(line)
    return field[1] if field and (field[1] in _FIELDS or field[1].startswith(_OWN)) else ""


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    if not any(map(_field, lines)):
        yield from strays(lines, number, "")
        return
    try:
        yield _read_document(_document(lines), Origin(format=_NAME, line=number))
    except tomllib.TOMLDecodeError as error:
        place = _BROKEN_LINE.search(str(error))
        broken = int(place[1]) - 1 if place else 0
        yield from _read_before(lines, broken, number, str(error))


def _read_before(lines: Sequence[str], broken: int, number: int, error: str) -> Iterator[ReadHand]:
    """What was written before the line that isn't TOML may be a whole hand."""
    origin = Origin(format=_NAME, line=number)
    try:
        document = _document(lines[:broken])
    except tomllib.TOMLDecodeError:
        document = {}
    if document.keys() >= _REQUIRED:
        yield _read_document(document, origin)
        yield from strays(lines[broken:], number + broken, _NAME)
    elif _AT_END in error:
        yield SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail="the TOML ends too early")
    else:
        yield unreadable(origin, f"this isn't TOML: {error[:1].lower()}{error[1:]}")


def _document(lines: Sequence[str]) -> dict[str, Any]:
    """The fields of the hand, which may be below a heading. Raises TOMLDecodeError."""
    text = _CONTROL.sub("\ufffd", "\n".join(lines))
    if text.count(".") > _MOST_POINTS:
        raise tomllib.TOMLDecodeError("too many dots")
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError:
        raise
    except (RecursionError, ValueError, ArithmeticError):
        raise tomllib.TOMLDecodeError("nested too deeply, or a number is too large") from None
    tables = [value for value in document.values() if isinstance(value, dict)]
    return tables[0] if len(tables) == len(document) == 1 else document


def _read_document(document: Mapping[str, Any], origin: Origin) -> ReadHand:
    if missing := sorted(_REQUIRED - document.keys()):
        detail = f"“{missing[0]}” is missing"
        return SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail=detail)
    try:
        return _read_hand(document, origin.line)
    except Unreadable as error:
        return unreadable(origin, str(error))
    except InvalidDeal as error:
        return unreadable(origin, error_text(error))
    except (TypeError, AttributeError, ValueError, ArithmeticError, LookupError):
        return unreadable(origin, "it isn't written as the specification says")


def _read_hand(document: Mapping[str, Any], line: int) -> ReadHand:
    origin = Origin(
        format=_NAME,
        line=line,
        hand=str(document.get("hand", ""))[:LONGEST_NAME],
        table=str(document.get("table", ""))[:LONGEST_NAME],
        played=_played(document),
    )
    game = GAMES.get(_VARIANTS.get(document["variant"], ""))
    if not game:
        detail = f"“{document['variant']}”"
        return SkippedHand(origin=origin, reason=Skip.UNSUPPORTED_GAME, detail=detail)
    table = PhhTable(document, game)
    table.play.limit = _LIMITS[document["variant"][0]]
    for action in document["actions"]:
        table.act(action)
    play = table.play
    play.boards = (tuple(table.board),) if game.boards and table.board else ()
    table.read_payments(document)
    return play.hand(origin, game)


def _played(document: Mapping[str, Any]) -> datetime | None:
    written = document.get("time")
    moment = written if isinstance(written, time) else time()
    try:
        return datetime(
            document["year"],
            document["month"],
            document["day"],
            moment.hour,
            moment.minute,
            moment.second,
            tzinfo=_zone(document.get("time_zone")),
        ).astimezone(UTC)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _zone(name: object) -> tzinfo:
    """`America/Toronto`; without one, times are in UTC."""
    try:
        return ZoneInfo(name) if name and isinstance(name, str) else UTC
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


PHH = LogFormat(
    _NAME,
    (_VARIANT, "["),
    _begins,
    _read,
    may_omit_payments=True,
    states=USUAL - TAKEN - {Statement.POTS},
)
