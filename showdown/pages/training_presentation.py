"""Prepares what is kept of somebody's training for a page."""

from dataclasses import dataclass

from showdown.trainer.training import SESSION, Training, weakest
from showdown.words.drills import MISTAKES, PATTERNS

_MOST_MISTAKES = 10


@dataclass(frozen=True, slots=True)
class ShownPattern:
    """How often a pattern was answered right, wrong, and right but slowly."""

    slug: str
    name: str
    right: int
    wrong: int
    slow: int


@dataclass(frozen=True, slots=True)
class ShownTraining:
    """A rating, with the points up or down within which the truth lies 19 times out of 20.

    `counted` rated answers of the open session, which ends after `session`. Patterns and mistakes
    are the worst first.
    """

    rating: int
    give_or_take: int
    is_rated: bool
    counted: int
    session: int
    answers: int
    streak: int
    best_streak: int
    patterns: tuple[ShownPattern, ...]
    mistakes: tuple[tuple[str, int], ...]


def show_training(training: Training) -> ShownTraining:
    now = training.rating_now
    worst = sorted(training.mistakes.items(), key=lambda item: -item[1])
    return ShownTraining(
        rating=round(now.rating),
        give_or_take=round(2 * now.deviation),
        is_rated=training.has_rating,
        counted=len(training.session),
        session=SESSION,
        answers=training.answers,
        streak=training.streak,
        best_streak=training.best_streak,
        patterns=tuple(
            ShownPattern(slug, PATTERNS[slug], standing.right, standing.wrong, standing.slow)
            for slug, standing in weakest(training)
            if slug in PATTERNS
        ),
        mistakes=tuple((MISTAKES[slug], count) for slug, count in worst[:_MOST_MISTAKES]),
    )
