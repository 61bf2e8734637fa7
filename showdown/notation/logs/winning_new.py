"""The text of the Winning network (Americas Cardroom, Black Chip) in English, since 2019.

    Hand #151588328 - Holdem(No Limit) - $0.01/$0.02 - 2026/11/08 04:43:23 UTC
    Miramar (Cap) 9-max Seat #1 is the button
    Seat 1: Anna ($0.90) is sitting out
    Anna posts the small blind $0.01
    Boris posts dead $0.03
    *** HOLE CARDS ***
    Dealt to Anna [9c Qd]
    Boris raises $0.05 to $0.05
    *** FLOP *** [Qh 5c 4d]
    Main pot $0.15 | Rake $0.00
    Cem caps $0.55
    Uncalled bet ($0.12) returned to Cem
    Anna shows [9c Qd] (a pair of Queens [Qh Qd As 9c 6c])
    Anna collected $1.19 from main pot
    *** SUMMARY ***
    Total pot $1.19 | Rake $0.04 | JP Fee $0.02
    Board [Qh 5c 4d As 6c]
    Seat 5: Dora did not show and won $0.25

The total is what is left after rake and fee. `posts dead` is a big blind and a dead small one. A
tournament's hand begins with `Game Hand #80586589 - Tournament #11182752 - Holdem(No Limit) -`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC

from showdown.evaluator.games import GAMES
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat, Unreadable, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    have_cents,
    in_brackets,
    moment,
    read_or_skipped,
)
from showdown.notation.logs.stars_lines import end_of_summary, place_of_summary

_NAME = "winning-2019"

_TITLES = {
    "Holdem": "holdem",
    "6+ Holdem": "short-deck",
    "Six Plus Holdem": "short-deck",
    "Omaha": "omaha",
    "Omaha H/L": "omaha-hilo",
    "5Card Omaha": "five-card-omaha",
    "5Card Omaha H/L": "five-card-omaha-hilo",
    "6Card Omaha": "six-card-omaha",
    "7Stud": "seven-card-stud",
    "7Stud H/L": "stud-hilo",
}
"""The room's names of the games, and ours."""

_BEGINNING = re.compile(r"(?:Game )?Hand #(\d+) - ")
_HEADER = re.compile(
    r"(?:Game )?Hand #\d+ - (.*?Tournament #\d+ - )?([^()]+)\([^()]*\) - "
    r"(.*?) ?- (\d{4})/(\d\d)/(\d\d) (\d+):(\d+):(\d+)"
)
_TABLE = re.compile(r"(.+?) (?:\d+-max )?(?:\(Play Money\) )?Seat #(\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.+) \((\S+)\)(?: is sitting out)?\s*$")
_UNCALLED = re.compile(r"Uncalled bet \((\S+)\) returned to (.+?)\s*$")
_DEALT = re.compile(r"Dealt to (.+?) (\[.*)")
_COLUMN = re.compile(r"([A-Z][A-Za-z ]*?) +\$?([\d,.]+)")
_WON = re.compile(r"Seat (\d+): .* and won \$?([\d,.]+)")
_NUMBER = re.compile(r"\$?(\d[\d,.]*)")
_CURRENCY = "$"
_FIRST_STREETS = ("*** HOLE", "*** THIRD", "*** 3RD")
_LINES_OF_HEADER = 2
_LONGEST_LINE = 400


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    begun = _BEGINNING.match(lines[0])
    header = _HEADER.match(lines[0][:_LONGEST_LINE])
    table = _TABLE.match(lines[1][:_LONGEST_LINE]) if lines[1:] else None
    origin = Origin(
        format=_NAME,
        line=number,
        hand=begun[1][:LONGEST_NAME] if begun else "",
        table=table[1][:LONGEST_NAME] if table else "",
        played=moment(UTC, *header.groups()[3:]) if header else None,
    )
    summary = place_of_summary(lines)
    end = end_of_summary(lines, summary) if summary else len(lines)
    button = int(table[2]) if table else 0
    yield read_or_skipped(
        lambda origin: _hand(lines[:end], summary, origin, header, button), origin
    )
    yield from strays(lines[end:], number + end, _NAME)


def _hand(
    lines: Sequence[str],
    summary: int,
    origin: Origin,
    header: re.Match[str] | None,
    button: int,
) -> ReadHand:
    if not header or header[2] not in _TITLES:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    if not summary:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    is_cash = not header[1] and _CURRENCY in header[3]
    play = Play(decimals=2 if is_cash or have_cents(lines[2:]) else 0, separator=" ")
    play.states_returns = True
    play.rakes_in_proportion = False
    posts = _Posts(play)
    for line in lines[_LINES_OF_HEADER:summary]:
        if seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        else:
            _tell(play, line, posts)
    _read_summary(play, lines[summary:])
    game = GAMES[_TITLES[header[2]]]
    if not game.boards:
        play.boards = []
    return play.hand(origin, game, button)


def _tell(play: Play, line: str, posts: "_Posts") -> None:
    name, action = play.seats.split(line)
    if name:
        verb, _, more = action.partition(" ")
        if verb == "posts":
            posts.post(name, more)
        elif verb in _ACTIONS:
            _ACTIONS[verb](play, name, more)
    elif line.startswith("*** "):
        if not line.startswith(_FIRST_STREETS):
            play.begin_street()
    elif uncalled := _UNCALLED.match(line[:_LONGEST_LINE]):
        play.give_back(uncalled[2], play.amount(uncalled[1]))
    elif dealt := _DEALT.match(line[:_LONGEST_LINE]):
        play.know(dealt[1], cards_of(" ".join(in_brackets(dealt[2])).split()))


class _Posts:
    """Understands what is posted, of which a part may be dead."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._big_blind = 0

    def post(self, name: str, more: str) -> None:
        play = self._play
        kind, _, text = more.removesuffix(" and is all-in").rpartition(" ")
        amount = play.amount(text)
        if kind.endswith("ante"):
            play.ante(name, amount)
        elif kind == "dead":
            live = min(amount, self._big_blind)
            play.post(name, live)
            play.dead(name, amount - live)
        else:
            play.post(name, amount)
            if kind == "the big blind":
                self._big_blind = max(self._big_blind, amount)


def _amount(play: Play, text: str) -> int:
    number = _NUMBER.search(text)
    if not number:
        raise Unreadable(f"“{text[:40]}” has no amount")
    return play.amount(number[1])


def _adds(play: Play, name: str, more: str) -> None:
    """A raise, and a cap, may tell to what."""
    _, to, total = more.partition(" to ")
    if to:
        play.raise_to(name, _amount(play, total))
    else:
        play.put_in(name, _amount(play, more))


def _shows(play: Play, name: str, more: str) -> None:
    play.show(name, cards_of(in_brackets(more)[0].split()))


_ACTIONS: Mapping[str, Callable[[Play, str, str], None]] = {
    "folds": lambda play, name, more: play.fold(name),
    "checks": lambda play, name, more: play.check(name),
    "calls": _adds,
    "bets": _adds,
    "raises": _adds,
    "completes": _adds,
    "caps": _adds,
    "cap": _adds,
    "straddle": _adds,
    "straddles": _adds,
    "brings": _adds,
    "shows": _shows,
    "collected": lambda play, name, more: play.collect(name, _amount(play, more)),
}


def _read_summary(play: Play, lines: Sequence[str]) -> None:
    boards = []
    won: dict[str, int] = {}
    for line in (each[:_LONGEST_LINE] for each in lines):
        if line.startswith("Total pot ") and play.total is None:
            amounts = {name: play.amount(amount) for name, amount in _COLUMN.findall(line)}
            play.total = sum(amounts.values())
            play.rake = amounts.get("Rake", 0)
            fee = amounts.get("JP Fee", 0)
            play.fees = {"jackpot": fee} if fee else {}
        elif line.startswith("Board"):
            boards += [cards_of(board.split()) or () for board in in_brackets(line)[:1]]
        elif end := _WON.match(line):
            won[play.seats.at(int(end[1]))] = play.amount(end[2])
    if play.total is None:
        raise Unreadable("its summary doesn't say the total pot")
    play.boards = boards
    play.paid = play.paid or won


WINNING_NEW = LogFormat(_NAME, ("Hand #", "Game Hand #"), _begins, _read, longest_line=1_000)
