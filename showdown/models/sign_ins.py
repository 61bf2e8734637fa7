"""Wrong passwords: who gave too many has to wait, and after each further round twice as long."""

from datetime import timedelta
from math import ceil
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.models import AccessAttempt
from django.conf import settings
from django.db import connections, router, transaction
from django.db.models import Max, QuerySet, Sum
from django.http import HttpRequest
from django.utils import timezone

_ONE_AT_A_TIME = 0x51617
"""Names the lock under which wrong passwords are counted."""


class BackOff(AxesDatabaseHandler):
    """Closes an account, or an address, after every AXES_FAILURE_LIMIT wrong passwords in a day.

    The library itself waits equally long each time, and then forgets. Here what is remembered for
    AXES_COOLOFF_TIME counts: the first time the wait is SIGN_IN_WAIT_MINUTES, and it doubles.
    Nothing is counted while somebody waits, so nobody can make the wait of another longer by it.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """As many as it takes to be locked out while there is a wait; else none."""
        return settings.AXES_FAILURE_LIMIT if self.wait(request, credentials) else 0

    def wait(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """For how many seconds the account and the address are still closed."""
        return max(map(_wait, self.get_user_attempts(request, credentials)))

    def user_login_failed(
        self,
        sender: Any,
        credentials: dict[str, Any],
        request: HttpRequest | None = None,
        **kwargs: Any,
    ) -> None:
        """Count one after the other: of those that come together none slips past the limit."""
        using = router.db_for_write(AccessAttempt)
        with transaction.atomic(using=using):
            with connections[using].cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_AT_A_TIME])
            if request is not None and self.is_locked(request, credentials):
                request.axes_locked_out = True  # type: ignore[attr-defined]
            super().user_login_failed(sender, credentials, request, **kwargs)


def _wait(attempts: QuerySet[AccessAttempt]) -> int:
    found = attempts.aggregate(failures=Sum("failures_since_start"), last=Max("attempt_time"))
    rounds, more = divmod(found["failures"] or 0, settings.AXES_FAILURE_LIMIT)
    if more or not rounds:
        return 0
    first = timedelta(minutes=settings.SIGN_IN_WAIT_MINUTES)
    until = found["last"] + min(first * 2 ** min(rounds - 1, 20), settings.AXES_COOLOFF_TIME)
    return max(0, ceil((until - timezone.now()).total_seconds()))


def forget_attempts() -> int:
    """Forget wrong passwords that count no more; of how many senders they were."""
    known_since = timezone.now() - settings.AXES_COOLOFF_TIME
    return AccessAttempt.objects.filter(attempt_time__lt=known_since).delete()[0]


def forgive(username: str) -> None:
    """Open an account again, as its owner has set a new password."""
    AccessAttempt.objects.filter(username=username).delete()
