"""The files of a batch in the storage: its input in pieces, and the results in parts.

Batches have many small files under `batches/<id>/`, which suits any storage: files are never
appended to, and a storage that can only fetch whole files never fetches much. A compressed input is
expanded step by step, up to the allowed size.
"""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EDQUOT, EIO, ENOSPC
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryFile
from uuid import UUID

from django.conf import settings
from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import InterfaceError, OperationalError

from showdown.batches.upload_limits import max_expanded_bytes
from showdown.files.byte_streams import Readable
from showdown.files.compression import DecompressedStream
from showdown.models import Batch

DISK_FULL = (ENOSPC, EDQUOT)
"""The error numbers for a full disk or quota."""

ROOT = "batches"
_READ_BYTES = 1 << 18


def piece_name(batch: UUID, number: int) -> str:
    return f"{ROOT}/{batch}/input/{number:06}"


def expanded_name(batch: UUID, block: int) -> str:
    """Return the name of the file for an expanded block of a compressed input."""
    return f"{ROOT}/{batch}/expanded/{block:06}"


def overwrite(name: str, content: bytes) -> None:
    """Write a file with exactly this name, replacing a leftover of an interrupted attempt."""
    default_storage.delete(name)
    default_storage.save(name, ContentFile(content))


def save_part(batch: UUID, kind: str, number: int, content: bytes) -> str:
    """Write a part with a unique name, and return the name.

    The name is unique so that a slow worker can't overwrite another worker's part.
    """
    name = f"{ROOT}/{batch}/{kind}/{number:06}-{token_hex(4)}"
    return default_storage.save(name, ContentFile(content))


def save_stream(batch: UUID, kind: str, parts: Iterable[bytes]) -> tuple[str, int]:
    """Write a file of any length in bounded memory. Return its name and length."""
    root = Path(settings.MEDIA_ROOT)
    # The temporary file is on the disk of the storage, if the storage has a disk.
    with TemporaryFile(dir=root if root.is_dir() else None) as temporary:
        for part in parts:
            temporary.write(part)
        temporary.seek(0)
        name = f"{ROOT}/{batch}/{kind}/{token_hex(8)}"
        content = File(temporary)
        return default_storage.save(name, content), content.size


def read_pieces(name: str, start: int, end: int) -> Iterator[bytes]:
    """Yield the bytes of a file from `start` to before `end` in pieces."""
    with default_storage.open(name) as file:
        file.seek(start)
        while start < end and (piece := file.read(min(end - start, _READ_BYTES))):
            yield piece
            start += len(piece)


def read_file(name: str) -> bytes:
    with default_storage.open(name) as file:
        return file.read()


HEAD_BYTES = 1 << 15
"""Number of leading bytes by which a file is recognized; a hand has a few thousand."""


class PieceWriter:
    """A writer of a stream of bytes to the storage in pieces; it holds one piece in memory.

    `head` is the beginning of the stream.
    """

    def __init__(self, batch: UUID) -> None:
        self.batch = batch
        self.length = 0
        self.head = b""
        self._piece_count = 0
        self._buffer = bytearray()

    def write(self, content: bytes) -> int:
        if len(self.head) < HEAD_BYTES:
            self.head += content[: HEAD_BYTES - len(self.head)]
        self.length += len(content)
        self._buffer += content
        while len(self._buffer) >= settings.BATCH_PIECE_BYTES:
            self._flush(settings.BATCH_PIECE_BYTES)
        return len(content)

    def flush(self) -> None:
        """Do nothing: only whole pieces are written before the last one."""

    def close(self) -> None:
        """Write the last piece."""
        if self._buffer:
            self._flush(len(self._buffer))

    def _flush(self, length: int) -> None:
        with memoryview(self._buffer)[:length] as piece:
            name = piece_name(self.batch, self._piece_count)
            default_storage.save(name, ContentFile(bytes(piece)))
        del self._buffer[:length]
        self._piece_count += 1


class PieceReader(io.RawIOBase):
    """A reader of an input from any offset, across its pieces.

    All pieces but the last have the same length as the first.
    """

    def __init__(self, batch: UUID, length: int, offset: int = 0) -> None:
        super().__init__()
        self.batch = batch
        self.length = length
        self._offset = offset
        self._piece: File | None = None
        self._piece_bytes = default_storage.size(piece_name(batch, 0)) if length else 0

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._offset

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Read the next bytes of a piece. Raise OSError if the piece is too short."""
        if self._offset >= self.length:
            return 0
        number, start = divmod(self._offset, self._piece_bytes)
        if self._piece is None or not start:
            self._close_piece()
            self._piece = default_storage.open(piece_name(self.batch, number))
            self._piece.seek(start)
        content = self._piece.read(min(len(buffer), self._piece_bytes - start))
        if not content:
            raise OSError(EIO, "a part of the upload is missing")
        buffer[: len(content)] = content
        self._offset += len(content)
        return len(content)

    def close(self) -> None:
        self._close_piece()
        super().close()

    def _close_piece(self) -> None:
        if self._piece is not None:
            self._piece.close()


def read_range(batch: UUID, length: int, offset: int, count: int) -> bytes:
    """Return `count` bytes from `offset` of an input that is `length` bytes long."""
    with io.BufferedReader(PieceReader(batch, length, offset), 1 << 16) as stream:
        return stream.read(count)


def remove_files(batch: UUID) -> None:
    """Remove every file of the batch, and their folders."""
    remove_folder(f"{ROOT}/{batch}")


def remove_other_parts(batch: UUID, kind: str, kept_names: set[str]) -> None:
    """Remove the parts of a kind except those in `kept_names`."""
    folder = f"{ROOT}/{batch}/{kind}"
    with suppress(FileNotFoundError):
        for name in default_storage.listdir(folder)[1]:
            if f"{folder}/{name}" not in kept_names:
                default_storage.delete(f"{folder}/{name}")


def remove_folder(folder: str) -> None:
    with suppress(FileNotFoundError):
        folders, names = default_storage.listdir(folder)
        for name in folders:
            remove_folder(f"{folder}/{name}")
        for name in names:
            default_storage.delete(f"{folder}/{name}")
        default_storage.delete(folder)


def list_files(folder: str) -> Iterator[str]:
    """Yield the names of all files in a folder of the storage and in its subfolders."""
    with suppress(FileNotFoundError):
        folders, names = default_storage.listdir(folder)
        for name in folders:
            yield from list_files(f"{folder}/{name}")
        for name in names:
            yield f"{folder}/{name}"


def remove_file(name: str) -> None:
    if name:
        default_storage.delete(name)


@contextmanager
def removing_unrecorded() -> Iterator[list[str]]:
    """Yield a list for the names of new files, which are removed if recording them fails.

    If the connection to the database is lost, the names may have been recorded, so the files are
    kept. Files that no row names are removed with the batch.
    """
    names: list[str] = []
    try:
        yield names
    except (OperationalError, InterfaceError):
        raise
    except BaseException:
        for name in names:
            remove_file(name)
        raise


def batches_with_files() -> Iterator[UUID]:
    """Yield the id of every batch that has a folder in the storage, even if it has no row."""
    with suppress(FileNotFoundError):
        for name in default_storage.listdir(ROOT)[0]:
            with suppress(ValueError):
                yield UUID(name)


_BUFFER_BYTES = 1 << 20
_ALWAYS_ALLOWED_BYTES = 64 << 20
"""Size up to which BATCH_MAX_EXPANSION limits no file; `max_expanded_bytes` still applies."""


@contextmanager
def open_text(batch: Batch, pieces: PieceReader) -> Iterator[Readable]:
    """Yield a reader of the text of the batch's file, from the position of `pieces`.

    Its `read` raises UnusableInput if the file is damaged or the text is longer than allowed.
    """
    max_by_ratio = max(_ALWAYS_ALLOWED_BYTES, batch.input_bytes * settings.BATCH_MAX_EXPANSION)
    max_bytes = min(max_by_ratio, max_expanded_bytes(batch))
    with io.BufferedReader(pieces, _BUFFER_BYTES) as raw:
        if batch.compression:
            yield DecompressedStream(raw, batch.compression, max_bytes)
        else:
            yield raw
