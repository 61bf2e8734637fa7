"""Read text line by line: the base class of the readers of rooms that write text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import ClassVar

from showdown.evaluator.cards import Cards
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.hand_reader import MAX_NAME_LENGTH, HandReader, skip_unread_lines
from showdown.notation.logs.lines import with_time_limit
from showdown.notation.logs.logged_hand import HandSkipped, Origin, ReadHand, Skip, Unreadable
from showdown.notation.logs.value_parsing import (
    MAX_SEARCHED_LENGTH,
    find_limit,
    parse_cards_in_brackets,
    to_utc,
)

DATE_AND_TIME = (
    r"(?P<year>\d{4})[-/](?P<month>\d\d?)[-/](?P<day>\d\d?)[- ]+"
    r"(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)"
)
"""A pattern for a time such as `2026-04-09 19:37:28` or `2026/4/9 - 9:37:28`."""

_CANCELLED = ("Hand cancelled", "Table Closed")
_TOTAL = re.compile(r"Total pot (\S+)(.*?)(?:\| Rake (\S+)(.*)|$)")
_PART_OF_TOTAL = re.compile(r"[Pp]ot(?:[ -]#?\d+)? (\S+?)\.(?:\s|$)")
_FEE = re.compile(r"\| *([A-Z][A-Za-z]*+(?: [A-Za-z]++)*) +(\D{0,3}[\d,.]+)")
_BOARD = re.compile(r"(?:FIRST |SECOND |THIRD )?Board:? *\[([^\[\]]*)\]")
_SEAT_RESULT = re.compile(r"Seat (\d+): .+ (mucked|showed) \[([^\[\]]*)\]")
_SEAT_OF_SUMMARY = re.compile(r"Seat (\d+): ")
_WON = re.compile(r"\b(?:won|collected) \(?([^\s()\d]{0,3}\d[^\s()]*)")
_UNREAD_SEAT = re.compile(r"Seat[ +]\d+: +\S")
SEAT_PREFIXES = ("Seat", "seat")
_VERB = r"folds|checks|calls|bets|raises|posts|antes|completes|brings|collected|wins|ties"
_UNSEATED_ACTION = {
    " ": re.compile(rf'([^:*"\[\]|]{{1,60}}?) ({_VERB})\b(.*)'),
    ": ": re.compile(rf"([^\"]{{1,100}}?): ({_VERB})\b(.*)"),
}
"""Patterns for actions of players without a seat, by separator.

They exclude quotation marks, because quoted chat isn't an action.
"""
_UNSEATED_VERB = re.compile(rf" (?:{_VERB})\b")
_VERBS_WITHOUT_CHIPS = frozenset(("folds", "checks"))
_TIME_GROUPS = ("year", "month", "day", "hour", "minute", "second")


class TextHand(HandReader):
    """A reader of one hand of a room that writes text. Each such room has a subclass.

    Class attributes describe the format:

    - `beginning` matches the first line; its group is the id of the hand
    - `head_line_count` is the number of lines in which the next three patterns are searched
    - `table` has groups for the name of the table and, optionally, the seat of the button
    - `heading` finds the stakes and other values
    - `time` has a named group for each part of the time; if it is None, `heading` has these groups
    - `zones` maps the text of the group `zone` to time zones; the default zone has the key `""`
    - `seat` has groups for number, name and chips, and `dealer` has one for the seat of the button
    - `dealt` has groups for name and cards, and `uncalled` has groups for amount and name
    - `house_chips` has a group for the chips that the house adds to the pot
    - `separator` separates a name and its verb
    - `other_prefixes` are prefixes of lines that aren't actions, even if they begin with a name
    - `street_heading` is the prefix of headings of streets, and `first_streets` are the prefixes of
      those that start no new betting round
    - `summary_lines` are the prefixes of all nonblank lines of the summary; if there are none, a
      blank line ends it
    - `can_omit_rake` is true if a total without a rake means that none was taken

    `lines` are the lines of the hand before `end_index`, each cut at MAX_SEARCHED_LENGTH
    characters. `summary_index` is the index of the line that begins with `summary_heading`; 0 if
    there is none. In formats without a summary, `summary_heading` is empty.
    """

    max_line_length = 1_000
    head_line_count: ClassVar[int] = 1
    beginning: ClassVar[re.Pattern[str]]
    table: ClassVar[re.Pattern[str]]
    heading: ClassVar[re.Pattern[str]]
    time: ClassVar[re.Pattern[str] | None] = None
    zones: ClassVar[Mapping[str, tzinfo]] = {"": UTC}
    seat: ClassVar[re.Pattern[str] | None] = None
    dealer: ClassVar[re.Pattern[str] | None] = None
    dealt: ClassVar[re.Pattern[str]] = re.compile(r"Dealt to (.+?) (\[.*)")
    uncalled: ClassVar[re.Pattern[str]] = re.compile(
        r"Uncalled bet (?:of |\()(\S+?)\)? returned to (.+?)\s*$"
    )
    house_chips: ClassVar[re.Pattern[str] | None] = None
    street_heading: ClassVar[str | tuple[str, ...]] = "*** "
    first_streets: tuple[str, ...] = ()
    summary_heading: ClassVar[str] = "*** SUMMARY ***"
    summary_lines: ClassVar[tuple[str, ...]] = ()
    separator: ClassVar[str] = " "
    other_prefixes: ClassVar[tuple[str, ...]] = ()
    can_omit_rake: ClassVar[bool] = False

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.head_lines = self.find_head_lines(lines)
        self.heading_match = self.search_head(self.heading)
        self.table_match = self.search_head(self.table)
        self.summary_index = self.find_line(self.summary_heading.rstrip(" *"))
        self.end_index = self.find_end()
        if self.end_index < len(lines):
            self.lines = lines[: self.end_index]

    @classmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        return cls.beginning.match(line.lstrip() if cls.is_indented else line) is not None

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        if cls.is_indented and lines[0][:1].isspace():
            lines = [line.strip() for line in lines]
        hand = cls(with_time_limit([line[:MAX_SEARCHED_LENGTH] for line in lines]))
        yield hand.build_or_skip(hand.origin(first_line))
        yield from skip_unread_lines(lines[hand.end_index :], first_line + hand.end_index, cls.name)

    def find_head_lines(self, lines: Sequence[str]) -> Sequence[str]:
        """Return the nonblank lines in which the patterns of the head are searched."""
        nonblank_lines = [line for line in lines[: 2 * self.head_line_count] if line.strip()]
        return nonblank_lines[: self.head_line_count]

    def find_end(self) -> int:
        """Return the index after the last line of the summary, or the number of lines."""
        summary = self.lines[self.summary_index :] if self.summary_index else ()
        for index, line in enumerate(summary, self.summary_index):
            if not self.summary_lines and not line.strip():
                return index
            if self.summary_lines and line.strip() and not line.startswith(self.summary_lines):
                return index
        return len(self.lines)

    def find_line(self, beginning: str) -> int:
        """Return the index of the first line with this beginning, or 0 if there is none."""
        if not beginning:
            return 0
        indices = (index for index, line in enumerate(self.lines) if line.startswith(beginning))
        return next(indices, 0)

    def search_head(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        for line in self.head_lines:
            if found := pattern.search(line):
                return found
        return None

    def origin(self, first_line: int) -> Origin:
        beginning = self.beginning.match(self.lines[0])
        hand = beginning[1][:MAX_NAME_LENGTH] if beginning else ""
        table = self.table_match[1][:MAX_NAME_LENGTH] if self.table_match else ""
        played = None
        time = self.search_head(self.time) if self.time else self.heading_match
        if time and time["year"]:
            parts = time.groupdict()
            if zone := self.zones.get(parts.get("zone") or ""):
                played = to_utc(zone, *[parts.get(part) or "" for part in _TIME_GROUPS])
        return Origin(self.name, first_line, hand, table, played)

    def require_summary(self) -> None:
        if not self.summary_index:
            raise HandSkipped(Skip.CUT_OFF, "it has no summary")

    def incomplete_summary(self, part: str) -> HandSkipped:
        """Return the error for a summary that doesn't state this part."""
        return HandSkipped(Skip.CUT_OFF, f"its summary doesn't state {part}")

    def require_payments(self) -> None:
        """Raise HandSkipped if players act but nobody is paid: the hand is canceled or cut off."""
        if self.builder.actions and not self.builder.paid:
            if any(line.startswith(_CANCELLED) for line in self.lines):
                raise HandSkipped(Skip.CANCELLED)
            raise HandSkipped(Skip.CUT_OFF, "nobody is paid")

    def start(self, stakes: str, *, has_cents: bool, is_tournament: bool = False) -> None:
        """Begin the hand, with the limit in the stakes and the button in the line of the table."""
        self.builder = HandBuilder(self.statements, self.separator, has_cents=has_cents)
        self.builder.is_tournament = is_tournament
        self.builder.limit = find_limit(stakes)
        if self.table_match and self.table.groups > 1 and (self.table_match[2] or "").isdecimal():
            self.button = int(self.table_match[2])

    def parse_chips(self, text: str) -> int:
        """Return the amount in this text, or 0 if it is empty. Raise Unreadable for other text."""
        return self.builder.parse_amount(text) if text else 0

    def read_seat(self, seat: re.Match[str]) -> None:
        self.builder.sit(seat[2], int(seat[1]), self.parse_chips(seat[3]))

    def read_lines(self, lines: Iterable[str]) -> None:
        """Apply the seats, the button and the actions; pass other lines to `read_other`.

        If the first word of an action isn't in `verbs`, `apply_action` applies the action.
        """
        match_seat = self.seat.match if self.seat else None
        match_dealer = self.dealer.match if self.dealer else None
        split, verbs = self.builder.seats.split_line, self.verbs
        other_prefixes = self.other_prefixes
        for line in lines:
            if match_seat and line.startswith(SEAT_PREFIXES) and (seat := match_seat(line)):
                self.read_seat(seat)
            elif match_dealer and (dealer := match_dealer(line)):
                self.button = int(dealer[1])
            else:
                is_other = other_prefixes and line.startswith(other_prefixes)
                name, action_text = ("", "") if is_other else split(line)
                if name:
                    verb, _, details = action_text.partition(" ")
                    if action := verbs.get(verb):
                        action(self, name, details)
                    else:
                        self.apply_action(name, action_text)
                else:
                    self.read_other(line)

    def apply_action(self, name: str, action_text: str) -> None:
        """Apply an action whose first word isn't in `verbs`."""

    def read_other(self, line: str) -> None:
        """Apply a line that doesn't begin with the name of a seated player."""
        if line.startswith(self.street_heading):
            if not line.startswith(self.first_streets):
                self.builder.begin_street()
            self.read_street(line)
        elif line.startswith("Dealt to ") and (dealt := self.dealt.match(line)):
            self.receives_cards(dealt[1], dealt[2])
        elif line.startswith("Uncalled bet "):
            if uncalled := self.uncalled.match(line):
                self.builder.give_back(uncalled[2], self.builder.parse_amount(uncalled[1]))
        elif not self.read_notice(line):
            if not self.builder.actions and _UNREAD_SEAT.match(line):
                raise Unreadable(f"“{line[:60]}” isn't a seat with a name and chips")
            self.read_unseated(line)

    def read_street(self, line: str) -> None:
        """Read the cards in the heading of a street, for rooms without a board in the summary."""

    def read_notice(self, line: str) -> bool:
        """Apply a line about the hand, or one that only this room writes, and return True.

        Return False for other lines. Raise HandSkipped if the room canceled the hand.
        """
        if line.startswith("Hand cancelled"):
            raise HandSkipped(Skip.CANCELLED)
        added = self.house_chips.match(line) if self.house_chips else None
        if added:
            self.builder.add_to_pot(self.builder.parse_amount(added[1]))
        return added is not None

    def receives_cards(self, name: str, text: str) -> None:
        """Apply the cards in `[Ac 2c] [3c]`; those in the last brackets are new."""
        cards = parse_cards_in_brackets(text)
        self.builder.store_cards(name, cards)
        self.builder.deal(name, cards or ())

    def read_unseated(self, line: str) -> None:
        """Apply the action of a player without a seat, if the line is one."""
        if not _UNSEATED_VERB.search(line):
            return
        action = _UNSEATED_ACTION[self.separator].fullmatch(line)
        if not action or action[2] not in self.verbs:
            return
        name, verb, details = action.groups()
        if verb in _VERBS_WITHOUT_CHIPS:
            is_action = self.separator != " " or not details.strip(" .")
        else:
            is_action = any(map(str.isdigit, details))
        if is_action:
            self.verbs[verb](self, name, details.strip())

    def read_summary(self) -> None:
        """Read the total, the hands that the summary states, and the boards."""
        lines = self.lines[self.summary_index + 1 :]
        for line in lines:
            if line.startswith("Total pot "):
                self.read_total(line)
            elif line.startswith("Seat "):
                self.read_seat_result(line)
        self.builder.boards = self.find_boards(lines)

    def read_seat_result(self, line: str) -> None:
        """Read `Seat 2: Ada (button) mucked [Ac 2c]`; some rooms state shown hands only here."""
        if (" mucked [" in line or " showed [" in line) and (result := _SEAT_RESULT.match(line)):
            builder = self.builder
            name, cards = builder.seats.player(int(result[1])), self.parse_cards(result[3])
            if result[2] == "mucked":
                builder.store_cards(name, cards)
            elif name and name not in builder.shown and name not in builder.folded:
                builder.show(name, cards)

    def find_boards(self, lines: Iterable[str]) -> list[Cards]:
        """Return the boards of all runs; lines of later runs may state only cards that differ."""
        matches = [match for line in lines if (match := _BOARD.match(line))]
        boards = [self.parse_cards(match[1]) or () for match in matches]
        return [(*boards[0][: len(boards[0]) - len(board)], *board) for board in boards]

    def read_summary_payments(self, summary: Iterable[str]) -> None:
        """Read the payments in the summary, unless lines before it state them."""
        builder = self.builder
        lines = () if builder.paid else summary
        for line in lines:
            if seat := _SEAT_OF_SUMMARY.match(line):
                name = builder.seats.player(int(seat[1])) or f"Seat {seat[1]}"
                for amount in _WON.findall(line):
                    builder.collect(name, builder.parse_amount(amount))

    def read_total(self, line: str) -> None:
        """Read `Total pot $6 Main pot $4. Side pot-1 $2. | Rake $0.20 | Jackpot $0.10`."""
        builder, total = self.builder, _TOTAL.match(line)
        if not total or builder.total is not None:
            return
        if total[3]:
            builder.rake = builder.parse_amount(total[3])
            fees = {name.lower(): builder.parse_amount(fee) for name, fee in _FEE.findall(total[4])}
            builder.fees = {name: fee for name, fee in fees.items() if fee}
        elif not self.can_omit_rake:
            return
        builder.total = builder.parse_amount(total[1])
        builder.pots = [builder.parse_amount(part) for part in _PART_OF_TOTAL.findall(total[2])]

    def remove_uncalled(self) -> None:
        """Take an uncalled bet out of the payments and the total if no line returns it."""
        builder = self.builder
        if not builder.returned:
            builder.detect_uncalled_in_payments()
            if builder.payments_include_uncalled and builder.total is not None:
                builder.total -= builder.uncalled_bet()[1]
