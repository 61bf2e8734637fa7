"""PokerStars hand histories in English: cash games and tournaments, single or mixed games.

Other rooms use the same format: PokerMaster, PokerBros, MPL, Suprema, Hive, and Full Tilt while
PokerStars owned it. Some of them omit the currency. In exported hands and hands before 2010, the
first line may be in capitals, and no line returns an uncalled bet. PokerMaster also writes “Omaha”
for Omaha with five and six cards. Lines about players who buy chips may precede the seats.
"""

import re
from datetime import UTC
from zoneinfo import ZoneInfo

from showdown.evaluator.games import GAMES, Game
from showdown.notation.logs.game_titles import OMAHA_SLUGS, TITLE, find_game_by_title
from showdown.notation.logs.hand_reader import SHARED_VERBS
from showdown.notation.logs.logged_hand import ALL_STATEMENTS, Statement, Unreadable
from showdown.notation.logs.text_hand import DATE_AND_TIME, TextHand
from showdown.notation.logs.value_parsing import have_odd_cents

_SITE = (
    r"(?:(?:PokerStars|POKERSTARS|PokerMaster|PokerBros|MPLPoker|SupremaPoker|Hive Poker)[^#]{0,40}"
    r"|(?:Full Tilt|BetOnline) (?:Rush |Zoom )?(?:Hand|Game) )#"
)
_LIMIT = r"(?:No Limit|Pot Limit|Limit|Fixed Limit|Cap|NL|PL)"
_GAME = re.compile(
    r"(?:^|[({] ?|, +|\} +|Freeroll +|\d\S{0,30}(?: [A-Z]{3,4})? +)"  # text before the game
    rf"(?:({TITLE}) {_LIMIT}\b|{_LIMIT} ({TITLE})(?![\w/-]))",
    re.IGNORECASE,
)
_FIRST_YEAR_WITH_RETURNS = "2010"
"""Before this year, no line returns an uncalled bet."""
_POKERSTARS_PREFIXES = ("PokerStars", "POKERSTARS")
_STAKES = re.compile(r"([\d.,]+)/\D{0,3}([\d.,]+)")
_CURRENCY = re.compile(r"[$€£¥₹]|\b(?:USD|EUR|GBP|CAD|INR|CNY)\b")
_WON_AMOUNT = re.compile(r"\bwon \((\S+)\)")
_CASHED_OUT = re.compile(r"(.+) cashed out the hand for (\S+)(?: \| Cash Out Fee (\S+))?\s*")
_COLLECTED = re.compile(r"(\S+) from (?:the )?(?:[Mm]ain |[Ss]ide )?pot(?:[- ]?\d+)?\s*")

_HEADER_LINES = 2
_CONVERTED_PREFIX = "BetOnline "
"""Prefix of converted Bovada hands, in which players are named by their positions.

A new player's `posts small blind` is live there.
"""
_RUPEES = "Rs. "


class PokerStarsGrammar(TextHand):
    """The grammar of PokerStars and other rooms: `Anna: raises $4 to $6`."""

    is_indented = True
    head_line_count = _HEADER_LINES
    table = re.compile(r"^Table (?:ID )?'(.*)'(?:.*Seat #(\d+) is the button)?")
    seat = re.compile(r"Seat (\d+): (.+) \((\S*) in [Cc]hips(?:, [^()]*)?\)")
    first_streets = ("*** HOLE", "*** DEAL", "*** PRE", "*** 3rd", "*** BOMB")
    separator = ": "
    is_second_small_blind_dead = True

    def read_other(self, line: str) -> None:
        name, _, details = line.rpartition(" collected ")
        if name and (collected := _COLLECTED.fullmatch(details)):
            self.builder.collect(name, self.builder.parse_amount(collected[1]))
        else:
            super().read_other(line)

    def find_amount(self, details: str) -> int:
        """Return the first word as an amount."""
        return self.builder.parse_amount(details.partition(" ")[0])

    def brings_in(self, name: str, details: str) -> None:
        self.adds(name, details.partition("for ")[2])

    def draws(self, name: str, details: str) -> None:
        """Draw, and begin a betting round, because a single draw has no heading."""
        super().draws(name, details)
        self.builder.begin_street()

    def mucks(self, name: str, details: str) -> None:
        """Count a player who mucks as dealt in; cards that were shown before stay shown."""
        self.builder.deal_in(name)

    def read_summary(self) -> None:
        super().read_summary()
        self.builder.require_total()

    verbs = {
        **SHARED_VERBS,
        "brings": brings_in,
        "brings-in": brings_in,
        "discards": draws,
        "stands": TextHand.stands_pat,
        "showed": TextHand.shows,
        "mucks": mucks,
        "mucked": mucks,
    }


class PokerStars(PokerStarsGrammar):
    name = "pokerstars"
    prefixes = (
        *("PokerStars", "POKERSTARS", "PokerMaster", "PokerBros", "MPLPoker", "SupremaPoker"),
        *("Hive Poker", "Full Tilt ", "BetOnline "),
    )
    statements = ALL_STATEMENTS - {Statement.RAKE_OF_WINNERS}
    optional_statements = frozenset((Statement.EVERY_RETURN,))
    beginning = re.compile(rf"{_SITE}(\d+):")
    heading = re.compile(
        # the stakes end before " - " and the time
        rf"^{_SITE}(\d+): *((?:[^ ]++| ++(?!- +\d{{4}}/))*+) +- +(\d{{4}}/.*)"
    )
    time = re.compile(rf"{DATE_AND_TIME} \(?(?P<zone>ET|UTC|CET)")
    zones = {"ET": ZoneInfo("America/New_York"), "UTC": UTC, "CET": ZoneInfo("CET")}

    def read_into_builder(self) -> Game:
        self.require_summary()
        if not self.heading_match:
            raise Unreadable("its first line isn't understood")
        stakes = self._stakes = self.heading_match[2]
        titles = _GAME.search(stakes.replace("´", "'"))
        title = titles[1] or titles[2] if titles else ""
        game = find_game_by_title(title, stakes)
        if _RUPEES in stakes:
            self.lines = [line.replace(_RUPEES, "₹") for line in self.lines]
        lines = self.lines
        is_pokerstars = lines[0].startswith(_POKERSTARS_PREFIXES)
        is_tournament = "tournament #" in stakes.lower()
        is_cash = not is_tournament and _CURRENCY.search(stakes) is not None
        has_cents = is_cash or (not is_pokerstars and have_odd_cents(lines[_HEADER_LINES:]))
        self.start(stakes, has_cents=has_cents, is_tournament=is_tournament)
        builder = self.builder
        is_old = self.heading_match[3] <= _FIRST_YEAR_WITH_RETURNS
        if is_old or not lines[0].startswith("PokerStars"):
            builder.statements -= {Statement.EVERY_RETURN}
        builder.cards_before_flop = int(title.lower().startswith("courchevel"))
        self.read_lines(lines[_HEADER_LINES : self.summary_index])
        self.read_summary()
        if game.slug == "omaha" and not is_pokerstars:
            known = (*builder.shown.values(), *builder.known.values())
            hole = max(map(len, known), default=0)
            game = GAMES[OMAHA_SLUGS.get(("omaha", hole), "omaha")]
        return game

    def read_seat(self, seat: re.Match[str]) -> None:
        super().read_seat(seat)
        if seat[2] == "Big Blind" and self.lines[0].startswith(_CONVERTED_PREFIX):
            self.is_second_small_blind_dead = False

    def read_notice(self, line: str) -> bool:
        cash_out = _CASHED_OUT.fullmatch(line) if " cashed out " in line else None
        if cash_out:
            amount = self.builder.parse_amount
            fee = amount(cash_out[3]) if cash_out[3] else 0
            self.builder.cash_out(cash_out[1], amount(cash_out[2]), fee)
        return cash_out is not None or super().read_notice(line)

    def stated_big_blind(self, post_amount: int) -> int:
        """Return the big blind of the stakes.

        In limit games, the stakes are the two bets, and the blind is the smaller one. In some limit
        tournaments the stakes are the blinds, whose sum is `post_amount`.
        """
        amounts = _STAKES.search(self._stakes)
        if not amounts:
            raise Unreadable("it doesn't state the big blind")
        stakes = self._stakes.lower()
        is_limit = "no limit" not in stakes and "pot limit" not in stakes
        small, big = self.builder.parse_amount(amounts[1]), self.builder.parse_amount(amounts[2])
        return small if is_limit and small + big != post_amount else big

    def read_seat_result(self, line: str) -> None:
        """Also read what a cashed-out hand would have won, which only this line states."""
        if "not awarded as player cashed out" not in line:
            super().read_seat_result(line)
            return
        builder, text = self.builder, line.partition(": ")[2]
        name = max([name for name in builder.shown if text.startswith(f"{name} ")], key=len)
        builder.paid[name] = sum([builder.parse_amount(won) for won in _WON_AMOUNT.findall(text)])
