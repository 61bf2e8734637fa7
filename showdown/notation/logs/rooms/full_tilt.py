"""Hand histories of Full Tilt, in English: cash games and tournaments, mixed games, also in UTF-16.

Stakes and game may be swapped in the first line. Every line may be followed by a blank one.
`(partial)` marks a hand whose beginning is missing. Chips that a player adds are available in the
same hand. An absent player gets the ante back: `Ante of $0.50 returned to Dora`.
"""

import re
from zoneinfo import ZoneInfo

from showdown.evaluator.games import Game
from showdown.notation.logs.game_titles import TITLE, find_game_by_title
from showdown.notation.logs.hand_reader import SHARED_VERBS
from showdown.notation.logs.logged_hand import ALL_STATEMENTS, HandSkipped, Skip, Statement
from showdown.notation.logs.text_hand import TextHand

_TOURNAMENT = re.compile(r" \(\d+\), Table ")
_BEGINNING = r"(?:Full Tilt Poker|FullTiltPoker) (?:Game|Hand) #"
_TITLE = re.compile(rf"\b(?:No Limit|Pot Limit|Fixed Limit|Limit|NL|PL|FL) ({TITLE})(?![\w/])")
_STAKES = re.compile(r"- \D?[\d.,]+[KM]?/\D?[\d.,]+")
_CURRENCY = re.compile(r"[$€£]")
_WIN = re.compile(r"[^()]{0,40}\bpots?\b[^()]{0,20}\((\S+)\)")
_FIRST_STREETS_BY_GAME = {"five-card-stud": ("*** 2ND",)}
_ANTE_RETURNED = re.compile(r"Ante of \S+ returned to (.+?)\s*$")
_CANCELLED = "Hand #"


class FullTilt(TextHand):
    name = "full-tilt"
    prefixes = ("Full Tilt Poker ", "FullTiltPoker ")
    statements = ALL_STATEMENTS - {Statement.EVERY_RETURN, Statement.RAKE_OF_POTS}
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
    summary_lines = (
        *(_CANCELLED, "Seat", "Board", "Total pot", "Duration", "***"),
        *("Pot ", "Main pot", "Side pot"),
    )
    _without_ante: frozenset[str] = frozenset()

    def read_into_builder(self) -> Game:
        head = self.heading_match[1] if self.heading_match else ""
        *_, name = _TITLE.findall(head) or [""]
        game = find_game_by_title(name, head)
        if self.find_line(_CANCELLED):
            raise HandSkipped(Skip.CANCELLED)
        if head.rstrip().endswith("(partial)"):
            raise HandSkipped(Skip.CUT_OFF, "the room marks it as partial")
        self.require_summary()
        if game.slug in _FIRST_STREETS_BY_GAME:
            self.first_streets = _FIRST_STREETS_BY_GAME[game.slug]
        stakes = _STAKES.search(head)
        has_cents = bool(stakes and _CURRENCY.search(stakes[0]))
        self.start(head, has_cents=has_cents, is_tournament=bool(_TOURNAMENT.search(self.lines[0])))
        lines = self.lines[1 : self.summary_index]
        if "ante" in head.lower():
            returned = map(_ANTE_RETURNED.match, lines)
            self._without_ante = frozenset([ante[1] for ante in returned if ante])
        self.read_lines(lines)
        self.read_summary()
        self.builder.cards_before_flop = name.startswith("Courchevel")
        return game

    def antes(self, name: str, details: str) -> None:
        if name not in self._without_ante:
            super().antes(name, details)

    def adds_chips(self, name: str, details: str) -> None:
        stacks = self.builder.stacks
        stacks[name] = stacks.get(name, 0) + self.find_amount(details)

    def stands(self, name: str, details: str) -> None:
        if details.startswith("pat"):
            self.stands_pat(name, details)

    def wins(self, name: str, details: str) -> None:
        if won := _WIN.match(details):
            self.builder.collect(name, self.builder.parse_amount(won[1]))

    def read_summary(self) -> None:
        super().read_summary()
        builder = self.builder
        if builder.total is None:
            raise self.incomplete_summary("the total pot")
        self.read_summary_payments(self.lines[self.summary_index :])
        if not builder.paid and builder.total > builder.rake:
            raise self.incomplete_summary("the winners")

    verbs = {
        **SHARED_VERBS,
        "adds": adds_chips,
        "antes": antes,
        "discards": TextHand.draws,
        "stands": stands,
        **dict.fromkeys(("wins", "ties"), wins),
    }
