"""Read logs. The beginning of each hand determines its format, so a log may mix formats."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from textwrap import dedent

from showdown.notation.logs.hand_reader import HandReader, skip_unread_lines, skip_unreadable
from showdown.notation.logs.lines import (
    MAX_HAND_LENGTH,
    MAX_SECONDS,
    TakesTooLong,
    decode_log,
    with_time_limit,
)
from showdown.notation.logs.logged_hand import (
    LoggedHand,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Statement,
)
from showdown.notation.logs.rooms.bovada import Bovada
from showdown.notation.logs.rooms.full_tilt import FullTilt
from showdown.notation.logs.rooms.ggpoker import GGPoker
from showdown.notation.logs.rooms.ipoker import IPoker
from showdown.notation.logs.rooms.kings_club import KingsClub
from showdown.notation.logs.rooms.open_hand_history import OpenHandHistory
from showdown.notation.logs.rooms.partypoker import PartyPoker
from showdown.notation.logs.rooms.phh import Phh
from showdown.notation.logs.rooms.pokernow import PokerNow
from showdown.notation.logs.rooms.pokerstars import PokerStars
from showdown.notation.logs.rooms.room_888 import Room888
from showdown.notation.logs.rooms.swc import Swc
from showdown.notation.logs.rooms.winamax import Winamax
from showdown.notation.logs.rooms.winning import Winning
from showdown.notation.logs.unread_formats import describe_text

FORMATS: tuple[type[HandReader], ...] = (
    OpenHandHistory,
    PokerStars,
    PokerNow,
    GGPoker,
    Winamax,
    Room888,
    PartyPoker,
    Bovada,
    Winning,
    IPoker,
    Swc,
    FullTilt,
    KingsClub,
    Phh,
)
"""The formats, in the order in which their `begins` is called.

PHH is last because it accepts any line that begins with `#` before the first hand.
"""

_PREFIXES = [prefix for hand_format in FORMATS for prefix in hand_format.prefixes]
_INDENTED_PREFIXES = [
    prefix for hand_format in FORMATS if hand_format.is_indented for prefix in hand_format.prefixes
]
_BEGINNING = re.compile(
    rf"{'|'.join(map(re.escape, _PREFIXES))}"
    rf"|[ \t][^\S\n]*(?:{'|'.join(map(re.escape, _INDENTED_PREFIXES))})"
)
_NEXT_BEGINNING = re.compile(rf"\n(?={_BEGINNING.pattern})")
"""The line feed before the beginning of a hand."""
_NONBLANK_TEXT = re.compile(r"\S[^\n]*")
_MAX_LINES_SEARCHED = 1_000
"""Maximum number of nonblank lines that are compared with every format to find a hand."""
_TOO_SLOW = f"reading it takes more than {MAX_SECONDS:g} seconds"
_BROKEN_REASONS = (Skip.CUT_OFF, Skip.UNREADABLE)
_MAX_DETAIL_LENGTH = 200
_MAX_SINGLE_SPACED_LINES = 3
"""Texts with at most this many lines are never double-spaced, even if line 2 is blank."""


def read_log(blocks: Iterable[bytes]) -> Iterator[ReadHand]:
    """Yield every hand of a log in order: a LoggedHand, or a SkippedHand with the reason.

    `blocks` are parts of the log, of any size, in UTF-8, UTF-16, UTF-32 or cp1252. Text outside of
    hands is yielded as a SkippedHand, so nothing is dropped. No content of a log raises an error.
    Only one hand is in memory at a time, except in formats with a `collector`. A hand that takes
    more than MAX_SECONDS of CPU time to read is skipped as unreadable.
    """
    is_blank = True

    def decoded_blocks() -> Iterator[str]:
        nonlocal is_blank
        for block in decode_log(blocks):
            is_blank = is_blank and block.isspace()
            yield block

    hand = None
    for hand in _read_hands(decoded_blocks()):
        if isinstance(hand, SkippedHand):
            is_long = len(hand.detail) > _MAX_DETAIL_LENGTH
            detail = f"{hand.detail[:_MAX_DETAIL_LENGTH]}…"
            yield replace(hand, detail=detail) if is_long else hand
        elif hand.paid or not hand.pot_total > 0:
            yield hand
        else:
            are_stated = Statement.PAYMENTS in hand.statements
            reason = Skip.UNREADABLE if are_stated else Skip.NOT_PAID
            yield hand.as_skipped(reason, "it states no payments")
    if hand is None and not is_blank:
        yield SkippedHand(Origin(format="", line=1), Skip.NO_HANDS, "the log contains no hand")


def _read_hands(texts: Iterable[str]) -> Iterator[ReadHand]:
    """Yield every hand, and a skipped hand for other text."""
    pending = _PendingHand(None, 1)
    preamble: _PendingHand | None = None  # the text before the first hand, until that hand is read
    for text in texts:
        start = 0
        for index in _find_beginnings(text, pending):
            pending.add(text[start:index])
            start = index
            if hand_format := _find_format(_line_at(text, index), pending):
                is_same = hand_format is pending.hand_format
                head = hand_format.shared_head(pending.lines_with_head) if is_same else ()
                if pending.hand_format:
                    yield from preamble.read_hands() if preamble else ()
                    yield from pending.read_hands()
                preamble = None if pending.hand_format else pending
                pending = _PendingHand(hand_format, pending.end, head)
        pending.add(text[start:])
        pending.shorten()
    if pending.hand_format is None:
        yield from pending.read_unknown()
    elif preamble and not pending.hand_format.may_have_hands(pending.lines):
        yield from list(preamble.read_unknown()) or pending.read_unknown()
    else:
        yield from preamble.read_hands() if preamble else ()
        yield from pending.read_hands()


def read_hand(text: str) -> ReadHand | None:
    """Return the first hand in this text, even if it lacks payments; None if there is none."""
    hands = _read_hands(decode_log([dedent(text).strip().encode(errors="replace")]))
    return next((hand for hand in hands if hand.origin.format), None)


def _find_beginnings(text: str, pending: "_PendingHand") -> Sequence[int]:
    """Return the indices in this text at which hands may begin.

    Only the first hand may begin without the prefix of a format, and only within the first
    _MAX_LINES_SEARCHED nonblank lines.
    """
    indices = [0] if _BEGINNING.match(text) else []
    indices += [beginning.end() for beginning in _NEXT_BEGINNING.finditer(text)]
    if pending.hand_format:
        return indices
    for match in _NONBLANK_TEXT.finditer(text):
        if pending.lines_searched == _MAX_LINES_SEARCHED:
            return [index for index in indices if index >= match.start()]
        start = text.rfind("\n", 0, match.start()) + 1
        if _find_format(_line_at(text, start), pending):
            return [start, *(index for index in indices if index > start)]
        pending.lines_searched += 1
    return []


def _line_at(text: str, index: int) -> str:
    end = text.find("\n", index)
    return text[index:] if end < 0 else text[index:end]


def _find_format(line: str, pending: "_PendingHand") -> type[HandReader] | None:
    """Return the format of the hand that begins at this line; None if no hand begins.

    Indented lines, and the lines before the first hand, are compared with all formats; others only
    with the formats that have a matching prefix.
    """
    is_searching = pending.hand_format is None and pending.lines_searched < _MAX_LINES_SEARCHED
    needs_prefix = not (is_searching or line[:1].isspace())
    for hand_format in FORMATS:
        if needs_prefix and not line.startswith(hand_format.prefixes):
            continue
        previous = pending.lines if hand_format is pending.hand_format else ()
        if hand_format.begins(line, previous, is_first=pending.hand_format is None):
            return hand_format
    return None


class _PendingHand:
    """The lines received since the beginning of a hand.

    `first_line` is the number of the first line, and `end` is the number of the line after the
    last. `head` contains lines of an earlier hand that also apply to this one. `lines_searched` is
    the number of nonblank lines that were compared with all formats and begin no hand.
    """

    def __init__(
        self, hand_format: type[HandReader] | None, first_line: int, head: Sequence[str] = ()
    ) -> None:
        self.hand_format = hand_format
        self.lines: list[str] = []
        self.end = first_line
        self.lines_searched = 0
        self._collector = hand_format.collector() if hand_format and hand_format.collector else None
        self._head = head
        self._first_line = first_line
        self._size = 0
        self._max_line_length = hand_format.max_line_length if hand_format else MAX_HAND_LENGTH
        self._kept_count: int | None = None
        self._exceeded_bound = ""

    def add(self, text: str) -> None:
        """Add lines. Only the last line of the log may lack a line feed."""
        lines = text.split("\n")
        if not lines[-1]:
            lines.pop()
        if self._collector:
            if text:
                self._collector.add(text, self.end)
        else:
            self.lines += lines
            self._size += len(text)
        self.end += len(lines)

    @property
    def lines_with_head(self) -> list[str]:
        return [*self._head, *self.lines] if self._head else self.lines

    def shorten(self) -> None:
        """Drop lines beyond the maximum size of a hand, or from the first line that is too long."""
        if self._kept_count is None and self._size >= self._max_line_length:
            total = 0
            for index, line in enumerate(self.lines):
                total += len(line) + 1
                if total > MAX_HAND_LENGTH:
                    self._exceeded_bound = f"a hand has at most {MAX_HAND_LENGTH:,} characters"
                elif len(line) > self._max_line_length:
                    self._exceeded_bound = (
                        f"a line has at most {self._max_line_length:,} characters"
                    )
                else:
                    continue
                self._kept_count = index
                break
        if self._kept_count is not None:
            del self.lines[self._kept_count :]

    def read_hands(self) -> Iterator[ReadHand]:
        self.shorten()
        try:
            if self._collector:
                yield from self._collector.read_hands()
            elif self._kept_count is not None:
                # Yield the hand if it is complete without the dropped lines, and report those.
                hands = (
                    self._read_whole(self.hand_format) if self.hand_format and self.lines else ()
                )
                complete_hands = [
                    hand
                    for hand in hands
                    if isinstance(hand, LoggedHand) or hand.reason not in _BROKEN_REASONS
                ]
                yield from complete_hands
                first_skipped = self._first_line + (self._kept_count if complete_hands else 0)
                yield skip_unreadable(self._origin(first_skipped), self._exceeded_bound)
            elif self.hand_format:
                yield from self._read_whole(self.hand_format)
            else:
                yield from skip_unread_lines(self.lines, self._first_line, "")
        except TakesTooLong:
            yield skip_unreadable(self._origin(self._first_line), _TOO_SLOW)

    def read_unknown(self) -> Iterator[SkippedHand]:
        """Yield a skipped hand for a log in an unknown format."""
        self.shorten()
        for stray in skip_unread_lines(self.lines, self._first_line, ""):
            lines = self.lines[stray.origin.line - self._first_line :]
            yield SkippedHand(stray.origin, *describe_text(lines))

    def _read_whole(self, hand_format: type[HandReader]) -> Iterator[ReadHand]:
        lines, first_line = self.lines_with_head, self._first_line - len(self._head)
        if len(lines) <= _MAX_SINGLE_SPACED_LINES or any(map(str.strip, lines[1::2])):
            yield from hand_format.read_hands(with_time_limit(lines), first_line)
            return
        # Some mail programs add a blank line after each line.
        for hand in hand_format.read_hands(with_time_limit(lines[::2]), first_line):
            line = first_line + 2 * (hand.origin.line - first_line)
            yield replace(hand, origin=hand.origin._replace(line=line))

    def _origin(self, line: int) -> Origin:
        return Origin(format=self.hand_format.name if self.hand_format else "", line=line)
