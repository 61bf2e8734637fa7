"""Count the outcomes of known hands on every pair of boards, in games with two boards.

Each hand is evaluated once on each possible board. Then every first board is combined with every
second board that shares no card with it.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, reduce
from itertools import batched

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import hands_to_masks, list_hands
from showdown.bulk.counting import KnownCards
from showdown.bulk.outcomes import find_winners, list_strength_categories
from showdown.bulk.pair_strengths import can_evaluate, evaluate_on_boards
from showdown.bulk.tally import Outcome, Tally
from showdown.evaluator.games import Contest
from showdown.evaluator.games.contest import PartIndices

type Grid = NDArray[np.uint16]
"""Values for each pair of a first and a second board, (n, m)."""


def can_count(contests: Sequence[Contest], boards: Sequence[int], hole: int) -> bool:
    """Return whether pairs of boards of these contests can be counted.

    `boards` are the sizes of the boards, and `hole` is the number of hole cards. There must be two
    boards of five cards, and `can_evaluate` must be true for all contests.
    """
    return tuple(boards) == (5, 5) and all(
        contest.boards and can_evaluate(contest, hole) for contest in contests
    )


class TwoBoardCounter:
    """Count the outcomes on all pairs of boards of a game with two boards.

    Hands are evaluated once, for any number of counts.
    """

    def __init__(
        self, known_cards: KnownCards, contests: Sequence[Contest], parts: PartIndices
    ) -> None:
        self.known_cards = known_cards
        self.contests = contests
        self.parts = parts
        self._coming = [
            list_hands(known_cards.stub, 5 - len(board)) for board in known_cards.boards
        ]

    def tally(self, players: Sequence[int] | None = None) -> Tally:
        """Count the outcomes among these players, by default all.

        Bit i of an outcome is the i-th of `players`.
        """
        players = tuple(range(len(self.known_cards.hands)) if players is None else players)
        bits, winner_mask = len(players), (1 << len(players)) - 1
        grids, categories = [], []
        for index, contest in enumerate(self.contests):
            best, winners = self._find_winners(index, players)
            category = list_strength_categories(contest.ranking)[best].astype(np.int64)
            counts = self._count_codes((category << bits | winners) * (winners > 0))
            counts.pop(0, None)  # nobody qualifies
            categories.append(
                Counter(
                    {(code >> bits, code & winner_mask): count for code, count in counts.items()}
                )
            )
            grids.append(winners)
        return Tally(len(players), self.parts, self._count_outcomes(grids), tuple(categories))

    def count_joint_outcomes(
        self, player_sets: Sequence[Sequence[int]]
    ) -> Counter[tuple[Outcome, ...]]:
        """Count pairs of boards by the outcomes among several sets of players.

        A key has one outcome for each set.
        """
        size = len(self.contests)
        grids = [
            self._find_winners(index, tuple(players))[1]
            for players in player_sets
            for index in range(size)
        ]
        outcomes = self._count_outcomes(grids).items()
        return Counter({tuple(batched(outcome, size)): count for outcome, count in outcomes})

    @cached_property
    def _is_disjoint(self) -> NDArray[np.bool_]:
        """Return, for each pair of boards, whether they share no card to come."""
        first, second = map(hands_to_masks, self._coming)
        is_disjoint: NDArray[np.bool_] = first[:, None] & second[None, :] == 0
        return is_disjoint

    @cached_property
    def _strengths(self) -> list[list[Grid]]:
        """Return each hand's strengths by contest: (n, m), or (n, 1) or (1, m) for one board."""
        boards = []
        for coming, board in zip(self._coming, self.known_cards.boards, strict=True):
            fixed = np.tile(np.array(board, np.uint8), (len(coming), 1))
            boards.append(np.hstack([fixed, coming]))

        def evaluate_on_board(contest: Contest, hand: Sequence[int], board: int) -> Grid:
            grid = evaluate_on_boards(contest, hand, boards[board])
            return grid[:, None] if board == 0 else grid[None, :]

        return [
            [
                reduce(
                    np.maximum,
                    (evaluate_on_board(contest, hand, board) for board in contest.boards),
                )
                for hand in self.known_cards.hands
            ]
            for contest in self.contests
        ]

    def _find_winners(self, index: int, players: Sequence[int]) -> tuple[Grid, Grid]:
        """Return a contest's best strength and winners, as bits, for each pair of boards."""
        return find_winners(self._strengths[index][player] for player in players)

    def _count_outcomes(self, grids: Sequence[Grid]) -> Counter[Outcome]:
        """Count each combination of the winners in these grids."""
        distinct: list[Outcome] = [()]
        codes = np.zeros((1, 1), np.int64)
        order: list[int] = []
        for shape in dict.fromkeys(grid.shape for grid in grids):
            indices = [index for index, grid in enumerate(grids) if grid.shape == shape]
            values, value_codes = _find_distinct_combinations([grids[index] for index in indices])
            codes = codes * len(values) + value_codes
            distinct = [(*outcome, *value) for outcome in distinct for value in values]
            order += indices
        # An entry of `distinct` is in the order of `order`; positions[i] is the position of grid i.
        positions = np.argsort(order)
        counts = self._count_codes(codes)
        return Counter(
            {tuple(distinct[code][index] for index in positions): counts[code] for code in counts}
        )

    def _count_codes(self, codes: NDArray[np.int64]) -> dict[int, int]:
        """Return the number of pairs of boards without a shared card for each code."""
        if codes.shape == self._is_disjoint.shape:
            counts = np.bincount(codes[self._is_disjoint])
        else:
            sizes = zip(codes.shape, self._is_disjoint.shape, strict=True)
            repeated_axes = tuple(
                axis for axis, (size, full_size) in enumerate(sizes) if size != full_size
            )
            weights = self._is_disjoint.sum(axis=repeated_axes, keepdims=True).astype(float)
            counts = np.bincount(codes.ravel(), weights.ravel()).astype(np.int64)
        return {int(code): int(counts[code]) for code in np.flatnonzero(counts)}


def _find_distinct_combinations(grids: Sequence[Grid]) -> tuple[list[Outcome], NDArray[np.int64]]:
    """Return the distinct combinations of values of these grids, and the index of each entry."""
    distinct: list[Outcome] = [()]
    indices = np.zeros(grids[0].shape, np.int64)
    for grid in grids:
        codes = indices << 16 | grid
        present = np.flatnonzero(np.bincount(codes.ravel()))
        index_of_code = np.zeros(int(present[-1]) + 1, np.int64)
        index_of_code[present] = range(len(present))
        indices = index_of_code[codes]
        distinct = [(*distinct[code >> 16], code & 0xFFFF) for code in present.tolist()]
    return distinct, indices
