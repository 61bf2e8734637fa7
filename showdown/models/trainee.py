"""What is kept of somebody's training, and the ratings of templates of drills."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from showdown.models.people import OwnedQuerySet


class TraineeQuerySet(OwnedQuerySet["Trainee"]):
    """Finds the one row of a person."""

    def forget_visitors(self, before: datetime) -> int:
        """Delete what visitors haven't gone on with since. Returns how many."""
        return self.filter(visitor__isnull=False, changed__lt=before).delete()[0]


class Trainee(models.Model):
    """Whoever answers drills: an account or a visitor. `training` is trainer.training's JSON."""

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


class TemplateRating(models.Model):
    """The Glicko-2 rating of the drills of one kind, pattern and game that were answered."""

    kind = models.CharField(max_length=20)
    pattern = models.CharField(max_length=40)
    game = models.CharField(max_length=60)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "pattern", "game"], name="one_template")
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.pattern}, {self.game}: {self.rating:.0f}"
