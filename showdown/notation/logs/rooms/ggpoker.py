"""Hand histories of GGPoker, in English: the grammar of PokerStars with additional lines.

A straddle states the total that the player has put in; a missed blind is dead. In the line of the
total, every column after the first two is a fee; the first may list the pots: `Total pot $170 Main
pot $60. Side pot-1 $110.` Hands of All-In or Fold have the heading `*** PREFLOP ***`. A second
board may begin where it differs from the first. With three boards, it is unknown which one gets an
odd cent.

A player who sold the hand and loses receives `Cashout`, the price. A player who sold it and wins
collects the pot and pays `Cashout Risk`, the pot minus the price. If both lines are present,
`Cashout Risk` is the fee of the sale, and the line that collects the pot may be missing; otherwise
no fee is stated.
"""

import re
from collections.abc import Sequence

from showdown.evaluator.games import Game
from showdown.notation.logs.game_titles import TITLE, find_game_by_title
from showdown.notation.logs.logged_hand import ALL_STATEMENTS, Statement
from showdown.notation.logs.rooms.pokerstars import PokerStarsGrammar
from showdown.notation.logs.text_hand import DATE_AND_TIME
from showdown.notation.logs.value_parsing import have_odd_cents

_ID = r"(?:GG ?)?Poker Hand #([A-Za-z_]{0,16}\d+):"
_TITLE = re.compile(
    rf"\b({TITLE})"
    r"(?: (?:No Limit|Pot Limit|Fixed Limit|Limit|\(NL postflop\)))?,? *(?:- |\()"
)
_CURRENCY = re.compile(r"\([^\w\s(]?[A-Z]{0,2}[^\w\s(]\d|\b(?:USD|EUR|GBP|CAD|INR|CNY)\b")
_PRICE = re.compile(r"Cashout \((\S+)\)")
_RISK = re.compile(r"Cashout Risk \((\S+)\)")
_THREE_AMOUNTS = r"\(([^()/]+)/([^()/]+)/([^()/]+)\)"
"""Amounts of an insurance, in the order `(Mandatory/Main/Sub)`."""
_INSURES = re.compile(rf"an all-in insurance \(premium {_THREE_AMOUNTS} for {_THREE_AMOUNTS}")
_PREMIUM = re.compile(r"premium of all-in insurance \((\S+)\)")
_MAX_BOARDS_WITH_ODD_CHIP_RULE = 2


class GGPoker(PokerStarsGrammar):
    name = "ggpoker"
    prefixes = ("Poker Hand #", "GG")
    statements = ALL_STATEMENTS - {Statement.RAKE_OF_POTS}
    optional_statements = frozenset((Statement.ODD_CHIPS,))
    can_omit_rake = True
    beginning = re.compile(_ID)
    heading = re.compile(rf"^{_ID} +(.*?) +- +{DATE_AND_TIME}")
    house_chips = re.compile(r"Cash Drop to Pot ?: total (\S+)")

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self._prices: dict[str, int] = {}
        self._risks: dict[str, int] = {}
        self._cashout_rounds: dict[str, int] = {}

    def read_into_builder(self) -> Game:
        self.require_summary()
        stakes = self.heading_match[2] if self.heading_match else ""
        # `_TITLE` expects a separator after the title, which the end of the heading lacks.
        *_, title = _TITLE.findall(f"{stakes} - ") or [""]
        game = find_game_by_title(title, stakes)
        is_tournament = "Tournament " in stakes
        is_in_cents = bool(_CURRENCY.search(stakes)) or have_odd_cents(self.lines[1:])
        has_cents = is_in_cents and not is_tournament
        self.start(stakes, has_cents=has_cents, is_tournament=is_tournament)
        builder = self.builder
        self.read_lines(self.lines[2 : self.summary_index])
        self.read_summary()
        if len(builder.boards) > _MAX_BOARDS_WITH_ODD_CHIP_RULE:
            builder.statements -= {Statement.ODD_CHIPS}
        builder.collect_for_sold_hand([name for name in self._prices if name not in builder.paid])
        for name in {**self._prices, **self._risks}:
            risk, sold_in_round = self._risks.get(name, 0), self._cashout_rounds.get(name)
            # The risk is the fee if a price is stated; otherwise it is the pot above the price.
            gross, fee = self._prices.get(name), risk
            if gross is None:
                gross, fee = builder.paid.get(name, 0), 0
            builder.cash_out(name, max(gross - risk, 0), fee, sold_in_round)
        return game

    def bets_and_mucks(self, name: str, details: str) -> None:
        """Read `Bet & Muck $1` as a bet, and `Bet & Muck folds` as a fold."""
        action = details.removeprefix("& Muck ")
        if action[:1].isdigit() or action[1:2].isdigit():
            action = f"bets {action}"
        verb, _, rest = action.partition(" ")
        if act := self.verbs.get(verb):
            act(self, name, rest)

    def chooses(self, name: str, details: str) -> None:
        if details.startswith("to EV Cashout"):
            self._cashout_rounds.setdefault(name, self.builder.round)

    def receives(self, name: str, details: str) -> None:
        if price := _PRICE.match(details):
            self._prices[name] = self._prices.get(name, 0) + self.builder.parse_amount(price[1])

    def pays(self, name: str, details: str) -> None:
        if risk := _RISK.match(details):
            self._risks[name] = self._risks.get(name, 0) + self.builder.parse_amount(risk[1])

    def insures(self, name: str, details: str) -> None:
        if insurance := _INSURES.match(details):
            amounts = list(map(self.builder.parse_amount, insurance.groups()))
            self.builder.insure(name, sum(amounts[:3]), sum(amounts[3:]))

    def pays_premium(self, name: str, details: str) -> None:
        if premium := _PREMIUM.match(details):
            self.builder.pay_premium(name, self.builder.parse_amount(premium[1]))

    verbs = {
        **PokerStarsGrammar.verbs,
        "straddle": PokerStarsGrammar.raises_to,
        "Bet": bets_and_mucks,
        "Chooses": chooses,
        "Receives": receives,
        "Pays": pays,
        "get": insures,
        "pay": pays_premium,
    }
