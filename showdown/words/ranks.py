"""The names of ranks, suits and cards, formatted amounts, and lists in words."""

from collections.abc import Callable, Iterable, Sequence

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
    """Return the letter of a rank, or `10`."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def card_name(card: Card) -> str:
    """Return the name of a card: `ace of hearts`."""
    return f"{NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def card_text(card: Card) -> str:
    """Return a card as `A♥` or `10♠`."""
    return rank_letter(card.rank) + SUIT_SYMBOLS[card.suit]


def join_phrases(texts: Sequence[str]) -> str:
    """Join phrases with *and*, after a comma if there are more than two or one contains a comma."""
    if len(texts) == 1:
        return texts[0]
    has_commas = len(texts) > 2 or any(", " in text for text in texts)
    return f"{', '.join(texts[:-1])}{',' if has_commas else ''} and {texts[-1]}"


def join_words(names: Sequence[str]) -> str:
    """Join words: `queen, jack and nine`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def number_text(count: int) -> str:
    """Return a number in words if it is small: `seven`, `11`."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def count_in_words(count: int, plural: str) -> str:
    """Return a number of things in words: `four hearts`, `one heart`, `no hearts`."""
    return f"{number_text(count)} {plural.removesuffix('s') if count == 1 else plural}"


def count_text(count: int, noun: str) -> str:
    """Return a number of things in digits: `1,250 cards`, `1 card`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def with_article(noun: str) -> str:
    """Return a name with its article: `a king-high flush`, `an 8-4-2-A badugi`."""
    has_vowel = noun[0] in "aeiouA8" and not noun.startswith("one-")
    return f"an {noun}" if has_vowel else f"a {noun}"


def capfirst(text: str, names: Iterable[str] = ()) -> str:
    """Capitalize the first letter, unless the text starts with one of these players' names.

    Names keep their spelling: `anna` and `Anna` may be two players.
    """
    if any(name and text.startswith(name) for name in names):
        return text
    return text[:1].upper() + text[1:]


def amount_text(amount: int, decimals: int = 0) -> str:
    """Return an amount for programs: `1250`, or `12.50` for an amount in hundredths."""
    if not decimals:
        return str(amount)
    whole, part = divmod(abs(amount), 10**decimals)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{part:0{decimals}}"


type WriteAmount = Callable[[int, int], str]
"""A function of an amount and its number of decimal places that returns text (`chips_text`)."""


def chips_text(amount: int, decimals: int = 0) -> str:
    """Return an amount for people: `1,250`, or `12.50` if there are cents."""
    if not decimals:
        return f"{amount:,}"
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(amount), 10**decimals)
    return f"{sign}{whole:,}.{part:0{decimals}}" if part else f"{sign}{whole:,}"
