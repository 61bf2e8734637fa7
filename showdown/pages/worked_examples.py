"""A worked example of each game, chosen among shuffled deals to show most of its rules."""

import random
from functools import cache

from showdown.evaluator.deals import Deal, Hand, default_label
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.temptations import temptations
from showdown.pages.table_input import Seating

_PLAYERS = 3
_SHUFFLES = 20


def shuffled_deal(seating: Seating, rng: random.Random) -> Deal:
    """Return a deal from a shuffled deck."""
    game = seating.game
    cards = iter(rng.sample(game.deck, seating.cards_dealt))
    hands = tuple(
        Hand(default_label(seat), tuple(next(cards) for _ in range(seating.hole)))
        for seat in range(seating.players)
    )
    boards = tuple(tuple(next(cards) for _ in range(count)) for count in seating.boards)
    return Deal(game=game, hands=hands, boards=boards)


@cache
def worked_example(slug: str) -> Settlement:
    """Return the game's example, always the same. Every contest is won, if possible by several."""
    game: Game = GAMES[slug]
    rng = random.Random(slug)  # noqa: S311 - to be the same each time is what is wanted
    seating = Seating(game, min(_PLAYERS, game.players[-1]))
    settled = [settle(shuffled_deal(seating, rng)) for _ in range(_SHUFFLES)]
    return max(settled, key=_told)


def _told(settlement: Settlement) -> tuple[int, int, int]:
    """Return a score: contests won, number of winners, and number of tempting wrong answers."""
    won = [result.winners for result in settlement.contests if result.winners]
    tempting = sum(bool(temptations(settlement, player.label)) for player in settlement.players)
    return len(won), len({label for winners in won for label in winners}), tempting
