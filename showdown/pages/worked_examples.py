"""A worked example for each game: of some shuffled deals, the one that tells most about it."""

import random
from functools import cache

from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import Deal, Hand, default_label
from showdown.evaluator.explanation import notes
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.settlement import Settlement, settle

_PLAYERS = 3
_SHUFFLES = 80


def shuffled_deal(game: Game, players: int, rng: random.Random) -> Deal:
    """A deal from a shuffled deck."""
    cards = iter(rng.sample(DECK, game.hole * players + game.board))
    hands = tuple(
        Hand(default_label(seat), tuple(next(cards) for _ in range(game.hole)))
        for seat in range(players)
    )
    return Deal(game=game, hands=hands, board=tuple(cards))


@cache
def worked_example(slug: str) -> Settlement:
    """The same one each time: every pot is won, by different players if there are several."""
    game = GAMES[slug]
    rng = random.Random(slug)  # noqa: S311 - to be the same each time is what is wanted
    players = max(game.players[0], min(_PLAYERS, game.players[-1]))
    settled = [settle(shuffled_deal(game, players, rng)) for _ in range(_SHUFFLES)]
    return max(settled, key=_told)


def _told(settlement: Settlement) -> tuple[int, int, int]:
    """How much there is to see: pots won, by how many players, and tempting wrong answers."""
    won = [pot.winners for pot in settlement.pots if pot.best]
    tempting = sum(bool(notes(settlement, player.label)) for player in settlement.players)
    return len(won), len({label for winners in won for label in winners}), tempting
