"""The text of Winamax, in English: cash games and tournaments.

    Winamax Poker - CashGame - HandId: #1-2-3 - Omaha pot limit (1€/2€) - 2026/08/14 13:57:26 UTC
    Table: 'Turin' 5-max (real money) Seat #5 is the button
    Seat 1: Anna (270.58€)
    *** ANTE/BLINDS ***
    Anna posts small blind 1€
    Boris posts big blind 2€
    Cem posts small blind 1€ out of position
    *** PRE-FLOP ***
    Anna raises 4€ to 6€
    *** TURN *** [7s 2d 6h][9c]
    *** SHOW DOWN ***
    Boris shows [9h 6s] (Full of 9 and 6)
    Boris collected 8.20€ from main pot
    *** SUMMARY ***
    Total pot 8.20€ | Rake 0.35€
    Board: [7s 2d 6h 9c 9d]

Amounts have their currency behind them. A blind out of position that is small is dead. The rake is
not in the total. What nobody called is paid with the pot, and in the total. In old tournaments bets
have halves of a chip, and payments are rounded. Odd chips go to no seat that a book names.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.actions import SHARED, Action, act, adds, collects, draws, stands_pat
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, Unreadable, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    have_cents,
    in_all_pots,
    in_brackets,
    moment,
    origin_of,
    read_or_skipped,
    take_back_uncalled,
)

_NAME = "winamax"

_GAMES = {
    "holdem": "holdem",
    "omaha": "omaha",
    "omaha hi/lo": "omaha-hilo",
    "omaha8": "omaha-hilo",
    "omaha5": "five-card-omaha",
    "omaha6": "six-card-omaha",
    "6 card omaha": "six-card-omaha",
    "5 card omaha": "five-card-omaha",
    "5 card omaha hi/lo": "five-card-omaha",
    "7-card stud": "seven-card-stud",
    "7stud": "seven-card-stud",
    "7-card stud hi/lo": "stud-hilo",
    "7stud8": "stud-hilo",
    "razz": "razz",
    "2-7 triple draw": "deuce-to-seven",
    "2-7 single draw": "deuce-to-seven",
    "lowball27": "deuce-to-seven",
    "5 card draw": "five-card-draw",
    "badugi": "badugi",
}
_WITH_LOW = {"5 card omaha hi/lo": "five-card-omaha-hilo"}
"""Games that are called so with and without a low half."""

_BEGINNING = re.compile(r"\s?Winamax Poker - .{0,200}?HandId: #([\d-]+)")
_HEADER = re.compile(
    r"\s?Winamax Poker - (.*?)HandId: #[\d-]+ - (.+?) (?:fixed|no|pot) limit \((.*?)\)"
    r"(?: - (\d{4})/(\d+)/(\d+) (\d+):(\d+):(\d+))?"
)
_TABLE = re.compile(r"Table:? '(.*)' .*?(?:Seat #(\d+) is the button)?$")
_SEAT = re.compile(r"Seat (\d+): (.+) \((\S+?)(?:, \S+ bounty)?\)")
_POST = re.compile(r"([a-z &]{1,30}) \D?(\d\S*)")
_TOTAL = re.compile(r"Total pot (\S+)(?:.*?Rake (\S+))?")
_ADDED = re.compile(r"(?:Hold-up|Escape) to Pot: total (\S+)")
_PART = re.compile(r" collected (\S+) from (main pot|side pot \d+)")
_SUMMARY = "*** SUMMARY ***"
_TOURNAMENT = "Tournament"
_CURRENCY = re.compile(r"[^\d.,/ ]")
_LINES_OF_HEADER = 2
_LONGEST_LINE = 400
_CHIP = 100


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    header = _HEADER.match(lines[0][:_LONGEST_LINE])
    begun = _BEGINNING.match(lines[0])
    table = _TABLE.match(lines[1][:_LONGEST_LINE].rstrip()) if lines[1:] else None
    origin = origin_of(
        _NAME,
        number,
        begun,
        table,
        moment(UTC, *header.groups()[3:]) if header and header[4] else None,
    )
    end = _end_of(lines)
    button = int(table[2]) if table and table[2] else 0
    yield read_or_skipped(lambda origin: _hand(lines[:end], origin, header, button), origin)
    yield from strays(lines[end:], number + end, _NAME)


def _end_of(lines: Sequence[str]) -> int:
    """Where the first blank line after the summary is."""
    has_summary = False
    for place, line in enumerate(lines):
        has_summary |= line.startswith(_SUMMARY)
        if has_summary and not line.strip():
            return place
    return len(lines)


def _hand(
    lines: Sequence[str], origin: Origin, header: re.Match[str] | None, button: int
) -> ReadHand:
    if not header:
        raise Unreadable("its first line isn't understood")
    game = _game_of(header[2].lower(), lines)
    is_cash = _TOURNAMENT not in header[1]
    has_currency = bool(is_cash and _CURRENCY.search(header[3]))
    play = Play(decimals=2 if has_currency or have_cents(lines[2:]) else 0, separator=" ")
    play.limit = limit_in(header[0])
    play.rakes_in_proportion = False
    play.gives_odd_chips_by_book = False
    place = _LINES_OF_HEADER
    while place < len(lines) and (seat := _SEAT.match(lines[place][:_LONGEST_LINE])):
        play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        place += 1
    end = next((at for at, line in enumerate(lines) if line.startswith(_SUMMARY)), 0)
    if not end:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    for line in lines[place:end]:
        _tell(play, line)
    if game.boards:
        play.boards = _boards(lines)
    _end(play, lines[:end], lines[end:], is_cash=is_cash)
    return play.hand(origin, game, button)


def _game_of(title: str, lines: Sequence[str]) -> Game:
    has_low = title in _WITH_LOW and any("pot(LO)" in line for line in lines)
    slug = (_WITH_LOW if has_low else _GAMES).get(title)
    if not slug:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{title[:60]}”")
    return GAMES[slug]


def _tell(play: Play, line: str) -> None:
    if act(play, _ACTIONS, line):
        return
    if line.startswith("*** "):
        if not line.startswith(_FIRST_STREETS):
            play.begin_street()
    elif added := _ADDED.match(line):
        play.add_to_pot(play.amount(added[1]))


_FIRST_STREETS = ("*** ANTE", "*** PRE-FLOP", "*** THIRD", "*** 3rd", "*** FIRST-BET")


def _posts(play: Play, name: str, more: str) -> None:
    """`small blind 2€ out of position`, `ante 50 and is all-in`. Raises Unreadable."""
    posted = _POST.match(more)
    if not posted:
        raise Unreadable(f"what {name} posts isn't understood")
    kind, amount = posted[1], play.amount(posted[2])
    if kind == "ante":
        play.ante(name, amount)
    elif kind.startswith("dead") or (kind == "small blind" and "out of position" in more):
        play.dead(name, amount)
    else:
        play.post(name, amount)


_ACTIONS: Mapping[str, Action] = {
    **SHARED,
    "posts": _posts,
    "bring-in": adds,
    "discard": draws,
    "discards": draws,
    "stands": stands_pat,
    "collected": collects,
}


def _boards(lines: Sequence[str]) -> list[Cards]:
    boards = [line for line in lines if line.startswith("Board: [")]
    return [cards_of(in_brackets(board)[0].split()) or () for board in boards]


def _parts(play: Play, lines: Sequence[str]) -> list[int]:
    """What was collected from each pot, the main pot first; nothing where there is only one."""
    amounts: dict[str, int] = {}
    for line in lines:
        if part := _PART.search(line[:_LONGEST_LINE]):
            amounts[part[2]] = amounts.get(part[2], 0) + play.amount(part[1])
    return [amounts[name] for name in sorted(amounts)]


def _end(play: Play, lines: Sequence[str], summary: Sequence[str], *, is_cash: bool) -> None:
    total = next(filter(None, (_TOTAL.match(line[:_LONGEST_LINE]) for line in summary)), None)
    if not total:
        raise Unreadable("its summary doesn't say the total pot")
    if total[2]:
        play.rake = play.amount(total[2])
    take_back_uncalled(play)
    _, uncalled = uncalled_of(play.live)
    if not is_cash and play.decimals:
        _unround(play)
    elif not total[1].endswith("k"):
        stated = play.amount(total[1])
        back = uncalled if play.collected_uncalled else 0
        play.total = stated + play.rake - back
        if not back:
            play.pots = _parts(play, lines)


def _unround(play: Play) -> None:
    """Pay the halves of a chip, which were rounded, to who was paid most, if there are no more."""
    name, uncalled = uncalled_of(play.live)
    if not play.collected_uncalled:
        uncalled = 0
    elif 0 < abs(play.paid.get(name, 0) - uncalled) < _CHIP:
        play.paid[name] = uncalled
    missing = in_all_pots(play) + uncalled - sum(play.paid.values())
    if abs(missing) < _CHIP * len(play.paid):
        play.collect(max(play.paid, key=play.paid.__getitem__), missing)


WINAMAX = LogFormat(_NAME, ("Winamax", " Winamax"), _begins, _read, longest_line=1_000)
