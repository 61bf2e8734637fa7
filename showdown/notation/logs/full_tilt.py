"""The text of Full Tilt, in English: cash games and tournaments, of one game or mixed, UTF-16 too.

    Full Tilt Poker Game #26063988000: Table Teddy (6 max) - $25/$50 - Pot Limit Omaha Hi - 18:15:00
    ET - 2026/12/01
    Seat 1: Anna ($1,000), is sitting out
    Anna posts the small blind of $25
    Boris posts a dead small blind of $25
    Cem antes $0.50
    The button is in seat #4
    *** HOLE CARDS ***
    Dealt to Anna [9s Jc 8c 7s]
    Boris raises to $112.50, and is all in
    Cem completes it to $3
    Anna calls $275
    Uncalled bet of $1,587.50 returned to Boris
    *** TURN 2 *** [6c Qh 3c] [9h]
    *** SHOW DOWN 1 ***
    Anna shows [9s Jc 8c 7s] a pair of Threes
    Anna wins pot 1 ($1,859) with a pair of Threes
    Boris ties for the side pot ($20)
    *** SUMMARY ***
    Total pot $3,721 | Rake $3
    *** SUMMARY 2 ***
    Board: [6c Qh 3c 9h 6h]
    Seat 3: Cem (button) mucked [9d 8h 7h 5c] - two pair, Nines and Eights
    Seat 5: Dora collected ($41.80), mucked

Of the first line, stakes and game may be the other way round. There may be a blank line after each.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from showdown.evaluator.games import GAMES
from showdown.notation.logs.actions import SHARED, Action, act, draws
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, Unreadable, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import Unplayed, in_brackets, moment, origin_of, read_or_skipped
from showdown.notation.logs.stars_lines import place_of_summary

_NAME = "full-tilt"

_TITLES = {
    "Hold'em": "holdem",
    "Omaha Hi": "omaha",
    "Omaha H/L": "omaha-hilo",
    "Omaha Hi/Lo": "omaha-hilo",
    "5 Card Omaha Hi": "five-card-omaha",
    "5 Card Omaha H/L": "five-card-omaha-hilo",
    "6 Card Omaha Hi": "six-card-omaha",
    "6 Card Omaha H/L": "six-card-omaha-hilo",
    "Courchevel Hi": "five-card-omaha",
    "Courchevel H/L": "five-card-omaha-hilo",
    "Stud Hi": "seven-card-stud",
    "Stud H/L": "stud-hilo",
    "Razz": "razz",
    "2-7 Triple Draw": "deuce-to-seven",
    "2-7 Single Draw": "deuce-to-seven",
    "A-5 Triple Draw": "ace-to-five",
    "5 Card Draw": "five-card-draw",
    "Badugi": "badugi",
}
"""The room's names of the games, and ours."""

_BEGINNING = re.compile(r"(?:Full Tilt Poker|FullTiltPoker) (?:Game|Hand) #(\d+)")
_HEADER = re.compile(r"(?:Full Tilt Poker|FullTiltPoker) (?:Game|Hand) #\d+: (.*)")
_TITLE = re.compile(
    r"\b(?:No Limit|Pot Limit|Fixed Limit|Limit|NL|PL|FL) "
    rf"({'|'.join(sorted(map(re.escape, _TITLES), key=len, reverse=True))})(?![\w/])"
)
_TABLE = re.compile(r"Table ([^-]+?)(?: \(| -|,)")
_STAKES = re.compile(r"- \D?[\d.,]+/\D?[\d.,]+")
_CURRENCY = re.compile(r"[$€£]")
_PLAYED = re.compile(r"(\d\d?):(\d\d):(\d\d) ET - (\d{4})/(\d\d)/(\d\d)")
_SEAT = re.compile(r"Seat (\d+): (.+) \(([^()\s]+)\)(?:, is sitting out)?\s*$")
_BUTTON = re.compile(r"The button is in seat #(\d+)")
_UNCALLED = re.compile(r"Uncalled bet of (\S+) returned to (.+?)\s*$")
_WIN = re.compile(r"[^()]{0,40}\bpots?\b[^()]{0,20}\((\S+)\)")
_TOTAL = re.compile(r"Total pot (\S+)(.*?)\| Rake (\S+)")
_PART = re.compile(r"(?:Main|Side) pot(?: #?\d+)? (\S+?)\.(?:\s|$)")
_END = re.compile(
    r"Seat \d+: (.+?)(?: \([a-z ]+\)){0,2} (?:collected|showed \[.*?\] and won) \((\S+?)\)"
)
_MUCKED = re.compile(r"Seat (\d+): .+ mucked \[([^\[\]]*)\]")
_DEALT = re.compile(r"Dealt to (.+?) (\[.*)")
_FIRST_STREETS = ("*** HOLE", "*** 3RD", "*** FLOPET")
_OF_SUMMARY = ("Seat", "Board", "Total pot", "Duration", "***", "Pot ", "Main pot", "Side pot")
_CARD_BEFORE_FLOP = "Courchevel"
_LONGEST_LINE = 400
_NEW_YORK = ZoneInfo("America/New_York")


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    begun = _BEGINNING.match(lines[0])
    header = _HEADER.match(lines[0][:_LONGEST_LINE])
    head = header[1] if header else ""
    table = _TABLE.search(head)
    origin = origin_of(_NAME, number, begun, table, _played(head))
    summary = place_of_summary(lines)
    end = _end_of(lines, summary)
    yield read_or_skipped(lambda origin: _hand(lines[:end], summary, origin, head), origin)
    yield from strays(lines[end:], number + end, _NAME)


def _played(head: str) -> datetime | None:
    times = _PLAYED.findall(head)
    if not times:
        return None
    *clock, year, month, day = times[-1]
    return moment(_NEW_YORK, year, month, day, *clock)


def _end_of(lines: Sequence[str], summary: int) -> int:
    """The place of the first line that belongs to no summary."""
    if not summary:
        return len(lines)
    after = range(summary, len(lines))
    return next(
        (at for at in after if lines[at].strip() and not lines[at].startswith(_OF_SUMMARY)),
        len(lines),
    )


def _hand(lines: Sequence[str], summary: int, origin: Origin, head: str) -> ReadHand:
    title = _TITLE.search(head)
    if not title:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{head[:60]}”")
    if not summary:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    stakes = _STAKES.search(head)
    is_cash = head.startswith("Table ") and stakes and _CURRENCY.search(stakes[0])
    play = Play(decimals=2 if is_cash else 0, separator=" ")
    play.limit = limit_in(head)
    play.rakes_in_proportion = False
    button = 0
    for line in lines[1:summary]:
        if seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        elif dealer := _BUTTON.match(line):
            button = int(dealer[1])
        else:
            _tell(play, line)
    _read_summary(play, lines[summary:])
    play.before_flop = title[1].startswith(_CARD_BEFORE_FLOP)
    return play.hand(origin, GAMES[_TITLES[title[1]]], button)


def _tell(play: Play, line: str) -> None:
    if act(play, _ACTIONS, line):
        return
    if line.startswith("*** "):
        if not line.startswith(_FIRST_STREETS):
            play.begin_street()
    elif uncalled := _UNCALLED.match(line[:_LONGEST_LINE]):
        play.give_back(uncalled[2], play.amount(uncalled[1]))
    elif dealt := _DEALT.match(line[:_LONGEST_LINE]):
        told = cards_of(" ".join(in_brackets(dealt[2])).split())
        play.know(dealt[1], told)
        play.deal(dealt[1], told or ())


def _wins(play: Play, name: str, more: str) -> None:
    if won := _WIN.match(more[:_LONGEST_LINE]):
        play.collect(name, play.amount(won[1]))


_ACTIONS: Mapping[str, Action] = {
    **SHARED,
    "discards": draws,
    "stands": lambda play, name, more: play.draw(name, 0) if more.startswith("pat") else None,
    "wins": _wins,
    "ties": _wins,
}


def _read_summary(play: Play, lines: Sequence[str]) -> None:
    boards = []
    for line in (whole[:_LONGEST_LINE] for whole in lines):
        if (total := _TOTAL.match(line)) and play.total is None:
            play.total = play.amount(total[1])
            play.pots = [play.amount(part) for part in _PART.findall(total[2])]
            play.rake = play.amount(total[3])
        elif line.startswith("Board: "):
            boards.append(cards_of(in_brackets(line)[0].split()) or ())
        elif mucked := _MUCKED.match(line):
            play.know(play.seats.at(int(mucked[1])), cards_of(mucked[2].split()))
    if play.total is None:
        raise Unreadable("its summary doesn't say the total pot")
    play.boards = boards
    if not play.paid:
        _read_ends(play, lines)


def _read_ends(play: Play, lines: Sequence[str]) -> None:
    """Where no line before the summary says who won."""
    for line in lines:
        if end := _END.match(line[:_LONGEST_LINE]):
            play.collect(end[1], play.amount(end[2]))


FULL_TILT = LogFormat(
    _NAME, ("Full Tilt Poker ", "FullTiltPoker "), _begins, _read, longest_line=1_000
)
