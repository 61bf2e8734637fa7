"""Write an uploaded file to the storage piece by piece, within the person's limits.

Either the whole file becomes a batch, or nothing is stored.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from typing import IO, Any, Self
from uuid import UUID
from zipfile import ZipFile, ZipInfo

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile, StopUpload
from django.db import connections, transaction
from procrastinate.tasks import Task

from showdown.audits.sources import checksum_line
from showdown.batches.audits import FOLDER_DIGEST, audit
from showdown.batches.jobs import defer
from showdown.batches.recognizing import RefusedContent, refuse_wrong_kind
from showdown.batches.settling import cut
from showdown.batches.storage import (
    DISK_FULL,
    HEAD_BYTES,
    PieceReader,
    PieceWriter,
    remove_files,
)
from showdown.batches.upload_limits import (
    RefusedBatch,
    Sender,
    TooLargeUpload,
    check_number_of_batches,
    lock_limits,
    max_upload_bytes,
)
from showdown.evaluator.games import OMAHA_HILO, Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.files.compression import detect_compression
from showdown.models import Batch, Compression, Work
from showdown.models.ids import uuid7
from showdown.models.people import Person
from showdown.notation.deal_format import DealFormat
from showdown.notation.pasted.result import FilePage
from showdown.notation.registry import format_for_game

FILE_FIELD = "file"
"""Name of the form field with the file."""
MAX_FILES = 500
"""Maximum number of files in one upload."""


class StorageFull(RefusedBatch):
    """The disk for uploaded files is full."""


class UnusableName(RefusedBatch):
    """A name with characters that can't be displayed."""


class UploadSession:
    """An upload in progress.

    Use it as a context manager: at the end, a file that has not become a batch is removed. The
    number of batches is checked by `submit`, because until then it is unknown whether the request
    repeats an earlier one.
    """

    def __init__(self, person: Person, address: str = "") -> None:
        self.sender = Sender(person, address)
        self.id: UUID = uuid7()
        self._max_bytes = max_upload_bytes(self.sender)
        self._writer = PieceWriter(self.id)
        self._became_batch = False
        self._digest = sha256()
        self._names: list[str] = []
        self._archive: _LogArchive | None = None
        # Receiving gigabytes must not occupy a pooled connection.
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()

    @property
    def name(self) -> str:
        """Return the name of the first file, with the number of the others."""
        first, *others = self._names
        return f"{first} and {len(others)} more" if others else first

    @property
    def digest(self) -> bytes:
        """Return the SHA-256 of the bytes received so far."""
        return self._digest.digest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        if not self._became_batch:
            self.discard()

    def write(self, content: bytes) -> None:
        """Add content. Raise TooLargeUpload above the limit, or StorageFull if the disk is full."""
        if self._writer.length + len(content) > self._max_bytes:
            raise TooLargeUpload(f"the file is larger than {self._max_bytes:,} bytes")
        self._digest.update(content)
        with _checking_space():
            (self._archive or self._writer).write(content)

    def begin_file(self, name: str) -> None:
        """Begin the next file of a form. Several files are stored, uncompressed, in one zip file.

        Raise RefusedBatch if there are too many, or if one of several contains deals.
        """
        if len(self._names) == MAX_FILES:
            raise RefusedBatch(f"an upload has at most {MAX_FILES} files; put them into a zip file")
        if self._names and self._archive is None:
            self._begin_archive()
        if name in self._names:
            name = f"{len(self._names) + 1}/{name}"
        self._names.append(name)
        if self._archive:
            with _checking_space():
                self._archive.begin(name)

    def _begin_archive(self) -> None:
        """Copy the first file into a zip file."""
        first_id, length = self.id, self._writer.length
        with _checking_space():
            self._writer.close()
        try:
            self.id = uuid7()
            self._writer = PieceWriter(self.id)
            self._archive = _LogArchive(self._writer)
            self._archive.begin(self._names[0])
            with PieceReader(first_id, length) as file, _checking_space():
                while content := file.read(1 << 16):
                    self._archive.write(content)
        finally:
            remove_files(first_id)

    def read_from(self, read: Callable[[int], bytes]) -> None:
        """Receive a stream to its end."""
        while content := read(1 << 16):
            self.write(content)

    def submit(
        self,
        *,
        name: str,
        game: Game,
        stores: bool,
        deal_format: DealFormat | None = None,
        rules: RuleSet = WSOP_2026,
    ) -> Batch:
        """Create a batch from the file and queue it.

        By default, `deal_format` is the game's format; `rules` is the rule set for deals that don't
        name their own. Raise RefusedBatch if the file is unsuitable or over a limit.
        """
        deal_format = deal_format or format_for_game(game)
        if not deal_format.can_write(game):
            raise RefusedBatch(f"deals of {game} cannot be written as {deal_format.name}")
        fields = {"game": game, "format": deal_format, "rules": rules, "stores": stores}
        return self._create_batch(cut, FilePage.BATCH, name, "deals.txt", fields)

    def submit_log(
        self, *, name: str, rules: RuleSet, terms: Mapping[str, str], stores: bool
    ) -> Batch:
        """Create an audit of the file with these terms and queue it.

        Raise RefusedBatch if the file is unsuitable or over a limit.
        """
        if self._archive:
            with _checking_space():
                terms = {**terms, FOLDER_DIGEST: self._archive.close()}
        fields = {"rules": rules, "terms": terms, "stores": stores, "work": Work.AUDIT}
        return self._create_batch(audit, FilePage.AUDIT, name, "log.txt", fields)

    def _create_batch(
        self, job: Task, kind: FilePage, name: str, default_name: str, fields: dict[str, Any]
    ) -> Batch:
        """Create a batch with these fields from the file, and queue its first job.

        Raise RefusedBatch if the name is unusable, or the file is empty, of another kind or over a
        limit.
        """
        if not name.isprintable():
            raise UnusableName("a name can't have control characters")
        game = fields.get("game", OMAHA_HILO)
        refuse_wrong_kind(name or "the file", self._writer.head, game, kind)
        with _checking_space():
            self._writer.close()
        if not self._writer.length:
            raise RefusedBatch("the file is empty")
        with transaction.atomic():
            lock_limits(self.sender)
            # Other files may have arrived since this upload began.
            check_number_of_batches(self.sender)
            if self._writer.length > max_upload_bytes(self.sender):
                raise TooLargeUpload("there is no room left for this file; delete a batch first")
            batch = Batch.objects.create(
                id=self.id,
                owner=self.sender.person.account,
                visitor=self.sender.person.visitor,
                address=self.sender.address if self.sender.is_visitor else "",
                name=(name or default_name)[:200],
                compression=Compression(detect_compression(self._writer.head)),
                input_bytes=self._writer.length,
                **fields,
            )
            defer(job, batch, takes_turns=batch.is_audit)
        self._became_batch = True
        return batch

    def discard(self) -> None:
        if self._archive:
            with suppress(OSError, RefusedContent):
                self._archive.close()
        remove_files(self.id)


class _LogArchive:
    """A writer of several logs into a zip file, uncompressed and in one pass.

    Pictures and other files that aren't text are stored, too, and are audited as files without
    hands; `close` raises RefusedContent if no file is text.
    """

    def __init__(self, target: PieceWriter) -> None:
        self._zip = ZipFile(target, "w")  # type: ignore[call-overload]
        self._member: IO[bytes] | None = None
        self._digests: list[tuple[str, str]] = []
        self._refusals: list[RefusedContent] = []

    def begin(self, name: str) -> None:
        self._end()
        self._name, self._digest, self._head = name, sha256(), b""
        self._member = self._zip.open(ZipInfo(name), "w", force_zip64=True)

    def write(self, content: bytes) -> None:
        """Add content to the current file. Raise RefusedBatch if it contains deals."""
        if not self._head:
            self._head = content[:HEAD_BYTES]
            try:
                refuse_wrong_kind(self._name, self._head, OMAHA_HILO, FilePage.AUDIT)
            except RefusedContent as refusal:
                self._refusals.append(refusal)
        self._digest.update(content)
        if self._member:
            self._member.write(content)

    def close(self) -> str:
        """Finish the zip file. Return the digest that a folder with these logs has in an audit."""
        self._end()
        self._zip.close()
        if len(self._refusals) == len(self._digests):
            raise self._refusals[0]
        lines = (checksum_line(digest, name) for name, digest in sorted(self._digests))
        return sha256(b"".join(lines)).hexdigest()

    def _end(self) -> None:
        if self._member and not self._member.closed:
            self._member.close()
            self._digests.append((self._name, self._digest.hexdigest()))


@contextmanager
def _checking_space() -> Iterator[None]:
    """Raise StorageFull if the disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno not in DISK_FULL:
            raise
        raise StorageFull("the disk for uploaded files is full") from error


class StorageUploadHandler(FileUploadHandler):
    """An upload handler that passes the file, or the files, of a form to a session in chunks.

    Once the form has been parsed, `session` has received the file, or is None and `refusal` is the
    reason. Use the handler as a context manager around the handling of the request.
    """

    def __init__(
        self, begin_session: Callable[[], UploadSession], *, may_be_several: bool = False
    ) -> None:
        super().__init__()
        self._may_be_several = may_be_several
        self._begin_session = begin_session
        self.session: UploadSession | None = None
        self.refusal: RefusedBatch = RefusedBatch("there is no file")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        if self.session:
            self.session.__exit__(*error)

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        if self.field_name != FILE_FIELD or (self.session and not self._may_be_several):
            raise SkipFile
        with self._stopping_at_refusal():
            self.session = self.session or self._begin_session()
            self.session.begin_file(self.file_name or "")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if self.session:
            with self._stopping_at_refusal():
                self.session.write(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile:
        return UploadedFile(BytesIO(), self.file_name, self.content_type, file_size, self.charset)

    def upload_interrupted(self) -> None:
        """Refuse a form that ends within the file, because the file may be incomplete."""
        self._refuse(RefusedBatch("the form ends within the file"))

    @contextmanager
    def _stopping_at_refusal(self) -> Iterator[None]:
        try:
            yield
        except RefusedBatch as refusal:
            self._refuse(refusal)
            raise StopUpload(connection_reset=False) from refusal

    def _refuse(self, refusal: RefusedBatch) -> None:
        self.refusal = refusal
        if self.session:
            self.session.discard()
            self.session = None
