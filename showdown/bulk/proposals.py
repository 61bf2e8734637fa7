"""Propose deals at the final table, with exact or sampled ICM values."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from showdown.evaluator.final_table import FinalTable, Proposal, chip_chop, propose
from showdown.evaluator.icm import MAX_EXACT_PLAYERS, calculate_equities

_SAMPLES = 100_000
"""Number of orders of finish in a sample."""
_BLOCK_SIZE = 10_000
_TWO_SIDED_95 = 1.96
"""Number of standard errors on each side of a mean for 95% confidence."""


class Proposals(NamedTuple):
    """Proposed divisions of the prizes.

    `margin` is the largest error, in cents, of an amount by ICM, with 95% confidence; 0 if all
    amounts are exact.
    """

    proposals: tuple[Proposal, ...]
    margin: float


def build_proposals(table: FinalTable) -> Proposals:
    """Return proposals by ICM and by chip chop.

    If the table leaves money to play for, there are two of each: one that divides all prizes, and
    one that leaves this money for the winner. ICM is exact for up to MAX_EXACT_PLAYERS players.
    """
    stacks = list(table.stacks.values())
    proposals, margin = [], 0.0
    for left in dict.fromkeys((0, table.left)):
        prizes = table.shared_prizes(left)
        if len(stacks) <= MAX_EXACT_PLAYERS:
            icm_values = calculate_equities(stacks, prizes)
        else:
            icm_values, error = sample_icm(stacks, prizes)
            margin = max(margin, error)
        proposals.append(propose(table, "icm", icm_values, left))
        proposals.append(propose(table, "chip-chop", chip_chop(stacks, prizes), left))
    return Proposals(tuple(proposals), margin)


def sample_icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[tuple[float, ...], float]:
    """Return ICM values estimated from random orders of finish, and their margin of error.

    The margin, in cents, has 95% confidence. Random orders of Harville's model are drawn by
    sorting exponential variables whose rates are the stacks. In each order, every player gets the
    expected prize of each place, given the players who finished above. These values vary less than
    the prize of the drawn place, and they still add up to all prizes.
    """
    chips = np.array(stacks, float)
    paid = np.zeros(len(stacks))
    paid[: len(prizes)] = prizes
    rng = np.random.default_rng(1)
    sums, squares = np.zeros(len(stacks)), np.zeros(len(stacks))
    for _ in range(_SAMPLES // _BLOCK_SIZE):
        order = np.argsort(rng.exponential(size=(_BLOCK_SIZE, len(stacks))) / chips, axis=1)
        ordered_chips = chips[order]
        chips_left = np.cumsum(ordered_chips[:, ::-1], axis=1)[:, ::-1]
        ordered_values = ordered_chips * np.cumsum(paid / chips_left, axis=1)
        player_values = np.empty_like(ordered_values)
        np.put_along_axis(player_values, order, ordered_values, axis=1)
        sums += player_values.sum(axis=0)
        squares += (player_values**2).sum(axis=0)
    means = sums / _SAMPLES
    deviation = np.sqrt(np.maximum(squares / _SAMPLES - means**2, 0) / _SAMPLES)
    return tuple(means.tolist()), float(_TWO_SIDED_95 * deviation.max())
