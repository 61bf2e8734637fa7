"""Settle blocks with kernels; use the ordinary reader for parts that kernels can't read.

The ordinary reader is `DealFormat.read`, which is written in Python. Its deals are evaluated in
arrays, too, unless they have chips.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from showdown.bulk import evaluation
from showdown.bulk.card_texts import build_card_bytes
from showdown.bulk.outcomes import Outcomes, decide_winners
from showdown.bulk.payouts import (
    DealPayouts,
    WagerRows,
    can_pay,
    create_empty_payouts,
    pay_deals,
)
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.files.answer_bytes import build_phrases
from showdown.files.block_arrays import DealRows, allocate_block, compute_max_answer_length
from showdown.files.block_reader import BlockBuffer, count_lines
from showdown.files.blocks import Group, SettledBlock, StopCheck, do_nothing, stoppable
from showdown.files.kernels.badugi import find_badugi, write_badugi
from showdown.files.kernels.deal_lines import find_deal_lines
from showdown.files.kernels.holdem import find_holdem, write_holdem
from showdown.files.kernels.text import NO_WAGERS
from showdown.files.kernels.wagers import read_wagers
from showdown.files.kernels.writing import write_deal_lines, write_paid_lines
from showdown.notation.deal_format import ContestWinners, DealFormat, Entry, LineError, Submission

type Text = NDArray[np.uint8]
type DealIndices = NDArray[np.int64]
"""Indices of deals among those that the kernels found in a block."""
type UnreadOutcomes = dict[int, list[tuple[int, int]]]
"""The best strength and the winners as bits for each contest, by index among unread entries."""

_BOARD_CARDS = 5
"""Number of board cards that the kernels can read."""

_NO_DEALS = np.empty(0, np.int64)

_KERNELS: dict[str, tuple[Callable[..., tuple[int, int, int]], Callable[..., None]]] = {
    "deal-lines": (find_deal_lines, write_deal_lines),
    "holdem": (find_holdem, write_holdem),
    "badugi": (find_badugi, write_badugi),
}


def prepare_kernels(deal_format: DealFormat, game: Game, rules: RuleSet) -> None:
    """Load or compile the kernels, and build the lookup tables, before threads use them."""
    width = game.players[0] * game.hole + game.board
    evaluation.evaluate(game, np.arange(width, dtype=np.uint8)[None])
    Workspace(game, deal_format, rules).settle(1, returns_arrays=False)


class UnreadEntry(NamedTuple):
    """An entry that the kernels can't read, and the number of deals that they found before it."""

    deals_before: int
    entry: Entry


class Workspace:
    """Memory for settling blocks one after another; each block overwrites the previous one."""

    def __init__(self, game: Game, deal_format: DealFormat, rules: RuleSet) -> None:
        self.text = BlockBuffer()
        self._game = game
        self._format = deal_format
        self._rules = rules
        self._arrays = allocate_block(0, game)

    def count_lines(self) -> int:
        return count_lines(self.text.buffer, self.text.length)

    def settle(
        self, first_line: int, *, returns_arrays: bool, check_stop: StopCheck = do_nothing
    ) -> SettledBlock:
        """Settle the text. The result is valid until the next text is read.

        Each answer, including the first, is preceded by a separator.
        """
        deal_format, game, rules = self._format, self._game, self._rules
        if len(self.text.buffer) > self._arrays.size:
            self._arrays = allocate_block(len(self.text.buffer), game)
        deals = self._arrays.deals
        text = np.frombuffer(self.text.buffer, np.uint8)[: self.text.length]
        text.flags.writeable = False  # the kernels are compiled for read-only arrays only
        # If `returns_arrays`, deals with wagers must be returned as submissions.
        takes_wagers = deal_format.takes_wagers and not returns_arrays and can_pay(game, rules)
        deal_count, part_count, wager_count = _find_deals(
            deal_format, text, game, deals, takes_wagers=takes_wagers
        )
        check_stop()
        evaluated_deals = _evaluate_found_deals(deals, deal_count, game, first_line)
        check_stop()
        has_wagers = (
            np.flatnonzero(deals.wager_rows[:deal_count] != NO_WAGERS) if wager_count else _NO_DEALS
        )
        payouts = self._pay_deals(text, has_wagers, evaluated_deals)
        check_stop()
        answers_of_kernels, ends = self._write_answers(text, evaluated_deals.outcomes, payouts)

        parts = _list_unread_parts(deals, part_count, has_wagers, payouts)
        unread_entries = [
            UnreadEntry(deals_before, entry)
            for start, end, deals_before, line in parts
            for entry in stoppable(
                deal_format.read(text[start:end].tobytes(), first_line + line, game, rules),
                check_stop,
            )
        ]
        entries = [entry for _, entry in unread_entries]
        unread_outcomes, groups_of_unread = _evaluate_unread_entries(deal_format, entries, game)
        answers = stoppable(
            _answer_unread_entries(deal_format, game, unread_entries, unread_outcomes), check_stop
        )
        settled_count = deal_count - wager_count + int(payouts.is_paid.sum())
        return SettledBlock(
            output=b"".join(_merge_outputs(answers_of_kernels, ends, answers))
            if unread_entries
            else answers_of_kernels,
            deals=settled_count
            + sum(isinstance(entry.outcome, Submission) for _, entry in unread_entries),
            errors=[
                entry.outcome for _, entry in unread_entries if isinstance(entry.outcome, LineError)
            ],
            groups=[*evaluated_deals.groups, *groups_of_unread] if returns_arrays else [],
            special=_select_special_deals(deal_format, unread_entries) if returns_arrays else [],
        )

    def _pay_deals(
        self, text: Text, has_wagers: DealIndices, evaluated_deals: "EvaluatedDeals"
    ) -> DealPayouts:
        """Return the payouts of the deals with wagers, in the order of their rows."""
        deals, game, rows = self._arrays.deals, self._game, len(has_wagers)
        if not rows:
            return create_empty_payouts(0, len(game.contests))
        wagers = WagerRows(*(column[:rows] for column in self._arrays.wagers))
        players = deals.players[has_wagers].astype(np.int64)
        read_wagers(text, deals.wager_starts[:rows], players, wagers)
        max_players = max(group.strengths.shape[1] for group in evaluated_deals.groups)
        strengths = np.zeros((rows, max_players, len(game.contests)), np.uint16)
        for group, indices in zip(evaluated_deals.groups, evaluated_deals.indices, strict=True):
            row = deals.wager_rows[indices]
            strengths[row[row != NO_WAGERS], : group.strengths.shape[1]] = group.strengths[
                row != NO_WAGERS
            ]
        return pay_deals(game, self._rules, players, wagers, strengths)

    def _write_answers(
        self, text: Text, outcomes: Outcomes, payouts: DealPayouts
    ) -> tuple[memoryview, NDArray[np.int64]]:
        """Return the answers to the deals that the kernels found, and the end of each answer."""
        arrays, phrases = self._arrays, build_phrases(self._game)
        ends, answers = arrays.answer_ends[: len(outcomes.best) + 1], arrays.answers
        max_length = compute_max_answer_length(len(text), payouts, phrases.max_made_hand_length)
        if max_length > len(answers):
            answers = np.empty(max_length, np.uint8)
        best, winners = outcomes
        if len(payouts.is_paid):
            write_paid_lines(
                text, arrays.deals, best, winners, arrays.wagers, payouts, phrases, answers, ends
            )
        else:
            _, write = _KERNELS[self._format.name]
            write(text, arrays.deals, best, winners, phrases, answers, ends)
        return memoryview(answers)[: ends[-1]], ends


def _list_unread_parts(
    deals: DealRows, part_count: int, has_wagers: DealIndices, payouts: DealPayouts
) -> list[tuple[int, int, int, int]]:
    """Return the parts for the ordinary reader, including deals that the kernels couldn't pay."""
    parts = [tuple(part) for part in deals.parts[:part_count].tolist()]
    if not payouts.is_paid.all():
        unpaid_deals = has_wagers[~payouts.is_paid]
        columns = (
            deals.starts[unpaid_deals],
            deals.ends[unpaid_deals],
            unpaid_deals,
            deals.lines[unpaid_deals],
        )
        parts = sorted([*parts, *zip(*(column.tolist() for column in columns), strict=True)])
    return parts


def _find_deals(
    deal_format: DealFormat, text: Text, game: Game, deals: DealRows, *, takes_wagers: bool
) -> tuple[int, int, int]:
    """Find deals. Return the numbers of deals, of unread parts, and of deals with wagers."""
    if any(board != _BOARD_CARDS for board in game.boards) or len(game.boards) > 2:
        deals.parts[0] = 0, len(text), 0, 0
        return 0, 1, 0
    find, _ = _KERNELS[deal_format.name]
    player_counts = deal_format.player_counts(game)
    boards = len(game.boards)
    min_players, max_players = player_counts[0], player_counts[-1]
    return find(
        text,
        game.hole,
        boards,
        min_players,
        max_players,
        takes_wagers,
        build_card_bytes(game),
        deals,
    )


class EvaluatedDeals(NamedTuple):
    """The winners of each deal that the kernels found, and the deals by number of players.

    `indices` contains, for each group, the indices of its deals among all deals.
    """

    outcomes: Outcomes
    groups: list[Group]
    indices: list[DealIndices]


def _evaluate_found_deals(
    deals: DealRows, count: int, game: Game, first_line: int
) -> EvaluatedDeals:
    players = deals.players[:count].astype(np.int64)
    lines = deals.lines[:count] + first_line
    player_counts = np.flatnonzero(np.bincount(players)).tolist()
    if len(player_counts) == 1:
        width = player_counts[0] * game.hole + game.board
        cards = deals.cards[: count * width].reshape(count, width)
        strengths = evaluation.evaluate(game, cards)
        return EvaluatedDeals(
            decide_winners(strengths), [Group(lines, cards, strengths)], [np.arange(count)]
        )
    widths = players * game.hole + game.board
    first_card = np.cumsum(widths) - widths
    shape = (len(players), len(game.contests))
    outcomes = Outcomes(np.zeros(shape, np.uint16), np.zeros(shape, np.uint16))
    groups, indices = [], []
    for player_count in player_counts:
        deal_indices = np.flatnonzero(players == player_count)
        # A window at each byte copies rows of any width without an array of indices.
        rows = sliding_window_view(deals.cards, player_count * game.hole + game.board)
        cards = rows[first_card[deal_indices]]
        strengths = evaluation.evaluate(game, cards)
        outcomes.best[deal_indices], outcomes.winners[deal_indices] = decide_winners(strengths)
        groups.append(Group(lines[deal_indices], cards, strengths))
        indices.append(deal_indices)
    return EvaluatedDeals(outcomes, groups, indices)


def _evaluate_unread_entries(
    deal_format: DealFormat, entries: Iterable[Entry], game: Game
) -> tuple[UnreadOutcomes, list[Group]]:
    """Evaluate the plain deals among the entries, by number of players.

    Deals with named players are in no group, because arrays contain no names.
    """
    rows_by_kind: dict[tuple[int, bool], list[tuple[int, int, bytes]]] = defaultdict(list)
    for index, entry in enumerate(entries):
        if isinstance(entry.outcome, Submission) and entry.outcome.is_plain:
            deal = entry.outcome.deal
            kind = len(deal.hands), _keeps_names(deal_format, entry.outcome)
            rows_by_kind[kind].append((index, entry.line, deal.numbers))
    outcomes: UnreadOutcomes = {}
    groups = []
    for (_, keeps_names), rows in rows_by_kind.items():
        indices, lines, numbers = zip(*rows, strict=True)
        table = np.frombuffer(b"".join(numbers), np.uint8).reshape(len(rows), -1)
        strengths = evaluation.evaluate(game, table)
        pairs = np.stack(decide_winners(strengths), axis=-1).tolist()
        outcomes.update(zip(indices, pairs, strict=True))
        if not keeps_names:
            groups.append(Group(np.array(lines), table, strengths))
    return outcomes, groups


def _select_special_deals(
    deal_format: DealFormat, unread_entries: Iterable[UnreadEntry]
) -> list[tuple[int, Submission]]:
    """Return the deals that arrays can't represent, with their lines."""
    return [
        (entry.line, entry.outcome)
        for _, entry in unread_entries
        if isinstance(entry.outcome, Submission)
        and (not entry.outcome.is_plain or _keeps_names(deal_format, entry.outcome))
    ]


def _keeps_names(deal_format: DealFormat, submission: Submission) -> bool:
    return deal_format.names_players and submission.deal.has_names


def _answer_unread_entries(
    deal_format: DealFormat,
    game: Game,
    unread_entries: Iterable[UnreadEntry],
    outcomes: UnreadOutcomes,
) -> Iterator[tuple[int, bytes]]:
    """Yield the answers to unread entries, each with the number of deals found before it."""
    for index, (deals_before, entry) in enumerate(unread_entries):
        outcome = entry.outcome
        if isinstance(outcome, LineError):
            yield (
                deals_before,
                deal_format.separator + deal_format.error_answer(entry.text, outcome),
            )
            continue
        labels = outcome.deal.labels
        results = []  # remains empty for deals that arrays can't represent
        for contest, (best, bits) in zip(game.contests, outcomes.get(index, []), strict=False):
            winners = tuple(label for seat, label in enumerate(labels) if bits >> seat & 1)
            rank = contest.ranking.rank_of(best)
            is_tie_of_all = len(winners) > 1 and len(winners) == len(labels)
            results.append(ContestWinners(contest, winners, rank, is_tie_of_all=is_tie_of_all))
        yield deals_before, deal_format.separator + deal_format.answer(entry.text, outcome, results)


def _merge_outputs(
    answers_of_kernels: memoryview, ends: NDArray[np.int64], answers: Iterator[tuple[int, bytes]]
) -> Iterator[bytes | memoryview]:
    """Merge the answers of the kernels with the answers to unread entries."""
    start = 0
    for deals_before, answer in answers:
        yield answers_of_kernels[start : ends[deals_before]]
        yield answer
        start = ends[deals_before]
    yield answers_of_kernels[start:]
