"""The price of a hand that was sold to the house, or insured, compared with its value.

Prices are rounded to cents. Rooms don't publish how they round, so every usual rounding is
accepted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor


def round_half_up(amount: Fraction) -> int:
    """Return the nearest whole number; a half is rounded up."""
    return floor(amount + Fraction(1, 2))


SOLD, INSURED = "cash-out", "insurance"

ROUNDINGS: dict[str, Callable[[Fraction], int]] = {
    "nearest": round_half_up,
    "down": floor,
    "up": ceil,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """The price paid for a sold or insured hand, and the correct price.

    `exact` is the price due before rounding. `when` names the betting round of the sale. `equity`
    is the hand's part of the pots; for an insured hand, the chance that it loses. If the log
    doesn't state the fee, any difference in favor of the house counts as the fee.
    """

    player: str
    kind: str
    paid: int
    exact: Fraction
    equity: Fraction
    pot: int
    fee: int
    is_fee_stated: bool
    when: str

    @property
    def due(self) -> int:
        return round_half_up(self.exact)

    @property
    def difference(self) -> int:
        """Return the excess paid to the player; for a premium, the excess paid to the house."""
        return self.paid - self.due

    @property
    def matching_roundings(self) -> list[str]:
        """Return the names of the roundings that yield the paid price."""
        return [name for name, convert in ROUNDINGS.items() if convert(self.exact) == self.paid]

    @property
    def is_right(self) -> bool:
        """Return whether the price is right within a cent.

        The tolerance allows for rounded equities, prices and fees. If no fee is stated, the house
        may keep more.
        """
        if self.is_fee_stated:
            return abs(self.difference) <= 1
        return self.difference >= -1 if self.kind == INSURED else self.difference <= 1
