"""Hands of two cards, as arrays."""

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Combos, Masks, cards_of

type Whole = NDArray[np.int64]

HOLE, BOARD, CARDS = 2, 5, 52


class TooHeavyToCount(OverflowError):
    """The weights are so large that sums of them would not be exact."""


def places_among(masks: Masks, wanted: Masks) -> Whole:
    """Where each wanted hand stands among these hands; -1 for none of them."""
    if not len(masks):
        return np.full(len(wanted), -1)
    order = np.argsort(masks)
    places = np.searchsorted(masks[order], wanted).clip(max=len(masks) - 1)
    hands: Whole = np.where(masks[order][places] == wanted, order[places], -1)
    return hands


def weights_of(masks: Masks, combos: Combos) -> Whole:
    """The weight of each of these hands in a range; 0 for those that aren't in it."""
    places = places_among(combos.masks, masks)
    hands: Whole = np.where(places >= 0, combos.weights[places], 0)
    return hands


def weight_apart(masks: Masks, combos: Combos) -> Whole:
    """For each hand, the weight of the hands of a range that share no card with it.

    Of all these those with its first card are taken away, and those with its second; the very
    same hand has both, and so was taken away twice.
    """
    with_card = np.zeros(CARDS, np.int64)
    for card in cards_of(combos.masks, HOLE).T:
        np.add.at(with_card, card, combos.weights)
    first, second = cards_of(masks, HOLE).T
    sharing = with_card[first] + with_card[second] - weights_of(masks, combos)
    apart: Whole = combos.weights.sum() - sharing
    return apart
