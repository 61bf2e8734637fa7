"""Read the hands of a log, of a zip file of logs, or of a folder, each once."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import blake2b, sha256
from pathlib import Path

from showdown.files.archives import MAX_FILES
from showdown.files.byte_streams import ExcessiveInput, Readable
from showdown.files.log_hands import CHUNK_BYTES, add_file_name, is_hidden, read_log_hands
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, Skip, SkippedHand


class LogFile:
    """A log, or a zip file of logs, with the SHA-256 of the bytes read from it."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._hash = sha256()

    def read(self, size: int, /) -> bytes:
        chunk = self._stream.read(size)
        self._hash.update(chunk)
        return chunk

    def read_hands(self) -> Iterator[ReadHand]:
        """Yield every hand. Raise UnusableInput if the log can't be read."""
        return read_log_hands(self)

    def digest(self) -> str:
        """Read the rest of the stream, and return its SHA-256 in hex."""
        while self.read(CHUNK_BYTES):
            pass
        return self._hash.hexdigest()


def checksum_line(digest: str, name: str) -> bytes:
    """Return the line that sha256sum prints for a file."""
    return f"{digest}  {name}\n".encode(errors="surrogateescape")


class LogFolder:
    """The logs in a folder and its subfolders, sorted by name.

    Reading may raise OSError and ExcessiveInput.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = sha256()

    def read_hands(self) -> Iterator[ReadHand]:
        """Yield every hand, and one unreadable hand for a log that can't be read."""
        files = []
        for file in self._path.rglob("*"):
            name = file.relative_to(self._path).as_posix()
            if file.is_file() and not is_hidden(name):
                files.append((name, file))
            if len(files) > MAX_FILES:
                raise ExcessiveInput(f"a folder may have at most {MAX_FILES:,} files")
        for name, file in sorted(files):
            with file.open("rb") as stream:
                log = LogFile(stream)
                yield from add_file_name(name, log.read_hands())
                self._digest.update(checksum_line(log.digest(), name))

    def digest(self) -> str:
        """Return the SHA-256, in hex, of the lines that sha256sum prints for the files."""
        return self._digest.hexdigest()


_INSERT = "INSERT OR IGNORE INTO seen VALUES (?)"


def skip_repeated(hands: Iterable[ReadHand]) -> Iterator[ReadHand]:
    """Yield the hands, with a SkippedHand in place of each repeated hand.

    Hands are the same if format, number, table and time are equal. Without times, different logs
    may use the same number, so players and bets must be equal, too. A hand without a number is
    never a repetition. The identities are stored in a temporary database, which moves to disk when
    it is large.
    """
    with closing(sqlite3.connect("", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("CREATE TABLE seen (hand BLOB PRIMARY KEY) WITHOUT ROWID")
        database.execute("BEGIN")
        add = database.cursor().execute
        for hand in hands:
            has_no_identity = isinstance(hand, SkippedHand) or not hand.origin.hand
            if has_no_identity or add(_INSERT, (_identity(hand),)).rowcount:
                yield hand
            else:
                yield SkippedHand(origin=hand.origin, reason=Skip.REPEATED)


def _identity(hand: ReadHand) -> bytes:
    origin = hand.origin
    identity: tuple[object, ...] = (origin.format, origin.hand, origin.table, origin.played)
    if origin.played is None and isinstance(hand, LoggedHand):
        identity = (*identity, hand.seats, sorted(hand.contributions.items()))
    return blake2b(repr(identity).encode(errors="surrogatepass"), digest_size=16).digest()
