from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from showdown.models.api_clients import Answer, ApiToken
from showdown.models.batch import Batch, Block, Compression, Export, NightLink, State, Work
from showdown.models.logged import HandOfLog
from showdown.models.people import Person, Trainee, visitor_of
from showdown.models.queries import Source
from showdown.models.rate_limits import RateWindow
from showdown.models.showdown import Showdown

__all__ = [
    "Answer",
    "ApiToken",
    "Batch",
    "Block",
    "Compression",
    "Export",
    "HandOfLog",
    "NightLink",
    "RateWindow",
    "Showdown",
    "Source",
    "State",
    "Trainee",
    "Work",
]


@receiver(user_logged_in)
def adopt_rows_of_visitor(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Move the deals and batches that the user stored before signing in to the account."""
    person = Person(account=user, visitor=visitor_of(request))
    Showdown.objects.adopt(person)
    Batch.objects.adopt(person)
