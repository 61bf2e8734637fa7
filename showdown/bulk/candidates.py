"""The hands that each player of a spot may have."""

from collections.abc import Sequence
from itertools import combinations
from math import comb, prod

import numpy as np

from showdown.bulk.combos import Combos, cards_of, hands_of, mask_of, masks_of, without
from showdown.evaluator.spots import Holding, Spot


def range_combos(spot: Spot) -> dict[int, Combos]:
    """Return the hands of the ranges by seat, without those that cannot be dealt."""
    if all(holding.range is None for holding in spot.holdings):
        return {}
    seen = ~mask_of(spot.stub)
    return {
        seat: without(holding.range, seen)
        for seat, holding in enumerate(spot.holdings)
        if isinstance(holding.range, Combos)
    }


def assignments(spot: Spot) -> int:
    """Count the ways to fill the hands; an overestimate if hands share cards."""
    if all(holding.is_known for holding in spot.holdings):
        return 1
    ranges = range_combos(spot)
    return prod(
        len(ranges[seat]) if seat in ranges else size(spot, seat)
        for seat in range(len(spot.holdings))
    )


def size(spot: Spot, seat: int) -> int:
    """Count the hands that a player may have; for a range, the written ones."""
    holding = spot.holdings[seat]
    if isinstance(holding.range, Combos):
        return len(holding.range)
    return comb(len(spot.stub), holding.unknown)


def every_combos(spot: Spot) -> list[Combos]:
    """Return the hands that each player may have; outside of ranges each weighs 1."""
    ranges = range_combos(spot)
    stub = [card.number for card in spot.stub]
    return [
        ranges[seat] if seat in ranges else _completed(holding, stub)
        for seat, holding in enumerate(spot.holdings)
    ]


def _completed(holding: Holding, stub: Sequence[int]) -> Combos:
    """Complete a hand with the cards that are left, in every way."""
    masks = masks_of(hands_of(stub, holding.unknown)) | mask_of(holding.cards)
    return Combos(str(holding), masks, np.ones(len(masks), np.int64))


def weighted_hands(
    holding: Holding, hole: int, combos: Combos | None, stub: Sequence[int]
) -> list[tuple[tuple[int, ...], int]]:
    """Return the hands that the player may have, as card numbers, with their weights."""
    if combos is not None:
        hands = map(tuple, cards_of(combos.masks, hole).tolist())
        return list(zip(hands, combos.weights.tolist(), strict=True))
    known = tuple(card.number for card in holding.cards)
    return [(known + more, 1) for more in combinations(stub, holding.unknown)]
