"""Evaluate arrays of deals, with the same results as the rules of the evaluator.

Cards are numbers, rank * 4 + suit. Most contests have a kernel with lookup tables. The others are
evaluated combination by combination: by a kernel if five cards play and suits matter only for
flushes, otherwise by the rules themselves, which is slow. The first evaluation imports Numba and
creates the tables.
"""

from abc import ABC, abstractmethod
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk import evaluation_kernels as kernels
from showdown.bulk.lookup_tables import (
    BadugiTables,
    FiveTables,
    LowTables,
    build_badugi_tables,
    build_five_tables,
    build_low_tables,
)
from showdown.bulk.pair_strengths import OmahaTables, build_omaha_tables
from showdown.bulk.rank_sums import CARD_COUNTS, SumTables, build_sum_tables
from showdown.evaluator.cards import DECK, Cards
from showdown.evaluator.choices import ALL_OWN, ANY_FIVE, SUBSET, TWO_AND_THREE
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import (
    BADUGI,
    BADUGI_ACE_HIGH,
    EIGHT_OR_BETTER,
    HIGH,
    NOT_QUALIFIED,
    SHORT_DECK_HIGH,
    Ranking,
)

type CardNumbers = NDArray[np.uint8]
type Strengths = NDArray[np.uint16]
type PlayingCards = NDArray[np.uint16]
type Contests = tuple[Contest, ...]
type CombinationTables = tuple[FiveTables | None, BadugiTables | None]
"""Tables for one combination: the five-card or the Badugi tables; the others are None."""


class KernelDeals(NamedTuple):
    """Deals of one game with the same number of players, as arguments of kernels.

    `cards` (n * width) contains the hole cards in seat order and then the boards, deal by deal.
    `board_start` is the index, within a deal, of the first card of the board that plays.
    """

    cards: CardNumbers
    width: int
    board_start: int
    players: int


class Evaluator(ABC):
    """An evaluator of contests that play the same board, or none."""

    def __init__(self, game: Game, contests: Contests, board_size: int) -> None:
        self._hole_count, self._board_size = game.hole, board_size
        self._contests, self._first_contest = contests, contests[0]

    @abstractmethod
    def evaluate(self, deals: KernelDeals, out: Strengths) -> None:
        """Write the strength of each deal, player and contest to `out` (one-dimensional)."""

    def find_cards_that_play(self, deals: KernelDeals, strengths: Strengths) -> PlayingCards:
        """Return the cards that play, as bits: first the hole cards, then the board.

        Of the combinations with the given strength, the first one plays.
        """
        step = len(self._contests)
        combinations = list_combination_indices(
            self._first_contest, self._hole_count, self._board_size
        )
        out = np.zeros_like(strengths)
        for index, contest in enumerate(self._contests):
            ranking = contest.ranking
            tables = combinations, list_card_positions(ranking), *self._combination_tables(ranking)
            contest_strengths = np.ascontiguousarray(strengths[index::step])
            playing = np.zeros_like(contest_strengths)
            kernels.find_cards_that_play(
                *deals, self._hole_count, self._board_size, *tables, contest_strengths, playing
            )
            out[index::step] = playing
        return out

    def _combination_tables(self, ranking: Ranking) -> CombinationTables:
        return build_five_tables(ranking), None


class OmahaEvaluator(Evaluator):
    """An evaluator of Omaha: two hole cards with three of five, for high or for high and low."""

    @cached_property
    def _tables(self) -> tuple[OmahaTables, LowTables | None]:
        lows = build_low_tables() if len(self._contests) == 2 else None
        return build_omaha_tables(self._first_contest.ranking), lows

    def evaluate(self, deals: KernelDeals, out: Strengths) -> None:
        kernels.evaluate_omaha(*deals, tuple(range(self._hole_count)), *self._tables, out)

    def find_cards_that_play(self, deals: KernelDeals, strengths: Strengths) -> PlayingCards:
        out = np.zeros_like(strengths)
        combinations = list_combination_indices(
            self._first_contest, self._hole_count, self._board_size
        )
        rankings = [contest.ranking for contest in self._contests]
        orders = tuple(map(list_card_positions, rankings))
        fives = tuple(map(build_five_tables, rankings))
        kernels.find_omaha_cards_that_play(
            tuple(deals),
            self._hole_count,
            combinations,
            orders,
            fives,
            *self._tables,
            strengths,
            out,
        )
        return out


class SumEvaluator(Evaluator):
    """An evaluator of the best five of five to seven cards, with one or two rankings.

    The strength of a hand is looked up by the sum of its cards' keys.
    """

    @cached_property
    def _tables(self) -> tuple[SumTables, SumTables | None]:
        first, *more = (
            build_sum_tables(contest.ranking, self._hole_count + self._board_size, contest.min_rank)
            for contest in self._contests
        )
        return first, (more[0] if more else None)

    def evaluate(self, deals: KernelDeals, out: Strengths) -> None:
        own, shared = tuple(range(self._hole_count)), tuple(range(self._board_size))
        kernels.evaluate_sums(*deals, own, shared, *self._tables, out)


class BadugiEvaluator(Evaluator):
    """An evaluator of Badugi hands of four or more cards, with a lookup for every four cards."""

    def evaluate(self, deals: KernelDeals, out: Strengths) -> None:
        fours = np.array(list(combinations(range(self._hole_count), 4)), np.uint8)
        badugi = build_badugi_tables(self._first_contest.ranking)
        kernels.evaluate_badugi(
            deals.cards, deals.width, deals.players, self._hole_count, fours, badugi, out
        )

    def _combination_tables(self, ranking: Ranking) -> CombinationTables:
        return None, build_badugi_tables(ranking)


class CombinationEvaluator(Evaluator):
    """An evaluator of each five-card combination, if suits matter only for flushes."""

    def evaluate(self, deals: KernelDeals, out: Strengths) -> None:
        ranking = self._first_contest.ranking
        combinations = list_combination_indices(
            self._first_contest, self._hole_count, self._board_size
        )
        min_strength = np.uint16(ranking.strength(self._first_contest.min_rank))
        kernels.evaluate_combinations(
            *deals, self._hole_count, combinations, build_five_tables(ranking), min_strength, out
        )


class PythonEvaluator(Evaluator):
    """An evaluator of one hand at a time, with the rankings of `showdown.evaluator`."""

    def evaluate(self, deals: KernelDeals, out: Strengths) -> None:
        contest = self._first_contest
        for index, (hole, board) in enumerate(self._hands(deals)):
            best = contest.best_with(hole, [board])
            out[index] = contest.ranking.strength(contest.rank(best))

    def find_cards_that_play(self, deals: KernelDeals, strengths: Strengths) -> PlayingCards:
        out = np.zeros_like(strengths)
        for index, (hole, board) in enumerate(self._hands(deals)):
            if strengths[index]:
                best = self._first_contest.best_with(hole, [board])
                out[index] = sum(1 << (hole + board).index(card) for card in best)
        return out

    def _hands(self, deals: KernelDeals) -> list[tuple[Cards, Cards]]:
        """Return each player's hole cards and board, deal by deal."""
        rows = [
            tuple(DECK[number] for number in row)
            for row in deals.cards.reshape(-1, deals.width).tolist()
        ]
        starts = range(0, deals.players * self._hole_count, self._hole_count)
        board = slice(deals.board_start, deals.board_start + self._board_size)
        return [
            (row[first : first + self._hole_count], row[board]) for row in rows for first in starts
        ]


@cache
def list_combination_indices(contest: Contest, hole: int, board: int) -> NDArray[np.int8]:
    """Return a contest's combinations as rows of indices of hole cards and board.

    Rows are padded with -1 to at least five indices.
    """
    cards = tuple(range(hole + board))
    chosen = list(contest.choice.combinations(cards[:hole], cards[hole:]))
    rows = np.full((len(chosen), max(5, *map(len, chosen))), -1, np.int8)
    for row, combination in zip(rows, chosen, strict=True):
        row[: len(combination)] = combination
    return rows


@cache
def list_card_positions(ranking: Ranking) -> NDArray[np.uint8]:
    """Return the position of each card (52) in the ascending card order of a ranking."""
    return np.array([ranking.card_order[card] for card in DECK], np.uint8)


def has_five_card_kernel(contest: Contest) -> bool:
    """Return whether five cards play in each combination, and suits matter only for flushes."""
    return contest.ranking.only_flushes_use_suits and not contest.choice.plays_fewer


def _find_table_evaluator(contests: Contests, hole: int, board: int) -> type[Evaluator] | None:
    """Return the evaluator class that has tables for all these contests, or None."""
    if len(contests) <= 2 and all(_supports_sums(contest, hole, board) for contest in contests):
        return SumEvaluator
    if any(contest.min_rank != NOT_QUALIFIED for contest in contests):
        return None
    choices = {contest.choice for contest in contests}
    rankings = tuple(contest.ranking for contest in contests)
    if choices == {SUBSET} and board == 0 and hole >= 4 and rankings in _BADUGI:
        return BadugiEvaluator
    if choices == {TWO_AND_THREE} and board == 5 and hole in (4, 5, 6) and rankings in _OMAHA:
        return OmahaEvaluator
    return None


_BADUGI = ((BADUGI,), (BADUGI_ACE_HIGH,))
_OMAHA = ((HIGH,), (HIGH, EIGHT_OR_BETTER), (SHORT_DECK_HIGH,))


def _supports_sums(contest: Contest, hole: int, board: int) -> bool:
    """Return whether SumEvaluator supports the contest.

    Suits must matter only for flushes. The best five of five to seven cards must play, or the
    player's own five cards.
    """
    if not contest.ranking.only_flushes_use_suits:
        return False
    if contest.choice == ANY_FIVE:
        return hole + board in CARD_COUNTS
    return contest.choice == ALL_OWN and (hole, board) == (5, 0)


class _Task(NamedTuple):
    """Contests that are evaluated together, as indices, with their board and their evaluator.

    `board` is None if they play no board.
    """

    contests: tuple[int, ...]
    board: int | None
    evaluator: Evaluator


def evaluate(game: Game, cards: CardNumbers) -> Strengths:
    """Return the strengths (n, players, contests), as in `Ranking.strength`; 0 doesn't qualify.

    `cards` is (n, players * game.hole + game.board): the hole cards in seat order, then the boards.
    In stud, a shared card is repeated as the last card of each hand. Cards are not validated;
    invalid numbers access memory outside of the tables.
    """
    players = _count_players(game, cards)
    out = np.zeros((len(cards), players, len(game.contests)), np.uint16)
    tasks = _plan_tasks(game) if len(cards) else ()
    for task in tasks:
        deals = _build_kernel_deals(game, cards, players, task.board)
        if len(tasks) == 1:
            task.evaluator.evaluate(deals, out.reshape(-1))
            continue
        task_strengths = _run_task(task, deals, len(cards))
        for index, strengths in zip(task.contests, np.moveaxis(task_strengths, 2, 0), strict=True):
            contest_strengths = out[:, :, index]
            np.maximum(contest_strengths, strengths, out=contest_strengths)
    return out


def find_cards_that_play(game: Game, cards: CardNumbers, strengths: Strengths) -> PlayingCards:
    """Return the cards that play, as bits, (n, players, contests), given the strengths of deals.

    The lowest bits are the player's hole cards; the bits of the boards follow. No bit is set for a
    strength of 0. `contests.find_made_hand` returns the same cards.
    """
    players = _count_players(game, cards)
    out = np.zeros_like(strengths)
    for task in _plan_tasks(game) if len(cards) else ():
        deals = _build_kernel_deals(game, cards, players, task.board)
        indices = list(task.contests)
        selected_strengths = np.ascontiguousarray(strengths[:, :, indices])
        if any(len(game.contests[index].boards) > 1 for index in indices):
            # A hand that is equally good on several boards plays the first of them.
            task_strengths = _run_task(task, deals, len(cards))
            selected_strengths[
                (task_strengths != selected_strengths) | (out[:, :, indices] != 0)
            ] = 0
        bits = task.evaluator.find_cards_that_play(deals, selected_strengths.reshape(-1)).reshape(
            selected_strengths.shape
        )
        if task.board:  # move the board's bits behind those of the boards before it
            own = bits & np.uint16((1 << game.hole) - 1)
            bits = own | (bits ^ own) << np.uint16(sum(game.boards[: task.board]))
        out[:, :, indices] |= bits
    return out


def list_evaluator_names(game: Game) -> dict[str, str]:
    """Return the class name of the evaluator of each contest, for benchmarks and tests."""
    return {
        game.contests[index].name: type(task.evaluator).__name__
        for task in _plan_tasks(game)
        for index in task.contests
    }


def _count_players(game: Game, cards: CardNumbers) -> int:
    width: int = cards.shape[1]
    return (width - game.board) // game.hole


@cache
def _plan_tasks(game: Game) -> tuple[_Task, ...]:
    """Return the tasks for all contests of the game, board by board.

    On each board, contests with the same boards share a task if one evaluator supports them
    all.
    """
    tasks = []
    for boards in dict.fromkeys(contest.boards for contest in game.contests):
        contests = tuple(contest for contest in game.contests if contest.boards == boards)
        for board in boards if game.boards and boards else (None,):
            size = 0 if board is None else game.boards[board]
            groups = [contests]
            if _find_table_evaluator(contests, game.hole, size) is None:
                groups = [(contest,) for contest in contests]
            for group in groups:
                evaluator = _find_table_evaluator(group, game.hole, size)
                if evaluator is None:
                    evaluator = (
                        CombinationEvaluator if has_five_card_kernel(group[0]) else PythonEvaluator
                    )
                indices = tuple(map(game.contests.index, group))
                tasks.append(_Task(indices, board, evaluator(game, group, size)))
    return tuple(tasks)


def _build_kernel_deals(
    game: Game, cards: CardNumbers, players: int, board: int | None
) -> KernelDeals:
    """Return the deals as arguments of kernels that play this board."""
    start = players * game.hole + sum(game.boards[: board or 0])
    # Kernels would be compiled a second time for read-only arrays.
    flat = np.require(cards, requirements=["C", "W"]).reshape(-1)
    return KernelDeals(flat, cards.shape[1], start, players)


def _run_task(task: _Task, deals: KernelDeals, deal_count: int) -> Strengths:
    strengths = np.empty((deal_count, deals.players, len(task.contests)), np.uint16)
    task.evaluator.evaluate(deals, strengths.reshape(-1))
    return strengths
