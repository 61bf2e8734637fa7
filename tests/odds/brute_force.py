"""Random spots, and counts of their outcomes from evaluating every board with kernels."""

from collections import Counter

import numpy as np

from showdown.bulk.combos import Combos, hands_of, masks_of
from showdown.bulk.counting import can_count
from showdown.bulk.evaluation import evaluate
from showdown.bulk.odds import odds
from showdown.evaluator.deals import default_label
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, Spot

COUNTED = [game for game in GAMES.values() if can_count(game.contests, game.boards, game.hole)]
_AT_ONCE = 200_000


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


def deals(spot):
    """Yield all deals of the spot as arrays of card numbers, in blocks."""
    hands = [card.number for holding in spot.holdings for card in holding.cards]
    board = [card.number for card in spot.boards[0]]
    stub = [card.number for card in spot.stub]
    coming = hands_of(stub, spot.coming[0])
    for start in range(0, len(coming), _AT_ONCE):
        part = coming[start : start + _AT_ONCE]
        known = np.broadcast_to(np.array(hands + board, np.uint8), (len(part), len(hands + board)))
        yield np.concatenate([known, part], axis=1)


def counted_by_force(spot):
    """Count outcomes, and (category, winners) of each contest, by evaluating every deal."""
    contests = spot.game.contests
    outcomes, categories = Counter(), [Counter() for _ in contests]
    bits = 1 << np.arange(len(spot.holdings))
    for cards in deals(spot):
        strengths = evaluate(spot.game, cards).astype(int)
        best = strengths.max(axis=1, keepdims=True)
        won = ((strengths == best) & (best > 0)).astype(int).transpose(0, 2, 1) @ bits
        rows, counts = np.unique(won, axis=0, return_counts=True)
        outcomes.update(dict(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)))
        for place, contest in enumerate(contests):
            pairs = np.stack([best[:, 0, place], won[:, place]], axis=1)
            rows, counts = np.unique(pairs, axis=0, return_counts=True)
            for (strength, winners), count in zip(rows.tolist(), counts.tolist(), strict=True):
                if strength:
                    rank = contest.ranking.rank_of(strength)
                    categories[place][contest.ranking.category_of(rank), winners] += count
    return outcomes, tuple(categories)


def holds(spot):
    """Return whether counting and brute force give equal tallies."""
    tally = odds(spot).tally
    return (tally.outcomes, tally.categories) == counted_by_force(spot)
