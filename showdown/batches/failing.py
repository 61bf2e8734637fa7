"""Stops failed batches, and records why they failed."""

from collections.abc import Collection

from django.db import DatabaseError
from django.utils import timezone

from showdown.batches.files import FULL
from showdown.files.unusable import UnusableInput
from showdown.models import Batch, State
from showdown.models.batch import UNDER_WAY

_DATABASE_FULL = "53100"


def change_state(
    number: int, state: State, *, only_from: Collection[State], **also: object
) -> bool:
    """Change the state and other fields of a batch if it is in one of the states `only_from`."""
    found = Batch.objects.filter(pk=number, state__in=only_from)
    return found.update(state=state, **also) == 1


def fail(number: int, reason: str) -> bool:
    """Stop a batch that cannot go on, and record why. Finished blocks are kept for resuming."""
    return change_state(
        number, State.FAILED, only_from=UNDER_WAY, reason=reason, finished=timezone.now()
    )


def reason_of(error: BaseException) -> str:
    """The error that ended a batch, in words for its owner."""
    if isinstance(error, UnusableInput):
        return str(error)
    if isinstance(error, OSError) and error.errno in FULL:
        return "the disk that holds the files is full"
    if isinstance(error, OSError) and error.strerror:
        return f"a file of the batch could not be read or written: {error.strerror}"
    if isinstance(error, DatabaseError):
        if getattr(error.__cause__, "sqlstate", None) == _DATABASE_FULL:
            return "the disk of the database is full"
        return f"the database reported an error: {str(error).partition('\n')[0]}"
    return f"{type(error).__name__}: {error}"
