"""Queries for the record."""

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any, Self

from django.db import connections, models, transaction
from django.db.models import Func, IntegerField, Q

from showdown.evaluator.deals import default_label
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement
from showdown.models.batch import Batch
from showdown.models.conditions import chips_of, in_category, is_played_by, seat_of, seats_that_won
from showdown.models.ids import first_uuid7_at
from showdown.models.people import NOBODY, OwnedQuerySet, Person
from showdown.models.unavailable import DATABASE_AWAY, StoreUnavailable

if TYPE_CHECKING:
    from showdown.models.showdown import Showdown

_NEWEST = 1_000
"""Of a person's deals so many are looked through for one that is submitted again, or for names."""

_DELETED_TOGETHER = 10_000
_FETCHED_TOGETHER = 2_000


class Source(models.IntegerChoices):
    """Where a deal was submitted."""

    PAGE = 1, "page"
    API = 2, "API"
    COMMAND = 3, "command"
    BATCH = 4, "batch"


OF_VISITORS = Q(owner=None, batch=None, source__in=(Source.PAGE, Source.API))


class NotStored(StoreUnavailable):
    """The database can't be reached, but the deal is settled: `showdown` is its row."""

    def __init__(self, showdown: "Showdown") -> None:
        super().__init__()
        self.showdown = showdown


class ShowdownQuerySet(OwnedQuerySet["Showdown"]):
    """Stored deals."""

    def record(
        self, settlement: Settlement, *, source: Source, person: Person = NOBODY
    ) -> "Showdown":
        """Store what was settled. Returns its row, which holds the settlement. Raises NotStored."""
        showdown = self.model.of_settlement(settlement, source=source, person=person)
        try:
            showdown.save(force_insert=True, using=self.db)
        except DATABASE_AWAY as error:
            raise NotStored(showdown) from error
        return showdown

    def record_once(
        self, settlement: Settlement, *, source: Source, person: Person, note: str = ""
    ) -> "Showdown":
        """The row of a deal that the person settled: the one already there, or a new one.

        A new note replaces that of the row. Raises NotStored, as `record` does.
        """
        showdown = self.model.of_settlement(settlement, source=source, person=person)
        showdown.note = note
        try:
            with transaction.atomic(using=self.db):
                _one_at_a_time(person, self.db)
                stored = self._same(showdown, person)
                if stored is None:
                    showdown.save(force_insert=True, using=self.db)
                elif note and note != stored.note:
                    stored.note = note
                    stored.save(update_fields=["note"], using=self.db)
        except DATABASE_AWAY as error:
            raise NotStored(showdown) from error
        return stored or showdown

    def _same(self, showdown: "Showdown", person: Person) -> "Showdown | None":
        """A row of the person with the same deal and the same chips, among the newest."""
        newest = self.of(person).newest_first().values("pk")[:_NEWEST]
        alike = self.filter(pk__in=newest, game=showdown.game, cards=showdown.cards)
        return next((row for row in alike if row.is_same_as(showdown)), None)

    def of_batch(self, batch: Batch, ids: str = "id") -> Self:
        """The deals that a batch stored.

        They are found among the identifiers made while it ran. These are adjacent, so the index on
        `ids` is all that is needed.
        """
        if batch.first_deal is None:
            return self.none()
        made = {f"{ids}__gte": batch.first_deal, f"{ids}__lte": batch.last_deal}
        return self.filter(batch=batch, **made)

    def forget_visitors(self, before: datetime) -> int:
        """Delete older deals that belong to no account and no batch. Returns how many.

        Deals stored by a command belong to the operator and are kept.
        """
        return self.filter(OF_VISITORS).before_moment(before).delete_gradually()

    def delete_gradually(self) -> int:
        """Delete these in small steps, so that nobody waits for long. Returns how many."""
        some = self.order_by("id").values("id")[:_DELETED_TOGETHER]
        label, count = self.model._meta.label, 0
        while deleted := self.model.objects.filter(id__in=some).delete()[1].get(label):
            count += deleted
        return count

    def gradually(self) -> "Iterator[Showdown]":
        """Those of a query that is newest first, some at a time.

        Each time over whatever connection the thread has then.
        """
        rows = list(self[:_FETCHED_TOGETHER])
        while rows:
            yield from rows
            rows = list(self.filter(id__lt=rows[-1].pk)[:_FETCHED_TOGETHER])

    def newest_first(self) -> Self:
        return self.order_by("-id")

    def names_of(self, person: Person) -> list[str]:
        """What the hands of the person's newest deals are called, in the order of the alphabet."""
        newest = self.of(person).newest_first().values_list("labels", _PLAYERS)[:_NEWEST]
        names: set[str] = set()
        for labels, players in newest:
            names.update(labels or map(default_label, range(players)))
        return sorted(names)

    def of_game(self, game: Game) -> Self:
        return self.filter(game=game)

    def won_by(self, label: str) -> Self:
        """Deals in which the hand with this label won chips or, without chips, a contest."""
        won: Any = seats_that_won()
        rows = self.alias(
            at_seat=won.bitrightshift(seat_of(label)).bitand(1), chips=chips_of(label)
        )
        return rows.filter(is_played_by(label)).filter(
            Q(chips__gt=0) | Q(paid__isnull=True, at_seat=1)
        )

    def in_category(self, category: str) -> Self:
        """Deals in which a contest was won with this category: `full house`, `7532A`."""
        return self.filter(in_category(category))

    def from_moment(self, moment: datetime) -> Self:
        return self.filter(id__gte=first_uuid7_at(moment))

    def before_moment(self, moment: datetime) -> Self:
        return self.filter(id__lt=first_uuid7_at(moment))


_PLAYERS = Func(
    "made",
    "winners",
    template="octet_length(made) / (4 * cardinality(winners))",
    output_field=IntegerField(),
)
"""How many players a deal had: `made` has four bytes for each and each contest."""


def _one_at_a_time(person: Person, using: str) -> None:
    """Until the transaction ends, nobody else stores for this person: who clicks twice waits."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [person.key])
