"""The night of an audited log, which is collected during the audit and stored in files.

One file has the night as JSON. Another has the hands, one per line, and a third the offset of each
line in eight bytes, so that one hand can be read without the others.
"""

import json
from collections.abc import Iterable, Iterator
from struct import Struct
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple
from uuid import UUID

from showdown.audits.array_judging import JudgedOrSkipped
from showdown.audits.judging import Judgment
from showdown.audits.night.equities import EquityCalculator
from showdown.audits.night.names import NightOptions
from showdown.audits.night.night import Night
from showdown.audits.night.night_report import HandJson, NightJson, hand_to_json, night_to_json
from showdown.audits.signing import to_json_line
from showdown.batches.jobs import stop_if_requested
from showdown.batches.storage import read_file, read_pieces, save_stream
from showdown.files.blocks import stoppable
from showdown.files.log_hands import read_chunks
from showdown.models import Batch

MAX_HANDS = 20_000
"""Maximum number of hands stored for display."""
_OFFSET, _OFFSET_PAIR = Struct("<Q"), Struct("<QQ")
"""The offset of a hand, and the offsets of its start and end."""


class NightFiles(NamedTuple):
    """The names of the files of a night, and the number `shown` of the hands in them.

    `places` is the file of offsets. The fields are stored in the tallies of the batch.
    """

    night: str
    hands: str
    places: str
    shown: int


class NightWriter:
    """A collector of the night during an audit; `save` writes the files."""

    def __init__(self, calculator: EquityCalculator, options: NightOptions) -> None:
        self._night = Night(calculator, options.names())
        self._terms = calculator.terms
        self._chip = options.chip
        self._hands: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed by close
        self._offsets: list[int] = []

    def close(self) -> None:
        self._hands.close()

    def add_each(self, hands: Iterable[JudgedOrSkipped]) -> Iterator[JudgedOrSkipped]:
        """Collect and yield the hands."""
        for hand in self._night.add_each(hands):
            number = len(self._offsets)
            if isinstance(hand, Judgment) and number < MAX_HANDS:
                self._offsets.append(self._hands.tell())
                night = self._night
                document = hand_to_json(number, hand, self._terms, night.names, night.equities)
                self._hands.write(to_json_line(document) + b"\n")
            yield hand

    def save(self, batch: UUID, names: list[str]) -> NightFiles:
        """Write the files and return their names, which are also added to `names` one by one."""
        length = self._hands.tell()
        self._hands.seek(0)
        for kind, parts in (
            ("night", [to_json_line(dict(night_to_json(self._night, self._chip)))]),
            ("hands", read_chunks(self._hands)),
            ("places", map(_OFFSET.pack, [*self._offsets, length])),
        ):
            names.append(save_stream(batch, kind, stoppable(parts, stop_if_requested))[0])
        night, hands, places = names[-3:]
        return NightFiles(night, hands, places, len(self._offsets))


def night_files_of(batch: Batch) -> NightFiles | None:
    """Return the names of the audit's night files; None while the audit isn't done."""
    tallies: dict[str, Any] = batch.tallies or {}
    return NightFiles(**tallies["night"]) if batch.is_done and "night" in tallies else None


def load_night(files: NightFiles) -> NightJson:
    night: NightJson = json.loads(read_file(files.night))
    return night


def load_hand(files: NightFiles, number: int) -> HandJson | None:
    """Return the hand with this number, counted from 0; None if it was not stored."""
    if not 0 <= number < files.shown:
        return None
    position = number * _OFFSET.size
    start, end = _OFFSET_PAIR.unpack(
        b"".join(read_pieces(files.places, position, position + _OFFSET_PAIR.size))
    )
    hand: HandJson = json.loads(b"".join(read_pieces(files.hands, start, end)))
    return hand
