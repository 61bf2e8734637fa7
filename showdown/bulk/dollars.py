"""What a hand does to everybody's dollar equity in a tournament, by what each outcome pays.

Dollar equity isn't linear in chips: what counts is not the mean of what a pot pays, but who has how
many chips after each outcome. So all pots are looked at together.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from showdown.bulk.expected_chips import Played
from showdown.bulk.odds import Odds, joint_outcomes
from showdown.bulk.tally import Outcome
from showdown.evaluator.icm import IcmFault, InvalidTournament, Tournament
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import Wagers, collect

MOST_FINISHES = 600
"""The most different results of a hand whose dollar equities are computed, a few thousandths of a
second each."""

type Stacks = tuple[Fraction, ...]


class Finish(NamedTuple):
    """One way in which the hand may end: how often, who has what then, and what it is worth."""

    chance: Fraction
    stacks: Stacks
    dollars: tuple[float, ...]


class Dollars(NamedTuple):
    """Everybody's dollar equity, in the order of `labels`: before the hand, on average after it.

    `finishes` are the ways in which it may end, the most likely first.
    """

    labels: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    finishes: tuple[Finish, ...]


def dollars_of(
    tournament: Tournament, spot: Spot, wagers: Wagers, played: Played, odds: Odds
) -> Dollars:
    """The dollar equities, of the odds of a spot as it is `played` with these wagers.

    `wagers` have contributions, from the stacks of the tournament. Raises InvalidTournament if the
    hand may end in too many ways, or if side pots of sampled deals would have to be looked at.
    """
    behind = _behind(tournament, spot, wagers)
    ends = _ends(tournament.labels, behind, played, odds)
    if len(ends) > MOST_FINISHES:
        raise InvalidTournament(
            fault=IcmFault.TOO_MANY_OUTCOMES, most=MOST_FINISHES, field="stacks"
        )
    total = ends.total()
    finishes = tuple(
        Finish(Fraction(count, total), stacks, tournament.after(_whole(stacks)))
        for stacks, count in ends.most_common()
    )
    after = tuple(
        sum(float(finish.chance) * finish.dollars[player] for finish in finishes)
        for player in range(len(tournament.labels))
    )
    return Dollars(tournament.labels, tournament.before(), after, finishes)


def _behind(tournament: Tournament, spot: Spot, wagers: Wagers) -> dict[str, Fraction]:
    """What each player has beside the pots, with what nobody called."""
    scale = 10**wagers.decimals
    behind = {
        label: chips - Fraction(wagers.contributions.get(label, 0), scale)
        for label, chips in tournament.stacks.items()
    }
    if returned := collect(wagers, spot).returned:
        behind[returned.label] += Fraction(returned.amount, scale)
    return behind


def _ends(
    labels: Sequence[str], behind: dict[str, Fraction], played: Played, odds: Odds
) -> Counter[Stacks]:
    """The stacks after the hand, and how often they come."""
    ends: Counter[Stacks] = Counter()
    for outcomes, count in _joint(played, odds).items():
        stacks = dict(behind)
        for pot, outcome in zip(played.pots, outcomes, strict=True):
            for seat, paid in zip(pot.eligible, played.pay(pot, outcome), strict=True):
                stacks[played.spot.labels[seat]] += paid
        ends[tuple(stacks[label] for label in labels)] += count
    return ends


def _joint(played: Played, odds: Odds) -> Counter[tuple[Outcome, ...]]:
    """How often each outcome of all pots together comes."""
    everyone = tuple(range(len(played.spot.holdings)))
    contested = [pot for pot in played.pots if pot.eligible != everyone]
    if not contested:
        pots = len(played.pots)
        return Counter({(each,) * pots: count for each, count in odds.tally.outcomes.items()})
    found = joint_outcomes(played.spot, [pot.eligible for pot in played.pots])
    if found is None:
        raise InvalidTournament(fault=IcmFault.NOT_COUNTED, field="stacks")
    return found


def _whole(stacks: Stacks) -> tuple[int, ...]:
    """The stacks in the largest unit in which they are whole numbers."""
    unit = lcm(*(chips.denominator for chips in stacks))
    return tuple(int(chips * unit) for chips in stacks)
