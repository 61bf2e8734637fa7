"""Read the hands of a log from a stream: plain, compressed, or a zip file of such files."""

from collections.abc import Iterator
from dataclasses import replace

from showdown.files.archives import MAX_BYTES, MAX_FILES, Member, read_members
from showdown.files.blocks import StopCheck, do_nothing, stoppable
from showdown.files.byte_streams import (
    DamagedInput,
    ExcessiveInput,
    Peekable,
    Readable,
    UnsupportedArchive,
    WatchedStream,
)
from showdown.files.compression import MAX_MAGIC_LENGTH, ZIP_MAGIC, detect_compression
from showdown.files.streams import open_text
from showdown.notation.logs.hand_reader import MAX_NAME_LENGTH, skip_unreadable
from showdown.notation.logs.log_reader import read_log
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, SkippedHand

CHUNK_BYTES = 1 << 18
"""Number of bytes of a log that are read at a time."""
_MACOS_FOLDER = "__MACOSX"


def read_log_hands(
    stream: Readable, max_bytes: int = MAX_BYTES, *, check_stop: StopCheck = do_nothing
) -> Iterator[ReadHand]:
    """Yield every hand of a log. Raise UnusableInput if the log can't be read.

    The log may be compressed, in UTF-16 or UTF-32, or a zip file of such files, which may contain
    zip files of logs. `max_bytes` is the limit for all bytes of the files in zip files, together
    with the bytes to which these files expand. A damaged file in a zip file adds one unreadable
    hand after the hands that could be read. Hidden files are skipped. `check_stop` is called before
    each chunk of the log and each hand.
    """
    log = Peekable(WatchedStream(stream, lambda chunk: check_stop()))
    if log.peek(len(ZIP_MAGIC)) != ZIP_MAGIC:
        chunks = stoppable(read_chunks(open_text(log)), check_stop)
        yield from stoppable(read_log(chunks), check_stop)
        return
    allowance = _Allowance(max_bytes, check_stop)
    for hands in _read_archive(log, allowance):
        yield from stoppable(hands, check_stop)


def is_hidden(name: str) -> bool:
    """Return whether a file with this path is hidden, or was added to a zip file by macOS."""
    return any(part.startswith(".") or part == _MACOS_FOLDER for part in name.split("/"))


class _Allowance:
    """The remaining number of files, and of bytes, that may be read from an archive."""

    def __init__(self, max_bytes: int, check_stop: StopCheck) -> None:
        self._max_bytes = self._remaining = max_bytes
        self._files = MAX_FILES
        self._check_stop = check_stop

    def take(self, chunk: bytes) -> None:
        """Subtract the size of a chunk. Raise ExcessiveInput if the limit is exceeded."""
        self._check_stop()
        self._remaining -= len(chunk)
        if self._remaining < 0:
            raise ExcessiveInput(
                f"the logs in a zip file may have at most {self._max_bytes:,} bytes"
            )

    def take_file(self) -> None:
        """Subtract a file. Raise ExcessiveInput if the limit is exceeded."""
        self._check_stop()
        self._files -= 1
        if self._files < 0:
            raise ExcessiveInput(f"a zip file may have at most {MAX_FILES:,} files in all")


def _read_archive(
    archive: Readable, allowance: _Allowance, *, is_inner: bool = False
) -> Iterator[Iterator[ReadHand]]:
    """Yield the hands of each file. Raise UnusableInput if the archive can't be read."""
    for member in read_members(archive):
        allowance.take_file()
        if not is_hidden(member.name):
            yield add_file_name(member.name, _read_member(member, allowance, is_inner=is_inner))


def _read_member(member: Member, allowance: _Allowance, *, is_inner: bool) -> Iterator[ReadHand]:
    """Yield the hands of a file. Raise UnusableInput if it can't be read.

    If `is_inner` is true, the archive of the file is itself in an archive, and zip files in it
    aren't expanded.
    """
    log = Peekable(WatchedStream(member, allowance.take))
    head = log.peek(MAX_MAGIC_LENGTH)
    if not head.startswith(ZIP_MAGIC):
        text: Readable = open_text(log)
        if detect_compression(head):
            text = WatchedStream(text, allowance.take)
        yield from read_log(read_chunks(text))
    elif is_inner:
        raise DamagedInput("zip files inside a zip file are expanded only one level deep")
    else:
        for hands in _read_archive(log, allowance, is_inner=True):
            yield from hands


def add_file_name(name: str, hands: Iterator[ReadHand]) -> Iterator[ReadHand]:
    """Yield the hands with the name of their file.

    If the file is damaged or not supported, the last hand is an unreadable one. For an empty file,
    yield a skipped hand.
    """
    file = name[-MAX_NAME_LENGTH:]
    is_empty = True
    try:
        for hand in hands:
            is_empty = False
            inner = f"{file}/{hand.origin.file}" if hand.origin.file else file
            yield replace(hand, origin=hand.origin._replace(file=inner))
    except (DamagedInput, UnsupportedArchive) as error:
        yield skip_unreadable(Origin(format="", line=1, file=file), str(error))
        return
    if is_empty:
        yield SkippedHand(Origin(format="", line=1, file=file), Skip.NO_HANDS, "it is empty")


def read_chunks(text: Readable) -> Iterator[bytes]:
    """Yield the stream in chunks of at most CHUNK_BYTES."""
    while chunk := text.read(CHUNK_BYTES):
        yield chunk
