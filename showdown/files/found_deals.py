"""Where the compiled loops put the deals that they find in a block."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.games import Game

_LEAST_BYTES_OF_A_CARD = 2


class Found(NamedTuple):
    """Arrays that are filled from the front, flat, with room for every deal that fits in a block.

    Of each deal: `starts` and `ends` of its text in the block, `lines` (how many lines come before
    it) and `players`; `cards` are those of all deals, one after the other. Of each part that the
    loops leave to the ordinary reader: `parts`, the start and the end of its text, how many deals
    were found before it, and how many lines come before it.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    lines: NDArray[np.int64]
    players: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    parts: NDArray[np.int64]


def room(size: int, game: Game) -> Found:
    """Room for what may be found in `size` data, and for a deal that the block's end cuts off.

    Of a deal that may yet fail, a board is put where it goes behind all its hands.
    """
    cards = size // _LEAST_BYTES_OF_A_CARD
    deals = cards // (game.players[0] * game.hole + game.board) + 1
    cards += game.players[-1] * game.hole + game.board
    return Found(
        starts=np.empty(deals, np.int64),
        ends=np.empty(deals, np.int64),
        lines=np.empty(deals, np.int64),
        players=np.empty(deals, np.uint8),
        cards=np.empty(cards, np.uint8),
        parts=np.empty((deals + 1, 4), np.int64),
    )
