"""The file contracts, as batches use them: cut into blocks, and settled with their arrays."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from io import BufferedReader
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator import bulk
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.formats import omahacomp
from showdown.formats.omahacomp_line import read_line

GAMES = omahacomp.GAMES_OF_FORMAT


class Group(NamedTuple):
    """Deals with one number of players: their lines, and the arrays of `evaluator.bulk`."""

    lines: NDArray[np.int64]
    cards: NDArray[np.uint8]
    ordinals: NDArray[np.uint16]


class Settled(NamedTuple):
    """What became of a block; each part of the output ends with a blank line."""

    output: bytes
    deals: int
    errors: list[tuple[int, str]]
    groups: list[Group]


def split(stream: BufferedReader, size: int) -> Iterator[bytes]:
    """The text in blocks of whole deals, without a byte-order mark."""
    for block in omahacomp.blocks(stream, size=size):
        yield block.text


def settle_text(octets: bytes, *, game: Game, first_line: int) -> Settled:
    """Settle the deals of a block."""
    settled = omahacomp.settle_block(omahacomp.Block(octets, first_line), game=game)
    return Settled(settled.output, settled.deals, settled.errors, _groups(octets, game, first_line))


def _groups(octets: bytes, game: Game, first_line: int) -> list[Group]:
    rows: dict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    for number, line in enumerate(octets.split(b"\n"), first_line):
        with suppress(InvalidDeal):
            deal = read_line(line.decode(errors="replace"), game).deal
            cards = [card.number for hand in deal.hands for card in hand.cards]
            cards += [card.number for card in deal.board]
            rows[len(deal.hands)].append((number, cards))
    groups = []
    for each in rows.values():
        lines, dealt = zip(*each, strict=True)
        array = np.array(dealt, np.uint8)
        groups.append(Group(np.array(lines, np.int64), array, bulk.evaluate(game, array)))
    return groups
