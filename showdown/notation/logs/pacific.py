"""The text of 888poker, which was Pacific and Cassava, in the languages of its numbers and cards.

    #Game No : 385494443
    ***** 888poker Hand History for Game 385494443 *****
    $25/$50 Blinds Pot Limit Omaha - *** 21 08 2015 15:17:55
    Table Helmond 6 Max (Real Money)
    Seat 2 is the button
    Total number of players : 2
    Seat 1: Anna ( $3,000 )
    Anna posts small blind [$25]
    Boris posts dead blind [$25 + $50]
    ** Dealing down cards **
    Dealt to Anna [ 5s, Ad, 8h, 7c ]
    Boris raises [$125]
    ** Dealing flop ** [ 2d, Kns, 7d ]
    ** Summary **
    Boris shows [ 4h, 9d, Bh, 3s ]
    Anna mucks [ 7d, 6c, Hd, Ah ]
    Boris did not show his hand
    Boris collected [ $176 ]

An amount is what is added, a raise too; its currency stands before or behind, and thousands may be
grouped by a comma, a point or a blank. Cards may be in another language. Neither pots nor rake are
stated, nor a bet that nobody called; sometimes it is collected with the pot.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from showdown.evaluator.cards import Card, Cards
from showdown.evaluator.games import GAMES
from showdown.notation.logs.foreign_cards import foreign_cards
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat, Unreadable, strays
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

_NAME = "888poker"

_GAMES = {
    "Holdem": "holdem",
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "OmahaHL": "omaha-hilo",
    "Omaha Hi-Lo": "omaha-hilo",
    "Omaha Hi/Lo": "omaha-hilo",
    "5 Card Omaha": "five-card-omaha",
    "Omaha 5 Cards": "five-card-omaha",
    "6 Card Omaha": "six-card-omaha",
    "Short Deck Holdem": "short-deck",
    "6+ Holdem": "short-deck",
    "7 Card Stud": "seven-card-stud",
    "Seven Card Stud": "seven-card-stud",
    "7 Card Stud Hi-Lo": "stud-hilo",
}

_HEADER = re.compile(r"[ \0]?\*{5} (?!Hand )(.{1,40}?) Hand History for Game (\w{1,30}) \*{5}")
_HERALD = re.compile(r"[ \0]?(?:#Game No : ?\d|Game #\d+ starts)")
_STAKES = re.compile(
    r"(.{0,60}?) Blinds (?:No Limit|Pot Limit|Fix(?:ed)? Limit) (.+?)(?: Jackpot table)? - \*\*\*"
    r"(?: (\d\d) (\d\d) (\d{4}) (\d\d):(\d\d):(\d\d))?"
)
_TABLE = re.compile(r"(Table|Tournament) (.+?) ?\((Real|Practice|Play)")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(r"Seat (\d+): (.+) \( (.+?) \)\s*$")
_DEALT = re.compile(r"Dealt to (.+) \[ (.*?) \]")
_BOARD = re.compile(r"\*\* Dealing (?:flop|turn|river) \*\* \[ (.*?) \]")
_STREET = "** "
_FIRST_STREET = "** Dealing down"
_SUMMARY = "** Summary **"
_LONGEST_LINE = 400
_MOST_HERALDS = 12
"""Lines by which a hand may be announced."""


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """A hand begins where it is announced, or else with its header; so do those of PartyPoker."""
    if not _HEADER.match(line) and not _HERALD.match(line):
        return False
    return not piece or any(map(_HEADER.match, piece[:_MOST_HERALDS])) or len(piece) > _MOST_HERALDS


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    first = next((at for at, line in enumerate(lines) if _HEADER.match(line)), None)
    if first is None:
        yield from strays(["" if _HERALD.match(line) else line for line in lines], number, _NAME)
        return
    header = _HEADER.match(lines[first])
    head = lines[first : first + 4]
    stakes = next(filter(None, (_STAKES.match(line[:_LONGEST_LINE]) for line in head)), None)
    table = next(filter(None, (_TABLE.match(line[:_LONGEST_LINE]) for line in head)), None)
    origin = Origin(
        format=_NAME,
        line=number,
        hand=header[2] if header else "",
        table=table[2][:LONGEST_NAME] if table else "",
        played=_played(stakes),
    )
    yield read_or_skipped(lambda origin: _hand(lines[first:], origin, stakes, table), origin)


def _played(stakes: re.Match[str] | None) -> datetime | None:
    if not stakes or not stakes[3]:
        return None
    day, month, year, *clock = stakes.groups()[2:]
    return moment(UTC, year, month, day, *clock)


def _hand(
    lines: Sequence[str],
    origin: Origin,
    stakes: re.Match[str] | None,
    table: re.Match[str] | None,
) -> ReadHand:
    if not stakes or not table:
        raise Unreadable("its first lines aren't understood")
    slug = _GAMES.get(stakes[2])
    if not slug:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{stakes[2][:60]}”")
    if not any(line.startswith(_SUMMARY) for line in lines):
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    is_cash = table[1] == "Table"
    has_cents = (is_cash and table[3] == "Real") or have_cents(lines[3:])
    play = Play(decimals=2 if has_cents else 0, separator=" ")
    play.limit = limit_in(stakes[0])
    play.rakes_in_proportion = False
    cards_of = foreign_cards(_cards_in(lines))
    board: list[Card] = []
    button = 0
    for line in lines[3:]:
        if seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(ungrouped(seat[3])))
        elif dealer := _BUTTON.match(line):
            button = int(dealer[1])
        elif line.startswith(_STREET):
            if not line.startswith(_FIRST_STREET):
                play.begin_street()
            if cards := _BOARD.match(line):
                board += cards_of(cards[1]) or ()
        elif dealt := _DEALT.match(line):
            play.know(dealt[1], cards_of(dealt[2]))
        else:
            _act(play, line, cards_of)
    play.boards = [tuple(board)] if board else []
    take_back_uncalled(play)
    play.states_rake = not is_cash
    return play.hand(origin, GAMES[slug], button)


def _cards_in(lines: Sequence[str]) -> list[str]:
    """Every text that is a list of cards."""
    with_cards = [line for line in lines if "[ " in line and " collected " not in line]
    return [cards for line in with_cards for cards in in_brackets(line)[:1]]


def _act(play: Play, line: str, cards_of: Callable[[str], Cards | None]) -> None:
    name, action = play.seats.split(line)
    verb, _, more = action.partition(" ")
    if verb in _BETS:
        _BETS[verb](play, name, _amounts(play, more), more)
    elif verb in ("shows", "mucks"):
        tell = play.show if verb == "shows" else play.know
        tell(name, cards_of(in_brackets(more)[0]))


def _amounts(play: Play, text: str) -> list[int]:
    """`big blind [$1]`, `dead blind [$25 + $50]`: what stands in brackets."""
    bracketed = in_brackets(text)
    return [play.amount(ungrouped(part)) for part in bracketed[0].split("+")] if bracketed else []


def _posts(play: Play, name: str, amounts: Sequence[int], kind: str) -> None:
    """`dead blind [$0.01 + $0.02]` is a dead small blind, and a live big one."""
    if kind.startswith("ante"):
        play.ante(name, amounts[0])
    elif kind.startswith("dead"):
        play.dead(name, amounts[0])
        play.post(name, sum(amounts[1:]))
    else:
        play.post(name, sum(amounts))


def _adds(play: Play, name: str, amounts: Sequence[int], more: str) -> None:
    play.put_in(name, amounts[0])


_BETS: Mapping[str, Callable[[Play, str, Sequence[int], str], None]] = {
    "posts": _posts,
    "calls": _adds,
    "bets": _adds,
    "raises": _adds,
    "folds": lambda play, name, amounts, more: play.fold(name),
    "checks": lambda play, name, amounts, more: play.check(name),
    "collected": lambda play, name, amounts, more: play.collect(name, amounts[0]),
}

PACIFIC = LogFormat(
    _NAME,
    tuple([mark + line for mark in ("", " ", "\0") for line in ("***** ", "#Game No", "Game #")]),
    _begins,
    _read,
    longest_line=1_000,
)
