"""Count outcomes of random deals, or of every possible deal.

These functions run in workers, because they import the compiler.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import batched
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks, hands_of, masks_of
from showdown.bulk.evaluation import evaluate
from showdown.bulk.loading import kernels
from showdown.bulk.outcomes import category_table, decide
from showdown.bulk.tally import Outcome, Tally, category_counts, outcome_of
from showdown.evaluator.games import find_game

UNKNOWN = 255
"""A card in `Table.known` that has yet to be dealt."""
_AT_ONCE = 1 << 13
"""Number of deals in a block."""
_SLOTS = 1 << 19
"""Maximum number of slots in the hash table of outcomes; a power of two."""
_MOST_PAIRS = 1 << 20
"""Maximum number of pairs of a deal and a hand to combine at once."""
_ATTEMPTS_FOR_EACH = 1000
"""Maximum number of attempts for each deal, on average, to deal ranges without a shared card."""


class Candidates(NamedTuple):
    """The hands (n, hole) and weights (n) of a range, and the index of its first card in a deal."""

    start: int
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]


class Table(NamedTuple):
    """A spot as arrays, in the layout of `bulk.evaluate`: hands, then boards.

    `known` (width) contains a card or UNKNOWN at each index. Cards of `pool`, the remaining cards,
    are dealt to the indices in `groups`. Each group is a part of a hand or of a board, so the order
    of its cards doesn't matter. `fields` are the sets of players, as bits, among whom outcomes are
    counted; the first has all players.
    """

    game: str
    players: int
    known: NDArray[np.uint8]
    groups: tuple[tuple[int, ...], ...]
    pool: NDArray[np.uint8]
    ranges: tuple[Candidates, ...]
    fields: tuple[int, ...]


class NoDeal(Exception):
    """The ranges share so many cards that few deals or none are possible."""


def sample(table: Table, seed: int, part: int, deals: int) -> tuple[Tally, ...]:
    """Count the outcomes of random deals for each field. Raise NoDeal like `random_deals`.

    The same `seed` and `part` always give the same deals.
    """
    counting = _Counting(table)
    once = np.ones(min(_AT_ONCE, deals), np.int64)
    for cards in random_deals(table, seed, part, deals):
        counting.add(cards, once[: len(cards)])
    return counting.tallies()


def random_deals(table: Table, seed: int, part: int, deals: int) -> Iterator[NDArray[np.uint8]]:
    """Yield blocks (n, width) of random deals. Raise NoDeal if too few attempts succeed.

    Each block overwrites the previous one in the same array.
    """
    state = np.random.SeedSequence([seed, part]).generate_state(1, np.uint64).astype(np.uint64)
    pool = table.pool.copy()
    every = np.tile(table.known, (min(_AT_ONCE, deals), 1))
    indices = np.array([index for group in table.groups for index in group], np.int64)
    ranges = _ranges(table.ranges) if table.ranges else None
    for start in range(0, deals, _AT_ONCE):
        out = every[: deals - start]
        if ranges is None:
            kernels().dealing.deal(indices, pool, state, out)
        else:
            attempts = _ATTEMPTS_FOR_EACH * len(out)
            filled = kernels().dealing.deal_ranges(indices, pool, ranges, state, attempts, out)
            if filled < len(out):
                raise NoDeal
        yield out


class _Ranges(NamedTuple):
    """The hands of all ranges, and tables to draw from them: see `dealing_kernels.deal_ranges`."""

    starts: NDArray[np.int64]
    firsts: NDArray[np.int64]
    hands: NDArray[np.uint8]
    masks: Masks
    is_even: NDArray[np.bool_]
    sums: NDArray[np.int64]
    totals: NDArray[np.int64]
    shifts: NDArray[np.int64]
    guide_starts: NDArray[np.int64]
    guide: NDArray[np.int64]
    drawn: NDArray[np.int64]


def _ranges(candidates: Sequence[Candidates]) -> _Ranges:
    hands = np.concatenate([candidate.hands for candidate in candidates])
    is_even = [candidate.weights.min() == candidate.weights.max() for candidate in candidates]
    sums = [
        np.cumsum(candidate.weights if not even else np.ones_like(candidate.weights))
        for candidate, even in zip(candidates, is_even, strict=True)
    ]
    totals = [int(row[-1]) for row in sums]
    shifts = [
        max(0, total.bit_length() - len(row).bit_length() - 1)
        for total, row in zip(totals, sums, strict=True)
    ]
    guides = [
        np.searchsorted(row, np.arange((total >> shift) + 1) << shift, side="right")
        for row, total, shift in zip(sums, totals, shifts, strict=True)
    ]
    return _Ranges(
        np.array([candidate.start for candidate in candidates]),
        _starts(sums),
        hands,
        masks_of(hands),
        np.array(is_even),
        np.concatenate(sums),
        np.array(totals),
        np.array(shifts),
        _starts(guides),
        np.concatenate(guides),
        np.zeros(len(sums), np.int64),
    )


def _starts(arrays: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return the index at which each array starts in their concatenation."""
    return np.cumsum([0, *map(len, arrays[:-1])])


def deal_all(table: Table) -> tuple[Tally, ...]:
    """Count the outcomes of every possible deal for each field."""
    counting = _Counting(table)
    start = _Deals(table.known[None, :], np.zeros(1, np.uint64), np.ones(1, np.int64))
    choices = [
        (tuple(range(hands.start, hands.start + hands.hands.shape[1])), hands.hands, hands.weights)
        for hands in table.ranges
    ]
    for group in table.groups:
        hands = hands_of(table.pool.tolist(), len(group))
        choices.append((group, hands, np.ones(len(hands), np.int64)))
    for deals in _combine(start, choices):
        counting.add(deals.cards, deals.weights)
    return counting.tallies()


class _Deals(NamedTuple):
    """Deals (n, width), their dealt cards as bit sets, and the weight of each deal."""

    cards: NDArray[np.uint8]
    used: Masks
    weights: NDArray[np.int64]


type _Choice = tuple[tuple[int, ...], NDArray[np.uint8], NDArray[np.int64]]
"""Indices in a deal, the hands that may be dealt there, and the weights of these hands."""


def _combine(deals: _Deals, choices: Sequence[_Choice]) -> Iterator[_Deals]:
    """Yield all combinations of deals with one hand of each choice, without duplicate cards."""
    if not choices:
        yield deals
        return
    (indices, hands, weights), *more = choices
    masks = masks_of(hands)
    step = max(1, _MOST_PAIRS // len(hands))
    for start in range(0, len(deals.used), step):
        used = deals.used[start : start + step]
        deal, hand = np.nonzero(used[:, None] & masks == 0)
        cards = deals.cards[start + deal]
        cards[:, indices] = hands[hand]
        dealt = _Deals(cards, used[deal] | masks[hand], deals.weights[start + deal] * weights[hand])
        yield from _combine(dealt, more)


class _Counting:
    """Counts of the outcomes of deals, which are added block by block."""

    def __init__(self, table: Table) -> None:
        self._game = find_game(table.game)
        self._players = table.players
        self._fields = np.array(table.fields, np.int64)
        self._category_of = category_table(self._game.contests)
        # A table with twice as many slots as possible outcomes can't become full.
        self._slots = min(_SLOTS, 2 << table.players * len(self._game.contests))
        shape = (len(table.fields), self._slots)
        self._codes, self._counts = np.zeros(shape, np.uint64), np.zeros(shape, np.int64)
        categories = int(self._category_of.max()) + 1
        self._made = np.zeros((len(self._category_of), categories, 1 << table.players), np.int64)
        self._outcomes = [Counter[Outcome]() for _ in table.fields]
        self._in_table = 0

    def add(self, cards: NDArray[np.uint8], weights: NDArray[np.int64]) -> None:
        for start in range(0, len(cards), _AT_ONCE):
            if self._slots == _SLOTS and self._in_table + _AT_ONCE > _SLOTS // 2:
                self._empty_table()
            self._in_table += _AT_ONCE
            kernels().dealing.count_outcomes(
                evaluate(self._game, cards[start : start + _AT_ONCE]),
                weights[start : start + _AT_ONCE],
                self._fields,
                self._category_of,
                self._codes,
                self._counts,
                self._made,
            )

    def tallies(self) -> tuple[Tally, ...]:
        """Return the tally of each field. Only the first has categories."""
        self._empty_table()
        everyone = range(self._players)
        made = tuple(category_counts(table, everyone) for table in self._made)
        tallies: list[Tally] = []
        for field, outcomes in zip(self._fields.tolist(), self._outcomes, strict=True):
            categories = () if tallies else made
            parts = self._game.part_indices
            tallies.append(Tally(field.bit_count(), parts, outcomes, categories))
        return tuple(tallies)

    def _empty_table(self) -> None:
        """Move the counts out of the kernel's hash table before it becomes full."""
        for field, outcomes, codes, counts in zip(
            self._fields.tolist(), self._outcomes, self._codes, self._counts, strict=True
        ):
            chosen = [player for player in range(self._players) if field >> player & 1]
            contests = len(self._category_of)
            for slot in np.flatnonzero(counts):
                outcome = outcome_of(int(codes[slot]), self._players, contests, chosen)
                outcomes[outcome] += int(counts[slot])
        self._counts[:] = 0
        self._in_table = 0


type Joint = Counter[tuple[Outcome, ...]]


def joint_sample(
    table: Table, fields: Sequence[Sequence[int]], seed: int, part: int, deals: int
) -> Joint:
    """Count the joint outcomes among sets of players in random deals, like `sample`."""
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
