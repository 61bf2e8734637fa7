"""Ratings of people and of templates of drills, by Glicko-2, with answers that may be guessed.

Mark Glickman, "Example of the Glicko-2 system" (2022), https://www.glicko.net/glicko/glicko2.pdf.
An answer is a game between a person and a template (a kind of drill, a pattern and a game), and a
session is a rating period: days without one change nothing.

Somebody who doesn't know still answers right by chance with probability c, so the probability of a
right answer is P = c + (1 - c) E instead of E. With the derivative P' of P by the rating, the
estimated variance is 1 / sum P'^2 / (P (1 - P)) and the improvement is that variance times
sum P' (s - P) / (P (1 - P)). Where c is 0 these are Glickman's formulas.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import NamedTuple

_POINTS = 173.7178
"""So many points of a rating are 1 on Glicko-2's inner scale."""
_MIDDLE = 1500
_TAU = 0.5
"""How fast a volatility changes: Glickman advises 0.3 to 1.2."""
_CLOSE = 1e-6
_UNKNOWN = 350.0
"""The deviation of somebody of whom nothing is known."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The `rating` in points (1500 is the middle), its `deviation`, and the `volatility`.

    The truth lies within two deviations with a probability of 95 %.
    """

    rating: float = _MIDDLE
    deviation: float = _UNKNOWN
    volatility: float = 0.06


class Answered(NamedTuple):
    """An answer of a person to a template, seen from either side: the `opponent` is the other.

    `chance` is the probability with which somebody answers right without knowing.
    """

    opponent: Rating
    is_right: bool
    chance: float = 0.0


def information(person: Rating, template: Rating, chance: float) -> float:
    """How much an answer tells about the person's rating: the inverse of a variance."""
    (ours, _), (theirs, deviation) = _scaled(person), _scaled(template)
    weight, slope, _ = _weighed(ours - theirs, deviation, chance)
    return weight * slope


def rate(person: Rating, answers: Iterable[Answered]) -> Rating:
    """A person's rating after one session with these answers; without any it stays as it is."""
    return _rate(person, answers, side=1)


def rate_template(template: Rating, answers: Iterable[Answered]) -> Rating:
    """A template's rating after these answers of people: it rises with each wrong one."""
    return _rate(template, answers, side=-1)


def _rate(rating: Rating, answers: Iterable[Answered], *, side: int) -> Rating:
    mean, deviation = _scaled(rating)
    precision = drift = 0.0
    for opponent, is_right, chance in answers:
        theirs, width = _scaled(opponent)
        weight, slope, known = _weighed(side * (mean - theirs), width, chance)
        precision += weight * slope
        drift += side * weight * (is_right - known)
    if not precision:
        return rating
    volatility = _volatility(deviation, rating.volatility, 1 / precision, drift / precision)
    after = 1 / (1 / (deviation**2 + volatility**2) + precision)
    return Rating((mean + after * drift) * _POINTS + _MIDDLE, sqrt(after) * _POINTS, volatility)


def _scaled(rating: Rating) -> tuple[float, float]:
    return (rating.rating - _MIDDLE) / _POINTS, rating.deviation / _POINTS


def _weighed(distance: float, deviation: float, chance: float) -> tuple[float, float, float]:
    """P' / (P (1 - P)), P' and P for a person so far above a template with this deviation."""
    damping = 1 / sqrt(1 + 3 * deviation**2 / pi**2)
    expected = 1 / (1 + exp(-damping * distance))
    known = chance + (1 - chance) * expected
    return damping * expected / known, damping * expected * (1 - chance) * (1 - expected), known


def _volatility(deviation: float, before: float, variance: float, improvement: float) -> float:
    """Step 5 of Glicko-2: the root of `slope` by the Illinois algorithm."""
    start = log(before**2)

    def slope(x: float) -> float:
        spread = deviation**2 + variance + exp(x)
        pull = exp(x) * (improvement**2 - spread) / (2 * spread**2)
        return pull - (x - start) / _TAU**2

    low = start
    if improvement**2 > deviation**2 + variance:
        high = log(improvement**2 - deviation**2 - variance)
    else:
        steps = 1
        while slope(start - steps * _TAU) < 0:
            steps += 1
        high = start - steps * _TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
