"""The English for ranks: what a made hand is called, and what made one beat another.

Ranks are the tuples of `rankings`; nothing here decides an order.
"""

from collections.abc import Sequence
from itertools import zip_longest

from showdown.evaluator.cards import ACE, RANKS, Card

type Rank = tuple[int, ...]

_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)
_PLURALS = [name + ("es" if name == "six" else "s") for name in _NAMES]
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_ORDINALS = ("first", "second", "third", "fourth", "fifth")

HIGH_CATEGORIES = (
    "High card",
    "One Pair",
    "Two Pair",
    "3-of-a-Kind",
    "Straight",
    "Flush",
    "Full House",
    "4-of-a-Kind",
    "Straight Flush",
)
(
    HIGH_CARD,
    ONE_PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = range(9)
ROYAL_FLUSH: Rank = (STRAIGHT_FLUSH, ACE)

BADUGI_CATEGORIES = ("1-card", "2-card", "3-card", "Badugi")

_SETS = {
    ONE_PAIR: "{0}",
    TWO_PAIR: "{0} and {1}",
    THREE_OF_A_KIND: "{0}",
    FULL_HOUSE: "{0} full of {1}",
    FOUR_OF_A_KIND: "{0}",
}
"""How the ranks that form the category are said; the other ranks are kickers."""


def high_title(rank: Rank) -> str:
    """`Two Pair`; a straight flush to the ace is a `Royal Flush`."""
    return "Royal Flush" if rank == ROYAL_FLUSH else HIGH_CATEGORIES[rank[0]]


def high_words(rank: Rank) -> str:
    """`Two Pair, aces and nines, queen kicker`."""
    kickers = [_NAMES[kicker] for kicker in _split(rank)[1]]
    said = _high_core(rank)
    if not kickers:
        return said
    return f"{said}, {listed(kickers)} kicker{'s' if len(kickers) > 1 else ''}"


def high_decision(winner: Rank, loser: Rank) -> str:
    """What makes the winner beat the loser: `…, queen kicker beats jack kicker`."""
    if winner[0] != loser[0]:
        return f"{_high_core(winner)} beats {_high_core(loser)}"
    core, kickers = _split(winner)
    other_core, other_kickers = _split(loser)
    if core != other_core:
        if winner[0] in (FLUSH, HIGH_CARD):
            return _card_by_card(winner, loser)
        return f"{_high_core(winner)} beats {_high_core(loser, category=False)}"
    ours, theirs = next((a, b) for a, b in zip(kickers, other_kickers, strict=True) if a != b)
    return f"{_high_core(winner)}, {_NAMES[ours]} kicker beats {_NAMES[theirs]} kicker"


def _split(rank: Rank) -> tuple[Rank, Rank]:
    """The ranks that form the category, and the kickers."""
    if rank[0] not in _SETS:
        return rank[1:], ()
    sets = _SETS[rank[0]].count("{")
    return rank[1 : 1 + sets], rank[1 + sets :]


def _high_core(rank: Rank, *, category: bool = True) -> str:
    """`Two Pair, aces and nines`, or without the category `aces and nines`."""
    if rank == ROYAL_FLUSH:
        return "Royal Flush" if category else "ace high"
    if rank[0] in _SETS:
        said = _SETS[rank[0]].format(*(_PLURALS[each] for each in rank[1:]))
    else:
        said = f"{_NAMES[rank[1]]} high"
    return f"{HIGH_CATEGORIES[rank[0]]}, {said}" if category else said


def _card_by_card(winner: Rank, loser: Rank) -> str:
    """Flushes and high cards are compared card by card, from the highest."""
    place = next(i for i, (a, b) in enumerate(zip(winner, loser, strict=True)) if a != b)
    title = HIGH_CATEGORIES[winner[0]]
    if place == 1:
        return f"{title}, {_NAMES[winner[1]]} high beats {_NAMES[loser[1]]} high"
    return (
        f"{title}, {_NAMES[winner[1]]} high, {_NAMES[winner[place]]} beats "
        f"{_NAMES[loser[place]]} at the {_ORDINALS[place - 1]} card"
    )


def low_text(rank: Rank) -> str:
    """`7532A`, highest card first."""
    return "".join(_ace_low_letters(rank))


def low_decision(winner: Rank, loser: Rank) -> str:
    """`7652A beats 7654A at the fourth card`."""
    return (
        f"{low_text(winner)} beats {low_text(loser)} at the {_first_difference(winner, loser)} card"
    )


def badugi_title(rank: Rank) -> str:
    """`Badugi 4-3-2-A` for four cards, `3-card 4-2-A` for fewer."""
    return f"{BADUGI_CATEGORIES[rank[0] - 1]} {'-'.join(_ace_low_letters(rank[1:]))}"


def badugi_decision(winner: Rank, loser: Rank) -> str:
    """More cards beat fewer; then the lower cards, highest first."""
    said = f"{badugi_title(winner)} beats {badugi_title(loser)}"
    if winner[0] != loser[0]:
        return said
    return f"{said} at the {_first_difference(winner[1:], loser[1:])} card"


def _ace_low_letters(rank: Rank) -> list[str]:
    """The letters of negated ace-low ranks (ace 0, king -12)."""
    return ["A23456789TJQK"[-each] for each in rank]


def _first_difference(winner: Rank, loser: Rank) -> str:
    pairs = zip_longest(winner, loser)
    return _ORDINALS[next(i for i, (a, b) in enumerate(pairs) if a != b)]


def listed(names: Sequence[str]) -> str:
    """`queen, jack and nine`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def rank_letter(rank: int) -> str:
    """`A`, `K`, …, and `10`, as a rank is said on its own."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def card_name(card: Card) -> str:
    """`ace of hearts`."""
    return f"{_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"
