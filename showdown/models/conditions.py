"""Query conditions on stored deals by winner and category."""

from collections import defaultdict
from functools import reduce
from operator import or_

from django.db.models import BigIntegerField, Case, F, Func, IntegerField, Q, Value, When
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from showdown.evaluator.deals import DEFAULT_LABELS, MOST_RUNS
from showdown.evaluator.games import GAMES, Game

_SEAT_OF_DEFAULT_LABEL = {label: seat for seat, label in enumerate(DEFAULT_LABELS)}


def seats_that_won() -> Func:
    """Return an expression for the seats that won any contest, as bits."""
    return Func(
        F("winners"),
        template="(SELECT bit_or(won) FROM unnest(%(expressions)s) AS won)",
        output_field=IntegerField(),
    )


def is_played_by(label: str) -> Q:
    """Return a condition: a hand has this label, which may be a default one."""
    named = Q(labels__contains=[label])
    return named | Q(labels__isnull=True) if label in _SEAT_OF_DEFAULT_LABEL else named


def seat_of(label: str) -> Case:
    """Return an expression for the seat of a label; null if there is none."""
    return Case(
        When(labels__isnull=True, then=Value(_SEAT_OF_DEFAULT_LABEL.get(label))),
        default=Func(F("labels"), Value(label), function="array_position") - 1,
        output_field=IntegerField(),
    )


def chips_of(label: str) -> Cast:
    """Return an expression for the payout of a label; null without chips."""
    totals = KeyTransform("totals", "paid")
    return Cast(KeyTextTransform(label, totals), BigIntegerField())


def in_category(category: str) -> Q:
    """Return a condition: a contest was won with this category: `full house`, `7532A`."""
    games = defaultdict(list)
    for game in GAMES.values():
        for place, contest in enumerate(game.contests):
            if category in contest.ranking.categories:
                number = contest.ranking.categories.index(category)
                for of_run in _places(game, place):
                    games[of_run, number].append(game)
    conditions = [
        Q(("game__in", played), (f"categories__{place}", number))
        for (place, number), played in games.items()
    ]
    return reduce(or_, conditions, Q(pk__in=()))


def _places(game: Game, contest: int) -> range:
    """Return the indices of a contest in the column `winners`, one for each possible run."""
    runs = MOST_RUNS if game.boards else 1
    return range(contest, runs * len(game.contests), len(game.contests))
