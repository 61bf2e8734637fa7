"""What a log says of a stored hand beside its cards and chips, by which it is found again."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import InterfaceError, OperationalError, models, transaction
from django.db.models import Index

from showdown.evaluator.errors import InvalidDeal
from showdown.models.batch import Batch
from showdown.models.people import NOBODY, Person
from showdown.models.showdown import Showdown, Source, StoreUnavailable
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.submission import Submission

_LONGEST = 200


class HandOfLog(models.Model):
    """Where a stored hand comes from; `players` are all who were dealt in, by their names there."""

    showdown = models.OneToOneField(
        Showdown, primary_key=True, on_delete=models.CASCADE, related_name="logged"
    )
    hand = models.CharField(max_length=_LONGEST, blank=True)
    table = models.CharField(max_length=_LONGEST, blank=True)
    played = models.DateTimeField(null=True)
    players = ArrayField(models.TextField())

    class Meta:
        indexes = [
            # The hand that somebody asks for by its number.
            Index(fields=["hand"], name="hands_of_logs"),
        ]

    def __str__(self) -> str:
        return self.hand


class Audited(NamedTuple):
    """A hand of a log, as it can be settled."""

    hand: LoggedHand
    submission: Submission


def record_hands(
    hands: Iterable[Audited], *, person: Person = NOBODY, batch: Batch | None = None
) -> list[UUID]:
    """Store hands of a log, those of a batch as its own. Returns their identifiers.

    Those that can't be settled are left out. Raises StoreUnavailable.
    """
    rows = [row for each in hands if (row := _rows(each, person, batch))]
    try:
        with transaction.atomic():
            Showdown.objects.bulk_create(showdown for showdown, _ in rows)
            HandOfLog.objects.bulk_create(logged for _, logged in rows)
    except (OperationalError, InterfaceError) as error:
        raise StoreUnavailable from error
    return [showdown.pk for showdown, _ in rows]


def _rows(
    audited: Audited, person: Person, batch: Batch | None
) -> tuple[Showdown, HandOfLog] | None:
    hand = audited.hand
    source = Source.BATCH if batch else Source.COMMAND
    try:
        showdown = Showdown.of(*audited.submission, source=source, person=person)
    except InvalidDeal:
        return None
    showdown.batch = batch
    logged = HandOfLog(
        showdown=showdown,
        hand=hand.origin.hand[:_LONGEST],
        table=hand.origin.table[:_LONGEST],
        played=hand.origin.played,
        players=list(hand.seats),
    )
    return showdown, logged
