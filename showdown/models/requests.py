"""What the API remembers of requests: answers to repeat, and how many came from where."""

from datetime import timedelta
from secrets import randbelow

from django.db import connections, models
from django.utils import timezone

_KEYS_ARE_KEPT = timedelta(hours=24)
_TIDIED_ONCE_IN = 1000


class AnswerQuerySet(models.QuerySet["Answer"]):
    """Answers by person and key."""

    def claim(self, person: str, key: str) -> bool:
        """Hold the key until the transaction ends; False if another request holds it."""
        with connections[self.db].cursor() as cursor:
            cursor.execute(
                "SELECT pg_try_advisory_xact_lock(hashtextextended(%s, 0))", [f"{person} {key}"]
            )
            return cursor.fetchone()[0]

    def forget_old(self) -> int:
        return self.filter(created__lt=timezone.now() - _KEYS_ARE_KEPT).delete()[0]


class Answer(models.Model):
    """The answer that a request with an Idempotency-Key was given, to be given again."""

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
    """Counting, in one statement, so that many processes count as one."""

    def count_requests(self, sender: str, requests: int) -> tuple[int, int]:
        """Add to this minute's count; the count, and the seconds until the minute ends."""
        with connections[self.db].cursor() as cursor:
            cursor.execute(_COUNT, [sender, requests])
            counted, minute, ends_in = cursor.fetchone()
        if counted == requests and randbelow(_TIDIED_ONCE_IN) == 0:
            self.filter(minute__lt=minute).delete()
        return counted, ends_in


_COUNT = """
    INSERT INTO showdown_ratewindow AS known (sender, minute, requests)
    VALUES (%s, extract(epoch FROM now())::bigint / 60, %s)
    ON CONFLICT (sender) DO UPDATE SET
        requests = excluded.requests
            + CASE WHEN known.minute = excluded.minute THEN known.requests ELSE 0 END,
        minute = excluded.minute
    RETURNING requests, minute, 60 - extract(epoch FROM now())::bigint %% 60
"""


class RateWindow(models.Model):
    """How many requests a sender made in the latest minute in which there was one.

    The table is unlogged: counting waits for no disk, and a crash forgives everybody.
    """

    sender = models.CharField(max_length=100, primary_key=True)
    minute = models.BigIntegerField()
    requests = models.IntegerField()

    objects = RateWindowQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.requests} from {self.sender}"
