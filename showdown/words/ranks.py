"""The names of ranks, suits and cards, and lists of things in words."""

from collections.abc import Sequence

from showdown.evaluator.cards import RANKS, Card

NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)
PLURALS = tuple(name + ("es" if name == "six" else "s") for name in NAMES)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_SYMBOLS = "♣♦♥♠"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("first", "second", "third", "fourth", "fifth")


def rank_letter(rank: int) -> str:
    """A rank on its own: `A`, `K`, … `10`."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def card_name(card: Card) -> str:
    """`ace of hearts`."""
    return f"{NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def card_text(card: Card) -> str:
    """`A♥`, `10♠`."""
    return rank_letter(card.rank) + SUIT_SYMBOLS[card.suit]


def listed(names: Sequence[str]) -> str:
    """`queen, jack and nine`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(count: int, plural: str) -> str:
    """`four hearts`, `one heart`, `no hearts`."""
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} {plural.removesuffix('s') if count == 1 else plural}"


def with_article(noun: str) -> str:
    """`a king-high flush`, `an ace-high straight`, `an 8-4-2-A badugi`, `a one-card A`."""
    has_vowel = noun[0] in "aeiouA8" and not noun.startswith("one-")
    return f"an {noun}" if has_vowel else f"a {noun}"


def sentence(text: str) -> str:
    """The text with a capital at the start; the rest stays as it is."""
    return text[:1].upper() + text[1:]
