"""Factories of deals, people, and the rows of every model."""

from itertools import islice
from uuid import uuid4

import factory.random
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from factory.django import DjangoModelFactory, Password
from factory.random import randgen

from showdown.evaluator.deals import Deal, Hand, default_label
from showdown.evaluator.games import OMAHA_HILO
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.evaluator.settlement import settle
from showdown.models import (
    Answer,
    ApiToken,
    Batch,
    Export,
    HandOfLog,
    NightLink,
    Showdown,
    Source,
    State,
    Trainee,
    Work,
)
from showdown.models.people import Person
from showdown.models.sign_ins import PasswordHasher
from showdown.notation.registry import format_for_game

factory.random.reseed_random(8)


def make_random_deal(game, players, labels, runs, mucked, shares_last_card):
    """Deal from a shuffled deck. Raise ValueError if it has too few cards.

    All runs have the same first two cards of each board. The last card of stud is shared if
    requested, or if the deck has too few cards otherwise. `mucked` has the labels of mucked hands.
    """
    names = labels or [default_label(seat) for seat in range(players)]
    if game.may_share_last_card and len(names) * game.hole > len(game.deck):
        shares_last_card = True
    own_count = game.hole - 1 if shares_last_card else game.hole
    sizes = (1,) if shares_last_card else game.boards
    new_counts = [max(0, size - 2) for size in sizes] * (runs - 1)
    card_count = len(names) * own_count + sum(sizes) + sum(new_counts)
    cards = iter(randgen.sample(game.deck, card_count))
    hands = []
    for name in names:
        hand = tuple(islice(cards, own_count))
        hands.append(Hand(name, (), is_mucked=True) if name in mucked else Hand(name, hand))
    boards = [tuple(islice(cards, size)) for size in sizes]
    for number, count in enumerate(new_counts):
        boards.append(boards[number % len(sizes)][:2] + tuple(islice(cards, count)))
    return Deal(game=game, hands=tuple(hands), boards=tuple(boards))


class DealFactory(factory.Factory):
    """A random deal, which isn't a row of the database."""

    class Meta:
        model = make_random_deal

    game = OMAHA_HILO
    players = 2
    labels = ()
    runs = 1
    mucked = ()
    shares_last_card = False


class QuickHasher(PasswordHasher):
    """The site's own hasher with few rounds."""

    iterations = 10


class UserFactory(DjangoModelFactory):
    """An account; it has no password unless one is given."""

    class Meta:
        model = User

    username = factory.Sequence("player{}".format)
    password = Password(None)


class PersonFactory(factory.Factory):
    class Meta:
        model = Person

    account = factory.SubFactory(UserFactory)


class VisitorFactory(factory.Factory):
    class Meta:
        model = Person

    visitor = factory.LazyFunction(uuid4)


class ShowdownFactory(DjangoModelFactory):
    class Meta:
        model = Showdown

    deal = factory.SubFactory(DealFactory)
    wagers = None
    rules = WSOP_2026
    source = Source.PAGE
    person = Person()

    @classmethod
    def _build(cls, model, *args, **fields):
        settlement = settle(fields.pop("deal"), fields.pop("wagers"), fields.pop("rules"))
        source, person = fields.pop("source"), fields.pop("person")
        showdown = model.from_settlement(settlement, source=source, person=person)
        for name, value in fields.items():
            setattr(showdown, name, value)
        return showdown

    @classmethod
    def _create(cls, model, *args, **fields):
        showdown = cls._build(model, **fields)
        showdown.save(force_insert=True)
        return showdown


class BatchFactory(DjangoModelFactory):
    """A batch of deals that waits for a worker. Its file is not in the storage."""

    class Meta:
        model = Batch

    class Params:
        done = factory.Trait(state=State.DONE)

    owner = factory.SubFactory(UserFactory)
    name = "deals.txt"
    game = OMAHA_HILO
    format = factory.LazyAttribute(lambda batch: batch.game and format_for_game(batch.game))
    rules = WSOP_2026
    input_bytes = 1


class AuditFactory(BatchFactory):
    name = "log.txt"
    work = Work.AUDIT
    game = None


class ExportFactory(DjangoModelFactory):
    class Meta:
        model = Export

    batch = factory.SubFactory(BatchFactory, done=True)
    kind = "csv"


class NightLinkFactory(DjangoModelFactory):
    class Meta:
        model = NightLink

    batch = factory.SubFactory(AuditFactory, done=True)
    secret = factory.Sequence("night{}".format)


class HandOfLogFactory(DjangoModelFactory):
    """The log data of a stored hand; by default its players are those of the deal."""

    class Meta:
        model = HandOfLog

    showdown = factory.SubFactory(ShowdownFactory, source=Source.COMMAND)
    hand = factory.Sequence("{}".format)
    players = factory.LazyAttribute(lambda logged: list(logged.showdown.deal.labels))


class ApiTokenFactory(DjangoModelFactory):
    class Meta:
        model = ApiToken

    owner = factory.SubFactory(UserFactory)
    name = "laptop"

    @classmethod
    def _create(cls, model, *args, **fields):
        token, secret = model.objects.issue(**fields)
        token.secret = secret  # type: ignore[attr-defined]
        return token


class TraineeFactory(DjangoModelFactory):
    class Meta:
        model = Trainee

    class Params:
        visited = factory.Trait(owner=None, visitor=factory.LazyFunction(uuid4))

    owner = factory.SubFactory(UserFactory)


class AnswerFactory(DjangoModelFactory):
    """A response of the API that is stored for its Idempotency-Key."""

    class Meta:
        model = Answer

    person = ""
    key = factory.Sequence("{}".format)
    request_digest = b""
    status = 200
    headers = factory.Dict({})
    body = ""


class AccessAttemptFactory(DjangoModelFactory):
    class Meta:
        model = AccessAttempt

    username = factory.Sequence("guess{}".format)
    user_agent = ""
    failures_since_start = 1
