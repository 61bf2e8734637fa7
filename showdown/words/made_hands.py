"""The names of made hands, and why one beats another.

A rank is first turned back into a category and the ranks of its cards; the words come from those.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from showdown.evaluator.cards import ACE
from showdown.evaluator.rankings import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    HIGH_CATEGORIES,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Rank,
    Ranking,
)
from showdown.words.ranks import NAMES, ORDINALS, PLURALS, listed, rank_letter, with_article

_KEPT = 4096
"""How many names are cached: a few hundred hands come up again and again."""

_CARDS = "cards"
"""The category of hands named by their cards, such as `7-5-3-2-A`."""


class _Read(NamedTuple):
    """A rank read back: its category and its cards' ranks (deuce 0, ace 12), in comparing order."""

    category: str
    ranks: tuple[int, ...]


def _from_ace_low(ranks: Rank) -> tuple[int, ...]:
    """Ranks counted from the deuce, given ranks counted from the ace and negated."""
    return tuple((-rank - 1) % 13 for rank in ranks)


def _read_high(ranking: Ranking, rank: Rank) -> _Read:
    return _Read(ranking.categories[rank[0]], rank[1:])


def _read_cards(ranking: Ranking, rank: Rank) -> _Read:
    return _Read(_CARDS, _from_ace_low(rank))


def _read_ace_to_five(ranking: Ranking, rank: Rank) -> _Read:
    return _Read(HIGH_CATEGORIES[-rank[0]] if rank[0] else _CARDS, _from_ace_low(rank[1:]))


def _read_deuce_to_seven(ranking: Ranking, rank: Rank) -> _Read:
    ranks = tuple(-each for each in rank[1:])
    return _Read(HIGH_CATEGORIES[-rank[0]] if rank[0] else _CARDS, ranks)


def _read_badugi(ranking: Ranking, rank: Rank) -> _Read:
    return _Read(ranking.category(rank), _from_ace_low(rank[1:]))


def _read_ace_high(ranking: Ranking, rank: Rank) -> _Read:
    return _Read(ranking.category(rank), tuple(-each for each in rank[1:]))


def _read_points(ranking: Ranking, rank: Rank) -> _Read:
    return _Read(ranking.category(rank), ())


_READERS: dict[str, Callable[[Ranking, Rank], _Read]] = {
    "high": _read_high,
    "high 6+": _read_high,
    "eight or better": _read_cards,
    "ace to five": _read_ace_to_five,
    "deuce to seven": _read_deuce_to_seven,
    "badugi": _read_badugi,
    "badugi, ace high": _read_ace_high,
    "points": _read_points,
}


@lru_cache(_KEPT)
def _read(ranking: Ranking, rank: Rank) -> _Read:
    """The rank read back; only its category if the ranking has no words here."""
    reader = _READERS.get(ranking.name)
    return reader(ranking, rank) if reader else _Read(ranking.category(rank), ())


_SETS = {
    PAIR: "pair of {0}",
    TWO_PAIR: "two pair, {0} and {1}",
    THREE_OF_A_KIND: "three {0}",
    FULL_HOUSE: "{0} full of {1}",
    FOUR_OF_A_KIND: "four {0}",
}
"""Names made of the ranks that form the hand; the other ranks are kickers."""

_RUNS = {
    HIGH_CARD: "{0} high",
    STRAIGHT: "{0}-high straight",
    FLUSH: "{0}-high flush",
    STRAIGHT_FLUSH: "{0}-high straight flush",
}
_PLURAL = (THREE_OF_A_KIND, FOUR_OF_A_KIND, FULL_HOUSE)
_SINGULAR = (PAIR, STRAIGHT, FLUSH, STRAIGHT_FLUSH)
_BADUGIS = {
    "badugi": "{} badugi",
    "three cards": "three-card {}",
    "two cards": "two-card {}",
    "one card": "one-card {}",
}
_BY_CARD = (HIGH_CARD, FLUSH)


def cards_text(ranks: tuple[int, ...]) -> str:
    """`7-5-3-2-A`."""
    return "-".join(map(rank_letter, ranks))


@lru_cache(_KEPT)
def title(ranking: Ranking, rank: Rank) -> str:
    """`king-high flush`, `three kings`, `7-5-3-2-A`, `badugi, 4-3-2-A`."""
    read = _read(ranking, rank)
    said = _title(read)
    is_low = ranking.wins_low and read.category in _SETS
    kickers = _split(read)[1] if is_low else ()
    return f"{said}, {cards_text(kickers)}" if kickers else said


def _title(read: _Read) -> str:
    category, ranks = read
    if category == STRAIGHT_FLUSH and ranks[0] == ACE:
        return "royal flush"
    if category in _SETS:
        return _SETS[category].format(*(PLURALS[rank] for rank in ranks))
    if category in _RUNS:
        return _RUNS[category].format(NAMES[ranks[0]])
    if category == _CARDS:
        return cards_text(ranks)
    return f"{category}, {cards_text(ranks)}" if ranks else category


@lru_cache(_KEPT)
def in_full(ranking: Ranking, rank: Rank) -> str:
    """The title and the kickers: `two pair, aces and nines, queen kicker`."""
    kickers = _split(_read(ranking, rank))[1]
    if not kickers or ranking.wins_low:
        return title(ranking, rank)
    names = [NAMES[kicker] for kicker in kickers]
    return f"{title(ranking, rank)}, {listed(names)} kicker{'s' if len(names) > 1 else ''}"


@lru_cache(_KEPT)
def as_noun(ranking: Ranking, rank: Rank) -> str:
    """As it follows “wins with”: `a king-high flush`, `three kings`, `a 4-3-2-A badugi`."""
    read = _read(ranking, rank)
    if read.category in _BADUGIS:
        return with_article(_BADUGIS[read.category].format(cards_text(read.ranks)))
    said = title(ranking, rank)
    return with_article(said) if read.category in _SINGULAR else said


def as_subject(ranking: Ranking, rank: Rank) -> str:
    """As it stands before a verb: `two pair, aces and nines,` ends in a comma, others don't."""
    noun = as_noun(ranking, rank)
    return f"{noun}," if ", " in noun else noun


def beats(ranking: Ranking, best: Rank, beaten: Rank) -> str:
    """Why the first rank beats the second: `three kings beat three sevens`."""
    winner, loser = _read(ranking, best), _read(ranking, beaten)
    if winner.category == loser.category:
        place = _first_difference(winner.ranks, loser.ranks)
        if winner.category not in HIGH_CATEGORIES:
            return _lower_cards(winner, loser, place)
        if place >= len(_split(winner)[0]):
            return _by_kicker(winner, loser, place, ranking)
        if place and winner.category in _BY_CARD:
            return _by_card(winner, loser, place)
    does = "beat" if winner.category in _PLURAL else "beats"
    return f"{as_subject(ranking, best)} {does} {as_noun(ranking, beaten)}"


def _lower_cards(winner: _Read, loser: _Read, place: int) -> str:
    """`7-6-5-2-A beats 7-6-5-4-A at the fourth card`."""
    where = f" at the {ORDINALS[place]} card" if place else ""
    return f"{cards_text(winner.ranks)} beats {cards_text(loser.ranks)}{where}"


def _by_kicker(winner: _Read, loser: _Read, place: int, ranking: Ranking) -> str:
    """`the same two pair, aces and nines; the queen kicker beats the jack`."""
    ours, theirs = NAMES[winner.ranks[place]], NAMES[loser.ranks[place]]
    said = f"the {ours} beats the {theirs}"
    if not ranking.wins_low:
        said = f"the {ours} kicker beats the {theirs}"
    return f"the same {_title(winner)}; {said}"


def _by_card(winner: _Read, loser: _Read, place: int) -> str:
    """Flushes and high cards are compared card by card, from the highest."""
    ours, theirs = NAMES[winner.ranks[place]], NAMES[loser.ranks[place]]
    each = _title(winner)
    each = with_article(each) if winner.category == FLUSH else each
    return f"{each} each; the {ours} beats the {theirs} at the {ORDINALS[place]} card"


def _split(read: _Read) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ranks that make the category, and the kickers."""
    if read.category not in _SETS:
        return read.ranks, ()
    sets = _SETS[read.category].count("{")
    return read.ranks[:sets], read.ranks[sets:]


def _first_difference(ours: tuple[int, ...], theirs: tuple[int, ...]) -> int:
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((place for place, (a, b) in pairs if a != b), 0)
