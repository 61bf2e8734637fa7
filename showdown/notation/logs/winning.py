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

Every amount is what is added. The pot is what is left of it after rake and fee; at the older tables
with a jackpot, `(JP)`, no fee is stated. A name may be empty. `posts (0.25) as a dead bet` stands
before `posts (0.50)`; less than a big blind is dead too. 10K is 10000. The odd chip of a pot has
gone to the low half.
"""

import re
from collections.abc import Sequence

from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.actions import no_amount
from showdown.notation.logs.log_cards import cards_of
from showdown.notation.logs.log_format import LONGEST_NAME, Unreadable
from showdown.notation.logs.logged_hand import Act, Origin, ReadHand, Skip
from showdown.notation.logs.play import Play
from showdown.notation.logs.reading import Unplayed, have_cents, in_all_pots, in_brackets
from showdown.notation.logs.text_hand import LONGEST_LINE, TextHand

_HEADING = re.compile(r"^Game ID: (\d+) ([\d.,K]+)/([\d.,K]+) (.*?) ?\(([^()]+)\)(?: \d+-max)?\s*$")
_STARTED = re.compile(
    r"^Game started at: (?P<year>\d+)/(?P<month>\d+)/(?P<day>\d+)"
    r" (?P<hour>\d+):(?P<minute>\d+):(?P<second>\d+)"
)
_SEAT = re.compile(r"Seat (\d+): (.*) \((\S+)\)\.?\s*$")
_DEALER = re.compile(r"Seat (\d+) is the button")
_BOARD = re.compile(r"(?:Board|\*\*\* (?:FLOP|TURN|RIVER) \*\*\*): (.*)")
_POT = re.compile(r"Pot: ([\d.,]+?)\.?(?: Rake ([\d.,]+?)\.?)?(?: JP fee ([\d.,]+?)\.?)?\s*$")
_END = re.compile(r"\*?Player (.*?) (does not show|shows|mucks)(.*)")
_COLLECTS = re.compile(r"Collects: ([\d.,]+?)\. (?:Wins|Loses):")
_IN_PARENTHESES = re.compile(r"\(([\d.,]+)\)")
_TEN = re.compile(r"\b10(?=[cdhs]\b)")
_THOUSANDS = re.compile(r"(?<=[( ])(\d+)K(?=[). ]|$)")
_ENDED = "Game ended at:"
_PLAYER = "Player "
_DEAD = "as a dead bet"
_REAL = "(PRR)"
_JACKPOT = "(JP)"
_MOST_DROPPED = 50
"""Cents that are dropped for a jackpot; 25 have been seen."""
_NO_PLAY = frozenset((Act.ANTE, Act.POST, Act.DEAD, Act.STREET))


def _whole(line: str) -> str:
    """The line with its thousands, of which `(10K)` says how many."""
    return _THOUSANDS.sub(r"\g<1>000", line) if "K" in line else line


def return_once(play: Play) -> None:
    """A blind that nobody called may go back whole; then what others had put in is paid with it.

    `Uncalled bet (2) returned to Cem`, who wins 1, is the same as 1 that goes back, and 2 won.
    """
    name, uncalled = uncalled_of(play.live)
    excess = play.returned.get(name, 0) - uncalled
    total = in_all_pots(play)
    if len(play.returned) == 1 and excess > 0 and total - excess == play.total:
        play.returned = {name: uncalled} if uncalled else {}
        play.collect(name, excess)
        play.total = total


class _Hand(TextHand):
    name = "winning"
    titles = {
        "Hold'em": "holdem",
        "Six Plus Hold'em": "short-deck",
        "Omaha": "omaha",
        "Omaha HiLow": "omaha-hilo",
        "5Card Omaha": "five-card-omaha",
        "5Card Omaha H/L": "five-card-omaha-hilo",
        "6Card Omaha": "six-card-omaha",
        "6Card Omaha H/L": "six-card-omaha-hilo",
        "Seven Cards Stud": "seven-card-stud",
        "Seven Cards Stud HiLow": "stud-hilo",
    }
    lines_of_head = 3
    beginning = re.compile(r"Game ID: \d")
    heading = table = _HEADING
    time = _STARTED
    uncalled = re.compile(r"Uncalled bet \((\S+)\) returned to ?(.*?)\s*$")

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self._hole: dict[str, list[str]] = {}
        self._board: list[str] = []
        self._all_in: list[str] = []

    @classmethod
    def begins(cls, line: str, piece: Sequence[str] | None) -> bool:
        """The time may come before the header; where it doesn't, the hand begins with that."""
        if cls.beginning.match(line):
            return not piece or any(map(cls.beginning.match, piece))
        return _STARTED.match(line) is not None

    def place_of_summary(self) -> int:
        return self.place_of("------ Summary")

    def place_of_end(self) -> int:
        ended = self.place_of(_ENDED)
        return ended + 1 if ended else len(self.lines)

    def origin(self, number: int) -> Origin:
        header = self.header
        hand, table = (header[1], header[4]) if header else ("", "")
        return Origin(self.name, number, hand, table[:LONGEST_NAME], self.played())

    def read(self, origin: Origin) -> ReadHand:
        header = self.header
        title = header[5] if header else ""
        game = self.game_called(title, title or self.lines[0])
        self.need_summary()
        is_real = bool(header and _REAL in header[4])
        self.start(2 if is_real or have_cents(self.lines[2:]) else 0)
        self.play.states_returns = True
        self.play.gives_odd_chips_by_book = False
        for line in self.lines[1 : self.summary]:
            self._tell(_TEN.sub("T", _whole(line)))
        for line in self.lines[self.summary :]:
            self._read_end(_TEN.sub("T", _whole(line[:LONGEST_LINE])))
        if not self._hole and all(act in _NO_PLAY for act, _, _ in self.play.deeds):
            raise Unplayed(Skip.CANCELLED)
        if self.play.total is None:
            raise Unreadable("its summary doesn't say the pot")
        self._pay_nameless()
        self._find_missing(has_jackpot=bool(header and _JACKPOT in header[4]))
        return_once(self.play)
        if game.boards and self._board:
            self.play.boards = [cards_of(self._board) or ()]
        return self.hand(origin, game)

    def _tell(self, line: str) -> None:
        if line.startswith(_PLAYER):
            self._act(line.removeprefix(_PLAYER))
        elif seat := _SEAT.match(line[:LONGEST_LINE]):
            self.sits(seat)
        elif dealer := _DEALER.match(line):
            self.button = int(dealer[1])
        elif not self.returns(line) and line.startswith("*** "):
            self.play.begin_street()

    def _act(self, text: str) -> None:
        """A player without a name, and without a seat, may take part."""
        seats = self.play.seats
        name, action = ("", text[1:]) if text.startswith(" ") else seats.split(text)
        if name not in seats and action.startswith(tuple(self.verbs)):
            self.play.sit(name, next(number for number in range(1, 100) if not seats.at(number)))
        self.acts(name, action)

    def amount(self, more: str) -> int:
        amount = _IN_PARENTHESES.search(more)
        return self.play.amount(amount[1] if amount else no_amount(more))

    def posts_both_blinds(self, name: str, more: str) -> None:
        amount = self.amount(more)
        if more.endswith(_DEAD) or amount < self.big_blind:
            self.play.dead(name, amount)
        else:
            super().posts_both_blinds(name, more)

    def goes_all_in(self, name: str, more: str) -> None:
        """Who is disconnected is all in for what is in already, or else with all chips."""
        if "(" in more:
            self.adds(name, more)
        else:
            self._all_in.append(name)
            self.play.check(name)

    def receives(self, name: str, more: str) -> None:
        self.play.deal_in(name)
        hole = self._hole.setdefault(name, [])
        hole += in_brackets(more)[:1]
        self.play.know(name, cards_of(hole))

    def _read_end(self, line: str) -> None:
        """One line of the summary."""
        play = self.play
        if (pot := _POT.match(line)) and play.total is None:
            play.rake = play.amount(pot[2]) if pot[2] else 0
            fee = play.amount(pot[3]) if pot[3] else 0
            play.fees = {"jackpot": fee} if fee else {}
            play.total = play.amount(pot[1]) + play.rake + fee
        elif board := _BOARD.match(line):
            self._board = " ".join(in_brackets(board[1])).split()
        elif end := _END.match(line):
            self._end_of_player(end[1], end[2], end[3])

    def _end_of_player(self, name: str, verb: str, more: str) -> None:
        play = self.play
        if name not in play.seats:
            return
        cards = in_brackets(more)[:1]
        if cards and name not in play.folded:
            tell = play.show if verb == "shows" else play.know
            tell(name, cards_of(cards[0].split()))
        collects = _COLLECTS.search(more)
        if collects and (amount := play.amount(collects[1])):
            play.collect(name, amount)

    def _pay_nameless(self) -> None:
        """Who has no name may be missing in the summary, and was paid if nobody else was."""
        play = self.play
        if not play.paid and "" in play.live and "" not in play.folded and play.total:
            bettor, uncalled = uncalled_of(play.live)
            taken = play.rake + sum(play.fees.values())
            play.collect("", play.total - taken - (0 if play.returned or bettor else uncalled))

    def _find_missing(self, *, has_jackpot: bool) -> None:
        """What the pot has that no line says, or what is missing of it though nobody got it."""
        play = self.play
        missing = (play.total or 0) - in_all_pots(play)
        if missing > 0 and len(self._all_in) == 1:
            (name,) = self._all_in
            rest = play.stacks.get(name, 0) - play.live.get(name, 0) - play.dead_of.get(name, 0)
            before = dict(play.live)
            play.put_in(name, max(rest, 0))
            if in_all_pots(play) != play.total:
                play.live = before
        elif has_jackpot and not play.fees and 0 < -missing <= _MOST_DROPPED:
            play.fees = {"jackpot": -missing}
            play.total = in_all_pots(play)

    verbs = {
        "has small blind": TextHand.posts,
        "has big blind": TextHand.posts_big_blind,
        "posts ante": TextHand.antes,
        "posts": posts_both_blinds,
        "straddle": TextHand.posts,
        "ante": TextHand.antes,
        "bring in": TextHand.adds,
        "received": receives,
        "calls": TextHand.adds,
        "bets": TextHand.adds,
        "raises": TextHand.adds,
        "caps": TextHand.adds,
        "cap": TextHand.adds,
        "allin": goes_all_in,
        "folds": TextHand.folds,
        "checks": TextHand.checks,
    }


WINNING = _Hand.log_format("Game started at:", "Game ID:")
