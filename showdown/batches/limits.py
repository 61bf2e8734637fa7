"""Limits: how much a person may store, and how many batches and uploads may run at a time.

Limits are checked again once a file has arrived, one file of a person after the other, because any
number of uploads may have begun at the same time.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import Error, connections

from showdown.models import Batch
from showdown.models.batch import BatchQuerySet
from showdown.models.people import Person


class RefusedBatch(Exception):
    """A batch that is refused."""


class TooManyUnderWay(RefusedBatch):
    """The person has too many running batches."""


class TooLargeUpload(RefusedBatch):
    """A file larger than the limit, or than the space that the person has left."""


@dataclass(frozen=True, slots=True)
class Sender:
    """The owner and the address of an upload; neither is set for whoever runs the site."""

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
        """The names under which uploads are counted: the person's, and a visitor's address."""
        by_address = [f"address:{self.address}"] if self.is_visitor and self.address else []
        return sorted(filter(None, [self.person.key, *by_address]))

    @property
    def counted(self) -> BatchQuerySet:
        return Batch.objects.counted_for(self.person, self.address)


_VISITOR_EXPANSION = 50
_VISITOR_ALWAYS = 4 << 20
"""How far a visitor's file may expand: real logs do by 10 to 20, and each byte costs work."""


def most_expanded_bytes(batch: Batch) -> int:
    """How long the text of a compressed file may be; for a visitor, as long as a plain file."""
    if batch.visitor is None:
        return settings.BATCH_MOST_EXPANDED_BYTES
    by_size = max(_VISITOR_ALWAYS, batch.input_bytes * _VISITOR_EXPANSION)
    most = min(settings.BATCH_MOST_EXPANDED_BYTES, settings.VISITOR_MOST_STORED_BYTES)
    return min(most, by_size)


def outdated() -> Iterator[Batch]:
    """The batches past their keeping time, visitors' first."""
    yield from Batch.objects.of_visitors().older_than(timedelta(days=settings.VISITOR_KEEP_DAYS))
    yield from Batch.objects.older_than(timedelta(days=settings.BATCH_KEEP_DAYS))


def most_bytes(sender: Sender) -> int:
    """How large a new file may be. Raises TooLargeUpload if there is no space."""
    room = sender.most_stored_bytes - sender.counted.stored_bytes()
    if room <= 0:
        raise TooLargeUpload(
            f"your batches already take the {sender.most_stored_bytes:,} bytes that one person"
            " may store; remove one"
        )
    return min(settings.BATCH_MOST_UPLOAD_BYTES, room)


def refuse_too_many(sender: Sender) -> None:
    """Raise TooManyUnderWay if need be. Called when an upload begins, and when it is complete."""
    most = sender.most_under_way
    if sender.counted.under_way().count() >= most:
        raise TooManyUnderWay(
            f"{most} of your batches {'is' if most == 1 else 'are'} under way;"
            " wait until one is done, or cancel one"
        )


def count_alone(sender: Sender) -> None:
    """Keep other files of this sender from being counted until the transaction ends."""
    with connections[Batch.objects.db].cursor() as cursor:
        for name in sender.locks:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


@contextmanager
def place_for_upload(sender: Sender) -> Iterator[None]:
    """Hold one of the sender's upload slots. Raises TooManyUnderWay if none is free.

    The slot is a database lock of this connection, so it is freed however the upload ends, even if
    the process dies.
    """
    taken: list[str] = []
    try:
        taken.extend(_free_place(name, sender.most_under_way) for name in sender.locks)
        yield
    finally:
        for place in taken:
            with suppress(Error):
                _ask("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", place)


def _free_place(name: str, most: int) -> str:
    for number in range(most):
        place = f"upload {number} of {name}"
        if _ask("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", place):
            return place
    raise TooManyUnderWay("too many of your uploads are in progress; wait for one to finish")


def _ask(statement: str, place: str) -> bool:
    with connections[Batch.objects.db].cursor() as cursor:
        cursor.execute(statement, [place])
        return cursor.fetchone()[0]
