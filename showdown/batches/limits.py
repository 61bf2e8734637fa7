"""Limits on the bytes that a person may store, and on simultaneously running batches.

Limits are checked before a file is received, and again afterwards under a lock of the person,
because several uploads may have begun simultaneously. Nothing is locked while a file is received.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from omahasite.bodies import FORM_OVERHEAD
from showdown.models import Batch
from showdown.models.batch import BatchQuerySet
from showdown.models.people import Person, lock_until_commit


class RefusedBatch(Exception):
    """Base class of the reasons to refuse a batch."""


class TooManyUnderWay(RefusedBatch):
    """The person has too many running batches."""


class TooLargeUpload(RefusedBatch):
    """The file is larger than the limit, or than the space that the person has left."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The owner and the address of an upload. Uploads by the site's operator have neither."""

    person: Person
    address: str = ""

    @property
    def is_visitor(self) -> bool:
        return self.person.visitor is not None

    @property
    def most_under_way(self) -> int:
        if self.is_visitor:
            return settings.VISITOR_MOST_UNDER_WAY
        return settings.BATCH_MOST_UNDER_WAY

    @property
    def most_stored_bytes(self) -> int:
        if self.is_visitor:
            return settings.VISITOR_MOST_STORED_BYTES
        return settings.BATCH_MOST_STORED_BYTES

    @property
    def locks(self) -> list[str]:
        """Return the names of the locks: one for the person, and one for a visitor's address."""
        by_address = [f"address:{self.address}"] if self.is_visitor and self.address else []
        return sorted(filter(None, [self.person.key, *by_address]))

    @property
    def counted(self) -> BatchQuerySet:
        return Batch.objects.counted_for(self.person, self.address)


_VISITOR_EXPANSION = 50
_VISITOR_ALWAYS = 4 << 20
"""A visitor's file may always be expanded to this size, and to a multiple of its own size.

Real logs expand 10 to 20 times.
"""


def most_expanded_bytes(batch: Batch) -> int:
    """Return the limit on the expanded bytes of a batch.

    The limit for visitors depends on the size of the file, and never exceeds the number of bytes
    that a visitor may store.
    """
    if batch.visitor is None:
        return settings.BATCH_MOST_EXPANDED_BYTES
    by_size = max(_VISITOR_ALWAYS, batch.input_bytes * _VISITOR_EXPANSION)
    most = min(settings.BATCH_MOST_EXPANDED_BYTES, settings.VISITOR_MOST_STORED_BYTES)
    return min(most, by_size)


def expired_batches() -> Iterator[Batch]:
    """Yield the batches to be deleted, visitors' first. With a limit of 0 days, nothing expires."""
    if days := settings.VISITOR_KEEP_DAYS:
        yield from Batch.objects.of_visitors().older_than(timedelta(days=days))
    if days := settings.BATCH_KEEP_DAYS:
        yield from Batch.objects.older_than(timedelta(days=days))


def most_bytes(sender: Sender) -> int:
    """Return the maximum size of a new file. Raise TooLargeUpload if there is no space."""
    room = sender.most_stored_bytes - sender.counted.stored_bytes()
    if room <= 0:
        raise TooLargeUpload(
            f"your batches use all {sender.most_stored_bytes:,} bytes that one person may store;"
            " delete one first"
        )
    return min(settings.BATCH_MOST_UPLOAD_BYTES, room)


def refuse_announced(sender: Sender, length: int, *, may_be_repeated: bool = False) -> None:
    """Raise RefusedBatch if the sender may not upload a body of `length` bytes now.

    The number of batches is not checked for a request that `may_be_repeated`: whether it repeats an
    earlier one is known only after its body has been read.
    """
    if not may_be_repeated:
        refuse_too_many(sender)
    most = most_bytes(sender)
    if length - FORM_OVERHEAD > most:
        raise TooLargeUpload(f"the file is larger than {most:,} bytes")


def refuse_too_many(sender: Sender) -> None:
    """Raise TooManyUnderWay if the sender may not start another batch."""
    most = sender.most_under_way
    if sender.counted.under_way().count() >= most:
        raise TooManyUnderWay(
            f"{most} of your files {'is' if most == 1 else 'are'} being processed, the maximum;"
            " wait until one is done, or cancel one"
        )


def lock_counts(sender: Sender) -> None:
    """Lock the counts of this sender's files until the transaction ends."""
    for name in sender.locks:
        lock_until_commit(name, Batch.objects.db)
