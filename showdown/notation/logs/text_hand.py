"""Hands in the texts of rooms, line by line: what rooms write alike is here, once."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import ClassVar

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.games import GAMES, Game
from showdown.notation.logs.actions import Action, Actions, stranger_in
from showdown.notation.logs.field_values import LONGEST_LINE, limit_in, moment
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.log_format import LogFormat, origin_of, read_or_skipped, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, Unplayed
from showdown.notation.logs.stars_lines import end_of_summary, need_no_seat

_CANCELLED = ("Hand cancelled", "Table Closed")

DATE_AND_TIME = (
    r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)"
    r" (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
)
"""`2026-04-09 19:37:28`, as most rooms write it."""


class TextHand(Actions, ABC):
    """One hand of a room's text. A room is a subclass: its patterns, its verbs, and how it is read.

    The first line has the `beginning`, whose first group is the id of the hand. In the `head`, the
    first `lines_of_head` lines, `table` finds the table as its first group, `heading` whatever else
    is needed, and `time` the parts of the time, by their names; without it they are in the heading.
    `seat` has the number, the name and the chips, `dealer` the seat of the button, `uncalled` the
    amount and the name. `separator` stands between a name and its verb; lines that begin in one of
    the ways of `not_of_players` are about none, whatever a player is called.

    `lines` are those of the hand, which end before `end`; its summary begins at `summary`, 0 if
    there is none.
    """

    name: ClassVar[str]
    titles: ClassVar[Mapping[str, str]]
    """The room's names of the games, and ours."""
    lines_of_head: ClassVar[int] = 1
    beginning: ClassVar[re.Pattern[str]]
    table: ClassVar[re.Pattern[str]]
    heading: ClassVar[re.Pattern[str]]
    time: ClassVar[re.Pattern[str] | None] = None
    zone: ClassVar[tzinfo] = UTC
    seat: ClassVar[re.Pattern[str] | None] = None
    dealer: ClassVar[re.Pattern[str] | None] = None
    uncalled: ClassVar[re.Pattern[str]] = re.compile(r"Uncalled bet of (\S+) returned to (.+?)\s*$")
    separator: ClassVar[str] = " "
    not_of_players: ClassVar[tuple[str, ...]] = ()
    verbs: ClassVar[Mapping[str, Action]]

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.head = self.head_of(lines)
        self.header = self.in_head(self.heading)
        self.table_line = self.in_head(self.table)
        self.button = 0
        self.board: list[Card] = []
        self.earlier_boards: list[Cards] = []
        self.summary = self.place_of_summary()
        self.end = self.place_of_end()
        if self.end < len(lines):
            self.lines = lines[: self.end]

    @classmethod
    def log_format(cls, *prefixes: str) -> LogFormat:
        return LogFormat(cls.name, prefixes, cls.begins, cls.hands, longest_line=1_000)

    @classmethod
    def begins(cls, line: str, piece: Sequence[str] | None) -> bool:
        return cls.beginning.match(line) is not None

    @classmethod
    def hands(cls, lines: Sequence[str], number: int) -> Iterator[ReadHand]:
        """The hand in these lines, and what follows it."""
        hand = cls(lines)
        yield read_or_skipped(hand.read, hand.origin(number))
        yield from strays(lines[hand.end :], number + hand.end, cls.name)

    @abstractmethod
    def read(self, origin: Origin) -> ReadHand:
        """The hand. Raises Unplayed, Unreadable or InvalidDeal."""

    def head_of(self, lines: Sequence[str]) -> list[str]:
        count = min(self.lines_of_head, len(lines))
        return [lines[place][:LONGEST_LINE] for place in range(count)]

    def place_of_summary(self) -> int:
        return 0

    def place_of_end(self) -> int:
        return end_of_summary(self.lines, self.summary)

    def place_of(self, beginning: str) -> int:
        """The place of the first line that begins so; 0 if none does."""
        return next((at for at, line in enumerate(self.lines) if line.startswith(beginning)), 0)

    def end_of_lines_like(self, beginnings: tuple[str, ...]) -> int:
        """The place of the first line after the summary that begins in none of these ways."""
        for place, line in enumerate(
            self.lines[self.summary :] if self.summary else (), self.summary
        ):
            if line.strip() and not line.startswith(beginnings):
                return place
        return len(self.lines)

    def in_head(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        for line in self.head:
            if found := pattern.search(line):
                return found
        return None

    def origin(self, number: int) -> Origin:
        begun = self.beginning.match(self.lines[0])
        return origin_of(self.name, number, begun, self.table_line, self.played())

    def played(self) -> datetime | None:
        time = self.in_head(self.time) if self.time else self.header
        return moment(self.zone, **time.groupdict()) if time and time["year"] else None

    def game_called(self, title: str, shown: str) -> Game:
        """Raises Unplayed, and then says what was `shown`."""
        if not self.titles.get(title):
            raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{shown[:60]}”")
        return GAMES[self.titles[title]]

    def need_summary(self) -> None:
        if not self.summary:
            raise Unplayed(Skip.CUT_OFF, "it has no summary")

    def need_paid(self) -> None:
        """Where nobody is paid, the hand was cancelled, or its end is missing. Raises Unplayed."""
        if self.play.deeds and not self.play.paid:
            if any(line.startswith(_CANCELLED) for line in self.lines):
                raise Unplayed(Skip.CANCELLED)
            raise Unplayed(Skip.CUT_OFF, "nobody is paid")

    def start(self, decimals: int, stakes: str = "") -> None:
        """The play begins; the stakes say the limit."""
        self.play = HandBuilder(decimals=decimals, separator=self.separator)
        self.play.limit = limit_in(stakes)

    def chips(self, text: str) -> int:
        """The amount that this text is. Raises Unreadable."""
        return self.play.amount(text)

    def sits(self, seat: re.Match[str]) -> None:
        self.play.sit(seat[2], int(seat[1]), self.chips(seat[3]))

    def others(self, lines: Sequence[str]) -> Iterator[str]:
        """The lines but those of seats, of the button and of players: of these the play is told.

        What a player does is told if the first word is a verb.
        """
        seat_in = self.seat.match if self.seat else None
        dealer_in = self.dealer.match if self.dealer else None
        split, verbs, apart = self.play.seats.split, self.verbs, self.not_of_players
        play, sit, chips = self.play, self.play.sit, self.chips
        for line in lines:
            if seat_in and (seat := seat_in(line[:LONGEST_LINE])):
                sit(seat[2], int(seat[1]), chips(seat[3]))
            elif dealer_in and (dealer := dealer_in(line)):
                self.button = int(dealer[1])
            elif apart and line.startswith(apart):
                yield line
            else:
                name, words = split(line)
                if not name:
                    if seat_in and not play.deeds and line.startswith("Seat "):
                        need_no_seat(line)
                    if not self.is_of_stranger(line):
                        yield line
                    continue
                verb, _, more = words.partition(" ")
                if verb in verbs:
                    verbs[verb](self, name, more)

    def is_of_stranger(self, line: str) -> bool:
        """Apply what somebody without a seat does; whether this line is about one."""
        stranger = stranger_in(line, self.verbs)
        if stranger:
            name, verb, more = stranger
            self.verbs[verb](self, name, more)
        return stranger is not None

    def acts(self, name: str, action: str) -> None:
        """Tell the play of the action, if a verb comes first: it may have several words."""
        for verb, act in self.verbs.items():
            if action.startswith(verb):
                act(self, name, action[len(verb) :])
                return

    def returns(self, line: str) -> bool:
        """Whether the line says that a bet goes back."""
        if uncalled := self.uncalled.match(line[:LONGEST_LINE]):
            self.play.give_back(uncalled[2], self.play.amount(uncalled[1]))
        return uncalled is not None

    def take_back(self) -> None:
        """A bet that no line gives back was collected with the pot, and is in its total."""
        play = self.play
        if not play.returned:
            play.take_back_uncalled()
            if play.collected_uncalled and play.total is not None:
                play.total -= play.uncalled_in()[1]

    def deal_street(self, count: int, cards: Cards) -> None:
        """Cards of the board, which had so many before; where it has more, another run begins."""
        if len(self.board) > count:
            self.earlier_boards.append(tuple(self.board))
            del self.board[count:]
        self.board += cards

    def hand(self, origin: Origin, game: Game) -> ReadHand:
        """The hand, on the boards of the streets unless it stated its boards."""
        if self.board:
            self.play.boards = [*self.earlier_boards, tuple(self.board)]
        return self.play.hand(origin, game, self.button)
