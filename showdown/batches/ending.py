"""How a batch ends otherwise than by being done: cancelled, failed, resumed, removed.

The change of state is at once and stops every job of the batch at its next step. What is in the
way of nobody, files and stored deals, is cleared away by a job.
"""

from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from showdown.batches.files import FULL, batches_with_files, remove_files
from showdown.batches.queue import (
    cancel_waiting,
    defer_clear,
    defer_cut,
    defer_join,
    defer_settle,
)
from showdown.files.unusable import UnusableInput
from showdown.models import Batch, Showdown, State
from showdown.models.batch import UNDER_WAY
from showdown.models.ids import moment_of

_DATABASE_FULL = "53100"
_STRAY_FOR = timedelta(days=1)


def cancel(batch: Batch) -> bool:
    """Stop a batch; whether it was under way. Nothing is left of it but its name."""
    return _clear_in_state(batch, State.CANCELLED, only_from=UNDER_WAY)


def remove(batch: Batch) -> bool:
    """Remove a batch, done or not, with its files and its stored deals."""
    return _clear_in_state(
        batch, State.REMOVED, only_from=[each for each in State if each != State.REMOVED]
    )


def _clear_in_state(batch: Batch, state: State, *, only_from: list[State] | tuple) -> bool:
    with transaction.atomic():
        changed = _change(batch.pk, state, only_from=only_from, finished=timezone.now())
        if changed:
            defer_clear(batch)
    return changed


def fail(number: int, reason: str) -> bool:
    """Stop a batch that cannot go on, and say why. What is done of it stays, to be resumed."""
    return _change(
        number, State.FAILED, only_from=UNDER_WAY, reason=reason, finished=timezone.now()
    )


def resume(batch: Batch) -> bool:
    """Go on with a batch that failed, where it was left; whether it had failed."""
    with transaction.atomic():
        if not _change(batch.pk, State.RUNNING, only_from=[State.FAILED], reason="", finished=None):
            return False
        batch.refresh_from_db()
        if not batch.is_cut:
            defer_cut(batch)
        undone = batch.blocks.undone().in_order().values_list("number", flat=True)
        defer_settle(batch, undone)
        if batch.all_blocks_done:
            defer_join(batch)
    return True


def _change(number: int, state: State, *, only_from: list[State] | tuple, **also: object) -> bool:
    found = Batch.objects.filter(pk=number, state__in=only_from)
    return found.update(state=state, **also) == 1


def clear(number: int) -> None:
    """Clear away what a cancelled or removed batch has left; can be done again at any point.

    The blocks go first: a block that is being settled right now is not recorded any more then.
    """
    batch = Batch.objects.filter(pk=number, state__in=(State.CANCELLED, State.REMOVED)).first()
    if batch is None:
        return
    cancel_waiting(batch)
    batch.blocks.all().delete()
    batch.refresh_from_db()
    stored = Showdown.objects.of_batch(batch)
    stored._raw_delete(stored.db)
    remove_files(batch.id)
    if batch.state == State.REMOVED:
        batch.delete()
    else:
        Batch.objects.filter(pk=number).update(
            input_bytes=0,
            expanded_bytes=0,
            output_bytes=0,
            deals=0,
            errors=0,
            first_deal=None,
            last_deal=None,
        )


def sweep() -> None:
    """Remove batches that are old, files that no batch owns, and what should be gone already."""
    for batch in Batch.objects.uncleared():
        defer_clear(batch)
    for batch in Batch.objects.older_than(timedelta(days=settings.BATCH_KEEP_DAYS)):
        remove(batch)
    strays = {
        each for each in batches_with_files() if timezone.now() - moment_of(each) > _STRAY_FOR
    }
    for each in strays.difference(Batch.objects.filter(id__in=strays).values_list("id", flat=True)):
        remove_files(each)


def reason_of(error: BaseException) -> str:
    """What a person should know of an error that ended a batch."""
    if isinstance(error, UnusableInput):
        return str(error)
    if isinstance(error, OSError) and error.errno in FULL:
        return "the disk that holds the files is full"
    if isinstance(error, OSError) and error.strerror:
        return f"a file of the batch could not be read or written: {error.strerror}"
    if isinstance(error, DatabaseError):
        if getattr(error.__cause__, "sqlstate", None) == _DATABASE_FULL:
            return "the disk of the database is full"
        return f"the database refused: {str(error).splitlines()[0]}"
    return f"{type(error).__name__}: {error}"
