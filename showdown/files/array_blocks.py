"""Settles blocks with compiled loops, and what these leave by the ordinary reader.

Everything is evaluated in arrays. Importing this module imports a compiler.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk import evaluation
from showdown.bulk.outcomes import decide
from showdown.evaluator.cards import DECK
from showdown.evaluator.games import Game
from showdown.files import text_kernels as loops
from showdown.files.blocks import Group, SettledBlock
from showdown.files.card_bytes import card_bytes
from showdown.files.found_deals import Found, room
from showdown.notation.contract import Complaint, Contract, Entry, Won
from showdown.notation.deal_line import made_text, not_qualified
from showdown.notation.submission import Submission

type Values = NDArray[np.uint16]
type MadeAtLine = dict[int, list[tuple[int, int]]]
"""The best strength of each contest and its winners as bits, by the line of the deal."""

_LOOPS: dict[str, tuple[Callable[..., tuple[int, int]], Callable[..., None]]] = {
    "deal-lines": (loops.find_omahacomp, loops.write_omahacomp),
    "holdem": (loops.find_holdem, loops.write_holdem),
    "badugi": (loops.find_badugi, loops.write_badugi),
}

_NEWLINE = ord("\n")
_GROWTH = 4
_SLACK = 256
"""No record is longer than four times its deal and some words."""


class Left(NamedTuple):
    """What the loops left, and how many of the deals that they found come before it."""

    before: int
    entry: Entry


def settle(
    form: Contract, data: bytes, game: Game, first_line: int, *, grouped: bool
) -> SettledBlock:
    """Settle a block; in its output the separator stands before the first record too."""
    find, write = _LOOPS[form.name]
    array = np.frombuffer(data, np.uint8)
    tables = card_bytes(x_is_ten=game.x_is_ten)
    found = room(len(data), game)
    players = form.players(game)
    if form.name == "deal-lines" and (game.boards != (5,) or len(game.deck) != len(DECK)):
        count, parts = 0, 1
        found.parts[0] = 0, len(data), 0, 0
    else:
        count, parts = find(array, game.hole, players[0], players[-1], tables, found)
    left = [
        Left(before, entry)
        for start, end, before, line in found.parts[:parts].tolist()
        for entry in form.read(data[start:end], first_line + line, game)
    ]
    values, groups = _evaluate_found(found, count, game, first_line)
    made, groups_of_left = _evaluate_left([entry for _, entry in left], game)

    out = np.empty(_GROWTH * len(data) + _SLACK, np.uint8)
    ends = np.zeros(count + 1, np.int64)
    write(array, found, count, values, len(game.contests), said(game), out, ends[1:])
    return SettledBlock(
        output=b"".join(_in_order(out, ends, left, lambda entry: _answer(form, entry, game, made))),
        deals=count + sum(isinstance(entry.outcome, Submission) for _, entry in left),
        errors=[entry.outcome for _, entry in left if isinstance(entry.outcome, Complaint)],
        groups=_merged([*groups, *groups_of_left]) if grouped else [],
        special=_special(left) if grouped else {},
    )


def _evaluate_found(
    found: Found, count: int, game: Game, first_line: int
) -> tuple[Values, list[Group]]:
    """The strengths of all deals one after the other, and the deals by their number of players."""
    players = found.players[:count]
    lines = found.lines[:count] + first_line
    numbers = np.flatnonzero(np.bincount(players)).tolist()
    if len(numbers) == 1:
        width = numbers[0] * game.hole + game.board
        cards = found.cards[: count * width].reshape(count, width)
        strengths = evaluation.evaluate(game, cards)
        return strengths.reshape(-1), [Group(lines, cards, strengths)]
    return _evaluate_mixed(found, players.astype(np.int64), lines, game)


def _evaluate_mixed(
    found: Found, players: NDArray[np.int64], lines: NDArray[np.int64], game: Game
) -> tuple[Values, list[Group]]:
    """The same for deals with several numbers of players."""
    widths = players * game.hole + game.board
    card, value = np.cumsum(widths) - widths, np.cumsum(players) - players
    values = np.zeros((int(players.sum()), len(game.contests)), np.uint16)
    groups = []
    for number in np.unique(players).tolist():
        which = np.flatnonzero(players == number)
        width = number * game.hole + game.board
        cards = found.cards[card[which, None] + np.arange(width)]
        strengths = evaluation.evaluate(game, cards)
        values[value[which, None] + np.arange(number)] = strengths
        groups.append(Group(lines[which], cards, strengths))
    return values.reshape(-1), groups


def _evaluate_left(entries: Iterable[Entry], game: Game) -> tuple[MadeAtLine, list[Group]]:
    """What came of the plain deals among the entries, and these by their number of players."""
    rows: dict[int, list[bytes]] = defaultdict(list)
    lines: dict[int, list[int]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.outcome, Submission) and entry.outcome.is_plain:
            deal = entry.outcome.deal
            rows[len(deal.hands)].append(deal.numbers)
            lines[len(deal.hands)].append(entry.line)
    made: MadeAtLine = {}
    groups = []
    for players, numbers in rows.items():
        table = np.frombuffer(b"".join(numbers), np.uint8).reshape(len(numbers), -1)
        strengths = evaluation.evaluate(game, table)
        outcomes = decide(strengths)
        pairs = np.stack((outcomes.best, outcomes.winners), axis=-1).tolist()
        made.update(zip(lines[players], pairs, strict=True))
        groups.append(Group(np.array(lines[players]), table, strengths))
    return made, groups


def _merged(groups: list[Group]) -> list[Group]:
    """One group for each number of players, its deals in order."""
    by_width: dict[int, list[Group]] = defaultdict(list)
    for group in groups:
        by_width[group.cards.shape[1]].append(group)
    merged = []
    for alike in by_width.values():
        together = Group(*(np.concatenate(arrays) for arrays in zip(*alike, strict=True)))
        order = np.argsort(together.lines)
        merged.append(Group(*(array[order] for array in together)))  # type: ignore[arg-type]
    return merged


def count_lines(data: bytes) -> int:
    """How many lines end in the data; many times as fast as `bytes.count`."""
    return int(np.count_nonzero(np.frombuffer(data, np.uint8) == _NEWLINE))


def _special(left: Iterable[Left]) -> dict[int, Submission]:
    """The deals that the cards alone do not settle, by their lines."""
    outcomes = ((entry.line, entry.outcome) for _, entry in left)
    return {
        line: each for line, each in outcomes if isinstance(each, Submission) and not each.is_plain
    }


def _answer(contract: Contract, entry: Entry, game: Game, made: MadeAtLine) -> bytes:
    """The answer to what the loops left."""
    outcome = entry.outcome
    if isinstance(outcome, Complaint):
        return contract.separator + contract.refusal(entry, outcome)
    won = _won(game, outcome.deal.labels, made[entry.line]) if outcome.is_plain else []
    return contract.separator + contract.answer(entry, outcome, won)


def _won(game: Game, labels: Sequence[str], outcomes: list[tuple[int, int]]) -> list[Won]:
    """What came of each contest, of which the best strength and the winners as bits are known."""
    won = []
    for contest, (best, bits) in zip(game.contests, outcomes, strict=True):
        winners = tuple(label for seat, label in enumerate(labels) if bits >> seat & 1)
        rank = contest.ranking.rank_of(best)
        won.append(Won(contest, winners, rank, is_tie_of_all=len(winners) == len(labels) > 1))
    return won


def _in_order(
    out: NDArray[np.uint8],
    ends: NDArray[np.int64],
    left: list[Left],
    record_of: Callable[[Entry], bytes],
) -> Iterator[bytes | memoryview]:
    """The records that the loops wrote, and between them those of what they left."""
    written = memoryview(out)
    at = 0
    for (_, entry), end in zip(left, ends[[before for before, _ in left]].tolist(), strict=True):
        if end > at:
            yield written[at:end]
            at = end
        yield record_of(entry)
    yield written[at : ends[-1]]


class Said(NamedTuple):
    """What is said of the best hand in a contest: row `row_of[contest, strength]` of `texts`.

    A text is as long as `lengths` says, and filled up to the longest; the rows are side by side.
    """

    row_of: NDArray[np.uint16]
    texts: NDArray[np.uint8]
    lengths: NDArray[np.int64]


@cache
def said(game: Game) -> Said:
    """The words of the deal lines for every strength of every contest of a game."""
    rows: list[str] = []
    most = max(len(contest.ranking.ranks) for contest in game.contests)
    row_of = np.zeros((len(game.contests), 1 + most), np.uint16)
    for place, contest in enumerate(game.contests):
        texts = [not_qualified(contest)]
        texts += (made_text(contest, rank) for rank in contest.ranking.ranks)
        row = {text: len(rows) + number for number, text in enumerate(dict.fromkeys(texts))}
        rows += row
        row_of[place, : len(texts)] = [row[text] for text in texts]
    lengths = np.array([len(row) for row in rows])
    texts_array = np.array([row.encode() for row in rows]).view(np.uint8)
    return Said(row_of, texts_array, lengths)
