"""Stores what a page settles: each deal once, for whom the page was shown to."""

from django.http import HttpRequest

from showdown.evaluator.settlement import Settlement
from showdown.models import NotStored, Showdown, Source
from showdown.models.people import person_of, welcome
from showdown.models.unavailable import DATABASE_AWAY


def is_someone_else(request: HttpRequest, name: str) -> bool:
    """Whether somebody else than this account, or nobody, is signed in now: in another tab."""
    try:
        account = person_of(request).account
    except DATABASE_AWAY:
        return False
    return (account.username if account else "") != name


def record_once(request: HttpRequest, settlement: Settlement, note: str) -> Showdown:
    """The row of the deal; the one that is there, if the person has settled it already.

    Raises NotStored.
    """
    try:
        person = welcome(request)
    except DATABASE_AWAY as error:
        raise NotStored(Showdown.of_settlement(settlement, source=Source.PAGE)) from error
    try:
        return Showdown.objects.record_once(
            settlement, source=Source.PAGE, person=person, note=note
        )
    except NotStored:
        request.session.modified = False  # it lies in the same database
        raise
