"""Whether the price of a hand that a player sold to the house, or insured, was right.

The price due is the equity when the hand was sold, times the pots after the rake, less the stated
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
        when=all_in.when,
    )


def _all_in(hand: LoggedHand, name: str, terms: Terms, at: int) -> AllIn:
    all_in = all_in_of(hand, terms, at)
    if all_in is None or name not in all_in.names:
        raise NoEquity("nobody was all-in before the last card")
    return all_in
