"""Two-card ranges as grids of starting hands such as `AKs`, and examples of ranges."""

from collections import defaultdict
from math import comb
from typing import Any

from showdown.bulk.combos import get_class_name, masks_to_hands
from showdown.evaluator.cards import RANKS
from showdown.evaluator.games import GAMES, Family, Game
from showdown.notation.hand_order import has_hand_order
from showdown.notation.ranges import read_range

_COMBOS_PER_CLASS = {"": 6, "s": 4, "o": 12}
"""Number of combos of a starting hand by suffix: none for pairs, `s` suited, `o` offsuit."""

GRID_GAMES = {slug: game for slug, game in GAMES.items() if game.hole == 2}
"""Games whose hands have a grid, by slug."""

_EXAMPLES = {
    2: ("QQ+, AKs", "15%", "66-99", "ATs-A9s"),
    4: ("AA", "AA:$ds", "JT98+", "KK!KKK", "AA, KK@50"),
    5: ("AA:$ds", "AAKK", "JT987"),
    6: ("AAKK", "AA:$ds"),
}
"""Example ranges by the number of hole cards."""


def example_ranges(game: Game) -> tuple[str, ...]:
    """Return example ranges of the game; empty for draw and stud games."""
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


def build_range_grid(text: str, game: Game) -> dict[str, Any]:
    """Return the weight of each starting hand of a range, and the size of the range.

    `weights` (by starting hand) are 0 to 1, relative to the heaviest combo; `hands` is the weighted
    number of combos, and `percent` the percentage of all combos that it makes up.

    Raise InvalidDeal if the text isn't a range of the game.
    """
    combos = read_range(text, game)
    hands = masks_to_hands(combos.masks, game.hole)
    heaviest = float(combos.weights.max())
    weight_by_class: defaultdict[str, float] = defaultdict(float)
    for (first, second), weight in zip(hands.tolist(), combos.weights.tolist(), strict=True):
        weight_by_class[get_class_name(first, second)] += weight / heaviest
    total = sum(weight_by_class.values())
    return {
        "weights": {
            name: round(weight / _COMBOS_PER_CLASS[name[2:]], 4)
            for name, weight in weight_by_class.items()
        },
        "hands": round(total, 1),
        "percent": round(100 * total / comb(len(game.deck), 2), 1),
    }
