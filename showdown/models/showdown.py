"""The record: a deal as it was submitted, with its settlement, in one row."""

from datetime import datetime
from functools import cache, cached_property, reduce
from operator import or_
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.postgres.fields import ArrayField
from django.db import InterfaceError, OperationalError, connections, models
from django.db.models import Case, CheckConstraint, F, Func, Index, IntegerField, Q, Value, When
from django.db.models.functions import Coalesce
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse

from showdown.evaluator.deals import LETTERS, Deal, default_label
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Wagers
from showdown.models.batch import Batch
from showdown.models.columns import columns_of, document_of
from showdown.models.fields import GameField
from showdown.models.ids import first_uuid7_at, moment_of, uuid7
from showdown.models.people import NOBODY, Person, visitor_of
from showdown.notation.deal_json import deal_from_json
from showdown.notation.submission import Submission
from showdown.notation.wagers_json import wagers_to_json

_SEAT_OF_DEFAULT_LABEL = {default_label(seat): seat for seat in range(len(LETTERS))}


class Source(models.IntegerChoices):
    """Where a deal was submitted."""

    PAGE = 1, "page"
    API = 2, "API"
    COMMAND = 3, "command"
    BATCH = 4, "batch"


class StoreUnavailable(Exception):
    """The database is away."""

    def __init__(self) -> None:
        super().__init__("the database is away: the settlement is not stored")


class NotStored(StoreUnavailable):
    """The deal is settled all the same: `showdown` is its row."""

    def __init__(self, showdown: "Showdown") -> None:
        super().__init__()
        self.showdown = showdown


@cache
def _insert_statement() -> str:
    columns = [str(field.column) for field in Showdown._meta.concrete_fields]
    places = ", ".join(["%s"] * len(columns))
    names = ", ".join(columns)
    return f"INSERT INTO {Showdown._meta.db_table} ({names}) VALUES ({places})"  # noqa: S608


class ShowdownQuerySet(models.QuerySet["Showdown"]):
    """What can be asked of the record."""

    def record(
        self,
        deal: Deal,
        *,
        source: Source,
        person: Person = NOBODY,
        wagers: Wagers | None = None,
        rules: RuleSet = WSOP_2024,
    ) -> "Showdown":
        """Settle the deal and store it; its row, which holds its settlement.

        Raises InvalidWagers when the wagers contradict the deal, and NotStored.
        """
        showdown = Showdown.of(deal, source=source, person=person, wagers=wagers, rules=rules)
        try:
            self._insert_row(showdown)
        except (OperationalError, InterfaceError) as error:
            raise NotStored(showdown) from error
        return showdown

    def _insert_row(self, showdown: "Showdown") -> None:
        """Store one row, by a statement that is not composed anew for each: a quarter faster."""
        connection = connections[self.db]
        with connection.cursor() as cursor:
            cursor.execute(
                _insert_statement(),
                [
                    field.get_db_prep_save(getattr(showdown, field.attname), connection)
                    for field in Showdown._meta.concrete_fields
                ],
            )
        showdown._state.adding = False
        showdown._state.db = self.db

    def of(self, person: Person) -> Self:
        """The person's own deals; nobody has none."""
        if person.account is not None:
            return self.filter(owner=person.account)
        return self.filter(visitor=person.visitor) if person.visitor else self.none()

    def of_batch(self, batch: Batch) -> Self:
        """The deals that a batch stored.

        They are found among the identifiers given while it ran: these lie side by side, so that
        no index beside that of the identifiers is needed.
        """
        if batch.first_deal is None:
            return self.none()
        return self.filter(batch=batch, id__range=(batch.first_deal, batch.last_deal))

    def adopt(self, person: Person) -> int:
        """Give the deals of a visitor to the account that the visitor has turned out to be."""
        if person.account is None or person.visitor is None:
            return 0
        return self.filter(visitor=person.visitor).update(owner=person.account, visitor=None)

    def newest_first(self) -> Self:
        return self.order_by("-id")

    def of_game(self, game: Game) -> Self:
        return self.filter(game=game)

    def won_by(self, label: str) -> Self:
        """Deals in which the hand of this label won a pot, or a part of one."""
        place = Func(F("labels"), Value(label), function="array_position")
        seat = Case(
            When(labels__isnull=True, then=Value(_SEAT_OF_DEFAULT_LABEL.get(label))),
            default=place - 1,
            output_field=IntegerField(),
        )
        won = Coalesce("high_winners", 0).bitor(Coalesce("low_winners", 0))  # type: ignore[arg-type]
        at_seat = won.bitrightshift(seat).bitand(1)  # type: ignore[arg-type]
        return self.alias(at_seat=at_seat).filter(at_seat=1)

    def in_category(self, category: str) -> Self:
        """Deals in which a contest was won with this category."""
        conditions = [
            Q(("game", game), (f"{column}_category", contest.ranking.categories.index(category)))
            for game in GAMES.values()
            for column, contest in zip(("high", "low"), game.contests, strict=False)
            if category in contest.ranking.categories
        ]
        return self.filter(reduce(or_, conditions)) if conditions else self.none()

    def from_moment(self, moment: datetime) -> Self:
        return self.filter(id__gte=first_uuid7_at(moment))

    def before_moment(self, moment: datetime) -> Self:
        return self.filter(id__lt=first_uuid7_at(moment))


class Showdown(models.Model):
    """A deal as submitted, and its settlement.

    The fixed columns stand first, in the order that needs no padding. When it was submitted is in
    the id. Whose it is has no foreign key in the database: checking each of a million rows
    against one and the same account makes COPY take twice as long, and accounts are only ever
    deleted through Django, which takes their deals along.
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
    game = GameField()
    source = models.SmallIntegerField(choices=Source)
    high_winners = models.SmallIntegerField(null=True)
    high_category = models.SmallIntegerField(null=True)
    low_winners = models.SmallIntegerField(null=True)
    low_category = models.SmallIntegerField(null=True)
    visitor = models.UUIDField(null=True)
    cards = models.BinaryField()
    made = models.BinaryField()
    labels = ArrayField(models.TextField(), null=True)
    chips = models.JSONField(null=True)
    batch = models.ForeignKey(
        Batch,
        null=True,
        on_delete=models.CASCADE,
        db_constraint=False,
        db_index=False,
        related_name="showdowns",
    )

    objects = ShowdownQuerySet.as_manager()

    class Meta:
        constraints = [
            CheckConstraint(name="one_person", condition=Q(owner=None) | Q(visitor=None)),
            CheckConstraint(name="known_source", condition=Q(source__in=Source.values)),
        ]
        indexes = [
            # The first page of an account's history, and of a visitor's. Deals that nobody
            # looks up by person, as the command stores them, cost nothing here.
            # They ascend, so that the newest row goes to the end of its person's part.
            Index(fields=["owner", "id"], name="deals_of_owner", condition=~Q(owner=None)),
            Index(fields=["visitor", "id"], name="deals_of_visitor", condition=~Q(visitor=None)),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.deal}"

    def get_absolute_url(self) -> str:
        return reverse("showdown", args=[self.pk])

    @classmethod
    def of(
        cls,
        deal: Deal,
        *,
        source: Source,
        person: Person = NOBODY,
        wagers: Wagers | None = None,
        rules: RuleSet = WSOP_2024,
    ) -> "Showdown":
        """The row of this deal, settled but not stored. Raises InvalidWagers."""
        settlement = settle(deal, wagers, rules)
        chips = document_of(deal) | dict(wagers_to_json(wagers) if wagers else {})
        showdown = cls(
            owner=person.account,
            visitor=person.visitor,
            game=deal.game,
            source=source,
            chips=chips | {"rules": rules.slug},
            **columns_of(settlement),
        )
        showdown.settlement = settlement
        return showdown

    @property
    def created(self) -> datetime:
        """When the deal was submitted."""
        return moment_of(self.id)

    @cached_property
    def submission(self) -> Submission:
        return deal_from_json(self.chips)

    @property
    def deal(self) -> Deal:
        return self.submission.deal

    @property
    def wagers(self) -> Wagers | None:
        return self.submission.wagers

    @property
    def rules(self) -> RuleSet:
        return self.submission.rules

    @cached_property
    def settlement(self) -> Settlement:
        """What the columns say in short, in full."""
        return self.submission.settle()


@receiver(user_logged_in)
def adopt_deals(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What a visitor dealt before signing in belongs to the account from then on."""
    Showdown.objects.adopt(Person(account=user, visitor=visitor_of(request)))
