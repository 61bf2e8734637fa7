"""Which deals of an array are worth a closer look, by the strengths of their hands."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

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
from showdown.trainer.needs import is_high, is_low_with_pairs
from showdown.trainer.places import SETS

type Mask = NDArray[np.bool_]


class Many(NamedTuple):
    """Deals of a game: the strengths of their hands, and the cards in the layout of `evaluate`."""

    game: Game
    strengths: Strengths
    cards: NDArray[np.uint8]

    @property
    def players(self) -> int:
        return int(self.strengths.shape[1])


type Sieve = Callable[[Many], Mask]

_WITH_KICKERS = (PAIR, TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND)


def every(many: Many) -> Mask:
    return np.ones(len(many.cards), np.bool_)


def none(many: Many) -> Mask:
    return ~every(many)


def _ties(strengths: Strengths) -> Mask:
    """By deal and contest, whether several players win it."""
    winners = decide(strengths).winners
    ties: Mask = (winners & (winners - np.uint16(1))) != 0
    return ties


def some_tie(many: Many) -> Mask:
    ties: Mask = _ties(many.strengths).any(axis=1)
    return ties


def with_share(share: Fraction) -> Sieve:
    """Somebody has just this share of a pot that several players win a contest of."""

    def sieve(many: Many) -> Mask:
        places, winners = many.game.places, decide(many.strengths).winners
        passes = some_tie(many) & split(many)
        won = map(tuple, winners[passes].tolist())
        passes[passes] = [share in shares(places, of_deal, many.players) for of_deal in won]
        return passes

    return sieve


def one_winner(many: Many) -> Mask:
    """The same player wins all contests."""
    winners = decide(many.strengths).winners
    alone: Mask = (winners == winners[:, :1]).all(axis=1) & ~some_tie(many)
    return alone


def split(many: Many) -> Mask:
    """Contests have different winners."""
    winners = decide(many.strengths).winners
    is_won = winners != 0
    first = winners.max(axis=1, keepdims=True)
    is_split: Mask = ((winners != first) & is_won).any(axis=1)
    return is_split


def nobody(many: Many) -> Mask:
    """Nobody qualifies for some contest."""
    is_empty: Mask = (decide(many.strengths).winners == 0).any(axis=1)
    return is_empty


def some_low(many: Many) -> Mask:
    """Somebody wins every contest."""
    return ~nobody(many)


def same_sets(many: Many) -> Mask:
    """The two best hands for some high differ, but only by a kicker."""
    passes, strengths = none(many), many.strengths
    for place, contest in enumerate(many.game.contests):
        if is_high(contest) and many.players > 1:
            second, best = np.sort(strengths[:, :, place], axis=1)[:, -2:].T
            sets = _sets_of(contest.ranking)
            passes |= (second != best) & (sets[second] == sets[best]) & (sets[best] > 0)
    return passes


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


def tie_with_spare(many: Many) -> Mask:
    """Several players win some high with a hand to which further cards could be added."""
    passes, strengths = none(many), many.strengths
    ties, best = _ties(strengths), decide(strengths).best
    for place, contest in enumerate(many.game.contests):
        if is_high(contest):
            kinds = categories_of(contest.ranking)[best[:, place]]
            passes |= ties[:, place] & np.isin(kinds, _places(contest, (HIGH_CARD, *_WITH_KICKERS)))
    return passes


def paired_low(many: Many) -> Mask:
    """Some low is won by a pair or worse."""
    passes, strengths = none(many), many.strengths
    best = decide(strengths).best
    for place, contest in enumerate(many.game.contests):
        if is_low_with_pairs(contest):
            kinds = categories_of(contest.ranking)[best[:, place]]
            passes |= np.isin(kinds, _places(contest, (*_WITH_KICKERS, FULL_HOUSE)))
    return passes


def odd_twice(many: Many) -> Mask:
    """Odd chips may come more than once, or go by turn or by card: books differ there."""
    if many.game.by_turn:
        return split(many)
    if many.game.family is Family.STUD:
        return some_tie(many)
    several: Mask = _ties(many.strengths).sum(axis=1) > 1
    return several


def _places(contest: Contest, categories: tuple[str, ...]) -> list[int]:
    return [contest.ranking.categories.index(name) for name in categories]
