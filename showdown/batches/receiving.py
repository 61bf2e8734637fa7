"""Takes a file in as it arrives: straight to the storage, within a person's limits.

Either the whole file becomes a batch, or nothing of it is left.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from types import TracebackType
from typing import Any, Self
from uuid import UUID

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile, StopUpload
from django.db import transaction
from django.http.multipartparser import MultiPartParser

from showdown.batches.files import FULL, PieceWriter, remove_files
from showdown.batches.queue import defer_cut
from showdown.evaluator.games import Game
from showdown.files.compression import compression_of
from showdown.models import Batch, Compression
from showdown.models.ids import uuid7
from showdown.models.people import Person


class RefusedBatch(Exception):
    """A batch that cannot be taken in."""


class TooManyUnderWay(RefusedBatch):
    """As many of the person's batches are under way as may be."""


class TooLargeUpload(RefusedBatch):
    """A file larger than a file may be, or than the room the person has left."""


class StorageFull(RefusedBatch):
    """There is no room for the file on the disk that holds the files."""


class NoFile(RefusedBatch):
    """A submission without a file, or with an empty one."""


class Reception:
    """One file on its way into the storage.

    Used as a context: where it is left without the file having become a batch, the file is
    removed again. One that `may_be_repeated` is not refused for too many before it is known.
    """

    def __init__(self, person: Person, *, may_be_repeated: bool = False) -> None:
        if not may_be_repeated:
            _refuse_too_many(person)
        self.person = person
        self.id: UUID = uuid7()
        self._most = _most_bytes(person)
        self._writer = PieceWriter(self.id)
        self._is_kept = False
        self._digest = sha256()

    @property
    def digest(self) -> bytes:
        """Of what has come so far."""
        return self._digest.digest()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self._is_kept:
            self.discard()

    def write(self, data: bytes) -> None:
        """Raises TooLargeUpload and StorageFull."""
        if self._writer.length + len(data) > self._most:
            raise TooLargeUpload(f"the file is larger than {self._most:,} bytes")
        self._digest.update(data)
        with _finding_room():
            self._writer.write(data)

    def read_from(self, read: Callable[[int], bytes], length: int | None = None) -> None:
        """Take in a stream to its end. Raises NoFile where that is not the length announced."""
        while data := read(1 << 16):
            self.write(data)
        if length is not None and self._writer.length != length:
            raise NoFile(f"the file was cut off after {self._writer.length:,} of {length:,} bytes")

    def submit(self, *, name: str, game: Game, stores: bool) -> Batch:
        """Make the file a batch and put it in the queue. Raises RefusedBatch."""
        with _finding_room():
            self._writer.close()
        if not self._writer.length:
            raise NoFile("there is no file, or an empty one")
        _refuse_too_many(self.person)
        with transaction.atomic():
            batch = Batch.objects.create(
                id=self.id,
                owner=self.person.account,
                visitor=self.person.visitor,
                name=name[:200] or "deals.txt",
                game=game,
                stores=stores,
                compression=Compression(compression_of(self._writer.head)),
                input_bytes=self._writer.length,
            )
            defer_cut(batch)
        self._is_kept = True
        return batch

    def discard(self) -> None:
        remove_files(self.id)


@contextmanager
def _finding_room() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise StorageFull("the disk that holds the files is full") from error


class _Counted:
    """The body of a request, and how much of it has come."""

    def __init__(self, body: Any) -> None:
        self._body = body
        self.count = 0

    def read(self, size: int) -> bytes:
        data = self._body.read(size)
        self.count += len(data)
        return data


class StorageUploadHandler(FileUploadHandler):
    """Hands the file of a form to a reception, bit by bit as it comes over the network.

    After the form was read, either `reception` holds the file or `refusal` says why not. Used as
    a context around all that handles the request, like a reception.
    """

    def __init__(self, begin: Callable[[], Reception], field: str) -> None:
        super().__init__()
        self._begin = begin
        self._field = field
        self._body: Any = None
        self.reception: Reception | None = None
        self.refusal: RefusedBatch = NoFile("there is no file")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        if self.reception:
            self.reception.__exit__(*error)

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803 - the framework calls it so
        content_length: int,
        boundary: str,
        encoding: str | None = None,
    ) -> Any:
        """Count what comes: the framework takes a form that is cut off for a whole one."""
        if self._body:
            return None
        self._body = _Counted(input_data)
        read = MultiPartParser(META, self._body, [self], encoding).parse()
        if self._body.count < content_length:
            self._refuse(
                NoFile(f"the file was cut off: {self._body.count:,} of {content_length:,} bytes")
            )
        return read

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        if self.field_name != self._field or self.reception:
            raise SkipFile
        with self._stopping_at_refusal():
            self.reception = self._begin()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if self.reception:
            with self._stopping_at_refusal():
                self.reception.write(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile:
        return UploadedFile(None, self.file_name, self.content_type, file_size, self.charset)

    def upload_interrupted(self) -> None:
        if self.reception:
            self.reception.discard()

    @contextmanager
    def _stopping_at_refusal(self) -> Iterator[None]:
        try:
            yield
        except RefusedBatch as refusal:
            self._refuse(refusal)
            raise StopUpload(connection_reset=False) from refusal

    def _refuse(self, refusal: RefusedBatch) -> None:
        self.refusal = refusal
        self.upload_interrupted()
        self.reception = None


def _most_bytes(person: Person) -> int:
    """How large a file this person may submit now. Raises TooLargeUpload."""
    room = settings.BATCH_MOST_STORED_BYTES - Batch.objects.of(person).stored_bytes()
    if room <= 0:
        raise TooLargeUpload(
            f"your batches take {settings.BATCH_MOST_STORED_BYTES:,} bytes, which is all there is"
            " for one person; remove one"
        )
    return min(settings.BATCH_MOST_UPLOAD_BYTES, room)


def _refuse_too_many(person: Person) -> None:
    """When a file begins to come, and when it is there: others may have come meanwhile."""
    if Batch.objects.of(person).under_way().count() >= settings.BATCH_MOST_UNDER_WAY:
        raise TooManyUnderWay(
            f"{settings.BATCH_MOST_UNDER_WAY} of your batches are under way;"
            " wait until one is done, or cancel one"
        )
