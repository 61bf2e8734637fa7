"""The hands of a range, with their weights."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import Cards

type Masks = NDArray[np.uint64]
"""Hands as 52 bits: bit n is card number n (rank * 4 + suit)."""


class SuitToChoose(NamedTuple):
    """A card written with a variable for its suit (`Jx`), and the suits that it may have."""

    rank: int
    variable: str
    suits: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Combos:
    """The hands of a range, as written in `text`. Weights are whole numbers, 1 or more.

    `to_choose` are the cards of hands in which nothing is open but one suit.
    """

    text: str
    masks: Masks
    weights: NDArray[np.int64]
    to_choose: tuple[SuitToChoose, ...] = ()

    def __len__(self) -> int:
        return len(self.masks)


class Extent(NamedTuple):
    """The number of hands that a range has as written, and the number that can be dealt.

    `weight` is the sum of the weights of the latter, where the heaviest hand of the range weighs 1.
    """

    written: int
    possible: int
    weight: float


def extent(combos: Combos, stub: Cards) -> Extent:
    """Return the size of a range if only these cards are left."""
    possible = without(combos, ~mask_of(stub))
    weight = float(possible.weights.sum() / combos.weights.max())
    return Extent(len(combos), len(possible), weight)


def without(combos: Combos, cards: Masks | np.uint64) -> Combos:
    """Return the hands that contain none of these cards."""
    kept = combos.masks & cards == 0
    return replace(combos, masks=combos.masks[kept], weights=combos.weights[kept])


def hands_of(cards: Sequence[int], size: int) -> NDArray[np.uint8]:
    """Return all hands of `size` of these cards: (n, size)."""
    count = comb(len(cards), size)
    flat = chain.from_iterable(combinations(cards, size))
    return np.fromiter(flat, np.uint8, count * size).reshape(count, size)


def masks_of(hands: NDArray[np.uint8]) -> Masks:
    """Convert hands of card numbers (n, size) to bits."""
    bits: Masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return bits


def mask_of(cards: Cards) -> np.uint64:
    return np.uint64(sum(1 << card.number for card in cards))


def cards_of(masks: Masks, size: int) -> NDArray[np.uint8]:
    """Convert hands given as bits to card numbers (n, size), ascending."""
    bits = np.unpackbits(masks[:, None].view(np.uint8), axis=1, bitorder="little")
    return np.nonzero(bits)[1].astype(np.uint8).reshape(len(masks), size)


def distinct(masks: Masks) -> Masks:
    """Return the distinct hands, ascending. numpy.unique, which hashes, takes ten times as long."""
    ordered = np.sort(masks)
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if masks.size else masks
