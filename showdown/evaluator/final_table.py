"""A deal at the final table: the remaining prizes are divided among the players.

Amounts of money are integers in the smallest unit of the currency (cents); stacks are integers in
chips. Chip chop gives every player the lowest prize, if each player will win a prize, and divides
the rest in proportion to the stacks. The Independent Chip Model is computed exactly by `icm`, or
estimated from random finishes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from showdown.evaluator.deals import is_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.icm import MAX_PAYOUT
from showdown.evaluator.wagers import MAX_CHIPS

MAX_FINALISTS = 30


class FinalTableSize(InvalidDeal):
    """A final table with too few or too many players."""

    count: int
    maximum: int = MAX_FINALISTS


class InvalidStack(InvalidDeal):
    """A stack that is not a positive whole number of chips, or is too large."""

    label: str
    text: str


class InvalidPlayerName(InvalidDeal):
    """A player's name that is not a valid label, for example an empty one."""

    label: str


class InvalidPrize(InvalidDeal):
    """A prize that is negative or too large."""

    cents: int


class NoPrizes(InvalidDeal):
    """A final table without prizes."""


class TooManyPrizes(InvalidDeal):
    """More prizes than players."""

    count: int
    maximum: int


class PrizesOutOfOrder(InvalidDeal):
    """A prize larger than the one before it."""


class TooMuchLeft(InvalidDeal):
    """A negative amount left to play for, or one larger than the first prize."""


class NotMultipleOfUnit(InvalidDeal):
    """Money that can't be paid in whole units, or a unit smaller than a cent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """The remaining players' stacks in chips and prizes in cents, first place first.

    `left` is money that stays out of the deal for the winner, and `unit` is the smallest amount
    paid, both in cents. Raise a subclass of InvalidDeal for the first error.
    """

    stacks: Mapping[str, int]
    prizes: Sequence[int]
    left: int = 0
    unit: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "prizes", tuple(self.prizes))
        players = len(self.stacks)
        if not 2 <= players <= MAX_FINALISTS:
            raise FinalTableSize(count=players, field="stacks")
        for label, chips in self.stacks.items():
            if not is_label(label):
                raise InvalidPlayerName(label=label, field="stacks")
            if not 0 < chips <= MAX_CHIPS:
                raise InvalidStack(label=label, text=str(chips), field="stacks")
        if not self.total:
            raise NoPrizes(field="prizes")
        if len(self.prizes) > players:
            raise TooManyPrizes(count=len(self.prizes), maximum=players, field="prizes")
        for prize in self.prizes:
            if not 0 <= prize <= 100 * MAX_PAYOUT:
                raise InvalidPrize(cents=prize, field="prizes")
        if any(following > prize for prize, following in pairwise(self.prizes)):
            raise PrizesOutOfOrder(field="prizes")
        if not 0 <= self.left <= self.prizes[0]:
            raise TooMuchLeft(field="left")
        if self.unit < 1:
            raise NotMultipleOfUnit(field="unit")
        for name, amount in (("prizes", self.total), ("left", self.left)):
            if amount % self.unit:
                raise NotMultipleOfUnit(field=name)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.stacks)

    @property
    def total(self) -> int:
        """Return the sum of all prizes, in cents."""
        return sum(self.prizes)

    def shared_prizes(self, left: int) -> tuple[int, ...]:
        """Return the prizes that are divided when `left` cents stay for the winner."""
        first, *others = self.prizes
        return tuple(sorted([first - left, *others], reverse=True))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed division of the prizes: cents by player, and the cents `left` for the winner."""

    method: str
    left: int
    amounts: Mapping[str, int]


def chip_chop(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """Return each player's guaranteed prize, if any, plus the rest in proportion to chips."""
    guaranteed = min(prizes) if len(prizes) == len(stacks) else 0
    shared = sum(prizes) - guaranteed * len(stacks)
    chips = sum(stacks)
    return [guaranteed + Fraction(shared * stack, chips) for stack in stacks]


def round_amounts(
    amounts: Sequence[Fraction | float], total: int, unit: int, stacks: Sequence[int]
) -> list[int]:
    """Round amounts to multiples of `unit` that add up to `total`, which must be a multiple, too.

    All are rounded down; the remaining units go to the largest remainders. Of equal remainders, the
    larger stack comes first, then the earlier player.
    """
    units = [max(0, int(amount // unit)) for amount in amounts]
    missing = total // unit - sum(units)
    players_by_remainder = sorted(
        range(len(amounts)),
        key=lambda player: (units[player] - amounts[player] / unit, -stacks[player]),
    )
    for player in players_by_remainder[:missing]:
        units[player] += 1
    return [count * unit for count in units]


def propose(
    table: FinalTable, method: str, amounts: Sequence[Fraction | float], left: int
) -> Proposal:
    """Return a proposal with these amounts of cents, rounded to the table's unit."""
    stacks = list(table.stacks.values())
    rounded = round_amounts(amounts, table.total - left, table.unit, stacks)
    return Proposal(method, left, dict(zip(table.labels, rounded, strict=True)))
