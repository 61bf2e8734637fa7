"""Which deals of an array are worth a closer look, by their cards as well as their strengths."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.outcomes import categories_of, decide
from showdown.evaluator.cards import ACE, RANKS, parse_cards
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.rankings import FLUSH, STRAIGHT, TWO_PAIR, Ranking
from showdown.trainer.needs import (
    WHEEL_LOWS,
    is_high,
    is_low_with_qualifier,
    plays_exactly_two,
)
from showdown.trainer.sieves import Many, Mask, Sieve, none

type _Numbers = NDArray[np.uint8]
type _Ranks = NDArray[np.uint16]
"""A bit for each rank."""

_ACE_DEUCE = np.uint16(1 << ACE | 1 << RANKS.index("2"))
_RUN = 5
_WHEELS = ("5h4h3h2hAs", "5h4h3h2hAh")
"""A straight, and a straight flush."""


def _holes(many: Many) -> _Numbers:
    """(n, players, hole)."""
    players, hole = many.players, many.game.hole
    return many.cards[:, : players * hole].reshape(-1, players, hole)


def _boards(many: Many, contest: Contest) -> Iterator[_Numbers]:
    """Each board of the contest: (n, cards)."""
    ends = accumulate(many.game.boards, initial=many.players * many.game.hole)
    boards = [many.cards[:, begin:end] for begin, end in pairwise(ends)]
    yield from (boards[place] for place in contest.boards if boards)


def _with_boards(many: Many, contest: Contest) -> Iterator[_Numbers]:
    """All cards that each player sees, with each board in turn: (n, players, cards)."""
    holes = _holes(many)
    if not many.game.boards:
        yield holes
    for board in _boards(many, contest):
        shared = np.repeat(board[:, None], many.players, axis=1)
        yield np.concatenate([holes, shared], axis=2)


def _ranks(cards: _Numbers) -> _Ranks:
    """The ranks along the last axis."""
    ranks: _Ranks = np.bitwise_or.reduce(_bits(cards), axis=-1)
    return ranks


def _bits(cards: _Numbers) -> _Ranks:
    return np.left_shift(np.uint16(1), (cards >> 2).astype(np.uint16))


def ace_deuce_loses(many: Many) -> Mask:
    """Somebody with ace and deuce in hand doesn't win a low that somebody wins."""
    passes, seats = none(many), np.arange(many.players, dtype=np.uint16)
    winners = decide(many.strengths).winners
    has_both = _ranks(_holes(many)) & _ACE_DEUCE == _ACE_DEUCE
    for place, contest in enumerate(many.game.contests):
        if many.game.boards and is_low_with_qualifier(contest):
            won = winners[:, place]
            loses = (won[:, None] >> seats & np.uint16(1)) == 0
            passes |= (won != 0) & (has_both & loses).any(axis=1)
    return passes


def _two_breaks(sees: Callable[[Game, _Numbers], Mask], category: str) -> Sieve:
    """Somebody who sees the like of this category makes less with exactly two cards."""

    def sieve(many: Many) -> Mask:
        passes = none(many)
        for place, contest in enumerate(many.game.contests):
            if not plays_exactly_two(contest):
                continue
            made = categories_of(contest.ranking)[many.strengths[:, :, place]]
            is_less = made < contest.ranking.categories.index(category)
            for cards in _with_boards(many, contest):
                passes |= (is_less & sees(many.game, cards)).any(axis=1)
        return passes

    return sieve


def _five_of_a_suit(game: Game, cards: _Numbers) -> Mask:
    suits = cards & np.uint8(3)
    counts = [(suits == suit).sum(axis=-1) for suit in range(4)]
    seen: Mask = np.max(counts, axis=0) >= _RUN
    return seen


def _five_in_a_row(game: Game, cards: _Numbers) -> Mask:
    """The ace is also below the lowest card of the deck."""
    ranks = _ranks(cards).astype(np.uint32)
    row = ranks << 1 | (ranks >> ACE) << min(card.rank for card in game.deck)
    for _ in range(_RUN - 1):
        row &= row << 1
    seen: Mask = row != 0
    return seen


def three_pairs(many: Many) -> Mask:
    """Somebody with two pair sees three."""
    passes = none(many)
    for place, contest in enumerate(many.game.contests):
        if is_high(contest):
            made = categories_of(contest.ranking)[many.strengths[:, :, place]]
            is_two_pair = made == contest.ranking.categories.index(TWO_PAIR)
            for cards in _with_boards(many, contest):
                passes |= (is_two_pair & (np.bitwise_count(_paired(cards)) > 2)).any(axis=1)
    return passes


def _paired(cards: _Numbers) -> _Ranks:
    """The ranks that come more than once along the last axis."""
    once = twice = np.zeros(cards.shape[:-1], np.uint16)
    for bits in np.moveaxis(_bits(cards), -1, 0):
        twice = twice | once & bits
        once = once | bits
    return twice


def wheels(many: Many) -> Mask:
    """Somebody has the wheel as a low, and as a straight."""
    lows, highs = none(many)[:, None], none(many)[:, None]
    for place, contest in enumerate(many.game.contests):
        strengths = many.strengths[:, :, place]
        if contest.ranking in WHEEL_LOWS:
            lows = lows | (strengths == len(contest.ranking.ranks))
        elif is_high(contest):
            highs = highs | np.isin(strengths, _wheel_strengths(contest.ranking))
    both: Mask = (lows & highs).any(axis=1)
    return both


@cache
def _wheel_strengths(ranking: Ranking) -> tuple[int, ...]:
    return tuple(ranking.strength(ranking.rank(parse_cards(cards))) for cards in _WHEELS)


broken_flush = _two_breaks(_five_of_a_suit, FLUSH)
broken_straight = _two_breaks(_five_in_a_row, STRAIGHT)
