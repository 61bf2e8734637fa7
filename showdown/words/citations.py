"""Describe rule sets in sentences, and cite the numbered rules that a ruling applies."""

from collections.abc import Iterator
from dataclasses import dataclass

from showdown.evaluator.payout import OddChipRule, Payout
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet


@dataclass(frozen=True, slots=True)
class Book:
    """A book of rules: its name, the rules that a ruling may cite, and other rules for the table.

    `credit` is the notice that its authors require.
    """

    name: str
    cards_speak: str
    side_pots: str
    odd_chips: str
    suits: str
    others: tuple[str, ...] = ()
    credit: str = ""

    @property
    def rules(self) -> tuple[str, ...]:
        """Return all rules: those that a ruling may cite, and the others."""
        return self.cards_speak, self.side_pots, self.odd_chips, self.suits, *self.others


BOOKS = {
    "wsop-2026": Book(
        "WSOP Live Action Rules, 2026",
        "rule 15: cards speak",
        "rule 153: side pots and the main pot are split separately",
        "rules 152 and 153: odd chips",
        "rule 150: ranking of suits",
        others=("rule 187: insurance is refused",),
    ),
    "tda-2026": Book(
        "Poker TDA Rules, 2026",
        "rule 13: cards speak at showdown",
        "rule 23: each side pot is split by itself",
        "rule 21: awarding odd chips",
        "rule 21: the high card by suit",
        others=(
            "rule 14: tabling a hand",
            "rule 17: hands are face up when players are all in",
            "rule 20: playing the board",
            "rule 22: players who bust in the same hand of a big-blind-ante event are placed by"
            " their stacks after the ante",
            "rule 24: disputed hands and pots",
        ),
        credit="TDA rules used by permission of the Poker TDA, Copyright 2026,"
        " https://www.pokertda.com, All rights reserved",
    ),
    "roberts": Book(
        "Robert's Rules of Poker, version 11",
        "“The Showdown”, 2: cards speak",
        "“Ties”, 6: side pots are split as separate pots",
        "“Ties”, 5: odd chips",
        "“Ties”, 1: ranking of suits",
    ),
    "exact": Book(
        "Agreed at the table",
        "cards speak",
        "each pot is settled by itself",
        "chips are split down to a hundredth",
        "suits rank spades, hearts, diamonds, clubs",
    ),
}
"""The book of rules for each rule set, with the book's own rule numbers."""

if _missing := RULE_SETS.keys() - BOOKS.keys():
    raise KeyError(f"rule sets without a book to cite: {', '.join(sorted(_missing))}")


_BY_CARD = {
    OddChipRule.HIGHEST_PLAYING_CARD,
    OddChipRule.HIGHEST_CARD,
    OddChipRule.LOWEST_CARD,
}


def cite_rules(rules: RuleSet, payout: Payout | None) -> tuple[str, ...]:
    """Return each applied rule, such as `Poker TDA Rules, 2026, rule 21: awarding odd chips`."""
    book = BOOKS[rules.slug]
    applied_rules = [book.cards_speak]
    if payout and len(payout.pots) > 1:
        applied_rules.append(book.side_pots)
    if payout and payout.odd_chips:
        applied_rules.append(book.odd_chips)
    if payout and any(chip.rule in _BY_CARD for chip in payout.odd_chips):
        applied_rules.append(book.suits)
    return tuple(f"{book.name}, {rule}" for rule in applied_rules)


def describe_rule_set(rules: RuleSet) -> Iterator[str]:
    """Yield sentences that describe how a rule set pays chips."""
    yield (
        "Each pot is settled separately among the players eligible for it, the last side pot first."
    )
    yield (
        "A pot is split evenly between the boards, and each board's part evenly between the"
        " contests, such as high and low. If nobody qualifies for a contest, its part goes to the"
        " others."
    )
    if rules.is_exact:
        yield "Chips are split down to a hundredth; an odd chip is a hundredth that can't be split."
    yield "An odd chip between boards goes to the first board; one between high and low, to high."
    if rules.contests_by_turn:
        yield (
            "In Badacey, Badeucey and Drawmaha, an odd chip between contests goes to the contest"
            " whose winner comes first to the left of the button."
        )
    yield (
        "Tied players share evenly. Odd chips go one at a time, starting with the first tied player"
        " to the left of the button."
    )
    if rules.by_all_cards:
        yield (
            "In stud, odd chips go by all the cards a player holds instead: to the highest card for"
            " high, and to the lowest card for low. Spades are the highest suit, then hearts,"
            " diamonds and clubs; in a low the ace is the lowest card."
        )
    else:
        yield (
            "In stud, odd chips go instead to the highest card that plays; suits break ties in"
            " rank: spades, hearts, diamonds, clubs. Of two cards of one rank the"
            " higher suit plays, and in a low the ace is the lowest card."
        )
    yield "Players who share the deciding card take odd chips by seat."
    if rules.one_each:
        yield "Nobody gets a second odd chip from a pot while another winner has none."
    if rules.shares_whole:
        yield "Players who tie for every contest of a pot split the whole pot at once."
    else:
        yield "Each contest's part is split separately, even if the same players tie for them all."
    yield "An uncalled bet goes back to the player who made it."
