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
from tests.scope import examples

PLAYERS = 2
_BATCH = 10_000


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


def adverse_cards(rng, game, count, players):
    decks = list(adverse_decks(game))
    per_deck = -(-count // len(decks))
    parts = [random_deals(rng, game, per_deck, players, deck) for deck in decks]
    return np.concatenate(parts)[:count]


def hands_of(game, cards):
    """Yield each hand of the deals with its board, as text, and its strengths."""
    for row, by_seat in zip(cards.tolist(), evaluation.evaluate(game, cards).tolist(), strict=True):
        names = [reference.DECK[number] for number in row]
        board = names[PLAYERS * game.hole :]
        for seat, strengths in enumerate(by_seat):
            yield names[seat * game.hole : (seat + 1) * game.hole], board, strengths


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        *((game, 100) for game in EVERY_GAME),
        (GAMES["omaha-hilo"], 5_000),
        *(pytest.param(game, examples(10_000), marks=pytest.mark.long) for game in EVERY_GAME),
        pytest.param(GAMES["omaha-hilo"], examples(200_000), marks=pytest.mark.long),
    ],
    ids=str,
)
def test_strengths_are_in_the_order_of_brute_force(game, deals):
    """Each strength represents one rank, and greater strengths represent greater ranks."""
    rng = np.random.default_rng([1, game.number])
    rank_of = [{0: None} for _ in game.contests]
    for draw in (random_deals, adverse_cards):
        for start in range(0, deals, _BATCH):
            cards = draw(rng, game, min(_BATCH, deals - start), PLAYERS)
            for hand, board, strengths in hands_of(game, cards):
                ranks = reference.strengths(game.slug, hand, board)
                for known, strength, rank in zip(rank_of, strengths, ranks, strict=True):
                    assert known.setdefault(strength, rank) == rank, f"{game}: {hand} | {board}"
    for known in rank_of:
        ordered = [known[strength] for strength in sorted(known) if strength]
        assert ordered == sorted(set(ordered))
