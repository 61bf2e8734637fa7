"""Spots for tests: random spots of hands or of ranges, and spots from text."""

import numpy as np

from showdown.bulk.combos import Combos, hands_to_masks, list_hands
from showdown.bulk.counting import can_count
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, Spot
from showdown.notation.spots import read_spot

COUNTABLE_GAMES = [
    game for game in GAMES.values() if can_count(game.contests, game.boards, game.hole)
]


def spot_of(slug, hands, board=""):
    return read_spot(GAMES[slug], hands.split(" "), board)


def random_spot(rng, game, players, street, dead=None):
    max_dead = len(game.deck) - players * game.hole - game.board
    dead = min(max_dead, rng.choice([0, 0, rng.randint(1, 10)])) if dead is None else dead
    return deal_spot(rng, game, players, (street,), dead)


def deal_spot(rng, game, players, streets, dead):
    cards = rng.sample(game.deck, players * game.hole + sum(streets) + dead)
    hands, boards = (
        tuple(tuple(cards.pop() for _ in range(count)) for count in counts)
        for counts in ([game.hole] * players, streets)
    )
    holdings = tuple(Holding(default_label(seat), hand) for seat, hand in enumerate(hands))
    return Spot(game, holdings, boards, tuple(cards))


def deal_ranges(rng, game, sizes, street, dead, max_weight, card_count=None):
    """Return a spot of ranges of up to these sizes, with weights up to `max_weight`.

    If `card_count` is given, all hands are made of this many cards that are neither on the board
    nor dead.
    """
    cards = rng.sample(game.deck, street + dead)
    unknown = [card for card in game.deck if card not in cards]
    deck = rng.sample(unknown, card_count) if card_count else game.deck
    all_hands = list_hands([card.number for card in deck], game.hole)
    ranges = []
    for size in sizes:
        hands = all_hands[rng.sample(range(len(all_hands)), min(size, len(all_hands)))]
        weights = np.array([rng.randint(1, max_weight) for _ in hands])
        ranges.append(Combos(f"{size} hands", hands_to_masks(hands), weights))
    return spot_of_ranges(game, ranges, cards[:street], cards[street:])


def spot_of_ranges(game, ranges, board, dead):
    holdings = (Holding(default_label(seat), range=hands) for seat, hands in enumerate(ranges))
    return Spot(game, tuple(holdings), (tuple(board),), tuple(dead))
