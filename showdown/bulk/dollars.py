"""Compute players' dollar equities in a tournament before a hand, and expected after it.

Dollar equity isn't linear in chips. It depends on the stacks after each outcome of the hand, so the
outcomes of all pots are counted jointly.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from showdown.bulk import assignments
from showdown.bulk.dealing import JointOutcomes, TooFewDeals
from showdown.bulk.odds import MAX_MILLISECONDS, Odds, SpotWithPots, build_spot_arrays
from showdown.bulk.sampling import sample_jointly
from showdown.bulk.tally import Outcome
from showdown.evaluator.icm import IcmFault, InvalidTournament, Tournament
from showdown.evaluator.spots import NoDealFits, Spot
from showdown.evaluator.wagers import Wagers, collect

MAX_RESULTS = 600
"""Maximum number of different results of a hand; the equities of each take milliseconds."""


class HandResult(NamedTuple):
    """One possible result of a hand: its probability, the stacks, and their dollar equities."""

    chance: Fraction
    stacks: tuple[Fraction, ...]
    dollars: tuple[float, ...]


class DollarEquities(NamedTuple):
    """Dollar equities before the hand, and expected after it, in the order of `labels`.

    `results` are the possible results of the hand, the most likely first. They are estimates if
    `is_exact` is false.
    """

    labels: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    results: tuple[HandResult, ...]
    is_exact: bool


def compute_dollar_equities(
    tournament: Tournament,
    spot: Spot,
    wagers: Wagers,
    spot_with_pots: SpotWithPots,
    odds: Odds,
    *,
    may_deal: bool = False,
) -> DollarEquities:
    """Return the dollar equities before a hand, and the expected ones after it.

    `spot_with_pots` is the spot with the pots of the wagers, and `odds` are its odds. `wagers` must
    have contributions, which are subtracted from the stacks of the tournament. If side pots can't
    be counted jointly and `may_deal` is true, worker processes deal a million hands instead. Raise
    InvalidTournament if `may_deal` is false in this case, or if there are more than MAX_RESULTS
    results. Raise NoDealFits if the hands can't be dealt together.
    """
    behind = _subtract_contributions(tournament, spot, wagers)
    outcome_counts, is_exact = _count_pots_jointly(spot_with_pots, odds, may_deal=may_deal)
    stack_counts: Counter[tuple[Fraction, ...]] = Counter()
    for outcomes, count in outcome_counts.items():
        chips = dict(behind)
        for pot, outcome in zip(spot_with_pots.pots, outcomes, strict=True):
            for seat, paid in zip(pot.eligible, spot_with_pots.pay(pot, outcome), strict=True):
                chips[spot_with_pots.spot.labels[seat]] += paid
        stack_counts[tuple(chips[label] for label in tournament.labels)] += count
    if len(stack_counts) > MAX_RESULTS:
        raise InvalidTournament(
            fault=IcmFault.TOO_MANY_OUTCOMES, maximum=MAX_RESULTS, field="stacks"
        )
    total = stack_counts.total()
    results = []
    for stacks, count in stack_counts.most_common():
        units_per_chip = lcm(*(chips.denominator for chips in stacks))
        dollars = tournament.equities_after_hand([int(chips * units_per_chip) for chips in stacks])
        results.append(HandResult(Fraction(count, total), stacks, dollars))
    after = tuple(
        sum(float(result.chance) * result.dollars[player] for result in results)
        for player in range(len(tournament.labels))
    )
    return DollarEquities(
        tournament.labels, tournament.equities_before_hand(), after, tuple(results), is_exact
    )


def _subtract_contributions(
    tournament: Tournament, spot: Spot, wagers: Wagers
) -> dict[str, Fraction]:
    """Return each player's chips outside the pots, including a returned bet."""
    scale = 10**wagers.decimals
    behind = {
        label: chips - Fraction(wagers.contributions.get(label, 0), scale)
        for label, chips in tournament.stacks_after_ante.items()
    }
    if returned := collect(wagers, spot).returned:
        behind[returned.label] += Fraction(returned.amount, scale)
    return behind


def _count_pots_jointly(
    spot_with_pots: SpotWithPots, odds: Odds, *, may_deal: bool
) -> tuple[JointOutcomes, bool]:
    """Count each joint outcome of all pots, and return whether the counts are exact."""
    spot, player_sets = spot_with_pots.spot, [pot.eligible for pot in spot_with_pots.pots]
    if all(len(players) in (1, len(spot.holdings)) for players in player_sets):
        sole_winner_outcome = (1,) * len(spot.game.contests)  # a single player wins everything
        outcome_counts: JointOutcomes = Counter()
        for won, count in odds.tally.outcomes.items():
            outcome_counts[
                tuple(sole_winner_outcome if len(players) == 1 else won for players in player_sets)
            ] += count
        return outcome_counts, odds.is_exact
    counted = count_joint_outcomes(spot, player_sets)
    if counted is not None:
        return counted, True
    if not may_deal:
        raise InvalidTournament(fault=IcmFault.NOT_COUNTED, field="stacks")
    try:
        return sample_jointly(build_spot_arrays(spot), player_sets, seed=odds.seed or 1), False
    except TooFewDeals:
        raise NoDealFits(field="hands") from None


def count_joint_outcomes(
    spot: Spot, player_sets: Sequence[Sequence[int]]
) -> Counter[tuple[Outcome, ...]] | None:
    """Count deals by the outcomes among several sets of players.

    Each deal counts as often as its weight. A key has one outcome for each set. Return None if
    counting would take more than a second.
    """
    needed_ms = assignments.estimate_milliseconds(spot, len(player_sets), next_card=False)
    if needed_ms > MAX_MILLISECONDS:
        return None
    counts: Counter[tuple[Outcome, ...]] = Counter()
    for counter, weight in assignments.build_counters(spot):
        for outcomes, count in counter.count_joint_outcomes(player_sets).items():
            counts[outcomes] += weight * count
    return counts
