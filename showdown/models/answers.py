"""Stored responses to requests with an Idempotency-Key."""

from datetime import timedelta

from django.db import connections, models
from django.utils import timezone

_KEPT = timedelta(days=1)


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
    """The response to a request with an Idempotency-Key, stored to be repeated."""

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
