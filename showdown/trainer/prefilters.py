"""Reject deals that can't have a pattern, in arrays, before they are settled.

A prefilter is a necessary condition of the pattern: it may pass deals without it, and never rejects
one with it. Each returns a mask of shape (n,).
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.evaluators import Strengths
from showdown.bulk.outcomes import categories_of, decide
from showdown.evaluator.cards import ACE, RANKS, parse_cards
from showdown.evaluator.divide import shares
from showdown.evaluator.games import Contest, Family, Game
from showdown.evaluator.rankings import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Rank,
    Ranking,
)
from showdown.trainer.matchers import SETS
from showdown.trainer.needs import (
    WHEEL_LOWS,
    is_high,
    is_low_with_pairs,
    is_low_with_qualifier,
    plays_exactly_two,
)

type Mask = NDArray[np.bool_]


class DealArray(NamedTuple):
    """Deals of a game: strengths of shape (n, players, contests), and cards as in `evaluate`."""

    game: Game
    strengths: Strengths
    cards: NDArray[np.uint8]

    @property
    def players(self) -> int:
        return int(self.strengths.shape[1])


type Prefilter = Callable[[DealArray], Mask]

_WITH_KICKERS = (PAIR, TWO_PAIR, THREE_OF_A_KIND, FOUR_OF_A_KIND)


def every(deals: DealArray) -> Mask:
    return np.ones(len(deals.cards), np.bool_)


def none(deals: DealArray) -> Mask:
    return ~every(deals)


def _ties(strengths: Strengths) -> Mask:
    """Return whether several players win each contest: (n, contests)."""
    winners = decide(strengths).winners
    ties: Mask = (winners & (winners - np.uint16(1))) != 0
    return ties


def some_tie(deals: DealArray) -> Mask:
    ties: Mask = _ties(deals.strengths).any(axis=1)
    return ties


def with_share(share: Fraction) -> Prefilter:
    """Return a prefilter for deals in which somebody has this share of a split pot."""

    def prefilter(deals: DealArray) -> Mask:
        parts, winners = deals.game.part_indices, decide(deals.strengths).winners
        passes = some_tie(deals) & split(deals)
        won = map(tuple, winners[passes].tolist())
        passes[passes] = [share in shares(parts, of_deal, deals.players) for of_deal in won]
        return passes

    return prefilter


def one_winner(deals: DealArray) -> Mask:
    """The same player wins all contests."""
    winners = decide(deals.strengths).winners
    alone: Mask = (winners == winners[:, :1]).all(axis=1) & ~some_tie(deals)
    return alone


def split(deals: DealArray) -> Mask:
    """Contests have different winners."""
    winners = decide(deals.strengths).winners
    is_won = winners != 0
    first = winners.max(axis=1, keepdims=True)
    is_split: Mask = ((winners != first) & is_won).any(axis=1)
    return is_split


def nobody(deals: DealArray) -> Mask:
    """Nobody qualifies for some contest."""
    is_empty: Mask = (decide(deals.strengths).winners == 0).any(axis=1)
    return is_empty


def some_low(deals: DealArray) -> Mask:
    """Every contest has a winner."""
    return ~nobody(deals)


def same_sets(deals: DealArray) -> Mask:
    """The two best hands of a high differ only by a kicker."""
    passes, strengths = none(deals), deals.strengths
    for index, contest in enumerate(deals.game.contests):
        if is_high(contest) and deals.players > 1:
            second, best = np.sort(strengths[:, :, index], axis=1)[:, -2:].T
            sets = _sets_of(contest.ranking)
            passes |= (second != best) & (sets[second] == sets[best]) & (sets[best] > 0)
    return passes


@cache
def _sets_of(ranking: Ranking) -> NDArray[np.int64]:
    """Return by strength a number for the ranks without kickers; 0 for other hands."""
    numbers: dict[Rank, int] = {}
    sets = [0]
    for rank in ranking.ranks:
        deciding = SETS.get(ranking.category(rank))
        made = rank[: 1 + deciding] if deciding else None
        sets.append(numbers.setdefault(made, len(numbers) + 1) if made else 0)
    return np.array(sets)


def tie_with_spare(deals: DealArray) -> Mask:
    """Players tie for a high with a hand that has kickers."""
    passes, strengths = none(deals), deals.strengths
    ties, best = _ties(strengths), decide(strengths).best
    for index, contest in enumerate(deals.game.contests):
        if is_high(contest):
            kinds = categories_of(contest.ranking)[best[:, index]]
            passes |= ties[:, index] & np.isin(
                kinds, _indexes(contest, (HIGH_CARD, *_WITH_KICKERS))
            )
    return passes


def paired_low(deals: DealArray) -> Mask:
    """A low is won by a pair or worse."""
    passes, strengths = none(deals), deals.strengths
    best = decide(strengths).best
    for index, contest in enumerate(deals.game.contests):
        if is_low_with_pairs(contest):
            kinds = categories_of(contest.ranking)[best[:, index]]
            passes |= np.isin(kinds, _indexes(contest, (*_WITH_KICKERS, FULL_HOUSE)))
    return passes


def odd_twice(deals: DealArray) -> Mask:
    """Odd chips may arise where books differ: several, by turn, or by card."""
    if deals.game.by_turn:
        return split(deals)
    if deals.game.family is Family.STUD:
        return some_tie(deals)
    several: Mask = _ties(deals.strengths).sum(axis=1) > 1
    return several


def _indexes(contest: Contest, categories: tuple[str, ...]) -> list[int]:
    return [contest.ranking.categories.index(name) for name in categories]


type _Numbers = NDArray[np.uint8]
type _Ranks = NDArray[np.uint16]
"""A bit for each rank."""

_ACE_DEUCE = np.uint16(1 << ACE | 1 << RANKS.index("2"))
_RUN = 5
_WHEELS = ("5h4h3h2hAs", "5h4h3h2hAh")
"""A straight, and a straight flush."""


def _holes(deals: DealArray) -> _Numbers:
    """Return the hole cards: (n, players, hole)."""
    players, hole = deals.players, deals.game.hole
    return deals.cards[:, : players * hole].reshape(-1, players, hole)


def _boards(deals: DealArray, contest: Contest) -> Iterator[_Numbers]:
    """Yield each board of the contest: (n, cards)."""
    ends = accumulate(deals.game.boards, initial=deals.players * deals.game.hole)
    boards = [deals.cards[:, begin:end] for begin, end in pairwise(ends)]
    yield from (boards[index] for index in contest.boards if boards)


def _with_boards(deals: DealArray, contest: Contest) -> Iterator[_Numbers]:
    """Yield hole cards and board of each player, for each board: (n, players, cards)."""
    holes = _holes(deals)
    if not deals.game.boards:
        yield holes
    for board in _boards(deals, contest):
        shared = np.repeat(board[:, None], deals.players, axis=1)
        yield np.concatenate([holes, shared], axis=2)


def _ranks(cards: _Numbers) -> _Ranks:
    """Return the ranks along the last axis as bits."""
    ranks: _Ranks = np.bitwise_or.reduce(_bits(cards), axis=-1)
    return ranks


def _bits(cards: _Numbers) -> _Ranks:
    return np.left_shift(np.uint16(1), (cards >> 2).astype(np.uint16))


def ace_deuce_loses(deals: DealArray) -> Mask:
    """A hand with an ace and a deuce loses a low that somebody wins."""
    passes, seats = none(deals), np.arange(deals.players, dtype=np.uint16)
    winners = decide(deals.strengths).winners
    has_both = _ranks(_holes(deals)) & _ACE_DEUCE == _ACE_DEUCE
    for index, contest in enumerate(deals.game.contests):
        if deals.game.boards and is_low_with_qualifier(contest):
            won = winners[:, index]
            loses = (won[:, None] >> seats & np.uint16(1)) == 0
            passes |= (won != 0) & (has_both & loses).any(axis=1)
    return passes


def _two_breaks(sees: Callable[[Game, _Numbers], Mask], category: str) -> Prefilter:
    """Return a prefilter for hands that see the category and make less."""

    def prefilter(deals: DealArray) -> Mask:
        passes = none(deals)
        for index, contest in enumerate(deals.game.contests):
            if not plays_exactly_two(contest):
                continue
            made = categories_of(contest.ranking)[deals.strengths[:, :, index]]
            is_less = made < contest.ranking.categories.index(category)
            for cards in _with_boards(deals, contest):
                passes |= (is_less & sees(deals.game, cards)).any(axis=1)
        return passes

    return prefilter


def _five_of_a_suit(game: Game, cards: _Numbers) -> Mask:
    suits = cards & np.uint8(3)
    counts = [(suits == suit).sum(axis=-1) for suit in range(4)]
    seen: Mask = np.max(counts, axis=0) >= _RUN
    return seen


def _five_in_a_row(game: Game, cards: _Numbers) -> Mask:
    """Return whether five ranks are in a row; the ace is also below the lowest card."""
    ranks = _ranks(cards).astype(np.uint32)
    row = ranks << 1 | (ranks >> ACE) << min(card.rank for card in game.deck)
    for _ in range(_RUN - 1):
        row &= row << 1
    seen: Mask = row != 0
    return seen


def three_pairs(deals: DealArray) -> Mask:
    """A player with two pair sees three pairs."""
    passes = none(deals)
    for index, contest in enumerate(deals.game.contests):
        if is_high(contest):
            made = categories_of(contest.ranking)[deals.strengths[:, :, index]]
            is_two_pair = made == contest.ranking.categories.index(TWO_PAIR)
            for cards in _with_boards(deals, contest):
                passes |= (is_two_pair & (np.bitwise_count(_paired(cards)) > 2)).any(axis=1)
    return passes


def _paired(cards: _Numbers) -> _Ranks:
    """Return as bits the ranks that come more than once along the last axis."""
    once = twice = np.zeros(cards.shape[:-1], np.uint16)
    for bits in np.moveaxis(_bits(cards), -1, 0):
        twice = twice | once & bits
        once = once | bits
    return twice


def wheels(deals: DealArray) -> Mask:
    """A player has the wheel as a low and as a straight."""
    lows, highs = none(deals)[:, None], none(deals)[:, None]
    for index, contest in enumerate(deals.game.contests):
        strengths = deals.strengths[:, :, index]
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
