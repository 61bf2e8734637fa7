"""Owners of deals: a person is an account, or the visitor that a browser session stands for."""

from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest

VISITOR_KEY = "visitor"


@dataclass(frozen=True, slots=True)
class Person:
    """At most one of the two is set; neither for somebody who has no session."""

    account: User | None = None
    visitor: UUID | None = None

    @property
    def key(self) -> str:
        """A string that identifies the person; empty for nobody."""
        if self.account is not None:
            return f"account:{self.account.pk}"
        return f"visitor:{self.visitor}" if self.visitor else ""


NOBODY = Person()


class OwnedQuerySet[M: Model](QuerySet[M]):
    """Rows that belong to accounts and visitors."""

    def of(self, person: Person) -> Self:
        """The person's own; none for nobody."""
        if person.account is not None:
            return self.filter(owner=person.account)
        return self.filter(visitor=person.visitor) if person.visitor else self.none()

    def adopt(self, person: Person, **also: Any) -> int:
        """Give what is a visitor's to the account that the visitor has signed in to."""
        if person.account is None or person.visitor is None:
            return 0
        rows = self.filter(visitor=person.visitor)
        return rows.update(owner=person.account, visitor=None, **also)


def person_of(request: HttpRequest) -> Person:
    """The caller, without starting a session."""
    if request.user.is_authenticated:
        return Person(account=request.user)
    visitor = visitor_of(request)
    return Person(visitor=visitor) if visitor else NOBODY


def welcome(request: HttpRequest) -> Person:
    """The caller; a visitor without a session gets one, and is recognised from then on."""
    person = person_of(request)
    if person is not NOBODY:
        return person
    visitor = uuid4()
    request.session[VISITOR_KEY] = str(visitor)
    return Person(visitor=visitor)


def visitor_of(request: HttpRequest) -> UUID | None:
    """The visitor that the session remembers, even if somebody has signed in since."""
    session: Any = getattr(request, "session", None)
    remembered = session.get(VISITOR_KEY) if session is not None else None
    return UUID(remembered) if remembered else None
