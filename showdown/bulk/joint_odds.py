"""Outcomes of several pots in the same deal: counted, or in random deals."""

from collections import Counter
from collections.abc import Sequence

from showdown.bulk import by_hand
from showdown.bulk.dealing import NoDeal
from showdown.bulk.odds import MOST_MILLISECONDS, table_of
from showdown.bulk.ranges import two
from showdown.bulk.sampling import sampled_jointly
from showdown.bulk.tally import Outcome
from showdown.evaluator.spots import NoDealFits, Spot


def joint_outcomes(
    spot: Spot, fields: Sequence[Sequence[int]]
) -> Counter[tuple[Outcome, ...]] | None:
    """Count each outcome among several sets of players in the same deal.

    Return None if that can't be counted within a second.
    """
    if two.milliseconds(spot) <= MOST_MILLISECONDS:
        return two.joint(spot, fields)
    if by_hand.milliseconds(spot, len(fields), next_card=False) > MOST_MILLISECONDS:
        return None
    counts: Counter[tuple[Outcome, ...]] = Counter()
    for count, weight in by_hand.counts(spot):
        for outcomes, times in count.joint(fields).items():
            counts[outcomes] += weight * times
    return counts


def sampled_outcomes(
    spot: Spot, fields: Sequence[Sequence[int]], *, seed: int
) -> Counter[tuple[Outcome, ...]]:
    """Do the same in a million random deals, dealt by worker processes. Raise NoDealFits."""
    try:
        return sampled_jointly(table_of(spot), fields, seed=seed)
    except NoDeal:
        raise NoDealFits(field="hands") from None
