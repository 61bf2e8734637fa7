"""The texts in which PokerTracker exports hands of iPoker and Merge.

    GAME #44023 Version:18.9.3.4 Uncalled:Y Texas Hold'em NL €0.05/€0.10 2026-01-03 11:56:34/GMT
    Table Boggstown
    Seat 1: Anna (€10.00 in chips) DEALER
    Boris: Post SB €0.05
    Cem: Post BB €0.15
    *** HOLE CARDS ***
    Dealt to Boris [HA CA]
    Anna: Raise (NF) €0.25
    Boris: Raise €9.95
    Cem: Allin €1.80
    *** TURN *** [S3]
    *** SUMMARY ***
    Total pot €7.52 Rake €0.53
    Anna: Shows [DQ D10] Two Pair, Queens and Tens
    Boris: Mucks [HA CA] One Pair, Aces
    Anna: wins €7.52

Merge's begin with `MERGE_GAME #46893440-366: Holdem NL $0.10/$0.25` or `Merge Game #…`, state no
total, and have `Post DB` for a big and a dead small blind. A raise `(NF)`, and any of Merge, is to
its amount, another adds it. The total is what the rake leaves, and has what nobody called.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC

from showdown.evaluator.games import GAMES
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LONGEST_NAME, LogFormat, Unreadable, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    in_brackets,
    moment,
    read_or_skipped,
    take_back_uncalled,
)
from showdown.notation.logs.stars_lines import end_of_summary, place_of_summary

_NAME = "pokertracker"

_TITLES = {
    "Texas Hold'em": "holdem",
    "Holdem": "holdem",
    "Hold'em": "holdem",
    "Six Plus Holdem": "short-deck",
    "Omaha": "omaha",
    "Omaha Hi": "omaha",
    "Omaha Hi-Lo": "omaha-hilo",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha H/L8": "omaha-hilo",
    "5 Card Omaha": "five-card-omaha",
    "7 Card Stud": "seven-card-stud",
    "7-Stud": "seven-card-stud",
    "7 Card Stud Hi-Lo": "stud-hilo",
    "7-Stud H/L8": "stud-hilo",
    "5 Card Stud": "five-card-stud",
    "Razz": "razz",
}
"""The rooms' names of the games, and ours."""

_BEGINNING = re.compile(r"(GAME|MERGE_GAME|Merge Game) #([\d-]{1,40})")
_TITLE = re.compile(
    rf"[\s|]({'|'.join(sorted(map(re.escape, _TITLES), key=len, reverse=True))})"
    r"(?: +(?:NL|PL|FL|L|No Limit|Pot Limit|Limit|LIMIT)\b| +Tournament| +[\d(€$£])"
)
_PLAYED = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d) (\d\d):(\d\d):(\d\d)")
_TABLE = re.compile(r"Table (.+?)(?:, Seats \d+)?\s*$")
_SEAT = re.compile(r"Seat (\d+): (.+) \(([^()\s]*\d)(?: in chips)?\)( DEALER)?")
_TOTAL = re.compile(r"Total pot (\S+) Rake (\S+)")
_CARD = re.compile(r"([SHDCshdc])(10|[2-9TJQKA])$")
_AMOUNT = re.compile(r"[^\d\s]?(\d[\d,.]*)")
_WITH_CENTS = re.compile(r"\d\.(?:\d?[1-9]|[1-9]\d)(?!\d)")
_STREETS = ("*** FLOP", "*** TURN", "*** RIVER")
_UNCALLED = "(uncalled)"
_LONGEST_LINE = 400


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    begun = _BEGINNING.match(lines[0])
    table = _TABLE.match(lines[1][:_LONGEST_LINE]) if lines[1:] else None
    played = _PLAYED.search(lines[0][:_LONGEST_LINE])
    origin = Origin(
        format=_NAME,
        line=number,
        hand=begun[2][:LONGEST_NAME] if begun else "",
        table=table[1][:LONGEST_NAME] if table else "",
        played=moment(UTC, *played.groups()) if played else None,
    )
    summary = place_of_summary(lines)
    end = end_of_summary(lines, summary)
    is_merge = begun is not None and begun[1] != "GAME"
    yield read_or_skipped(
        lambda origin: _hand(lines[:end], origin, is_merge=is_merge, is_whole=summary > 0), origin
    )
    yield from strays(lines[end:], number + end, _NAME)


def _hand(lines: Sequence[str], origin: Origin, *, is_merge: bool, is_whole: bool) -> ReadHand:
    title = _TITLE.search(lines[0][:_LONGEST_LINE])
    if not title:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    if not is_whole:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    is_cash = "Tournament" not in lines[0]
    has_cents = is_cash or any(_WITH_CENTS.search(line) for line in lines[2:])
    play = Play(decimals=2 if has_cents else 0)
    play.limit = limit_in(lines[0])
    play.rakes_in_proportion = False
    play.states_rake = not is_cash
    teller = _Lines(play, is_merge=is_merge)
    for line in lines[2:]:
        teller.tell(line)
    if teller.board:
        play.boards = [cards_of(teller.board) or ()]
    if not play.returned:
        take_back_uncalled(play)
        if play.collected_uncalled and play.total is not None:
            play.total -= uncalled_of(play.live)[1]
    return play.hand(origin, GAMES[_TITLES[title[1]]], teller.button)


class _Lines:
    """Tells the play what the lines say."""

    def __init__(self, play: Play, *, is_merge: bool) -> None:
        self._play = play
        self._is_merge = is_merge
        self._small_blind = 0
        self._big_blind = 0
        self.button = 0
        self.board: list[str] = []

    def tell(self, line: str) -> None:
        play = self._play
        name, action = play.seats.split(line)
        if name:
            verb = next((verb for verb in _ACTIONS if action.startswith(verb)), "")
            if verb:
                _ACTIONS[verb](self, name, action[len(verb) :])
        elif seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]) or None)
            self.button = int(seat[1]) if seat[4] else self.button
        elif line.startswith(_STREETS):
            play.begin_street()
            self.board += map(_card, in_brackets(line)[0].split())
        elif total := _TOTAL.match(line[:_LONGEST_LINE]):
            play.rake, play.states_rake = play.amount(total[2]), True
            play.total = play.amount(total[1]) + play.rake

    def _amount(self, text: str) -> int:
        amount = _AMOUNT.search(text)
        return self._play.amount(amount[1]) if amount else 0

    def posts(self, name: str, more: str) -> None:
        amount = self._amount(more)
        self._small_blind = max(self._small_blind, amount)
        self._play.post(name, amount)

    def posts_big_blind(self, name: str, more: str) -> None:
        """What is more than the first one was is a dead small one. Raises Unreadable."""
        amount = self._amount(more)
        if self._small_blind > amount and amount < self._play.stacks.get(name, 0):
            raise Unreadable("the small blind is larger than the big one")
        self._big_blind = self._big_blind or amount
        self._play.post(name, min(amount, self._big_blind))
        if amount > self._big_blind:
            self._play.dead(name, amount - self._big_blind)

    def antes(self, name: str, more: str) -> None:
        self._play.ante(name, self._amount(more))

    def adds(self, name: str, more: str) -> None:
        self._play.put_in(name, self._amount(more))

    def raises(self, name: str, more: str) -> None:
        if self._is_merge:
            self.raises_to(name, more)
        else:
            self.adds(name, more)

    def raises_to(self, name: str, more: str) -> None:
        self._play.raise_to(name, self._amount(more))

    def folds(self, name: str, more: str) -> None:
        self._play.fold(name)

    def checks(self, name: str, more: str) -> None:
        self._play.check(name)

    def shows(self, name: str, more: str) -> None:
        for cards in in_brackets(more)[:1]:
            self._play.show(name, cards_of([_card(text) for text in cards.split()]))

    def mucks(self, name: str, more: str) -> None:
        for cards in in_brackets(more)[:1]:
            self._play.know(name, cards_of([_card(text) for text in cards.split()]))

    def wins(self, name: str, more: str) -> None:
        if more.rstrip().endswith(_UNCALLED):
            self._play.give_back(name, self._amount(more))
        else:
            self._play.collect(name, self._amount(more))


_ACTIONS: Mapping[str, Callable[[_Lines, str, str], None]] = {
    "Post SB": _Lines.posts,
    "Post BB": _Lines.posts_big_blind,
    "Post DB": _Lines.posts_big_blind,
    "Post Ante": _Lines.antes,
    "Post ": _Lines.posts_big_blind,
    "SB ": _Lines.posts,
    "BB ": _Lines.posts_big_blind,
    "DB ": _Lines.posts_big_blind,
    "Ante ": _Lines.antes,
    "Bring": _Lines.adds,
    "Call": _Lines.adds,
    "Bet": _Lines.adds,
    "Allin": _Lines.adds,
    "Raise (NF)": _Lines.raises_to,
    "Raise": _Lines.raises,
    "Complete": _Lines.raises_to,
    "Fold": _Lines.folds,
    "Check": _Lines.checks,
    "Shows": _Lines.shows,
    "Mucks": _Lines.mucks,
    "wins": _Lines.wins,
}


def _card(text: str) -> str:
    """`S10` as `Ts`; Merge writes `Ts`."""
    card = _CARD.match(text)
    return ("T" if card[2] == "10" else card[2]) + card[1].lower() if card else text


EXPORTS = LogFormat(
    _NAME, ("GAME #", "MERGE_GAME #", "Merge Game #"), _begins, _read, longest_line=1_000
)
