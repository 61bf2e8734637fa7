"""The text of Bovada, Ignition and Bodog, in English: players are called by their positions.

    Bovada Hand #3183548059 TBL#10253202 HOLDEM Fixed Limit - 2026-12-01 04:04:36
    Seat 1: UTG+2 [ME] ($2,700 in chips)
    Dealer : Set dealer/Bring in spot [2]
    Small Blind : Ante/Small Blind $15
    UTG : Posts dead chip $5
    Big Blind : All-in $8
    *** HOLE CARDS ***
    UTG+2  [ME] : Card dealt to a spot [Js 6s]
    UTG : Raises $60 to $60
    UTG+1 : All-in(timeout) 1604
    UTG+2  [ME] : Fold(Blind Disconnected)
    *** FLOP *** [9d 7h 5h]
    UTG : Return uncalled portion of bet $5.75
    UTG : Showdown [9d 8s 7h 6c 5h] (Straight)
    Dealer : Mucks [Kc Kh] (One pair)
    UTG : Hand result-Side pot $158.27
    *** SUMMARY ***
    Total Pot($765) | Rake ($3)
    Board [9d 7h 5h 8s Jd]
    Seat+5: UTG $381  with Straight [Ac 6c-9d 8s 7h 6c 5h]

Every hole card is told; who shows or mucks tells the best five too. A raise is to its last amount,
an all-in that isn't a raise adds it. In old logs nothing says when the next betting round begins,
and the rake is not stated; a blind that nobody called may be paid with the pot, and in the total.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from zoneinfo import ZoneInfo

from showdown.evaluator.cards import Card
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.limits import limit_in
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LogFormat, Unreadable, strays
from showdown.notation.logs.logged_hand import Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import (
    Unplayed,
    in_brackets,
    moment,
    origin_of,
    read_or_skipped,
    take_back_uncalled,
)
from showdown.notation.logs.stars_lines import place_of_summary

_NAME = "bovada"

_TITLES = {
    "HOLDEM": "holdem",
    "OMAHA": "omaha",
    "OMAHA HiLo": "omaha-hilo",
    "OMAHA_HL": "omaha-hilo",
    "7CARD": "seven-card-stud",
    "7CARD HiLo": "stud-hilo",
    "7CARD_HL": "stud-hilo",
}
"""The room's names of the games, and ours; `ZonePoker` may follow."""

_SITE = r"(?:Ignition|Bovada|Bodog(?:\.com|\.eu| UK| Canada|88)?) Hand #C?"
_BEGINNING = re.compile(rf"{_SITE}(\d+)")
_HEADER = re.compile(
    rf"{_SITE}\d+ ?:?\s+(?:(?:Zone Poker ID|TBL)#(\S+) ?:?\s+)?"
    rf"({'|'.join(sorted(map(re.escape, _TITLES), key=len, reverse=True))})(?:ZonePoker)?\b"
    r"(.*?)(?: - (\d{4})-(\d\d)-(\d\d) (\d+):(\d+):(\d+))?\s*$"
)
_TABLE = re.compile(r"TBL#(\d+)")
_SEAT = re.compile(r"Seat[ +](\d+): (.+?) ?(?:\[ME\] )?\((\S+) in chips\)")
_STUD_SEAT = re.compile(r"(Seat\+(\d+))(?: \[ME\])?: (\S+) in chips")
_BUTTON = re.compile(r"Set dealer.*\[(\d+)\]")
_AMOUNT = re.compile(r"\D?(\d[\d,.]*)")
_TOTAL = re.compile(r"Total Pot\((\S+?)\)(?:.*Rake ?\((\S+?)\))?")
_TEN = re.compile(r"\b10(?=[cdhs]\b)")
_STREETS = ("*** FLOP", "*** TURN", "*** RIVER", "*** 4TH", "*** 5TH", "*** 6TH", "*** 7TH")
_OF_SUMMARY = ("Total", "Board", "Seat+", "Seat ", "***")
_BREAK = " in chips)"
_LONGEST_LINE = 400
_NEW_YORK = ZoneInfo("America/New_York")


def _begins(line: str, piece: Sequence[str] | None) -> bool:
    return _BEGINNING.match(line) is not None


def _read(lines: Sequence[str], number: int) -> Iterator[ReadHand]:
    begun = _BEGINNING.match(lines[0])
    header = _HEADER.match(lines[0][:_LONGEST_LINE])
    table = _TABLE.search(lines[0][:_LONGEST_LINE])
    origin = origin_of(
        _NAME,
        number,
        begun,
        table,
        moment(_NEW_YORK, *header.groups()[3:]) if header and header[4] else None,
    )
    summary = place_of_summary(lines)
    end = _end_of(lines, summary) if summary else len(lines)
    yield read_or_skipped(lambda origin: _hand(lines[:end], summary, origin, header), origin)
    yield from strays(lines[end:], number + end, _NAME)


def _end_of(lines: Sequence[str], summary: int) -> int:
    """The place of the first line that belongs to no summary."""
    for place in range(summary, len(lines)):
        line = lines[place]
        if line.strip() and (not line.startswith(_OF_SUMMARY) or line.rstrip().endswith(_BREAK)):
            return place
    return len(lines)


def _hand(
    lines: Sequence[str], summary: int, origin: Origin, header: re.Match[str] | None
) -> ReadHand:
    if not header:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    if not summary:
        raise Unplayed(Skip.CUT_OFF, "it has no summary")
    is_cash = "Tournament" not in header[3]
    has_streets = any(line.startswith(_STREETS) for line in lines)
    game = GAMES[_TITLES[header[2]]]
    return _Hand(game, is_cash=is_cash, has_streets=has_streets).read(lines, summary, origin)


class _Hand:
    """One hand, line by line."""

    def __init__(self, game: Game, *, is_cash: bool, has_streets: bool) -> None:
        self._game = game
        self._play = Play(decimals=2 if is_cash else 0)
        self._play.rakes_in_proportion = False
        self._play.states_rake = not is_cash
        self._has_streets = has_streets
        self._has_cards = False
        self._button = 0
        self._big_blind = 0
        self._hole: dict[str, list[Card]] = {}
        self._to_act: set[str] = set()
        self._all_in: set[str] = set()

    def read(self, lines: Sequence[str], summary: int, origin: Origin) -> ReadHand:
        play = self._play
        play.limit = limit_in(lines[0])
        before = ""
        for line in lines[1:summary]:
            if line.startswith(_STREETS):
                play.begin_street()
            elif not self._is_seat(line[:_LONGEST_LINE]) and line != before:
                self._tell(line)
            before = line
        self._read_summary(lines[summary:])
        if not play.returned:
            take_back_uncalled(play)
            if play.collected_uncalled and play.total is not None:
                play.total -= uncalled_of(play.live)[1]
        return play.hand(origin, self._game, self._button)

    def _is_seat(self, line: str) -> bool:
        play = self._play
        if seat := _SEAT.match(line):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        elif seat := _STUD_SEAT.match(line):
            play.sit(seat[1], int(seat[2]), play.amount(seat[3]))
        return seat is not None

    def _tell(self, line: str) -> None:
        player, separator, action = line.partition(" : ")
        name = player.replace("[ME]", "").strip()
        if not separator or name not in self._play.seats:
            return
        verb = next((verb for verb in _ACTIONS if action.startswith(verb)), "")
        if verb:
            _ACTIONS[verb](self, name, action[len(verb) :])

    def _amount(self, text: str) -> int:
        """The last amount: `$60 to $60`, `(timeout) 1604`."""
        amounts = _AMOUNT.findall(text)
        if not amounts:
            raise Unreadable(f"“{text[:40]}” has no amount")
        return self._play.amount(amounts[-1])

    def sets_dealer(self, name: str, more: str) -> None:
        if button := _BUTTON.match(f"Set dealer{more}"):
            self._button = int(button[1])

    def posts(self, name: str, more: str) -> None:
        self._play.post(name, self._amount(more))
        self._is_all_in(name)

    def posts_big_blind(self, name: str, more: str) -> None:
        self._big_blind = max(self._big_blind, self._amount(more))
        self.posts(name, more)

    def posts_dead(self, name: str, more: str) -> None:
        """A small blind, or with it a big one, which counts."""
        amount = self._amount(more)
        live = self._big_blind if self._big_blind and amount >= self._big_blind else 0
        self._play.post(name, live)
        self._play.dead(name, amount - live)

    def antes(self, name: str, more: str) -> None:
        self._play.ante(name, self._amount(more))

    def is_dealt(self, name: str, more: str) -> None:
        play = self._play
        self._has_cards = True
        play.deal_in(name)
        if name not in self._hole and name not in self._all_in:
            self._to_act.add(name)
        for cards in in_brackets(more)[:1]:
            hole = self._hole.setdefault(name, [])
            known = cards_of(_TEN.sub("T", cards).split()) or ()
            hole += [card for card in known if card not in hole]
            play.known[name] = tuple(hole)

    def adds(self, name: str, more: str) -> None:
        self._play.put_in(name, self._amount(more))
        self._has_acted(name)

    def bets(self, name: str, more: str) -> None:
        self._play.put_in(name, self._amount(more))
        self._has_raised(name)

    def raises(self, name: str, more: str) -> None:
        self._play.raise_to(name, self._amount(more))
        self._has_raised(name)

    def goes_all_in(self, name: str, more: str) -> None:
        """Before the cards it is a blind, or an ante where others posted theirs before."""
        play, amount = self._play, self._amount(more)
        if self._has_cards:
            most = max([play.put_in_on_street(other) for other in play.seats], default=0)
            play.put_in(name, amount)
            self._all_in.add(name)
            is_raise = play.put_in_on_street(name) > most
            (self._has_raised if is_raise else self._has_acted)(name)
        elif play.antes and name not in play.antes:
            play.ante(name, amount)
            self._all_in.add(name)
        else:
            self.posts(name, more)

    def folds(self, name: str, more: str) -> None:
        self._play.fold(name)
        self._has_acted(name)

    def checks(self, name: str, more: str) -> None:
        self._play.check(name)
        self._has_acted(name)

    def gets_back(self, name: str, more: str) -> None:
        self._play.give_back(name, self._amount(more))

    def shows(self, name: str, more: str) -> None:
        hole = tuple(self._hole.get(name, ()))
        if len(hole) == self._game.hole:
            self._play.show(name, hole)

    def wins(self, name: str, more: str) -> None:
        self._play.collect(name, self._amount(more))

    def _is_all_in(self, name: str) -> None:
        play = self._play
        if play.live.get(name, 0) + play.antes.get(name, 0) >= play.stacks.get(name, 0) > 0:
            self._all_in.add(name)

    def _has_raised(self, name: str) -> None:
        """Everybody else who still can has to act again."""
        self._is_all_in(name)
        self._to_act = set(self._hole) - self._play.folded - self._all_in - {name}
        self._end_round()

    def _has_acted(self, name: str) -> None:
        self._is_all_in(name)
        self._to_act.discard(name)
        self._end_round()

    def _end_round(self) -> None:
        """Where no line says so, a betting round ends with the last player who had to act."""
        if not self._has_streets and not self._to_act:
            self._play.begin_street()
            self._to_act = set(self._hole) - self._play.folded - self._all_in

    def _read_summary(self, lines: Sequence[str]) -> None:
        play = self._play
        for line in (whole[:_LONGEST_LINE] for whole in lines):
            if total := _TOTAL.match(line):
                play.total = play.amount(total[1])
                if total[2]:
                    play.rake, play.states_rake = play.amount(total[2]), True
            elif line.startswith("Board [") and self._game.boards:
                board = cards_of(_TEN.sub("T", in_brackets(line)[0]).split())
                play.boards = [board] if board else []
        if play.total is None:
            raise Unreadable("its summary doesn't say the total pot")


_ACTIONS: Mapping[str, Callable[[_Hand, str, str], None]] = {
    "Set dealer": _Hand.sets_dealer,
    "Ante/Small": _Hand.posts,
    "Small ": _Hand.posts,
    "Big ": _Hand.posts_big_blind,
    "Posts dead chip": _Hand.posts_dead,
    "Posts chip": _Hand.posts,
    "Posts": _Hand.posts,
    "Bring": _Hand.posts,
    "Ante chip": _Hand.antes,
    "Card dealt to a spot": _Hand.is_dealt,
    "Call": _Hand.adds,
    "Bet": _Hand.bets,
    "Double bet": _Hand.bets,
    "Raise": _Hand.raises,
    "raise": _Hand.raises,
    "All-in(raise": _Hand.raises,
    "All-in": _Hand.goes_all_in,
    "Fold": _Hand.folds,
    "Check": _Hand.checks,
    "Return uncalled portion of bet": _Hand.gets_back,
    "Showdown": _Hand.shows,
    "Hand result": _Hand.wins,
    "Hand Result": _Hand.wins,
}

BOVADA = LogFormat(_NAME, ("Bovada ", "Ignition ", "Bodog"), _begins, _read, longest_line=1_000)
