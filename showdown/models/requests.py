"""What the API remembers of requests: answers to repeat, and counts for rate limits."""

from datetime import timedelta
from secrets import randbelow

from django.db import connections, models
from django.utils import timezone

_KEPT = timedelta(days=1)
_TIDIED_ONCE_IN = 1000


class AnswerQuerySet(models.QuerySet["Answer"]):
    """Answers by person and key."""

    def claim(self, person: str, key: str) -> bool:
        """Lock the key until the transaction ends; False if another request holds it."""
        with connections[self.db].cursor() as cursor:
            cursor.execute(
                "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [f"{person} {key}"]
            )
            return cursor.fetchone()[0]

    def forget_old(self) -> int:
        kept_since = timezone.now() - _KEPT
        return self.filter(created__lt=kept_since).delete()[0]


class Answer(models.Model):
    """The answer to a request with an Idempotency-Key, kept to be given again."""

    person = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    request_digest = models.BinaryField(max_length=32)
    status = models.SmallIntegerField()
    headers = models.JSONField()
    body = models.TextField()
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = AnswerQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="one_answer_for_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.status} for {self.key}"


class RateWindowQuerySet(models.QuerySet["RateWindow"]):
    """Counts in one statement, so that all processes share one count."""

    def count_request(self, sender: str, period: int) -> tuple[int, int]:
        """Add one to the period's count. Returns the count and the seconds until it ends."""
        with connections[self.db].cursor() as cursor:
            cursor.execute(_COUNT, {"sender": sender, "period": period})
            counted, ends_in, now = cursor.fetchone()
        if counted == 1 and randbelow(_TIDIED_ONCE_IN) == 0:
            self.filter(ends__lte=now).delete()
        return counted, ends_in


# Not by the ORM, which would lock the row in one statement and count in another.
_COUNT = """
    INSERT INTO showdown_ratewindow AS known (sender, ends, requests)
    SELECT %(sender)s, now - now %% %(period)s + %(period)s, 1
    FROM (SELECT floor(extract(epoch FROM clock_timestamp()))::bigint AS now)
    ON CONFLICT (sender) DO UPDATE SET
        requests = 1 + CASE WHEN known.ends < excluded.ends THEN 0 ELSE known.requests END,
        ends = greatest(known.ends, excluded.ends)
    RETURNING requests, ends - floor(extract(epoch FROM clock_timestamp()))::bigint,
        floor(extract(epoch FROM clock_timestamp()))::bigint
"""


class RateWindow(models.Model):
    """How many requests a sender made in the latest period with any.

    `sender` is an address and the kind of request; `ends` is the end of the period, in seconds.

    The table is unlogged: counting doesn't wait for a disk, and a crash resets all counts.
    """

    sender = models.CharField(max_length=100, primary_key=True)
    ends = models.BigIntegerField()
    requests = models.IntegerField()

    objects = RateWindowQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.requests} from {self.sender}"
