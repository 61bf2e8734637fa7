"""Compute the dollar equities of a tournament before a hand and on average after it.

Dollar equity isn't linear in chips. It depends on the stacks after each outcome of the hand, so the
outcomes of all pots are counted jointly.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from showdown.bulk import assignments
from showdown.bulk.dealing import Joint, NoDeal
from showdown.bulk.odds import MOST_MILLISECONDS, Odds, SpotWithPots, table_of
from showdown.bulk.ranges import heads_up
from showdown.bulk.sampling import sample_jointly
from showdown.bulk.tally import Outcome
from showdown.evaluator.icm import IcmFault, InvalidTournament, Tournament
from showdown.evaluator.spots import NoDealFits, Spot
from showdown.evaluator.wagers import Wagers, collect

MOST_FINISHES = 600
"""Maximum number of different results of a hand; the equities of each take milliseconds."""


class Finish(NamedTuple):
    """One possible result of a hand: its probability, the stacks, and their dollar equities."""

    chance: Fraction
    stacks: tuple[Fraction, ...]
    dollars: tuple[float, ...]


class Dollars(NamedTuple):
    """Dollar equities in the order of `labels`: before the hand, and on average after it.

    `finishes` are the possible results of the hand, the most likely first. They are estimates if
    `is_exact` is false.
    """

    labels: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    finishes: tuple[Finish, ...]
    is_exact: bool


def dollars_of(
    tournament: Tournament,
    spot: Spot,
    wagers: Wagers,
    played: SpotWithPots,
    odds: Odds,
    *,
    may_deal: bool = False,
) -> Dollars:
    """Return the dollar equities before a hand and on average after it.

    `played` is the spot with the pots of the wagers, and `odds` are its odds. `wagers` must have
    contributions, which are subtracted from the stacks of the tournament. If side pots can't be
    counted jointly and `may_deal` is true, worker processes deal a million hands instead. Raise
    InvalidTournament if `may_deal` is false in this case, or if there are more than MOST_FINISHES
    results. Raise NoDealFits if the hands can't be dealt together.
    """
    behind = _chips_behind(tournament, spot, wagers)
    joint, is_exact = _joint(played, odds, may_deal=may_deal)
    ends: Counter[tuple[Fraction, ...]] = Counter()
    for outcomes, count in joint.items():
        chips_of = dict(behind)
        for pot, outcome in zip(played.pots, outcomes, strict=True):
            for seat, paid in zip(pot.eligible, played.pay(pot, outcome), strict=True):
                chips_of[played.spot.labels[seat]] += paid
        ends[tuple(chips_of[label] for label in tournament.labels)] += count
    if len(ends) > MOST_FINISHES:
        raise InvalidTournament(
            fault=IcmFault.TOO_MANY_OUTCOMES, most=MOST_FINISHES, field="stacks"
        )
    total = ends.total()
    finishes = []
    for stacks, count in ends.most_common():
        unit = lcm(*(chips.denominator for chips in stacks))
        dollars = tournament.after([int(chips * unit) for chips in stacks])
        finishes.append(Finish(Fraction(count, total), stacks, dollars))
    after = tuple(
        sum(float(finish.chance) * finish.dollars[player] for finish in finishes)
        for player in range(len(tournament.labels))
    )
    return Dollars(tournament.labels, tournament.before(), after, tuple(finishes), is_exact)


def _chips_behind(tournament: Tournament, spot: Spot, wagers: Wagers) -> dict[str, Fraction]:
    """Return each player's chips outside the pots, including a returned bet."""
    scale = 10**wagers.decimals
    behind = {
        label: chips - Fraction(wagers.contributions.get(label, 0), scale)
        for label, chips in tournament.stacks_after_ante.items()
    }
    if returned := collect(wagers, spot).returned:
        behind[returned.label] += Fraction(returned.amount, scale)
    return behind


def _joint(played: SpotWithPots, odds: Odds, *, may_deal: bool) -> tuple[Joint, bool]:
    """Count each joint outcome of all pots, and return whether the counts are exact."""
    everyone = tuple(range(len(played.spot.holdings)))
    fields = [pot.eligible for pot in played.pots]
    if all(field == everyone for field in fields):
        outcomes = odds.tally.outcomes.items()
        return Counter({(won,) * len(fields): count for won, count in outcomes}), odds.is_exact
    counted = joint_outcomes(played.spot, fields)
    if counted is not None:
        return counted, True
    if not may_deal:
        raise InvalidTournament(fault=IcmFault.NOT_COUNTED, field="stacks")
    try:
        return sample_jointly(table_of(played.spot), fields, seed=odds.seed or 1), False
    except NoDeal:
        raise NoDealFits(field="hands") from None


def joint_outcomes(
    spot: Spot, fields: Sequence[Sequence[int]]
) -> Counter[tuple[Outcome, ...]] | None:
    """Count the joint outcomes among several sets of players.

    Return None if that would take more than a second.
    """
    if heads_up.milliseconds(spot) <= MOST_MILLISECONDS:
        return heads_up.joint_outcomes(spot, fields)
    if assignments.milliseconds(spot, len(fields), next_card=False) > MOST_MILLISECONDS:
        return None
    counts: Counter[tuple[Outcome, ...]] = Counter()
    for count, weight in assignments.counts(spot):
        for outcomes, times in count.joint(fields).items():
            counts[outcomes] += weight * times
    return counts
