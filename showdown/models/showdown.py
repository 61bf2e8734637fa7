"""Stored deals: a submitted deal with its settlement in one row."""

from datetime import datetime
from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CheckConstraint, F, Index, Q, SmallIntegerField
from django.db.models.lookups import Exact
from django.urls import reverse

from showdown.evaluator.deals import Deal
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet, find_rule_set
from showdown.evaluator.settlement import Settlement, settle
from showdown.models.batch import Batch
from showdown.models.fields import GameField, WagersField
from showdown.models.ids import moment_of, uuid7
from showdown.models.people import NOBODY, Person
from showdown.models.queries import BELONGS_TO_VISITOR, ShowdownQuerySet, Source
from showdown.models.settlement_columns import decode_made_hands, encode_columns
from showdown.notation.deal_format import Submission

MAX_NOTE_LENGTH = 200
"""Maximum length of the note on a deal."""


class Showdown(models.Model):
    """A deal as submitted, and its settlement.

    `models.settlement_columns` describes the columns of cards. `wagers` are the chips and folds as
    submitted; `paid` has the totals of the players, if there were chips, and the rule set for odd
    chips: `{"rule_set": "wsop-2026", "decimals": 0, "totals": {"HandA": 45, …}}`. `note` is the
    person's own note.

    The fixed-width columns come first, in an order that needs no padding. The id contains the time
    of submission. The owner has no foreign key in the database: checking each of a million rows
    against the same account makes COPY take twice as long, and accounts are only deleted through
    Django, which deletes their deals too.
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
    note = models.CharField(max_length=MAX_NOTE_LENGTH, blank=True, default="", db_default="")

    objects = ShowdownQuerySet.as_manager()

    class Meta:
        constraints = [
            CheckConstraint(name="one_person", condition=Q(owner=None) | Q(visitor=None)),
            CheckConstraint(name="known_source", condition=Q(source__in=Source.values)),
            CheckConstraint(
                name="shape_of_arrays",
                condition=Q(
                    Q(winners__cardinality__gt=0),
                    Q(winners__cardinality=F("categories__cardinality")),
                    Q(made__bytes__gt=0),
                    # four bytes for each seat and contest
                    Exact(F("made__bytes") % (4 * F("winners__cardinality")), 0),
                ),
            ),
        ]
        indexes = [
            # For the history of an account or a visitor. Deals without either, such as those
            # stored by commands, are not indexed. Ids increase with time, so a new row goes after
            # the other rows of its owner or visitor.
            Index(fields=["owner", "id"], name="deals_of_owner", condition=~Q(owner=None)),
            Index(fields=["visitor", "id"], name="deals_of_visitor", condition=~Q(visitor=None)),
            # For the deletion of old deals.
            Index(fields=["id"], name="deals_to_forget", condition=BELONGS_TO_VISITOR),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.deal}"

    def get_absolute_url(self) -> str:
        return reverse("showdown", args=[self.pk])

    @classmethod
    def from_settlement(
        cls, settlement: Settlement, *, source: Source, person: Person = NOBODY
    ) -> "Showdown":
        """Return an unsaved row of a settled deal."""
        payout = settlement.payout
        showdown = cls(
            owner=person.account,
            visitor=person.visitor,
            game=settlement.game,
            source=source,
            wagers=settlement.wagers,
            paid=payout
            and {
                "rule_set": payout.rules.slug,
                "decimals": payout.decimals,
                "totals": {player.label: player.total for player in payout.players},
            },
            **encode_columns(settlement),
        )
        showdown.settlement = settlement
        return showdown

    def stored_values(self, connection: BaseDatabaseWrapper) -> list[Any]:
        return [
            field.get_db_prep_save(getattr(self, field.attname), connection)
            for field in self._meta.concrete_fields
        ]

    def belongs_to(self, person: Person) -> bool:
        if person.account is not None:
            return self.owner_id == person.account.pk
        return person.visitor is not None and self.visitor == person.visitor

    def is_same_as(self, other: "Showdown") -> bool:
        return (self.deal, self.wagers, self.paid) == (other.deal, other.wagers, other.paid)

    @property
    def created(self) -> datetime:
        return moment_of(self.id)

    @cached_property
    def deal(self) -> Deal:
        runs = len(self.winners) // len(self.game.contests)
        return Deal.from_numbers(self.game, bytes(self.cards), self.labels or (), runs)

    @property
    def rules(self) -> RuleSet:
        """Return the rule set for odd chips; without chips, the default one."""
        return find_rule_set(self.paid["rule_set"]) if self.paid else WSOP_2026

    @property
    def submission(self) -> Submission:
        return Submission(self.deal, self.wagers, self.rules)

    @cached_property
    def settlement(self) -> Settlement:
        """Return the full settlement, built from the columns without evaluating hands again."""
        made = decode_made_hands(self.deal, bytes(self.made))
        return settle(self.deal, self.wagers, self.rules, made=made)
