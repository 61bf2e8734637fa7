"""Evaluate known hands on whole arrays of boards, without the compiler."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.columns import FLUSH_RULES, NEVER, Strengths, columns_of, rank_pairs
from showdown.bulk.heaps import CARDS_ON_BOARD, ranks_of
from showdown.bulk.multisets import KEYS, multisets
from showdown.bulk.tables import heeds_suits
from showdown.evaluator.cards import DECK
from showdown.evaluator.games import Contest

type CardNumbers = NDArray[np.uint8]


def has_columns(contest: Contest, hole: int) -> bool:
    """Return whether lookup tables exist for the contest.

    They use the ranks of a hand, and suits only where these make a flush.
    """
    return (
        contest.ranking.suits_matter_as_flush
        and contest.choice in FLUSH_RULES
        and hole <= FLUSH_RULES[contest.choice].most
    )


def own_strength(contest: Contest, hand: Sequence[int]) -> int:
    """Return the strength of a hand in a contest without a board; 0 if it doesn't qualify."""
    cards = tuple(DECK[card] for card in hand)
    rank = contest.rank(contest.best_combination(cards, ()))
    return contest.ranking.strength(rank) if rank else 0


def strengths_on(contest: Contest, hand: Sequence[int], boards: CardNumbers) -> Strengths:
    """Return the strength of a hand on each of these boards (n, 5)."""
    rows = multisets(CARDS_ON_BOARD).number[KEYS[boards >> 2].sum(axis=1)]
    pairs = rank_pairs([card >> 2 for card in hand])
    columns = columns_of(contest.choice, contest.ranking, pairs)
    best: Strengths = columns.take(rows, axis=1).max(axis=0)
    if heeds_suits(contest.ranking):
        rule = FLUSH_RULES[contest.choice]
        for suit in range(4):
            own = ranks_of(hand, suit)
            if rule.least(own) != NEVER:
                bits = ((boards & 3 == suit) << (boards >> 2).astype(np.intp)).sum(axis=1)
                np.maximum(best, rule.strengths(contest.ranking, own, bits), out=best)
    return best
