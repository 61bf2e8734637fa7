"""Sample outcomes of several sets of players in the same deals.

This runs the compiled loops, and so imports the compiler when it is first called.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import batched

import numpy as np

from showdown.bulk.dealing import Table, random_deals
from showdown.bulk.evaluation import evaluate
from showdown.bulk.outcomes import decide
from showdown.bulk.tally import Outcome
from showdown.evaluator.games import find_game

type Joint = Counter[tuple[Outcome, ...]]


def joint_sample(
    table: Table, fields: Sequence[Sequence[int]], seed: int, part: int, deals: int
) -> Joint:
    """Count the outcomes of `deals` random deals among each set of players. Raise NoDeal."""
    game = find_game(table.game)
    size = len(game.contests)
    outcomes_of: Joint = Counter()
    for cards in random_deals(table, seed, part, deals):
        strengths = evaluate(game, cards)
        winners = [decide(strengths[:, list(seats)]).winners for seats in fields]
        rows, counts = np.unique(np.concatenate(winners, axis=1), axis=0, return_counts=True)
        for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
            outcomes_of[tuple(batched(row, size))] += count
    return outcomes_of
