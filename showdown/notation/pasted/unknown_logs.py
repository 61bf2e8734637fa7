"""Hand histories in a format that isn't known here: the page says so and makes no seats of them."""

import re

from showdown.evaluator.games import Game
from showdown.notation.pasted.result import Pasted, mark_of_all

_BEGINNING = 8_000
_FEWEST_BETS = 4
_BETS = re.compile(
    r"(?<!\w)(?:posts|bets|calls|raises|checks|folds|collected)(?!\w)", re.IGNORECASE
)
_SEATS = re.compile(r"seat #?\d|dealt|dealing|blinds?|\*\*\*|<session|<game\b", re.IGNORECASE)
_SENTENCE = "this reads like a hand history, in a format that isn't known here"


def owns(text: str, game: Game) -> bool:
    """Whether there are bets as only logs have them, and seats, blinds or streets as well."""
    beginning = text[:_BEGINNING]
    return bool(_SEATS.search(beginning)) and len(_BETS.findall(beginning)) >= _FEWEST_BETS


def read(text: str, game: Game, number: int) -> Pasted:
    """Nothing but the sentence."""
    return Pasted(game=game, marks=(mark_of_all(text, _SENTENCE),))
