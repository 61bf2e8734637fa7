"""Deals a pattern: many deals are drawn, settled in arrays, and the likely ones looked at."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

from showdown.bulk.evaluation import evaluate
from showdown.evaluator.contests import MadeHand, made_hands
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import Game
from showdown.evaluator.settlement import Settlement, settle
from showdown.notation.submission import Submission
from showdown.trainer.draw import Draw
from showdown.trainer.patterns import Pattern
from showdown.trainer.sieves import Many
from showdown.trainer.stacks import WHOLE
from showdown.trainer.stakes import NAMES, Stakes, draw_book, draw_wagers

type Dealt = tuple[Submission, Settlement]
type Made = dict[str, dict[str, MadeHand | None]]

_AT_ONCE = 512
_LOOKED_AT = 24
"""Of so many deals at once, how many are looked at."""
_ROUNDS = 150
_TIMES = 4
"""So many times chips are put in for the same cards, where chips make the pattern."""


def deals(
    pattern: Pattern, game: Game, players: int, draw: Draw, *, rake: bool = False
) -> Iterator[Dealt | None]:
    """Deals one after the other, until too many were drawn in vain.

    None stands for one that was settled and doesn't show the pattern.
    """
    stakes = replace(pattern.stakes, raked=2) if rake else pattern.stakes
    times = 1 if stakes == Stakes() else _TIMES
    for deal in _likely_deals(pattern, game, players, draw):
        made = [made_hands(deal)]
        with_chips = (_with_chips(deal, made, stakes, draw) for _ in range(times))
        yield next((dealt for dealt in with_chips if pattern.holds(dealt[1])), None)


def _with_chips(deal: Deal, made: list[Made], stakes: Stakes, draw: Draw) -> Dealt:
    wagers = draw_wagers(stakes, deal.labels, draw)
    submission = Submission(deal, wagers, draw_book(stakes, draw))
    return submission, settle(*submission, made=made)


def _likely_deals(pattern: Pattern, game: Game, players: int, draw: Draw) -> Iterator[Deal]:
    decks = cycle((WHOLE, *pattern.stacks))
    names = NAMES[:players]
    for _ in range(_ROUNDS):
        cards = next(decks).deals(game, players, _AT_ONCE, draw)
        many = Many(game, evaluate(game, cards), cards)
        for row in cards[pattern.sieve(many)][:_LOOKED_AT]:
            yield Deal.of_numbers(game, row.tobytes(), names)
