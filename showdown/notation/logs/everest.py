"""The text of Everest Poker, as PokerTracker exports it: much like Full Tilt's, without a total.

    EverestPoker Game #64507: Table Moroni-1 - $0.50/$1 - No Limit Hold'em - 22:33:12 - 2026/01/02
    Seat 1: Anna ($94.15)
    Anna posts the small blind of $0.50
    Boris posts the dead blind of $0.50
    The button is in seat #7
    *** HOLE CARDS ***
    Dealt to Anna [5d 3c]
    Boris raises to $5.50, and is all-in
    *** FLOP *** [Ks 5s 6c]
    *** TURN *** [3d]
    Uncalled bet of $7.00 returned to Boris
    Anna shows [Ad 9h]
    *** SUMMARY ***
    Anna mucked [Qh Js]
    Boris collects $12.85

The summary tells each pot in turn, and who was in it; a hand's board is that of the streets. With a
dead blind a live one is posted.
"""

import re

from showdown.notation.logs.actions import SHARED
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.logged_hand import Origin, ReadHand
from showdown.notation.logs.reading import have_odd_cents, in_brackets
from showdown.notation.logs.stars_lines import place_of_summary
from showdown.notation.logs.text_hand import LONGEST_LINE, TextHand

_DEALT = re.compile(r"Dealt to (.+?) (\[.*)")
_TOURNAMENT = "Tourney ID"
_STREETS = ("*** FLOP", "*** TURN", "*** RIVER")


class _Hand(TextHand):
    name = "everest"
    titles = {
        **dict.fromkeys(("Hold'em", "Texas Hold'em", "Holdem"), "holdem"),
        "Omaha Hi": "omaha",
        "Omaha": "omaha",
        "Omaha Hi/Lo": "omaha-hilo",
        "Omaha H/L": "omaha-hilo",
    }
    beginning = re.compile(r"EverestPoker Game #(\d+): ")
    table = re.compile(r"Table (\S+) - ")
    heading = re.compile(
        r"(?:No Limit|Pot Limit|Limit) (.+?) - (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
        r" - (?P<year>\d{4})/(?P<month>\d\d)/(?P<day>\d\d)"
    )
    seat = re.compile(r"Seat (\d+): (.+) \((\S+)\)\s*$")
    dealer = re.compile(r"The button is in seat #(\d+)")
    uncalled = re.compile(r"Uncalled bet (?:of )?\(?(\S+?)\)? returned to (.+?)\s*$")
    not_of_players = _STREETS

    def place_of_summary(self) -> int:
        return place_of_summary(self.lines)

    def read(self, origin: Origin) -> ReadHand:
        first = self.lines[0]
        title = self.header[1] if self.header else ""
        game = self.game_called(title, title or first)
        self.need_summary()
        is_cash = _TOURNAMENT not in first
        self.start(2 if is_cash or have_odd_cents(self.lines[1:]) else 0, first)
        self.play.states_returns = True
        self.play.states_rake = not is_cash
        for line in self.others(self.lines[1:]):
            if line.startswith(_STREETS):
                self.play.begin_street()
                self.board += cards_of(in_brackets(line)[-1].split()) or ()
            elif self.returns(line):
                continue
            elif dealt := _DEALT.match(line[:LONGEST_LINE]):
                self.play.know(dealt[1], self.cards(in_brackets(dealt[2])[0]))
        self.need_paid()
        return self.hand(origin, game)

    def checks(self, name: str, more: str) -> None:
        """Who posts a dead blind posts a live one too, without a line that says so."""
        play = self.play
        most = max([play.put_in_on_street(other) for other in play.seats], default=0)
        if name in play.dead_of and most > play.put_in_on_street(name):
            play.raise_to(name, most)
        play.check(name)

    verbs = {
        **SHARED,
        "checks": checks,
        "mucked": TextHand.mucks,
        "collects": TextHand.collects,
    }


EVEREST = _Hand.log_format("EverestPoker ")
