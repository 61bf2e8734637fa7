"""Batches: a file of many deals settled as one piece of work, and the blocks it is cut into."""

from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, Sum, UniqueConstraint
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from showdown.models.fields import ContractOfDealsField, GameOfDealsField, RuleSetField
from showdown.models.ids import first_uuid7_at, moment_of, uuid7
from showdown.models.people import Person, visitor_of


class State(models.IntegerChoices):
    """How far a batch is."""

    QUEUED = 1, "queued"
    RUNNING = 2, "running"
    DONE = 3, "done"
    FAILED = 4, "failed"
    CANCELLED = 5, "cancelled"
    REMOVED = 6, "removed"


class Work(models.IntegerChoices):
    """What is done with the file of a batch."""

    SETTLE = 1, "settle its deals"
    AUDIT = 2, "audit its hands"


UNDER_WAY = (State.QUEUED, State.RUNNING)


class Compression(models.TextChoices):
    """How the file came."""

    NONE = "", "none"
    GZIP = "gzip", "gzip"
    ZSTD = "zstd", "Zstandard"


class BatchQuerySet(models.QuerySet["Batch"]):
    """What can be asked of batches."""

    def of(self, person: Person) -> Self:
        """The person's own batches; nobody has none. What is being removed is seen no more."""
        shown = self.exclude(state=State.REMOVED)
        if person.account is not None:
            return shown.filter(owner=person.account)
        return shown.filter(visitor=person.visitor) if person.visitor else self.none()

    def counted_for(self, person: Person, address: str) -> Self:
        """Those that leave the person less room; for a visitor all that came from the address.

        A visitor is another one without the cookie. What is being removed still takes room.
        """
        if person.account is not None:
            return self.filter(owner=person.account)
        if person.visitor is None:
            return self.none()
        theirs = Q(visitor=person.visitor)
        return self.filter(theirs | Q(address=address) if address else theirs)

    def to_settle(self) -> Self:
        """Files of deals."""
        return self.filter(work=Work.SETTLE)

    def to_audit(self) -> Self:
        """Logs."""
        return self.filter(work=Work.AUDIT)

    def of_visitors(self) -> Self:
        return self.exclude(visitor=None)

    def adopt(self, person: Person) -> int:
        """Give the batches of a visitor to the account that the visitor has turned out to be."""
        if person.account is None or person.visitor is None:
            return 0
        theirs = self.filter(visitor=person.visitor)
        return theirs.update(owner=person.account, visitor=None, address="")

    def newest_first(self) -> Self:
        return self.order_by("-id")

    def under_way(self) -> Self:
        return self.filter(state__in=UNDER_WAY)

    def locked(self) -> Self:
        """The rows stay as they are until the transaction ends; their blocks may change."""
        return self.select_for_update(no_key=True)

    def stored_bytes(self) -> int:
        """What the batches take in the storage: files, and what is written from them."""
        parts = F("input_bytes") + F("expanded_bytes") + F("output_bytes")
        files = self.aggregate(total=Sum(parts))["total"] or 0
        exports = Export.objects.filter(batch__in=self)
        return files + (exports.aggregate(total=Sum("length"))["total"] or 0)

    def uncleared(self) -> Self:
        """Those of which more is left than should be, or for a moment yet."""
        return self.filter(Q(state=State.REMOVED) | Q(state=State.CANCELLED, input_bytes__gt=0))

    def older_than(self, age: timedelta) -> Self:
        """Those that nobody works on, submitted so long ago."""
        return self.exclude(state__in=UNDER_WAY).filter(id__lt=first_uuid7_at(timezone.now() - age))


class Batch(models.Model):
    """A file of deals, how far its settling is, and what came of it.

    `number` is what the rows of its deals hold, in four bytes; `id` is what people see. `contract`
    is how the file is written, `rules` the rule set of the lines that do not name their own;
    `address` is where that of a visitor came from. `text_bytes` is the
    length of the text, guessed as long as a compressed file is not cut.

    A log that is audited has neither game nor contract, and is not cut: `terms` are what was asked
    beside the rule set, in the words of the command; `report` names the file of its report. Its
    `deals` are the hands that were read, its `errors` those that were paid wrong.
    """

    number = models.AutoField(primary_key=True)
    id = models.UUIDField(unique=True, default=uuid7, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="batches"
    )
    visitor = models.UUIDField(null=True)
    address = models.CharField(max_length=39, default="", blank=True)
    name = models.CharField(max_length=200)
    work = models.SmallIntegerField(choices=Work, default=Work.SETTLE)
    game = GameOfDealsField()
    contract = ContractOfDealsField(max_length=20)
    terms = models.JSONField(default=dict, blank=True)
    report = models.CharField(max_length=200, default="", blank=True)
    rules = RuleSetField(max_length=20)
    stores = models.BooleanField(default=False)
    state = models.SmallIntegerField(choices=State, default=State.QUEUED)
    reason = models.TextField(default="", blank=True)
    compression = models.CharField(max_length=4, choices=Compression, default="", blank=True)

    input_bytes = models.BigIntegerField()
    expanded_bytes = models.BigIntegerField(default=0)
    output_bytes = models.BigIntegerField(default=0)
    cut_bytes = models.BigIntegerField(default=0)
    text_bytes = models.BigIntegerField(default=0)
    cut_lines = models.BigIntegerField(default=0)
    done_bytes = models.BigIntegerField(default=0)

    is_cut = models.BooleanField(default=False)
    blocks_cut = models.IntegerField(default=0)
    blocks_done = models.IntegerField(default=0)
    deals = models.BigIntegerField(default=0)
    errors = models.BigIntegerField(default=0)
    tallies = models.JSONField(null=True)

    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)
    first_deal = models.UUIDField(null=True)
    last_deal = models.UUIDField(null=True)

    objects = BatchQuerySet.as_manager()

    class Meta:
        constraints = [
            CheckConstraint(name="batch_of_one_person", condition=Q(owner=None) | Q(visitor=None)),
            CheckConstraint(name="known_state", condition=Q(state__in=State.values)),
            CheckConstraint(
                name="known_work",
                condition=Q(work=Work.AUDIT, game=None, contract=None)
                | Q(work=Work.SETTLE, game__isnull=False, contract__isnull=False),
            ),
        ]
        indexes = [
            # A visitor's list of batches; that of an account is served by its foreign key.
            Index(fields=["visitor", "id"], name="batches_of_visitor", condition=~Q(visitor=None)),
            # What a visitor's address has stored, looked up for each file that comes from there.
            Index(fields=["address"], name="batches_of_address", condition=~Q(address="")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("audit" if self.is_audit else "batch", args=[self.id])

    @property
    def created(self) -> datetime:
        return moment_of(self.id)

    @property
    def is_audit(self) -> bool:
        return self.work == Work.AUDIT

    @property
    def is_under_way(self) -> bool:
        return self.state in UNDER_WAY

    @property
    def is_done(self) -> bool:
        return self.state == State.DONE

    @property
    def can_resume(self) -> bool:
        return self.state == State.FAILED

    @property
    def person(self) -> Person:
        return Person(account=self.owner, visitor=self.visitor)

    @property
    def all_blocks_done(self) -> bool:
        return self.is_cut and self.blocks_done == self.blocks_cut

    @property
    def seconds(self) -> float:
        """How long it has been worked on."""
        if self.started is None:
            return 0.0
        return ((self.finished or timezone.now()) - self.started).total_seconds()

    @property
    def rate(self) -> float:
        """Deals a second."""
        return (self.deals + self.errors) / self.seconds if self.seconds else 0.0

    @property
    def part_done(self) -> float:
        """From 0 to 1, by bytes."""
        if self.is_done:
            return 1.0
        return min(1.0, self.done_bytes / self.text_bytes) if self.text_bytes else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At the speed so far; None while there is none."""
        part = self.part_done
        return self.seconds * (1 - part) / part if part else None


class BlockQuerySet(models.QuerySet["Block"]):
    """Blocks of a batch."""

    def undone(self) -> Self:
        return self.filter(done=None)

    def in_order(self) -> Self:
        return self.order_by("number")


class Block(models.Model):
    """A part of a batch's file, of whole deals; when it is done, where its results are.

    `offset` and `length` are bytes of the file, after decompression. `line` is the number of its
    first line. `output` and `complaints` name files in the storage; one that no block names is
    left over from a worker that was stopped.
    """

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="blocks")
    number = models.IntegerField()
    offset = models.BigIntegerField()
    length = models.IntegerField()
    line = models.BigIntegerField()
    done = models.DateTimeField(null=True)
    deals = models.IntegerField(default=0)
    errors = models.IntegerField(default=0)
    output = models.CharField(max_length=200, default="", blank=True)
    output_bytes = models.IntegerField(default=0)
    complaints = models.CharField(max_length=200, default="", blank=True)
    tallies = models.JSONField(null=True)

    objects = BlockQuerySet.as_manager()

    class Meta:
        constraints = [UniqueConstraint(fields=["batch", "number"], name="block_of_batch")]

    def __str__(self) -> str:
        return f"block {self.number} of {self.batch_id}"


class Export(models.Model):
    """A batch as a table of one kind: asked for, then made by a job, then kept as a file.

    `name` is that of the file, empty until it is made; `reason` says why it could not be.
    """

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="exports")
    kind = models.CharField(max_length=10)
    asked = models.DateTimeField(auto_now_add=True)
    name = models.CharField(max_length=200, default="", blank=True)
    length = models.BigIntegerField(default=0)
    reason = models.TextField(default="", blank=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["batch", "kind"], name="export_of_batch")]

    def __str__(self) -> str:
        return f"{self.batch_id} as {self.kind}"


@receiver(user_logged_in)
def adopt_batches(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What a visitor uploaded before signing in belongs to the account from then on."""
    Batch.objects.adopt(Person(account=user, visitor=visitor_of(request)))
