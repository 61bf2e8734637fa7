"""The night of an audited log: made as it is judged, kept in files, read for pages and programs.

One file has the night as JSON. Another has the hands, a line each, and a third where each line
begins, in eight bytes, so that one hand is read without the others.
"""

import json
from collections.abc import Iterable, Iterator
from struct import Struct
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple
from uuid import UUID

from showdown.audits.array_judging import Judged
from showdown.audits.evidence import as_json
from showdown.audits.judging import Judgement
from showdown.audits.night.asked import NightAsked
from showdown.audits.night.equities import Equities
from showdown.audits.night.hands import HandJson, hand_to_json
from showdown.audits.night.night import Night
from showdown.audits.night.night_json import NightJson
from showdown.audits.night.telling import night_to_json
from showdown.batches.files import load, pieces_of, remove, save_stream
from showdown.batches.jobs import stop_if_asked
from showdown.files.blocks import until_stopped
from showdown.files.log_hands import blocks_of
from showdown.models import Batch

MOST_HANDS = 20_000
"""Hands that can be looked at one after the other."""
_PLACE = Struct("<Q")


class Kept(NamedTuple):
    """The names of the files, and how many hands can be looked at."""

    night: str
    hands: str
    places: str
    shown: int


class NightWriter:
    """Follows an audit; `keep` then writes what it has seen."""

    def __init__(self, equities: Equities, asked: NightAsked) -> None:
        self._night = Night(equities, asked.names())
        self._terms = equities.terms
        self._asked = asked
        self._names = asked.names()
        self._hands: IO[bytes] = TemporaryFile()  # noqa: SIM115 - closed by close
        self._places: list[int] = []

    def close(self) -> None:
        self._hands.close()

    def read(self, judged: Iterable[Judged]) -> Iterator[Judged]:
        """The same hands again."""
        number = 0
        for hand in self._night.read(judged):
            if isinstance(hand, Judgement):
                if number < MOST_HANDS:
                    self._write(number, hand)
                number += 1
            yield hand

    def keep(self, batch: UUID) -> Kept:
        """Write the files. If one can't be written, none is left."""
        written: list[str] = []
        length = self._hands.tell()
        self._hands.seek(0)
        try:
            for kind, parts in (
                ("night", [as_json(dict(night_to_json(self._night, self._asked.chip)))]),
                ("hands", blocks_of(self._hands)),
                ("places", map(_PLACE.pack, [*self._places, length])),
            ):
                written.append(save_stream(batch, kind, until_stopped(parts, stop_if_asked))[0])
        except BaseException:
            for name in written:
                remove(name)
            raise
        night, hands, places = written
        return Kept(night, hands, places, len(self._places))

    def _write(self, number: int, judgement: Judgement) -> None:
        self._places.append(self._hands.tell())
        names = self._names.in_hand(judgement.hand)
        self._hands.write(
            as_json(hand_to_json(number, judgement, self._terms, names, self._night.owed)) + b"\n"
        )


def forget(kept: Kept) -> None:
    for name in (kept.night, kept.hands, kept.places):
        remove(name)


def kept_of(batch: Batch) -> Kept | None:
    """None while the audit isn't done."""
    tallies: dict[str, Any] = batch.tallies or {}
    return Kept(**tallies["night"]) if batch.is_done and "night" in tallies else None


def night_of(kept: Kept) -> NightJson:
    night: NightJson = json.loads(load(kept.night))
    return night


def hand_at(kept: Kept, number: int) -> HandJson | None:
    """The hand with this number, from 0; None if there is none to look at."""
    return next(iter(hands_from(kept, number, 1)), None)


def hands_from(kept: Kept, number: int, count: int) -> list[HandJson]:
    """So many hands from this number on, as far as there are any to look at."""
    count = min(count, kept.shown - number)
    if number < 0 or count < 1:
        return []
    size = _PLACE.size
    places = b"".join(pieces_of(kept.places, number * size, (number + count + 1) * size))
    start, *_, end = (place for (place,) in _PLACE.iter_unpack(places))
    return [*map(json.loads, b"".join(pieces_of(kept.hands, start, end)).splitlines())]
