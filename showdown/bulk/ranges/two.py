"""The odds of a spot between two ranges of two cards, exact on every street.

A partly known or unknown hand is a range too: all hands that it may be, of the same weight.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import comb, inf

from showdown.bulk.candidates import every_combos
from showdown.bulk.ranges import boards
from showdown.bulk.ranges.result import TwoRanges
from showdown.bulk.tally import Outcome, Tally
from showdown.evaluator.choices import ANY_FIVE
from showdown.evaluator.games import Game
from showdown.evaluator.spots import Spot

_FOR_A_BOARD, _FOR_A_HAND = 1e-3, 2.5e-5
"""Milliseconds for each board, and on it for each hand."""
_MOST_COMING = 3


def are_two(spot: Spot) -> bool:
    """Whether these are two players of whom at least one may have several hands."""
    some_unknown = not all(holding.is_known for holding in spot.holdings)
    return len(spot.holdings) == 2 and some_unknown and plays_best_five_of_seven(spot.game)


def plays_best_five_of_seven(game: Game) -> bool:
    """Whether two hole cards and one board make the best five, for the whole pot."""
    if game.hole != boards.HOLE or game.boards != (boards.BOARD,) or len(game.contests) != 1:
        return False
    (contest,) = game.contests
    is_high = contest.choice == ANY_FIVE and contest.ranking.suits_matter_as_flush
    return is_high and not contest.may_refuse


def milliseconds(spot: Spot) -> float:
    """Roughly how long it takes, tables made and loops compiled; infinite if that is too long."""
    if not are_two(spot) or spot.coming[0] > _MOST_COMING:
        return inf
    hands = sum(map(len, every_combos(spot)))
    each = _FOR_A_BOARD + _FOR_A_HAND * min(hands, comb(len(spot.left), boards.HOLE))
    return comb(len(spot.left), spot.coming[0]) * each


def two_ranges(spot: Spot) -> TwoRanges:
    """The ranges against each other. Raises TooHeavyToCount."""
    first, second = every_combos(spot)
    (board,) = spot.boards
    seen = {*board, *spot.dead}
    return boards.counted(
        spot.game.contests[0],
        first,
        second,
        [card.number for card in board],
        [card.number for card in spot.game.deck if card not in seen],
    )


def tally(spot: Spot, found: TwoRanges, players: Sequence[int]) -> Tally:
    """The outcomes among these players only. A player alone has won."""
    if len(players) == 2:
        outcomes = Counter[Outcome]({(won,): count for won, count in found.outcomes.items()})
        categories = () if found.categories is None else (found.categories,)
        return Tally(2, spot.game.places, outcomes, categories)
    alone = Counter[Outcome]({(1,): found.outcomes.total()})
    return Tally(1, spot.game.places, alone, ())


def next_cards(found: TwoRanges) -> Iterator[tuple[int, tuple[Fraction, ...]]]:
    """Each card that may come next, and the shares of both if it does."""
    for card, (first, second, both) in (found.by_card or {}).items():
        share = Fraction(2 * first + both, 2 * (first + second + both))
        yield card, (share, 1 - share)
