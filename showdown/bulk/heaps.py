"""The boards of a spot in two heaps: by ranks alone, and with the suited cards of a flush.

`counting` explains the reason, and counts them.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from showdown.bulk.columns import FLUSH_RULES, NEVER, RankBits
from showdown.bulk.multisets import Counts, Numbers, joined, multisets, rank_sets
from showdown.bulk.tables import heeds_suits
from showdown.evaluator.games import Contest

CARDS_ON_BOARD = 5


class Known(NamedTuple):
    """The known part of a deal as card numbers: rank * 4 + suit. The `stub` is in the deck."""

    hands: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]
    stub: tuple[int, ...]


class SuitedBoards(NamedTuple):
    """Boards with a given number of cards of one suit: each set of them with each rest.

    `sets` (n) are the ranks in the suit of all board cards, `coming` (n, 13) those still to come;
    `rest` (m, 13) how often each rank is among the other cards to come, `ways` (m) in how many ways
    these can be dealt, and `place` (n, m) where in the first heap all the ranks together are.
    """

    suit: int
    sets: RankBits
    coming: Counts
    rest: Counts
    ways: Counts
    place: Numbers


class BoardHeaps:
    """All boards that a spot may have, in a game with one board.

    `stub` (13, 4) are the cards in the deck, `of_rank` (13) how many of each rank these are,
    `coming` the multisets of ranks that may come, and `ways` in how many ways each can.
    """

    def __init__(self, known: Known, contests: Sequence[Contest]) -> None:
        self._known = known
        self._contests = contests
        cards = np.array(known.stub, np.intp)
        self.stub = np.zeros((13, 4), np.int64)
        self.stub[cards >> 2, cards & 3] = 1
        self.coming = multisets(CARDS_ON_BOARD - len(known.boards[0]))
        self.of_rank = self.stub.sum(axis=1)
        self.ways = self.coming.ways(self.of_rank)

    @cached_property
    def suited(self) -> tuple[SuitedBoards, ...]:
        """Return the second heap, by suit and by the number of its cards to come."""
        boards: list[SuitedBoards] = []
        for suit in range(4):
            least = min(self._least(contest, suit) for contest in self._contests)
            boards += self._suited_boards(suit, least)
        return tuple(boards)

    def _suited_boards(self, suit: int, least: int) -> Iterator[SuitedBoards]:
        """Return boards with at least `least` cards of the suit, by the number of these to come."""
        known = _bits(ranks_of(self._known.boards[0], suit))
        free = _bits(ranks_of(self._known.stub, suit))
        others = self.of_rank - self.stub[:, suit]
        for size in range(max(0, least - known.bit_count()), self.coming.size + 1):
            sets, rest = rank_sets(size), multisets(self.coming.size - size)
            here = np.flatnonzero(sets.bits & ~free == 0)
            if len(here):
                yield SuitedBoards(
                    suit=suit,
                    sets=sets.bits[here] | known,
                    coming=sets.times[here],
                    rest=rest.times,
                    ways=rest.ways(others),
                    place=joined(size, rest.size)[here],
                )

    def _least(self, contest: Contest, suit: int) -> int:
        """Return the number of board cards of the suit that a hand needs for a flush."""
        if not heeds_suits(contest.ranking):
            return NEVER
        least = FLUSH_RULES[contest.choice].least
        return min(least(ranks_of(hand, suit)) for hand in self._known.hands)

    @cached_property
    def places(self) -> Numbers:
        """Return the index in the first heap of the ranks of each board of the second."""
        places = [boards.place.ravel() for boards in self.suited]
        return np.concatenate(places) if places else np.zeros(0, np.intp)

    @cached_property
    def weights(self) -> tuple[Counts, Counts]:
        """Return the number of boards that each entry of the two heaps stands for."""
        suited = [(np.ones((len(boards.sets), 1)) * boards.ways).ravel() for boards in self.suited]
        second = np.concatenate(suited) if suited else np.zeros(0)
        return self.ways - np.bincount(self.places, second, minlength=len(self.ways)), second


def ranks_of(cards: Sequence[int], suit: int) -> list[int]:
    return [card >> 2 for card in cards if card & 3 == suit]


def _bits(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in ranks)
