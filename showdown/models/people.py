"""Owners of deals. A person is an account, or a visitor with a browser session."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import InterfaceError, OperationalError, ProgrammingError, connections, models
from django.db.models import Model, QuerySet
from django.http import HttpRequest

DATABASE_UNAVAILABLE = (OperationalError, InterfaceError, ProgrammingError)
"""Exceptions that queries raise if the database is unavailable.

ProgrammingError means that a table or column is missing, because the database was never migrated or
was replaced by another one.
"""

VISITOR_KEY = "visitor"
"""Key of the visitor's identifier in the session."""


def person_key(account_id: int | None, visitor: UUID | None) -> str:
    """Return the `key` of a person whose account isn't loaded."""
    if account_id is not None:
        return f"account:{account_id}"
    return f"visitor:{visitor}" if visitor else ""


@dataclass(frozen=True, slots=True)
class Person:
    """An account, a visitor, or neither (anonymous); both if a visitor has just signed in."""

    account: User | None = None
    visitor: UUID | None = None

    @property
    def key(self) -> str:
        """Return a string that identifies the person; empty for an anonymous person."""
        return person_key(self.account.pk if self.account else None, self.visitor)


NOBODY = Person()


def lock_until_commit(name: str, using: str) -> None:
    """Wait for the lock of this name, and hold it until the transaction ends."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def visitor_of(request: HttpRequest) -> UUID | None:
    """Return the visitor of the session, even if the visitor has signed in to an account."""
    session: Any = getattr(request, "session", None)
    visitor_id = session.get(VISITOR_KEY) if session is not None else None
    return UUID(visitor_id) if visitor_id else None


def person_of(request: HttpRequest) -> Person:
    """Return the person who sent the request, without starting a session."""
    if request.user.is_authenticated:
        return Person(account=request.user)
    visitor = visitor_of(request)
    return Person(visitor=visitor) if visitor else NOBODY


def get_or_create_person(request: HttpRequest) -> Person:
    """Return the person who sent the request. Create a visitor for an anonymous request."""
    person = person_of(request)
    if person is not NOBODY:
        return person
    visitor = uuid4()
    request.session[VISITOR_KEY] = str(visitor)
    return Person(visitor=visitor)


class OwnedQuerySet[M: Model](QuerySet[M]):
    """Queries for rows that belong to accounts and visitors."""

    def owned_by(self, person: Person) -> Self:
        """Return the person's own rows; none for an anonymous person."""
        if person.account is not None:
            return self.filter(owner=person.account)
        return self.filter(visitor=person.visitor) if person.visitor else self.none()

    def adopt(self, person: Person, **fields: Any) -> int:
        """Move the visitor's rows to the person's account, and set fields.

        Return the number of rows.
        """
        if person.account is None or person.visitor is None:
            return 0
        rows = self.filter(visitor=person.visitor)
        return rows.update(owner=person.account, visitor=None, **fields)


class TraineeQuerySet(OwnedQuerySet["Trainee"]):
    def delete_visitors(self, before: datetime) -> int:
        """Delete visitors' rows last changed before this time. Return their number."""
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
        return f"trainee {self.owner or 'without an account'}"
