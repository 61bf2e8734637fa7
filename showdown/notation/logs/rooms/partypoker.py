"""PartyPoker hand histories in English, as saved by the client or sent by email.

Amounts are chips added. An uncalled bet is paid with the pot or as a separate pot. Tournaments may
omit the posts and state only the blinds, as in `Blinds-Antes(50/100 -5)` (the last such line
counts); other rooms that use this format may omit the posts of new players. Only emailed histories
have a summary with pots, rake and a line for each player. They may contain hands that are run twice
(`** Dealing FIRST Turn **`), and a player who `Cashed out` was paid the cash-out amount by the
house, not from a pot. In 2015 and 2016 the client wrote `Player1`, `Player2` for other players, but
their own names in actions after the deal.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Game
from showdown.evaluator.wagers import MAX_SEATS
from showdown.notation.logs.game_titles import TITLE, find_game_by_title
from showdown.notation.logs.logged_hand import (
    RAKE_AND_FEES,
    USUAL_STATEMENTS,
    ActionKind,
    ReadHand,
    Statement,
    Unreadable,
)
from showdown.notation.logs.rooms.room_888 import Room888
from showdown.notation.logs.text_hand import SEAT_PREFIXES, TextHand
from showdown.notation.logs.value_parsing import (
    BOARD_CARDS_BEFORE,
    find_texts_in_brackets,
    have_cents,
    parse_card_texts,
    remove_grouping,
)

_ALIAS = re.compile(r"Player\d{1,2}")
_OWN_NAME = re.compile(r"([^:*]{1,40}?) (?:calls|bets|raises|folds|checks|wins|is all-In|does)\b")
_POSTS_BIG_BLIND = " posts big blind ["
_SITS_OUT = " is sitting out"
_JOINED = " has joined the table"


def _replace_names_by_aliases(
    lines: Sequence[str], seats: Sequence[re.Match[str]]
) -> Sequence[str]:
    """Replace players' own names with the aliases of their seats, such as `Player1`.

    A name without a seat belongs to one of the aliases. These players first act in the order of the
    seats after the big blind. If there are more or fewer names than aliases, return the lines
    unchanged.
    """
    aliases = {seat[2]: int(seat[1]) for seat in seats if _ALIAS.fullmatch(seat[2])}
    if not aliases or "** Summary **" in lines:
        return lines
    known = {seat[2] for seat in seats}
    known |= {line.partition(_JOINED)[0] for line in lines if _JOINED in line}
    actors = [own[1] for line in lines if (own := _OWN_NAME.match(line))]
    unseated = [name for name in dict.fromkeys(actors) if name not in known]
    inactive = {line.removesuffix(_SITS_OUT) for line in lines if line.endswith(_SITS_OUT)}
    inactive.update(actors)
    big_blinds = [line.partition(_POSTS_BIG_BLIND)[0] for line in lines if _POSTS_BIG_BLIND in line]
    big_blind_seat = next((int(seat[1]) for seat in seats if seat[2] in big_blinds), 0)
    active = aliases.keys() - inactive
    in_order = sorted(active, key=lambda name: (aliases[name] <= big_blind_seat, aliases[name]))
    if len(unseated) != len(in_order):
        return lines
    alias_of = dict(zip(unseated, in_order, strict=True))
    renamed_lines = []
    for line in lines:
        name = next((name for name in alias_of if line.startswith(f"{name} ")), "")
        renamed_lines.append(alias_of[name] + line[len(name) :] if name else line)
    return renamed_lines


_TITLE = re.compile(f"(?:Double Hold'?em|{TITLE})(?![-/+\\w]| (?:\\d|High|Low))")
_IS_TOURNAMENT = re.compile(r"Trny|Tourn")
_CURRENCY = re.compile(r"[$€£]|\b(?:USD|EUR|GBP)\b")
_DEALER = re.compile(r"Seat +(\d+) is the button")
_BLINDS = re.compile(r"(?:Blinds|Stakes)(?:-Antes)?\(([\d.,' ]+)/([\d.,' ]+)(?:- ?([\d.,' ]+))?")
_BOARD = re.compile(r"\*\* Dealing (?:[A-Z]+ )?(Flop|Turn|River) \*\*.*\[")
_TO = re.compile(r" to \D{0,2}(\d[\d.,']*)")
_COLLECTED = re.compile(r"collected \D{0,2}(\d[\d.,']*)")
_POT = re.compile(r"(?:Main|Side) [Pp]ot(?: ?#?\d+)?: \D{0,2}(\d[\d.,']*)")
_RAKE = re.compile(r"Rake: \D{0,2}(\d[\d.,']*)")
_ACTION_BOUNDARY = re.compile(r"(?:[.\])]|\bfolds|\bchecks)(?=[^\s.\])])")
"""The end of an action, after which another player's action may follow on the same line."""
_UNSEATED_ACTION = re.compile(
    r"([^:*]{1,60}?) (posts|calls|bets|raises|wins|folds|checks)(?: (\D{0,30}\d.*)|\.?\s*)"
)
_PUT_IN = re.compile(r"\b(?:bet|lost) \D{0,2}(\d[\d.,']*)")
_ROOM_888_STAKES = re.compile(r".{0,60}? Blinds (?:No|Pot|Fix\w*) Limit ")
_HEADER_LINES = 3
_MAX_ROUNDING_ERROR = 3
"""Maximum number of chips by which rounding changes the sum of a player's bets."""
_MAX_WORDS = 3
"""Maximum number of words searched for a verb, which may follow the rest of a shortened name."""


class PartyPoker(TextHand):
    name = "partypoker"
    prefixes = ("***** ", " ***** ", "\0***** ")
    statements = USUAL_STATEMENTS - {Statement.RAKE_OF_POTS, Statement.RAKE_OF_WINNERS}
    optional_statements = RAKE_AND_FEES | {Statement.POTS}
    beginning = re.compile(r"[ \0]?\*{5} Hand History [Ff]or Game (\w{1,40}) \*{5}")
    heading = re.compile(
        r"(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d\d?),?"
        r" (?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)"
        r" (?P<zone>[A-Z]{2,5}) (?P<year>\d{4})"
    )
    zones = {
        **dict.fromkeys(("ET", "EST", "EDT"), ZoneInfo("America/New_York")),
        **dict.fromkeys(("CET", "CEST"), ZoneInfo("Europe/Berlin")),
        **dict.fromkeys(("GMT", "BST"), ZoneInfo("Europe/London")),
        **dict.fromkeys(("MSK", "MSKS"), ZoneInfo("Europe/Moscow")),
    }
    table = re.compile(r"Table (?:Table )?(.+?) +\( ?(?:Real|Play) Money ?\)")
    seat = re.compile(r"[Ss]eat ?(\d+): (.+?) ?\( ?([^()]*?) ?\)(?: - .*)?\s*$")
    dealt = re.compile(r"Dealt to (.+) \[(.*?)\]")
    amount = re.compile(r"\d[\d.,']*(?:[ \u00a0\u202f]\d{3}(?!\d))*")
    street_heading = ("** Dealing", "** Summary")
    first_streets = ("** Dealing down", "** Dealing **")
    other_prefixes = (*street_heading, "Dealt to ", "Main Pot:")
    summary_heading = ""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self._stakes = self.head_lines[0]
        self._is_cash = not _IS_TOURNAMENT.search(self._stakes)
        self._blinds: re.Match[str] | None = None
        self._has_small_blind = True
        self._unstated_big_blinds: list[str] = []
        self._left_table: list[str] = []
        self._hole_count = 0
        self._missing_chips: dict[str, int] = {}
        self._has_begun = False

    @classmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        # 888 used the same first line.
        if len(lines) > 1 and _ROOM_888_STAKES.match(lines[1]):
            return Room888.read_hands(lines, first_line)
        return super().read_hands(lines, first_line)

    def find_head_lines(self, lines: Sequence[str]) -> Sequence[str]:
        """Return the texts that may contain the stakes and the date.

        These are lines 2 and 3, joined; lines 2 to 4, joined, for wrapped lines; and line 1.
        """
        return [*(" ".join(lines[1:end]) for end in (_HEADER_LINES, _HEADER_LINES + 1)), lines[0]]

    def read_into_builder(self) -> Game:
        title = _TITLE.search(self._stakes)
        if not title and not self.heading_match:
            raise Unreadable("its first lines state no known game")
        game = find_game_by_title(title[0]) if title else find_game_by_title("", self._stakes)
        self._hole_count = game.hole
        seats = [seat for line in self.lines if (seat := self.seat.match(line))]
        texts_with_chips = (self._stakes, *[seat[3] for seat in seats])
        has_currency = self._is_cash and any(map(_CURRENCY.search, texts_with_chips))
        has_cents = has_currency or have_cents(self.lines[_HEADER_LINES + 1 :])
        self.start(self._stakes, has_cents=has_cents, is_tournament=not self._is_cash)
        self.builder.statements -= RAKE_AND_FEES
        self.read_lines(self._split_actions(_replace_names_by_aliases(self.lines[1:], seats)))
        self._post_unstated()
        if self.builder.pots:
            self.builder.collect_for_sold_hand([*self.builder.cash_outs])
        self.require_payments()
        self.builder.detect_uncalled_in_payments(is_always_paid=True)
        if not self._is_cash:
            self.builder.statements |= RAKE_AND_FEES
        return game

    def _split_actions(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines, split between actions as in `Anna folds.Boris checks`."""
        split, verbs = self.builder.seats.split_line, self.verbs
        for line in lines:
            start = 0
            is_seat = line.startswith(SEAT_PREFIXES)
            for boundary in () if is_seat else _ACTION_BOUNDARY.finditer(line):
                name, action = split(line[boundary.end() :])
                if name and action.partition(" ")[0].rstrip(".[") in verbs:
                    yield line[start : boundary.end()]
                    start = boundary.end()
            yield line[start:]

    def read_seat(self, seat: re.Match[str]) -> None:
        if not self._has_begun:
            super().read_seat(seat)

    def read_notice(self, line: str) -> bool:
        if self._has_begun:
            if line.startswith("Main Pot:"):
                self.builder.pots = [self.parse_chips(pot) for pot in _POT.findall(line)]
                if rake := _RAKE.search(line):
                    self.builder.rake = self.parse_chips(rake[1])
                self.builder.statements |= RAKE_AND_FEES
            return False
        if dealer := _DEALER.search(line):
            self.button = int(dealer[1])
        elif blinds := _BLINDS.search(line):
            self._blinds = blinds
        elif line.startswith("There is no Small Blind"):
            self._has_small_blind = False
        elif _JOINED in line:
            # A new player gets the first seat that a player left, or the first free seat.
            name, player = line.partition(_JOINED)[0], self.builder.seats.player
            if name not in self.builder.seats:
                numbers = range(1, MAX_SEATS + 1)
                free = [number for number in numbers if not player(number)]
                vacated = [number for number in numbers if player(number) in self._left_table]
                self.builder.sit(name, (vacated or free)[0])
        else:
            return False
        return True

    def leaves_table(self, name: str, details: str) -> None:
        if details.startswith("left the table"):
            self._left_table.append(name)

    def _post_blinds(self) -> None:
        """Post the blinds and antes that tournaments omit."""
        builder, blinds = self.builder, self._blinds
        posts = [line for line in self.lines if " posts " in line]
        if not blinds or any(" blind" in line for line in posts):
            return
        if not self.button:
            raise Unreadable("it states neither the button nor the posts")
        names = builder.seats.names_clockwise(tuple(builder.stacks), self.button)
        if not posts:
            self._post_antes()
        amounts = [self.parse_chips(blinds[2])]
        if self._has_small_blind:
            amounts.insert(0, self.parse_chips(blinds[1]))
            if len(names) == 2:  # heads-up, the button posts the small blind
                names = names[::-1]
        for name, amount in zip(names, amounts, strict=False):
            builder.post(name, min(amount, builder.stacks[name] - builder.antes.get(name, 0)))

    def _post_antes(self) -> None:
        """Post the ante that is stated with the blinds, for every player."""
        builder = self.builder
        ante = self.parse_chips(self._blinds[3]) if self._blinds and self._blinds[3] else 0
        for name in builder.stacks if ante else ():
            builder.ante(name, min(ante, builder.stacks[name]))

    def parse_chips(self, text: str) -> int:
        return self.builder.parse_amount(remove_grouping(text.strip()))

    def parse_cards(self, text: str) -> Cards | None:
        return parse_card_texts(text.replace(",", " ").split())

    def read_street(self, line: str) -> None:
        self._has_begun = True
        if line.startswith(self.first_streets):
            self._post_blinds()
        if street := _BOARD.match(line):
            cards = self.parse_cards(find_texts_in_brackets(line)[0]) or ()
            self.builder.deal_board(BOARD_CARDS_BEFORE[street[1].lower()], cards)

    def receives_cards(self, name: str, text: str) -> None:
        cards = self.parse_cards(text) or ()
        self.builder.store_cards(name, cards if len(cards) == self._hole_count else None)

    def apply_action(self, name: str, action_text: str) -> None:
        """Apply an action.

        Its verb may adjoin a bracket, or follow the rest of a name that the seat line shortens.
        """
        words = action_text.replace("[", " [").split()[:_MAX_WORDS]
        if verb := next((word for word in words if word in self.verbs), ""):
            self.verbs[verb](self, name, action_text.partition(verb)[2])

    def read_unseated(self, line: str) -> None:
        action = _UNSEATED_ACTION.match(line)
        if not action:
            return
        name, verb, details = action.groups("")
        if verb != "wins" and any(map(_ALIAS.fullmatch, self.builder.seats)):
            raise Unreadable(f"{name} {verb} but has no seat")
        self.verbs[verb](self, name, details)

    def puts_in(self, name: str, details: str) -> None:
        """Put in the stated chips; `to` precedes a total for the street."""
        if to := _TO.search(details):
            self.builder.raise_to(name, self.parse_chips(to[1]))
        else:
            self.builder.put_in(name, self.find_amount(details))

    def goes_all_in(self, name: str, details: str) -> None:
        """Put in the stated amount; a line without one repeats an earlier action."""
        if self.amount.search(details):
            self.puts_in(name, details)

    def checks(self, name: str, details: str) -> None:
        """Check. A new player may have posted the big blind without a line that states it."""
        builder = self.builder
        missing = max(self._find_posted_blinds(), default=0) - builder.put_in_on_street(name)
        if not builder.boards and missing > 0:
            builder.put_in(name, missing)
            self._unstated_big_blinds.append(name)
        builder.check(name)

    def _find_posted_blinds(self) -> list[int]:
        return [amount for kind, _, amount in self.builder.actions if kind is ActionKind.POST]

    def _post_unstated(self) -> None:
        """Post dead small blinds of new players, and antes of all players, that no line states."""
        builder, blinds, missing = self.builder, self._find_posted_blinds(), self._missing_chips
        paid = sum(builder.paid.values())
        for name in self._unstated_big_blinds:
            if paid > sum(builder.live.values()) + sum(builder.dead_by_player.values()):
                builder.post_dead(name, min(blinds, default=0))
        amounts = {*missing.values()}
        if len(amounts) == 1 and not builder.antes and missing.keys() >= builder.live.keys():
            for name in missing if max(amounts) <= max(blinds, default=0) else ():
                builder.ante(name, missing[name])
        if not builder.antes and paid > builder.total_put_in():
            self._post_antes()

    def reads_balance(self, name: str, details: str) -> None:
        """Read `balance $16, bet $7.02, collected $16, net +$8.98[ 8s, Ks ] [ a pair ]`."""
        builder = self.builder
        if not self._is_cash and (put_in := _PUT_IN.search(details)):
            missing = self.parse_chips(put_in[1])
            missing -= builder.live.get(name, 0) + builder.antes.get(name, 0)
            # Bets of tournaments are rounded; their sum isn't.
            if 0 < abs(missing) <= _MAX_ROUNDING_ERROR * builder.scale:
                builder.put_in(name, missing)
            elif missing > 0:
                self._missing_chips[name] = missing
        if collected := _COLLECTED.search(details):
            builder.collect(name, self.parse_chips(collected[1]))
        self.shows_at_end(name, details)

    def shows_at_end(self, name: str, details: str) -> None:
        """Show the cards of a summary line, unless the player folded."""
        if name not in self.builder.folded:
            self.shows(name, details)

    def cashes_out(self, name: str, details: str) -> None:
        """Read `Cashed out balance $23.01, bet $20.20, collected $23.01, net +$2.81[ Tc, Ac ]`."""
        if amount := _COLLECTED.search(details):
            self.builder.cash_out(name, self.parse_chips(amount[1]))
        self.shows_at_end(name, details)

    verbs = {
        "has": leaves_table,
        "posts": TextHand.posts,
        **dict.fromkeys(
            ("calls", "bets", "raises", "completes", "bring-ins", "brings-in"), puts_in
        ),
        **dict.fromkeys(("all-In", "all-In."), goes_all_in),
        **dict.fromkeys(("folds", "folds."), TextHand.folds),
        **dict.fromkeys(("checks", "checks."), checks),
        "shows": TextHand.shows,
        "doesn't": TextHand.mucks,
        "wins": TextHand.collects,
        "balance": reads_balance,
        "Cashed": cashes_out,
        "collected": shows_at_end,
    }
