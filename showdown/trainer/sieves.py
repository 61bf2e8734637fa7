"""Which deals of an array are worth a closer look, by the strengths of their hands."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.outcomes import categories_of, decide
from showdown.bulk.shapes.loop import Strengths
from showdown.evaluator.divide import shares
from showdown.evaluator.games import Contest, Family, Game
from showdown.evaluator.rankings import (
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Rank,
    Ranking,
)
from showdown.trainer.needs import WHEEL_LOWS, is_high
from showdown.trainer.places import SETS

type Mask = NDArray[np.bool_]
type Sieve = Callable[[Game, Strengths], Mask]

_WITH_KICKERS = (PAIR, TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND)


def every(game: Game, strengths: Strengths) -> Mask:
    return np.ones(len(strengths), np.bool_)


def _ties(strengths: Strengths) -> Mask:
    """By deal and contest, whether several players win it."""
    winners = decide(strengths).winners
    ties: Mask = (winners & (winners - np.uint16(1))) != 0
    return ties


def some_tie(game: Game, strengths: Strengths) -> Mask:
    found: Mask = _ties(strengths).any(axis=1)
    return found


def with_share(share: Fraction) -> Sieve:
    """Somebody has just this share of a pot that several players win a contest of."""

    def sieve(game: Game, strengths: Strengths) -> Mask:
        winners, players = decide(strengths).winners, strengths.shape[1]
        found = some_tie(game, strengths) & _is_split(strengths)
        won = map(tuple, winners[found].tolist())
        found[found] = [share in shares(game.places, of_deal, players) for of_deal in won]
        return found

    return sieve


def one_winner(game: Game, strengths: Strengths) -> Mask:
    """The same player wins all contests."""
    winners = decide(strengths).winners
    alone: Mask = (winners == winners[:, :1]).all(axis=1) & ~some_tie(game, strengths)
    return alone


def split(game: Game, strengths: Strengths) -> Mask:
    return _is_split(strengths)


def _is_split(strengths: Strengths) -> Mask:
    winners = decide(strengths).winners
    is_won = winners != 0
    first = winners.max(axis=1, keepdims=True)
    found: Mask = ((winners != first) & is_won).any(axis=1)
    return found


def nobody(game: Game, strengths: Strengths) -> Mask:
    """Nobody qualifies for some contest."""
    found: Mask = (decide(strengths).winners == 0).any(axis=1)
    return found


def some_low(game: Game, strengths: Strengths) -> Mask:
    """Somebody wins every contest."""
    return ~nobody(game, strengths)


def same_sets(game: Game, strengths: Strengths) -> Mask:
    """The two best hands for some high differ, but only by a kicker."""
    found = every(game, strengths) & False
    for place, contest in enumerate(game.contests):
        if is_high(contest) and strengths.shape[1] > 1:
            second, best = np.sort(strengths[:, :, place], axis=1)[:, -2:].T
            sets = _sets_of(contest.ranking)
            found |= (second != best) & (sets[second] == sets[best]) & (sets[best] > 0)
    return found


@cache
def _sets_of(ranking: Ranking) -> NDArray[np.int64]:
    """By strength a number for the ranks that make the hand, without kickers; 0 if it has none."""
    numbers: dict[Rank, int] = {}
    sets = [0]
    for rank in ranking.ranks:
        deciding = SETS.get(ranking.category(rank))
        made = rank[: 1 + deciding] if deciding else None
        sets.append(numbers.setdefault(made, len(numbers) + 1) if made else 0)
    return np.array(sets)


def tie_with_spare(game: Game, strengths: Strengths) -> Mask:
    """Several players win some high with a hand to which further cards could be added."""
    found = every(game, strengths) & False
    ties, best = _ties(strengths), decide(strengths).best
    for place, contest in enumerate(game.contests):
        if is_high(contest):
            kinds = categories_of(contest.ranking)[best[:, place]]
            found |= ties[:, place] & np.isin(kinds, _places(contest, (HIGH_CARD, *_WITH_KICKERS)))
    return found


def wheel_low(game: Game, strengths: Strengths) -> Mask:
    """Somebody has the best of all lows where that is the wheel."""
    found = every(game, strengths) & False
    for place, contest in enumerate(game.contests):
        if contest.ranking in WHEEL_LOWS:
            found |= (strengths[:, :, place] == len(contest.ranking.ranks)).any(axis=1)
    return found


def paired_low(game: Game, strengths: Strengths) -> Mask:
    """Some low is won by a pair or worse."""
    found = every(game, strengths) & False
    best = decide(strengths).best
    for place, contest in enumerate(game.contests):
        ranking = contest.ranking
        if ranking.wins_low and not ranking.may_refuse and not contest.choice.plays_fewer:
            kinds = categories_of(ranking)[best[:, place]]
            found |= np.isin(kinds, _places(contest, (*_WITH_KICKERS, FULL_HOUSE)))
    return found


def odd_twice(game: Game, strengths: Strengths) -> Mask:
    """Odd chips may come more than once, or go by turn or by card: books differ there."""
    if game.by_turn:
        return split(game, strengths)
    if game.family is Family.STUD:
        return some_tie(game, strengths)
    found: Mask = _ties(strengths).sum(axis=1) > 1
    return found


def _places(contest: Contest, categories: tuple[str, ...]) -> list[int]:
    return [contest.ranking.categories.index(name) for name in categories]
