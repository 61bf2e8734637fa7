"""The hands of a range, with their weights."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.evaluator.cards import RANKS, Cards
from showdown.evaluator.spots import Holding, Spot

type Masks = NDArray[np.uint64]
"""Hands as 52 bits: bit n is card number n (rank * 4 + suit)."""
type Integers = NDArray[np.int64]

HOLE_CARDS, BOARD_CARDS, DECK_SIZE = 2, 5, 52
"""The numbers of cards in Hold'em."""

MAX_WEIGHT = 2**62
"""Maximum sum of the weights of deals, which are added as 64-bit integers."""


class TooHeavyToCount(OverflowError):
    """Weights so large that their sums would not be exact."""


class CardWithOpenSuit(NamedTuple):
    """A card written with a variable for its suit (`Jx`), and the suits that it may have."""

    rank: int
    variable: str
    suits: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Combos:
    """The hands of a range written as `text`. Weights are whole numbers, 1 or more.

    `cards_with_open_suits` lists the cards of otherwise complete hands that were written with a
    variable for the suit.
    """

    text: str
    masks: Masks
    weights: NDArray[np.int64]
    cards_with_open_suits: tuple[CardWithOpenSuit, ...] = ()

    def __len__(self) -> int:
        return len(self.masks)


class Extent(NamedTuple):
    """The number of hands in a range, and the number of those that can be dealt.

    `weight` is the sum of the weights of these hands, relative to the largest weight in the range.
    """

    written: int
    possible: int
    weight: float


def measure_extent(combos: Combos, stub: Cards) -> Extent:
    """Return the size of a range if only these cards are left."""
    possible = _exclude_cards(combos, ~cards_to_mask(stub))
    weight = float(possible.weights.sum() / combos.weights.max())
    return Extent(len(combos), len(possible), weight)


def _exclude_cards(combos: Combos, cards: Masks | np.uint64) -> Combos:
    """Return the hands that contain none of these cards."""
    is_possible = combos.masks & cards == 0
    return replace(combos, masks=combos.masks[is_possible], weights=combos.weights[is_possible])


def list_hands(cards: Sequence[int], size: int) -> NDArray[np.uint8]:
    """Return all hands of `size` cards that can be made of these cards, (n, size)."""
    count = comb(len(cards), size)
    flat = chain.from_iterable(combinations(cards, size))
    return np.fromiter(flat, np.uint8, count * size).reshape(count, size)


def hands_to_masks(hands: NDArray[np.uint8]) -> Masks:
    """Convert hands of card numbers (n, size) to bit sets."""
    bits: Masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return bits


def cards_to_mask(cards: Cards) -> np.uint64:
    """Convert cards to a bit set."""
    return np.uint64(sum(1 << card.number for card in cards))


def masks_to_hands(masks: Masks, size: int) -> NDArray[np.uint8]:
    """Convert hands given as bit sets to card numbers (n, size), ascending."""
    bits = np.unpackbits(masks[:, None].view(np.uint8), axis=1, bitorder="little")
    return np.nonzero(bits)[1].astype(np.uint8).reshape(len(masks), size)


def sort_distinct(masks: Masks) -> Masks:
    """Return the distinct hands, ascending.

    `numpy.unique` uses a hash table, which takes ten times as long.
    """
    ordered = np.sort(masks)
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if masks.size else masks


def get_class_name(card: int, other: int) -> str:
    """Return the class of a hand of two card numbers: `AA`, `AKs`, `AKo`."""
    low, high = sorted((card, other))
    ranks = RANKS[high >> 2] + RANKS[low >> 2]
    if high >> 2 == low >> 2:
        return ranks
    return ranks + ("s" if high & 3 == low & 3 else "o")


def build_class_grid(ranks: Sequence[int]) -> list[list[str]]:
    """Return the classes of hands of these ranks, row by row, in the usual grid.

    Pairs lie on the diagonal, the best top left; suited hands are above it, offsuit ones below.
    """
    highest_first = sorted(ranks, reverse=True)
    return [
        [get_class_name(row << 2, column << 2 | (row < column)) for column in highest_first]
        for row in highest_first
    ]


def restrict_ranges(spot: Spot) -> dict[int, Combos]:
    """Return the hands of each range that can be dealt, by seat."""
    if all(holding.range is None for holding in spot.holdings):
        return {}
    unavailable = ~cards_to_mask(spot.stub)
    return {
        seat: _exclude_cards(holding.range, unavailable)
        for seat, holding in enumerate(spot.holdings)
        if isinstance(holding.range, Combos)
    }


def count_assignments(spot: Spot) -> int:
    """Return the number of ways to assign hands to players, including those that share cards."""
    if all(holding.is_known for holding in spot.holdings):
        return 1
    ranges = restrict_ranges(spot)
    return prod(
        len(ranges[seat]) if seat in ranges else count_hands(spot, seat)
        for seat in range(len(spot.holdings))
    )


def count_hands(spot: Spot, seat: int) -> int:
    """Return the number of a player's possible hands; for a range, the number of all its hands."""
    holding = spot.holdings[seat]
    if isinstance(holding.range, Combos):
        return len(holding.range)
    return comb(len(spot.stub), holding.unknown)


def list_combos(spot: Spot) -> list[Combos]:
    """Return each player's possible hands; hands that aren't given as a range have weight 1."""
    ranges = restrict_ranges(spot)
    stub = [card.number for card in spot.stub]

    def complete_holding(holding: Holding) -> Combos:
        masks = hands_to_masks(list_hands(stub, holding.unknown)) | cards_to_mask(holding.cards)
        return Combos(str(holding), masks, np.ones(len(masks), np.int64))

    return [
        ranges[seat] if seat in ranges else complete_holding(holding)
        for seat, holding in enumerate(spot.holdings)
    ]


def list_weighted_hands(
    holding: Holding, hole: int, combos: Combos | None, stub: Sequence[int]
) -> list[tuple[tuple[int, ...], int]]:
    """Return a player's possible hands as card numbers, with their weights."""
    if combos is not None:
        hands = map(tuple, masks_to_hands(combos.masks, hole).tolist())
        return list(zip(hands, combos.weights.tolist(), strict=True))
    known_cards = tuple(card.number for card in holding.cards)
    return [(known_cards + more, 1) for more in combinations(stub, holding.unknown)]


def find_indices(masks: Masks, searched_masks: Masks) -> Integers:
    """Return the index in `masks` of each of the `searched_masks`, or -1."""
    if not len(masks):
        return np.full(len(searched_masks), -1)
    order = np.argsort(masks)
    indices = np.searchsorted(masks[order], searched_masks).clip(max=len(masks) - 1)
    found_indices: Integers = np.where(masks[order][indices] == searched_masks, order[indices], -1)
    return found_indices


def look_up_weights(masks: Masks, combos: Combos) -> Integers:
    """Return the weight of each of these hands in a range; 0 if it isn't in the range."""
    indices = find_indices(combos.masks, masks)
    weights: Integers = np.where(indices >= 0, combos.weights[indices], 0)
    return weights


def sum_disjoint_weights(masks: Masks, combos: Combos) -> Integers:
    """Return the weight (n) of the hands in a range that share no card with each of these hands.

    All hands have two cards. The weight is that of the whole range, minus the hands with the first
    card, minus the hands with the second card, plus the identical hand, which was subtracted twice.
    """
    card_weights = np.zeros(DECK_SIZE, np.int64)
    for card in masks_to_hands(combos.masks, HOLE_CARDS).T:
        np.add.at(card_weights, card, combos.weights)
    first, second = masks_to_hands(masks, HOLE_CARDS).T
    sharing = card_weights[first] + card_weights[second] - look_up_weights(masks, combos)
    disjoint: Integers = combos.weights.sum() - sharing
    return disjoint
