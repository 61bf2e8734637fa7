"""The text of PokerStars, in English: cash games and tournaments, of one game or mixed."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import (
    LONGEST_NAME,
    LogFormat,
    Unreadable,
    strays,
    unreadable,
)
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip, SkippedHand
from showdown.notation.logs.play import Play
from showdown.notation.logs.verbs import Verbs
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
_SEAT = re.compile(r"Seat (\d+): (.+) \((\S+) in chips(?:, [^()]*)?\)")
_COLLECTED = re.compile(r"(.+) collected (\S+) from (?:the )?(?:[Mm]ain |[Ss]ide )?pot(?:-\d+)?\s*")
_TOTAL = re.compile(r"Total pot (\S+)(.*?)\| Rake (\S+)(?:.*Jackpot\D*(\S+))?")
_PART = re.compile(r"pot(?:-\d+)? (\S+?)\.(?:\s|$)")
_BOARD = re.compile(r"(?:FIRST |SECOND |THIRD )?Board \[([^\[\]]*)\]")
_WON = re.compile(r"\bwon \((\S+)\)")
_SOLD = re.compile(r"(.+) cashed out the hand for (\S+)(?: \| Cash Out Fee (\S+))?\s*")
_MUCKED = re.compile(r"Seat (\d+): .+ mucked \[([^\[\]]*)\]")

_SUMMARY = "*** SUMMARY ***"
_CASHED_OUT = "not awarded as player cashed out"
_CANCELLED = "Hand cancelled"
_DEALT = "Dealt to "
_UNCALLED = "Uncalled bet ("
_BEFORE_BETS = ("*** HOLE", "*** DEAL", "*** PRE-")
_LINES_OF_HEADER = 2
_LONGEST_LINE = 400
"""The first lines and the total are not longer: patterns would look for too much in them."""
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
    if any(line.startswith(_CANCELLED) for line in lines):
        return SkippedHand(origin=origin, reason=Skip.CANCELLED)
    is_cash = "Tournament #" not in stakes and _CURRENCY.search(stakes)
    play = Play(decimals=2 if is_cash else 0)
    play.states_returns = True
    _read_bets(play, lines, stakes)
    _read_summary(play, summary)
    return play.hand(origin, GAMES[_TITLES[title[1]]], button)


def _read_bets(play: Play, lines: Sequence[str], stakes: str) -> None:
    """What the players did, line by line."""
    split = play.seats.split
    act = Verbs(play, lambda: _big_blind_of(stakes, play)).act
    for line in lines[_read_seats(play, lines) :]:
        name, action = split(line)
        if name:
            act(name, action)
        elif line.startswith("*** "):
            if not line.startswith(_BEFORE_BETS):
                play.begin_street()
        elif line.startswith(_DEALT):
            _read_dealt(play, line)
        elif line.startswith(_UNCALLED):
            amount, _, name = line[len(_UNCALLED) :].partition(") returned to ")
            play.give_back(name.rstrip(), play.amount(amount))
        elif " collected " in line and (collected := _COLLECTED.fullmatch(line)):
            play.collect(collected[1], play.amount(collected[2]))
        elif " cashed out " in line and (sold := _SOLD.fullmatch(line)):
            play.cash_out(sold[1], play.amount(sold[2]), play.amount(sold[3]) if sold[3] else 0)


def _read_seats(play: Play, lines: Sequence[str]) -> int:
    """On which line, after the seats, the players begin to act."""
    first = _LINES_OF_HEADER
    while first < len(lines) and (seat := _SEAT.match(lines[first])):
        play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        first += 1
    return first


def _read_dealt(play: Play, line: str) -> None:
    """`Dealt to Ada [Ac 2c] [3c]`."""
    name, _, cards = line[len(_DEALT) :].partition(" [")
    play.know(name, cards_of(cards.replace("[", " ").replace("]", " ").split()))


def _big_blind_of(stakes: str, play: Play) -> int:
    """In limit games the stakes are the two bets, and the blind is the smaller."""
    amounts = _STAKES.search(stakes)
    if not amounts:
        raise Unreadable("it doesn't say what the big blind is")
    is_limit = "No Limit" not in stakes and "Pot Limit" not in stakes
    return play.amount(amounts[1 if is_limit else 2])


def _read_summary(play: Play, lines: Sequence[str]) -> None:
    """What stands below the hand: the pots, the rake and the boards."""
    boards = []
    for line in lines:
        if line.startswith("Total pot "):
            _read_total(play, line[:_LONGEST_LINE])
        elif not line.startswith("Seat "):
            if board := _BOARD.match(line):
                boards.append(cards_of(board[1].split()) or ())
        elif _CASHED_OUT in line:
            _read_cashed_out(play, line)
        elif " mucked [" in line and (mucked := _MUCKED.match(line)):
            play.know(play.seats.at(int(mucked[1])), cards_of(mucked[2].split()))
    play.boards = boards
    if play.total is None:
        raise Unreadable("its summary doesn't say the total pot")


def _read_total(play: Play, line: str) -> None:
    total = _TOTAL.match(line)
    if total and play.total is None:
        play.total = play.amount(total[1])
        play.pots = [play.amount(part) for part in _PART.findall(total[2])]
        play.rake = play.amount(total[3])
        if total[4]:
            play.fees = {"jackpot": play.amount(total[4])}


def _read_cashed_out(play: Play, line: str) -> None:
    """Who sold the hand to the house before its end is paid nothing, but the pot was won."""
    text = line.partition(": ")[2]
    name = max([name for name in play.shown if text.startswith(f"{name} ")], key=len)
    play.paid[name] = sum([play.amount(won) for won in _WON.findall(text)])


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
