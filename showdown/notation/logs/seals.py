"""The text of Seals with Clubs, in English.

    Hand #5223590-18 - 2026-04-09 19:37:28
    Game: NL Hold'em (40 - 200) - Blinds 1/2
    Site: Seals With Clubs
    Table: NLHE 6max 1/2 #5
    Seat 1: Anna (40)
    Anna has the dealer button
    Boris posts small blind 1
    ** Hole Cards **
    Dealt to Anna [2d 8s]
    Anna raises to 4 (All-in)
    Boris refunded 2
    ** Flop ** [Td 3h 5s]
    ** Pot Show Down ** [Td 3h 5s Ah Kh]
    ** Side Pot 1 Show Down ** [Td 3h 5s Ah Kh]
    Anna shows [6d 4d] (High Card Ace +KT65)
    Anna wins Pot (11.70) with a Pair
    Boris splits Main Pot (3)
    Rake (0.30)

A call or a bet adds its amount, a raise is to it.
"""

import re

from showdown.notation.logs.actions import SHARED
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.logged_hand import Origin, ReadHand
from showdown.notation.logs.reading import in_brackets
from showdown.notation.logs.text_hand import DATE_AND_TIME, LONGEST_LINE, TextHand

_BOARD = re.compile(r"\*\* (?:Flop|Turn|River|.*Show Down) \*\* \[")
_RAKE = re.compile(r"Rake \(([\d.,]+)\)")
_DEALT = re.compile(r"Dealt to (.+?) (\[.*)")
_FIRST_STREETS = ("** Hole", "** Third")


class _Hand(TextHand):
    name = "seals-with-clubs"
    titles = {
        "Hold'em": "holdem",
        "Omaha": "omaha",
        "Omaha Hi-Lo": "omaha-hilo",
        "Omaha-5": "five-card-omaha",
        "Omaha Hi-Lo-5": "five-card-omaha-hilo",
        "Razz": "razz",
        "Stud": "seven-card-stud",
        "Stud Hi-Lo": "stud-hilo",
    }
    lines_of_head = 4
    beginning = time = re.compile(rf"Hand #(\d+-\d+) - {DATE_AND_TIME}")
    heading = re.compile(r"^Game: (?:NL|PL|Limit|FL) (.+?) \(")
    table = re.compile(r"^Table: (.*)")
    seat = re.compile(r"Seat (\d+): (.+) \(([\d.,]+)\)")

    def read(self, origin: Origin) -> ReadHand:
        title = self.header[1] if self.header else ""
        game = self.game_called(title, title)
        self.start(2)
        self.play.states_rake = False
        for line in self.others(self.lines[1:]):
            self._tell(line, has_board=bool(game.boards))
        self.take_back()
        return self.hand(origin, game)

    def _tell(self, line: str, *, has_board: bool) -> None:
        """The streets tell their own cards, the showdowns the board."""
        if line.startswith("** "):
            if not line.startswith(_FIRST_STREETS):
                self.play.begin_street()
            if has_board and _BOARD.match(line[:LONGEST_LINE]):
                before = [] if " Show Down " in line else self.board
                self.board = [*before, *(cards_of(in_brackets(line)[0].split()) or ())]
        elif rake := _RAKE.match(line):
            self.play.rake, self.play.states_rake = self.play.amount(rake[1]), True
        elif dealt := _DEALT.match(line[:LONGEST_LINE]):
            self.play.know(dealt[1], self.cards(in_brackets(dealt[2])[0]))

    def has(self, name: str, more: str) -> None:
        if more.startswith("the dealer button"):
            seats = self.play.seats
            self.button = next((at for at in range(1, 27) if seats.at(at) == name), 0)

    def wins(self, name: str, more: str) -> None:
        """`Pot (11.70) with a Pair`, `Side Pot 1 (3)`."""
        _, separator, amount = more.partition("(")
        if separator and "Pot" in more:
            self.collects(name, amount)

    verbs = {
        **SHARED,
        "has": has,
        "refunded": TextHand.gets_back,
        "wins": wins,
        "splits": wins,
    }


SEALS = _Hand.log_format("Hand #")
