"""The text of GGPoker, in English: PokerStars' grammar with lines of its own.

    Poker Hand #OM1171256: PLO-5 ($25/$50) - 2026/04/11 03:57:00
    Table 'VO5 Ante1' 6-max Seat #4 is the button
    Seat 3: Anna ($2,000 in chips)
    Cash Drop to Pot : total $100
    Anna: posts missed blind $25
    Anna: posts button blind $50
    Anna: straddle $100
    Boris: Chooses to EV Cashout
    Boris: Receives Cashout ($12.50)
    Boris: Pays Cashout Risk ($0.12)
    Cem: Pays Cashout Risk ($19)
    Dora: get an all-in insurance (premium ($0/$4/$0) for ($0/$10.8/$0) - (Mandatory/Main/Sub))
    Dora: pay premium of all-in insurance ($4)
    *** FIRST TURN *** [5d 2h 6c] [5c]
    *** SECOND TURN *** [5d 2h 6c] [3d]
    Anna: Bet & Muck $5
    Anna: Bet & Muck folds
    *** SUMMARY ***
    Total pot $255 | Rake $12.75 | Jackpot $5 | Bingo $0 | Fortune $0 | Tax $0
    Hand was run two times
    FIRST Board [5d 2h 6c 5c 6h]
    SECOND Board [3d Td]

A straddle is to what the player has put in; a missed blind is dead. Any amount in the last but the
first two columns of the total is a fee; the first may have the pots, `Total pot $170 Main pot $60.
Side pot-1 $110.` All-in or fold has a heading `*** PREFLOP ***`. A second board may begin where it
differs from the first; to which of three boards odd cents go is not known.
Who was bought out before the end and loses receives the price; who wins collects the pot and pays
the house what it has above the price. Where a line says both, the second is the fee, and the pot
may be collected by nobody; otherwise no fee is stated.
"""

import re
from datetime import UTC, datetime

from showdown.evaluator.games import GAMES
from showdown.notation.logs.field_values import any_title, have_odd_cents, limit_in, moment
from showdown.notation.logs.framed import Frame, FramedHand
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.log_format import LogFormat
from showdown.notation.logs.logged_hand import ReadHand, Skip, Unplayed
from showdown.notation.logs.stars_lines import boards_of, read_bets, read_end, read_seats
from showdown.notation.logs.statements import EVERYTHING, Statement
from showdown.notation.logs.verbs import Verbs

_TITLES = {
    "Hold'em": "holdem",
    "NLH": "holdem",
    "ShortDeck": "short-deck",
    "Omaha Hi/Lo": "omaha-hilo",
    "Omaha": "omaha",
    "PLO-5": "five-card-omaha",
    "PLO-6": "six-card-omaha",
    "PLO5": "five-card-omaha",
    "PLO6": "six-card-omaha",
    "Short Deck": "short-deck",
    "6+ Hold'em": "short-deck",
    "PLO": "omaha",
    "5 Card Omaha": "five-card-omaha",
    "6 Card Omaha": "six-card-omaha",
}
"""The room's names of the games, and ours."""

_ID = r"(?:GG ?)?Poker Hand #([A-Za-z_]{0,16}\d+):"
_BEGINNING = re.compile(_ID)
_HEADER = re.compile(rf"{_ID} +(.*?) +- +(\d{{4}})/(\d\d)/(\d\d)[- ]+(\d+):(\d+):(\d+)")
_TITLE = re.compile(
    rf"\b({any_title(_TITLES)})"
    r"(?: (?:No Limit|Pot Limit|Fixed Limit|Limit|\(NL postflop\)))?,? *(?:- |\()"
)
_CURRENCY = re.compile(r"\([^\w\s(]?[A-Z]{0,2}[^\w\s(]\d|\b(?:USD|EUR|GBP|CAD|INR|CNY)\b")
_TABLE = re.compile(r"Table (?:ID )?'(.*)'(?:.*Seat #(\d+) is the button)?")
_COLUMN = re.compile(r"\s*([A-Z][A-Za-z ]*?) +(\D{0,3}[\d,.]+)")
_PART = re.compile(r"[Pp]ot(?:-\d+)? (\S+?)\.(?:\s|$)")
_DROP = re.compile(r"Cash Drop to Pot ?: total (\S+)")
_CHOOSES = "Chooses to EV Cashout"
_PRICE = re.compile(r"Receives Cashout \((\S+)\)")
_RISK = re.compile(r"Pays Cashout Risk \((\S+)\)")
_THREE = r"\(([^()/]+)/([^()/]+)/([^()/]+)\)"
_INSURES = re.compile(rf"get an all-in insurance \(premium {_THREE} for {_THREE}")
_PREMIUM = re.compile(r"pay premium of all-in insurance \((\S+)\)")
_BET_AND_MUCK = "Bet & Muck "
_STRADDLE = "straddle "
_RUNS_BY_BOOK = 2
_TOURNAMENT = "Tournament "
_LONGEST_LINE = 400


def _played(header: re.Match[str]) -> datetime | None:
    return moment(UTC, *header.groups()[2:])


def _read(hand: FramedHand) -> ReadHand:
    lines, summary = hand.lines, hand.summary
    stakes = hand.header[2] if hand.header else ""
    titles = _TITLE.findall(f"{stakes} - ")
    if not titles:
        raise Unplayed(Skip.UNSUPPORTED_GAME, f"“{stakes[:60]}”")
    is_cash = _TOURNAMENT not in stakes
    has_cents = is_cash and (_CURRENCY.search(stakes) or have_odd_cents(lines[1:]))
    play = HandBuilder(decimals=2 if has_cents else 0)
    play.limit = limit_in(stakes)
    first = read_seats(play, lines)
    teller = _Lines(play)
    read_bets(play, lines[first:summary], teller.act, teller.tell)
    play.boards = boards_of(lines[summary:])
    play.gives_odd_chips_by_book = len(play.boards) <= _RUNS_BY_BOOK
    for line in lines[summary:]:
        if line.startswith("Total pot "):
            _read_total(play, line[:_LONGEST_LINE])
        else:
            read_end(play, line)
    play.need_total()
    teller.pay_for_bought()
    return play.hand(hand.origin, GAMES[_TITLES[titles[-1]]], hand.button)


class _Lines:
    """Understands the lines that PokerStars doesn't have."""

    def __init__(self, play: HandBuilder) -> None:
        self._play = play
        self._verbs = Verbs(play, lambda _: 0)
        self._prices: dict[str, int] = {}
        self._risks: dict[str, int] = {}
        self._chosen: dict[str, int] = {}

    def act(self, name: str, action: str) -> None:
        """A player may announce a bet and a muck in one, which the room plays in two."""
        play, action = self._play, action.removeprefix(_BET_AND_MUCK)
        if action[:1].isdigit() or action[1:2].isdigit():
            action = f"bets {action}"
        if action.startswith(_STRADDLE):
            play.raise_to(name, play.amount(action[len(_STRADDLE) :].partition(" ")[0]))
        elif action.startswith("posts missed blind "):
            play.dead(name, play.amount(action.rpartition("blind ")[2].partition(" ")[0]))
        elif not self._verbs.act(name, action):
            self._sell(name, action)

    def _sell(self, name: str, action: str) -> None:
        """The hand, or a part of its risk, to the house."""
        play = self._play
        if action.startswith(_CHOOSES):
            self._chosen.setdefault(name, play.round)
        elif price := _PRICE.match(action):
            self._prices[name] = self._prices.get(name, 0) + play.amount(price[1])
        elif risk := _RISK.match(action):
            self._risks[name] = self._risks.get(name, 0) + play.amount(risk[1])
        elif insured := _INSURES.match(action):
            amounts = list(map(play.amount, insured.groups()))
            play.insure(name, sum(amounts[:3]), sum(amounts[3:]))
        elif premium := _PREMIUM.match(action):
            play.pay_premium(name, play.amount(premium[1]))

    def tell(self, line: str) -> None:
        if line.startswith("Hand cancelled"):
            raise Unplayed(Skip.CANCELLED)
        if drop := _DROP.match(line):
            self._play.add_to_pot(self._play.amount(drop[1]))

    def pay_for_bought(self) -> None:
        """What nobody collects, where one player was bought out, the house gets for that hand."""
        play = self._play
        unpaid = play.in_all_pots() - play.rake - sum(play.fees.values()) - sum(play.paid.values())
        bought = [name for name in self._prices if name not in play.paid]
        if len(bought) == 1 and unpaid > 0:
            play.collect(bought[0], unpaid)
        for name in {**self._prices, **self._risks}:
            self._cash_out(name)

    def _cash_out(self, name: str) -> None:
        """Who receives the price pays the fee; who wins the pot pays what is above the price."""
        play, risk, at = self._play, self._risks.get(name, 0), self._chosen.get(name)
        if name in self._prices:
            play.cash_out(name, max(self._prices[name] - risk, 0), risk, at)
        else:
            play.cash_out(name, max(play.paid.get(name, 0) - risk, 0), round=at)


def _read_total(play: HandBuilder, line: str) -> None:
    """`Total pot $0.6 Main pot $0.4. Side pot $0.2. | Rake $0.02 | Jackpot $0.02 | Bingo $0`."""
    first, *others = line.split("|")
    columns = [column for text in (first, *others) if (column := _COLUMN.match(text))]
    amounts = {column[1]: play.amount(column[2]) for column in columns}
    play.total = amounts.pop("Total pot")
    play.pots = [play.amount(part) for part in _PART.findall(first)]
    play.rake = amounts.pop("Rake", 0)
    play.fees = {name.lower(): amount for name, amount in amounts.items() if amount}


_FRAME = Frame("ggpoker", _BEGINNING, _HEADER, _TABLE, _played, _read)

GGPOKER = LogFormat(
    _FRAME.name,
    ("Poker Hand #", "GG"),
    _FRAME.begins,
    _FRAME.hands,
    longest_line=1_000,
    is_indented=True,
    states=EVERYTHING - {Statement.RAKE_OF_POTS},
    may_lack=frozenset((Statement.ODD_CHIPS,)),
)
