"""Limit simultaneous password hashing, and lock accounts after wrong passwords."""

from datetime import timedelta
from math import ceil
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import router, transaction
from django.db.models import Max, Sum
from django.http import HttpRequest
from django.utils import timezone

from showdown.bulk.capacity import TooBusy, Turns
from showdown.models.people import lock_until_commit

_HASHING_TURNS = Turns(5)
_FIRST_WAIT = timedelta(minutes=10)


class TooManyPasswords(Exception):
    """Too many passwords are waiting to be hashed in this process."""


class PasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, with a limit on simultaneous hashes.

    A hash takes half a second of a core, by design. A few requests may wait for their turn; any
    more are refused, because a waiting thread can't serve other requests.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash the password. Raise TooManyPasswords if too many passwords are waiting."""
        try:
            with _HASHING_TURNS.take():
                return super().encode(password, salt, iterations)
        except TooBusy:
            raise TooManyPasswords from None


class BackOffHandler(AxesDatabaseHandler):
    """A handler that locks an account or address after every AXES_FAILURE_LIMIT failures.

    django-axes itself always locks for the same time and then resets the count. Here failures count
    for AXES_COOLOFF_TIME: the first lock lasts ten minutes, and each further lock twice as long as
    the previous one, up to AXES_COOLOFF_TIME. Nothing is counted during a lock, so no one can
    prolong the lock of another user.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Return AXES_FAILURE_LIMIT during a lock, which django-axes enforces, and 0 otherwise."""
        return settings.AXES_FAILURE_LIMIT if self.remaining_seconds(request, credentials) else 0

    def remaining_seconds(
        self, request: HttpRequest, credentials: dict[str, Any] | None = None
    ) -> int:
        """Return the remaining seconds of the lock on the account or the address."""
        lock_seconds = [0]
        for attempts in self.get_user_attempts(request, credentials):
            failed = attempts.aggregate(
                failures=Sum("failures_since_start"), last=Max("attempt_time")
            )
            rounds, remainder = divmod(failed["failures"] or 0, settings.AXES_FAILURE_LIMIT)
            if rounds and not remainder:
                lock = min(_FIRST_WAIT * 2 ** min(rounds - 1, 20), settings.AXES_COOLOFF_TIME)
                lock_seconds.append(ceil((failed["last"] + lock - timezone.now()).total_seconds()))
        return max(lock_seconds)

    def user_login_failed(
        self,
        sender: Any,
        credentials: dict[str, Any],
        request: HttpRequest | None = None,
        **kwargs: Any,
    ) -> None:
        """Count a failure under a lock, so that simultaneous ones can't bypass the limit."""
        using = router.db_for_write(AccessAttempt)
        with transaction.atomic(using=using):
            lock_until_commit("failed sign-ins", using)
            if request is not None and self.is_locked(request, credentials):
                request.axes_locked_out = True  # type: ignore[attr-defined]
            super().user_login_failed(sender, credentials, request, **kwargs)


def delete_old_failures() -> int:
    """Delete failed attempts that no longer count. Return the number of rows."""
    counted_since = timezone.now() - settings.AXES_COOLOFF_TIME
    return AccessAttempt.objects.filter(attempt_time__lt=counted_since).delete()[0]


def clear_failures(username: str) -> None:
    """Delete the failed attempts to sign in to an account, which unlocks it."""
    AccessAttempt.objects.filter(username=username).delete()
