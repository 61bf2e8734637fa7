"""Progress of people who answer drills."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from showdown.models.people import OwnedQuerySet


class TraineeQuerySet(OwnedQuerySet["Trainee"]):
    """Find the row of a person."""

    def delete_visitors(self, before: datetime) -> int:
        """Delete the rows of visitors not changed since then. Return their number."""
        return self.filter(visitor__isnull=False, changed__lt=before).delete()[0]


class Trainee(models.Model):
    """An account or a visitor who answers drills.

    `training` is the JSON document of `showdown.trainer.training.Training`.
    """

    owner = models.OneToOneField(User, models.CASCADE, null=True, related_name="trainee")
    visitor = models.UUIDField(null=True, unique=True)
    training: Any = models.JSONField(default=dict)
    changed = models.DateTimeField(auto_now=True, db_index=True)

    objects = TraineeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True) ^ models.Q(visitor__isnull=True),
                name="one_trainee",
            )
        ]

    def __str__(self) -> str:
        return f"training of {self.owner or 'a visitor'}"
