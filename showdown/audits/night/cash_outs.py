"""Whether the price of a hand that a player sold to the house, or insured, was right.

The price due is the equity when the hand was sold, times the pots after the rake, less the stated
fee: a fraction of a cent is rounded. No room says how it rounds, so it is said which roundings give
the price that was paid.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from showdown.audits.night.all_in import RIVER, AllIn, NoEquity, all_in_of
from showdown.audits.terms import Terms
from showdown.bulk.odds import Odds
from showdown.notation.logs.logged_hand import CashOut, Insurance, LoggedHand


def nearest(amount: Fraction) -> int:
    """The nearest whole number; a half is rounded up."""
    return floor(amount + Fraction(1, 2))


ROUNDINGS: dict[str, Callable[[Fraction], int]] = {"nearest": nearest, "down": floor, "up": ceil}


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a player paid or was paid for a hand sold or insured, and what was due.

    `exact` is the price due before rounding. `round` is the betting round, 0 before the flop, of
    which that is. `equity` is the part of the pots that the hand was worth; of an insured hand, how
    often it loses. Where the log doesn't state the fee, the house keeps what is below the exact
    price.
    """

    player: str
    kind: str
    paid: int
    exact: Fraction
    equity: Fraction
    pot: int
    fee: int
    states_fee: bool
    round: int

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
        """Whether the price is the nearest, or where no fee is stated, not above what was due."""
        if self.states_fee:
            return not self.difference
        if self.kind == INSURED:
            return self.paid >= floor(self.exact)
        return self.paid <= ceil(self.exact)


SOLD, INSURED = "cash-out", "insurance"

type Count = Callable[[AllIn], Odds]
"""Counts the odds of an all-in, or raises NoEquity where it may not take the time."""


def prices_of(hand: LoggedHand, terms: Terms, count: Count) -> Iterator[Price]:
    """The price of each hand that was sold or insured. Raises NoEquity."""
    for name, sold in hand.cash_outs.items():
        yield _price_sold(hand, name, sold, terms, count)
    for name, insured in hand.insured.items():
        if insured.paid:
            yield _price_insured(hand, name, insured, terms, count)


def _price_sold(hand: LoggedHand, name: str, sold: CashOut, terms: Terms, count: Count) -> Price:
    """The price at the round in which the hand was sold; where the log doesn't say which one that
    was, at the first in which it would be right, or else after the last bet.
    """
    first = hand.last_round or 0
    if sold.round is not None and sold.round < RIVER:
        return _at(hand, name, sold, terms, count, sold.round)
    price = _at(hand, name, sold, terms, count, first)
    later = range(first + 1, RIVER)
    if not price.right_by and sold.fee:
        prices = (_at(hand, name, sold, terms, count, at) for at in later)
        return next((each for each in prices if each.right_by), price)
    return price


def _at(hand: LoggedHand, name: str, sold: CashOut, terms: Terms, count: Count, at: int) -> Price:
    all_in = _all_in(hand, name, terms, at)
    worth = all_in.owed(count(all_in))[name]
    pot = sum(pot.amount for pot in all_in.pots)
    return Price(
        player=name,
        kind=SOLD,
        paid=sold.price,
        exact=worth - sold.fee,
        equity=worth / pot if pot else Fraction(0),
        pot=pot,
        fee=sold.fee,
        states_fee=bool(sold.fee),
        round=all_in.round,
    )


def _price_insured(
    hand: LoggedHand, name: str, insured: Insurance, terms: Terms, count: Count
) -> Price:
    """A fair premium is what the house pays out on average."""
    all_in = _all_in(hand, name, terms, insured.round)
    tally = count(all_in).tally
    losing = Fraction(tally.classes(all_in.names.index(name)).get("nothing", 0), tally.total)
    return Price(
        player=name,
        kind=INSURED,
        paid=insured.paid,
        exact=losing * insured.cover,
        equity=losing,
        pot=insured.cover,
        fee=0,
        states_fee=False,
        round=all_in.round,
    )


def _all_in(hand: LoggedHand, name: str, terms: Terms, at: int) -> AllIn:
    all_in = all_in_of(hand, terms, at)
    if all_in is None or name not in all_in.names:
        raise NoEquity("nobody was all-in before the last card")
    return all_in
