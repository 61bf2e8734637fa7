"""Random spots of known hands or ranges."""

import numpy as np

from showdown.bulk.combos import Combos, hands_of, masks_of
from showdown.bulk.counting import can_count
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, Spot

COUNTED = [game for game in GAMES.values() if can_count(game.contests, game.boards, game.hole)]


def random_spot(rng, game, players=None, street=None, dead=None):
    """Return a spot with known hands; players, street and dead cards are random unless given."""
    players = players or rng.randint(2, min(6, game.players[-1]))
    street = rng.choice([0, 3, 4, 5, 1, 2]) if street is None else street
    room = len(game.deck) - players * game.hole - game.board
    dead = min(room, rng.choice([0, 0, rng.randint(1, 10)])) if dead is None else dead
    return spot_on(rng, game, players, (street,), dead)


def spot_on(rng, game, players, streets, dead):
    """Return a spot of random hands, boards with these numbers of cards, and dead cards."""
    cards = rng.sample(game.deck, players * game.hole + sum(streets) + dead)
    hands, boards = (
        tuple(tuple(cards.pop() for _ in range(count)) for count in counts)
        for counts in ([game.hole] * players, streets)
    )
    holdings = tuple(Holding(default_label(seat), hand) for seat, hand in enumerate(hands))
    return Spot(game, holdings, boards, tuple(cards))


def random_range(rng, cards, hole, size, heaviest):
    """Return up to `size` hands of these cards, with weights up to `heaviest`."""
    every = hands_of([card.number for card in cards], hole)
    hands = every[rng.sample(range(len(every)), min(size, len(every)))]
    weights = np.array([rng.randint(1, heaviest) for _ in hands])
    return Combos(f"{size} hands", masks_of(hands), weights)


def spot_of_ranges(game, ranges, board, dead):
    holdings = (Holding(default_label(seat), range=hands) for seat, hands in enumerate(ranges))
    return Spot(game, tuple(holdings), (tuple(board),), tuple(dead))
