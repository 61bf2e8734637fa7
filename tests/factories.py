"""Makes the people and the deals that tests need."""

import random
from collections.abc import Sequence
from dataclasses import replace

import factory
from django.contrib.auth.models import User

from showdown.evaluator.deals import Deal
from showdown.evaluator.games import OMAHA_HILO, Game
from showdown.models import Showdown, Source
from showdown.models.people import NOBODY, Person
from tests.evaluator import dealing


class UserFactory(factory.django.DjangoModelFactory):
    """Somebody with an account."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"player{number}")


_RNG = random.Random(8)


def random_deal(game: Game = OMAHA_HILO, players: int = 2, *, labels: Sequence[str] = ()) -> Deal:
    """A deal from a shuffled deck; the hands have these labels, or those by default."""
    deal = dealing.random_deal(_RNG, game, players)
    if not labels:
        return deal
    hands = zip(labels, deal.hands, strict=True)
    return replace(deal, hands=tuple(replace(hand, label=label) for label, hand in hands))


def stored(deal: Deal | None = None, *, person: Person = NOBODY) -> Showdown:
    """A deal in the record; a random one, unless it is given."""
    return Showdown.objects.record(deal or random_deal(), source=Source.PAGE, person=person)
