"""The formats in which hands of logs are written, by name."""

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import NamedTuple

from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.logs.writing.open_hand_history_writer import write_open_hand_history
from showdown.notation.logs.writing.phh_writer import write_phh
from showdown.notation.logs.writing.pokerstars_writer import write_pokerstars
from showdown.notation.logs.writing.steps import PaidPot

type HandWriter = Callable[[LoggedHand, Sequence[PaidPot], str], str]
"""A function that writes a hand, or raises Unwritable if the format can't express it.

It takes the pots if the rake of each must be stated, and a note, which becomes a comment, a line of
chat, or an extra field.
"""


class OutputFormat(NamedTuple):
    """A format with its name, file name extension and media type.

    If `needs_numeric_ids` is true, an id that isn't a number is replaced by a number. If
    `has_headings` is true, the hands of a file need numbered headings. If `has_one_hand` is true, a
    file has only one hand.
    """

    name: str
    extension: str
    media_type: str
    write: HandWriter
    needs_numeric_ids: bool = False
    has_headings: bool = False
    has_one_hand: bool = False


OUTPUT_FORMATS = {
    output_format.name: output_format
    for output_format in (
        OutputFormat("open-hand-history", ".ohh", "application/x-ndjson", write_open_hand_history),
        OutputFormat("pokerstars", ".txt", "text/plain", write_pokerstars, needs_numeric_ids=True),
        OutputFormat("phhs", ".phhs", "application/toml", write_phh, has_headings=True),
        OutputFormat("phh", ".phh", "application/toml", write_phh, has_one_hand=True),
    )
}


def format_for_file(name: str) -> OutputFormat | None:
    """Return the format for this file name's extension; None if no format has it."""
    extension = PurePath(name).suffix.lower()
    formats = OUTPUT_FORMATS.values()
    return next((log_format for log_format in formats if log_format.extension == extension), None)
