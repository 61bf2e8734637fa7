"""Bets and winnings of players, by hand and in total, in hundredths of a chip."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import Self

from showdown.audits.night.all_in import AllInEquities
from showdown.evaluator.wagers import find_uncalled_bet
from showdown.notation.logs.logged_hand import LoggedHand

_HOUR_SECONDS = 3600
_MAX_PAUSE_HOURS = 4
"""Maximum difference between the hours of consecutive hands of a session."""


class _Sums:
    """A base class for sums that are added field by field."""

    __slots__: tuple[str, ...] = ()

    def add(self, other: Self) -> None:
        for name in self.__slots__:
            if amount := getattr(other, name):
                setattr(self, name, getattr(self, name) + amount)


@dataclass(slots=True)
class PlayerSums(_Sums):
    """The sums of one player, in hundredths of a chip.

    `won` is the winnings from the pots or the price of a sold hand, less an insurance premium.
    `got` and `owed` are winnings and equity in all-ins with known equity. `sampled` is the number
    of all-ins whose equity is sampled, and `squared_margins` the sum of the squares of the margins.
    """

    hands: int = 0
    put_in: int = 0
    returned: int = 0
    won: int = 0
    all_ins: int = 0
    got: int = 0
    owed: Fraction = Fraction(0)
    sampled: int = 0
    squared_margins: Fraction = Fraction(0)

    @property
    def net(self) -> int:
        return self.won + self.returned - self.put_in

    @property
    def luck(self) -> Fraction:
        return self.got - self.owed

    @property
    def margin(self) -> Fraction | None:
        """Return the 95% margin of the equity; None if it is exact.

        Errors of different hands are independent.
        """
        return Fraction(sqrt(self.squared_margins)) if self.sampled else None


@dataclass(slots=True)
class HouseSums(_Sums):
    """The house's sums, in hundredths of a chip.

    `taken` is the rake and fees, and `added` the chips that the house added to pots. `bought` is
    the profit from hands that it bought and from insurance.
    """

    taken: int = 0
    added: int = 0
    bought: int = 0

    @property
    def net(self) -> int:
        return self.taken - self.added + self.bought


@dataclass(slots=True)
class Results:
    """The results of some hands: their number, the sums of each player, and those of the house.

    `played` are the times of the earliest and of the latest hand, if known.
    """

    hands: int = 0
    players: dict[str, PlayerSums] = field(default_factory=dict)
    house: HouseSums = field(default_factory=HouseSums)
    played: tuple[datetime, datetime] | None = None

    def add(self, other: "Results") -> None:
        self.hands += other.hands
        times = [*(self.played or ()), *(other.played or ())]
        if times:
            self.played = min(times), max(times)
        self.house.add(other.house)
        for name, sums in other.players.items():
            self.players.setdefault(name, PlayerSums()).add(sums)


def calculate_sums(
    hand: LoggedHand, equities: AllInEquities | None
) -> tuple[dict[str, PlayerSums], HouseSums]:
    """Return the sums of each player in one hand, by name in the log, and those of the house."""
    scale = 100 // 10**hand.decimals
    bettor, uncalled = find_uncalled_bet(hand.contributions)
    by_player = {}
    for name in dict.fromkeys((*hand.seats, *hand.contributions, *hand.dead_by_player, *hand.paid)):
        won = calculate_winnings(hand, name) * scale
        by_player[name] = PlayerSums(
            hands=1,
            put_in=(hand.contributions.get(name, 0) + hand.dead_by_player.get(name, 0)) * scale,
            returned=uncalled * scale if name == bettor else 0,
            won=won,
        )
        if equities and name in equities.by_name:
            sums = by_player[name]
            sums.all_ins, sums.got, sums.owed = 1, won, equities.by_name[name] * scale
            if equities.margins:
                sums.sampled = 1
                sums.squared_margins = (equities.margins[name] * scale) ** 2
    total, paid = hand.pot_total, sum(hand.paid.values())
    winners = {**hand.paid, **hand.cash_outs, **hand.insurances}
    bought = paid - sum(calculate_winnings(hand, name) for name in winners)
    added = hand.dead - sum(hand.dead_by_player.values())
    return by_player, HouseSums((total - paid) * scale, added * scale, bought * scale)


def calculate_winnings(hand: LoggedHand, name: str) -> int:
    """Return a player's winnings: from the pots or for the sold hand, less the premium."""
    cash_out = hand.cash_outs.get(name)
    insurance = hand.insurances.get(name)
    won = cash_out.price if cash_out else hand.paid.get(name, 0)
    return won - (insurance.paid if insurance else 0)


def group_into_sessions(hours: Mapping[int | None, object]) -> list[list[int | None]]:
    """Group the hours that have hands into sessions. Hands without a time form the last session."""
    sessions: list[list[int | None]] = []
    previous: int | None = None
    for hour in sorted(hour for hour in hours if hour is not None):
        if previous is None or hour - previous > _MAX_PAUSE_HOURS:
            sessions.append([])
        sessions[-1].append(hour)
        previous = hour
    return [*sessions, [None]] if None in hours else sessions


def hour_of(moment: datetime | None) -> int | None:
    """Return the number of whole hours from 1970 to this moment."""
    return None if moment is None else int(moment.timestamp()) // _HOUR_SECONDS
