"""Stores what a page settles: each deal once, even when it is sent again."""

from hashlib import sha256

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest

from showdown.models import NotStored, Showdown, Source
from showdown.models.people import Person, person_of, welcome
from showdown.notation.submission import Submission
from showdown.notation.wager_words import wagers_words

_LATEST = "latest"


def record_once(request: HttpRequest, submission: Submission) -> Showdown:
    """The row of the deal; the one that is there, if it was the latest of this session already.

    Raises NotStored.
    """
    deal, wagers, rules = submission
    try:
        latest = _latest(request, submission)
        if latest:
            return latest
        person = welcome(request)
    except (OperationalError, InterfaceError) as error:
        unstored = Showdown.of(deal, source=Source.PAGE, wagers=wagers, rules=rules)
        raise NotStored(unstored) from error
    try:
        showdown = Showdown.objects.record(
            deal, source=Source.PAGE, person=person, wagers=wagers, rules=rules
        )
    except NotStored:
        request.session.modified = False  # it lies in the same database
        raise
    request.session[_LATEST] = [_digest(submission), str(showdown.id)]
    return showdown


def _latest(request: HttpRequest, submission: Submission) -> Showdown | None:
    person: Person = person_of(request)
    digest, key = request.session.get(_LATEST) or ("", "")
    if digest != _digest(submission):
        return None
    return Showdown.objects.of(person).filter(pk=key).first()


def _digest(submission: Submission) -> str:
    """Short for all that was submitted."""
    deal, wagers, rules = submission
    words = wagers_words(wagers) if wagers else ""
    said = f"{deal.game.slug} {deal} {words} {rules.slug}"
    return sha256(said.encode()).hexdigest()[:16]
