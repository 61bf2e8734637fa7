"""The price of a hand that a player sold to the house, or insured, beside what it was worth.

A fraction of a cent is rounded. No room says how it rounds, so a price knows which roundings would
make it right.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor


def nearest(amount: Fraction) -> int:
    """The nearest whole number; a half is rounded up."""
    return floor(amount + Fraction(1, 2))


SOLD, INSURED = "cash-out", "insurance"

ROUNDINGS: dict[str, Callable[[Fraction], int]] = {"nearest": nearest, "down": floor, "up": ceil}


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a player paid or was paid for a hand sold or insured, and what was due.

    `exact` is the price due before rounding. `when` names the betting round of which that is.
    `equity` is the part of the pots that the hand was worth; of an insured hand, how often it
    loses. Where the log doesn't state the fee, the house keeps what is below the exact price.
    """

    player: str
    kind: str
    paid: int
    exact: Fraction
    equity: Fraction
    pot: int
    fee: int
    states_fee: bool
    when: str

    @property
    def due(self) -> int:
        return nearest(self.exact)

    @property
    def difference(self) -> int:
        """What the player got too much; of a premium, what the house did."""
        return self.paid - self.due

    @property
    def right_by(self) -> list[str]:
        """The roundings that give the price that was paid."""
        return [name for name, by in ROUNDINGS.items() if by(self.exact) == self.paid]

    @property
    def is_right(self) -> bool:
        """Whether the price is due, within a cent: rooms round equities, prices and fees.

        Where no fee is stated, the house may keep more.
        """
        if self.states_fee:
            return abs(self.difference) <= 1
        return self.difference >= -1 if self.kind == INSURED else self.difference <= 1
