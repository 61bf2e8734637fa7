"""Limits on the bytes that a person may store, and on simultaneously running batches.

Limits are checked before a file is received, and again afterwards under a lock of the person,
because several uploads may have begun simultaneously. Nothing is locked while a file is received.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from omahasite.bodies import MAX_FORM_OVERHEAD
from showdown.models import Batch
from showdown.models.batch import BatchQuerySet
from showdown.models.people import Person, lock_until_commit


class RefusedBatch(Exception):
    """Base class of the reasons to refuse a batch."""


class BatchLimitReached(RefusedBatch):
    """The person has too many running batches."""


class TooLargeUpload(RefusedBatch):
    """The file is larger than the limit, or than the space that the person has left."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The person who uploads, and their address. Uploads by the operator have neither."""

    person: Person
    address: str = ""

    @property
    def is_visitor(self) -> bool:
        return self.person.visitor is not None

    @property
    def counted_batches(self) -> BatchQuerySet:
        return Batch.objects.counted_against_limits(self.person, self.address)


_MAX_VISITOR_EXPANSION = 50
"""Maximum ratio of expanded to compressed size; real logs have ratios of 10 to 20."""
_VISITOR_EXPANDED_BYTES = 4 << 20
"""Size to which a visitor's file may always be expanded."""


def max_expanded_bytes(batch: Batch) -> int:
    """Return the limit on the expanded bytes of a batch.

    The limit for visitors depends on the size of the file, and never exceeds the number of bytes
    that a visitor may store.
    """
    if batch.visitor is None:
        return settings.BATCH_MAX_EXPANDED_BYTES
    max_by_ratio = max(_VISITOR_EXPANDED_BYTES, batch.input_bytes * _MAX_VISITOR_EXPANSION)
    max_by_settings = min(settings.BATCH_MAX_EXPANDED_BYTES, settings.VISITOR_MAX_STORED_BYTES)
    return min(max_by_settings, max_by_ratio)


def expired_batches() -> Iterator[Batch]:
    """Yield the batches to be deleted, visitors' first. With a limit of 0 days, nothing expires."""
    if days := settings.VISITOR_KEEP_DAYS:
        yield from Batch.objects.of_visitors().older_than(timedelta(days=days))
    if days := settings.BATCH_KEEP_DAYS:
        yield from Batch.objects.older_than(timedelta(days=days))


def max_upload_bytes(sender: Sender) -> int:
    """Return the maximum size of a new file. Raise TooLargeUpload if there is no space."""
    max_bytes = settings.BATCH_MAX_STORED_BYTES
    if sender.is_visitor:
        max_bytes = settings.VISITOR_MAX_STORED_BYTES
    free_bytes = max_bytes - sender.counted_batches.stored_bytes()
    if free_bytes <= 0:
        raise TooLargeUpload(
            f"your batches use all {max_bytes:,} bytes that one person may store; delete one first"
        )
    return min(settings.BATCH_MAX_UPLOAD_BYTES, free_bytes)


def check_upload(sender: Sender, length: int, *, may_be_retry: bool = False) -> None:
    """Raise RefusedBatch if the sender may not upload a body of `length` bytes now.

    If the request `may_be_retry`, the number of batches is not checked: whether it repeats an
    earlier request is known only after its body has been read.
    """
    if not may_be_retry:
        check_number_of_batches(sender)
    max_bytes = max_upload_bytes(sender)
    if length - MAX_FORM_OVERHEAD > max_bytes:
        raise TooLargeUpload(f"the file is larger than {max_bytes:,} bytes")


def check_number_of_batches(sender: Sender) -> None:
    """Raise BatchLimitReached if the sender may not start another batch."""
    limit = settings.VISITOR_MAX_UNDER_WAY if sender.is_visitor else settings.BATCH_MAX_UNDER_WAY
    if sender.counted_batches.unfinished().count() >= limit:
        raise BatchLimitReached(
            f"{limit} of your files {'is' if limit == 1 else 'are'} being processed, the maximum;"
            " wait until one is done, or cancel one"
        )


def lock_limits(sender: Sender) -> None:
    """Lock the limits of the person, and of a visitor's address, until the transaction ends."""
    address = f"address:{sender.address}" if sender.is_visitor and sender.address else ""
    for name in sorted(filter(None, (sender.person.key, address))):
        lock_until_commit(name, Batch.objects.db)
