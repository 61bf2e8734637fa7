"""Spots for tests: random, of known hands or ranges, or written as text."""

import numpy as np

from showdown.bulk.combos import Combos, hands_to_masks, list_hands
from showdown.bulk.counting import can_count
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, Spot
from showdown.notation.spots import read_spot

COUNTED = [game for game in GAMES.values() if can_count(game.contests, game.boards, game.hole)]


def spot_of(slug, hands, board=""):
    return read_spot(GAMES[slug], hands.split(" "), board)


def random_spot(rng, game, players, street, dead=None):
    room = len(game.deck) - players * game.hole - game.board
    dead = min(room, rng.choice([0, 0, rng.randint(1, 10)])) if dead is None else dead
    return spot_on(rng, game, players, (street,), dead)


def spot_on(rng, game, players, streets, dead):
    cards = rng.sample(game.deck, players * game.hole + sum(streets) + dead)
    hands, boards = (
        tuple(tuple(cards.pop() for _ in range(count)) for count in counts)
        for counts in ([game.hole] * players, streets)
    )
    holdings = tuple(Holding(default_label(seat), hand) for seat, hand in enumerate(hands))
    return Spot(game, holdings, boards, tuple(cards))


def ranges_on(rng, game, sizes, street, dead, heaviest, among=None):
    """Return a spot of ranges of up to these sizes, with weights up to `heaviest`.

    If `among` is given, the hands come from this number of cards that aren't known.
    """
    cards = rng.sample(game.deck, street + dead)
    left = [card for card in game.deck if card not in cards]
    deck = rng.sample(left, among) if among else game.deck
    every = list_hands([card.number for card in deck], game.hole)
    ranges = []
    for size in sizes:
        hands = every[rng.sample(range(len(every)), min(size, len(every)))]
        weights = np.array([rng.randint(1, heaviest) for _ in hands])
        ranges.append(Combos(f"{size} hands", hands_to_masks(hands), weights))
    return spot_of_ranges(game, ranges, cards[:street], cards[street:])


def spot_of_ranges(game, ranges, board, dead):
    holdings = (Holding(default_label(seat), range=hands) for seat, hands in enumerate(ranges))
    return Spot(game, tuple(holdings), (tuple(board),), tuple(dead))
