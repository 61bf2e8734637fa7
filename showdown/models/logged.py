"""What a log says of a stored hand beside its cards and chips, by which it is found again."""

from collections.abc import Iterable
from typing import NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import InterfaceError, OperationalError, models, transaction
from django.db.models import Index

from showdown.evaluator.errors import InvalidDeal
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


def record_hands(hands: Iterable[Audited], person: Person = NOBODY) -> int:
    """Store hands of a log; how many they were. Those that can't be settled are left out.

    Raises StoreUnavailable.
    """
    rows = [row for each in hands if (row := _rows(each, person))]
    try:
        with transaction.atomic():
            Showdown.objects.bulk_create(showdown for showdown, _ in rows)
            HandOfLog.objects.bulk_create(logged for _, logged in rows)
    except (OperationalError, InterfaceError) as error:
        raise StoreUnavailable from error
    return len(rows)


def _rows(audited: Audited, person: Person) -> tuple[Showdown, HandOfLog] | None:
    hand = audited.hand
    try:
        showdown = Showdown.of(*audited.submission, source=Source.COMMAND, person=person)
    except InvalidDeal:
        return None
    logged = HandOfLog(
        showdown=showdown,
        hand=hand.origin.hand[:_LONGEST],
        table=hand.origin.table[:_LONGEST],
        played=hand.origin.played,
        players=list(hand.seats),
    )
    return showdown, logged
