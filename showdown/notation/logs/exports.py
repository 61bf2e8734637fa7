"""The texts in which PokerTracker exports hands of iPoker and Merge.

    GAME #44023 Version:18.9.3.4 Uncalled:Y Texas Hold'em NL €0.05/€0.10 2026-01-03 11:56:34/GMT
    Table Boggstown
    Seat 1: Anna (€10.00 in chips) DEALER
    Boris: Post SB €0.05
    Cem: Post BB €0.15
    *** HOLE CARDS ***
    Dealt to Boris [HA CA]
    Anna: Raise (NF) €0.25
    Boris: Raise €9.95
    Cem: Allin €1.80
    *** TURN *** [S3]
    *** SUMMARY ***
    Total pot €7.52 Rake €0.53
    Anna: Shows [DQ D10] Two Pair, Queens and Tens
    Boris: Mucks [HA CA] One Pair, Aces
    Anna: wins €7.52

Merge's begin with `MERGE_GAME #46893440-366: Holdem NL $0.10/$0.25` or `Merge Game #…`, state no
total, and have `Post DB` for a big and a dead small blind. A raise `(NF)`, and any of Merge, is to
its amount, another adds it. The total is what the rake leaves, and has what nobody called.
"""

import re

from showdown.evaluator.cards import Cards
from showdown.notation.logs.limits import big_blind_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import Unreadable
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.reading import (
    Unplayed,
    any_title,
    have_odd_cents,
    in_all_pots,
    in_brackets,
    suit_last,
)
from showdown.notation.logs.stars_lines import place_of_summary
from showdown.notation.logs.text_hand import LONGEST_LINE, TextHand

_TITLES = {
    "Texas Hold'em": "holdem",
    "Holdem": "holdem",
    "Hold'em": "holdem",
    "Six Plus Holdem": "short-deck",
    "Omaha": "omaha",
    "Omaha Hi": "omaha",
    "Omaha Hi-Lo": "omaha-hilo",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha HiLow": "omaha-hilo",
    "Omaha H/L8": "omaha-hilo",
    "5 Card Omaha": "five-card-omaha",
    "7 Card Stud": "seven-card-stud",
    "7-Stud": "seven-card-stud",
    "7 Card Stud Hi-Lo": "stud-hilo",
    "7 Card Stud HiLow": "stud-hilo",
    "7-Stud H/L8": "stud-hilo",
    "5 Card Stud": "five-card-stud",
    "Razz": "razz",
}

_BEGINNING = r"(?:GAME|MERGE_GAME|Merge Game) #"
_HEADING = re.compile(
    rf"{_BEGINNING}.*?[\s|]({any_title(_TITLES)})"
    r"(?: +(?:NL|PL|FL|SL|L|No Limit|(?:Half )?Pot Limit|Limit|LIMIT)\b| +Tournament| +\D{0,4}\d)"
)
_SEAT = re.compile(
    r"Seat (\d+): (.+) \(([^()\d]*\d[^()]*?)(?: in chips)?\)(?: \([A-Z]+\))*( DEALER)?"
)
_TOTAL = re.compile(r"Total pot (.+?) (?:\| )?Rake (.+)")
_AMOUNT = re.compile(r"\d[\d,.]*(?:[ \u00a0\u202f]\d{3}(?!\d)[\d,.]*)*")
_STREETS = ("*** FLOP", "*** TURN", "*** RIVER")
_UNCALLED = "(uncalled)"
_CANCELLED = "Hand cancelled"


class _Hand(TextHand):
    name = "pokertracker"
    titles = _TITLES
    lines_of_head = 2
    beginning = re.compile(rf"{_BEGINNING}([\d-]{{1,40}})")
    heading = _HEADING
    table = re.compile(r"^Table (.+?)(?:, Seats \d+)?\s*$")
    time = re.compile(
        r"(?P<year>\d{4})[-/](?P<month>\d\d)[-/](?P<day>\d\d)"
        r" (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
    )
    separator = ": "
    _is_cash = True
    _small_blind = 0

    def place_of_summary(self) -> int:
        return place_of_summary(self.lines)

    def read(self, origin: Origin) -> ReadHand:
        first = self.lines[0]
        game = self.game_called(self.header[1] if self.header else "", first)
        if not self.summary and any(line.startswith(_CANCELLED) for line in self.lines):
            raise Unplayed(Skip.CANCELLED)
        self.need_summary()
        is_cash = "Tournament" not in first
        self._is_cash = is_cash
        self.start(2 if is_cash or have_odd_cents(self.lines[2:]) else 0, first)
        self.play.states_rake = not is_cash
        for line in self.lines[2:]:
            self._tell(line)
        self.take_back()
        if not self.play.paid and in_all_pots(self.play):
            raise Unplayed(Skip.CUT_OFF, "nobody is paid")
        return self.hand(origin, game)

    def _tell(self, line: str) -> None:
        play = self.play
        name, action = play.seats.split(line)
        if name:
            self.acts(name, action)
        elif seat := _SEAT.match(line[:LONGEST_LINE]):
            self.sits(seat)
            self.button = int(seat[1]) if seat[4] else self.button
        elif line.startswith(_STREETS):
            play.begin_street()
            self._deal(self.cards(in_brackets(line)[-1]) or ())
        elif total := _TOTAL.match(line[:LONGEST_LINE]):
            play.rake, play.states_rake = play.amount(total[2]), True
            play.total = play.amount(total[1]) + play.rake
        elif line.startswith(_CANCELLED):
            raise Unplayed(Skip.CANCELLED)

    def _deal(self, cards: Cards) -> None:
        """The cards of a street, or the board so far."""
        self.board = [*self.board, *cards] if len(cards) == 1 else list(cards)

    def amount(self, more: str) -> int:
        amount = _AMOUNT.search(more)
        return self.play.amount(amount[0]) if amount else 0

    def cards(self, text: str) -> Cards | None:
        """`S10` is `Ts`; Merge writes `Ts`."""
        return cards_of(list(map(suit_last, text.split())))

    def posts_small_blind(self, name: str, more: str) -> None:
        """In cash games, one after the big blind is dead. A big one may be called small."""
        if self._is_cash and self._small_blind and self.big_blind:
            self.play.dead(name, self.amount(more))
            return
        self._small_blind = max(self._small_blind, self.amount(more))
        self.posts(name, more)

    def posts_big_blind(self, name: str, more: str) -> None:
        """What is more than the first one was is a dead small one. Raises Unreadable."""
        amount = self.amount(more)
        play = self.play
        is_all_in = amount + play.antes.get(name, 0) >= play.stacks.get(name, 0)
        if self._small_blind > amount and not is_all_in:
            raise Unreadable("the small blind is larger than the big one")
        if not self.big_blind:
            stated = self.amount(big_blind_in(self.lines[0])) if is_all_in and self._is_cash else 0
            self.big_blind = max(amount, stated)
        self.posts_both_blinds(name, more)

    def raises(self, name: str, more: str) -> None:
        is_merge = not self.lines[0].startswith("GAME")
        (self.raises_to if is_merge else self.adds)(name, more)

    def wins(self, name: str, more: str) -> None:
        is_uncalled = more.rstrip().endswith(_UNCALLED)
        (self.gets_back if is_uncalled else self.collects)(name, more)

    verbs = {
        "Post SB": posts_small_blind,
        "Post BB": posts_big_blind,
        "Post DB": posts_big_blind,
        "Post Ante": TextHand.antes,
        "Post Straddle": TextHand.posts,
        "Straddle": TextHand.posts,
        "Post ": posts_big_blind,
        "SB ": posts_small_blind,
        "BB ": posts_big_blind,
        "DB ": posts_big_blind,
        "Ante ": TextHand.antes,
        "Bring": TextHand.adds,
        "Call": TextHand.adds,
        "Bet": TextHand.adds,
        "Allin": TextHand.adds,
        "All-in": TextHand.adds,
        "Raise (NF)": TextHand.raises_to,
        "Raise": raises,
        "Complete": TextHand.raises_to,
        "Fold": TextHand.folds,
        "Check": TextHand.checks,
        "Shows": TextHand.shows,
        "Mucks": TextHand.mucks,
        "shows": TextHand.shows,
        "mucked": TextHand.mucks,
        "wins": wins,
        "collects": wins,
    }


EXPORTS = _Hand.log_format("GAME #", "MERGE_GAME #", "Merge Game #")
