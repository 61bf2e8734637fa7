"""Settles blocks with compiled loops, and what these leave by the ordinary reader.

Everything is evaluated in arrays. Importing this module imports a compiler.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from showdown.bulk import evaluation
from showdown.evaluator.games import Game
from showdown.evaluator.rankings import Ranking
from showdown.files import text_kernels as kernels
from showdown.files.block_arrays import BlockArrays, FoundDeals, room_for_block
from showdown.files.block_reader import BlockText
from showdown.files.blocks import Group, SettledBlock, format_of
from showdown.files.card_bytes import card_bytes
from showdown.notation.contract import Award, Complaint, Entry, TextFormat
from showdown.notation.deal_json import Submission
from showdown.notation.deal_line import made_text, not_qualified

type Text = NDArray[np.uint8]
type Strengths = NDArray[np.uint16]
type StrengthsOfLeft = dict[int, list[list[int]]]
"""The strengths of each player in each contest, by the place of the deal among what is left."""

_KERNELS: dict[str, tuple[Callable[..., tuple[int, int]], Callable[..., None]]] = {
    "omahacomp": (kernels.find_omahacomp, kernels.write_omahacomp),
    "holdem": (kernels.find_holdem, kernels.write_holdem),
    "badugi": (kernels.find_badugi, kernels.write_badugi),
}


def make_tables(game: Game) -> None:
    """Make the tables that all blocks need, by evaluating a deal of any cards."""
    width = game.players[0] * game.hole + game.board
    evaluation.evaluate(game, np.arange(width, dtype=np.uint8)[None])
    phrases(game)


def load_kernels() -> None:
    """Load what all compiled code needs, by which it is loaded quickly later."""
    kernels.count_lines(np.frombuffer(b"", np.uint8))


class Workspace:
    """Where one block after another is read and settled, each over the one before it."""

    def __init__(self, game: Game) -> None:
        self.text = BlockText()
        self._game = game
        self._arrays = room_for_block(0, game)

    def count_lines(self) -> int:
        lines: int = kernels.count_lines(self._array())
        return lines

    def settle(self, first_line: int, *, grouped: bool) -> SettledBlock:
        """Settle the text; the answers and the groups last until the next text is read."""
        if len(self.text.data) > self._arrays.size:
            self._arrays = room_for_block(len(self.text.data), self._game)
        return _settle(self._array(), self._arrays, self._game, first_line, grouped=grouped)

    def _array(self) -> Text:
        array = np.frombuffer(self.text.data, np.uint8)[: self.text.length]
        array.flags.writeable = False  # The kernels are compiled for texts that are bytes, too.
        return array


def settle(data: bytes, game: Game, first_line: int, *, grouped: bool) -> SettledBlock:
    """Settle a block; the separator stands before the first answer too."""
    arrays = room_for_block(len(data), game)
    settled = _settle(np.frombuffer(data, np.uint8), arrays, game, first_line, grouped=grouped)
    return settled._replace(output=bytes(settled.output))


class Left(NamedTuple):
    """What the kernels left, and how many of the deals that they found come before it."""

    before: int
    entry: Entry


def _settle(
    text: Text, arrays: BlockArrays, game: Game, first_line: int, *, grouped: bool
) -> SettledBlock:
    form = format_of(game)
    find, write = _KERNELS[form.name]
    found = arrays.found
    tables = card_bytes(x_is_ten=form.x_is_ten)
    count, parts = find(text, game.hole, game.players[0], game.players[-1], tables, found)
    strengths, groups = _evaluate_found(found, count, game, first_line)
    ends = arrays.answer_ends[: count + 1]
    write(text, found, count, strengths, len(game.pots), phrases(game), arrays.answers, ends)

    left = [
        Left(before, entry)
        for start, end, before, line in found.parts[:parts].tolist()
        for entry in form.read(text[start:end].tobytes(), first_line + line, game)
    ]
    of_left, groups_of_left = _evaluate_left([entry for _, entry in left], game)
    written = memoryview(arrays.answers)[: ends[-1]]
    answers = _answers_to_left(form, game, left, of_left)
    return SettledBlock(
        output=b"".join(_in_order(written, ends, answers)) if left else written,
        deals=count + len(of_left),
        errors=[entry.outcome for _, entry in left if isinstance(entry.outcome, Complaint)],
        groups=_merged([*groups, *groups_of_left]) if grouped else [],
        with_wagers=_with_wagers(left) if grouped else {},
    )


def _evaluate_found(
    found: FoundDeals, count: int, game: Game, first_line: int
) -> tuple[Strengths, list[Group]]:
    """The strengths of all deals one after the other, and the deals by their number of players."""
    players = found.players[:count]
    lines = found.lines[:count] + first_line
    numbers = np.flatnonzero(np.bincount(players)).tolist()
    if len(numbers) == 1:
        width = numbers[0] * game.hole + game.board
        cards = found.cards[: count * width].reshape(count, width)
        strengths = evaluation.evaluate(game, cards)
        return strengths.reshape(-1), [Group(lines, cards, strengths)]
    return _evaluate_mixed(found, players.astype(np.int64), numbers, lines, game)


def _evaluate_mixed(
    found: FoundDeals,
    players: NDArray[np.int64],
    numbers: list[int],
    lines: NDArray[np.int64],
    game: Game,
) -> tuple[Strengths, list[Group]]:
    """The same for deals with several `numbers` of players."""
    contests = len(game.pots)
    widths = players * game.hole + game.board
    first_card = np.cumsum(widths) - widths
    first_strength = contests * (np.cumsum(players) - players)
    strengths = np.empty(contests * int(players.sum()), np.uint16)
    groups = []
    for number in numbers:
        which = np.flatnonzero(players == number)
        cards = _rows(found.cards, number * game.hole + game.board)[first_card[which]]
        of_group = evaluation.evaluate(game, cards)
        rows = _rows(strengths, number * contests)
        rows[first_strength[which]] = of_group.reshape(len(which), -1)
        groups.append(Group(lines[which], cards, of_group))
    return strengths, groups


def _rows[Number: np.generic](flat: NDArray[Number], width: int) -> NDArray[Number]:
    """Row n is what comes from place n on: so rows of many widths are copied without an index."""
    return sliding_window_view(flat, width, writeable=True)


def _evaluate_left(entries: Iterable[Entry], game: Game) -> tuple[StrengthsOfLeft, list[Group]]:
    """The strengths in the deals among the entries; these deals by their number of players."""
    alike: dict[int, list[tuple[int, int, list[int]]]] = defaultdict(list)
    for place, entry in enumerate(entries):
        if isinstance(entry.outcome, Submission):
            deal = entry.outcome.deal
            cards = [card for hand in deal.hands for card in hand.cards]
            numbers = [card.number for card in (*cards, *deal.board)]
            alike[len(deal.hands)].append((place, entry.line, numbers))
    strengths_of: StrengthsOfLeft = {}
    groups = []
    for rows in alike.values():
        places, lines, numbers_of_all = zip(*rows, strict=True)
        table = np.array(numbers_of_all, np.uint8)
        strengths = evaluation.evaluate(game, table)
        strengths_of.update(zip(places, strengths.tolist(), strict=True))
        groups.append(Group(np.array(lines), table, strengths))
    return strengths_of, groups


def _merged(groups: list[Group]) -> list[Group]:
    """One group for each number of players, its deals in order."""
    by_width: dict[int, list[Group]] = defaultdict(list)
    for group in groups:
        by_width[group.cards.shape[1]].append(group)
    return [alike[0] if len(alike) == 1 else _joined(alike) for alike in by_width.values()]


def _joined(groups: list[Group]) -> Group:
    together = Group(*(np.concatenate(arrays) for arrays in zip(*groups, strict=True)))
    order = np.argsort(together.lines, kind="stable")
    return Group(*(array[order] for array in together))  # type: ignore[arg-type]


def _with_wagers(left: Iterable[Left]) -> dict[int, Submission]:
    """The deals that came with wagers, by their lines."""
    outcomes = ((entry.line, entry.outcome) for _, entry in left)
    return {line: each for line, each in outcomes if isinstance(each, Submission) and each.wagers}


def _answers_to_left(
    form: TextFormat, game: Game, left: Iterable[Left], strengths_of: StrengthsOfLeft
) -> Iterator[tuple[int, bytes]]:
    """The answers to what the kernels left, each with the number of the deals found before it."""
    for place, (before, entry) in enumerate(left):
        outcome = entry.outcome
        if isinstance(outcome, Complaint):
            answer = form.refusal(entry, outcome)
        else:
            awards = _awards(game, outcome.deal.labels, strengths_of[place])
            answer = form.record(entry, outcome, awards)
        yield before, form.separator + answer


def _awards(game: Game, labels: Sequence[str], strengths: list[list[int]]) -> list[Award]:
    awards = []
    for contest, of_players in zip(game.pots, zip(*strengths, strict=True), strict=True):
        best = max(of_players)
        won = [label for label, each in zip(labels, of_players, strict=True) if each == best]
        category = _category(contest.ranking, best)
        awards.append(Award(contest.name, tuple(won) if best else (), category))
    return awards


@cache
def _category(ranking: Ranking, strength: int) -> str | None:
    return ranking.category(ranking.rank_at(strength)) if strength else None


def _in_order(
    written: memoryview, ends: NDArray[np.int64], answers: Iterator[tuple[int, bytes]]
) -> Iterator[bytes | memoryview]:
    """The answers that the kernels wrote, and between them those to what they left."""
    at = 0
    for before, answer in answers:
        yield written[at : ends[before]]
        yield answer
        at = ends[before]
    yield written[at:]


class Phrases(NamedTuple):
    """What is said of the best hand in a contest: row `row_of[contest, strength]` of `texts`.

    A text is as long as `lengths` says, and filled up to the longest; the rows are side by side.
    """

    row_of: NDArray[np.uint8]
    texts: NDArray[np.uint8]
    lengths: NDArray[np.int64]


@cache
def phrases(game: Game) -> Phrases:
    """The words of the omahacomp contract for every strength in every contest of a game."""
    rows: list[str] = []
    row_of = np.zeros(
        (len(game.pots), 1 + max(len(contest.ranking.ranks) for contest in game.pots)), np.uint8
    )
    for place, contest in enumerate(game.pots):
        ranking = contest.ranking
        row_of[place, 0] = len(rows)
        rows.append(not_qualified(contest.name))
        categories = [ranking.category_of(rank) for rank in ranking.ranks]
        row_of[place, 1 : len(categories) + 1] = np.array(categories) + len(rows)
        rows += [made_text(contest.name, category) for category in ranking.categories]
    lengths = np.array([len(row) for row in rows])
    texts = np.array([row.encode() for row in rows]).view(np.uint8)
    return Phrases(row_of, texts, lengths)
