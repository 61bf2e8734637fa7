"""The order of two-card hands before the flop by their share against a random hand.

The files in `hand_orders` contain the exact shares, which `tests.odds.hand_order_making` computes.
"""

import csv
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from showdown.bulk.combos import Masks, get_class_name, hands_to_masks
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game

FOLDER = Path(__file__).parent / "hand_orders"
type Slice = tuple[Fraction, Fraction]
"""A part of the order of hands between two points: 0 is the best hand, 1 the worst."""

WHOLE = 10_000
"""The weight of a hand that is entirely in a range, in hundredths of a percent."""


class NoHandOrder(InvalidDeal):
    """A percentage of hands in a game without an order of hands."""

    message = (
        "a percentage of hands needs an order of hands; there is one for {known}, none for {game}"
    )

    game: Game
    known: tuple[str, ...]


class HandClass(NamedTuple):
    """Hands that differ only by their suits (`AKs`), and their share against a random hand."""

    name: str
    share: Fraction
    masks: Masks


def hand_order(game: Game) -> tuple[HandClass, ...]:
    """Return the classes of the game's hands, the best first. Raise NoHandOrder if it has none."""
    slug = _find_order_slug(game)
    if slug is None:
        names = tuple(other.name for other in GAMES.values() if _find_order_slug(other))
        raise NoHandOrder(game=game, known=names)
    return _read_order(slug)


def has_hand_order(game: Game) -> bool:
    """Return whether there is an order of the game's hands, which percentages need."""
    return _find_order_slug(game) is not None


def best_hands(game: Game, *slices: Slice) -> list[tuple[HandClass, int]]:
    """Return the classes in any slice of the order, with their weights.

    If a slice ends within a class, the weight of each hand of the class is the part of the class in
    the slice. So 15% is exact, and no suit is better than another.
    """
    order = hand_order(game)
    hand_count = sum(len(hand_class.masks) for hand_class in order)
    disjoint: list[Slice] = []
    for above, below in sorted(slices):  # drop the parts that are in an earlier slice
        last_end = max((end for _, end in disjoint), default=Fraction(0))
        disjoint.append((max(above, last_end), below))
    classes = []
    start = Fraction(0)
    for hand_class in order:
        end = start + Fraction(len(hand_class.masks), hand_count)
        parts = (min(end, below) - max(start, above) for above, below in disjoint)
        part_in_slices = sum(part for part in parts if part > 0)
        if weight := round(WHOLE * part_in_slices / (end - start)):
            classes.append((hand_class, weight))
        start = end
    return classes


def _find_order_slug(game: Game) -> str | None:
    """Return the slug of the file with the order of this game's hands, or None."""
    slugs = sorted(path.stem for path in FOLDER.glob("*.csv"))
    properties = _list_share_properties(game)
    return next((slug for slug in slugs if _list_share_properties(GAMES[slug]) == properties), None)


def _list_share_properties(game: Game) -> tuple[object, ...]:
    """Return the properties of a game that determine the average share of each hand."""
    contests = {
        tuple((contest.ranking, contest.choice, contest.min_rank) for contest in part)
        for part in game.parts
    }
    return game.hole, game.deck, set(game.boards), contests


@cache
def _read_order(slug: str) -> tuple[HandClass, ...]:
    classes: dict[str, list[tuple[int, int]]] = {}
    for low, high in combinations([card.number for card in GAMES[slug].deck], 2):
        classes.setdefault(get_class_name(low, high), []).append((low, high))
    masks = {name: hands_to_masks(np.array(hands, np.uint8)) for name, hands in classes.items()}
    with (FOLDER / f"{slug}.csv").open(newline="") as file:
        return tuple(
            HandClass(row["hand"], Fraction(row["share"]), masks[row["hand"]])
            for row in csv.DictReader(file)
        )
