"""The bulk evaluator against brute force, on 100,000 random deals of Omaha Hi/Lo and more."""

import numpy as np
import pytest

from showdown.bulk import evaluation
from showdown.evaluator.games import GAMES
from tests.evaluator import reference

PARTS = 4
DEALS = {"omaha-hilo": 100_000}
FEWER = 2_000


def random_cards(rng, game, count):
    """Card numbers of so many deals for two players."""
    deck = np.array([card.number for card in game.deck], np.uint8)
    width = 2 * game.hole + game.board
    return rng.permuted(np.tile(deck, (count, 1)), axis=1)[:, :width]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("slug", GAMES)
def test_strengths_are_in_the_order_of_brute_force(slug, part):
    """Every strength stands for one rank, and the greater for the greater."""
    game = GAMES[slug]
    rng = np.random.default_rng([part, len(slug), game.hole])
    cards = random_cards(rng, game, DEALS.get(slug, FEWER) // PARTS)
    evaluated = evaluation.evaluate(game, cards)
    rank_of = [{} for _ in game.contests]
    for row, found in zip(cards.tolist(), evaluated.tolist(), strict=True):
        names = [reference.DECK[number] for number in row]
        board = names[2 * game.hole :]
        for player in range(2):
            hole = names[player * game.hole : (player + 1) * game.hole]
            ranks = reference.strengths(slug, hole, board)
            for known, strength, rank in zip(rank_of, found[player], ranks, strict=True):
                assert known.setdefault(strength, rank) == rank, names
                assert (strength == 0) == (rank is None)
    for known in rank_of:
        known.pop(0, None)
        ordered = [known[strength] for strength in sorted(known)]
        assert ordered == sorted(set(ordered))
