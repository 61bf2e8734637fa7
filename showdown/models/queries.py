"""Queries for stored deals."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Self

from django.db import models, transaction
from django.db.models import BigIntegerField, Case, F, Func, IntegerField, Q, Value, When
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from showdown.evaluator.deals import DEFAULT_LABELS, MAX_RUNS, default_label
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import Settlement
from showdown.models.batch import Batch
from showdown.models.ids import first_uuid7_at
from showdown.models.people import NOBODY, OwnedQuerySet, Person, lock_until_commit

if TYPE_CHECKING:
    from showdown.models.showdown import Showdown

_MAX_SEARCHED = 1_000
"""Maximum number of a person's newest deals that are searched for an equal deal or for names."""

_ROWS_PER_DELETE = 10_000
_ROWS_PER_FETCH = 2_000
_SEAT_OF_DEFAULT_LABEL = {label: seat for seat, label in enumerate(DEFAULT_LABELS)}


class Source(models.IntegerChoices):
    """The interface through which a deal was submitted."""

    PAGE = 1, "page"
    API = 2, "API"
    COMMAND = 3, "command"
    BATCH = 4, "batch"


BELONGS_TO_VISITOR = Q(owner=None, batch=None, source__in=(Source.PAGE, Source.API))


def may_have_label(label: str) -> Q:
    """Return the condition that a hand has this label, or may have it by default.

    Default labels are not stored.
    """
    has_label = Q(labels__contains=[label])
    return has_label | Q(labels__isnull=True) if label in _SEAT_OF_DEFAULT_LABEL else has_label


class ShowdownQuerySet(OwnedQuerySet["Showdown"]):
    def record(
        self, settlement: Settlement, *, source: Source, person: Person = NOBODY
    ) -> "Showdown":
        showdown = self.model.from_settlement(settlement, source=source, person=person)
        showdown.save(force_insert=True, using=self.db)
        return showdown

    def record_once(
        self, settlement: Settlement, *, source: Source, person: Person, note: str = ""
    ) -> "Showdown":
        """Return the person's equal deal if one of the newest is equal, or store this one.

        A new note replaces the note of the existing deal.
        """
        showdown = self.model.from_settlement(settlement, source=source, person=person)
        showdown.note = note
        with transaction.atomic(using=self.db):
            # If a form is submitted twice, the second request waits here until the first has
            # stored the deal.
            lock_until_commit(person.key, self.db)
            newest = self.owned_by(person).newest_first().values("pk")[:_MAX_SEARCHED]
            same_cards = self.filter(pk__in=newest, game=showdown.game, cards=showdown.cards)
            existing_row = next((row for row in same_cards if row.is_same_as(showdown)), None)
            if existing_row is None:
                showdown.save(force_insert=True, using=self.db)
            elif note and note != existing_row.note:
                existing_row.note = note
                existing_row.save(update_fields=["note"], using=self.db)
        return existing_row or showdown

    def of_batch(self, batch: Batch, id_column: str = "id") -> Self:
        """Return the deals that a batch stored. `id_column` is the path to the deal's identifier.

        Only identifiers created while the batch ran are searched. These are adjacent, so the
        primary key's index is sufficient.
        """
        if batch.first_deal is None:
            return self.none()
        ids = {f"{id_column}__gte": batch.first_deal, f"{id_column}__lte": batch.last_deal}
        return self.filter(batch=batch, **ids)

    def delete_visitors(self, before: datetime) -> int:
        """Delete deals before this time that belong to neither an account nor a batch.

        Return their number. Deals stored by a command belong to the operator and are kept.
        """
        return self.filter(BELONGS_TO_VISITOR).created_before(before).delete_gradually()

    def delete_gradually(self) -> int:
        """Delete the rows in steps, so that locks are short. Return their number."""
        oldest = self.order_by("id").values("id")[:_ROWS_PER_DELETE]
        model_label, count = self.model._meta.label, 0
        while deleted := self.model.objects.filter(id__in=oldest).delete()[1].get(model_label):
            count += deleted
        return count

    def iterate_gradually(self) -> "Iterator[Showdown]":
        """Yield the rows in steps; the query must be ordered newest first.

        Each step is a query of its own, so a step can use another connection than the one before.
        """
        rows = list(self[:_ROWS_PER_FETCH])
        while rows:
            yield from rows
            rows = list(self.filter(id__lt=rows[-1].pk)[:_ROWS_PER_FETCH])

    def newest_first(self) -> Self:
        return self.order_by("-id")

    def player_names(self, person: Person) -> list[str]:
        """Return the labels of hands in the person's newest deals, sorted."""
        # `made` has four bytes for each player and contest
        players = Func(
            "made",
            "winners",
            template="octet_length(made) / (4 * cardinality(winners))",
            output_field=IntegerField(),
        )
        newest = self.owned_by(person).newest_first().values_list("labels", players)[:_MAX_SEARCHED]
        names: set[str] = set()
        for labels, count in newest:
            names.update(labels or map(default_label, range(count)))
        return sorted(names)

    def of_player(self, name: str) -> Self:
        return self.filter(logged__players__contains=[name])

    def won_by(self, label: str) -> Self:
        """Return deals in which the hand with this label won chips or, without chips, a contest."""
        seats_that_won: Any = Func(
            F("winners"),
            template="(SELECT bit_or(won) FROM unnest(%(expressions)s) AS won)",
            output_field=IntegerField(),
        )
        seat = Case(
            When(labels__isnull=True, then=Value(_SEAT_OF_DEFAULT_LABEL.get(label))),
            default=Func(F("labels"), Value(label), function="array_position") - 1,
            output_field=IntegerField(),
        )
        chips = Cast(KeyTextTransform(label, KeyTransform("totals", "paid")), BigIntegerField())
        rows = self.alias(won=seats_that_won.bitrightshift(seat).bitand(1), chips=chips)
        return rows.filter(may_have_label(label)).filter(
            Q(chips__gt=0) | Q(paid__isnull=True, won=1)
        )

    def in_category(self, category: str) -> Self:
        """Return deals in which a contest was won with this category: `full house`, `7532A`."""
        games_by_contest_and_category = defaultdict(list)
        for game in GAMES.values():
            count = len(game.contests)
            end = count * (MAX_RUNS if game.boards else 1)
            for index, contest in enumerate(game.contests):
                if category in contest.ranking.categories:
                    category_index = contest.ranking.categories.index(category)
                    for contest_index in range(index, end, count):
                        games_by_contest_and_category[contest_index, category_index].append(game)
        conditions = [
            Q(("game__in", games), (f"categories__{index}", category_index))
            for (index, category_index), games in games_by_contest_and_category.items()
        ]
        return self.filter(reduce(or_, conditions, Q(pk__in=())))

    def created_since(self, moment: datetime) -> Self:
        return self.filter(id__gte=first_uuid7_at(moment))

    def created_before(self, moment: datetime) -> Self:
        return self.filter(id__lt=first_uuid7_at(moment))
