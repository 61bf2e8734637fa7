"""How hard a drill looks before anybody has answered one: features of its deal, and their weights.

The weights are a judgement, not a measurement. They only say where the rating of a template begins;
answers move it from there.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import log
from statistics import fmean
from typing import NamedTuple

from showdown.evaluator.cards import Cards
from showdown.evaluator.contests import MadeHand
from showdown.evaluator.games import Contest
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.temptations import temptations
from showdown.trainer.chip_places import books_disagree, pots_of
from showdown.trainer.drills import Drill, NotDealt, Recipe, Template, make_drill
from showdown.trainer.options import options
from showdown.trainer.places import counterfeited_low
from showdown.trainer.ratings import Rating

_MEASURED = 3
"""A template begins at the mean of so many of its drills."""
_DEVIATION = 150
"""How far the truth may be from where a template begins, in points."""

type Amount = float
"""How much of a feature a settlement has: a count, or from 0 to 1."""


def _closeness(settlement: Settlement) -> Amount:
    """How near the best loser comes to the winner in the closest contest: from 0 to 1."""
    return max(
        (1 - _distance(settlement, result.contest) for result in settlement.contests), default=0
    )


def _distance(settlement: Settlement, contest: Contest) -> float:
    made = (settlement.player(label).made[contest.name] for label in settlement.competing)
    strengths = sorted({hand.strength for hand in made if hand}, reverse=True)
    if len(strengths) < 2:
        return 1
    return _apart(strengths[0] - strengths[1], contest)


def _apart(steps: int, contest: Contest) -> float:
    """So many steps of the ranking, on a scale from 0 to 1 that tells near ones apart."""
    return float(log(1 + abs(steps)) / log(1 + len(contest.ranking.ranks)))


def _temptation(settlement: Settlement) -> Amount:
    """How far the best hand that may not be played lies above the one that may: from 0 to 1."""
    tempting = (
        _apart(_strength(contest, cards) - _made(settlement, label, contest), contest)
        for label in settlement.competing
        for _, contest, _, cards in temptations(settlement, label)
        if len(cards) == 5
    )
    return max(tempting, default=0)


def _strength(contest: Contest, cards: Cards) -> int:
    return contest.ranking.strength(contest.ranking.rank(cards))


def _made(settlement: Settlement, label: str, contest: Contest) -> int:
    hand: MadeHand | None = settlement.player(label).made[contest.name]
    return hand.strength if hand else 0


def _ties(settlement: Settlement) -> Amount:
    """Contests with several winners."""
    return sum(len(result.winners) > 1 for result in settlement.contests)


def _not_in_a_pot(settlement: Settlement) -> Amount:
    """Players at the showdown who can't win a pot, over all pots."""
    return sum(len(settlement.competing) - len(pot.eligible) for pot in pots_of(settlement))


FEATURES: Mapping[str, tuple[Callable[[Settlement], Amount], int]] = {
    # Players beyond two, and contests beyond one, over all boards.
    "players": (lambda settlement: len(settlement.competing) - 2, 25),
    "contests": (lambda settlement: len(settlement.contests) - 1, 60),
    "side pots": (lambda settlement: len(pots_of(settlement)[1:]), 70),
    "closeness": (_closeness, 120),
    "temptation": (_temptation, 150),
    "ties": (_ties, 50),
    "counterfeits": (lambda settlement: len([*counterfeited_low(settlement)]), 50),
    "odd chips": (
        lambda settlement: len(settlement.payout.odd_chips) if settlement.payout else 0,
        60,
    ),
    "players not in a pot": (_not_in_a_pot, 25),
    "book against book": (lambda settlement: len([*books_disagree(settlement)]), 60),
}
"""What makes a deal hard, and how many points each of it adds."""

_BY_KIND = {
    "make": 1000,
    "cards": 1050,
    "low": 950,
    "winners": 1050,
    "pots": 1200,
    "chips": 1250,
    "odd": 1250,
    "rake": 1150,
    "ruling": 1150,
}
"""The points of a question about a deal with none of the features."""


def difficulty(drill: Drill) -> float:
    """How hard the drill looks, in points of a rating."""
    added = (weight * amount(drill.settlement) for amount, weight in FEATURES.values())
    return _BY_KIND[drill.kind.slug] + sum(added)


def chance(drill: Drill) -> float:
    """The probability of answering right without knowing: 0 where the answer is an amount."""
    if drill.kind.slug in ("low", "ruling"):
        return 1 / 2
    if drill.kind.slug == "winners":
        answers: int = len(drill.settlement.competing) ** len(drill.settlement.contests)
        return 1 / answers
    choices = options(drill)
    return 1 / len(choices) if choices else 0


class Beginning(NamedTuple):
    """The rating that a template has before the first answer, and the `chance` of a guess."""

    rating: Rating
    chance: float


@lru_cache(maxsize=8192)
def beginning(template: Template) -> Beginning:
    """Measured on the template's first drills, the same on every machine."""
    drills = [drill for number in range(_MEASURED) if (drill := _dealt(template, number))]
    if not drills:
        return Beginning(Rating(deviation=_DEVIATION), 0)
    return Beginning(Rating(fmean(map(difficulty, drills)), _DEVIATION), fmean(map(chance, drills)))


def _dealt(template: Template, number: int) -> Drill | None:
    try:
        return make_drill(Recipe(*template, f"difficulty {number}"))
    except NotDealt:
        return None
