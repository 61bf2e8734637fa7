"""Compare two ranges by class of hand, by made hand, and by a curve of shares.

Shares are averages over hands, weighted by the frequency with which each is dealt.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import HOLE_CARDS, get_class_name, masks_to_hands
from showdown.bulk.odds import Odds
from showdown.bulk.tally import HandCounts
from showdown.evaluator.cards import DECK
from showdown.evaluator.spots import Spot

POINTS = 101
"""Number of points of a curve: from 0 to 100 percent of a range."""
_EVEN = 0.5

type Shares = NDArray[np.float64]


class HandGroup(NamedTuple):
    """A group of hands of a range: its name, number of hands, and average share.

    `part` is the frequency of the group in the range, and `ahead` the frequency, in the group, of
    hands with a share above one half.
    """

    name: str
    combinations: int
    part: float
    share: float
    ahead: float


class Standing(NamedTuple):
    """The results of one range against another.

    `classes` (`AA`, `AKs`, …) are sorted from the best share to the worst. `groups` are made hands
    on the board, the best first; before the flop they are pairs, suited and offsuit hands. `curve`
    has the share at each percent of the range, sorted from the best hand to the worst.
    """

    label: str
    share: float
    ahead: float
    classes: tuple[HandGroup, ...]
    groups: tuple[HandGroup, ...]
    curve: tuple[float, ...]


def compare_ranges(odds: Odds) -> tuple[Standing, ...]:
    """Return the standings of two ranges; an empty tuple if the odds have no counts of hands."""
    return tuple(
        _build_standing(odds.spot, holding.label, counts)
        for holding, counts in zip(odds.spot.holdings, odds.hands, strict=False)
    )


class _Hands(NamedTuple):
    """The possible hands (n, 2), their frequencies and shares (n), the best share first."""

    cards: NDArray[np.uint8]
    frequency: Shares
    shares: Shares


def _build_standing(spot: Spot, label: str, counts: HandCounts) -> Standing:
    order = np.flatnonzero(counts.total)
    order = order[np.argsort(-counts.equities[order], kind="stable")]
    frequency = np.multiply(counts.weights[order], counts.total[order], dtype=np.float64)
    cards = masks_to_hands(counts.masks[order], HOLE_CARDS)
    hands = _Hands(cards, frequency, counts.equities[order])
    names = [get_class_name(*pair) for pair in cards.tolist()]
    classes = _group_by_name(names, hands)
    whole_range = _build_group("", np.arange(len(hands.cards)), hands)
    if len(spot.boards[0]) < 3:
        kinds = {"": "pairs", "s": "suited", "o": "offsuit"}
        group_order = list(kinds.values())
        group_names = [kinds[name[2:]] for name in names]
    else:
        categories = spot.game.contests[0].ranking.categories
        group_order = list(reversed(categories))
        group_names = [categories[category] for category in _find_categories(spot, cards)]
    groups = sorted(
        _group_by_name(group_names, hands), key=lambda group: group_order.index(group.name)
    )
    frequency_so_far = np.cumsum(hands.frequency) / hands.frequency.sum()
    indices = np.searchsorted(frequency_so_far, np.linspace(0, 1, POINTS) - 1e-12)
    return Standing(
        label=label,
        share=whole_range.share,
        ahead=whole_range.ahead,
        classes=tuple(sorted(classes, key=lambda group: group.share, reverse=True)),
        groups=tuple(groups),
        curve=tuple(hands.shares[np.minimum(indices, len(frequency_so_far) - 1)].tolist()),
    )


def _build_group(name: str, indices: NDArray[np.intp], hands: _Hands) -> HandGroup:
    frequency, shares = hands.frequency[indices], hands.shares[indices]
    return HandGroup(
        name=name,
        combinations=len(indices),
        part=float(frequency.sum() / hands.frequency.sum()),
        share=float(frequency @ shares / frequency.sum()),
        ahead=float(frequency[shares > _EVEN].sum() / frequency.sum()),
    )


def _group_by_name(names: Sequence[str], hands: _Hands) -> list[HandGroup]:
    """Group the hands by name, in the order of first appearance."""
    indices: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        indices.setdefault(name, []).append(index)
    return [
        _build_group(name, np.array(group_indices), hands)
        for name, group_indices in indices.items()
    ]


def _find_categories(spot: Spot, cards: NDArray[np.uint8]) -> Iterable[int]:
    """Yield the category of each hand with the board so far.

    Hands of the same ranks have the same category, unless one of them has cards of a suit with
    three cards on the board.
    """
    contest, board = spot.game.contests[0], spot.boards[0]
    suited = [suit for suit in range(4) if sum(card.suit == suit for card in board) >= 3]
    category_of: dict[tuple[tuple[int, bool], ...], int] = {}
    for hand in cards.tolist():
        key = tuple((card >> 2, card & 3 in suited) for card in hand)
        if key not in category_of:
            hole = tuple(DECK[card] for card in hand)
            best = max(map(contest.ranking.rank, contest.combinations(hole, spot.boards)))
            category_of[key] = contest.ranking.category_of(best)
        yield category_of[key]
