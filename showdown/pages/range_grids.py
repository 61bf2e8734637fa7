"""Two-card ranges as grids of classes, and example ranges by number of hole cards."""

from collections import defaultdict
from math import comb
from typing import Any

from showdown.bulk.combos import class_name, masks_to_hands
from showdown.evaluator.cards import RANKS
from showdown.evaluator.games import GAMES, Family, Game
from showdown.notation.hand_order import has_hand_order
from showdown.notation.ranges import read_range

_TWO_CARDS = 2
_HANDS_PER_CLASS = {"": 6, "s": 4, "o": 12}
"""Number of hands in a class by the end of its name: pairs, suited, offsuit."""

GRID_GAMES = {slug: game for slug, game in GAMES.items() if game.hole == _TWO_CARDS}
"""Games whose hands have a grid, by slug."""

_EXAMPLES = {
    2: ("QQ+, AKs", "15%", "66-99", "ATs-A9s"),
    4: ("AA", "AA:$ds", "JT98+", "KK!KKK", "AA, KK@50"),
    5: ("AA:$ds", "AAKK", "JT987"),
    6: ("AAKK", "AA:$ds"),
}
"""Example ranges by the number of hole cards."""


def example_ranges(game: Game) -> tuple[str, ...]:
    """Return example ranges of the game; empty if its hands have no ranges."""
    if game.family is not Family.BOARD or not game.boards:
        return ()
    examples = _EXAMPLES.get(game.hole, ())
    if has_hand_order(game):
        return examples
    return tuple(text for text in examples if not text.endswith("%"))


def grid_ranks(game: Game) -> str:
    """Return the ranks along the grid, the highest first; empty without a grid."""
    if game.slug not in GRID_GAMES:
        return ""
    return "".join(RANKS[rank] for rank in sorted({card.rank for card in game.deck}, reverse=True))


def grid_of_range(text: str, game: Game) -> dict[str, Any]:
    """Return the weight of each class, the number of hands, and their percentage of all hands.

    Raise InvalidDeal if the text isn't a range of the game.
    """
    combos = read_range(text, game)
    hands = masks_to_hands(combos.masks, game.hole)
    heaviest = float(combos.weights.max())
    inside: defaultdict[str, float] = defaultdict(float)
    for (first, second), weight in zip(hands.tolist(), combos.weights.tolist(), strict=True):
        inside[class_name(first, second)] += weight / heaviest
    total = sum(inside.values())
    return {
        "weights": {
            name: round(count / _HANDS_PER_CLASS[name[2:]], 4) for name, count in inside.items()
        },
        "hands": round(total, 1),
        "percent": round(100 * total / comb(len(game.deck), _TWO_CARDS), 1),
    }
