"""Count the outcomes of known hands on every board, without dealing the boards.

The winner depends only on the ranks of a board, unless a suit has enough board cards for a flush.
So boards are counted in two groups. An entry of the first group is a multiset of ranks, which
represents all boards of these ranks. The second group has the boards on which a hand can make a
flush. An entry is a set of ranks in one suit with a multiset of the ranks of the other cards. Its
boards are removed from the first group and evaluated with flushes. Two suits can't both have three
of five cards, so no board is in the second group twice.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import batched
from math import comb, lcm
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.lookup_tables import uses_suits
from showdown.bulk.multisets import (
    KEYS,
    ExactFloats,
    Indices,
    RankBits,
    RankCounts,
    build_multisets,
    build_rank_sets,
    find_combined_indices,
)
from showdown.bulk.outcomes import find_winners, list_strength_categories
from showdown.bulk.pair_strengths import (
    CARDS_ON_BOARD,
    NO_FLUSH,
    Strengths,
    can_evaluate,
    count_board_cards_for_flush,
    evaluate_without_flushes,
    find_best_flushes,
    list_ranks_in_suit,
)
from showdown.bulk.tally import Outcome, Tally
from showdown.evaluator.cards import DECK
from showdown.evaluator.divide import divide_into_shares
from showdown.evaluator.games import Contest
from showdown.evaluator.games.contest import PartIndices
from showdown.evaluator.rankings import Ranking


class KnownCards(NamedTuple):
    """The known hands and boards of a spot, and the cards that can still come, as card numbers."""

    hands: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]
    stub: tuple[int, ...]


class SuitedBoards(NamedTuple):
    """The entries of the second group for one suit and one number of its cards to come.

    Entry (i, j) combines set i of n sets of suited ranks with multiset j of m multisets of other
    ranks. `suited_ranks` (n) contains the ranks of all suited board cards, as bits, and
    `suited_counts` (n, 13) the number of suited cards to come of each rank. `other_counts` (m, 13)
    is the number of other cards to come of each rank, and `ways` (m) the number of ways to deal
    them. `rows` (n, m) is the index, in the first group, of the multiset of all ranks to come.
    """

    suit: int
    suited_ranks: RankBits
    suited_counts: RankCounts
    other_counts: RankCounts
    ways: ExactFloats
    rows: Indices


class BoardGroups:
    """All possible boards of a spot, in a game with one board.

    `stub` (13, 4) is 1 for each card that can come, and `rank_counts` (13) is the number of these
    cards by rank. The entries of the first group are the multisets `coming`, and `ways` is the
    number of ways to deal each of them.
    """

    def __init__(self, known_cards: KnownCards, contests: Sequence[Contest]) -> None:
        self._known_cards = known_cards
        self._contests = contests
        cards = np.array(known_cards.stub, np.intp)
        self.stub = np.zeros((13, 4), np.int64)
        self.stub[cards >> 2, cards & 3] = 1
        self.coming = build_multisets(CARDS_ON_BOARD - len(known_cards.boards[0]))
        self.rank_counts = self.stub.sum(axis=1)
        self.ways = self.coming.ways(self.rank_counts)

    @cached_property
    def suited(self) -> tuple[SuitedBoards, ...]:
        """Return the second group, divided by suit and by the number of suited cards to come."""
        suited: list[SuitedBoards] = []
        for suit in range(4):
            needed = min(
                count_board_cards_for_flush(contest, hand, suit)
                for contest in self._contests
                for hand in self._known_cards.hands
            )
            known_ranks = _ranks_to_bits(list_ranks_in_suit(self._known_cards.boards[0], suit))
            free = _ranks_to_bits(list_ranks_in_suit(self._known_cards.stub, suit))
            others = self.rank_counts - self.stub[:, suit]
            for size in range(max(0, needed - known_ranks.bit_count()), self.coming.size + 1):
                sets, rest = build_rank_sets(size), build_multisets(self.coming.size - size)
                available = np.flatnonzero(sets.bits & ~free == 0)
                if len(available):
                    boards = SuitedBoards(
                        suit=suit,
                        suited_ranks=sets.bits[available] | known_ranks,
                        suited_counts=sets.counts[available],
                        other_counts=rest.counts,
                        ways=rest.ways(others),
                        rows=find_combined_indices(size, rest.size)[available],
                    )
                    suited.append(boards)
        return tuple(suited)

    @cached_property
    def suited_rows(self) -> Indices:
        """Return, for each entry of the second group, the index of its ranks in the first group."""
        rows = [boards.rows.ravel() for boards in self.suited]
        return np.concatenate(rows) if rows else np.zeros(0, np.intp)

    @cached_property
    def weights(self) -> tuple[ExactFloats, ExactFloats]:
        """Return the number of boards of each entry of the first and of the second group."""
        suited = [
            (np.ones((len(boards.suited_ranks), 1)) * boards.ways).ravel() for boards in self.suited
        ]
        second = np.concatenate(suited) if suited else np.zeros(0)
        return self.ways - np.bincount(self.suited_rows, second, minlength=len(self.ways)), second


def _ranks_to_bits(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in ranks)


type Codes = NDArray[np.unsignedinteger]
"""Winners of contests as bits, bit i for player i, or several numbers packed into one code."""

type Units = NDArray[np.float64]
"""Shares as whole numbers of a unit, stored as floats.

The unit is the largest fraction of the pot that divides all shares.
"""

_MAX_TABLE_LENGTH = 1 << 18
"""Maximum length of a table indexed by code; larger codes are sorted to count them."""


class GroupOutcomes(NamedTuple):
    """The winners of a contest, and their category, for each entry of a group."""

    winners: Codes
    category: Codes


class ContestOutcomes(NamedTuple):
    """The winners of a contest in both groups, and whether only ranks matter in it."""

    groups: tuple[GroupOutcomes, GroupOutcomes]
    ignores_suits: bool


def can_count(contests: Sequence[Contest], boards: Sequence[int], hole: int) -> bool:
    """Return whether these contests can be counted.

    `boards` are the sizes of the boards, and `hole` is the number of hole cards. There must be one
    board of five cards, and `can_evaluate` must be true for all contests that use the board.
    """
    return tuple(boards) == (CARDS_ON_BOARD,) and all(
        not contest.boards or can_evaluate(contest, hole) for contest in contests
    )


class OneBoardCounter:
    """Count the outcomes on all boards of a game with one board.

    Hands are evaluated once, for any number of counts.
    """

    def __init__(
        self, known_cards: KnownCards, contests: Sequence[Contest], parts: PartIndices
    ) -> None:
        self.known_cards = known_cards
        self.contests = contests
        self.parts = parts
        self._boards = BoardGroups(known_cards, [contest for contest in contests if contest.boards])

    def tally(self, players: Sequence[int] | None = None) -> Tally:
        """Count the outcomes among these players, by default all.

        Bit i of an outcome is the i-th of `players`.
        """
        players = tuple(range(len(self.known_cards.hands)) if players is None else players)
        results = self._find_winners(players)
        suit_sensitive = [index for index, result in enumerate(results) if not result.ignores_suits]
        widths = [len(players)] * len(results) + [
            self._category_width(index) for index in suit_sensitive
        ]
        groups = [
            _pack(
                [result.groups[group].winners for result in results]
                + [results[index].groups[group].category for index in suit_sensitive],
                widths,
            )
            for group in range(2)
        ]
        outcomes: Counter[Outcome] = Counter()
        categories: list[Counter[tuple[int, int]]] = [Counter() for _ in results]
        for numbers, count in _sum_weights(groups, self._boards.weights, widths):
            outcome = numbers[: len(results)]
            outcomes[outcome] += count
            for index, category in zip(suit_sensitive, numbers[len(results) :], strict=True):
                categories[index][category, outcome[index]] += count
        for index, result in enumerate(results):
            if result.ignores_suits:  # the first group has all boards
                widths = [len(players), self._category_width(index)]
                codes = _pack([result.groups[0].winners, result.groups[0].category], widths)
                counted = _sum_weights([codes], [self._boards.ways], widths)
                categories[index] = Counter(
                    {
                        (category, winners): count
                        for (winners, category), count in counted
                        if winners
                    }
                )
        return Tally(len(players), self.parts, outcomes, tuple(categories))

    def count_joint_outcomes(
        self, player_sets: Sequence[Sequence[int]]
    ) -> Counter[tuple[Outcome, ...]]:
        """Count boards by the outcomes among several sets of players.

        A key has one outcome for each set.
        """
        results = [
            result for players in player_sets for result in self._find_winners(tuple(players))
        ]
        winners = np.array(
            [np.concatenate([group.winners for group in result.groups]) for result in results]
        )
        codes = np.zeros(winners.shape[1], np.int64)
        for row in winners:
            # Renumber the codes after each row, so that a code and the next row's winners fit in 64
            # bits.
            _, codes = np.unique(codes << 32 | row, return_inverse=True)
        _, firsts, codes = np.unique(codes, return_index=True, return_inverse=True)
        counts = np.bincount(codes, np.concatenate(self._boards.weights))
        size = len(self.contests)
        outcomes: Counter[tuple[Outcome, ...]] = Counter()
        for column, count in zip(winners[:, firsts].T.tolist(), counts.tolist(), strict=True):
            outcomes[tuple(batched(column, size))] += int(count)
        return +outcomes  # without outcomes that occur on no board

    def compute_shares_by_card(self) -> dict[int, tuple[Fraction, ...]]:
        """Return each player's share after each card that can come next.

        The share after a card is the mean over all boards that contain it. By symmetry, each card
        of a rank is on equally many boards of an entry. In the second group, this is true for the
        cards that aren't of the entry's suit.
        """
        units_per_pot, first, second = self._share_units
        rank_units = _compute_units_per_card(
            first * self._boards.ways @ self._boards.coming.counts, self._boards.rank_counts
        )
        card_units = np.repeat(rank_units[:, :, None], 4, axis=2)
        start = 0
        for boards in self._boards.suited:
            end = start + boards.rows.size
            differences = second[:, start:end].reshape(-1, *boards.rows.shape) - first.take(
                boards.rows, axis=1
            )
            start = end
            other_suit_counts = self._boards.rank_counts - self._boards.stub[:, boards.suit]
            other_suits = _compute_units_per_card(
                differences.sum(axis=1) * boards.ways @ boards.other_counts, other_suit_counts
            )
            card_units += other_suits[:, :, None]
            card_units[:, :, boards.suit] += (
                differences @ boards.ways @ boards.suited_counts - other_suits
            )
        boards_per_card = comb(len(self.known_cards.stub) - 1, self._boards.coming.size - 1)
        total_units = boards_per_card * units_per_pot
        return {
            card: tuple(
                Fraction(int(units), total_units) for units in card_units[:, card >> 2, card & 3]
            )
            for card in self.known_cards.stub
        }

    @cached_property
    def _strengths(self) -> list[tuple[Strengths, Strengths | None]]:
        """Return the strengths (players, n) of each contest in the first and the second group.

        Those in the second group are None if suits make no difference.
        """
        known_key = sum(KEYS[card >> 2] for card in self.known_cards.boards[0])
        board_keys = known_key + self._boards.coming.keys
        board_indices = build_multisets(CARDS_ON_BOARD).index_by_key[board_keys]
        strengths: list[tuple[Strengths, Strengths | None]] = []
        for contest in self.contests:
            if not contest.boards:
                first = np.zeros((len(self.known_cards.hands), board_indices.size), np.uint16)
                for strength, hand in zip(first, self.known_cards.hands, strict=True):
                    cards = tuple(DECK[card] for card in hand)
                    rank = contest.rank(contest.best_combination(cards, ()))
                    strength[:] = contest.ranking.strength(rank) if rank else 0
                strengths.append((first, None))
                continue
            first = np.stack(
                [
                    evaluate_without_flushes(contest, hand, board_indices)
                    for hand in self.known_cards.hands
                ]
            )
            suited = uses_suits(contest.ranking)
            strengths.append((first, self._add_flushes(contest, first) if suited else None))
        return strengths

    def _add_flushes(self, contest: Contest, first: Strengths) -> Strengths:
        best = np.stack([strengths.take(self._boards.suited_rows) for strengths in first])
        start = 0
        for boards in self._boards.suited:
            end = start + boards.rows.size
            for hand, strengths in zip(self.known_cards.hands, best, strict=True):
                if count_board_cards_for_flush(contest, hand, boards.suit) != NO_FLUSH:
                    hand_ranks = list_ranks_in_suit(hand, boards.suit)
                    flushes = find_best_flushes(contest, hand_ranks, boards.suited_ranks)
                    part = strengths[start:end].reshape(boards.rows.shape)
                    np.maximum(part, flushes[:, None], out=part)
            start = end
        return best

    def _find_winners(self, players: tuple[int, ...]) -> list[ContestOutcomes]:
        """Return the winners of each contest among these players."""
        results = []
        for contest, (first, second) in zip(self.contests, self._strengths, strict=True):
            rank_outcomes = _find_outcomes(contest.ranking, first[list(players)])
            suited = (
                GroupOutcomes(
                    rank_outcomes.winners.take(self._boards.suited_rows), rank_outcomes.category[:0]
                )
                if second is None
                else _find_outcomes(contest.ranking, second[list(players)])
            )
            results.append(ContestOutcomes((rank_outcomes, suited), second is None))
        return results

    def _category_width(self, index: int) -> int:
        """Return the number of bits for a category of the contest with this index."""
        return len(self.contests[index].ranking.categories).bit_length()

    @cached_property
    def _share_units(self) -> tuple[int, Units, Units]:
        """Return the number of units in a pot, and the shares (players, n) in both groups."""
        players = len(self.known_cards.hands)
        results = self._find_winners(tuple(range(players)))
        widths = [players] * len(results)
        first, second = (
            _pack([result.groups[group].winners for result in results], widths)
            for group in range(2)
        )
        codes, indices = _find_distinct_codes(np.concatenate([first, second]))
        code_shares = [
            divide_into_shares(self.parts, _unpack(code, widths), players) for code in codes
        ]
        units_per_pot = lcm(*(share.denominator for row in code_shares for share in row))
        code_units = [[int(share * units_per_pot) for share in row] for row in code_shares]
        values = np.array(code_units, float).T[:, indices]
        return units_per_pot, values[:, : len(first)], values[:, len(first) :]


def _find_outcomes(ranking: Ranking, strengths: Strengths) -> GroupOutcomes:
    """Return the winners among strengths (players, n), and their category."""
    best, winners = find_winners(strengths)
    return GroupOutcomes(
        winners.astype(np.uint32), list_strength_categories(ranking).take(best).astype(np.uint32)
    )


def _compute_units_per_card(units: Units, rank_counts: NDArray[np.int64]) -> Units:
    """Divide the units of each rank (players, 13) by the number of its cards left."""
    return units / np.maximum(rank_counts, 1)


def _pack(numbers: Sequence[Codes], widths: Sequence[int]) -> Codes:
    """Pack numbers of these widths, in bits, into one; the first has the lowest bits."""
    code, bits = numbers[0], widths[0]
    for number, width in zip(numbers[1:], widths[1:], strict=True):
        code = code | number << np.uint32(bits)
        bits += width
    return code


def _unpack(code: int, widths: Sequence[int]) -> tuple[int, ...]:
    numbers = []
    for width in widths:
        numbers.append(code & (1 << width) - 1)
        code >>= width
    return tuple(numbers)


def _find_distinct_codes(codes: Codes) -> tuple[list[int], Indices]:
    """Return the distinct codes, and the index of each code among them."""
    if codes.max() >= _MAX_TABLE_LENGTH:
        values, indices = np.unique(codes, return_inverse=True)
        return values.tolist(), indices
    table = np.bincount(codes)
    distinct = np.flatnonzero(table)
    table[distinct] = np.arange(len(distinct))
    return distinct.tolist(), table[codes]


def _sum_weights(
    groups: Sequence[Codes], weights: Sequence[ExactFloats], widths: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the unpacked numbers and the sum of weights of each code with a positive sum."""
    distinct: Sequence[int]
    largest = max(int(codes.max(initial=0)) for codes in groups)
    if largest < _MAX_TABLE_LENGTH:
        sums, distinct = np.zeros(largest + 1), range(largest + 1)
        for codes, weight in zip(groups, weights, strict=True):
            sums += np.bincount(codes, weight, minlength=largest + 1)
    else:
        codes, indices = np.unique(np.concatenate(groups), return_inverse=True)
        distinct = codes.tolist()
        sums = np.bincount(indices, np.concatenate(weights))
    for index in np.flatnonzero(sums).tolist():
        yield _unpack(distinct[index], widths), int(sums[index])
