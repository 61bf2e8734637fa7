"""The text of Microgaming, as PokerTracker exports it.

    ** Game ID 4416401541 starting - 2026-05-11 22:10:55
    ** Deal 254 (Deep) - €5 Min [Hold'em] (0.05|0.10 NL - € Cash Game) Real Money

    - Anna sitting in seat 1 with €10.00 at end €9.95
    - Boris sitting in seat 4 with €11.73 at end €11.73 [Dealer]

    Anna posted the small blind - €0.05
    Boris posted to play - €0.10
    ** Dealing card to Anna: K of s, 6 of d
    Boris called - €0.10
    Anna raised to - €0.30
    Boris went all-in - €0.20
    ** Dealing the flop: 2 of d, 7 of d, 4 of c
    Anna shows: 6 of d, K of h
    Boris mucks:
    Anna wins €0.44 from the main pot

    End of game 4416401541

Amounts are what is added. What nobody called is paid with the pot. Neither pots nor rake are
stated.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.actions import Action, adds, collects, first_amount, posts
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    moment,
    origin_of,
    read_or_skipped,
    take_back_uncalled,
)

_NAME = "microgaming"

_TITLES = {
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha Hi": "omaha",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha Hi-Lo": "omaha-hilo",
}
_BEGINNING = re.compile(
    r"\*\* (?:Game ID|Hand #) (\d+) (?:Version:\S+ )?starting - "
    r"(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)"
)
_HEADER = re.compile(r"\*\* (.+?) \[(?:(?:Multi|Single) Table )?(.+?)\] \((.*?)\)")
_SEAT = re.compile(r"(?:- )?(.+) sitting in seat (\d+) with (\S+)(?: at end \S+)?( \[Dealer\])?")
_BOARD = re.compile(r"\*\* Dealing the (?:flop|turn|river): (.*)")
_DEALT = re.compile(r"\*\* Dealing cards? to (.+): (.*)")
_CARD = re.compile(r"(10|[2-9TJQKA]) of ([cdhs])")
_END = "End of game"
_LONGEST_LINE = 400


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    begun = _BEGINNING.match(lines[0])
    header = _HEADER.match(lines[1][:_LONGEST_LINE]) if lines[1:] else None
    origin = origin_of(
        _NAME, number, begun, header, moment(UTC, *begun.groups()[1:]) if begun else None
    )
    ended = next((at for at, line in enumerate(lines) if line.startswith(_END)), None)
    end = len(lines) if ended is None else ended + 1
    yield read_or_skipped(
        lambda origin: _hand(lines[:end], origin, header, is_whole=ended is not None), origin
    )
    yield from strays(lines[end:], number + end, _NAME)


def _hand(
    lines: Sequence[str], origin: Origin, header: re.Match[str] | None, *, is_whole: bool
) -> ReadHand:
    title = header[2] if header else ""
    if not header or title not in _TITLES:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{title[:60]}”")
    if not is_whole:
        raise Unplayed(Skip.CUT_OFF, "it has no end")
    play = Play(decimals=2, separator=" ")
    play.limit = limit_in(lines[0])
    play.rakes_in_proportion = False
    play.states_rake = "Cash" not in header[3]
    button = 0
    board: list[Card] = []
    for line in lines[2:]:
        if seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[1], int(seat[2]), play.amount(seat[3]))
            button = int(seat[2]) if seat[4] else button
        elif dealt := _DEALT.match(line[:_LONGEST_LINE]):
            play.know(dealt[1], _cards(dealt[2]))
        elif cards := _BOARD.match(line[:_LONGEST_LINE]):
            play.begin_street()
            board += _cards(cards[1]) or ()
        else:
            name, action = play.seats.split(line)
            verb = next((verb for verb in _ACTIONS if action.startswith(verb)), "")
            if name and verb:
                _ACTIONS[verb](play, name, action[len(verb) :])
    play.boards = [tuple(board)] if board else []
    take_back_uncalled(play)
    return play.hand(origin, GAMES[_TITLES[title]], button)


def _cards(text: str) -> Cards | None:
    cards = [f"{'T' if rank == '10' else rank}{suit}" for rank, suit in _CARD.findall(text)]
    return cards_of(cards) if cards else None


def _raises(play: Play, name: str, more: str) -> None:
    play.raise_to(name, first_amount(play, more))


_ACTIONS: Mapping[str, Action] = {
    "posted": posts,
    "called": adds,
    "bet": adds,
    "raised to": _raises,
    "raised": adds,
    "went all-in": adds,
    "Quick Folded": lambda play, name, more: play.fold(name),
    "folded": lambda play, name, more: play.fold(name),
    "checked": lambda play, name, more: play.check(name),
    "shows:": lambda play, name, more: play.show(name, _cards(more)),
    "mucks:": lambda play, name, more: play.know(name, _cards(more)),
    "wins ": collects,
}

MICROGAMING = LogFormat(_NAME, ("** Game ID ", "** Hand # "), _begins, _read, longest_line=1_000)
