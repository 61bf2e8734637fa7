"""The formats in which hands of logs are written, by name."""

from collections.abc import Sequence
from pathlib import PurePath
from typing import NamedTuple, Protocol

from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.logs.writing.open_hand_history_writer import write_open_hand_history
from showdown.notation.logs.writing.phh_writer import write_phh
from showdown.notation.logs.writing.pokerstars_writer import write_pokerstars
from showdown.notation.logs.writing.steps import PaidPot


class Write(Protocol):
    """A function that writes a hand. `pots` are given if the rake of each must be stated.

    The `note` becomes a comment, a line of chat, or an extra field. The function raises Unwritable
    if the format can't express the hand.
    """

    def __call__(self, hand: LoggedHand, pots: Sequence[PaidPot] = (), note: str = "") -> str: ...


class WrittenFormat(NamedTuple):
    """A format with its name, file name extension and media type.

    If `numbers_ids`, an id that isn't a number is replaced by a number. If `has_headings`, the
    hands of a file need numbered headings. If `has_one_hand`, a file has only one hand.
    """

    name: str
    ending: str
    media_type: str
    write: Write
    numbers_ids: bool = False
    has_headings: bool = False
    has_one_hand: bool = False


WRITTEN_FORMATS = {
    form.name: form
    for form in (
        WrittenFormat("open-hand-history", ".ohh", "application/x-ndjson", write_open_hand_history),
        WrittenFormat("pokerstars", ".txt", "text/plain", write_pokerstars, numbers_ids=True),
        WrittenFormat("phhs", ".phhs", "application/toml", write_phh, has_headings=True),
        WrittenFormat("phh", ".phh", "application/toml", write_phh, has_one_hand=True),
    )
}


def format_of_file(name: str) -> WrittenFormat | None:
    """Return the format for the ending of this file's name; None if no format has it."""
    ending = PurePath(name).suffix.lower()
    return next((form for form in WRITTEN_FORMATS.values() if form.ending == ending), None)
