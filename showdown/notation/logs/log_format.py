"""What a format of hand histories is: how a hand begins in it, and how it is read."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from showdown.evaluator.errors import InvalidDeal
from showdown.notation.logs.lines import LONGEST
from showdown.notation.logs.logged_hand import (
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Unplayed,
    Unreadable,
)
from showdown.notation.logs.statements import Statement
from showdown.words.errors import error_text

LONGEST_NAME = 100
"""Of a longer name of a hand or a table, only so much is kept."""

_COUNT = re.compile(r"\*{3,} # \d{1,9} \*{3,}\s*")
"""How exports and logs sent by mail count their hands, between them."""


class Collector(Protocol):
    """Takes the lines of a format whose hands can be read only when all lines are there."""

    def add(self, lines: str, number: int) -> None:
        """The next lines, the first of which has this number. All but the last of a log end."""

    def read(self) -> Iterator[ReadHand]: ...


def _nothing(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    return iter(())


class LogFormat(NamedTuple):
    """One format, by its `name`.

    `begins(line, piece)` is whether a hand begins at this line. `piece` are the lines from where
    the last hand of this format began, empty where none has begun yet, and None inside a hand of
    another format. It is asked about lines that begin with one of the `prefixes`, and about all of
    them where no hand has begun.

    `read(lines, number)` reads what was written from such a line to the next one, or to the end of
    the log: a hand, and whatever follows it. `number` is that of the first line. It raises nothing
    but TakesTooLong, which comes of going through the lines.

    Of no line has it to read more than `longest_line` characters: patterns may look for too much.

    Where hands of one document share a head, `head(lines)` is what of these lines, from where a
    hand began, holds for the next hands too: `read` gets it before their own lines. Lines of a
    document may be indented where `is_indented`.

    Where there is a `collector`, it gets all lines, from one that begins to where another format
    does, instead of `read`. It is called with the number of the first.

    A format `may_omit_payments` where a hand is whole without saying who was paid.

    The format `states` what it declares here, and nothing else; some hands `may_lack` some of it.
    """

    name: str
    prefixes: tuple[str, ...]
    begins: Callable[[str, Sequence[str] | None], bool]
    read: Callable[[Sequence[str], int], Iterator[ReadHand]] = _nothing
    longest_line: int = LONGEST
    collector: Callable[[int], Collector] | None = None
    head: Callable[[Sequence[str]], Sequence[str]] | None = None
    is_indented: bool = False
    may_omit_payments: bool = False
    states: frozenset[Statement] = frozenset()
    may_lack: frozenset[Statement] = frozenset()


def unreadable(origin: Origin, detail: str) -> SkippedHand:
    return SkippedHand(origin=origin, reason=Skip.UNREADABLE, detail=detail)


def strays(lines: Sequence[str], number: int, name: str) -> Iterator[SkippedHand]:
    """What is written here though it belongs to no hand, if anything, as one entry."""
    for place, line in enumerate(lines):
        if line and not line.isspace() and not _COUNT.fullmatch(line):
            yield unreadable(Origin(format=name, line=number + place), "this belongs to no hand")
            return


def read_or_skipped(read: Callable[[Origin], ReadHand], origin: Origin) -> ReadHand:
    """What `read` returns, or why it can't: whatever is wrong with the text, a hand is skipped."""
    try:
        return read(origin)
    except Unplayed as error:
        return SkippedHand(origin=origin, reason=error.reason, detail=error.detail)
    except Unreadable as error:
        return unreadable(origin, str(error))
    except InvalidDeal as error:
        return unreadable(origin, error_text(error))
    except (LookupError, ValueError, ArithmeticError):
        return unreadable(origin, "a line of it isn't understood")


def origin_of(
    format_name: str,
    line: int,
    begun: re.Match[str] | None,
    table: re.Match[str] | None,
    played: datetime | None,
) -> Origin:
    """Where a hand stands, and when it was `played`: its id and its table are the first groups."""
    hand = begun[1][:LONGEST_NAME] if begun else ""
    name_of_table = table[1][:LONGEST_NAME] if table else ""
    return Origin(format_name, line, hand, name_of_table, played)
