"""Searchable log data of stored hands."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.db import models, transaction
from django.db.models import Index

from showdown.evaluator.errors import InvalidDeal
from showdown.models.batch import Batch
from showdown.models.people import NOBODY, Person
from showdown.models.queries import Source
from showdown.models.showdown import Showdown
from showdown.notation.deal_format import Submission
from showdown.notation.logs.logged_hand import LoggedHand

_MAX_TEXT_LENGTH = 200


class HandOfLog(models.Model):
    """The log data of a stored hand; `players` contains the names of all players dealt in."""

    showdown = models.OneToOneField(
        Showdown, primary_key=True, on_delete=models.CASCADE, related_name="logged"
    )
    hand = models.CharField(max_length=_MAX_TEXT_LENGTH, blank=True)
    table = models.CharField(max_length=_MAX_TEXT_LENGTH, blank=True)
    played = models.DateTimeField(null=True)
    players = ArrayField(models.TextField())

    class Meta:
        indexes = [Index(fields=["hand"], name="hands_of_logs")]

    def __str__(self) -> str:
        return self.hand


type Row = tuple[Showdown, HandOfLog]


class RecordedHands(NamedTuple):
    """The identifiers of the stored hands, and the number of hands that were already known."""

    ids: list[UUID]
    known_before: int


def record_hands(
    hands: Iterable[tuple[LoggedHand, Submission]],
    *,
    person: Person = NOBODY,
    batch: Batch | None = None,
) -> RecordedHands:
    """Store the hands of a log, for a person or for a batch.

    Skip hands that can't be settled, and hands that commands have stored for the person before:
    those with the same hand number, time, table, players, game and cards. Hands without a number
    are always stored. All hands of a batch are stored too, since they are deleted with the batch.
    """
    source = Source.BATCH if batch else Source.COMMAND
    rows: list[Row] = []
    for hand, submission in hands:
        try:
            settlement = submission.settle()
        except InvalidDeal:
            continue
        showdown = Showdown.from_settlement(settlement, source=source, person=person)
        showdown.batch = batch
        logged = HandOfLog(
            showdown=showdown,
            hand=hand.origin.hand[:_MAX_TEXT_LENGTH],
            table=hand.origin.table[:_MAX_TEXT_LENGTH],
            played=hand.origin.played,
            players=list(hand.seats),
        )
        rows.append((showdown, logged))
    with transaction.atomic():
        new_rows = rows if batch else _select_new(rows, person)
        Showdown.objects.bulk_create(showdown for showdown, _ in new_rows)
        HandOfLog.objects.bulk_create(logged for _, logged in new_rows)
    return RecordedHands([showdown.pk for showdown, _ in new_rows], len(rows) - len(new_rows))


def _select_new(rows: Sequence[Row], person: Person) -> list[Row]:
    """Return the rows of distinct hands that were not stored for this person yet."""
    numbers = {logged.hand for _, logged in rows if logged.hand}
    stored_hands = HandOfLog.objects.filter(
        hand__in=numbers,
        showdown__owner=person.account,
        showdown__batch=None,
        showdown__source=Source.COMMAND,
    ).select_related("showdown")
    known_identities = {_identity(logged) for logged in stored_hands.iterator()}
    new_rows = []
    for showdown, logged in rows:
        identity = _identity(logged)
        if not logged.hand or identity not in known_identities:
            known_identities.add(identity)
            new_rows.append((showdown, logged))
    return new_rows


def _identity(logged: HandOfLog) -> tuple[Any, ...]:
    log_data = (logged.hand, logged.table, logged.played, tuple(logged.players))
    return *log_data, logged.showdown.game.number, bytes(logged.showdown.cards)
