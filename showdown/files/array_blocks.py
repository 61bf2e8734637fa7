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
from showdown.evaluator.games import Game
from showdown.evaluator.rankings import Ranking
from showdown.files import text_kernels as loops
from showdown.files.blocks import Group, SettledBlock
from showdown.files.card_bytes import card_bytes
from showdown.files.found_deals import Found, room
from showdown.notation.contract import Award, Complaint, Entry, TextFormat
from showdown.notation.deal_json import Submission
from showdown.notation.deal_line import made_text, not_qualified

type Values = NDArray[np.uint16]
type MadeAtLine = dict[int, list[list[int]]]
"""The strengths of each player for each pot, by the line of the deal."""

_LOOPS: dict[str, tuple[Callable[..., tuple[int, int]], Callable[..., None]]] = {
    "omahacomp": (loops.find_omahacomp, loops.write_omahacomp),
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
    form: TextFormat, data: bytes, game: Game, first_line: int, *, grouped: bool
) -> SettledBlock:
    """Settle a block; in its output the separator stands before the first record too."""
    find, write = _LOOPS[form.name]
    array = np.frombuffer(data, np.uint8)
    tables = card_bytes(x_is_ten=form.x_is_ten)
    found = room(len(data), game)
    least, most = game.players[0], game.players[-1]
    count, parts = find(array, game.hole, least, most, tables, found)
    left = [
        Left(before, entry)
        for start, end, before, line in found.parts[:parts].tolist()
        for entry in form.read(data[start:end], first_line + line, game)
    ]
    values, groups = _evaluate_found(found, count, game, first_line)
    made, groups_of_left = _evaluate_left([entry for _, entry in left], game)

    out = np.empty(_GROWTH * len(data) + _SLACK, np.uint8)
    ends = np.zeros(count + 1, np.int64)
    write(array, found, count, values, len(game.pots), said(game), out, ends[1:])
    return SettledBlock(
        output=b"".join(_in_order(out, ends, left, lambda entry: _record(form, entry, game, made))),
        deals=count + len(made),
        errors=[entry.outcome for _, entry in left if isinstance(entry.outcome, Complaint)],
        groups=_merged([*groups, *groups_of_left]) if grouped else [],
        staked=_staked(left) if grouped else {},
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
    values = np.zeros((int(players.sum()), len(game.pots)), np.uint16)
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
    """What the deals among the entries make, and these deals by their number of players."""
    rows: dict[int, list[list[int]]] = defaultdict(list)
    lines: dict[int, list[int]] = defaultdict(list)
    for entry in entries:
        if isinstance(entry.outcome, Submission):
            deal = entry.outcome.deal
            cards = [card for hand in deal.hands for card in hand.cards]
            rows[len(deal.hands)].append([rank * 4 + suit for rank, suit in (*cards, *deal.board)])
            lines[len(deal.hands)].append(entry.line)
    made: MadeAtLine = {}
    groups = []
    for players, numbers in rows.items():
        table = np.array(numbers, np.uint8)
        strengths = evaluation.evaluate(game, table)
        made.update(zip(lines[players], strengths.tolist(), strict=True))
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


def _staked(left: Iterable[Left]) -> dict[int, Submission]:
    """The deals that came with chips, by their lines."""
    outcomes = ((entry.line, entry.outcome) for _, entry in left)
    return {line: each for line, each in outcomes if isinstance(each, Submission) and each.wagers}


def _record(form: TextFormat, entry: Entry, game: Game, made: MadeAtLine) -> bytes:
    """The record of what the loops left."""
    outcome = entry.outcome
    if isinstance(outcome, Complaint):
        return form.separator + form.refusal(entry, outcome)
    awards = _awards(game, outcome.deal.labels, made[entry.line])
    return form.separator + form.record(entry, outcome, awards)


def _awards(game: Game, labels: Sequence[str], made: list[list[int]]) -> list[Award]:
    awards = []
    for pot, values in zip(game.pots, zip(*made, strict=True), strict=True):
        best = max(values)
        won = [label for label, value in zip(labels, values, strict=True) if value == best]
        category = _category(pot.ranking, best)
        awards.append(Award(pot.name, tuple(won) if best else (), category))
    return awards


@cache
def _category(ranking: Ranking, strength: int) -> str | None:
    return ranking.category(ranking.rank_at(strength)) if strength else None


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
    """What is said of the best hand for a pot: row `row_of[pot, strength]` of `texts`.

    A text is as long as `lengths` says, and filled up to the longest; the rows are side by side.
    """

    row_of: NDArray[np.uint8]
    texts: NDArray[np.uint8]
    lengths: NDArray[np.int64]


@cache
def said(game: Game) -> Said:
    """The words of the omahacomp contract for every strength of every pot of a game."""
    rows: list[str] = []
    row_of = np.zeros(
        (len(game.pots), 1 + max(len(pot.ranking.ranks) for pot in game.pots)), np.uint8
    )
    for place, pot in enumerate(game.pots):
        ranking = pot.ranking
        row_of[place, 0] = len(rows)
        rows.append(not_qualified(pot.name))
        categories = [ranking.category_of(rank) for rank in ranking.ranks]
        row_of[place, 1 : len(categories) + 1] = np.array(categories) + len(rows)
        rows += [made_text(pot.name, category) for category in ranking.categories]
    lengths = np.array([len(row) for row in rows])
    texts = np.array([row.encode() for row in rows]).view(np.uint8)
    return Said(row_of, texts, lengths)
