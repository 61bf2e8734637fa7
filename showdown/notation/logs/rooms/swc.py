"""Hand histories of Seals with Clubs, in English, and of other rooms of the same software.

A call or a bet states the chips added, and a raise states the total. Each pot has its own rake.
Under its later name SwC Poker, the room writes text like that of PokerStars, in which the stated
total may exclude the rake.
"""

import re
from collections.abc import Iterator, Sequence

from showdown.evaluator.games import Game
from showdown.notation.logs.game_titles import TITLE, find_game_by_title
from showdown.notation.logs.hand_reader import SHARED_VERBS
from showdown.notation.logs.logged_hand import (
    ALL_STATEMENTS,
    RAKE_AND_FEES,
    HandSkipped,
    Limit,
    ReadHand,
    Skip,
    Statement,
)
from showdown.notation.logs.rooms.pokerstars import PokerStarsGrammar
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand
from showdown.notation.logs.value_parsing import (
    find_big_blind,
    find_texts_in_brackets,
    have_odd_cents,
)

_NAME = "seals-with-clubs"
_LIMIT = r"(?:NL|PL|FL|No Limit|Pot Limit|Fixed Limit|Limit)"
_BOARD = re.compile(r"\*\* (?:Flop|Turn|River|.*Show Down) \*\* \[")
_RAKE = re.compile(r"Rake \(([\d.,]+)\)")
_POT = re.compile(r"Pot(?: \d{1,2})? \(([\d.,]+)\)")
_BEGINNING = r"SwCPoker Hand *#(\d{1,20}):"
_STREETS = ("*** FLOP", "*** TURN", "*** RIVER")


class SwcPoker(PokerStarsGrammar):
    """A hand in the text of SwC Poker, the room's later name."""

    name = _NAME
    prefixes = ("SwCPoker ",)
    statements = ALL_STATEMENTS - {Statement.EVERY_RETURN, Statement.RAKE_OF_POTS}
    beginning = re.compile(_BEGINNING)
    heading = re.compile(
        rf"^{_BEGINNING} *(?P<tournament>.*? )?(?P<title>{TITLE}) (?P<limit>{_LIMIT}) "
        r"(?:- Level \w+ )?\((?P<small>[\d.,]+)/(?P<big>[\d.,]+)[^()]*\) - \d{4}/"
    )
    time = re.compile(f" - {DATE_AND_TIME}")

    def read_into_builder(self) -> Game:
        self.require_summary()
        heading, lines = self.heading_match, self.lines
        if not heading:
            raise HandSkipped(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
        is_cash = not heading["tournament"]
        has_cents = is_cash or have_odd_cents(lines[2:])
        self.start(heading["limit"], has_cents=has_cents, is_tournament=not is_cash)
        self.read_lines(lines[2 : self.summary_index])
        self.read_summary_payments(lines[self.summary_index :])
        self.read_summary()
        builder = self.builder
        if builder.total is not None and builder.total + builder.rake == builder.pot_total():
            builder.total += builder.rake
        if not builder.boards:  # the last brackets contain the new cards
            streets = [
                find_texts_in_brackets(line)[-1] for line in lines if line.startswith(_STREETS)
            ]
            builder.boards = [self.parse_cards(" ".join(streets)) or ()]
        return find_game_by_title(heading["title"])

    def stated_big_blind(self, post_amount: int) -> int:
        """Return the big blind, which in limit games is the smaller of the stated bets."""
        blind = "small" if self.builder.limit is Limit.FIXED else "big"
        return (
            self.builder.parse_amount(self.heading_match[blind])
            if self.heading_match
            else post_amount
        )


class Swc(TextHand):
    name = _NAME
    prefixes = ("Hand #", *SwcPoker.prefixes)
    statements = SwcPoker.statements
    optional_statements = RAKE_AND_FEES | {Statement.POTS}
    head_line_count = 4
    beginning = time = re.compile(rf"Hand #(\d+-\d+) - {DATE_AND_TIME}")
    heading = re.compile(rf"^Game: {_LIMIT} (.+?)(?: \(| - |\s*$)")
    table = re.compile(r"^Table: (.*)")
    seat = re.compile(r"Seat (\d+): (.+) \(([\d.,]+)\)")
    street_heading = "** "
    first_streets = ("** Hole", "** Third")
    summary_heading = ""
    is_second_small_blind_dead = True

    @classmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        return super().begins(line) or SwcPoker.begins(line)

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        if SwcPoker.begins(lines[0]):
            return SwcPoker.read_hands(lines, first_line)
        return super().read_hands(lines, first_line)

    def read_into_builder(self) -> Game:
        title = self.heading_match[1] if self.heading_match else ""
        self.game = find_game_by_title(title)
        self.start("", has_cents=have_odd_cents(self.lines))
        self.builder.statements -= RAKE_AND_FEES
        self.read_lines(self.lines[1:])
        self.remove_uncalled()
        if not self.builder.paid and self.builder.pot_total():
            raise HandSkipped(Skip.CUT_OFF, "nobody wins the pot")
        return self.game

    def read_street(self, line: str) -> None:
        """Read the new cards of a street, or the board at a showdown."""
        if self.game.boards and _BOARD.match(line):
            builder, cards = self.builder, self.parse_cards(find_texts_in_brackets(line)[0]) or ()
            before = builder.boards[0] if builder.boards and " Show Down " not in line else ()
            builder.boards = [(*before, *cards)] if before or cards else []

    def read_notice(self, line: str) -> bool:
        rake = _RAKE.match(line)
        if rake:
            self.builder.rake += self.builder.parse_amount(rake[1])
            self.builder.statements |= RAKE_AND_FEES
        return rake is not None or super().read_notice(line)

    def stated_big_blind(self, post_amount: int) -> int:
        return (
            self.find_amount(find_big_blind(self.head_lines[1].rpartition(" - ")[2])) or post_amount
        )

    def gets_button(self, name: str, details: str) -> None:
        if details.startswith("the dealer button"):
            self.button = self.builder.seats[name]

    def wins(self, name: str, details: str) -> None:
        """Parse `Pot (11.70) with a Pair`, `Side Pot 1 (3)`."""
        if pot := _POT.search(details):
            self.collects(name, pot[1])

    verbs = {
        **SHARED_VERBS,
        "has": gets_button,
        "refunded": TextHand.returns_bet,
        **dict.fromkeys(("wins", "splits"), wins),
    }
