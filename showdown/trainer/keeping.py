"""Keeps what people answer, and picks the next drill by it: weak patterns, or a fitting rating."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import datetime
from random import SystemRandom
from time import monotonic, time
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from showdown.evaluator.errors import InvalidDeal
from showdown.models import TemplateRating, Trainee
from showdown.models.people import Person, visitor_of
from showdown.trainer.choosing import Asked, Choice
from showdown.trainer.difficulty import Beginning, beginning, chance
from showdown.trainer.drills import Template
from showdown.trainer.grading import Grade
from showdown.trainer.merging import merged
from showdown.trainer.ratings import Answered, Rating, information, rate_template
from showdown.trainer.tickets import Ticket, at_random, new_ticket, read_ticket
from showdown.trainer.training import Answer, Rated, Training, next_pattern, with_answer

_CANDIDATES = 12
"""The most telling of so many templates is asked: fewer would need more answers for a rating."""
_PATIENCE_SECONDS = 0.04
"""A template is measured when it first comes up; nobody waits longer for more candidates."""

_RANDOM = SystemRandom()


class Kept(NamedTuple):
    """The person's rating after an answer, and that of such drills before it."""

    rating: Rating
    opponent: Rating


def training_of(person: Person) -> Training:
    """What is kept of the person, or a new training."""
    kept = Trainee.objects.of(person).first()
    return Training.of_json(kept.training) if kept else Training()


def answer_to(ticket: Ticket, graded: Grade, rated: Rated | None = None) -> Answer:
    """The answer that was graded just now, as it counts."""
    recipe = ticket.drill.recipe
    return Answer(
        nonce=ticket.nonce,
        kind=recipe.kind.slug,
        pattern=recipe.pattern.slug,
        mistake=graded.mistake,
        seconds=max(0, time() - ticket.dealt),
        when=timezone.now(),
        rated=rated,
    )


def rated(ticket: Ticket, graded: Grade) -> Rated:
    """A rated answer, with the rating that its template has now."""
    template = ticket.drill.recipe.template
    (now,) = _beginnings([template])
    return Rated(template.slugs, now.rating, graded.is_right, chance(ticket.drill))


def keep_answer(person: Person, answer: Answer) -> Training:
    """Keep one more answer of the person, and rate the session that ends with it, if one does."""

    def with_one_more(training: Training) -> Training:
        training = _closed(training) if training.is_over(answer.when) else training
        training = with_answer(training, answer)
        return _closed(training) if training.is_over(answer.when) else training

    return _change(person, with_one_more)


@transaction.atomic
def _change(person: Person, change: Callable[[Training], Training]) -> Training:
    visitor = None if person.account else person.visitor
    Trainee.objects.get_or_create(owner=person.account, visitor=visitor)
    trainee = Trainee.objects.of(person).select_for_update().get()
    training = change(Training.of_json(trainee.training))
    trainee.training = training.to_json()
    trainee.save(update_fields=["training", "changed"])
    return training


def due_ticket(person: Person, asked: Asked) -> Ticket:
    """A rated drill for a program: it stays due until it is answered, or others are asked for."""
    training = training_of(person)
    with suppress(InvalidDeal):
        due = read_ticket(training.due)
        if asked.has(due.drill.recipe):
            return due
    ticket = new_ticket(asked, Telling(training))
    _change(person, lambda training: replace(training, due=ticket.text))
    return ticket


def keep_if_due(person: Person, ticket: Ticket, graded: Grade) -> Kept | None:
    """Keep the answer to the rated drill that is due; an answer to any other drill is not kept."""
    if training_of(person).due != ticket.text:
        return None
    counted = rated(ticket, graded)
    training = keep_answer(person, answer_to(ticket, graded, counted))
    return Kept(training.rating_now, counted.opponent)


@receiver(user_logged_in)
def take_along(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """What a visitor trained before signing in goes on with the account."""
    visitor = visitor_of(request)
    if visitor:
        merge(Person(visitor=visitor), Person(account=user))


@transaction.atomic
def merge(visitor: Person, account: Person) -> None:
    """Give the visitor's training to the account, together with what the account has."""
    theirs = Trainee.objects.of(visitor).select_for_update().first()
    if theirs:
        trained = _closed(Training.of_json(theirs.training))
        _change(account, lambda training: merged(training, trained))
        theirs.delete()


def _closed(training: Training) -> Training:
    """Rate the person by the session, and each of its templates by the person as before it."""
    by_template: dict[tuple[str, str, str], list[Answered]] = {}
    for template, _, is_right, guessed in training.session:
        answered = Answered(training.rating, is_right, guessed)
        by_template.setdefault(template, []).append(answered)
    for template in sorted(by_template):  # in one order, so that no two sessions wait in a ring
        _rate_template(template, training, by_template[template])
    return training.closed()


def _rate_template(
    slugs: tuple[str, str, str], training: Training, answers: Iterable[Answered]
) -> None:
    first = next(rated.opponent for rated in training.session if rated.template == slugs)
    names = dict(zip(("kind", "pattern", "game"), slugs, strict=True))
    TemplateRating.objects.get_or_create(**names, defaults=asdict(first))
    row = TemplateRating.objects.select_for_update().get(**names)
    moved = rate_template(Rating(row.rating, row.deviation, row.volatility), answers)
    TemplateRating.objects.filter(pk=row.pk).update(**asdict(moved))


class Telling:
    """Picks the template whose answer tells most about a rating, of some that come at random."""

    def __init__(self, training: Training) -> None:
        self._rating = training.rating_now

    def __call__(self, every: Sequence[Choice]) -> Template:
        until, candidates = monotonic() + _PATIENCE_SECONDS, [at_random(every)]
        beginning(candidates[0])
        while len(candidates) < _CANDIDATES and monotonic() < until:
            candidates.append(at_random(every))
            beginning(candidates[-1])
        telling = [
            information(self._rating, now.rating, now.chance) for now in _beginnings(candidates)
        ]
        return candidates[telling.index(max(telling))]


def _beginnings(templates: Sequence[Template]) -> list[Beginning]:
    """What templates are rated, or begin with."""
    kinds, patterns, games = zip(*(template.slugs for template in templates), strict=True)
    rows = TemplateRating.objects.filter(kind__in=kinds, pattern__in=patterns, game__in=games)
    kept = {
        (row.kind, row.pattern, row.game): Rating(row.rating, row.deviation, row.volatility)
        for row in rows
    }
    begun = ((template.slugs, beginning(template)) for template in templates)
    return [Beginning(kept.get(slugs, first.rating), first.chance) for slugs, first in begun]


class WeakOrDue:
    """Picks a pattern that is due or goes badly, and any of its templates."""

    def __init__(self, training: Training, when: datetime) -> None:
        self._training, self._when = training, when

    def __call__(self, every: Sequence[Choice]) -> Template:
        patterns = list(dict.fromkeys(pattern.slug for pattern, _, _ in every))
        slug = next_pattern(self._training, patterns, self._when, _RANDOM)
        return at_random([choice for choice in every if choice[0].slug == slug])
