"""Calculate the equities of all-ins in a log, within a time limit."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from showdown.audits.array_judging import Judged
from showdown.audits.night.all_in import RIVER, AllIn, NoEquity, Owed, all_in_of
from showdown.audits.terms import Terms
from showdown.bulk.odds import Odds
from showdown.evaluator.prices import INSURED, SOLD, Price
from showdown.evaluator.verdicts import of_prices
from showdown.notation.logs.logged_hand import CashOut, Insurance, LoggedHand, SkippedHand

MOST_MILLISECONDS = 60_000.0
"""Limit on the sum of estimated times for one log; estimates make the results reproducible."""
_LEAST_MILLISECONDS = 1.0
"""Minimum time charged for a spot."""
_MOST_OF_THE_REST = 1 / 60
"""Maximum part of the remaining time for exact odds; a spot that takes longer is sampled."""


class Equities:
    """Equities of the hands of a log. Those of the latest hand are cached."""

    def __init__(self, terms: Terms, most_milliseconds: float = MOST_MILLISECONDS) -> None:
        self.terms = terms
        self._left = most_milliseconds
        self._hand: LoggedHand | None = None
        self._counted: list[tuple[AllIn, Odds]] = []

    def owed(self, hand: LoggedHand) -> Owed | None:
        """Return the equities; None if it wasn't an all-in. Raise NoEquity if one is unknown."""
        self._turn_to(hand)
        all_in = all_in_of(hand, self.terms)
        return all_in.owed(self.count(all_in)) if all_in else None

    def prices(self, hand: LoggedHand) -> Iterator[Price]:
        """Yield the price of each sold or insured hand. Raise NoEquity if it is unknown."""
        self._turn_to(hand)
        yield from prices_of(hand, self.terms, self._count_exactly)

    def _turn_to(self, hand: LoggedHand) -> None:
        if hand is not self._hand:
            self._hand = hand
            self._counted.clear()

    def _count_exactly(self, all_in: AllIn) -> Odds:
        """Calculate odds. Raise NoEquity if they are sampled: prices are checked to the cent."""
        counted = self.count(all_in)
        if not counted.is_exact:
            raise NoEquity("too many cards are still to come")
        return counted

    def count(self, all_in: AllIn) -> Odds:
        """Calculate exact odds, or sampled ones if time is short. Raise NoEquity if it is over."""
        for before, odds in self._counted:
            if before == all_in:
                return odds
        exactly, sampled = all_in.milliseconds(), all_in.milliseconds_sampled()
        is_exact = exactly <= max(sampled, self._left * _MOST_OF_THE_REST)
        takes = max(exactly if is_exact else sampled, _LEAST_MILLISECONDS)
        if takes > self._left:
            raise NoEquity("counting all equities takes too long")
        counted = all_in.odds() if is_exact else all_in.sampled()
        self._left -= takes
        self._counted.append((all_in, counted))
        return counted


def with_prices(
    judged: Iterable[Judged], equities: Equities, unknown: Counter[str] | None = None
) -> Iterator[Judged]:
    """Yield the hands, with a wrong price as the difference of a hand that was paid correctly.

    `unknown` counts hands whose right price is unknown, by reason.
    """
    for judgement in judged:
        if isinstance(judgement, SkippedHand) or judgement.difference:
            yield judgement
            continue
        hand, wrong = judgement.hand, []
        try:
            wrong = [price for price in equities.prices(hand) if not price.is_right]
        except NoEquity as error:
            if unknown is not None:
                unknown[str(error)] += 1
        difference = of_prices(wrong, hand.decimals) if wrong else None
        yield judgement._replace(difference=difference)


type Count = Callable[[AllIn], Odds]
"""A function that returns the odds of an all-in, or raises NoEquity if that takes too long."""


def prices_of(hand: LoggedHand, terms: Terms, count: Count) -> Iterator[Price]:
    """Yield the price of each sold or insured hand. Raise NoEquity if it is unknown."""
    for name, sold in hand.cash_outs.items():
        yield _price_sold(hand, name, sold, terms, count)
    for name, insured in hand.insured.items():
        if insured.paid:
            yield _price_insured(hand, name, insured, terms, count)


def _price_sold(hand: LoggedHand, name: str, sold: CashOut, terms: Terms, count: Count) -> Price:
    """Return the price at the round in which the hand was sold.

    If the log doesn't state the round, it is the first one since the last bet in which the price
    is right. If there is none, or no fee is stated, it is the round of the last bet.
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
    """Return the premium, compared with the fair one: the average payout of the insurance."""
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
        raise NoEquity("the player wasn't in an all-in before the last card")
    return all_in
