"""The text of Run It Once, in English: PokerStars' grammar, with pots that the house adds to.

    Run It Once Poker Hand #36197946:  Omaha Pot Limit (€0.25/€0.50) - 2026/08/14 17:55 UTC [2026/…]
    Table ID '36197292' 6-Max Seat #1 is the button
    Seat 1: Anna (€96.85 in chips)
    STP added: €5.00
    *** SHOWDOWN ***
    Anna shows [Ac Jd 5h 4d] for Two Pairs [Ad Ac Kd 5h 5c]
    Uncalled bet (€71.42) returned to Anna
    Anna collected €26.82 from side pot 1
    *** SUMMARY ***
    Total pot €146.34 | Main pot €119.52 | Side pot €21.82 | STP €5.00 | Rake €2.50
    Board [2c Kd 5c 2s Ad]
    Seat 4: Anna showed [Ac Jd 5h 4d] and won €143.84 with Two Pairs A 5 and K
    Seat 2: Boris (small blind) mucked [9s 8c 6s 5d] and lost

A tournament's hand begins with `Tournament #158168, €4.69+€0.31 Cub3d, Hold'em No Limit (10/20)`.
What is returned and collected is often wrong, so that the summary tells what was won. A splashed
pot (STP) is in it and in the total, and so may be a blind that nobody called.
"""

import re
from datetime import UTC, datetime

from showdown.evaluator.games import GAMES
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.framed import Frame, FramedHand
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, Unreadable
from showdown.notation.logs.logged_hand import ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    any_title,
    in_brackets,
    moment,
    take_back_uncalled,
)
from showdown.notation.logs.stars_lines import (
    boards_of,
    read_bets,
    read_seats,
)
from showdown.notation.logs.verbs import Verbs

_TITLES = {
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha Hi/Lo": "omaha-hilo",
    "5 Card Omaha": "five-card-omaha",
    "6 Card Omaha": "six-card-omaha",
}
_BEGINNING = re.compile(r"Run It Once Poker Hand #(\d+):")
_HEADER = re.compile(
    r"Run It Once Poker Hand #\d+: +(Tournament #.*?, .*?, +)?"
    rf"({any_title(_TITLES)}) (?:No Limit|Pot Limit|Fixed Limit|Limit),? .*?\(.*?\)"
    r"(?: - (\d{4})/(\d\d)/(\d\d) (\d+):(\d+))?"
)
_TABLE = re.compile(r"Table (?:ID )?'(.*)'(?:.*Seat #(\d+) is the button)?")
_SPLASH = re.compile(r"STP added: (\S+)")
_COLUMN = re.compile(r"([A-Z][A-Za-z ]*?) +([^\w\s]?[\d,.]+)")
_SEAT = re.compile(r"Seat (\d+): ")
_WON = re.compile(r" (?:and won|collected) \(?([^\w\s]?[\d,.]+)")
_LONGEST_LINE = 400


def _played(header: re.Match[str]) -> datetime | None:
    return moment(UTC, *header.groups()[2:]) if header[3] else None


def _read(hand: FramedHand) -> ReadHand:
    lines, header, summary = hand.lines, hand.header, hand.summary
    if not header:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    play = Play(decimals=0 if header[1] else 2)
    play.limit = limit_in(lines[0])
    play.rakes_in_proportion = False
    first = read_seats(play, lines)
    verbs = Verbs(play, lambda: 0)
    read_bets(play, lines[first:summary], verbs.act, lambda line: _tell(play, line))
    play.returned, play.paid = {}, {}
    for line in lines[summary:]:
        if line.startswith("Total pot "):
            _read_total(play, line[:_LONGEST_LINE])
        elif seat := _SEAT.match(line):
            _read_end(play, int(seat[1]), line[:_LONGEST_LINE])
    if play.total is None:
        raise Unreadable("its summary doesn't say the total pot")
    take_back_uncalled(play)
    if play.collected_uncalled:
        play.total -= uncalled_of(play.live)[1]
    play.boards = boards_of(lines[summary:])
    return play.hand(hand.origin, GAMES[_TITLES[header[2]]], hand.button)


def _tell(play: Play, line: str) -> None:
    """`STP added: €0.50`, and who shows without a colon behind the name."""
    if splash := _SPLASH.match(line):
        play.add_to_pot(play.amount(splash[1]))
    elif " shows [" in line:
        name, _, cards = line.partition(" shows ")
        if name in play.seats:
            play.show(name, cards_of(in_brackets(cards)[0].split()))


def _read_total(play: Play, line: str) -> None:
    amounts = {name: play.amount(amount) for name, amount in _COLUMN.findall(line)}
    play.total = amounts["Total pot"]
    play.rake = amounts.get("Rake", 0)


def _read_end(play: Play, seat: int, line: str) -> None:
    """`Seat 6: Boris (big blind) mucked [2s 7c] and lost`."""
    name = play.seats.at(seat)
    for won in _WON.findall(line):
        play.collect(name, play.amount(won))
    if " mucked [" in line:
        play.know(name, cards_of(in_brackets(line.partition(" mucked ")[2])[0].split()))


_FRAME = Frame("run-it-once", _BEGINNING, _HEADER, _TABLE, _played, _read)

RUN_IT_ONCE = LogFormat(
    _FRAME.name, ("Run It Once",), _FRAME.begins, _FRAME.hands, longest_line=1_000, is_indented=True
)
