"""Who is meant by a name in a command."""

from django.contrib.auth.models import User
from django.core.management.base import CommandError

from showdown.models.people import NOBODY, Person


def account_called(username: str) -> User:
    """Raises CommandError."""
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist:
        raise CommandError(f"there is no user {username!r}") from None


def person_called(username: str | None) -> Person:
    """The account of this name; nobody if there is no name. Raises CommandError."""
    return NOBODY if username is None else Person(account=account_called(username))
