"""Hand histories of Bovada, Ignition and Bodog, in English. Players are named by their positions.

The log contains every hole card, and the best five cards of players who show or muck. The last
amount of a raise is the player's total on the street; an all-in that isn't a raise states the chips
added. Old logs don't mark the beginning of the next betting round and don't state the rake; the
total and the payments may contain an uncalled blind. Seats are listed in table order; in
tournaments the seat numbers are entry numbers. Logs of Zone Poker may end with the heading of the
summary.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.games import Game
from showdown.notation.logs.game_titles import TITLE, find_game_by_title
from showdown.notation.logs.logged_hand import ALL_STATEMENTS, RAKE_AND_FEES, Statement
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand
from showdown.notation.logs.value_parsing import find_texts_in_brackets, parse_card_texts

_SITE = r"(?:Ignition|Bovada|Bodog(?:\.com|\.eu| UK| Canada|88)?) Hand #C?"
_END_OF_NAME = re.compile(r"(?: *\[ME\])* +: ")
_TOTAL = re.compile(r"Total Pot\((\S+?)\)(?:.*Rake ?\((\S+?)\))?")
_TEN_AS_NUMBER = re.compile(r"\b10(?=[cdhs]\b)")
_BOARD = re.compile(r"(?:\*\*\* (?:FLOP|TURN|RIVER) \*\*\*|Card (?:dealt )?to (?:the )?table)(.*)")
_RESULT = " : Hand result"
_SMALL_BLIND = "Small Blind"
"""The position that receives odd chips last: they go clockwise from the big blind."""
_UNSEATED_VERBS = (
    *("Ante/Small", "Small blind", "Small Blind", "Big blind", "Posts", "Ante chip"),
    *("Call", "Bet", "Raise", "All-in", "Fold", "Check", "Hand result"),
)
"""Beginnings of actions of players who are missing from the seat list.

Other text after such a name isn't an action.
"""
_SEATS_FROM_BUTTON = {"Dealer": 0, "Small Blind": 1, "Big Blind": 1}
"""Distances from the button, in seats. The first seated position determines the button."""


class Bovada(TextHand):
    name = "bovada"
    prefixes = ("Bovada ", "Ignition ", "Bodog")
    statements = ALL_STATEMENTS - {Statement.EVERY_RETURN, Statement.RAKE_OF_POTS}
    optional_statements = RAKE_AND_FEES
    beginning = re.compile(rf"{_SITE}(\d+)")
    table = re.compile(r"TBL#(\d+)")
    heading = re.compile(
        rf"^{_SITE}\d+ ?:?\s+(?:(?:Zone Poker ID|TBL)#\S+ ?:?\s+)?"
        rf"({TITLE})(?:ZonePoker)?\b"
        rf"(.*?)(?: - {DATE_AND_TIME}(?: (?P<zone>UTC))?)?\s*$"
    )
    zones = {"": ZoneInfo("America/New_York"), "UTC": UTC}
    seat = re.compile(  # in stud, the seat line has no position
        r"Seat[ +](\d+): (.+?) ?(?:\[ME\] )?\((\S+) in chips\)"
        r"|Seat\+(?P<stud>\d+)(?: \[ME\])?: (?P<chips>\S+) in chips"
    )
    separator = " : "
    summary_lines = ("Total", "Board", "Seat+", "Seat ", "***", "Table ", "Enter(", "Leave(")
    street_heading = (
        *("*** FLOP", "*** TURN", "*** RIVER"),
        *("*** 4TH", "*** 5TH", "*** 6TH", "*** 7TH"),
    )

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self._has_streets = any(line.startswith(self.street_heading) for line in self.lines)
        self._has_cards = False
        self._hole_cards: dict[str, list[Card]] = {}
        self._to_act: set[str] = set()
        self._all_in: set[str] = set()
        self._repeated_payments: list[str] = []
        self._is_new_street = False

    def find_end(self) -> int:
        """Return the index after the last line; seats after the summary belong to another hand."""
        end = super().find_end()
        after = range(self.summary_index, end) if self.summary_index else ()
        seats = (index for index in after if self.lines[index].rstrip().endswith(" in chips)"))
        return next(seats, end)

    def read_into_builder(self) -> Game:
        heading = self.heading_match
        self.game = find_game_by_title(heading[1] if heading else "", self.lines[0])
        self.require_summary()
        is_cash = bool(heading and "Tournament" not in heading[2])
        self.start(self.lines[0], has_cents=is_cash, is_tournament=not is_cash)
        self.builder.has_names = False
        if is_cash:
            self.builder.statements -= RAKE_AND_FEES
        self.read_lines(self._drop_repeated_lines(self.lines[1 : self.summary_index]))
        self._read_summary()
        builder = self.builder
        # A repeated payment counts once, unless there may be another pot of the same size.
        for line in self._repeated_payments:
            amount = self.find_amount(line.partition(_RESULT)[2])
            if sum(builder.paid.values()) + amount <= (builder.total or 0):
                self.read_lines([line])
        # Antes are never returned: if exactly the players with antes got chips back, the log calls
        # blinds antes.
        if builder.antes.keys() == builder.returned.keys() and builder.live.keys().isdisjoint(
            builder.antes
        ):
            builder.live, builder.antes = {**builder.live, **builder.antes}, {}
        self.remove_uncalled()
        names = list(builder.seats)
        for name, seats_after in _SEATS_FROM_BUTTON.items():
            if name in names and not self.button:
                self.button = (names.index(name) - seats_after) % len(names) + 1
        if is_cash and _SMALL_BLIND in names:
            builder.odd_chips_after = _SMALL_BLIND
        return self.game

    def _drop_repeated_lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines without `[ME]`, and without repetitions of the player's previous line.

        Store repeated payments for `read_into_builder`.
        """
        previous = ""
        for raw_line in lines:
            is_plain = "  " not in raw_line and "[ME]" not in raw_line
            line = raw_line if is_plain else _END_OF_NAME.sub(self.separator, raw_line, count=1)
            if line == previous and not (self._is_new_street and " : Check" in line):
                self._repeated_payments += [line] if _RESULT in line else []
                continue
            if line.startswith(self.street_heading):
                previous = ""
            elif self.separator in line:
                previous = line
            yield line

    def read_seat(self, seat: re.Match[str]) -> None:
        """Add a seat, numbered by its position in the list."""
        name, chips = seat[2], seat[3]
        if seat["stud"]:
            name, chips = f"Seat+{seat['stud']}", seat["chips"]
        self.builder.sit(name, len(self.builder.seats) + 1, self.parse_chips(chips))

    def apply_action(self, name: str, action_text: str) -> None:
        """Apply an action that begins with a verb, which may have several words."""
        for verb, act in self.verbs.items():
            if action_text.startswith(verb):
                act(self, name, action_text[len(verb) :])
                return

    def read_unseated(self, line: str) -> None:
        name, _, action_text = line.partition(self.separator)
        if action_text.startswith(_UNSEATED_VERBS):
            self.apply_action(name.strip(), action_text)

    def find_amount(self, details: str) -> int:
        """Return the last amount: `$60 to $60`, `(timeout) 1604`."""
        amounts = self.amount.findall(details)
        return super().find_amount(amounts[-1] if amounts else details)

    def parse_cards(self, text: str) -> Cards | None:
        return parse_card_texts(_TEN_AS_NUMBER.sub("T", text).split())

    def posts(self, name: str, details: str) -> None:
        """Post a blind. A “dead chip” is a dead small blind, with or without a live big blind."""
        amount = live = self.find_amount(details)
        if details.lstrip().startswith("dead chip"):
            if self.big_blind:
                live = self.big_blind if amount >= self.big_blind else 0
            else:
                live = max(amount - self.small_blind, 0) if self.small_blind else 0
        self.builder.post(name, live)
        self.builder.post_dead(name, amount - live)
        self._record_all_in(name)

    def posts_small_blind(self, name: str, details: str) -> None:
        self.small_blind = max(self.small_blind, self.find_amount(details))
        self.posts(name, details)

    def posts_big_blind(self, name: str, details: str) -> None:
        self.big_blind = max(self.big_blind, self.find_amount(details))
        self.posts(name, details)

    def receives_cards(self, name: str, details: str) -> None:
        builder = self.builder
        self._has_cards = True
        builder.deal_in(name)
        if name not in self._hole_cards and name not in self._all_in:
            self._to_act.add(name)
        for cards in find_texts_in_brackets(details)[:1]:
            hole = self._hole_cards.setdefault(name, [])
            known = self.parse_cards(cards) or ()
            hole += [card for card in known if card not in hole]
            builder.known[name] = tuple(hole)

    def adds(self, name: str, details: str) -> None:
        highest_bet = self.builder.highest_bet()
        self.builder.put_in(name, self.find_amount(details))
        self._record_action(name, is_raise=self.builder.put_in_on_street(name) > highest_bet)

    def raises(self, name: str, details: str) -> None:
        self.builder.raise_to(name, self.find_amount(details))
        self._record_action(name, is_raise=True)

    def goes_all_in(self, name: str, details: str) -> None:
        """Put in all chips; before the deal as a blind, or as an ante if others posted one."""
        builder = self.builder
        if self._has_cards:
            self._all_in.add(name)
            self.adds(name, details)
        elif builder.antes and name not in builder.antes:
            builder.ante(name, self.find_amount(details))
            self._all_in.add(name)
        else:
            self.posts(name, details)

    def folds(self, name: str, details: str) -> None:
        self.builder.fold(name)
        self._record_action(name)

    def checks(self, name: str, details: str) -> None:
        self.builder.check(name)
        self._record_action(name)

    def shows(self, name: str, details: str) -> None:
        hole = tuple(self._hole_cards.get(name, ()))
        if len(hole) == self.game.hole:
            self.builder.show(name, hole)

    def _record_all_in(self, name: str) -> None:
        builder = self.builder
        put_in = builder.live.get(name, 0) + builder.antes.get(name, 0)
        if put_in >= builder.stacks.get(name, 0) > 0:
            self._all_in.add(name)

    def _record_action(self, name: str, *, is_raise: bool = False) -> None:
        """End the round after the last player who had to act, if no line states it.

        After a raise, all other players with chips have to act.
        """
        self._is_new_street = False
        self._record_all_in(name)
        if is_raise:
            self._to_act = set(self._hole_cards) - self.builder.folded - self._all_in
        self._to_act.discard(name)
        if not self._has_streets and not self._to_act:
            self.builder.begin_street()
            self._is_new_street = True
            self._to_act = set(self._hole_cards) - self.builder.folded - self._all_in

    def _read_summary(self) -> None:
        builder = self.builder
        summary = self.lines[self.summary_index + 1 :]
        for line in summary:
            if total := _TOTAL.match(line):
                builder.total = builder.parse_amount(total[1])
                if total[2]:
                    builder.rake = builder.parse_amount(total[2])
                    builder.statements |= RAKE_AND_FEES
            elif line.startswith("Board [") and self.game.boards:
                board = self.parse_cards(find_texts_in_brackets(line)[0])
                builder.boards = [board] if board else []
        if any(line and not line.isspace() for line in summary):
            builder.require_total()
            return
        # If the summary is empty, the headings of the streets have the board.
        dealt: list[Card] = []
        for line in self.lines[: self.summary_index] if self.game.boards else ():
            if street := _BOARD.match(line):
                cards = self.parse_cards(" ".join(find_texts_in_brackets(street[1]))) or ()
                dealt += [card for card in cards if card not in dealt]
        builder.boards = [tuple(dealt)] if dealt else []

    verbs = {
        **dict.fromkeys(("Ante/Small", "Small "), posts_small_blind),
        "Big ": posts_big_blind,
        **dict.fromkeys(("Posts", "Bring"), posts),
        "Ante chip": TextHand.antes,
        "Card dealt to a spot": receives_cards,
        **dict.fromkeys(("Call", "Bet", "Double bet"), adds),
        **dict.fromkeys(("Raise", "raise", "All-in(raise"), raises),
        "All-in": goes_all_in,
        "Fold": folds,
        "Check": checks,
        "Return uncalled portion of bet": TextHand.returns_bet,
        "Show": shows,
        **dict.fromkeys(("Hand result", "Hand Result"), TextHand.collects),
    }
