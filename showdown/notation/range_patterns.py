"""List the hands of a pattern of cards: `A2**`, `AxAyxy`, `RRON`, `{[A-T][A-T][A-T]}`.

A pattern matches a hand if each of its elements matches a different card; the hand's other cards
don't matter. Different variables stand for different ranks or suits, and never for a rank or suit
that the pattern names.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks, sort_distinct
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game

EVERY_RANK = frozenset(range(13))
EVERY_SUIT = frozenset(range(4))

_CARDS = np.arange(52)
_BITS: Masks = np.uint64(1) << _CARDS.astype(np.uint64)
_MAX_CELLS = 1 << 22
MAX_ROWS = 10_000_000
"""Maximum number of partial and whole hands that a range may create; a million take 0.5 s."""


class InvalidRange(InvalidDeal):
    """Text that is not a range of hands."""


class TooManyHands(InvalidRange):
    """A range that would take too long to list."""

    message = "this range holds too many hands to be listed"


@dataclass
class RowBudget:
    """The number of rows, partial or whole hands, that a range of this game may still create."""

    game: Game
    rows: int = MAX_ROWS

    @property
    def hole(self) -> int:
        """Return the number of cards of each hand."""
        return self.game.hole

    def spend(self, rows: int) -> None:
        """Count rows before they are created. Raise TooManyHands if there are too many."""
        self.rows -= rows
        if self.rows < 0:
            raise TooManyHands


@dataclass(frozen=True, slots=True)
class Element:
    """One card of a pattern: the ranks and suits it may have, or variables for them.

    `names_rank` is true if the pattern states a single rank, not a list. Elements of the same
    `group` have different ranks; 0 means no group.
    """

    ranks: frozenset[int] = EVERY_RANK
    suits: frozenset[int] = EVERY_SUIT
    rank_variable: str = ""
    suit_variable: str = ""
    names_rank: bool = False
    group: int = 0

    @property
    def cards(self) -> NDArray[np.intp]:
        """Return the numbers of the possible cards, before variables are taken into account."""
        return np.array(
            [4 * rank + suit for rank in sorted(self.ranks) for suit in sorted(self.suits)], np.intp
        )


type Pattern = tuple[Element, ...]


@dataclass(frozen=True)
class _Rows:
    """Arrays with an item for each partial hand.

    `masks` are the cards as bit sets, `values` the ranks or suits of variables by name, and
    `groups` the ranks of groups as bit sets. `last_cards` are the cards dealt last for elements, by
    the representative of the element.
    """

    masks: Masks
    values: dict[str, NDArray[np.int8]] = field(default_factory=dict)
    groups: dict[int, NDArray[np.int64]] = field(default_factory=dict)
    last_cards: dict[Element, NDArray[np.intp]] = field(default_factory=dict)

    def take(self, rows: NDArray[np.intp]) -> "_Rows":
        return _Rows(
            self.masks[rows],
            {name: values[rows] for name, values in self.values.items()},
            {group: ranks[rows] for group, ranks in self.groups.items()},
            {element: cards[rows] for element, cards in self.last_cards.items()},
        )


def list_hands(pattern: Pattern, budget: RowBudget) -> Masks:
    """Return all hands that the pattern matches, in ascending order."""
    elements = [element for element in pattern if element != Element()]
    elements.sort(key=lambda element: (bool(_list_variables(element)), len(element.cards)))
    # No variable may stand for a rank or suit that the pattern names.
    restricted = [element for element in pattern if element.suits != EVERY_SUIT]
    forbidden = {
        "rank": {rank for element in pattern if element.names_rank for rank in element.ranks},
        "suit": {suit for element in restricted for suit in element.suits},
    }
    representatives = _find_representatives(elements)
    rows = _Rows(np.zeros(1, np.uint64))
    for element in elements:
        rows = _deal_element(rows, element, representatives[element], forbidden, budget)
    return _add_any_cards(sort_distinct(rows.masks), budget.hole - len(elements), budget)


def _add_any_cards(masks: Masks, count: int, budget: RowBudget) -> Masks:
    """Return the distinct hands with any `count` more cards, in ascending order."""
    if not count or not masks.size:
        return masks
    if not masks[0]:
        budget.spend(comb(len(_CARDS), count))
        return all_hands(count)
    free_cards = len(_CARDS) - budget.hole + count
    budget.spend(len(masks) * sum(comb(free_cards, drawn) for drawn in range(1, count + 1)))
    min_cards = np.zeros(len(masks), np.uint8)
    for _ in range(count):
        rows_by_card = [
            np.flatnonzero((masks & bit == 0) & (min_cards <= card))
            for card, bit in enumerate(_BITS)
        ]
        rows = np.concatenate(rows_by_card)
        cards = np.repeat(_CARDS, list(map(len, rows_by_card)))
        masks, min_cards = masks[rows] | _BITS[cards], (cards + 1).astype(np.uint8)
    return sort_distinct(masks)


def _list_variables(element: Element) -> list[str]:
    return [name for name in (element.rank_variable, element.suit_variable) if name]


def _find_representatives(elements: Sequence[Element]) -> dict[Element, Element]:
    """Return the representative of each element, which interchangeable elements share.

    Interchangeable elements are equal, or differ only in the name of a variable used once.
    Their cards are dealt in ascending order, so that no hand is repeated.
    """
    uses = Counter(name for element in elements for name in _list_variables(element))

    def alias(name: str) -> str:
        return "once" if uses[name] == 1 else name

    return {
        element: replace(
            element,
            rank_variable=alias(element.rank_variable),
            suit_variable=alias(element.suit_variable),
        )
        for element in elements
    }


def _deal_element(
    rows: _Rows,
    element: Element,
    representative: Element,
    forbidden: dict[str, set[int]],
    budget: RowBudget,
) -> _Rows:
    """Return every row with each card that is possible for the element."""
    cards = element.cards
    row_parts, card_parts = [], []
    step = max(1, _MAX_CELLS // len(cards))
    for start in range(0, max(1, len(rows.masks)), step):
        part = rows.take(np.arange(start, min(start + step, len(rows.masks))))
        row, card = np.nonzero(
            _find_possible_cards(part, element, representative, cards, forbidden)
        )
        budget.spend(len(row))
        row_parts.append(row + start)
        card_parts.append(cards[card])
    row, card = np.concatenate(row_parts), np.concatenate(card_parts)
    extended = rows.take(row)
    values, groups = dict(extended.values), dict(extended.groups)
    if element.rank_variable:
        values[element.rank_variable] = (card >> 2).astype(np.int8)
    if element.suit_variable:
        values[element.suit_variable] = (card & 3).astype(np.int8)
    if element.group:
        groups[element.group] = groups.get(element.group, 0) | (1 << (card >> 2))
    last_cards = extended.last_cards | {representative: card}
    return _Rows(extended.masks | _BITS[card], values, groups, last_cards)


def _find_possible_cards(
    rows: _Rows,
    element: Element,
    representative: Element,
    cards: NDArray[np.intp],
    forbidden: dict[str, set[int]],
) -> NDArray[np.bool_]:
    """Return an array (rows, cards): whether the card may be added to the row."""
    is_possible: NDArray[np.bool_] = rows.masks[:, None] & _BITS[cards] == 0
    if representative in rows.last_cards:
        is_possible &= cards > rows.last_cards[representative][:, None]
    if element.group in rows.groups:
        is_possible &= rows.groups[element.group][:, None] >> (cards >> 2) & 1 == 0
    for name, values, names, forbidden_values in (
        (element.rank_variable, cards >> 2, _RANK_VARIABLES, forbidden["rank"]),
        (element.suit_variable, cards & 3, _SUIT_VARIABLES, forbidden["suit"]),
    ):
        if name in rows.values:
            is_possible &= rows.values[name][:, None] == values
        elif name:
            is_possible &= ~np.isin(values, list(forbidden_values))
            for other in names & rows.values.keys():
                is_possible &= rows.values[other][:, None] != values
    return is_possible


_RANK_VARIABLES = frozenset("RONP")
_SUIT_VARIABLES = frozenset("wxyz")


@cache
def all_hands(hole: int) -> Masks:
    """Return all hands of `hole` cards in ascending order: each card with all hands below it."""
    if not hole:
        return np.zeros(1, np.uint64)
    fewer = all_hands(hole - 1)
    return np.concatenate([fewer[: comb(card, hole - 1)] | bit for card, bit in enumerate(_BITS)])
