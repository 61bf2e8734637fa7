"""Random deals as arrays, for any game and number of players."""

import numpy as np


def random_deals(rng, game, count, players=2):
    """Card numbers (count, width) without a card twice, from the game's deck."""
    deck = np.array([card.number for card in game.deck], np.uint8)
    width = players * game.hole + game.board
    return rng.permuted(np.tile(deck, (count, 1)), axis=1)[:, :width].copy()
