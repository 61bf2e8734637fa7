"""Name made hands, and explain why one beats another.

A name is built from a hand's category and card ranks, which `_read_rank` reads from its `Rank`.
"""

from collections.abc import Callable
from functools import lru_cache

from showdown.evaluator.cards import ACE, RANKS, Cards
from showdown.evaluator.contests import MadeHand
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
from showdown.words.ranks import NAMES, ORDINALS, PLURALS, join_words, rank_letter, with_article
from showdown.words.vocabulary import CARDS, RANKINGS, CategoryAndRanks

type FormatRanks = Callable[[tuple[int, ...]], str]
"""A function that formats the ranks of cards."""

_CACHE_SIZE = 4096
"""Number of names in each cache; a few hundred names cover most deals."""


@lru_cache(_CACHE_SIZE)
def _read_rank(ranking: Ranking, rank: Rank) -> CategoryAndRanks:
    return RANKINGS[ranking].read(ranking, rank)


_NAMED_BY_RANKS = {
    PAIR: "pair of {0}",
    TWO_PAIR: "two pair, {0} and {1}",
    THREE_OF_A_KIND: "three {0}",
    FULL_HOUSE: "{0} full of {1}",
    FOUR_OF_A_KIND: "four {0}",
}
"""Names built from the ranks that form the hand; the other ranks are kickers."""

_NAMED_BY_HIGHEST = {
    HIGH_CARD: "{0} high",
    STRAIGHT: "{0}-high straight",
    FLUSH: "{0}-high flush",
    STRAIGHT_FLUSH: "{0}-high straight flush",
}
_PLURAL_CATEGORIES = (THREE_OF_A_KIND, FOUR_OF_A_KIND, FULL_HOUSE)
"""Categories whose names take the verb *beat*."""
_CATEGORIES_WITH_ARTICLE = (PAIR, STRAIGHT, FLUSH, STRAIGHT_FLUSH)
"""Categories whose names take an article."""
_ONE_CARD = "one card"
_BADUGI_NAMES = {
    "badugi": "{} badugi",
    "three cards": "three-card {}",
    "two cards": "two-card {}",
    _ONE_CARD: "one-card {}",
}
_MADE_OF_ALL_CARDS = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, *_BADUGI_NAMES)
"""Categories in which all cards that play form the hand."""


def cards_text(ranks: tuple[int, ...]) -> str:
    """Return the ranks of cards, joined by hyphens: `7-5-3-2-A`."""
    return "-".join(map(rank_letter, ranks))


@lru_cache(_CACHE_SIZE)
def title(ranking: Ranking, rank: Rank) -> str:
    """Return a hand's name: `king-high flush`, `three kings`, `7-5-3-2-A`, `badugi, 4-3-2-A`."""
    return _format_title(ranking, rank, cards_text)


def short_title(ranking: Ranking, rank: Rank) -> str:
    """Return the name of a hand without hyphens between cards: `7532A`, `badugi, 432A`."""
    return _format_title(
        ranking, rank, lambda ranks: "".join(RANKS[card_rank] for card_rank in ranks)
    )


def _format_title(ranking: Ranking, rank: Rank, format_ranks: FormatRanks) -> str:
    """Return a hand's name; in a low ranking, with kickers: `pair of sevens, 5-4-2`."""
    reading = _read_rank(ranking, rank)
    is_ace_high = reading.category == STRAIGHT_FLUSH and reading.ranks[0] == ACE
    if is_ace_high and RANKINGS[ranking].has_royal_flush:
        return "royal flush"
    name = _name_category(reading, format_ranks)
    is_low = ranking.wins_low and reading.category in _NAMED_BY_RANKS
    kickers = _split_ranks(reading)[1] if is_low else ()
    return f"{name}, {format_ranks(kickers)}" if kickers else name


def _name_category(reading: CategoryAndRanks, format_ranks: FormatRanks = cards_text) -> str:
    category, ranks = reading
    if not ranks:
        return category
    if category in _NAMED_BY_RANKS:
        return _NAMED_BY_RANKS[category].format(*(PLURALS[rank] for rank in ranks))
    if category in _NAMED_BY_HIGHEST:
        return _NAMED_BY_HIGHEST[category].format(NAMES[ranks[0]])
    if category == CARDS:
        return format_ranks(ranks)
    return f"{category}, {format_ranks(ranks)}"


@lru_cache(_CACHE_SIZE)
def title_with_kickers(ranking: Ranking, rank: Rank) -> str:
    """Return the name with kickers: `two pair, aces and nines, queen kicker`."""
    kickers = _split_ranks(_read_rank(ranking, rank))[1]
    if not kickers or ranking.wins_low:
        return title(ranking, rank)
    names = [NAMES[kicker] for kicker in kickers]
    return f"{title(ranking, rank)}, {join_words(names)} kicker{'s' if len(names) > 1 else ''}"


@lru_cache(_CACHE_SIZE)
def as_noun(ranking: Ranking, rank: Rank) -> str:
    """Return the name as it follows *wins with*: `a king-high flush`, `three kings`."""
    reading = _read_rank(ranking, rank)
    if reading.category in _BADUGI_NAMES:
        return with_article(_BADUGI_NAMES[reading.category].format(cards_text(reading.ranks)))
    name = title(ranking, rank)
    if reading.category in _CATEGORIES_WITH_ARTICLE:
        return with_article(name)
    return RANKINGS[ranking].noun.format(name)


def as_subject(ranking: Ranking, rank: Rank) -> str:
    """Return the name as the subject of a verb.

    A name that contains a comma also ends with one: `two pair, aces and nines,`.
    """
    noun = as_noun(ranking, rank)
    return f"{noun}," if ", " in noun else noun


def beats_text(ranking: Ranking, best: Rank, beaten: Rank) -> str:
    """Explain why the first rank beats the second.

    Examples are `three kings beat three sevens`, `7-6-5-2-A beats 7-6-5-4-A at the fourth card` and
    `the same two pair, aces and nines, queen kicker over jack`.
    """
    winner, loser = _read_rank(ranking, best), _read_rank(ranking, beaten)
    if winner.category == loser.category:
        index = _find_first_difference(winner.ranks, loser.ranks)
        if not winner.ranks:
            return f"the better {winner.category} wins"
        if winner.category == _ONE_CARD:
            return f"{as_noun(ranking, best)} beats {as_noun(ranking, beaten)}"
        if winner.category not in HIGH_CATEGORIES:
            where = f" at the {ORDINALS[index]} card" if index else ""
            return f"{cards_text(winner.ranks)} beats {cards_text(loser.ranks)}{where}"
        winning, losing = NAMES[winner.ranks[index]], NAMES[loser.ranks[index]]
        if index >= len(_split_ranks(winner)[0]):
            if ranking.wins_low:
                return f"the same {_name_category(winner)}; the {winning} beats the {losing}"
            return f"the same {_name_category(winner)}, {winning} kicker over {losing}"
        if index and winner.category in (HIGH_CARD, FLUSH):
            name = _name_category(winner)
            name = with_article(name) if winner.category == FLUSH else name
            return f"{name} each; the {winning} beats the {losing} at the {ORDINALS[index]} card"
    noun = as_noun(ranking, best)
    # In a ranking with plural names, `1 point` is singular.
    is_plural = winner.category in _PLURAL_CATEGORIES or RANKINGS[ranking].is_plural
    verb = "beat" if is_plural and not noun.startswith("1 ") else "beats"
    return f"{noun} {verb} {as_noun(ranking, beaten)}"


def find_deciding_kicker(ranking: Ranking, best: Rank, beaten: Rank) -> str:
    """Return the kicker by which the first rank wins (`ace`), or an empty string."""
    winner, loser = _read_rank(ranking, best), _read_rank(ranking, beaten)
    if winner.category != loser.category or winner.category not in HIGH_CATEGORIES:
        return ""
    index = _find_first_difference(winner.ranks, loser.ranks)
    is_kicker = not ranking.wins_low and index >= len(_split_ranks(winner)[0])
    return NAMES[winner.ranks[index]] if is_kicker else ""


def category_text(category: str) -> str:
    """Return a category as people write it: `10-low` for `T low`, `5-4-3-2-A` for `5432A`."""
    if len(category) > 1 and set(category) <= set(RANKS):
        return "-".join("10" if rank == "T" else rank for rank in category)
    highest, _, low = category.partition(" ")
    if low != "low":
        return category
    return "10-low" if highest == "T" else f"{highest}-low"


def find_deciding_cards(best: MadeHand, beaten: MadeHand) -> tuple[Cards, Cards]:
    """Return the cards of the winning and of the losing hand that decide between them.

    If the hands have the same category, these are the cards of the first rank that differs.
    Otherwise they are the cards that make each category; a high-card hand has no such cards.
    """
    winner, loser = _read_rank(best.ranking, best.rank), _read_rank(beaten.ranking, beaten.rank)
    if winner.category != loser.category:
        return _select_category_cards(winner, best.cards), _select_category_cards(
            loser, beaten.cards
        )
    index = _find_first_difference(winner.ranks, loser.ranks)
    winning_rank, losing_rank = winner.ranks[index : index + 1], loser.ranks[index : index + 1]
    return _select_ranks(winning_rank, best.cards), _select_ranks(losing_rank, beaten.cards)


def _select_category_cards(reading: CategoryAndRanks, cards: Cards) -> Cards:
    """Return the cards that make the category: two for a pair, five for a flush."""
    if reading.category in _NAMED_BY_RANKS:
        return _select_ranks(_split_ranks(reading)[0], cards)
    return cards if reading.category in _MADE_OF_ALL_CARDS else ()


def _select_ranks(ranks: tuple[int, ...], cards: Cards) -> Cards:
    return tuple(card for card in cards if card.rank in ranks)


def _split_ranks(reading: CategoryAndRanks) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Split the ranks into those that make the category, and the kickers."""
    if reading.category not in _NAMED_BY_RANKS:
        return reading.ranks, ()
    count = _NAMED_BY_RANKS[reading.category].count("{")
    return reading.ranks[:count], reading.ranks[count:]


def _find_first_difference(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (a, b) in pairs if a != b), 0)
