"""Where a book says what was ruled: the numbers of its rules, for whoever looks them up."""

from collections.abc import Iterator
from dataclasses import dataclass

from showdown.evaluator.payout import Payout
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet


@dataclass(frozen=True, slots=True)
class Book:
    """What a book is called, and its rules on cards that speak, on side pots and on odd chips."""

    name: str
    cards_speak: str
    side_pots: str
    odd_chips: str


BOOKS = {
    "wsop-2024": Book(
        "WSOP Live Action Rules, 2024",
        "on the showdown: cards speak",
        "on side pots: each is settled by itself",
        "on odd chips",
    ),
    "tda-2024": Book(
        "Poker TDA Rules, 2024",
        "rule 12: cards speak at showdown",
        "rule 21: each side pot is split by itself",
        "rule 20: awarding odd chips",
    ),
    "roberts": Book(
        "Robert's Rules of Poker",
        "“The Showdown”, 2: cards speak",
        "“Ties”, 6: side pots are split as separate pots",
        "“Ties”, 5: odd chips",
    ),
    "exact": Book(
        "Agreed at the table",
        "cards speak",
        "each pot is settled by itself",
        "chips are split down to a hundredth",
    ),
}
"""By rule set. The numbers are those of the book; the first book is cited by its headings."""

if _missing := RULE_SETS.keys() - BOOKS.keys():
    raise KeyError(f"rule sets without a book to cite: {', '.join(sorted(_missing))}")


def citations(rules: RuleSet, payout: Payout | None) -> tuple[str, ...]:
    """`Poker TDA Rules, 2024, rule 20: awarding odd chips`, for each rule that was applied."""
    book = BOOKS[rules.slug]
    return tuple(f"{book.name}, {rule}" for rule in _applied(book, payout))


def _applied(book: Book, payout: Payout | None) -> Iterator[str]:
    yield book.cards_speak
    if payout is None:
        return
    if len(payout.pots) > 1:
        yield book.side_pots
    if payout.odd_chips:
        yield book.odd_chips
