"""Stores what a page settles: each deal once, also when it is sent again."""

from hashlib import sha256

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

from showdown.evaluator.deals import Deal
from showdown.evaluator.wagers import Wagers
from showdown.models import NotStored, Showdown, Source
from showdown.models.people import Person, person_of, welcome
from showdown.notation.wager_words import wagers_words

_LATEST = "latest"


def record_once(request: HttpRequest, deal: Deal, wagers: Wagers | None) -> Showdown:
    """The row of the deal; the one that is there, if it was the latest of this session already.

    Raises NotStored.
    """
    try:
        latest = _latest(request, deal, wagers)
        if latest:
            return latest
        person = welcome(request)
    except (OperationalError, InterfaceError) as error:
        raise NotStored(_unstored(deal, wagers)) from error
    try:
        showdown = Showdown.objects.record(deal, source=Source.PAGE, person=person, wagers=wagers)
    except NotStored:
        request.session.modified = False  # it lies in the same database
        raise
    request.session[_LATEST] = [_digest(deal, wagers), str(showdown.id)]
    return showdown


def _latest(request: HttpRequest, deal: Deal, wagers: Wagers | None) -> Showdown | None:
    person: Person = person_of(request)
    digest, key = request.session.get(_LATEST) or ("", "")
    if digest != _digest(deal, wagers):
        return None
    return Showdown.objects.of(person).filter(pk=key).first()


def _unstored(deal: Deal, wagers: Wagers | None) -> Showdown:
    return Showdown.of(deal, source=Source.PAGE, wagers=wagers)


def _digest(deal: Deal, wagers: Wagers | None) -> str:
    """Short for all that was submitted."""
    said = f"{deal.game.slug} {deal} {wagers_words(wagers) if wagers else ''}"
    return sha256(said.encode()).hexdigest()[:16]
