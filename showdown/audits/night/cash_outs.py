"""Check the price of hands that players sold to the house, or insured.

The right price is the equity when the hand was sold, times the pots after rake, less the stated
fee.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction

from showdown.audits.night.all_in import RIVER, AllIn, all_in_of
from showdown.audits.night.holdings import NoEquity
from showdown.audits.terms import Terms
from showdown.bulk.odds import Odds
from showdown.evaluator.prices import INSURED, SOLD, Price
from showdown.notation.logs.logged_hand import CashOut, Insurance, LoggedHand

type Count = Callable[[AllIn], Odds]
"""Counts the odds of an all-in exactly, or raises NoEquity where that takes too long."""


def prices_of(hand: LoggedHand, terms: Terms, count: Count) -> Iterator[Price]:
    """Return the price of each hand that was sold or insured. Raise NoEquity."""
    for name, sold in hand.cash_outs.items():
        yield _price_sold(hand, name, sold, terms, count)
    for name, insured in hand.insured.items():
        if insured.paid:
            yield _price_insured(hand, name, insured, terms, count)


def _price_sold(hand: LoggedHand, name: str, sold: CashOut, terms: Terms, count: Count) -> Price:
    """Return the price at the round in which the hand was sold.

    If the log doesn't state the round, it is the first in which the price is right, or else the
    last.
    """
    first = hand.last_round or 0
    if sold.round is not None and sold.round < RIVER:
        return _at(hand, name, sold, terms, count, sold.round)
    price = _at(hand, name, sold, terms, count, first)
    later = range(first + 1, RIVER)
    if not price.is_right and sold.fee:
        prices = (_at(hand, name, sold, terms, count, at) for at in later)
        return next((price for price in prices if price.is_right), price)
    return price


def _at(hand: LoggedHand, name: str, sold: CashOut, terms: Terms, count: Count, at: int) -> Price:
    all_in = _all_in(hand, name, terms, at)
    worth = all_in.owed(count(all_in)).by_name[name]
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
        when=all_in.when,
    )


def _price_insured(
    hand: LoggedHand, name: str, insured: Insurance, terms: Terms, count: Count
) -> Price:
    """Return the fair premium: what the house pays out on average."""
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
        when=all_in.when,
    )


def _all_in(hand: LoggedHand, name: str, terms: Terms, at: int) -> AllIn:
    all_in = all_in_of(hand, terms, at)
    if all_in is None or name not in all_in.names:
        raise NoEquity("nobody was all-in before the last card")
    return all_in
