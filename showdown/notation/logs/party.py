"""The text of PartyPoker, in English: as its client wrote it, and as it is sent by mail.

    ***** Hand History for Game 9485557849 *****
    $2 USD NL Texas Hold'em - Saturday, July 31, 13:52:16 EDT 2026
    Table Snow (Real Money)
    Seat 1 is the button
    Total number of players : 2/9
    Seat 3: Anna ( $1.64 USD )
    Anna posts small blind [$0.01 USD].
    Boris has joined the table.
    ** Dealing down cards **
    Dealt to Anna [  8h Kc ]
    Boris raises [$0.05 USD]
    Anna is all-In  [$1.63 USD]
    ** Dealing Flop ** [ Td, 7c, 9h ]
    Anna shows [ 8h, Kc ]a straight, Seven to Jack.
    Boris doesn't show [ Ts, Jd ]two pairs, Jacks and Tens.
    Anna wins $0.06 USD from the main pot with a straight, Seven to Jack.

An amount is what is added. What nobody called is paid with the pot, or as one of its own; neither
pots nor rake are stated. Tournaments may leave out who posts the blinds that a line says, such as
`Blinds-Antes(50/100 -5)` (the last one counts), and other rooms who posts to come in. By mail it is

    ***** Hand History For Game 1784559652796h1yodv7zdsi *****
    0.10/0.25 Omaha Hi Game Table (PL) - Mon Jul 20 11:00:48 EDT 2026
    Table Table 7519720 (Real Money) -- Seat 1 is the button
    Seat 1: Anna ($95.23)
    Boris posts big blind (0.25)
    Anna raises 0.65 to 0.75
    ** Summary **
    Main Pot: $1.43 Rake: $0.07
    Board: [ 2s, 6s, 9s ]
    Boris balance $22.63, bet $1.82, collected $2.50, net +$0.68[ 8s, Ks, 3d, Ad ] [ two pairs ]
    Anna balance $31.57, lost $0.75 (folded)
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.wagers import MOST_SEATS
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat, Unreadable
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    have_cents,
    in_brackets,
    moment,
    read_or_skipped,
    take_back_uncalled,
    ungrouped,
)

_NAME = "partypoker"

_GAMES = {
    "Texas Hold'em": "holdem",
    "Texas Holdem": "holdem",
    "Hold'em": "holdem",
    "Holdem": "holdem",
    "Omaha": "omaha",
    "Omaha Hi": "omaha",
    "Omaha Hi-Lo": "omaha-hilo",
    "5 Card Omaha": "five-card-omaha",
    "5 Card Omaha Hi-Lo": "five-card-omaha-hilo",
    "6 Card Omaha": "six-card-omaha",
    "7 Card Stud": "seven-card-stud",
    "7 Card Stud Hi-Lo": "stud-hilo",
    "Short Deck": "short-deck",
    "Short Deck Hold'em": "short-deck",
    "Double Hold'em": "",
    "Double Holdem": "",
}
"""The room's names of the games, and ours."""

_BEGINNING = re.compile(r"[ \0]?\*{5} Hand History [Ff]or Game (\w{1,40}) \*{5}")
_TITLE = re.compile("|".join(sorted(map(re.escape, _GAMES), key=len, reverse=True)))
_IS_TOURNAMENT = re.compile(r"Trny|Tourn")
_CURRENCY = re.compile(r"[$€£]|\b(?:USD|EUR|GBP)\b")
_PLAYED = re.compile(r"([A-Z][a-z]{2})[a-z]* (\d\d?),? (\d\d?):(\d\d):(\d\d) ([A-Z]{2,5}) (\d{4})")
_TABLE = re.compile(r"Table (?:Table )?(.+?) +\( ?(?:Real|Play) Money ?\)")
_BUTTON = re.compile(r"Seat +(\d+) is the button")
_SEAT = re.compile(r"[Ss]eat ?(\d+): (.+?) ?\( ?([^()]*?) ?\)(?: - .*)?\s*$")
_BLINDS = re.compile(r"(?:Blinds|Stakes)(?:-Antes)?\(([\d.,' ]+)/([\d.,' ]+)(?:- ?([\d.,' ]+))?")
_BOARD = re.compile(r"\*\* Dealing (?:Flop|Turn|River) \*\*")
_NUMBER = re.compile(r"\d[\d.,']*")
_TO = re.compile(r" to \D{0,2}(\d[\d.,']*)")
_COLLECTED = re.compile(r"collected \D{0,2}(\d[\d.,']*)")
_POT = re.compile(r"(?:Main|Side) [Pp]ot(?: ?#?\d+)?: \D{0,2}(\d[\d.,']*)")
_RAKE = re.compile(r"Rake: \D{0,2}(\d[\d.,']*)")
_NEXT_WIN = re.compile(r"(?<=\.)(?=\S.{0,60} wins )")
_STRANGER = re.compile(r"(.{1,60}?) (posts|calls|bets|raises|wins) (\D{0,12}\d.*)")
_PUT_IN = re.compile(r"\b(?:bet|lost) \D{0,2}(\d[\d.,']*)")
_NO_SMALL_BLIND = "There is no Small Blind"
_JOINED = " has joined the table"
_LEFT = " has left the table"
_SUMMARY = "** Summary **"
_STREET = "** "
_FIRST_STREET = "** Dealing down"
_LONGEST_LINE = 400
_MOST_HEADER = 3

_EASTERN = ZoneInfo("America/New_York")
_ZONES = {
    **dict.fromkeys(("ET", "EST", "EDT"), _EASTERN),
    **dict.fromkeys(("CET", "CEST"), ZoneInfo("Europe/Berlin")),
    **dict.fromkeys(("GMT", "BST"), ZoneInfo("Europe/London")),
    **dict.fromkeys(("MSK", "MSKS"), ZoneInfo("Europe/Moscow")),
}
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    begun = _BEGINNING.match(lines[0])
    header = " ".join(lines[1:_MOST_HEADER])[:_LONGEST_LINE]
    table = _TABLE.search(" ".join(lines[1 : _MOST_HEADER + 1])[:_LONGEST_LINE])
    origin = Origin(
        format=_NAME,
        line=number,
        hand=begun[1] if begun else "",
        table=table[1][:LONGEST_NAME] if table else "",
        played=_played(header),
    )
    yield read_or_skipped(lambda origin: _hand(lines, origin, header), origin)


def _played(header: str) -> datetime | None:
    date = _PLAYED.search(header)
    if not date or date[1] not in _MONTHS or date[6] not in _ZONES:
        return None
    month, day, hour, minute, second, zone, year = date.groups()
    number = str(_MONTHS.index(month) + 1)
    return moment(_ZONES[zone], year, number, day, hour, minute, second)


def _hand(lines: Sequence[str], origin: Origin, header: str) -> ReadHand:
    title = _TITLE.search(header)
    if not title:
        raise Unreadable("its first lines aren't understood")
    if not _GAMES[title[0]]:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{title[0]}”")
    is_cash = not _IS_TOURNAMENT.search(header)
    seats = [line for line in lines if _SEAT.match(line[:_LONGEST_LINE])]
    has_currency = is_cash and any(map(_CURRENCY.search, (header, *seats)))
    decimals = 2 if has_currency or have_cents(lines[_MOST_HEADER + 1 :]) else 0
    play = Play(decimals=decimals, separator=" ")
    play.limit = limit_in(header)
    return _Hand(play, GAMES[_GAMES[title[0]]], is_cash=is_cash).read(lines, origin)


class _Hand:
    """One hand, line by line."""

    def __init__(self, play: Play, game: Game, *, is_cash: bool) -> None:
        self._game = game
        self._is_cash = is_cash
        self._play = play
        self._play.states_rake = False
        self._play.rakes_in_proportion = False
        self._board: list[Card] = []
        self._button = 0
        self._blinds: re.Match[str] | None = None
        self._has_small_blind = True
        self._posted: list[int] = []
        self._silent: list[str] = []
        self._gone: list[str] = []
        self._is_summed_up = False

    def read(self, lines: Sequence[str], origin: Origin) -> ReadHand:
        play = self._play
        posts = any(" posts " in line for line in lines)
        has_begun = False
        for line in lines[1:]:
            if line.startswith(_FIRST_STREET) and not posts:
                self._post_blinds()
            has_begun |= line.startswith(_STREET)
            if has_begun or not self._is_head(line[:_LONGEST_LINE]):
                for part in _NEXT_WIN.split(line):
                    self._tell(part)
        play.boards = [tuple(self._board)] if self._board else []
        self._post_silently()
        take_back_uncalled(play)
        play.states_rake |= not self._is_cash
        return play.hand(origin, self._game, self._button)

    def _is_head(self, line: str) -> bool:
        """Whether this is one of the lines before the cards, which is then understood."""
        play = self._play
        if button := _BUTTON.search(line):
            self._button = int(button[1])
        elif seat := _SEAT.match(line):
            play.sit(seat[2], int(seat[1]), play.amount(ungrouped(seat[3])))
        elif blinds := _BLINDS.search(line):
            self._blinds = blinds
        elif line.startswith(_NO_SMALL_BLIND):
            self._has_small_blind = False
        elif _JOINED in line:
            self._join(line.partition(_JOINED)[0])
        elif _LEFT in line:
            self._gone.append(line.partition(_LEFT)[0])
        else:
            return False
        return True

    def _join(self, name: str) -> None:
        """A new player takes the seat of one who left, or any other that is free."""
        at = self._play.seats.at
        if name not in self._play.seats:
            free = [number for number in range(1, MOST_SEATS + 1) if not at(number)]
            vacated = [number for number in range(1, MOST_SEATS + 1) if at(number) in self._gone]
            self._play.sit(name, (vacated or free)[0])

    def _post_blinds(self) -> None:
        """What tournaments leave out."""
        play, blinds = self._play, self._blinds
        if not blinds:
            return
        names = play.seats.clockwise(tuple(play.seats), self._button)
        if ante := self._amount(blinds[3]) if blinds[3] else 0:
            for name in names:
                play.ante(name, min(ante, play.stacks[name]))
        if len(names) == len("SB"):
            names = names[::-1]
        amounts = [self._amount(blinds[2])]
        if self._has_small_blind:
            amounts.insert(0, self._amount(blinds[1]))
        for name, amount in zip(names, amounts, strict=False):
            play.post(name, min(amount, play.stacks[name] - play.antes.get(name, 0)))

    def _amount(self, text: str) -> int:
        return self._play.amount(ungrouped(text.strip()))

    def _first_amount(self, text: str) -> int:
        number = _NUMBER.search(text)
        if not number:
            raise Unreadable(f"“{text[:40]}” has no amount")
        return self._amount(number[0].rstrip(".,"))

    def _tell(self, line: str) -> None:
        if line.startswith(_STREET):
            if not line.startswith(_FIRST_STREET):
                self._play.begin_street()
            if _BOARD.match(line):
                self._board += _cards(in_brackets(line)[0]) or ()
            self._is_summed_up |= line.startswith(_SUMMARY)
        elif self._is_summed_up and line.startswith("Main Pot:"):
            self._read_pots(line[:_LONGEST_LINE])
        else:
            name, action = self._play.seats.split(line)
            words = action.split()
            verb = next((word for word in words[:_MOST_WORDS] if word in _ACTIONS), "")
            if name and verb:
                _ACTIONS[verb](self, name, action.partition(verb)[2])
            elif not name and (stranger := _STRANGER.match(line[:_LONGEST_LINE])):
                self._tell_of_stranger(stranger[1], stranger[2], stranger[3])

    def _tell_of_stranger(self, name: str, verb: str, more: str) -> None:
        """Whoever acts has a seat, or has just joined; who is paid without one is to be found."""
        if verb != "wins":
            raise Unreadable(f"{name} {verb} but has no seat")
        self.wins(name, more)

    def _read_pots(self, line: str) -> None:
        play = self._play
        play.pots = [self._amount(pot) for pot in _POT.findall(line)]
        if rake := _RAKE.search(line):
            play.rake = self._amount(rake[1])
        play.states_rake = True

    def posts(self, name: str, more: str) -> None:
        amount = self._first_amount(more)
        kind = more.strip()
        if kind.startswith("ante"):
            self._play.ante(name, amount)
            return
        live = min(amount, max(self._posted, default=amount)) if "dead" in kind else amount
        self._posted.append(live)
        self._play.post(name, live)
        if amount > live:
            self._play.dead(name, amount - live)

    def adds(self, name: str, more: str) -> None:
        if to := _TO.search(more):
            self._play.raise_to(name, self._amount(to[1].rstrip(".,")))
        else:
            self._play.put_in(name, self._first_amount(more))

    def goes_all_in(self, name: str, more: str) -> None:
        """The amount may be in a line before."""
        if _NUMBER.search(more):
            self.adds(name, more)

    def folds(self, name: str, more: str) -> None:
        self._play.fold(name)

    def checks(self, name: str, more: str) -> None:
        """Who comes in may have posted what the others bet, without a line that says so."""
        play = self._play
        missing = max(self._posted, default=0) - play.put_in_on_street(name)
        if not self._board and missing > 0:
            play.put_in(name, missing)
            self._silent.append(name)
        play.check(name)

    def _post_silently(self) -> None:
        """Who came in without a line that says so may have posted a dead small blind too."""
        play, small = self._play, min(self._posted, default=0)
        paid = sum(play.paid.values())
        for name in self._silent:
            if paid > sum(play.live.values()) + sum(play.dead_of.values()):
                play.dead(name, small)

    def shows(self, name: str, more: str) -> None:
        self._play.show(name, _cards(next(iter(in_brackets(more)), "")))

    def hides(self, name: str, more: str) -> None:
        """`doesn't show [ Ts, Jd ]two pairs, Jacks and Tens.`"""
        self._play.know(name, _cards(next(iter(in_brackets(more)), "")))

    def wins(self, name: str, more: str) -> None:
        self._play.collect(name, self._first_amount(more))

    def ends(self, name: str, more: str) -> None:
        """`balance $16, bet $7.02, collected $16, net +$8.98[ 8s, Ks ] [ a pair ]`."""
        more = more[:_LONGEST_LINE]
        if not self._is_cash and (put_in := _PUT_IN.search(more)):
            self._unround(name, self._amount(put_in[1].rstrip(".,")))
        if collected := _COLLECTED.search(more):
            self._play.collect(name, self._amount(collected[1].rstrip(".,")))
        cards = in_brackets(more)[:1]
        if cards and name not in self._play.folded:
            self._play.show(name, _cards(cards[0]))

    def _unround(self, name: str, total: int) -> None:
        """In tournaments, bets are written rounded; the end tells what was put in."""
        play = self._play
        missing = total - play.live.get(name, 0) - play.antes.get(name, 0)
        if 0 < abs(missing) <= _MOST_ROUNDED * play.scale:
            play.put_in(name, missing)


_MOST_ROUNDED = 3
"""Chips that are missing of a player's rounded bets."""
_MOST_WORDS = 3
"""A verb is among so many words after the name, of which the seats may have only a part."""

_ACTIONS: Mapping[str, Callable[[_Hand, str, str], None]] = {
    "posts": _Hand.posts,
    "calls": _Hand.adds,
    "bets": _Hand.adds,
    "raises": _Hand.adds,
    "completes": _Hand.adds,
    "bring-ins": _Hand.adds,
    "brings-in": _Hand.adds,
    "all-In": _Hand.goes_all_in,
    "all-In.": _Hand.goes_all_in,
    **dict.fromkeys(("folds", "folds."), _Hand.folds),
    **dict.fromkeys(("checks", "checks."), _Hand.checks),
    "shows": _Hand.shows,
    "doesn't": _Hand.hides,
    "wins": _Hand.wins,
    "balance": _Hand.ends,
}


def _cards(text: str) -> Cards | None:
    return cards_of(text.replace(",", " ").split())


PARTY = LogFormat(_NAME, ("***** ", " ***** ", "\0***** "), _begins, _read, longest_line=1_000)
