"""Prepares what is kept of somebody's training for a page."""

from typing import Any

from showdown.trainer.training import SESSION, Training, weakest
from showdown.words.drills import MISTAKES, PATTERNS

_MOST_MISTAKES = 10


def show_training(training: Training) -> dict[str, Any]:
    """A rating, with the points up or down within which the truth lies 19 times out of 20.

    `counted` rated answers of the open session, which ends after `session`. Patterns, each with its
    slug, its name and how it goes, and mistakes are the worst first.
    """
    now = training.rating_now
    worst = sorted(training.mistakes.items(), key=lambda item: -item[1])
    return {
        "rating": round(now.rating),
        "give_or_take": round(2 * now.deviation),
        "is_rated": training.has_rating,
        "counted": len(training.session),
        "session": SESSION,
        "answers": training.answers,
        "streak": training.streak,
        "best_streak": training.best_streak,
        "patterns": [
            (slug, PATTERNS[slug], standing)
            for slug, standing in weakest(training)
            if slug in PATTERNS
        ],
        "mistakes": [(MISTAKES[slug], count) for slug, count in worst[:_MOST_MISTAKES]],
    }
