"""Rate limits by address, counted in the database.

Each request is counted before it is allowed, by one statement in a table that all processes share,
so simultaneous requests can't exceed the limit.
"""

from dataclasses import dataclass
from secrets import randbelow

from django.conf import settings
from django.db import connection, models
from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

from omahasite.requests import normalize_address
from showdown.models.people import DATABASE_UNAVAILABLE


def address_of(request: HttpRequest) -> str:
    """Return the client's IPv4 address, or the first address of its IPv6 /64 network.

    Behind NUM_PROXIES proxies, the address is the one that the outermost of them added to
    X-Forwarded-For; earlier entries, which a client can forge, are ignored. Without proxies, the
    header is ignored. Text that isn't an address is truncated and returned.
    """
    ident = BaseThrottle().get_ident(request) or ""
    return normalize_address(ident) or ident[:39]


def known_address_of(request: HttpRequest) -> str | None:
    """Return the normalized address; None if it is unknown, for example at a Unix socket."""
    return normalize_address(BaseThrottle().get_ident(request) or "")


# The ORM would need two statements, and a row lock between them.
_COUNT_REQUEST = """
    INSERT INTO showdown_ratewindow AS known (sender, ends, requests)
    SELECT %(sender)s, now - now %% %(period)s + %(period)s, 1
    FROM (SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS now) AS clock
    ON CONFLICT (sender) DO UPDATE SET
        requests = 1 + CASE WHEN known.ends < excluded.ends THEN 0 ELSE known.requests END,
        ends = greatest(known.ends, excluded.ends)
    RETURNING requests, ends - floor(extract(epoch FROM clock_timestamp()))::bigint,
        floor(extract(epoch FROM clock_timestamp()))::bigint
"""


class RateWindow(models.Model):
    """The number of requests of a sender in the current period.

    `sender` is a kind of request and an address, such as `upload 192.0.2.7`. `ends` is the end of
    the period, in seconds since 1970. The table is unlogged: counting doesn't wait for a disk, and
    a crash resets all counts.
    """

    sender = models.CharField(max_length=100, primary_key=True)
    ends = models.BigIntegerField()
    requests = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.requests} from {self.sender}"


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limit of a period, the requests counted so far, and the seconds until the period ends."""

    limit: int
    requests: int
    ends_in: int

    @property
    def allows_request(self) -> bool:
        return self.requests <= self.limit

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.requests)


def count_request(kind: str, address: str) -> Allowance | None:
    """Count a request of a `kind` in RATE_LIMITS. Return None if the database is unavailable."""
    limit, period = settings.RATE_LIMITS[kind]
    try:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT_REQUEST, {"sender": f"{kind} {address}"[:100], "period": period})
            requests, ends_in, now = cursor.fetchone()
        # Delete ended periods only occasionally, because it would take too long for each request.
        if requests == 1 and randbelow(1000) == 0:
            RateWindow.objects.filter(ends__lte=now).delete()
    except DATABASE_UNAVAILABLE:
        return None
    return Allowance(limit=limit, requests=requests, ends_in=max(1, ends_in))
