"""The lines between header and summary, in the grammar of PokerStars and of rooms like it."""

import re
from collections.abc import Callable, Sequence

from showdown.evaluator.cards import Cards
from showdown.notation.logs.field_values import LONGEST_LINE, cards_of
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.logged_hand import Unreadable

SUMMARY = "*** SUMMARY"

_SEAT = re.compile(r"Seat (\d+): (.+) \((\S*) in [Cc]hips(?:, [^()]*)?\)")
_UNREAD_SEAT = re.compile(r"Seat[ +]\d+: +\S")
_COLLECTED = re.compile(r"(\S+) from (?:the )?(?:[Mm]ain |[Ss]ide )?pot(?:[- ]?\d+)?\s*")
_END = re.compile(r"Seat (\d+): .+ (mucked|showed) \[([^\[\]]*)\]")
_BOARD = re.compile(r"(?:FIRST |SECOND |THIRD )?Board \[([^\[\]]*)\]")
_SEAT_BEGINS = "Seat "
_COLLECTS = " collected "
_DEALT = "Dealt to "
_UNCALLED = "Uncalled bet ("
_STRANGER = re.compile(
    r"([^\"]{1,100}?): ((?:folds|checks)\b.*|(?:calls|bets|raises|posts|completes|brings)\b.*\d.*)"
)
"""Somebody without a seat who acts. Chat is in quotation marks."""
_BEFORE_BETS = ("*** HOLE", "*** DEAL", "*** PRE", "*** 3rd", "*** BOMB")
_LINES_OF_HEADER = 2

type Tell = Callable[[str], object]
type Act = Callable[[str, str], object]


def place_of_summary(lines: Sequence[str]) -> int:
    """The place of the heading of the summary; 0 if there is none."""
    try:
        return lines.index(f"{SUMMARY} ***")
    except ValueError:
        return next((at for at, line in enumerate(lines) if line.startswith(SUMMARY)), 0)


def end_of_summary(lines: Sequence[str], summary: int) -> int:
    """The place of the first blank line after the summary; where there is none, of the end."""
    if summary:
        for place, line in enumerate(lines[summary:], summary):
            if not line or line.isspace():
                return place
    return len(lines)


def read_seats(play: HandBuilder, lines: Sequence[str], pattern: re.Pattern[str] = _SEAT) -> int:
    """On which line, after the seats, the players begin to act.

    Who bought chips between two hands of a tournament may stand before the seats.
    """
    first = _LINES_OF_HEADER
    if first < len(lines) and not lines[first].startswith(_SEAT_BEGINS):
        first = _first_seat(lines)
    while first < len(lines) and (seat := pattern.match(lines[first])):
        play.sit(seat[2], int(seat[1]), play.amount(seat[3]) if seat[3] else None)
        first += 1
    if first < len(lines) and not any(play.seats.split(lines[first])):
        need_no_seat(lines[first])
    return first


def need_no_seat(line: str) -> None:
    """Raise Unreadable for the line of a seat that doesn't have a name and chips."""
    if _UNREAD_SEAT.match(line):
        raise Unreadable(f"“{line[:60]}” isn't a seat with a name and chips")


def _first_seat(lines: Sequence[str]) -> int:
    for place, line in enumerate(lines[_LINES_OF_HEADER:], _LINES_OF_HEADER):
        if line.startswith(_SEAT_BEGINS):
            return place
        if line.startswith("*** "):
            break
    return _LINES_OF_HEADER


def read_bets(play: HandBuilder, lines: Sequence[str], act: Act, other: Tell) -> None:
    """What the players did, line by line; `other` is told the lines that are not understood."""
    split = play.seats.split
    for line in lines:
        name, action = split(line)
        if name:
            act(name, action)
        elif line.startswith("*** ") and _COLLECTS not in line:
            if not line.startswith(_BEFORE_BETS):
                play.begin_street()
        elif line.startswith(_DEALT) and _COLLECTS not in line:
            _read_dealt(play, line)
        elif line.startswith(_UNCALLED):
            amount, _, name = line[len(_UNCALLED) :].partition(") returned to ")
            play.give_back(name.rstrip(), play.amount(amount))
        else:
            name, _, more = line.rpartition(_COLLECTS)
            if name and (collected := _COLLECTED.fullmatch(more)):
                play.collect(name, play.amount(collected[1]))
            elif ": " in line and (stranger := _STRANGER.fullmatch(line[:LONGEST_LINE])):
                act(stranger[1], stranger[2])
            else:
                other(line)


def _read_dealt(play: HandBuilder, line: str) -> None:
    """`Dealt to Ada [Ac 2c] [3c]`."""
    name, _, cards = line[len(_DEALT) :].partition(" [")
    told = cards_of(cards.replace("[", " ").replace("]", " ").split())
    play.know(name, told)
    play.deal(name, told or ())


def boards_of(summary: Sequence[str]) -> list[Cards]:
    """The boards of all runs; of a later one there may be only what differs from the first."""
    lines = [line for line in summary if "Board [" in line]
    stated = [board for line in lines if (board := _BOARD.match(line))]
    boards = [cards_of(board[1].split()) or () for board in stated]
    return [(*boards[0][: len(boards[0]) - len(board)], *board) for board in boards]


def read_end(play: HandBuilder, line: str) -> None:
    """`Seat 2: Ada (button) mucked [Ac 2c]`, or `showed`, which some rooms only say here."""
    if (" mucked [" in line or " showed [" in line) and (end := _END.match(line)):
        name, cards = play.seats.at(int(end[1])), cards_of(end[3].split())
        if end[2] == "mucked":
            play.know(name, cards)
        elif name and name not in play.shown and name not in play.folded:
            play.show(name, cards)
