"""The text of Microgaming, as PokerTracker exports it.

    ** Game ID 4416401541 starting - 2026-05-11 22:10:55
    ** Deal 254 (Deep) - €5 Min [Hold'em] (0.05|0.10 NL - € Cash Game) Real Money

    - Anna sitting in seat 1 with €10.00 at end €9.95
    - Boris sitting in seat 4 with €11.73 at end €11.73 [Dealer]

    Anna posted the small blind - €0.05
    Boris posted to play - €0.10
    ** Dealing card to Anna: K of s, 6 of d
    Boris called - €0.10
    Anna raised to - €0.30
    Boris went all-in - €0.20
    ** Dealing the flop: 2 of d, 7 of d, 4 of c
    Anna shows: 6 of d, K of h
    Boris mucks:
    Anna wins €0.44 from the main pot

    End of game 4416401541

Amounts are what is added. What nobody called is paid with the pot. Neither pots nor rake are
stated. Who posts a big blind to play may post a dead small one too, without a line that says so: it
is missing at the end.
"""

import re
from collections.abc import Sequence

from showdown.evaluator.cards import Cards
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.reading import Unplayed, take_back_what_is_always_paid
from showdown.notation.logs.text_hand import DATE_AND_TIME, LONGEST_LINE, TextHand

_SEAT = re.compile(
    r"(?:- )?(.+) sitting in seat (\d+) with (\S+)(?: at end (\S+))?"
    r"(?: \[Sitting out\])?( ?\[Dealer\])?"
)
_BOARD = re.compile(r"\*\* Dealing the (?:flop|turn|river): (.*)")
_DEALT = re.compile(r"\*\* Dealing cards? to (.+): (.*)")
_CARD = re.compile(r"(10|[2-9TJQKA]) of ([cdhs])")


class _Hand(TextHand):
    name = "microgaming"
    titles = {
        **dict.fromkeys(("Hold'em", "Texas Hold'em", "Holdem"), "holdem"),
        "Omaha": "omaha",
        "Omaha Hi": "omaha",
        "Omaha Hi/Lo": "omaha-hilo",
        "Omaha Hi-Lo": "omaha-hilo",
    }
    lines_of_head = 2
    beginning = time = re.compile(
        r"\*\* (?:Game ID|Hand #) (\d+) (?:Version:\S+ )?starting - " + DATE_AND_TIME
    )
    heading = table = re.compile(r"^\*\* (.+?) \[(?:(?:Multi|Single) Table )?(.+?)\] \((.*?)\)")

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self._at_end: dict[str, int] = {}
        self._posted_to_play: dict[str, int] = {}

    def place_of_summary(self) -> int:
        return self.place_of("End of game")

    def place_of_end(self) -> int:
        return self.summary + 1 if self.summary else len(self.lines)

    def read(self, origin: Origin) -> ReadHand:
        header = self.header
        title = header[2] if header else ""
        game = self.game_called(title, title)
        if not self.summary:
            raise Unplayed(Skip.CUT_OFF, "it has no end")
        self.start(2, self.lines[0])
        self.play.states_rake = bool(header and "Cash" not in header[3])
        for line in self.lines[2:]:
            self._tell(line)
        self.need_paid()
        self._post_missing()
        take_back_what_is_always_paid(self.play)
        return self.hand(origin, game)

    def _tell(self, line: str) -> None:
        play = self.play
        if seat := _SEAT.match(line[:LONGEST_LINE]):
            play.sit(seat[1], int(seat[2]), play.amount(seat[3]))
            self._at_end[seat[1]] = play.amount(seat[4]) if seat[4] else play.stacks.get(seat[1], 0)
            self.button = int(seat[2]) if seat[5] else self.button
        elif dealt := _DEALT.match(line[:LONGEST_LINE]):
            play.know(dealt[1], self.cards(dealt[2]))
        elif board := _BOARD.match(line[:LONGEST_LINE]):
            play.begin_street()
            self.board += self.cards(board[1]) or ()
        else:
            self.acts(*play.seats.split(line))

    def cards(self, text: str) -> Cards | None:
        """`6 of d, K of h`; None if there are none."""
        cards = [f"{'T' if rank == '10' else rank}{suit}" for rank, suit in _CARD.findall(text)]
        return cards_of(cards) if cards else None

    def posts_to_play(self, name: str, more: str) -> None:
        self._posted_to_play[name] = amount = self.amount(more)
        self.play.post(name, amount)

    def _post_missing(self) -> None:
        """Half of what a player posted to play, where so much is missing at the end."""
        play = self.play
        for name, amount in self._posted_to_play.items():
            lost = play.stacks.get(name, 0) - self._at_end[name] + play.paid.get(name, 0)
            told = play.live.get(name, 0) + play.antes.get(name, 0) + play.dead_of.get(name, 0)
            if lost - told == amount // 2:
                play.dead(name, amount // 2)

    def shows(self, name: str, more: str) -> None:
        self.play.show(name, self.cards(more))

    def mucks(self, name: str, more: str) -> None:
        self.play.know(name, self.cards(more))

    verbs = {
        "posted to play": posts_to_play,
        "posted": TextHand.posts_as_called,
        "called": TextHand.adds,
        "bet": TextHand.adds,
        "raised to": TextHand.raises_to,
        "raised": TextHand.adds,
        "went all-in": TextHand.adds,
        "Quick Folded": TextHand.folds,
        "folded": TextHand.folds,
        "checked": TextHand.checks,
        "shows:": shows,
        "mucks:": mucks,
        "wins ": TextHand.collects,
    }


MICROGAMING = _Hand.log_format("** Game ID ", "** Hand # ")
