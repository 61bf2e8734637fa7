"""Hands of two cards, as arrays."""

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Combos, Masks, cards_of

type Whole = NDArray[np.int64]

HOLE, BOARD, CARDS = 2, 5, 52


class TooHeavyToCount(OverflowError):
    """Raised if weights are so large that sums of them would not be exact."""


def places_among(masks: Masks, wanted: Masks) -> Whole:
    """Return the index of each wanted hand among these hands; -1 if it is not there."""
    if not len(masks):
        return np.full(len(wanted), -1)
    order = np.argsort(masks)
    places = np.searchsorted(masks[order], wanted).clip(max=len(masks) - 1)
    hands: Whole = np.where(masks[order][places] == wanted, order[places], -1)
    return hands


def weights_of(masks: Masks, combos: Combos) -> Whole:
    """Return the weight of each of these hands in a range; 0 for those outside it."""
    places = places_among(combos.masks, masks)
    hands: Whole = np.where(places >= 0, combos.weights[places], 0)
    return hands


def weight_apart(masks: Masks, combos: Combos) -> Whole:
    """Return, for each hand, the weight of the hands of a range that share no card with it.

    It is the sum of all, minus those with its first card, minus those with its second, plus the
    very same hand, which was subtracted twice.
    """
    with_card = np.zeros(CARDS, np.int64)
    for card in cards_of(combos.masks, HOLE).T:
        np.add.at(with_card, card, combos.weights)
    first, second = cards_of(masks, HOLE).T
    sharing = with_card[first] + with_card[second] - weights_of(masks, combos)
    apart: Whole = combos.weights.sum() - sharing
    return apart
