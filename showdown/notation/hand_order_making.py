"""Makes the orders that `hand_order` reads, by counting every match-up of two hands of two cards.

`uv run python -m showdown.notation.hand_order_making holdem` takes a minute or two. Of match-ups
that differ only by their suits one is counted: 47,008 of Hold'em, 10,215 of Short Deck.
"""

import argparse
import csv
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

from showdown.bulk.counting import Count
from showdown.bulk.heaps import Known
from showdown.evaluator.cards import RANKS
from showdown.evaluator.games import GAMES, Game

FOLDER = Path(__file__).parent / "hand_orders"
COLUMNS = ("hand", "share", "percent")
_SUITS = list(permutations(range(4)))

type Hand = tuple[int, int]
"""Two card numbers (rank * 4 + suit), ascending."""
type MatchUp = tuple[Hand, Hand]


class Orders:
    """The share of each class of hands against any other hand, before the flop."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._deck = [card.number for card in game.deck]
        self._share = cache(self._counted)

    def shares(self) -> Iterator[tuple[str, Fraction]]:
        """Each class, such as `AKs`, and its share of the pot against a random hand."""
        for name, hand in _classes(self._deck):
            rest = [card for card in self._deck if card not in hand]
            others = list(combinations(rest, 2))
            yield name, sum((self._of(hand, other) for other in others), Fraction(0)) / len(others)

    def _of(self, hand: Hand, other: Hand) -> Fraction:
        """The share of the first hand. The match-up is counted once, for either of its hands."""
        match_up, turned = _canonical(hand, other), _canonical(other, hand)
        return self._share(match_up) if match_up <= turned else 1 - self._share(turned)

    def _counted(self, match_up: MatchUp) -> Fraction:
        dealt = {card for hand in match_up for card in hand}
        rest = tuple(card for card in self._deck if card not in dealt)
        return (
            Count(Known(match_up, (), rest), self._game.contests, self._game.places)
            .tally()
            .share(0)
        )


def _classes(deck: list[int]) -> Iterator[tuple[str, Hand]]:
    """Every class of hands of the deck, and one of its hands."""
    ranks = sorted({card >> 2 for card in deck}, reverse=True)
    for high in ranks:
        for low in (rank for rank in ranks if rank <= high):
            name = RANKS[high] + RANKS[low]
            if high == low:
                yield name, (low * 4, high * 4 + 1)
            else:
                yield f"{name}s", (low * 4, high * 4)
                yield f"{name}o", (low * 4, high * 4 + 1)


def _canonical(hand: Hand, other: Hand) -> MatchUp:
    """The least of the match-ups that differ from this one by the names of suits."""
    return min((_renamed(hand, suits), _renamed(other, suits)) for suits in _SUITS)


@cache
def _renamed(hand: Hand, suits: tuple[int, ...]) -> Hand:
    low, high = sorted(card & ~3 | suits[card & 3] for card in hand)
    return low, high


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game", choices=GAMES)
    game = GAMES[arguments.parse_args().game]
    ordered = sorted(Orders(game).shares(), key=lambda pair: pair[1], reverse=True)
    FOLDER.mkdir(exist_ok=True)
    with (FOLDER / f"{game.slug}.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((name, share, f"{float(share):.4%}"[:-1]) for name, share in ordered)


if __name__ == "__main__":
    main()
