"""The text of PokerStars, in English: cash games and tournaments, of one game or mixed."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import Cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.notation.logs.judgeable import dead_antes, in_pots, judgeable
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import (
    LONGEST_NAME,
    LogFormat,
    Unreadable,
    strays,
    unreadable,
)
from showdown.notation.logs.logged_hand import LoggedHand, Origin, ReadHand, Skip, SkippedHand
from showdown.notation.logs.seats import Seats
from showdown.words.errors import error_text

_NAME = "pokerstars"

_TITLES = {
    "Hold'em": "holdem",
    "6+ Hold'em": "short-deck",
    "Omaha": "omaha",
    "Omaha Hi/Lo": "omaha-hilo",
    "5 Card Omaha": "five-card-omaha",
    "5 Card Omaha Hi/Lo": "five-card-omaha-hilo",
    "Courchevel": "five-card-omaha",
    "Courchevel Hi/Lo": "five-card-omaha-hilo",
    "6 Card Omaha": "six-card-omaha",
    "6 Card Omaha Hi/Lo": "six-card-omaha-hilo",
    "Badugi": "badugi",
    "Triple Draw 2-7 Lowball": "deuce-to-seven",
    "Single Draw 2-7 Lowball": "deuce-to-seven",
    "5 Card Draw": "five-card-draw",
    "7 Card Stud": "seven-card-stud",
    "7 Card Stud Hi/Lo": "stud-hilo",
    "Razz": "razz",
}
"""The room's names of the games, and ours. A mixed game names the one that is being played."""

_BEGINNING = re.compile(r"PokerStars[^#]{0,40}#(\d+):")
_HEADER = re.compile(r"PokerStars[^#]{0,40}#(\d+): *(.*?) +- +(\d{4}/.*)")
_GAME = re.compile(
    r"(?:^|[({] ?|\} +|Freeroll +|\d\S{0,30}(?: [A-Z]{3,4})? +)"  # what may stand before the name
    rf"({'|'.join(map(re.escape, _TITLES))})"
    r" (?:No Limit|Pot Limit|Limit|LIMIT|Fixed Limit|Cap|NL|PL)\b"
)
_STAKES = re.compile(r"([\d.,]+)/\D{0,3}([\d.,]+)")
_CURRENCY = re.compile(r"[$€£¥₹]|\b(?:USD|EUR|GBP|CAD|INR|CNY)\b")
_EASTERN = re.compile(r"(\d{4})/(\d\d?)/(\d\d?)(?: -)? +(\d\d?):(\d\d):(\d\d) \(?ET")
_TABLE = re.compile(r"Table '(.*)'(?:.*Seat #(\d+) is the button)?")
_SEAT = re.compile(r"Seat (\d+): (.+) \(\S+ in chips(?:, [^()]*)?\)")
_COLLECTED = re.compile(r"(.+) collected (\S+) from (?:the )?(?:[Mm]ain |[Ss]ide )?pot(?:-\d+)?\s*")
_TOTAL = re.compile(r"Total pot (\S+)(.*?)\| Rake (\S+)(?:.*Jackpot\D*(\S+))?")
_PART = re.compile(r"pot(?:-\d+)? (\S+?)\.(?:\s|$)")
_SHOWDOWN = re.compile(r"\n\*\*\* (?:FIRST |SECOND |THIRD )?SHOW DOWN \*\*\*")
_BOARD = re.compile(r"(?:FIRST |SECOND |THIRD )?Board \[([^\[\]]*)\]")
_WON = re.compile(r"\bwon \((\S+)\)")
_POST = re.compile(r"([a-z& ]*?) ?(\S*\d\S*)")
_CARDS = re.compile(r"\[([^\[\]]*)\]")

_SUMMARY = "*** SUMMARY ***"
_CASHED_OUT = "not awarded as player cashed out"
_BOTH_BLINDS = ("small & big blinds", "big & small blinds")
_BEFORE_BETS = ("*** HOLE", "*** DEAL", "*** PRE-")
_LINES_OF_HEADER = 2
_LONGEST_LINE = 400
"""The first lines and the total are not longer: patterns would look for too much in them."""
_LONGEST_AMOUNT = 20
_LONGEST_POST = 60
_NEW_YORK = ZoneInfo("America/New_York")


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    header = _HEADER.match(lines[0][:_LONGEST_LINE])
    table = _TABLE.match(lines[1][:_LONGEST_LINE]) if lines[1:] else None
    begun = header or _BEGINNING.match(lines[0])
    origin = Origin(
        format=_NAME,
        line=number,
        hand=begun[1][:LONGEST_NAME] if begun else "",
        table=table[1][:LONGEST_NAME] if table else "",
        played=_played(header[3]) if header else None,
    )
    summary = _place_of_summary(lines)
    if not summary:
        yield SkippedHand(origin=origin, reason=Skip.CUT_OFF, detail="it has no summary")
        return
    end = next((at for at in range(summary, len(lines)) if not lines[at].strip()), len(lines))
    if header:
        button = int(table[2]) if table and table[2] else 0
        yield _read_whole(lines[:summary], lines[summary + 1 : end], origin, header[2], button)
    else:
        yield unreadable(origin, "its first line isn't understood")
    yield from strays(lines[end:], number + end, _NAME)


def _place_of_summary(lines: Sequence[str]) -> int:
    """The place of the heading of the summary; 0 if there is none."""
    try:
        return lines.index(_SUMMARY)
    except ValueError:
        return next((at for at, line in enumerate(lines) if line.startswith(_SUMMARY)), 0)


def _read_whole(
    lines: Sequence[str], summary: Sequence[str], origin: Origin, stakes: str, button: int
) -> ReadHand:
    try:
        return _read_hand(lines, summary, origin, stakes, button)
    except Unreadable as error:
        return unreadable(origin, str(error))
    except InvalidDeal as error:
        return unreadable(origin, error_text(error))
    except (LookupError, ValueError):
        return unreadable(origin, "a line of it isn't understood")


def _read_hand(
    lines: Sequence[str], summary: Sequence[str], origin: Origin, stakes: str, button: int
) -> ReadHand:
    title = _GAME.search(stakes)
    if not title:
        detail = f"“{stakes[:60]}”"
        return SkippedHand(origin=origin, reason=Skip.UNSUPPORTED_GAME, detail=detail)
    text = "\n".join(lines)
    if not _SHOWDOWN.search(text):
        reason = Skip.CANCELLED if "\nHand cancelled" in text else Skip.NO_SHOWDOWN
        return SkippedHand(origin=origin, reason=reason)
    is_cash = "Tournament #" not in stakes and _CURRENCY.search(stakes)
    bets = _Bets(stakes, 100 if is_cash else 1)
    seats = bets.read(lines, button)
    bets.read_cashed_out(summary)
    dead = bets.dead + dead_antes(bets.antes, bets.live, seats, bets.folded)
    end = _Summary(summary, bets.scale)
    return judgeable(
        LoggedHand(
            origin=origin,
            game=GAMES[_TITLES[title[1]]],
            seats=seats,
            hands={name: bets.shown[name] for name in seats if name in bets.shown},
            boards=end.boards,
            folded=tuple([name for name in seats if name in bets.folded]),
            contributions=bets.live,
            dead=dead,
            paid=bets.paid,
            pots=end.pots(in_pots(bets.live, dead)),
            rake=end.rake,
            jackpot=end.jackpot,
            decimals=2 if is_cash else 0,
        )
    )


class _Bets:
    """What the players did, line by line."""

    def __init__(self, stakes: str, scale: int) -> None:
        self.scale = scale
        self.live: dict[str, int] = {}
        self.antes: dict[str, int] = {}
        self.dead = 0
        self.folded: set[str] = set()
        self.shown: dict[str, Cards] = {}
        self.paid: dict[str, int] = {}
        self._dealt_in: set[str] = set()
        self._of_street: dict[str, int] = {}
        self._has_small_blind = False
        self._big_blind = 0
        self._stakes = stakes

    def read(self, lines: Sequence[str], button: int) -> tuple[str, ...]:
        """The names of those who were dealt in, from the first seat after the button."""
        seats, first = _seats(lines)
        for line in lines[first:]:
            name, action = seats.split(line)
            if name:
                self._act(name, action)
            elif line.startswith("*** "):
                if not line.startswith(_BEFORE_BETS):
                    self._of_street = {}
            elif " collected " in line and (collected := _COLLECTED.fullmatch(line)):
                name, amount = collected.groups()
                self.paid[name] = self.paid.get(name, 0) + _amount(amount, self.scale)
        return seats.clockwise(self._dealt_in, button)

    def read_cashed_out(self, summary: Sequence[str]) -> None:
        """Who sold the hand to the house before its end is paid nothing, but the pot was won."""
        for line in summary:
            if _CASHED_OUT in line:
                said = line.partition(": ")[2]
                name = max([name for name in self.shown if said.startswith(f"{name} ")], key=len)
                self.paid[name] = sum([_amount(won, self.scale) for won in _WON.findall(said)])

    def _act(self, name: str, text: str) -> None:
        verb, _, more = text.partition(" ")
        action = _ACTIONS.get(verb)
        if action:
            self._dealt_in.add(name)
            action(self, name, more)

    def _put_in(self, name: str, amount: int) -> None:
        self.live[name] = self.live.get(name, 0) + amount
        self._of_street[name] = self._of_street.get(name, 0) + amount

    def folds(self, name: str, more: str) -> None:
        self.folded.add(name)

    def checks(self, name: str, more: str) -> None:
        """And whatever else costs nothing."""

    def calls(self, name: str, more: str) -> None:
        self._put_in(name, _amount(more.partition(" ")[0], self.scale))

    def raises(self, name: str, more: str) -> None:
        """`raises $4 to $6`: the second amount is all that the player has put in on this street."""
        to = _amount(_after(more, "to "), self.scale)
        self._put_in(name, to - self._of_street.get(name, 0))

    def brings_in(self, name: str, more: str) -> None:
        self._put_in(name, _amount(_after(more, "for "), self.scale))

    def draws(self, name: str, more: str) -> None:
        """A betting round begins after the draw, which has no heading where there is only one."""
        self._of_street = {}

    def posts(self, name: str, more: str) -> None:
        """`posts small & big blinds $0.75`: some words, and the amount."""
        found = _POST.match(more[:_LONGEST_POST])
        if not found:
            raise Unreadable(f"what {name} posts isn't understood")
        post, amount = found[1], _amount(found[2], self.scale)
        if post.endswith("ante"):
            self.antes[name] = self.antes.get(name, 0) + amount
        elif post in _BOTH_BLINDS:
            live = min(amount, self._big_blind or self._big_blind_of_stakes())
            self._put_in(name, live)
            self.dead += amount - live
        elif "dead" in post or (post == "small blind" and self._has_small_blind):
            self.dead += amount
        else:
            self._put_in(name, amount)
            self._has_small_blind |= post == "small blind"
            if post == "big blind":
                self._big_blind = max(self._big_blind, amount)

    def shows(self, name: str, more: str) -> None:
        found = _CARDS.search(more)
        cards = cards_of(found[1].split()) if found else None
        if cards:
            self.shown[name] = cards

    def _big_blind_of_stakes(self) -> int:
        """In limit games the stakes are the two bets, and the blind is the smaller."""
        stakes = _STAKES.search(self._stakes)
        if not stakes:
            raise Unreadable("it doesn't say what the big blind is")
        is_limit = "No Limit" not in self._stakes and "Pot Limit" not in self._stakes
        return _amount(stakes[1 if is_limit else 2], self.scale)


_ACTIONS: Mapping[str, Callable[[_Bets, str, str], None]] = {
    "folds": _Bets.folds,
    "checks": _Bets.checks,
    "calls": _Bets.calls,
    "bets": _Bets.calls,
    "raises": _Bets.raises,
    "completes": _Bets.raises,
    "brings": _Bets.brings_in,
    "brings-in": _Bets.brings_in,
    "discards": _Bets.draws,
    "stands": _Bets.draws,
    "posts": _Bets.posts,
    "shows": _Bets.shows,
    "mucks": _Bets.checks,
}


class _Summary:
    """What stands below the hand: the pots, the rake and the boards."""

    def __init__(self, lines: Sequence[str], scale: int) -> None:
        totals = (_TOTAL.match(line[:_LONGEST_LINE]) for line in lines)
        total = next(filter(None, totals), None)
        if not total:
            raise Unreadable("its summary doesn't say the total pot")
        self._total = _amount(total[1], scale)
        self._parts = tuple([_amount(part, scale) for part in _PART.findall(total[2])])
        self.rake = _amount(total[3], scale)
        self.jackpot = _amount(total[4], scale) if total[4] else 0
        boards = [found[1] for line in lines if (found := _BOARD.match(line))]
        self.boards = tuple([cards_of(board.split()) or () for board in boards])

    def pots(self, put_in: int) -> tuple[int, ...]:
        """The pots as they are stated: several are what is left of each after the rake.

        Where they contradict the total, the one that is not what was put in.
        """
        left = sum(self._parts) + self.rake + self.jackpot
        if not self._parts or (left != self._total != put_in):
            return (self._total,)
        return self._parts


def _seats(lines: Sequence[str]) -> tuple[Seats, int]:
    """The seats, and on which line the players begin to act."""
    seats = Seats()
    first = _LINES_OF_HEADER
    while first < len(lines) and (seat := _SEAT.match(lines[first])):
        seats.add(seat[2], int(seat[1]))
        first += 1
    return seats, first


def _after(said: str, word: str) -> str:
    """The amount that follows this word."""
    return said.partition(word)[2].partition(" ")[0]


@lru_cache(1 << 14)
def _amount(said: str, scale: int) -> int:
    """`$1,204.50` as a whole number, in hundredths where `scale` is 100."""
    if len(said) > _LONGEST_AMOUNT:
        raise Unreadable("an amount is too long")
    whole, _, cents = said.lstrip("$€£¥₹([").rstrip(".)]").replace(",", "").partition(".")
    if not (whole + cents).isdecimal():
        raise ValueError(said)
    if not cents:
        return int(whole) * scale
    if scale == 1 or len(cents) > 2:
        raise Unreadable(f"{said} is no whole number of the smallest unit")
    return int(whole) * scale + int(cents.ljust(2, "0"))


def _played(said: str) -> datetime | None:
    """The time, which is also given in that of New York."""
    found = _EASTERN.search(said)
    if not found:
        return None
    try:
        played = datetime(*map(int, found.groups()), tzinfo=_NEW_YORK)  # type: ignore[misc,arg-type]
    except ValueError:
        return None
    return played.astimezone(UTC)


POKERSTARS = LogFormat(_NAME, ("PokerStars",), _begins, _read, longest_line=1_000)
