"""Tables for the terminal, such as the odds of each hand."""

import sys
from collections.abc import Iterator, Sequence

from showdown.bulk.dollars import Dollars
from showdown.bulk.odds import Odds
from showdown.bulk.tally import CLASSES
from showdown.evaluator.cards import format_cards
from showdown.evaluator.next_cards import NextCards
from showdown.words.odds import (
    MOST_FINISHES,
    combinations,
    dollar_changes,
    effect_words,
    how_sure,
    percent,
    pot_names,
    readings,
    stacks_after,
)

_CLASS_NAMES = dict(zip(CLASSES, ("scoop", "3/4", "1/2", "1/4", "other", "nothing"), strict=True))


def lines_of(odds: Odds, *, next_cards: bool) -> Iterator[str]:
    """Yield the lines of a table: readings, heading, hands, chips and, if requested, next cards.

    A reading states how an ambiguous hand was read.
    """
    yield from readings(odds.spot)
    boards = " / ".join(format_cards(board, " ") for board in odds.spot.boards if board)
    yield f"{odds.spot.game.name}{f', board {boards}' if boards else ''}: {how_sure(odds)}"
    yield ""
    heading = ["", "", "share", *_CLASS_NAMES.values()]
    for contest in odds.spot.game.contests:
        heading += [f"{contest.name} win", "tie", *(["none"] if contest.may_refuse else [])]
    hands = [_hand(odds, player) for player in range(odds.tally.players)]
    yield from aligned([heading, *hands], aligned_left=(0, 1))
    if odds.pots:
        yield ""
        yield from aligned(list(_chips(odds)), aligned_left=(0,))
    if next_cards and odds.next_cards:
        yield ""
        yield from aligned(list(_next_cards(odds)), aligned_left=(0, 1 + odds.tally.players))


def lines_of_dollars(dollars: Dollars) -> Iterator[str]:
    """Yield the dollar equity of each player before and after the hand, and for each outcome."""
    yield ""
    title = "dollar equity" if dollars.is_exact else "dollar equity (sampled)"
    heading = [title, "before", "after", "change"]
    yield from aligned([heading, *dollar_changes(dollars)], aligned_left=(0,))
    yield ""
    finishes = [
        [percent(finish.chance), *(f"{chips} = {worth}" for chips, worth in stacks_after(finish))]
        for finish in dollars.finishes[:MOST_FINISHES]
    ]
    yield from aligned([["chance", *dollars.labels], *finishes], aligned_left=())
    if (more := len(dollars.finishes) - MOST_FINISHES) > 0:
        yield f"and {more} less likely outcomes"


def _hand(odds: Odds, player: int) -> list[str]:
    tally, holding = odds.tally, odds.spot.holdings[player]
    size = combinations(holding, odds.spot)
    hand = f"{holding} ({size})" if size else str(holding)
    cells = [holding.label, hand, percent(tally.share(player))]
    cells += [_percent(odds, count) for count in tally.classes(player).values()]
    for index, contest in enumerate(odds.spot.game.contests):
        alone, tied, nobody = tally.wins(player, index)
        counts = [alone, tied, nobody] if contest.may_refuse else [alone, tied]
        cells += [_percent(odds, count) for count in counts]
    return cells


def _percent(odds: Odds, count: int) -> str:
    return f"{count / odds.tally.total:.2%}" if count else "-"


def _chips(odds: Odds) -> Iterator[list[str]]:
    yield ["chips", *pot_names(odds), "in all"]
    for player, label in enumerate(odds.spot.labels):
        cells = [
            dict(zip(pot.pot.eligible, pot.chips, strict=True)).get(player) for pot in odds.pots
        ]
        yield [
            label,
            *("-" if chips is None else f"{float(chips):,.2f}" for chips in cells),
            f"{float(odds.chips(player)):,.2f}",
        ]


def _next_cards(odds: Odds) -> Iterator[list[str]]:
    known = NextCards(odds.spot)
    yield ["next", *odds.spot.labels]
    for next_card in odds.next_cards:
        effects = ", ".join(map(effect_words, known.effects(next_card.card, next_card.shares)))
        yield [
            str(next_card.card),
            *map(percent, next_card.shares),
            *([effects] if effects else []),
        ]


def aligned(
    rows: Sequence[Sequence[str]], aligned_left: Sequence[int], widest: int = sys.maxsize
) -> Iterator[str]:
    """Yield the rows as columns of at most `widest` characters.

    The columns are aligned right except for those in `aligned_left`; longer cells are not cut.
    """
    widths = [
        min(widest, max(len(row[column]) for row in rows if column < len(row)))
        for column in range(max(map(len, rows)))
    ]
    for row in rows:
        cells = [
            cell.ljust(width) if column in aligned_left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=False))
        ]
        yield "  ".join(cells).rstrip()
