"""Rankings with the ace at the other end: what is read by whoever takes it the wrong way."""

from dataclasses import replace
from functools import cache

from showdown.evaluator.cards import ACE, Card, Cards
from showdown.evaluator.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    NOT_QUALIFIED,
    Rank,
    Ranking,
)

_TURNS = {DEUCE_TO_SEVEN: 1, ACE_TO_FIVE: -1}
"""By how much ranks are turned, so that the ace changes ends and nothing else its place."""
_COUNTERPARTS = {BADUGI: BADUGI_ACE_HIGH, BADUGI_ACE_HIGH: BADUGI}


@cache
def with_other_ace(ranking: Ranking) -> Ranking:
    """The ranking with a high ace for a low one, or a low one for a high one.

    An ace that is high does not qualify for eight or better. Rankings in which low cards don't win
    are as they were.
    """
    if ranking in _COUNTERPARTS:
        return _COUNTERPARTS[ranking]
    if ranking is EIGHT_OR_BETTER:
        return replace(ranking, rank=_without_aces, suits_matter_as_flush=False)
    if ranking not in _TURNS:
        return ranking
    turn = _TURNS[ranking]

    def rank(cards: Cards) -> Rank:
        return ranking.rank(tuple(Card((card[0] + turn) % 13, card[1]) for card in cards))

    return replace(ranking, rank=rank, suits_matter_as_flush=False)


def _without_aces(cards: Cards) -> Rank:
    return NOT_QUALIFIED if any(card[0] == ACE for card in cards) else EIGHT_OR_BETTER.rank(cards)
