"""The text of the Winning network (Americas Cardroom, Black Chip) in English, as it was until 2019.

    Game started at: 2026/8/2 11:17:19
    Game ID: 693977667 0.50/1 (PRR) Leyak (Omaha HiLow)
    Seat 1 is the button
    Seat 1: Anna (10).
    Player Anna has small blind (0.50)
    Player Boris posts (1.50)
    Player Anna received card: [10d]
    Player Boris received a card.
    Player Boris raises (2)
    Player Anna allin (9.50)
    Player Boris caps (7.50)
    Uncalled bet (0.50) returned to Boris
    *** FLOP ***: [6d 7h 3h]
    *** Third street ***
    ------ Summary ------
    Pot: 19. Rake 0.75. JP fee 0.25
    Board: [6d 7h 3h 2c 2h]
    *Player Anna shows: Flush, 7 high [4h 4s Ks 6h]. Bets: 10. Collects: 19. Wins: 9.
    Player Boris mucks (does not show: [8d 4s 10c 6c]). Bets: 10. Collects: 0. Loses: 10.
    Game ended at: 2026/8/2 11:17:41

Every amount is what is added. The pot is what is left of it after rake and fee. A name may be
empty. The odd chip of a pot has gone to the low half.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC

from showdown.evaluator.games import GAMES
from showdown.evaluator.wagers import uncalled_of
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

_NAME = "winning"

_TITLES = {
    "Hold'em": "holdem",
    "Six Plus Hold'em": "short-deck",
    "Omaha": "omaha",
    "Omaha HiLow": "omaha-hilo",
    "5Card Omaha": "five-card-omaha",
    "5Card Omaha H/L": "five-card-omaha-hilo",
    "Seven Cards Stud": "seven-card-stud",
    "Seven Cards Stud HiLow": "stud-hilo",
}
"""The room's names of the games, and ours."""

_STARTED = re.compile(r"Game started at: (\d+)/(\d+)/(\d+) (\d+):(\d+):(\d+)")
_HEADER = re.compile(r"Game ID: (\d+) ([\d.,K]+)/([\d.,K]+) (.*?) ?\(([^()]+)\)(?: \d+-max)?\s*$")
_BEGINNING = re.compile(r"Game ID: \d")
_SEAT = re.compile(r"Seat (\d+): (.*) \((\S+)\)\.?\s*$")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_UNCALLED = re.compile(r"Uncalled bet \((\S+)\) returned to ?(.*?)\s*$")
_BOARD = re.compile(r"(?:Board|\*\*\* (?:FLOP|TURN|RIVER) \*\*\*): (.*)")
_POT = re.compile(r"Pot: ([\d.,]+?)\.?(?: Rake ([\d.,]+?)\.?)?(?: JP fee ([\d.,]+?)\.?)?\s*$")
_END = re.compile(r"\*?Player (.*?) (does not show|shows|mucks)(.*)")
_COLLECTS = re.compile(r"Collects: ([\d.,]+?)\. (?:Wins|Loses):")
_IN_PARENTHESES = re.compile(r"\(([\d.,]+)\)")
_TEN = re.compile(r"\b10(?=[cdhs]\b)")
_SUMMARY = "------ Summary"
_ENDED = "Game ended at:"
_PLAYER = "Player "
_REAL = "(PRR)"
_LONGEST_LINE = 400
_MOST_HEADER = 3


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    """The time may come before the header; where it doesn't, the hand begins with that."""
    if _BEGINNING.match(line):
        return not piece or any(map(_BEGINNING.match, piece))
    return _STARTED.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    head = [line[:_LONGEST_LINE] for line in lines[:_MOST_HEADER]]
    started = _STARTED.match(lines[0])
    header = next(filter(None, map(_HEADER.match, head)), None)
    origin = Origin(
        format=_NAME,
        line=number,
        hand=header[1] if header else "",
        table=header[4][:LONGEST_NAME] if header else "",
        played=moment(UTC, *started.groups()) if started else None,
    )
    summary = next((at for at, line in enumerate(lines) if line.startswith(_SUMMARY)), 0)
    ended = next((at for at, line in enumerate(lines) if line.startswith(_ENDED)), None)
    end = len(lines) if ended is None else ended + 1
    yield read_or_skipped(lambda origin: _hand(lines[:end], summary, origin, header), origin)
    yield from strays(lines[end:], number + end, _NAME)


def _hand(
    lines: Sequence[str], summary: int, origin: Origin, header: re.Match[str] | None
) -> ReadHand:
    if not header or header[5] not in _TITLES:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{(header[5] if header else lines[0])[:60]}”")
    if not summary:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    is_real = _REAL in header[4]
    play = Play(decimals=2 if is_real or have_cents(lines[2:]) else 0, separator=" ")
    play.states_returns = True
    play.rakes_in_proportion = False
    play.gives_odd_chips_by_book = False
    game = GAMES[_TITLES[header[5]]]
    teller = _Lines(play)
    for line in lines[1:summary]:
        teller.tell(_TEN.sub("T", line))
    for line in lines[summary:]:
        teller.end(_TEN.sub("T", line[:_LONGEST_LINE]))
    if play.total is None:
        raise Unreadable("its summary doesn't say the pot")
    teller.pay_nameless()
    if game.boards and teller.board:
        play.boards = [cards_of(teller.board) or ()]
    return play.hand(origin, game, teller.button)


class _Lines:
    """Tells the play what the lines say."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._big_blind = 0
        self._hole: dict[str, list[str]] = {}
        self.button = 0
        self.board: list[str] = []

    def tell(self, line: str) -> None:
        play = self._play
        if line.startswith(_PLAYER):
            self._act(line.removeprefix(_PLAYER))
        elif seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        elif button := _BUTTON.match(line):
            self.button = int(button[1])
        elif uncalled := _UNCALLED.match(line[:_LONGEST_LINE]):
            play.give_back(uncalled[2], play.amount(uncalled[1]))
        elif line.startswith("*** "):
            play.begin_street()

    def _act(self, text: str) -> None:
        """A player without a name, and without a seat, may take part."""
        play = self._play
        name, action = ("", text[1:]) if text.startswith(" ") else play.seats.split(text)
        verb = next((verb for verb in _ACTIONS if action.startswith(verb)), "")
        if not verb:
            return
        if not name and name not in play.seats:
            if not text.startswith(" "):
                return
            play.sit(name, next(n for n in range(1, 100) if not play.seats.at(n)))
        _ACTIONS[verb](self, name, action[len(verb) :])

    def _amount(self, text: str) -> int:
        amount = _IN_PARENTHESES.search(text)
        if not amount:
            raise Unreadable(f"“{text[:40]}” has no amount")
        return self._play.amount(amount[1])

    def posts(self, name: str, more: str) -> None:
        self._play.post(name, self._amount(more))

    def posts_big_blind(self, name: str, more: str) -> None:
        self._big_blind = max(self._big_blind, self._amount(more))
        self.posts(name, more)

    def posts_both(self, name: str, more: str) -> None:
        """A big blind, and what is more is dead."""
        amount = self._amount(more)
        live = min(amount, self._big_blind or amount)
        self._play.post(name, live)
        self._play.dead(name, amount - live)

    def antes(self, name: str, more: str) -> None:
        self._play.ante(name, self._amount(more))

    def adds(self, name: str, more: str) -> None:
        self._play.put_in(name, self._amount(more))

    def goes_all_in(self, name: str, more: str) -> None:
        """Who is disconnected is all in for what is in already."""
        if "(" in more:
            self.adds(name, more)
        else:
            self._play.check(name)

    def folds(self, name: str, more: str) -> None:
        self._play.fold(name)

    def checks(self, name: str, more: str) -> None:
        self._play.check(name)

    def receives(self, name: str, more: str) -> None:
        self._play.deal_in(name)
        hole = self._hole.setdefault(name, [])
        hole += in_brackets(more)[:1]
        self._play.know(name, cards_of(hole))

    def end(self, line: str) -> None:
        """One line of the summary."""
        play = self._play
        if (pot := _POT.match(line)) and play.total is None:
            play.rake = play.amount(pot[2]) if pot[2] else 0
            fee = play.amount(pot[3]) if pot[3] else 0
            play.fees = {"jackpot": fee} if fee else {}
            play.total = play.amount(pot[1]) + play.rake + fee
        elif board := _BOARD.match(line):
            self.board = " ".join(in_brackets(board[1])).split()
        elif end := _END.match(line):
            self._end_of_player(end[1], end[2], end[3])

    def _end_of_player(self, name: str, verb: str, more: str) -> None:
        play = self._play
        if name not in play.seats:
            return
        cards = in_brackets(more)[:1]
        if cards and name not in play.folded:
            tell = play.show if verb == "shows" else play.know
            tell(name, cards_of(cards[0].split()))
        collects = _COLLECTS.search(more)
        if collects and (amount := play.amount(collects[1])):
            play.collect(name, amount)

    def pay_nameless(self) -> None:
        """Who has no name may be missing in the summary, and was paid if nobody else was."""
        play = self._play
        if not play.paid and "" in play.live and "" not in play.folded and play.total:
            bettor, uncalled = uncalled_of(play.live)
            taken = play.rake + sum(play.fees.values())
            play.collect("", play.total - taken - (0 if play.returned or bettor else uncalled))


_ACTIONS: Mapping[str, Callable[[_Lines, str, str], None]] = {
    "has small blind": _Lines.posts,
    "has big blind": _Lines.posts_big_blind,
    "posts ante": _Lines.antes,
    "posts": _Lines.posts_both,
    "straddle": _Lines.posts,
    "ante": _Lines.antes,
    "bring in": _Lines.adds,
    "received": _Lines.receives,
    "calls": _Lines.adds,
    "bets": _Lines.adds,
    "raises": _Lines.adds,
    "caps": _Lines.adds,
    "cap": _Lines.adds,
    "allin": _Lines.goes_all_in,
    "folds": _Lines.folds,
    "checks": _Lines.checks,
}

WINNING = LogFormat(_NAME, ("Game started at:", "Game ID:"), _begins, _read, longest_line=1_000)
