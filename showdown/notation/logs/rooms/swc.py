"""The text of Seals with Clubs, in English, and of other rooms of the same software.

    Hand #5223590-18 - 2026-04-09 19:37:28
    Game: NL Hold'em (40 - 200) - Blinds 1/2
    Site: Seals With Clubs
    Table: NLHE 6max 1/2 #5
    Seat 1: Anna (40)
    Seat 2: Boris (10) - waiting for big blind
    Anna has the dealer button
    Boris posts small blind 1
    Cem posts small & big blind 3
    ** Hole Cards **
    Dealt to Anna [2d 8s]
    Anna raises to 4 (All-in)
    Boris refunded 2
    ** Flop ** [Td 3h 5s]
    ** Side Pot 1 Show Down ** [Td 3h 5s Ah Kh]
    Boris splits Side Pot 1 (3)
    Rake (0)
    ** Main Pot Show Down ** [Td 3h 5s Ah Kh]
    Anna shows [6d 4d] (High Card Ace +KT65)
    Anna wins Main Pot (11.70) with a Pair
    Rake (0.30) Pot (12) Players (Anna: 4, Boris: 8)

A call or a bet adds its amount, a raise is to it. Each pot has a rake of its own.

Since it is called SwC Poker, the room writes as PokerStars does:

    SwCPoker Hand #1834: Tournament (Freeroll)#18, 0+0 Omaha 5 Cards Pot Limit - Level I (10/20)
     - 2026/06/26 19:30:22 UTC
    Table 'Funtime #2'(282) 9-max (Real Money) Seat #7 is the button
    Seat 7: Anna (1,004.75 in chips)
    Anna: raises 0.06 to 0.08
    Anna collected 0.08 from pot
    *** SUMMARY ***
    Total pot 0.57 | Rake 0.03
    Seat 7: Anna (button) showed [9h 5d 7c 4d] and won (0.57) with a flush, Ace high

where the first line is one, and the total may be what the rake leaves.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.actions import SHARED
from showdown.notation.logs.field_values import (
    LONGEST_LINE,
    any_title,
    big_blind_in,
    cards_of,
    have_odd_cents,
    in_brackets,
    limit_in,
    moment,
)
from showdown.notation.logs.framed import Frame, FramedHand
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.log_format import LogFormat
from showdown.notation.logs.logged_hand import Limit, Origin, ReadHand, Skip, Unplayed
from showdown.notation.logs.stars_lines import boards_of, read_bets, read_end, read_seats
from showdown.notation.logs.statements import EVERYTHING, TAKEN, Statement
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand
from showdown.notation.logs.verbs import Verbs

_NAME = "seals-with-clubs"

_TITLES = {
    "Hold'em": "holdem",
    "Short Deck": "short-deck",
    "Short Deck Hold'em": "short-deck",
    "Omaha": "omaha",
    "Omaha Hi-Lo": "omaha-hilo",
    "Omaha-5": "five-card-omaha",
    "Omaha 5 Cards": "five-card-omaha",
    "Omaha Hi-Lo-5": "five-card-omaha-hilo",
    "Omaha-5 Hi-Lo": "five-card-omaha-hilo",
    "Omaha 5 Cards Hi-Lo": "five-card-omaha-hilo",
    "Razz": "razz",
    "Stud": "seven-card-stud",
    "Stud Hi-Lo": "stud-hilo",
}
"""The room's names of the games, and ours."""

_LIMIT = r"(?:NL|PL|FL|No Limit|Pot Limit|Fixed Limit|Limit)"
_BOARD = re.compile(r"\*\* (?:Flop|Turn|River|.*Show Down) \*\* \[")
_RAKE = re.compile(r"Rake \(([\d.,]+)\)")
_POT = re.compile(r"Pot(?: \d{1,2})? \(([\d.,]+)\)")
_DEALT = re.compile(r"Dealt to (.+?) (\[.*)")
_FIRST_STREETS = ("** Hole", "** Third")
_CANCELLED = "Hand cancelled"

_BEGINNING = re.compile(r"SwCPoker Hand *#(\d{1,20}):")
_HEADER = re.compile(
    rf"{_BEGINNING.pattern} *(?P<tournament>.*? )?(?P<title>{any_title(_TITLES)})"
    rf" (?P<limit>{_LIMIT}) "
    r"(?:- Level \w+ )?\((?P<small>[\d.,]+)/(?P<big>[\d.,]+)[^()]*\) - "
    r"(?P<time>\d{4}/.*)"
)
_TIME = re.compile(r"(\d{4})/(\d\d?)/(\d\d?) +(\d\d?):(\d\d):(\d\d)")
_TABLE = re.compile(r"Table '(.*)'(?:.*Seat #(\d+) is the button)?")
_TOTAL = re.compile(r"Total pot (\S+).*?\| Rake (\S+)")
_WON = re.compile(r"\b(?:won|collected) \(([\d.,]+)\)")
_SEAT = re.compile(r"Seat (\d+): ")
_STREETS = ("*** FLOP", "*** TURN", "*** RIVER")


class _Hand(TextHand):
    name = _NAME
    titles = _TITLES
    lines_of_head = 4
    beginning = time = re.compile(rf"Hand #(\d+-\d+) - {DATE_AND_TIME}")
    heading = re.compile(rf"^Game: {_LIMIT} (.+?)(?: \(| - |\s*$)")
    table = re.compile(r"^Table: (.*)")
    seat = re.compile(r"Seat (\d+): (.+) \(([\d.,]+)\)")

    def read(self, origin: Origin) -> ReadHand:
        title = self.header[1] if self.header else ""
        game = self.game_called(title, title)
        self.start(2 if have_odd_cents(self.lines) else 0)
        self.play.states_rake = False
        for line in self.others(self.lines[1:]):
            self._tell(line, has_board=bool(game.boards))
        self.take_back()
        if not self.play.paid and self.play.in_all_pots():
            raise Unplayed(Skip.CUT_OFF, "nobody wins the pot")
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
            self.play.rake += self.play.amount(rake[1])
            self.play.states_rake = True
        elif line.startswith(_CANCELLED):
            raise Unplayed(Skip.CANCELLED)
        elif dealt := _DEALT.match(line[:LONGEST_LINE]):
            self.play.know(dealt[1], self.cards(in_brackets(dealt[2])[0]))

    def has(self, name: str, more: str) -> None:
        if more.startswith("the dealer button"):
            seats = self.play.seats
            self.button = next((at for at in range(1, 27) if seats.at(at) == name), 0)

    def wins(self, name: str, more: str) -> None:
        """`Pot (11.70) with a Pair`, `Side Pot 1 (3)`."""
        if pot := _POT.search(more[:LONGEST_LINE]):
            self.collects(name, pot[1])

    _has_small_blind = False

    def posts_as_called(self, name: str, more: str) -> None:
        """`small & big blind 3` is a big one and a dead small one, as is a second small one."""
        if "&" in more:
            self.posts_both_blinds(name, more)
        elif more.startswith("big blind"):
            if "(All-in)" in more:
                self.big_blind = self.amount(big_blind_in(self.head[1].rpartition(" - ")[2]))
            self.posts_big_blind(name, more)
        elif more.startswith("small blind") and self._has_small_blind:
            self.play.dead(name, self.amount(more))
        else:
            self._has_small_blind |= more.startswith("small blind")
            super().posts_as_called(name, more)

    verbs = {
        **SHARED,
        "posts": posts_as_called,
        "has": has,
        "refunded": TextHand.gets_back,
        "wins": wins,
        "splits": wins,
    }


def _played(header: re.Match[str]) -> datetime | None:
    time = _TIME.match(header["time"])
    return moment(UTC, *time.groups()) if time else None


def _read(hand: FramedHand) -> ReadHand:
    """A hand since the room is called SwC Poker."""
    header, lines = hand.header, hand.lines
    if not header:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    is_cash = not header["tournament"]
    play = HandBuilder(decimals=2 if is_cash or have_odd_cents(lines[2:]) else 0)
    play.limit = limit_in(header["limit"])
    _read_play(play, lines[: hand.summary], header)
    _read_summary(play, lines[hand.summary + 1 :])
    play.boards = play.boards or [_board_of(lines)]
    return play.hand(hand.origin, GAMES[_TITLES[header["title"]]], hand.button)


def _read_play(play: HandBuilder, lines: Sequence[str], header: re.Match[str]) -> None:
    """What the players did. In limit games the stakes are the bets, and the blind the smaller."""
    blind = "small" if play.limit is Limit.FIXED else "big"
    act = Verbs(play, lambda _: play.amount(header[blind])).act

    def tell(line: str) -> None:
        if line.startswith(_CANCELLED):
            raise Unplayed(Skip.CANCELLED)

    read_bets(play, lines[read_seats(play, lines) :], act, tell)


def _read_summary(play: HandBuilder, lines: Sequence[str]) -> None:
    """The total and the rake, the cards, and who won if no line has said so before."""
    states_payments = bool(play.paid)
    for line in lines:
        if seat := _SEAT.match(line):
            read_end(play, line)
            won = [] if states_payments else _WON.findall(line[:LONGEST_LINE])
            for amount in won:
                play.collect(play.seats.at(int(seat[1])), play.amount(amount))
        elif total := _TOTAL.match(line[:LONGEST_LINE]):
            play.total, play.rake = play.amount(total[1]), play.amount(total[2])
    play.need_total()
    if play.total is not None and play.total + play.rake == play.in_all_pots():
        play.total += play.rake
    play.boards = boards_of([line for line in lines if "Board [" in line])


def _board_of(lines: Sequence[str]) -> Cards:
    """The cards of the streets: each tells its own last."""
    streets = [in_brackets(line)[-1] for line in lines if line.startswith(_STREETS)]
    return tuple([card for street in streets for card in cards_of(street.split()) or ()])


_FRAME = Frame(_NAME, _BEGINNING, _HEADER, _TABLE, _played, _read)


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _Hand.begins(line, piece) or _FRAME.begins(line, piece)


def _hands(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    form = _FRAME if _FRAME.begins(lines[0], None) else _Hand
    return form.hands(lines, number)


SWC = LogFormat(
    _NAME,
    ("Hand #", "SwCPoker "),
    _begins,
    _hands,
    longest_line=1_000,
    states=EVERYTHING - {Statement.EVERY_RETURN, Statement.RAKE_OF_POTS},
    may_lack=TAKEN | {Statement.POTS},
)
