"""Reusable arrays for settling blocks.

New memory costs a page fault every 4 KB, which would take longer than settling.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.payouts import MAX_SEATS, DealPayouts, WagerRows, allocate_wagers
from showdown.evaluator.games import Game

_MIN_CARD_BYTES = 2
_GROWTH = 4
_SLACK = 256
"""Answers without chips have at most `_GROWTH` times the bytes of their block, plus `_SLACK`."""
_GROWTH_WITH_CHIPS = 3 * _GROWTH
"""Initial growth factor for answers with chips, usually enough. Untouched memory costs nothing."""
_MAX_LAYOUT_LENGTH = 512
"""Maximum length of a line whose layout is stored."""
_LABEL_BYTES = 7
_AMOUNT_BYTES = 19


class LineLayout(NamedTuple):
    """The layout of a line: lines with the same layout differ only in their cards.

    `text` is one of these lines with its line ending. `fixed` is 255 for each byte that is the same
    in all of them, otherwise 0. `cards` contains the position of each card.
    """

    text: NDArray[np.uint8]
    fixed: NDArray[np.uint8]
    cards: NDArray[np.int64]


class DealRows(NamedTuple):
    """Flat arrays filled from the start, with space for all deals of a block.

    For each deal, `starts` and `ends` are the limits of its text in the block, `lines` is the
    number of lines before it, `players` the number of players, and `wager_rows` the index of its
    wagers, or -1. `cards` are the cards of all deals, one after the other. For each row of wagers,
    `wager_starts` is the start of its text. For each stretch of text that the kernels can't read,
    `parts` contains its start and end, and the numbers of deals and lines before it.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    lines: NDArray[np.int64]
    players: NDArray[np.uint8]
    wager_rows: NDArray[np.int64]
    wager_starts: NDArray[np.int64]
    cards: NDArray[np.uint8]
    parts: NDArray[np.int64]
    layout: LineLayout


def allocate_deals(size: int, game: Game) -> DealRows:
    """Allocate arrays for all deals in `size` bytes, and for one cut off at the end of the block.

    The cards of a deal are written before it is known to be valid, so there is space for one more.
    """
    cards = size // _MIN_CARD_BYTES
    deals = cards // (game.players[0] * game.hole + game.board) + 1
    cards += game.players[-1] * game.hole + game.board
    text, fixed = np.empty((2, _MAX_LAYOUT_LENGTH), np.uint8)
    return DealRows(
        starts=np.empty(deals, np.int64),
        ends=np.empty(deals, np.int64),
        lines=np.empty(deals, np.int64),
        players=np.empty(deals, np.uint8),
        wager_rows=np.empty(deals, np.int64),
        wager_starts=np.empty(deals, np.int64),
        cards=np.empty(cards, np.uint8),
        parts=np.empty((deals + 1, 4), np.int64),
        layout=LineLayout(text, fixed, np.empty(_MAX_LAYOUT_LENGTH, np.int64)),
    )


class BlockArrays(NamedTuple):
    """Arrays for a block of `size` bytes: deals, wagers, answers, and the end of each answer."""

    size: int
    deals: DealRows
    wagers: WagerRows
    answers: NDArray[np.uint8]
    answer_ends: NDArray[np.int64]


def allocate_block(size: int, game: Game) -> BlockArrays:
    deals = allocate_deals(size, game)
    answers = np.empty(_GROWTH_WITH_CHIPS * size + _SLACK, np.uint8)
    wagers = allocate_wagers(len(deals.starts))
    return BlockArrays(size, deals, wagers, answers, np.empty(len(deals.starts), np.int64))


def compute_max_answer_length(size: int, payouts: DealPayouts, max_hand_name_length: int) -> int:
    """Return the maximum length of the answers to `size` bytes of text.

    `max_hand_name_length` is that of the names of made hands.
    """
    contests = int(payouts.best.shape[2])
    pot_length = _SLACK // 4 + contests * (
        MAX_SEATS * _LABEL_BYTES + max_hand_name_length + _SLACK // 8
    )
    totals_length = (MAX_SEATS + 1) * (_LABEL_BYTES + _AMOUNT_BYTES) + _SLACK // 4
    pots, deals = int(payouts.pot_count.sum()), len(payouts.pot_count)
    return _GROWTH * size + _SLACK + pots * pot_length + deals * totals_length
