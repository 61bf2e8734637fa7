"""Batches, which are files of deals to settle or logs to audit in the background."""

import secrets
from datetime import datetime, timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, Sum, UniqueConstraint
from django.urls import reverse
from django.utils import timezone

from showdown.models.fields import FormatOfDealsField, GameOfDealsField, RuleSetField
from showdown.models.ids import first_uuid7_at, moment_of, uuid7
from showdown.models.people import OwnedQuerySet, Person


class State(models.IntegerChoices):
    """The state of a batch."""

    QUEUED = 1, "queued"
    RUNNING = 2, "running"
    DONE = 3, "done"
    FAILED = 4, "failed"
    CANCELLED = 5, "cancelled"
    REMOVED = 6, "removed"


class Work(models.IntegerChoices):
    """The kind of work on the file of a batch."""

    SETTLE = 1, "settle its deals"
    AUDIT = 2, "audit its hands"


UNFINISHED_STATES = (State.QUEUED, State.RUNNING)


class Compression(models.TextChoices):
    """The compression of the uploaded file."""

    NONE = "", "none"
    GZIP = "gzip", "gzip"
    ZSTD = "zstd", "Zstandard"


class BatchQuerySet(OwnedQuerySet["Batch"]):
    def owned_by(self, person: Person) -> Self:
        """Return the person's own batches, without those being removed."""
        return super().owned_by(person).exclude(state=State.REMOVED)

    def counted_against_limits(self, person: Person, address: str) -> Self:
        """Return the batches that count against the person's limits.

        For a visitor, they include all batches from the address, because a browser without the
        cookie is a new visitor. Batches being removed still take space, so they count.
        """
        batches = super().owned_by(person)
        return batches | self.filter(address=address) if person.visitor and address else batches

    def to_settle(self) -> Self:
        return self.filter(work=Work.SETTLE)

    def to_audit(self) -> Self:
        return self.filter(work=Work.AUDIT)

    def of_visitors(self) -> Self:
        return self.exclude(visitor=None)

    def adopt(self, person: Person, **fields: Any) -> int:
        """Move the visitor's batches to the account, and clear their addresses.

        Only the limits of visitors need addresses. Return the number of batches.
        """
        return super().adopt(person, **fields, address="")

    def newest_first(self) -> Self:
        return self.order_by("-id")

    def unfinished(self) -> Self:
        return self.filter(state__in=UNFINISHED_STATES)

    def locked(self) -> Self:
        """Return the batches, locked until the transaction ends. Blocks are not locked."""
        return self.select_for_update(no_key=True)

    def stored_bytes(self) -> int:
        """Return the bytes of the batches' files and results in the storage."""
        parts = F("input_bytes") + F("expanded_bytes") + F("output_bytes")
        files = self.aggregate(total=Sum(parts))["total"] or 0
        exports = Export.objects.filter(batch__in=self)
        return files + (exports.aggregate(total=Sum("length"))["total"] or 0)

    def uncleared(self) -> Self:
        """Return canceled or removed batches whose files or deals have not been deleted yet."""
        return self.filter(Q(state=State.REMOVED) | Q(state=State.CANCELLED, input_bytes__gt=0))

    def older_than(self, age: timedelta) -> Self:
        """Return batches that are finished and were submitted longer ago than `age`."""
        return self.exclude(state__in=UNFINISHED_STATES).filter(
            id__lt=first_uuid7_at(timezone.now() - age)
        )


class Batch(models.Model):
    """A file of deals, the progress of settling it, and the result.

    `number` identifies the batch in the rows of its deals, in four bytes; people see the `id`.
    `format` is the format of the file. `rules` is the rule set for lines that don't name one.
    `address` is the IP address of the visitor who uploaded the file. `text_bytes` is the length of
    the text, which is an estimate until a compressed file has been cut into blocks.

    A log to audit has neither game nor format, and is not cut. `terms` are the other terms of the
    audit, spelled like the options of the command, and the digest of several uploaded files;
    `report` is the name of the report's file. `deals` is the number of hands read, and `errors` the
    number of hands paid incorrectly.
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
    format = FormatOfDealsField(max_length=20)
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
                condition=Q(work=Work.AUDIT, game=None, format=None)
                | Q(work=Work.SETTLE, game__isnull=False, format__isnull=False),
            ),
        ]
        indexes = [
            # For lists of a visitor's batches. The owner's foreign key has its own index.
            Index(fields=["visitor", "id"], name="batches_of_visitor", condition=~Q(visitor=None)),
            # For the limit on uploads from a visitor's address.
            Index(fields=["address"], name="batches_of_address", condition=~Q(address="")),
        ]

    def __str__(self) -> str:
        return self.name or "unnamed"

    def get_absolute_url(self) -> str:
        return reverse("audit" if self.is_audit else "batch", args=[self.id])

    @property
    def created(self) -> datetime:
        return moment_of(self.id)

    @property
    def is_audit(self) -> bool:
        return self.work == Work.AUDIT

    @property
    def is_unfinished(self) -> bool:
        return self.state in UNFINISHED_STATES

    @property
    def state_text(self) -> str:
        """Return the state in American spelling; the label `cancelled` is a value of the API."""
        return "canceled" if self.state == State.CANCELLED else State(self.state).label

    @property
    def is_done(self) -> bool:
        return self.state == State.DONE

    @property
    def is_unread_log(self) -> bool:
        """Return whether a finished audit has no hands, or has unreadable hands and judged none."""
        if not (self.is_audit and self.is_done and self.tallies):
            return False
        return not self.deals or bool(
            self.tallies["broken"] and not self.tallies["counts"]["judged"]
        )

    @property
    def can_resume(self) -> bool:
        return self.state == State.FAILED

    @property
    def all_blocks_done(self) -> bool:
        return self.is_cut and self.blocks_done == self.blocks_cut

    @property
    def seconds(self) -> float:
        if self.started is None:
            return 0.0
        return ((self.finished or timezone.now()) - self.started).total_seconds()

    @property
    def rate(self) -> float:
        """Return the number of deals and errors per second."""
        return (self.deals + self.errors) / self.seconds if self.seconds else 0.0

    @property
    def part_done(self) -> float:
        """Return the finished fraction of the text, from 0 to 1, by bytes."""
        if self.is_done:
            return 1.0
        return min(1.0, self.done_bytes / self.text_bytes) if self.text_bytes else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Estimate the remaining seconds from the progress so far; None before any progress."""
        part = self.part_done
        return self.seconds * (1 - part) / part if part else None


class BlockQuerySet(models.QuerySet["Block"]):
    def unfinished(self) -> Self:
        return self.filter(done=None)

    def in_order(self) -> Self:
        return self.order_by("number")


class Block(models.Model):
    """A part of a batch's file that contains whole deals, and its result files when it is done.

    `offset` and `length` are in bytes of the decompressed file. `line` is the number of the block's
    first line. `output` and `error_file` name files in the storage. Files that no block names are
    leftovers of stopped workers.
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
    error_file = models.CharField(max_length=200, default="", blank=True)
    tallies = models.JSONField(null=True)

    objects = BlockQuerySet.as_manager()

    class Meta:
        constraints = [UniqueConstraint(fields=["batch", "number"], name="block_of_batch")]

    def __str__(self) -> str:
        return f"block {self.number} of {self.batch_id}"


class Export(models.Model):
    """A requested table of a batch, which a job writes to a file.

    `kind` is the format. `name` is the name of the file, and empty until the file exists; `reason`
    states why it couldn't be written.
    """

    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, related_name="exports")
    kind = models.CharField(max_length=10)
    requested = models.DateTimeField(auto_now_add=True)
    name = models.CharField(max_length=200, default="", blank=True)
    length = models.BigIntegerField(default=0)
    reason = models.TextField(default="", blank=True)

    class Meta:
        constraints = [UniqueConstraint(fields=["batch", "kind"], name="export_of_batch")]

    def __str__(self) -> str:
        return f"{self.batch_id} as {self.kind}"


class NightLinkQuerySet(models.QuerySet["NightLink"]):
    """Queries that create links to nights and find them by their secrets."""

    def share(self, batch: Batch, **options: bool | str) -> "NightLink":
        """Create the link to the night of this audit, replacing an older one.

        `options` are fields of the link.
        """
        secret = secrets.token_urlsafe(24)
        link, _ = self.update_or_create(batch=batch, defaults={"secret": secret, **options})
        return link

    def find_by_secret(self, secret: str) -> "NightLink | None":
        """Return the link with this secret if its audit is done."""
        link = self.select_related("batch").filter(secret=secret).first()
        return link if link and link.batch.state == State.DONE else None


class NightLink(models.Model):
    """A secret link to the night of an audit, which anyone who has it can open.

    `renames` replaces the names of the players. `hides_cards` omits hole cards that were not shown,
    except those of the player named in `keeps`. Deleting the link revokes it.
    """

    batch = models.OneToOneField(Batch, on_delete=models.CASCADE, related_name="night_link")
    secret = models.CharField(max_length=40, unique=True)
    renames = models.BooleanField(default=True)
    hides_cards = models.BooleanField(default=False)
    keeps = models.TextField(blank=True, default="")
    created = models.DateTimeField(auto_now_add=True)

    objects = NightLinkQuerySet.as_manager()

    def __str__(self) -> str:
        return f"link to the night of {self.batch_id}"
