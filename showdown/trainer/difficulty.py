"""Estimate how hard a drill is from features of its deal.

The weights are estimates, not measurements, and only serve to order drills from easy to hard.
"""

from collections.abc import Callable, Mapping
from math import log

from showdown.evaluator.cards import Cards
from showdown.evaluator.contests import MadeHand
from showdown.evaluator.games import Contest
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.temptations import temptations
from showdown.trainer.chip_matchers import books_disagree, pots_of
from showdown.trainer.drills import Drill
from showdown.trainer.matchers import Showing, counterfeited_low

type Amount = float
"""A function that returns the amount of a feature in a settlement: a count, or 0 to 1."""


def _closeness(settlement: Settlement) -> Amount:
    """Return how close the best loser is to the winner of the closest contest, from 0 to 1."""
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
    """Map a difference in strength to a logarithmic scale from 0 to 1."""
    return float(log(1 + abs(steps)) / log(1 + len(contest.ranking.ranks)))


def _temptation(settlement: Settlement) -> Amount:
    """Return how far the best hand that may not play beats the best one that may, from 0 to 1."""
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
    """Count the contests with several winners."""
    return sum(len(result.winners) > 1 for result in settlement.contests)


def _not_in_a_pot(settlement: Settlement) -> Amount:
    """Count the players at the showdown who can't win a pot, summed over all pots."""
    return sum(len(settlement.competing) - len(pot.eligible) for pot in pots_of(settlement))


FEATURES: Mapping[str, tuple[Callable[[Settlement], Amount], int]] = {
    # players beyond two and contests beyond one, over all boards
    "players": (lambda settlement: len(settlement.competing) - 2, 25),
    "contests": (lambda settlement: len(settlement.contests) - 1, 60),
    "side pots": (lambda settlement: len(pots_of(settlement)[1:]), 70),
    "closeness": (_closeness, 120),
    "temptation": (_temptation, 150),
    "ties": (_ties, 50),
    "counterfeits": (lambda settlement: len([*counterfeited_low(Showing.of(settlement))]), 50),
    "odd chips": (
        lambda settlement: len(settlement.payout.odd_chips) if settlement.payout else 0,
        60,
    ),
    "players not in a pot": (_not_in_a_pot, 25),
    "rule books disagree": (lambda settlement: len([*books_disagree(settlement)]), 60),
}
"""Features that make a deal hard, with the points per unit of each."""

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
"""Points of each kind of question about a deal without any of the features."""


def difficulty(drill: Drill) -> float:
    """Return the difficulty of a drill in points; more is harder."""
    added = (weight * amount(drill.settlement) for amount, weight in FEATURES.values())
    return _BY_KIND[drill.kind.slug] + sum(added)
