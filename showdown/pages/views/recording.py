"""Stores what a page settles: each deal once, even when it is sent again."""

from django.http import HttpRequest

from showdown.evaluator.settlement import Settlement
from showdown.models import NotStored, Showdown, Source
from showdown.models.people import welcome
from showdown.models.unavailable import DATABASE_AWAY


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
