"""Where the hands of an audit come from: a log, plain or compressed, a zip of logs, or a folder."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from showdown.files.archives import MOST_FILES
from showdown.files.byte_streams import Readable
from showdown.files.errors import ExcessiveInput
from showdown.files.log_hands import BLOCK, hands_in, is_hidden, with_name
from showdown.notation.logs.logged_hand import ReadHand


class Hashed:
    """A stream, and the SHA-256 of what has been read of it."""

    def __init__(self, stream: Readable) -> None:
        self._stream = stream
        self._hash = sha256()

    def read(self, size: int, /) -> bytes:
        chunk = self._stream.read(size)
        self._hash.update(chunk)
        return chunk

    def digest(self) -> str:
        """Of the whole stream, in hex; reads what is left of it."""
        while self.read(BLOCK):
            pass
        return self._hash.hexdigest()


class OneLog(Hashed):
    """A log, or a zip of logs. Reading it raises UnusableInput."""

    def hands(self) -> Iterator[ReadHand]:
        return hands_in(self)


class Folder:
    """The logs in a folder and its folders, by their names. Raises OSError and ExcessiveInput."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = sha256()

    def hands(self) -> Iterator[ReadHand]:
        """Every hand. A log that can't be read is one unreadable hand."""
        for name, file in self._files():
            with file.open("rb") as stream:
                log = Hashed(stream)
                yield from with_name(name, hands_in(log))
                self._digest.update(f"{log.digest()}  {name}\n".encode(errors="surrogateescape"))

    def digest(self) -> str:
        """The SHA-256 of the lines that sha256sum prints for its files, in hex."""
        return self._digest.hexdigest()

    def _files(self) -> list[tuple[str, Path]]:
        files = []
        for file in self._path.rglob("*"):
            name = file.relative_to(self._path).as_posix()
            if file.is_file() and not is_hidden(name):
                files.append((name, file))
            if len(files) > MOST_FILES:
                raise ExcessiveInput(f"a folder may have at most {MOST_FILES:,} files")
        return sorted(files)
