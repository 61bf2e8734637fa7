"""Create arrays of random deals, for any game and number of players."""

import numpy as np


def random_deals(rng, game, count, players=2, deck=None):
    """Return card numbers (count, width) without duplicates; `deck` may limit the cards."""
    numbers = np.array(deck or [card.number for card in game.deck], np.uint8)
    width = players * game.hole + game.board
    assert len(numbers) >= width
    return rng.permuted(np.tile(numbers, (count, 1)), axis=1)[:, :width].copy()
