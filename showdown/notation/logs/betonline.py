"""The text of BetOnline and its skins, in English: much like PokerStars', without payments.

    BetOnline Poker Game #900202143: Hold'em No Limit ($0.25/0.50) - 2026/08/07 14:59 Eastern …
    Table 'John Wayne (50bb)' 10-Max, Seat #9 is the button
    Seat 9: Anna (55.58 in chips) - The button
    Seat 8: Cem (0.00 in chips) - Sitting out
    Boris: ante processed 0.00
    Boris: posts small blind 0.25
    *** TURN *** [Qc 4c 8h][Ah]
    Boris: bets 0.50
    Uncalled bet (0.50) returned to Boris
    Boris shows 10s 9h
    *** SUMMARY ***
    Total pot 0.95 | Rake 0.05
    Board [Qc 4c 8h Ah]
    Seat 0: Boris collected (0.95)
    Seat 7: Anna showed [Jc Jd] and won (5375.00)

Amounts have no currency, and points even in tournaments. What was paid is only in the summary,
where the rake is not in the total, and the total may stand twice; others collect nothing. Who
has 0.00 may still buy chips.
"""

import re
from collections.abc import Iterator, Sequence
from zoneinfo import ZoneInfo

from showdown.evaluator.games import GAMES
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    any_title,
    in_all_pots,
    moment,
    need_total,
    origin_of,
    read_or_skipped,
)
from showdown.notation.logs.stars_lines import (
    boards_of,
    end_of_summary,
    place_of_summary,
    read_bets,
    read_seats,
)
from showdown.notation.logs.verbs import Verbs

_NAME = "betonline"

_TITLES = {
    "Hold'em": "holdem",
    "Omaha": "omaha",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha HiLo": "omaha-hilo",
    "7 Card Stud": "seven-card-stud",
    "7 Card Stud Hi/Lo": "stud-hilo",
}
_SITE = r"(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker) Game #"
_BEGINNING = re.compile(rf"{_SITE}(\d+):")
_HEADER = re.compile(
    rf"{_SITE}\d+: +(Tournament #\d+: +)?(.+?) +-? *(\d{{4}})/(\d+)/(\d+) (\d+):(\d+)"
)
_TITLE = re.compile(rf"({any_title(_TITLES)})\b")
_TABLE = re.compile(r"Table '(.*)'(?:.*Seat #(\d+) is the button)?")
_SEAT = re.compile(r"Seat (\d+): (.+) \((\S+) in chips\)")
_TOTAL = re.compile(r"Total pot (\S+)(?: \| Rake (\S+))?")
_END = re.compile(r"Seat \d+: (.+) (?:collected|showed \[[^\[\]]*\] and won) \((\S+)\)")
_SHOWS = re.compile(r"(.+) shows ((?:(?:10|[2-9TJQKA])[cdhs] ?)+)\s*$")
_TEN = re.compile(r"\b10(?=[cdhs])")
_LONGEST_LINE = 400
_LEFT = " has left the table"
_NOISE = ("Tournament will start",)
_NEW_YORK = ZoneInfo("America/New_York")


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """What is said before a tournament's first hand belongs to it."""
    if piece is not None and not piece and line.startswith(_NOISE):
        return True
    return bool(_BEGINNING.match(line)) and not (piece and not any(map(_BEGINNING.match, piece)))


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    first = next((at for at, line in enumerate(lines) if _BEGINNING.match(line)), None)
    if first is None:
        return
    begun = _BEGINNING.match(lines[first])
    header = _HEADER.match(lines[first][:_LONGEST_LINE])
    table = _TABLE.match(lines[first + 1][:_LONGEST_LINE]) if lines[first + 1 :] else None
    origin = origin_of(
        _NAME,
        number + first,
        begun,
        table,
        moment(_NEW_YORK, *header.groups()[2:]) if header else None,
    )
    hand = [_TEN.sub("T", line) for line in lines[first:]]
    summary = place_of_summary(hand)
    end = end_of_summary(hand, summary)
    button = int(table[2]) if table and table[2] else 0
    yield read_or_skipped(lambda origin: _hand(hand[:end], summary, origin, button), origin)
    rest = ["" if line.startswith(_NOISE) else line for line in hand[end:]]
    yield from strays(rest, number + first + end, _NAME)


def _hand(lines: Sequence[str], summary: int, origin: Origin, button: int) -> ReadHand:
    if not summary:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    header = _HEADER.match(lines[0][:_LONGEST_LINE])
    title = _TITLE.match(header[2]) if header else None
    if not title:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    play = Play(decimals=2)
    play.limit = limit_in(lines[0])
    play.states_returns = True
    play.rakes_in_proportion = False
    first = read_seats(play, lines, _SEAT)
    play.stacks = {name: chips for name, chips in play.stacks.items() if chips}
    teller = _Lines(play)
    read_bets(play, lines[first:summary], teller.act, teller.tell)
    _read_summary(play, lines[summary:])
    teller.end()
    return play.hand(origin, GAMES[_TITLES[title[1]]], button)


class _Lines:
    """Understands the lines that PokerStars doesn't have."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._act = Verbs(play, lambda: 0).act
        self._left: list[str] = []
        self._without_amount: list[str] = []

    def act(self, name: str, action: str) -> None:
        play = self._play
        kind, _, text = action.rpartition(" ")
        if kind == "ante processed":
            if amount := play.amount(text):
                play.ante(name, amount)
        elif kind in ("post now", "posts now"):
            play.post(name, play.amount(text))
        elif kind in ("post dead", "posts dead"):
            amount = play.amount(text)
            play.dead(name, amount)
            if not amount:
                self._without_amount.append(name)
        else:
            self._act(name, action)

    def tell(self, line: str) -> None:
        """Who shows has no colon behind the name, and the cards no brackets."""
        shows = _SHOWS.fullmatch(line[:_LONGEST_LINE])
        if shows and shows[1] in self._play.seats:
            self._play.show(shows[1], cards_of(shows[2].split()))
        elif line.endswith(_LEFT):
            self._left.append(line.removesuffix(_LEFT))

    def end(self) -> None:
        """Who left had folded, and a dead blind without an amount is what is missing of the pot."""
        play = self._play
        for name in self._left:
            if name in play.live and name not in play.shown and name not in play.paid:
                play.fold(name)
        missing = (play.total or 0) + play.rake - in_all_pots(play)
        if len(self._without_amount) == 1 and missing > 0:
            play.dead(self._without_amount[0], missing)


def _read_summary(play: Play, lines: Sequence[str]) -> None:
    for line in lines:
        if total := _TOTAL.match(line[:_LONGEST_LINE]):
            play.total = play.amount(total[1])
            play.rake = play.amount(total[2]) if total[2] else 0
        elif (end := _END.match(line[:_LONGEST_LINE])) and (paid := play.amount(end[2])):
            play.collect(end[1], paid)
    need_total(play)
    play.boards = [board for board in boards_of(lines) if board][:1]


BETONLINE = LogFormat(
    _NAME,
    ("BetOnline Poker", "PayNoRake", "ActionPoker", "Gear Poker"),
    _begins,
    _read,
    longest_line=1_000,
)
