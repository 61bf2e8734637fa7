"""Estimate how hard a drill is from features of its deal.

The weights are estimates, not measurements, and only serve to order drills from easy to hard.
"""

from collections.abc import Callable, Mapping
from math import log

from showdown.evaluator.games import Contest
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.temptations import find_temptations
from showdown.trainer.chip_matchers import paid_pots, rule_sets_disagree
from showdown.trainer.drills import Drill
from showdown.trainer.matchers import ShownHands, counterfeited_low


def _closeness(settlement: Settlement) -> float:
    """Return the closeness of the closest contest, from 0 to 1 (nearly tied)."""
    closest = 1.0
    for contest in settlement.game.contests:
        made = (settlement.player(label).made[contest.name] for label in settlement.competing)
        strengths = sorted({hand.strength for hand in made if hand}, reverse=True)
        if len(strengths) > 1:
            closest = min(closest, _log_distance(strengths[0] - strengths[1], contest))
    return 1 - closest


def _log_distance(steps: int, contest: Contest) -> float:
    """Map a difference in strength to a logarithmic scale from 0 to 1."""
    return float(log(1 + abs(steps)) / log(1 + len(contest.ranking.ranks)))


def _temptation(settlement: Settlement) -> float:
    """Return how much stronger an illegal combination is than the legal hand, from 0 to 1."""
    distances = [0.0]
    for label in settlement.competing:
        for _, contest, _, cards in find_temptations(settlement, label):
            if len(cards) == 5:
                made = settlement.player(label).made[contest.name]
                illegal_strength = contest.ranking.strength(contest.ranking.rank(cards))
                distances.append(
                    _log_distance(illegal_strength - (made.strength if made else 0), contest)
                )
    return max(distances)


FEATURES: Mapping[str, tuple[Callable[[Settlement], float], int]] = {
    # players beyond two
    "players": (lambda settlement: len(settlement.competing) - 2, 25),
    # contests beyond one, over all boards
    "contests": (lambda settlement: len(settlement.contests) - 1, 60),
    "side pots": (lambda settlement: len(paid_pots(settlement)[1:]), 70),
    "closeness": (_closeness, 120),
    "temptation": (_temptation, 150),
    "ties": (lambda settlement: sum(len(result.winners) > 1 for result in settlement.contests), 50),
    "counterfeits": (
        lambda settlement: len([*counterfeited_low(ShownHands.from_settlement(settlement))]),
        50,
    ),
    "odd chips": (
        lambda settlement: len(settlement.payout.odd_chips) if settlement.payout else 0,
        60,
    ),
    # for each pot, the players at the showdown who can't win it
    "players not in a pot": (
        lambda settlement: sum(
            len(settlement.competing) - len(pot.eligible) for pot in paid_pots(settlement)
        ),
        25,
    ),
    "rule sets disagree": (rule_sets_disagree, 60),
}
"""Features that make a deal hard: a function, and the points for each unit of its result.

The function returns a count, or a number from 0 to 1.
"""


def difficulty(drill: Drill) -> float:
    """Return the difficulty of a drill in points; more is harder."""
    points = (weight * measure(drill.settlement) for measure, weight in FEATURES.values())
    return drill.kind.points + sum(points)
