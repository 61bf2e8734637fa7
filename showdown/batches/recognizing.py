"""Recognize by its first bytes whether a file contains deals, a log, or no text."""

from io import BytesIO

from showdown.batches.storage import HEAD_BYTES
from showdown.batches.upload_limits import RefusedBatch
from showdown.evaluator.games import GAMES, Game
from showdown.files.byte_streams import UnusableInput
from showdown.files.compression import ZIP_MAGIC, detect_compression
from showdown.files.streams import open_text
from showdown.notation.pasted.formats import begins_with_deal_line, begins_with_history
from showdown.notation.pasted.result import FilePage
from showdown.notation.registry import detect_format, format_for_game

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"\x00\x00\x00\x18ftyp")
_DOCUMENT = b"%PDF"
_MIN_CHARACTERS_PER_NUL = 50
"""Minimum number of characters of a text for each NUL; some programs write a few of them."""
_OTHER_UPLOAD = {
    FilePage.AUDIT: "is a log of hands; upload it under Audit",
    FilePage.BATCH: "contains deals, not the hands of a log; upload it under Batches",
}


class NotText(Exception):
    """A file that isn't text. `problem` completes a sentence that begins with the file's name."""

    def __init__(self, message: str, problem: str) -> None:
        super().__init__(message)
        self.problem = problem


class RefusedContent(RefusedBatch):
    """The uploaded file isn't text."""


def refuse_wrong_kind(name: str, head: bytes, game: Game, wanted_kind: FilePage) -> None:
    """Raise RefusedBatch, with the name of the file, if it begins like another kind of file.

    Raise RefusedContent if it isn't text.
    """
    try:
        kind = kind_of_file(head, game)
    except NotText as error:
        raise RefusedContent(f"“{name}” {error.problem}") from None
    if kind not in (None, wanted_kind):
        raise RefusedBatch(f"“{name}” {_OTHER_UPLOAD[kind]}")


def kind_of_file(head: bytes, game: Game) -> FilePage | None:
    """Return where to upload a file that begins with these bytes; None for unrecognized text.

    Raise NotText if the file is a picture or otherwise not text.
    """
    if head.startswith(_PICTURES):
        raise NotText(
            "A picture can't be read. Type its cards, or paste them as text.",
            "is a picture; its cards can't be read",
        )
    if head.startswith(ZIP_MAGIC):
        return FilePage.AUDIT
    text = _decode_head(head)
    if head.startswith(_DOCUMENT) or text.count("\0") > len(text) // _MIN_CHARACTERS_PER_NUL:
        raise NotText(
            "This file isn't text, so it contains no readable cards.",
            "isn't text; save it as a text file first",
        )
    if begins_with_history(text):
        return FilePage.AUDIT
    if sum(bool(line.strip()) for line in text.splitlines()) < 2:
        return None
    has_deals = begins_with_deal_line(text) or detect_format(text.encode())
    return FilePage.BATCH if has_deals else None


def game_of(head: bytes, game: Game) -> Game:
    """Return a game of the file's format: this game if possible, or if no format is recognized."""
    deal_format = detect_format(_decode_head(head).encode())
    if deal_format is None or (
        deal_format.can_write(game) and format_for_game(game) is deal_format
    ):
        return game
    return next((other for other in GAMES.values() if format_for_game(other) is deal_format), game)


def _decode_head(head: bytes) -> str:
    """Return the beginning of a file as text, decompressed if necessary.

    A compressed file is cut off here, which is not an error.
    """
    try:
        expanded = open_text(BytesIO(head)).read(HEAD_BYTES)
    except UnusableInput:
        expanded = b"" if detect_compression(head) else head
    return expanded.decode(errors="replace")
