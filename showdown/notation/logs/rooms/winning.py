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

The total is what is left after rake and fee. `posts dead` is a big blind and a dead small one, or
the latter alone. A tournament's hand begins with `Game Hand #80586589 - Tournament #11182752 -
Holdem(No Limit) -`. A hand that was run twice has `*** FLOP 1 ***` and `*** FLOP 2 ***`. Where all
fold to the big blind, it goes back in part, whole, or with the pot.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.wagers import uncalled_of
from showdown.notation.logs.actions import SHARED, Action, Actions, stranger_in
from showdown.notation.logs.field_values import cards_of, have_cents, in_brackets, limit_in, moment
from showdown.notation.logs.framed import Frame, FramedHand
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.log_format import LogFormat
from showdown.notation.logs.logged_hand import Limit, ReadHand, Skip, Unplayed
from showdown.notation.logs.stars_lines import need_no_seat
from showdown.notation.logs.statements import EVERYTHING, Statement

_TITLES = {
    "Holdem": "holdem",
    "6+ Holdem": "short-deck",
    "Six Plus Holdem": "short-deck",
    "Omaha": "omaha",
    "Omaha H/L": "omaha-hilo",
    "5Card Omaha": "five-card-omaha",
    "5Card Omaha H/L": "five-card-omaha-hilo",
    "6Card Omaha": "six-card-omaha",
    "6Card Omaha H/L": "six-card-omaha-hilo",
    "7Stud": "seven-card-stud",
    "7Stud H/L": "stud-hilo",
}
"""The room's names of the games, and ours."""

_BEGINNING = re.compile(r"(?:Game )?Hand #(\d+) - ")
_HEADER = re.compile(
    r"(?:Game )?Hand #\d+ - (.*?Tournament #\d+ - )?([^()]+?) ?(?:\([^()]*\) ?){1,2}- "
    r"(.*?) ?- (\d{4})/(\d\d)/(\d\d) (\d+):(\d+):(\d+)"
)
_TABLE = re.compile(
    r"(.+?) (?:\d+-max ?)?(?:\(Play Money\) ?)?(?:Seat #(\d+) is the button|(?<=-max)$)"
)
_STAKES = re.compile(r"([\d.,]+)/\D?([\d.,]+)")
"""In limit games these are the two bets, and the blind is the smaller."""
_SEAT = re.compile(r"Seat (\d+): (.+) \((\S+)\)(?: is sitting out)?\s*$")
_UNCALLED = re.compile(r"Uncalled bet \((\S+)\) returned to (.+?)\s*$")
_DEALT = re.compile(r"Dealt to (.+?) (\[.*)")
_COLUMN = re.compile(r"([A-Z][A-Za-z ]*?) +\$?([\d,.]+)")
_WON = re.compile(r"Seat (\d+): .* and won \$?([\d,.]+)")
_WAITS = "will be allowed to play"
_ALL_IN = " and is all-in"
_HIGH_LOW = "H/L"
"""Before 2019 odd chips went to the low half; whether they still do is not known."""
_NO_FEES = ("Total pot", "Rake")
_FEES = {"JP Fee": "jackpot"}
_CURRENCY = "$"
_FIRST_STREETS = ("*** HOLE", "*** THIRD", "*** 3RD", "*** 3rd")
_RUN = re.compile(r"\*\*\* (?:(FIRST|SECOND|THIRD) )?(?:FLOP|TURN|RIVER)(?: (\d))? \*\*\*(.*)")
_LINES_OF_HEADER = 2
_LONGEST_LINE = 400


def _played(header: re.Match[str]) -> datetime | None:
    return moment(UTC, *header.groups()[3:])


def _read(hand: FramedHand) -> ReadHand:
    lines, header, summary = hand.lines, hand.header, hand.summary
    if not header or header[2] not in _TITLES:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{lines[0][:60]}”")
    is_cash = not header[1] and _CURRENCY in header[3]
    play = HandBuilder(decimals=2 if is_cash or have_cents(lines[2:]) else 0, separator=" ")
    play.limit = limit_in(lines[0])
    actions = _Actions(play)
    if stakes := _STAKES.search(header[3]):
        actions.big_blind = play.amount(stakes[1 if play.limit is Limit.FIXED else 2])
    for line in lines[_LINES_OF_HEADER:summary]:
        if seat := _SEAT.match(line[:_LONGEST_LINE]):
            play.sit(seat[2], int(seat[1]), play.amount(seat[3]))
        else:
            _tell(actions, line)
    _read_summary(play, lines[summary:])
    _return_blind(play)
    game = GAMES[_TITLES[header[2]]]
    play.gives_odd_chips_by_book = not header[2].endswith(_HIGH_LOW)
    play.boards = _boards(play.boards, lines[:summary]) if game.boards else []
    return play.hand(hand.origin, game, hand.button)


def _return_once(play: HandBuilder) -> None:
    """A blind that nobody called may go back whole; then what others had put in is paid with it.

    `Uncalled bet (2) returned to Cem`, who wins 1, is the same as 1 that goes back, and 2 won.
    """
    name, uncalled = uncalled_of(play.live)
    excess = play.returned.get(name, 0) - uncalled
    total = play.in_all_pots()
    if len(play.returned) == 1 and excess > 0 and total - excess == play.total:
        play.returned = {name: uncalled} if uncalled else {}
        play.collect(name, excess)
        play.total = total


def _return_blind(play: HandBuilder) -> None:
    """Where all fold before the flop, what nobody called may have gone back in other ways."""
    if play.returned:
        _return_once(play)
    elif not play.round and len(play.folded) + 1 == len(play.live.keys() | play.folded):
        play.take_back_uncalled()
        if play.collected_uncalled:
            play.states_returns = False
            play.total = (play.total or 0) - uncalled_of(play.live)[1]


def _boards(stated: Sequence[Cards], lines: Sequence[str]) -> Sequence[Cards]:
    """The boards of the summary, or of the headings of the streets if these have more."""
    runs: dict[str, Cards] = {}
    for line in lines:
        if line.startswith("*** ") and (street := _RUN.match(line[:_LONGEST_LINE])):
            cards = cards_of(" ".join(in_brackets(street[3])).split())
            runs[street[1] or street[2] or ""] = cards or ()
    shared = runs.pop("", ())
    boards = tuple((*shared[: 5 - len(board)], *board)[-5:] for board in runs.values())
    return boards if len(boards) > len(stated) else stated


def _tell(actions: "_Actions", line: str) -> None:
    play = actions.play
    name, action = play.seats.split(line)
    if name:
        verb, _, more = action.partition(" ")
        if verb in _ACTIONS:
            _ACTIONS[verb](actions, name, more)
    elif line.startswith("*** "):
        if not line.startswith(_FIRST_STREETS):
            play.begin_street()
    elif uncalled := _UNCALLED.match(line[:_LONGEST_LINE]):
        play.give_back(uncalled[2], play.amount(uncalled[1]))
    elif dealt := _DEALT.match(line[:_LONGEST_LINE]):
        play.know(dealt[1], cards_of(" ".join(in_brackets(dealt[2])).split()))
    elif not play.deeds and line.startswith("Seat ") and _WAITS not in line:
        need_no_seat(line)
    elif stranger := stranger_in(line, _ACTIONS):
        _ACTIONS[stranger[1]](actions, stranger[0], stranger[2])


class _Actions(Actions):
    """Understands what is posted, of which a part may be dead, and raises."""

    def __init__(self, play: HandBuilder) -> None:
        self.play = play

    def posts_as_called(self, name: str, more: str) -> None:
        play = self.play
        kind, _, text = more.rstrip().removesuffix(_ALL_IN).rpartition(" ")
        amount = play.amount(text)
        if "ante" in kind.split():
            play.ante(name, amount)
        elif kind == "dead" or (not kind and amount < self.big_blind):
            live = self.big_blind if amount >= self.big_blind else 0
            play.post(name, live)
            play.dead(name, amount - live)
        elif kind == "the big blind":
            self.big_blind = max(amount, self.big_blind if _ALL_IN in more else 0)
            play.post(name, amount)
        else:
            play.post(name, amount)

    def adds(self, name: str, more: str) -> None:
        """A raise, and a cap, may tell to what."""
        _, to, total = more.partition(" to ")
        if to:
            self.raises_to(name, total)
        else:
            super().adds(name, more)


_ACTIONS: Mapping[str, Action] = {
    **SHARED,
    "posts": _Actions.posts_as_called,
    **dict.fromkeys(("calls", "bets", "raises", "completes", "brings"), _Actions.adds),
    **dict.fromkeys(("caps", "cap", "straddle", "straddles"), _Actions.adds),
    "collected": Actions.collects,
}


def _read_summary(play: HandBuilder, lines: Sequence[str]) -> None:
    boards = []
    won: dict[str, int] = {}
    for line in (whole[:_LONGEST_LINE] for whole in lines):
        if line.startswith("Total pot ") and play.total is None:
            amounts = {name: play.amount(amount) for name, amount in _COLUMN.findall(line)}
            play.total = sum(amounts.values())
            play.rake = amounts.get("Rake", 0)
            fees = {name: fee for name, fee in amounts.items() if name not in _NO_FEES and fee}
            play.fees = {_FEES.get(name, name.lower()): fee for name, fee in fees.items()}
        elif line.startswith("Board"):
            boards += [cards_of(board.split()) or () for board in in_brackets(line)[:1]]
        elif end := _WON.match(line):
            won[play.seats.at(int(end[1]))] = play.amount(end[2])
    play.need_total()
    play.boards = boards
    play.paid = play.paid or won


_FRAME = Frame("winning-2019", _BEGINNING, _HEADER, _TABLE, _played, _read)

WINNING = LogFormat(
    _FRAME.name,
    ("Hand #", "Game Hand #"),
    _FRAME.begins,
    _FRAME.hands,
    longest_line=1_000,
    is_indented=True,
    states=EVERYTHING - {Statement.RAKE_OF_POTS},
    may_lack=frozenset((Statement.EVERY_RETURN, Statement.ODD_CHIPS)),
)
