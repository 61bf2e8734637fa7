"""The text of Seals with Clubs, in English.

    Hand #5223590-18 - 2026-04-09 19:37:28
    Game: NL Hold'em (40 - 200) - Blinds 1/2
    Site: Seals With Clubs
    Table: NLHE 6max 1/2 #5
    Seat 1: Anna (40)
    Anna has the dealer button
    Boris posts small blind 1
    ** Hole Cards **
    Dealt to Anna [2d 8s]
    Anna raises to 4 (All-in)
    Boris refunded 2
    ** Flop ** [Td 3h 5s]
    ** Pot Show Down ** [Td 3h 5s Ah Kh]
    ** Side Pot 1 Show Down ** [Td 3h 5s Ah Kh]
    Anna shows [6d 4d] (High Card Ace +KT65)
    Anna wins Pot (11.70) with a Pair
    Boris splits Main Pot (3)
    Rake (0.30)

A call or a bet adds its amount, a raise is to it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.actions import SHARED, Action, act, first_amount
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    in_brackets,
    moment,
    read_or_skipped,
    take_back_uncalled,
)

_NAME = "seals-with-clubs"

_TITLES = {
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha Hi-Lo": "omaha-hilo",
    "Omaha-5": "five-card-omaha",
    "Omaha Hi-Lo-5": "five-card-omaha-hilo",
    "Razz": "razz",
    "Stud": "seven-card-stud",
    "Stud Hi-Lo": "stud-hilo",
}
_BEGINNING = re.compile(r"Hand #(\d+-\d+) - (\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)")
_GAME = re.compile(r"Game: (?:NL|PL|Limit|FL) (.+?) \(")
_SEAT = re.compile(r"Seat (\d+): (.+) \(([\d.,]+)\)")
_BUTTON = re.compile(r"(.+) has the dealer button")
_BOARD = re.compile(r"\*\* (?:Flop|Turn|River|.*Show Down) \*\* \[")
_RAKE = re.compile(r"Rake \(([\d.,]+)\)")
_DEALT = re.compile(r"Dealt to (.+?) \[")
_FIRST_STREETS = ("** Hole", "** Third")
_LONGEST_LINE = 400
_LINES_OF_HEADER = 4


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    begun = _BEGINNING.match(lines[0])
    head = [line[:_LONGEST_LINE] for line in lines[1:_LINES_OF_HEADER]]
    game = next(filter(None, map(_GAME.match, head)), None)
    table = next((line for line in head if line.startswith("Table: ")), "")
    origin = Origin(
        format=_NAME,
        line=number,
        hand=begun[1][:LONGEST_NAME] if begun else "",
        table=table.removeprefix("Table: ")[:LONGEST_NAME],
        played=moment(UTC, *begun.groups()[1:]) if begun else None,
    )
    title = game[1] if game else ""
    yield read_or_skipped(lambda origin: _hand(lines, origin, title), origin)


def _hand(lines: Sequence[str], origin: Origin, title: str) -> ReadHand:
    if title not in _TITLES:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{title[:60]}”")
    play = Play(decimals=2, separator=" ")
    play.rakes_in_proportion = False
    play.states_rake = False
    game = GAMES[_TITLES[title]]
    button = 0
    for line in lines[1:]:
        if seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        elif dealer := _BUTTON.match(line[:_LONGEST_LINE]):
            numbers = (at for at in range(1, 27) if play.seats.at(at) == dealer[1])
            button = next(numbers, 0)
        else:
            _tell(play, line, has_board=bool(game.boards))
    if not play.returned:
        take_back_uncalled(play)
    return play.hand(origin, game, button)


def _tell(play: Play, line: str, *, has_board: bool) -> None:
    if act(play, _ACTIONS, line):
        return
    if line.startswith("** "):
        if not line.startswith(_FIRST_STREETS):
            play.begin_street()
        if has_board and _BOARD.match(line[:_LONGEST_LINE]):
            _add_board(play, cards_of(in_brackets(line)[0].split()) or (), line)
    elif rake := _RAKE.match(line):
        play.rake, play.states_rake = play.amount(rake[1]), True
    elif dealt := _DEALT.match(line[:_LONGEST_LINE]):
        play.know(dealt[1], cards_of(in_brackets(line)[0].split()))


def _add_board(play: Play, cards: Cards, line: str) -> None:
    """The streets tell their own cards, the showdowns the board."""
    before = () if " Show Down " in line or not play.boards else play.boards[0]
    play.boards = [(*before, *cards)]


def _wins(play: Play, name: str, more: str) -> None:
    """`Pot (11.70) with a Pair`, `Side Pot 1 (3)`."""
    _, separator, amount = more.partition("(")
    if separator and "Pot" in more:
        play.collect(name, first_amount(play, amount))


_ACTIONS: Mapping[str, Action] = {
    **SHARED,
    "refunded": lambda play, name, more: play.give_back(name, first_amount(play, more)),
    "wins": _wins,
    "splits": _wins,
}

SEALS = LogFormat(_NAME, ("Hand #",), _begins, _read, longest_line=1_000)
