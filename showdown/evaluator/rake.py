"""The house's part of the pots before they are paid: the rake, and a jackpot drop."""

from collections.abc import Sequence
from dataclasses import InitVar, dataclass
from decimal import ROUND_FLOOR, Decimal
from enum import StrEnum
from typing import NamedTuple

from showdown.evaluator.errors import Fault, InvalidWagers

_HUNDRED = Decimal(100)


class TakenFrom(StrEnum):
    """The pots from which the rake is taken."""

    PROPORTION = "proportion"
    """All pots, in proportion to their sizes."""
    MAIN = "main"
    """The main pot first, then the side pots in order."""


class RakeTaken(NamedTuple):
    """The `rake` and the `jackpot` drop, and the part of their sum from each pot."""

    rake: int
    jackpot: int
    from_pots: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rake:
    """A fixed `amount`, or a `percent` of all pots up to a `cap`; and a `jackpot` drop.

    The drop is taken in addition to the rake. In games with a board, `no_flop_no_drop` exempts
    hands that end before the flop. Amounts are chips, or hundredths if `decimals` is 2, like those
    of the wagers. Raise InvalidWagers if an amount is negative, if the percentage isn't from 0 to
    100, or if there are both an amount and a percentage.
    """

    amount: int = 0
    percent: Decimal = Decimal(0)
    cap: int | None = None
    jackpot: int = 0
    no_flop_no_drop: bool = False
    taken_from: TakenFrom = TakenFrom.PROPORTION
    decimals: InitVar[int] = 0

    def __post_init__(self, decimals: int) -> None:
        if self.amount and self.percent:
            raise InvalidWagers(fault=Fault.RAKE_TWICE, field="rake")
        if not 0 <= self.percent <= _HUNDRED:
            raise InvalidWagers(fault=Fault.NOT_A_PERCENTAGE, value=str(self.percent), field="rake")
        for amount in (self.amount, self.cap or 0, self.jackpot):
            if amount < 0:
                raise InvalidWagers(
                    fault=Fault.NEGATIVE, value=str(amount), decimals=decimals, field="rake"
                )

    def take(self, pots: Sequence[int], unit: int, decimals: int = 0) -> RakeTaken:
        """Return the amounts taken from these pots, the main pot first.

        `no_flop_no_drop` is ignored, because it doesn't apply to a hand that reaches the showdown.
        Raise InvalidWagers if the amount exceeds the sum of the pots.
        """
        rake, jackpot = self.calculate(sum(pots), unit, saw_board=True, decimals=decimals)
        return RakeTaken(rake, jackpot, tuple(self.divide_among_pots(pots, rake + jackpot, unit)))

    def calculate(
        self, total: int, unit: int, *, saw_board: bool, decimals: int = 0
    ) -> tuple[int, int]:
        """Return the rake and the jackpot drop for pots of `total` chips together.

        A rake by percentage is rounded down to whole units after the cap. Raise InvalidWagers if
        the rake and the drop together exceed `total`.
        """
        if self.no_flop_no_drop and not saw_board:
            return 0, 0
        rake = self.amount
        if self.percent:
            part = int((total * self.percent / _HUNDRED).to_integral_value(ROUND_FLOOR))
            part = part if self.cap is None else min(part, self.cap)
            rake = part // unit * unit
        if rake + self.jackpot > total:
            raise InvalidWagers(
                fault=Fault.RAKE_TOO_LARGE, value=str(total), decimals=decimals, field="rake"
            )
        return rake, self.jackpot

    def divide_among_pots(self, pots: Sequence[int], taken: int, unit: int) -> list[int]:
        """Return the part of `taken` from each pot, the main pot first."""
        if self.taken_from is TakenFrom.MAIN:
            shares = []
            for pot in pots:
                shares.append(min(pot, taken))
                taken -= shares[-1]
            return shares
        total = sum(pots)
        shares = [taken * pot // total // unit * unit for pot in pots]
        remaining = taken - sum(shares)
        for index, pot in enumerate(pots):  # the remainder comes from the main pot first
            extra = min(remaining, pot - shares[index])
            shares[index] += extra
            remaining -= extra
        return shares
