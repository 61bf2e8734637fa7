"""Recently deleted deals, kept in the session to be restored.

An audit's references to a deal are kept with it.
"""

from dataclasses import dataclass
from time import time
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase
from django.core import serializers
from django.http import HttpRequest

from showdown.models import HandOfLog, Showdown
from showdown.models.people import person_of
from showdown.pages.presentation import for_people
from showdown.words.headlines import headline

_KEY = "deleted"
_KEPT_SECONDS = 600
_MOST = 20


@dataclass(frozen=True, slots=True)
class Deleted:
    """A deal that can be restored: its key and its headline."""

    key: str
    headline: str


def delete(request: HttpRequest, showdown: Showdown) -> None:
    """Delete the deal, and keep it for a while."""
    row = serializers.serialize("json", [showdown, *HandOfLog.objects.filter(showdown=showdown)])
    kept = _kept(request.session)
    kept[str(showdown.pk)] = [time(), headline(for_people(showdown.settlement)), row]
    request.session[_KEY] = dict(list(kept.items())[-_MOST:])
    showdown.delete()


def deleted(request: HttpRequest) -> list[Deleted]:
    """Return the deals that can be restored, the latest first."""
    kept = _kept(request.session)
    return [Deleted(key, headline) for key, (_, headline, _) in reversed(kept.items())]


def put_back(request: HttpRequest, key: UUID) -> bool:
    """Store the deal again under its old address. Return whether this was possible."""
    kept = _kept(request.session)
    if str(key) not in kept:
        return False
    _, _, row = kept.pop(str(key))
    request.session[_KEY] = kept
    person = person_of(request)
    for stored in serializers.deserialize("json", row):
        if isinstance(stored.object, Showdown):
            stored.object.owner, stored.object.visitor = person.account, person.visitor
        stored.object.save(force_insert=True)
    return True


def _kept(session: SessionBase) -> dict[str, list]:
    now = time()
    kept = session.get(_KEY, {})
    return {key: entry for key, entry in kept.items() if now - entry[0] < _KEPT_SECONDS}
