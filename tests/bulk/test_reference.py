"""Compare strengths of arrays with brute force that was written from the rules alone.

Deals are random; some come from decks of few suits or few ranks, so that flushes, sets, wheels,
counterfeits and equal lows are frequent.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from showdown.bulk import evaluation
from showdown.evaluator.cards import ACE
from showdown.evaluator.games import GAMES
from tests.evaluator import reference
from tests.library.dealing import random_deals
from tests.made_up_games import EVERY_GAME
from tests.scope import examples, quick_first

PLAYERS = 2
_AT_ONCE = 10_000


class Differs(AssertionError):
    """A difference between the orders of hands by arrays and by brute force."""


def adverse_decks(game) -> Iterator[list[int]]:
    """Yield parts of the deck as card numbers, each sufficient for two players of any game."""
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
    """A check of one game's strengths: each represents one rank of brute force, in order."""

    def __init__(self, game) -> None:
        self._game = game
        self._rank_of = [{0: None} for _ in game.contests]

    def hold(self, cards) -> None:
        """Check every hand of these deals. Raise Differs for the first wrong one."""
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
    """Check random and adverse deals of the game. Raise Differs for the first wrong one."""
    rng = np.random.default_rng(seed)
    order = Order(game)
    for draw, wanted in ((random_deals, deals), (adverse_cards, adverse)):
        for start in range(0, wanted, _AT_ONCE):
            order.hold(draw(rng, game, min(_AT_ONCE, wanted - start)))


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.slug)
@pytest.mark.parametrize("deals", quick_first(100, examples(10_000)))
def test_strengths_are_in_the_order_of_brute_force(game, deals):
    """Each strength represents one rank, and greater strengths represent greater ranks."""
    hold_to_brute_force(game, deals, deals, [1, game.number])


@pytest.mark.parametrize("deals", [5_000, pytest.param(examples(200_000), marks=pytest.mark.long)])
def test_deals_of_omaha_hilo(deals):
    hold_to_brute_force(GAMES["omaha-hilo"], deals, 0, [2, 0])
