"""The text of Full Tilt, in English: cash games and tournaments, mixed games, also in UTF-16.

Stakes and game may be swapped in the first line. Every line may be followed by a blank one.
`(partial)` marks a hand whose beginning is missing. Chips that a player adds are available in the
same hand. An absent player gets the ante back: `Ante of $0.50 returned to Dora`.
"""

import re
from zoneinfo import ZoneInfo

from showdown.notation.logs.field_values import cards_of
from showdown.notation.logs.game_titles import TITLE, find_game_by_title
from showdown.notation.logs.hand_reader import SHARED_VERBS
from showdown.notation.logs.logged_hand import (
    EVERYTHING,
    Origin,
    ReadHand,
    Skip,
    Statement,
    Unplayed,
)
from showdown.notation.logs.text_hand import TextHand

_BEGINNING = r"(?:Full Tilt Poker|FullTiltPoker) (?:Game|Hand) #"
_TITLE = re.compile(
    r"\b(?:No Limit|Pot Limit|Fixed Limit|Limit|NL|PL|FL) "
    rf"({TITLE})(?![\w/])"
)
_STAKES = re.compile(r"- \D?[\d.,]+[KM]?/\D?[\d.,]+")
_CURRENCY = re.compile(r"[$€£]")
_WIN = re.compile(r"[^()]{0,40}\bpots?\b[^()]{0,20}\((\S+)\)")
_MUCKED = re.compile(r"Seat (\d+): .+ mucked \[([^\[\]]*)\]")
_FIRST_STREETS_OF = {"five-card-stud": ("*** 2ND",)}
_ANTE_RETURNED = re.compile(r"Ante of \S+ returned to (.+?)\s*$")
_CANCELLED = "Hand #"
_SUMMARY_LINES = (
    _CANCELLED,
    "Seat",
    "Board",
    "Total pot",
    "Duration",
    "***",
    "Pot ",
    "Main pot",
    "Side pot",
)


class FullTilt(TextHand):
    name = "full-tilt"
    prefixes = ("Full Tilt Poker ", "FullTiltPoker ")
    states = EVERYTHING - {Statement.EVERY_RETURN, Statement.RAKE_OF_POTS}
    beginning = re.compile(rf"{_BEGINNING}(\d+)")
    heading = re.compile(rf"{_BEGINNING}\d+: (.*)")
    table = re.compile(rf"{_BEGINNING}\d+: .*?Table ([^-]+?)(?: \(| -|,)")
    time = re.compile(
        rf"{_BEGINNING}\d+: .*\b(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d) ET"
        r" - (?P<year>\d{4})/(?P<month>\d\d)/(?P<day>\d\d)"
    )
    zones = {"": ZoneInfo("America/New_York")}
    seat = re.compile(r"Seat (\d+): (.+) \(([^()\s]+)\)(?:, is sitting out)?\s*$")
    dealer = re.compile(r"The button is in seat #(\d+)")
    first_streets: tuple[str, ...] = ("*** HOLE", "*** 3RD", "*** FLOPET")
    _without_ante: frozenset[str] = frozenset()

    def index_of_end(self) -> int:
        return self.end_of_lines_like(_SUMMARY_LINES)

    def read(self, origin: Origin) -> ReadHand:
        head = self.header[1] if self.header else ""
        *_, name = _TITLE.findall(head) or [""]
        game = find_game_by_title(name, head)
        if self.index_of(_CANCELLED):
            raise Unplayed(Skip.CANCELLED)
        if head.rstrip().endswith("(partial)"):
            raise Unplayed(Skip.CUT_OFF, "the room marks it as partial")
        self.need_summary()
        if game.slug in _FIRST_STREETS_OF:
            self.first_streets = _FIRST_STREETS_OF[game.slug]
        stakes = _STAKES.search(head)
        self.start(2 if stakes and _CURRENCY.search(stakes[0]) else 0, head)
        lines = self.lines[1 : self.summary]
        if "ante" in head.lower():
            returned = map(_ANTE_RETURNED.match, lines)
            self._without_ante = frozenset([ante[1] for ante in returned if ante])
        self.read_lines(lines)
        self._read_summary()
        self.builder.before_flop = name.startswith("Courchevel")
        return self.hand(origin, game)

    def antes(self, name: str, more: str) -> None:
        if name not in self._without_ante:
            super().antes(name, more)

    def adds_chips(self, name: str, more: str) -> None:
        stacks = self.builder.stacks
        stacks[name] = stacks.get(name, 0) + self.amount(more)

    def stands(self, name: str, more: str) -> None:
        if more.startswith("pat"):
            self.stands_pat(name, more)

    def wins(self, name: str, more: str) -> None:
        if won := _WIN.match(more):
            self.builder.collect(name, self.builder.amount(won[1]))

    def _read_summary(self) -> None:
        builder = self.builder
        lines = self.lines[self.summary :]
        for line in lines:
            if line.startswith("Total pot "):
                self.read_total(line)
            elif mucked := _MUCKED.match(line):
                name = builder.seats.player(int(mucked[1]))
                builder.store_cards(name, cards_of(mucked[2].split()))
        if builder.total is None:
            raise Unplayed(Skip.CUT_OFF, "its summary doesn't state the total pot")
        builder.boards = self.boards_in(lines)
        self.collect_from(lines)
        if not builder.paid and builder.total > builder.rake:
            raise Unplayed(Skip.CUT_OFF, "its summary doesn't state the winners")

    verbs = {
        **SHARED_VERBS,
        "adds": adds_chips,
        "antes": antes,
        "discards": TextHand.draws,
        "stands": stands,
        "wins": wins,
        "ties": wins,
    }
