"""Store each person's progress, and choose the next drill accordingly."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from random import SystemRandom
from time import monotonic, time
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from showdown.models import Trainee
from showdown.models.people import Person, visitor_of
from showdown.trainer.betting import DEFAULT_BETTING
from showdown.trainer.choosing import DrillSelection, possible_drills
from showdown.trainer.difficulty import difficulty
from showdown.trainer.tickets import Ticket, new_ticket
from showdown.trainer.training import (
    GradedAnswer,
    Training,
    add_answer,
    merge_trainings,
    next_pattern,
)

_MAX_CANDIDATES = 5
"""Maximum number of drills dealt; the one with the most suitable difficulty is used."""
_MAX_DEALING_SECONDS = 0.04
"""Time in seconds after which no further candidate is dealt."""

_BEGINNER_RIGHT_ANSWERS = 3
"""Number of right answers after which drills may have more than two players, or several pots."""

_RANDOM = SystemRandom()


def load_training(person: Person) -> Training:
    """Return the person's stored progress, or an empty Training if nothing is stored."""
    trainee = Trainee.objects.owned_by(person).first()
    return Training.from_json(trainee.training) if trainee else Training()


def make_graded_answer(ticket: Ticket, mistake: str) -> GradedAnswer:
    """Return a record of an answer that was just graded. `mistake` is empty if it was right."""
    recipe = ticket.drill.recipe
    return GradedAnswer(
        nonce=ticket.nonce,
        kind=recipe.kind.slug,
        pattern=recipe.pattern.slug,
        mistake=mistake,
        seconds=max(0, time() - ticket.dealt_at),
        answered_at=timezone.now(),
    )


def record_answer(person: Person, answer: GradedAnswer) -> Training:
    """Record an answer of the person. Return the updated progress."""
    return _update_training(person, lambda training: add_answer(training, answer))


@transaction.atomic
def _update_training(person: Person, change: Callable[[Training], Training]) -> Training:
    visitor = None if person.account else person.visitor
    Trainee.objects.get_or_create(owner=person.account, visitor=visitor)
    trainee = Trainee.objects.owned_by(person).select_for_update().get()
    training = change(Training.from_json(trainee.training))
    trainee.training = training.to_json()
    trainee.save(update_fields=["training", "changed"])
    return training


@receiver(user_logged_in)
def merge_on_login(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Merge a visitor's training into that of the account to which the visitor signs in."""
    visitor = visitor_of(request)
    if not visitor:
        return
    with transaction.atomic():
        trainee = Trainee.objects.owned_by(Person(visitor=visitor)).select_for_update().first()
        if trainee:
            visitor_training = Training.from_json(trainee.training)
            _update_training(
                Person(account=user), lambda training: merge_trainings(training, visitor_training)
            )
            trainee.delete()


def next_ticket(
    selection: DrillSelection, training: Training, now: datetime, holder: str = ""
) -> Ticket:
    """Deal the next drill of a person's practice.

    The first drills are for two players and one pot, if the selection has such drills. FSRS
    determines which patterns are due, and the person's skill determines the difficulty. Raise
    InvalidDeal if no such drill can be dealt.
    """
    if training.right_answers < _BEGINNER_RIGHT_ANSWERS:
        selection = _selection_for_beginners(selection)
    patterns = list(dict.fromkeys(pattern.slug for pattern, _, _ in possible_drills(selection)))
    pattern = next_pattern(training, patterns, now, _RANDOM)
    selection = replace(selection, patterns=(pattern,))
    deadline = monotonic() + _MAX_DEALING_SECONDS
    tickets = [new_ticket(selection, holder)]
    while len(tickets) < _MAX_CANDIDATES and monotonic() < deadline:
        tickets.append(new_ticket(selection, holder))
    tickets.sort(key=lambda ticket: difficulty(ticket.drill))
    return tickets[round(training.skill(pattern) * (len(tickets) - 1))]


def _selection_for_beginners(selection: DrillSelection) -> DrillSelection:
    """Return the selected drills for two players and one pot, or the selection if there are none.

    With the default betting, all bets are equal, so there is one pot.
    """
    simple_patterns = tuple(
        dict.fromkeys(
            pattern.slug
            for pattern, game, _ in possible_drills(selection)
            if pattern.betting == DEFAULT_BETTING and 2 in pattern.player_counts(game)
        )
    )
    return replace(selection, patterns=simple_patterns, players=2) if simple_patterns else selection
