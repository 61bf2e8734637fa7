"""What odds ask of a game, in one place: its contests, its boards, its deck, how a pot is divided.

A pot is divided among *parts*, each part among its contests. A contest for which nobody qualifies
gives to the others of its part, a part that nobody wins to the other parts.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from showdown.evaluator.cards import DECK, Cards, parse_cards
from showdown.evaluator.games import Choice, Game
from showdown.evaluator.rankings import NOT_QUALIFIED, Ranking


class Contest(NamedTuple):
    """One thing that hands compete for; `boards` are the places of the boards it plays with."""

    name: str
    ranking: Ranking
    choice: Choice
    boards: tuple[int, ...]


type Parts = tuple[tuple[int, ...], ...]
"""The parts of a pot, each as the places of its contests among all contests."""


_FOUR_KINGS = parse_cards("KcKdKhKsQc")
"""Five cards that are as far from a low as cards can be."""


def contests_of(game: Game) -> tuple[Contest, ...]:
    """The contests of all parts, one after the other."""
    boards = tuple(range(len(boards_of(game))))
    return tuple(Contest(pot.name, pot.ranking, game.choice, boards) for pot in game.pots)


def parts_of(game: Game) -> Parts:
    return (tuple(range(len(game.pots))),)


def boards_of(game: Game) -> tuple[int, ...]:
    """How many cards each board has; none for a game without."""
    return (game.board,) if game.board else ()


def deck_of(game: Game) -> Cards:
    return DECK


def may_refuse(ranking: Ranking) -> bool:
    """Whether there are hands that don't qualify."""
    return ranking.rank(_FOUR_KINGS) == NOT_QUALIFIED


def division(parts: Parts, won: Sequence[int]) -> list[tuple[int, int, Fraction]]:
    """Each contest that someone wins: its place, its winners (bit i is player i), its share.

    `won` are the winners of each contest as bits, 0 where nobody qualifies.
    """
    live = [[place for place in part if won[place]] for part in parts]
    live = [part for part in live if part]
    return [
        (place, won[place], Fraction(1, len(live) * len(part))) for part in live for place in part
    ]


def shares(parts: Parts, won: Sequence[int], players: int) -> tuple[Fraction, ...]:
    """Each player's share of a pot, as if chips could be cut."""
    got = [Fraction(0)] * players
    for _, winners, share in division(parts, won):
        each = share / winners.bit_count()
        for player in range(players):
            if winners >> player & 1:
                got[player] += each
    return tuple(got)
