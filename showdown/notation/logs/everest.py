"""The text of Everest Poker, as PokerTracker exports it: much like Full Tilt's, without a total.

    EverestPoker Game #64507: Table Moroni-1 - $0.50/$1 - No Limit Hold'em - 22:33:12 - 2026/01/02
    Seat 1: Anna ($94.15)
    Anna posts the small blind of $0.50
    Boris posts the dead blind of $0.50
    The button is in seat #7
    *** HOLE CARDS ***
    Dealt to Anna [5d 3c]
    Boris raises to $5.50, and is all-in
    *** FLOP *** [Ks 5s 6c]
    *** TURN *** [3d]
    Uncalled bet of $7.00 returned to Boris
    Anna shows [Ad 9h]
    *** SUMMARY ***
    Anna mucked [Qh Js]
    Boris collects $12.85

The summary tells each pot in turn, and who was in it; a hand's board is that of the streets. With a
dead blind a live one is posted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from showdown.evaluator.cards import Card
from showdown.evaluator.games import GAMES
from showdown.notation.logs.actions import SHARED, Action, act, collects
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import Unplayed, in_brackets, moment, origin_of, read_or_skipped
from showdown.notation.logs.stars_lines import end_of_summary, place_of_summary

_NAME = "everest"

_TITLES = {
    "Hold'em": "holdem",
    "Omaha Hi": "omaha",
    "Omaha": "omaha",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha H/L": "omaha-hilo",
}
_BEGINNING = re.compile(r"EverestPoker Game #(\d+): (.*)")
_TITLE = re.compile(
    r"(?:No Limit|Pot Limit|Limit) (.+?) - (\d\d):(\d\d):(\d\d) - (\d{4})/(\d\d)/(\d\d)"
)
_TABLE = re.compile(r"Table (\S+) - ")
_SEAT = re.compile(r"Seat (\d+): (.+) \((\S+)\)\s*$")
_BUTTON = re.compile(r"The button is in seat #(\d+)")
_UNCALLED = re.compile(r"Uncalled bet of (\S+) returned to (.+?)\s*$")
_DEALT = re.compile(r"Dealt to (.+?) (\[.*)")
_WITH_CENTS = re.compile(r"\d\.(?:\d?[1-9]|[1-9]\d)(?!\d)")
_TOURNAMENT = "Tourney ID"
_STREETS = ("*** FLOP", "*** TURN", "*** RIVER")
_LONGEST_LINE = 400


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    header = _BEGINNING.match(lines[0][:_LONGEST_LINE])
    title = _TITLE.search(lines[0][:_LONGEST_LINE])
    table = _TABLE.search(lines[0][:_LONGEST_LINE])
    played = (*title.groups()[4:], *title.groups()[1:4]) if title else ()
    origin = origin_of(_NAME, number, header, table, moment(UTC, *played) if played else None)
    summary = place_of_summary(lines)
    end = end_of_summary(lines, summary)
    name = title[1] if title else ""
    yield read_or_skipped(
        lambda origin: _hand(lines[:end], origin, name, is_whole=summary > 0), origin
    )
    yield from strays(lines[end:], number + end, _NAME)


def _hand(lines: Sequence[str], origin: Origin, title: str, *, is_whole: bool) -> ReadHand:
    if title not in _TITLES:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{(title or lines[0])[:60]}”")
    if not is_whole:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    is_cash = _TOURNAMENT not in lines[0]
    has_cents = is_cash or any(_WITH_CENTS.search(line) for line in lines[1:])
    play = Play(decimals=2 if has_cents else 0, separator=" ")
    play.limit = limit_in(lines[0])
    play.states_returns = True
    play.rakes_in_proportion = False
    play.states_rake = not is_cash
    button = 0
    board: list[Card] = []
    for line in lines[1:]:
        if seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]) or None)
        elif dealer := _BUTTON.match(line):
            button = int(dealer[1])
        elif line.startswith(_STREETS):
            play.begin_street()
            board += cards_of(in_brackets(line)[-1].split()) or ()
        else:
            _tell(play, line)
    play.boards = [tuple(board)] if board else []
    return play.hand(origin, GAMES[_TITLES[title]], button)


def _tell(play: Play, line: str) -> None:
    if act(play, _ACTIONS, line):
        return
    if uncalled := _UNCALLED.match(line[:_LONGEST_LINE]):
        play.give_back(uncalled[2], play.amount(uncalled[1]))
    elif dealt := _DEALT.match(line[:_LONGEST_LINE]):
        play.know(dealt[1], cards_of(in_brackets(dealt[2])[0].split()))


def _checks(play: Play, name: str, more: str) -> None:
    """Who posts a dead blind posts a live one too, without a line that says so."""
    most = max([play.put_in_on_street(other) for other in play.seats], default=0)
    if name in play.dead_of and most > play.put_in_on_street(name):
        play.raise_to(name, most)
    play.check(name)


def _mucks(play: Play, name: str, more: str) -> None:
    for cards in in_brackets(more)[:1]:
        play.know(name, cards_of(cards.split()))


_ACTIONS: Mapping[str, Action] = {
    **SHARED,
    "checks": _checks,
    "mucked": _mucks,
    "collects": collects,
}

EVEREST = LogFormat(_NAME, ("EverestPoker ",), _begins, _read, longest_line=1_000)
