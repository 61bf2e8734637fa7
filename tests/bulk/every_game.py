"""Every game on the bulk path against brute force that was written from the rules alone.

Deals are random; more come from decks that are adverse: of few suits or few ranks, so that flushes,
sets, wheels, counterfeits and equal lows come all the time.
Run: uv run python -m tests.bulk.every_game [--deals 100000] [--adverse 10000] [--game razz …]
The exit status is 1 where a game differs. All games take some fifteen minutes, on one core.
"""

import argparse
import sys
from collections.abc import Iterator
from time import perf_counter

import numpy as np

from showdown.bulk import evaluation
from showdown.evaluator.cards import ACE
from showdown.evaluator.games import GAMES
from tests.evaluator import reference
from tests.library.dealing import random_deals

PLAYERS = 2
_AT_ONCE = 10_000


class Differs(AssertionError):
    """The bulk path orders hands differently from brute force."""


def adverse_decks(game) -> Iterator[list[int]]:
    """Return parts of the deck as card numbers, each sufficient for two players of any game."""
    ranks = sorted({card.rank for card in game.deck}, key=lambda rank: (rank != ACE, rank))
    for fits in (
        lambda card: card.suit < 2,
        lambda card: card.suit == 3 or card.rank in ranks[:3],
        lambda card: card.suit == 1 or card.rank in ranks[-3:],
        lambda card: card.rank in ranks[:6],
        lambda card: card.rank in ranks[-6:],
        lambda card: card.rank in ranks[:8] and card.suit,
    ):
        yield [card.number for card in game.deck if fits(card)]


def adverse_cards(rng, game, count):
    decks = list(adverse_decks(game))
    per_deck = -(-count // len(decks))
    parts = [random_deals(rng, game, per_deck, PLAYERS, deck) for deck in decks]
    return np.concatenate(parts)[:count]


class Order:
    """Check one game's strengths against brute force: each stands for one rank, in order."""

    def __init__(self, game) -> None:
        self._game = game
        self._rank_of = [{0: None} for _ in game.contests]

    def hold(self, cards) -> None:
        """Check every hand of these deals. Raise Differs."""
        strengths = evaluation.evaluate(self._game, cards).tolist()
        for row, by_seat in zip(cards.tolist(), strengths, strict=True):
            names = [reference.DECK[number] for number in row]
            end = PLAYERS * self._game.hole
            for seat, start in enumerate(range(0, end, self._game.hole)):
                hole = names[start : start + self._game.hole]
                self._hold_hand(hole, names[end:], by_seat[seat])
        self._hold_order()

    def _hold_hand(self, hole, board, strengths) -> None:
        ranks = reference.strengths(self._game.slug, hole, board)
        for known, strength, rank in zip(self._rank_of, strengths, ranks, strict=True):
            if known.setdefault(strength, rank) != rank:
                raise Differs(f"{self._game}: {' '.join(hole)} | {' '.join(board)}")

    def _hold_order(self) -> None:
        for known in self._rank_of:
            ordered = [known[strength] for strength in sorted(known) if strength]
            if ordered != sorted(set(ordered)):
                raise Differs(f"{self._game}: strengths are not in the order of the ranks")


def hold_to_brute_force(game, deals: int, adverse: int, seed) -> None:
    """Check random deals and adverse deals of the game. Raise Differs."""
    rng = np.random.default_rng(seed)
    order = Order(game)
    for draw, wanted in ((random_deals, deals), (adverse_cards, adverse)):
        for start in range(0, wanted, _AT_ONCE):
            order.hold(draw(rng, game, min(_AT_ONCE, wanted - start)))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=100_000)
    arguments.add_argument("--adverse", type=int, default=10_000)
    arguments.add_argument("--game", action="append", choices=GAMES, dest="games")
    arguments.add_argument("--seed", type=int, default=15)
    options = arguments.parse_args()
    differing = 0
    for slug in options.games or GAMES:
        start = perf_counter()
        try:
            seed = [options.seed, GAMES[slug].number]
            hold_to_brute_force(GAMES[slug], options.deals, options.adverse, seed)
            result = "as by brute force"
        except Differs as error:
            differing += 1
            result = f"DIFFERS {error}"
        took = perf_counter() - start
        dealt = f"{options.deals:,} + {options.adverse:,} deals"
        print(f"{slug:30}{dealt} {took:8.1f} s  {result}", flush=True)
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
