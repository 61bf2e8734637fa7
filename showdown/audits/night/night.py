"""Results of all hands of a log by currency: players, hours, chart, big pots, prices, all-ins."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from heapq import heappush, heappushpop
from typing import NamedTuple

from showdown.audits.array_judging import JudgedOrSkipped
from showdown.audits.judging import Judgment
from showdown.audits.night.all_in import AllInEquities, NoEquity
from showdown.audits.night.equities import EquityCalculator
from showdown.audits.night.names import Names
from showdown.audits.night.winnings import PlayerSums, Results, calculate_sums, hour_of
from showdown.evaluator.prices import Price, round_half_up
from showdown.notation.logs.logged_hand import LoggedHand, Origin, Skip, SkippedHand

MAX_CURRENCIES = 10
TOO_MANY_PLAYERS = "too-many-players"
MAX_PLAYERS = 2_000
"""Maximum number of players of a currency; hands that would exceed it count as missing."""
MAX_PLAYER_HOURS = 20_000
"""Maximum number of pairs of a player and an hour in which the player played."""
MAX_PRICES = 500
MAX_ALL_INS = 2_000
"""Maximum number of all-ins listed; all of them count in the sums."""
_NOT_COUNTED_AS_MISSING = frozenset((Skip.REPEATED, Skip.CANCELLED, Skip.NO_HANDS))
"""The reasons for skipping hands whose chips aren't missing from the sums."""
_MAX_BIG_POTS = 10
_CHART_POINTS = 200
"""A line of the chart with more than twice this number of points loses every second point."""
_MAX_CHART_LINES = 50


class NoPaymentsReason(StrEnum):
    """The reason why hands are left out of the payments between players."""

    TOURNAMENT = "tournament"
    NO_NAMES = "no-names"
    """Names are positions or seats, so sums over several hands would mix different players."""


class CurrencyKey(NamedTuple):
    """A currency, empty for chips, and the reason if its hands have no payments."""

    currency: str
    no_payments: NoPaymentsReason | None


class LimitExceeded(Exception):
    """A hand would exceed the maximum number of players, hours or currencies."""


class PricedHand(NamedTuple):
    """A hand that was sold or insured; `number` counts the hands of the night from 0."""

    number: int
    origin: Origin
    price: Price
    decimals: int


class AllInHand(NamedTuple):
    """An all-in, with the sums of its players in this hand, by their merged names."""

    number: int
    origin: Origin
    when: str
    players: dict[str, PlayerSums]


class BigPot(NamedTuple):
    """The pot of a hand, in hundredths of a chip. Of equal pots, the earlier one is greater.

    `order` is minus the number of hands in the same currency so far.
    """

    amount: int
    order: int
    number: int
    origin: Origin
    game: str
    winners: tuple[str, ...]


class ChartLine:
    """A player's net winnings, actual and all-in adjusted, over the hands."""

    def __init__(self) -> None:
        self.points: list[tuple[int, int, int]] = []
        self.luck = 0
        self._hands_per_point = 1

    def add(self, hand: int, net: int) -> None:
        """Add a point after this hand, counted from 1. The last point is always kept."""
        if len(self.points) > 1:
            last_hand = self.points[-1][0]
            if last_hand // self._hands_per_point == hand // self._hands_per_point:
                self.points.pop()
        self.points.append((hand, net, net - self.luck))
        if len(self.points) > 2 * _CHART_POINTS:
            self.points = [*self.points[:-1:2], self.points[-1]]
            self._hands_per_point *= 2


class CurrencyResults:
    """The results in one currency, by player; `differing` hands were paid incorrectly."""

    def __init__(self) -> None:
        self.decimals = 0
        self.differing = 0
        self.totals = Results()
        self.hours: defaultdict[int | None, Results] = defaultdict(Results)
        self.lines: dict[str, ChartLine] = {}
        self.biggest_pots: list[BigPot] = []
        self.prices: list[PricedHand] = []
        self.prices_wrong = 0
        self.prices_unknown: Counter[str] = Counter()
        self.no_equity: Counter[str] = Counter()
        self.all_ins: list[AllInHand] = []
        self.all_ins_counted = 0
        self.all_ins_sampled = 0
        self._player_hours = 0

    def add(
        self,
        number: int,
        hand: LoggedHand,
        names: Mapping[str, str],
        equities: AllInEquities | None,
    ) -> None:
        """Add a hand. Raise LimitExceeded if there would be too many players or hours."""
        sums_by_name, house = calculate_sums(hand, equities)
        played = hand.origin.played
        results = Results(hands=1, house=house, played=(played, played) if played else None)
        for name, sums in sums_by_name.items():
            results.players.setdefault(names.get(name, name), PlayerSums()).add(sums)
        hour = hour_of(played)
        new_players = len(results.players.keys() - self.totals.players.keys())
        new_player_hours = len(
            results.players.keys() - self.hours.get(hour, Results()).players.keys()
        )
        if (
            len(self.totals.players) + new_players > MAX_PLAYERS
            or self._player_hours + new_player_hours > MAX_PLAYER_HOURS
        ):
            raise LimitExceeded
        self._player_hours += new_player_hours
        self.decimals = max(self.decimals, hand.decimals)
        self.totals.add(results)
        self.hours[hour].add(results)
        for player, sums in results.players.items():
            self._add_point(player, has_luck=sums.all_ins > 0)
        self._add_pot(number, hand, names)
        if equities:
            self.all_ins_sampled += bool(equities.margins)
            self.all_ins_counted += 1
            if len(self.all_ins) < MAX_ALL_INS:
                players = {name: sums for name, sums in results.players.items() if sums.all_ins}
                self.all_ins.append(AllInHand(number, hand.origin, equities.when, players))

    def _add_point(self, player: str, *, has_luck: bool) -> None:
        line = self.lines.get(player)
        if line is None:
            if len(self.lines) == _MAX_CHART_LINES:
                return
            line = self.lines[player] = ChartLine()
        sums = self.totals.players[player]
        if has_luck:
            line.luck = round_half_up(sums.luck)
        line.add(self.totals.hands, sums.net)

    def _add_pot(self, number: int, hand: LoggedHand, names: Mapping[str, str]) -> None:
        amount = hand.pot_total * (100 // 10**hand.decimals)
        winners = tuple(names.get(name, name) for name in hand.paid)
        pot = BigPot(amount, -self.totals.hands, number, hand.origin, hand.game.slug, winners)
        if len(self.biggest_pots) < _MAX_BIG_POTS:
            heappush(self.biggest_pots, pot)
        elif pot > self.biggest_pots[0]:
            heappushpop(self.biggest_pots, pot)


class Night:
    """The results of all hands of a log. Pass the judged hands through `add_each`.

    `currencies` are the results by currency; hands without payments have separate results. For the
    latest hand, `names` maps the names in the log to players, and `equities` is None if it wasn't
    an all-in or an equity is unknown.
    """

    def __init__(self, calculator: EquityCalculator, names: Names | None = None) -> None:
        self.currencies: dict[CurrencyKey, CurrencyResults] = {}
        self.missing: Counter[str] = Counter()
        self.missing_by_hour: Counter[int | None] = Counter()
        self.hands = 0
        self.names: Mapping[str, str] = {}
        self.equities: AllInEquities | None = None
        self._calculator = calculator
        self._all_names = names or Names()

    @property
    def unknown_names(self) -> list[str]:
        """Return the names to merge that haven't occurred so far."""
        return self._all_names.unknown_names

    def add_each(self, judged: Iterable[JudgedOrSkipped]) -> Iterator[JudgedOrSkipped]:
        """Add and yield the hands."""
        for judgment in judged:
            if not isinstance(judgment, SkippedHand):
                self._add(judgment)
            elif judgment.reason not in _NOT_COUNTED_AS_MISSING:
                self._count_missing(judgment.reason, judgment.origin)
            yield judgment

    def _count_missing(self, reason: str, origin: Origin) -> None:
        self.missing[reason] += 1
        self.missing_by_hour[hour_of(origin.played)] += 1

    def _add(self, judgment: Judgment) -> None:
        hand = judgment.hand
        number, self.hands = self.hands, self.hands + 1
        self.names = names = self._all_names.map_names(hand)
        self.equities = None
        unknown_reason = ""
        try:
            self.equities = self._calculator.equities_of(hand)
        except NoEquity as error:
            unknown_reason = str(error)
        try:
            no_payments = NoPaymentsReason.TOURNAMENT if hand.is_tournament else None
            if not hand.has_names:
                no_payments = NoPaymentsReason.NO_NAMES
            key = CurrencyKey(hand.currency, no_payments)
            if key not in self.currencies:
                if len(self.currencies) == MAX_CURRENCIES:
                    raise LimitExceeded
                self.currencies[key] = CurrencyResults()
            results = self.currencies[key]
            results.add(number, hand, names, self.equities)
        except LimitExceeded:
            self._count_missing(TOO_MANY_PLAYERS, hand.origin)
            return
        results.differing += judgment.difference is not None
        if unknown_reason:
            results.no_equity[unknown_reason] += 1
        try:
            for logged_price in self._calculator.prices(hand):
                player = names.get(logged_price.player, logged_price.player)
                price = replace(logged_price, player=player)
                results.prices_wrong += not price.is_right
                if len(results.prices) < MAX_PRICES:
                    results.prices.append(PricedHand(number, hand.origin, price, hand.decimals))
        except NoEquity as error:
            results.prices_unknown[str(error)] += 1
