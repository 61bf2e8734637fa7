"""Cards in words: `ace of spades`, `Pik Ass`, `as de pique`, `as de picas`."""

import re
from collections.abc import Iterable

from showdown.evaluator.cards import RANKS, Card
from showdown.words.ranks import NAMES

_ENGLISH = {name: (name,) for name in NAMES} | {"deuce": ("deuce", "two")}
_RANK_WORDS: tuple[tuple[str, ...], ...] = (
    ("zwei", "deux", "dos"),
    ("drei", "trois", "tres"),
    ("vier", "quatre", "cuatro"),
    ("fünf", "cinq", "cinco"),
    ("sechs", "six", "seis"),
    ("sieben", "sept", "siete"),
    ("acht", "huit", "ocho"),
    ("neun", "neuf", "nueve"),
    ("zehn", "dix", "diez"),
    ("bube", "bauer", "valet", "jota", "sota"),
    ("dame", "dama", "reina"),
    ("könig", "roi", "rey"),
    ("ass", "as"),
)
"""German, French and Spanish, the deuce first."""
_SUIT_WORDS: tuple[tuple[str, ...], ...] = (
    ("clubs", "club", "kreuz", "treff", "trèfles", "trèfle", "tréboles", "trébol"),
    ("diamonds", "diamond", "karo", "carreaux", "carreau", "diamantes", "diamante"),
    ("hearts", "heart", "herz", "cœurs", "cœur", "corazones", "corazón"),
    ("spades", "spade", "pik", "piques", "pique", "picas", "pica"),
)
_GERMAN_SUITS = ("kreuz", "treff", "karo", "herz", "pik")
_LOOSE = {"ö": "(?:ö|oe|o)", "ü": "(?:ü|ue|u)", "è": "[èe]", "é": "[ée]", "ó": "[óo]",
          "œ": "(?:œ|oe)"}  # fmt: skip
"""Letters that many leave out or write in another way."""


def _any_of(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(
        "".join(_LOOSE.get(letter, letter) for letter in word) for word in longest_first
    )


def _places(rows: Iterable[Iterable[str]]) -> list[tuple[re.Pattern[str], int]]:
    return [(re.compile(_any_of(words), re.IGNORECASE), place) for place, words in enumerate(rows)]


_RANKS = [
    (*_ENGLISH[name], *words, *(("10",) if letter == "T" else ()), letter.lower())
    for name, words, letter in zip(NAMES, _RANK_WORDS, RANKS, strict=True)
]
_RANK_OF, _SUIT_OF = _places(_RANKS), _places(_SUIT_WORDS)
_ANY_RANK = _any_of(word for words in _RANKS for word in words)
_ANY_SUIT = _any_of(word for words in _SUIT_WORDS for word in words)

PATTERN = rf"""
    (?<!\w)(?P<rank>{_ANY_RANK})\s+(?:of|de)\s+(?P<suit>{_ANY_SUIT})(?!\w)
    | (?<!\w)(?P<face>{_any_of(NAMES[-4:])})\s+(?P<suit_of_face>{
    _any_of(word for words in _SUIT_WORDS for word in words[:2])
})(?!\w)
    | (?<!\w)(?P<german_suit>{_any_of(_GERMAN_SUITS)})[\ -]?(?P<german_rank>{_ANY_RANK})(?!\w)
"""
"""A verbose regular expression, to be read without regard to case. The last group of a match is
one of `LAST_GROUPS`."""
LAST_GROUPS = frozenset({"suit", "suit_of_face", "german_rank"})


def card_in_words(match: re.Match[str]) -> Card:
    """The card of a match of `PATTERN`."""
    rank = match["rank"] or match["face"] or match["german_rank"]
    suit = match["suit"] or match["suit_of_face"] or match["german_suit"]
    return Card(_place_of(rank, _RANK_OF), _place_of(suit, _SUIT_OF))


def _place_of(word: str, rows: list[tuple[re.Pattern[str], int]]) -> int:
    return next(place for pattern, place in rows if pattern.fullmatch(word))
