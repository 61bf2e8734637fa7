"""The record: a deal as it was submitted, with its settlement, in one row."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from functools import cache, cached_property, reduce
from operator import or_
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.postgres.fields import ArrayField
from django.db import connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    BigIntegerField,
    Case,
    CheckConstraint,
    F,
    Func,
    Index,
    IntegerField,
    Q,
    SmallIntegerField,
    Value,
    When,
)
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast
from django.db.models.lookups import Exact
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from psycopg import sql

from showdown.evaluator.deals import LETTERS, MOST_RUNS, Deal, default_label
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.payout import Payout
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet, find_rule_set
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Wagers
from showdown.models.batch import Batch
from showdown.models.columns import columns_of, made_of_column
from showdown.models.fields import GameField, WagersField
from showdown.models.ids import first_uuid7_at, moment_of, uuid7
from showdown.models.people import NOBODY, Person, visitor_of
from showdown.models.unavailable import DATABASE_AWAY, StoreUnavailable
from showdown.notation.submission import Submission

_SEAT_OF_DEFAULT_LABEL = {default_label(seat): seat for seat in range(len(LETTERS))}
_MADE_BYTES = 4
"""Bytes for each seat and contest in the column `made`."""


class Source(models.IntegerChoices):
    """Where a deal was submitted."""

    PAGE = 1, "page"
    API = 2, "API"
    COMMAND = 3, "command"
    BATCH = 4, "batch"


class NotStored(StoreUnavailable):
    """The database can't be reached, but the deal is settled: `showdown` is its row."""

    def __init__(self, showdown: "Showdown") -> None:
        super().__init__()
        self.showdown = showdown


LONGEST_NOTE = 200
"""Characters that a person may write beside a deal."""

_NEWEST = 1_000
"""Of a person's deals so many are looked through for one that is submitted again, or for names."""

_OF_VISITORS = Q(owner=None, batch=None, source__in=(Source.PAGE, Source.API))
_DELETED_TOGETHER = 10_000
_FETCHED_TOGETHER = 2_000


class ShowdownQuerySet(models.QuerySet["Showdown"]):
    """Queries for the record."""

    def record(
        self,
        deal: Deal,
        wagers: Wagers | None = None,
        rules: RuleSet = WSOP_2024,
        *,
        source: Source,
        person: Person = NOBODY,
    ) -> "Showdown":
        """Settle the deal and store it. Returns its row, which holds its settlement.

        Raises InvalidWagers if the wagers contradict the deal, and NotStored.
        """
        showdown = Showdown.of(deal, wagers, rules, source=source, person=person)
        try:
            showdown.insert(using=self.db)
        except DATABASE_AWAY as error:
            raise NotStored(showdown) from error
        return showdown

    def record_once(
        self, settlement: Settlement, *, source: Source, person: Person, note: str = ""
    ) -> "Showdown":
        """The row of what the person settled: the one that is there already, or a new one.

        A new note replaces that of the row. Raises NotStored, as `record` does.
        """
        showdown = Showdown.of_settlement(settlement, source=source, person=person)
        showdown.note = note
        try:
            with transaction.atomic(using=self.db):
                _one_at_a_time(person, self.db)
                found = self._same(showdown, person)
                if found is None:
                    showdown.insert(using=self.db)
                elif note and note != found.note:
                    found.note = note
                    found.save(update_fields=["note"], using=self.db)
        except DATABASE_AWAY as error:
            raise NotStored(showdown) from error
        return found or showdown

    def _same(self, showdown: "Showdown", person: Person) -> "Showdown | None":
        """A row of the person with the same deal and the same chips, among the newest.

        Every deal that a page settles asks this, so the query is not composed anew each time.
        """
        column, value = _whose(person)
        values = [value, _NEWEST, showdown.game.number, showdown.cards]
        with connections[self.db].cursor() as cursor:
            cursor.execute(_SAME_CARDS.format(person=column), values)
            alike = [key for (key,) in cursor]
        rows = self.filter(id__in=alike) if alike else ()
        return next((row for row in rows if row.is_same_as(showdown)), None)

    def of(self, person: Person) -> Self:
        """The person's own deals; none for nobody."""
        if person.account is not None:
            return self.filter(owner=person.account)
        return self.filter(visitor=person.visitor) if person.visitor else self.none()

    def of_batch(self, batch: Batch) -> Self:
        """The deals that a batch stored.

        They are found among the identifiers made while it ran. These are adjacent, so the index on
        identifiers is all that is needed.
        """
        if batch.first_deal is None:
            return self.none()
        return self.filter(batch=batch, id__range=(batch.first_deal, batch.last_deal))

    def adopt(self, person: Person) -> int:
        """Give a visitor's deals to the account that the visitor has signed in to."""
        if person.account is None or person.visitor is None:
            return 0
        return self.filter(visitor=person.visitor).update(owner=person.account, visitor=None)

    def forget_visitors(self, before: datetime) -> int:
        """Delete older deals that belong to no account and no batch. Returns how many.

        Deals stored by a command belong to the operator and are kept.
        """
        return self.filter(_OF_VISITORS).before_moment(before).delete_gradually()

    def delete_gradually(self) -> int:
        """Delete these in small steps, so that nobody waits for long. Returns how many."""
        some = self.order_by("id").values("id")[:_DELETED_TOGETHER]
        count = 0
        while found := Showdown.objects.filter(id__in=some).delete()[1].get(Showdown._meta.label):
            count += found
        return count

    def gradually(self) -> "Iterator[Showdown]":
        """Those of a query that is newest first, some at a time.

        Each time over whatever connection the thread has then.
        """
        found = list(self[:_FETCHED_TOGETHER])
        while found:
            yield from found
            found = list(self.filter(id__lt=found[-1].pk)[:_FETCHED_TOGETHER])

    def newest_first(self) -> Self:
        return self.order_by("-id")

    def names_of(self, person: Person) -> list[str]:
        """What the hands of the person's newest deals are called, in the order of the alphabet."""
        names: set[str] = set()
        column, value = _whose(person)
        with connections[self.db].cursor() as cursor:
            cursor.execute(_LABELS.format(person=column), [_MADE_BYTES, value, _NEWEST])
            for labels, count in cursor:
                names.update(labels or map(default_label, range(count)))
        return sorted(names)

    def of_game(self, game: Game) -> Self:
        return self.filter(game=game)

    def won_by(self, label: str) -> Self:
        """Deals in which the hand with this label won chips or, without chips, a contest."""
        won = _won_in_any_contest().bitrightshift(_seat_of(label))  # type: ignore[arg-type]
        found = self.alias(at_seat=won.bitand(1), chips=_chips_of(label))
        return found.filter(Q(chips__gt=0) | Q(paid__isnull=True, at_seat=1))

    def in_category(self, category: str) -> Self:
        """Deals in which a contest was won with this category: `full house`, `7532A`."""
        games = defaultdict(list)
        for game in GAMES.values():
            for place, contest in enumerate(game.contests):
                if category in contest.ranking.categories:
                    number = contest.ranking.categories.index(category)
                    for each in _places(game, place):
                        games[each, number].append(game)
        conditions = [
            Q(("game__in", played), (f"categories__{place}", number))
            for (place, number), played in games.items()
        ]
        return self.filter(reduce(or_, conditions)) if conditions else self.none()

    def of_player(self, name: str) -> Self:
        """Hands of logs in which a player of this name was dealt in."""
        return self.filter(logged__players__contains=[name])

    def at_table(self, table: str) -> Self:
        """Hands of logs at the table of this name."""
        return self.filter(logged__table=table)

    def with_number(self, hand: str) -> Self:
        """Hands that a log calls so."""
        return self.filter(logged__hand=hand)

    def played_from(self, moment: datetime) -> Self:
        return self.filter(logged__played__gte=moment)

    def played_before(self, moment: datetime) -> Self:
        return self.filter(logged__played__lt=moment)

    def from_moment(self, moment: datetime) -> Self:
        return self.filter(id__gte=first_uuid7_at(moment))

    def before_moment(self, moment: datetime) -> Self:
        return self.filter(id__lt=first_uuid7_at(moment))


_SAME_CARDS = """
    SELECT id FROM (
        SELECT id, game, cards FROM showdown_showdown
        WHERE {person} = %s ORDER BY id DESC LIMIT %s
    ) AS newest
    WHERE game = %s AND cards = %s
"""
_LABELS = """
    SELECT DISTINCT labels, octet_length(made) / (%s * cardinality(winners))
    FROM (
        SELECT labels, made, winners FROM showdown_showdown
        WHERE {person} = %s ORDER BY id DESC LIMIT %s
    ) AS newest
"""
"""The labels of each deal, null for the default ones, and how many players there were."""


def _whose(person: Person) -> tuple[str, Any]:
    """The column of a person's deals, and its value; null, which no row equals, for nobody."""
    if person.account is not None:
        return "owner_id", person.account.pk
    return "visitor", person.visitor


def _one_at_a_time(person: Person, using: str) -> None:
    """Until the transaction ends, nobody else stores for this person: who clicks twice waits."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [person.key])


def _places(game: Game, contest: int) -> range:
    """The indices of a contest in the column `winners`, one for each possible run."""
    runs = MOST_RUNS if game.boards else 1
    return range(contest, runs * len(game.contests), len(game.contests))


def _won_in_any_contest() -> Func:
    """The seats that won any contest, as bits."""
    return Func(
        F("winners"),
        template="(SELECT bit_or(won) FROM unnest(%(expressions)s) AS won)",
        output_field=IntegerField(),
    )


def _seat_of(label: str) -> Case:
    """The seat of a label; null if there is none."""
    return Case(
        When(labels__isnull=True, then=Value(_SEAT_OF_DEFAULT_LABEL.get(label))),
        default=Func(F("labels"), Value(label), function="array_position") - 1,
        output_field=IntegerField(),
    )


def _chips_of(label: str) -> Cast:
    """What a label was paid; null if there were no chips."""
    totals = KeyTransform("totals", "paid")
    return Cast(KeyTextTransform(label, totals), BigIntegerField())


def _shape() -> Q:
    """A constraint: `categories` and `made` have the lengths that fit `winners`."""
    made_by_all = F("made__bytes") % (_MADE_BYTES * F("winners__places"))
    return Q(
        Q(winners__places__gt=0),
        Q(winners__places=F("categories__places")),
        Q(made__bytes__gt=0),
        Exact(made_by_all, 0),
    )


class Showdown(models.Model):
    """A deal as submitted, and its settlement.

    `models.columns` describes the columns of cards. `wagers` are the chips and folds as submitted;
    `paid` are the totals of the players, if there were chips, and the rule set for odd chips:
    `{"rule_set": "wsop-2024", "decimals": 0, "totals": {"HandA": 45, …}}`. `note` is what the
    person wrote beside it.

    The fixed-width columns come first, in an order that needs no padding. The id contains the time
    of submission. The owner has no foreign key in the database: checking each of a million rows
    against one and the same account makes COPY take twice as long, and accounts are only ever
    deleted through Django, which deletes their deals too.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.CASCADE,
        db_constraint=False,
        db_index=False,
        related_name="showdowns",
    )
    batch = models.ForeignKey(
        Batch,
        null=True,
        on_delete=models.CASCADE,
        db_constraint=False,
        db_index=False,
        related_name="showdowns",
    )
    game = GameField()
    source = models.SmallIntegerField(choices=Source)
    visitor = models.UUIDField(null=True)
    winners = ArrayField(SmallIntegerField())
    categories = ArrayField(SmallIntegerField())
    cards = models.BinaryField()
    made = models.BinaryField()
    labels = ArrayField(models.TextField(), null=True)
    wagers = WagersField(null=True)
    paid = models.JSONField(null=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True, default="", db_default="")

    objects = ShowdownQuerySet.as_manager()

    class Meta:
        constraints = [
            CheckConstraint(name="one_person", condition=Q(owner=None) | Q(visitor=None)),
            CheckConstraint(name="known_source", condition=Q(source__in=Source.values)),
            CheckConstraint(name="shape_of_arrays", condition=_shape()),
        ]
        indexes = [
            # The first page of an account's history, and of a visitor's. Deals that nobody
            # looks up by person, as the command stores them, cost nothing here.
            # Identifiers ascend, so that the newest row goes to the end of its person's part.
            Index(fields=["owner", "id"], name="deals_of_owner", condition=~Q(owner=None)),
            Index(fields=["visitor", "id"], name="deals_of_visitor", condition=~Q(visitor=None)),
            # Old deals, to be deleted.
            Index(fields=["id"], name="deals_to_forget", condition=_OF_VISITORS),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.deal}"

    def get_absolute_url(self) -> str:
        return reverse("showdown", args=[self.pk])

    @classmethod
    def of(
        cls,
        deal: Deal,
        wagers: Wagers | None = None,
        rules: RuleSet = WSOP_2024,
        *,
        source: Source,
        person: Person = NOBODY,
    ) -> "Showdown":
        """The row of this deal, settled but not stored. Raises InvalidWagers."""
        return cls.of_settlement(settle(deal, wagers, rules), source=source, person=person)

    @classmethod
    def of_settlement(
        cls, settlement: Settlement, *, source: Source, person: Person = NOBODY
    ) -> "Showdown":
        """The row of a deal that was settled."""
        showdown = cls(
            owner=person.account,
            visitor=person.visitor,
            game=settlement.game,
            source=source,
            wagers=settlement.wagers,
            paid=settlement.payout and _paid(settlement.payout),
            **columns_of(settlement),
        )
        showdown.settlement = settlement
        return showdown

    def insert(self, *, using: str) -> None:
        """Store this new row: what `save` does, but with a statement that is composed only once."""
        connection = connections[using]
        with connection.cursor() as cursor:
            cursor.execute(_insertion(), self.stored_values(connection))
        self._state.adding, self._state.db = False, using

    def stored_values(self, connection: BaseDatabaseWrapper) -> list[Any]:
        """The values of the columns, in their order, as the database's driver takes them."""
        return [
            field.get_db_prep_save(getattr(self, field.attname), connection)
            for field in self._meta.concrete_fields
        ]

    def is_of(self, person: Person) -> bool:
        """Whether it is the person's own."""
        if person.account is not None:
            return self.owner_id == person.account.pk
        return person.visitor is not None and self.visitor == person.visitor

    def is_same_as(self, other: "Showdown") -> bool:
        """Whether both are of the same deal, with the same chips."""
        return (self.deal, self.wagers, self.paid) == (other.deal, other.wagers, other.paid)

    @property
    def created(self) -> datetime:
        """When the deal was submitted."""
        return moment_of(self.id)

    @cached_property
    def deal(self) -> Deal:
        runs = len(self.winners) // len(self.game.contests)
        return Deal.of_numbers(self.game, bytes(self.cards), self.labels or (), runs)

    @property
    def rules(self) -> RuleSet:
        """The rule set by which chips went, if there were any."""
        return find_rule_set(self.paid["rule_set"]) if self.paid else WSOP_2024

    @property
    def submission(self) -> Submission:
        """All that was submitted."""
        return Submission(self.deal, self.wagers, self.rules)

    @cached_property
    def settlement(self) -> Settlement:
        """What the columns say in short, in full; what each hand makes is not looked for again."""
        made = made_of_column(self.deal, bytes(self.made))
        return settle(self.deal, self.wagers, self.rules, made=made)

    @property
    def payout(self) -> Payout | None:
        return self.settlement.payout


@cache
def _insertion() -> str:
    names = [str(field.column) for field in Showdown._meta.concrete_fields]
    comma = sql.SQL(", ")
    return (
        sql.SQL("INSERT INTO {} ({}) VALUES ({})")
        .format(
            sql.Identifier(Showdown._meta.db_table),
            comma.join(map(sql.Identifier, names)),
            comma.join([sql.Placeholder()] * len(names)),
        )
        .as_string()
    )


def _paid(payout: Payout) -> dict[str, Any]:
    """Who got how much, by which rules."""
    return {
        "rule_set": payout.rules.slug,
        "decimals": payout.decimals,
        "totals": {player.label: player.total for player in payout.players},
    }


@receiver(user_logged_in)
def adopt_deals(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What a visitor dealt before signing in belongs to the account from then on."""
    Showdown.objects.adopt(Person(account=user, visitor=visitor_of(request)))
