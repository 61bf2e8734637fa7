"""Two trainings of one person become one: what a visitor trained goes on with an account."""

from collections import Counter
from dataclasses import replace
from math import sqrt
from operator import attrgetter

from showdown.trainer.ratings import Rating
from showdown.trainer.training import MEMORY, REMEMBERED, Standing, Training

_BEGINNING = Rating()


def merged(ours: Training, theirs: Training) -> Training:
    """Both together. What counts in order, such as a streak, is that of whoever answered last.

    Sessions of `theirs` must be closed.
    """
    later = max(
        ours, theirs, key=lambda training: training.last.timestamp() if training.last else 0
    )
    usual = {
        kind: (theirs.usual.get(kind, seconds) + ours.usual.get(kind, seconds)) / 2
        for kind, seconds in (theirs.usual | ours.usual).items()
    }
    return replace(
        ours,
        rating=both_ratings(ours.rating, theirs.rating),
        answers=ours.answers + theirs.answers,
        last=later.last,
        patterns=_both_patterns(ours.patterns, theirs.patterns),
        usual=usual,
        mistakes=dict(Counter(ours.mistakes) + Counter(theirs.mistakes)),
        streak=later.streak,
        best_streak=max(ours.best_streak, theirs.best_streak),
        answered=(*theirs.answered, *ours.answered)[-REMEMBERED:],
    )


def both_ratings(ours: Rating, theirs: Rating) -> Rating:
    """The rating by the answers of both: their precisions add up, and the beginning counts once."""
    beginning = _BEGINNING.deviation**-2
    gained = theirs.deviation**-2 - beginning
    if gained <= 0:
        return ours
    precision = ours.deviation**-2 + gained
    weighed = ours.rating * ours.deviation**-2 + theirs.rating * theirs.deviation**-2
    rating = (weighed - _BEGINNING.rating * beginning) / precision
    volatility = min(ours, theirs, key=attrgetter("deviation")).volatility
    return Rating(rating, sqrt(1 / precision), volatility)


def _both_patterns(ours: dict[str, Standing], theirs: dict[str, Standing]) -> dict[str, Standing]:
    both = ours.keys() & theirs.keys()
    return theirs | ours | {slug: _both_standings(ours[slug], theirs[slug]) for slug in both}


def _both_standings(ours: Standing, theirs: Standing) -> Standing:
    """The card is that which was asked last."""
    later = max(ours, theirs, key=lambda standing: standing.card["last_review"] or "")
    weights = [min(standing.answers, MEMORY) for standing in (ours, theirs)]
    trouble = ours.trouble * weights[0] + theirs.trouble * weights[1]
    return Standing(
        card=later.card,
        right=ours.right + theirs.right,
        wrong=ours.wrong + theirs.wrong,
        slow=ours.slow + theirs.slow,
        trouble=trouble / sum(weights),
    )
