"""Calculate the equities of all-ins in a log, within a time limit."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from showdown.audits.array_judging import JudgedOrSkipped
from showdown.audits.night.all_in import (
    RIVER,
    SAMPLED_DEALS,
    AllIn,
    AllInEquities,
    NoEquity,
    find_all_in,
)
from showdown.audits.terms import Terms
from showdown.bulk.odds import Odds, estimate_dealing_milliseconds, estimate_exact_milliseconds
from showdown.evaluator.differences import build_price_difference
from showdown.evaluator.prices import INSURED, SOLD, Price
from showdown.notation.logs.logged_hand import CashOut, Insurance, LoggedHand, SkippedHand

MAX_MILLISECONDS = 60_000.0
"""Limit on the sum of estimated times for one log; estimates make the results reproducible."""
_MIN_MILLISECONDS = 1.0
"""Minimum time charged for a spot."""
_MAX_PART_FOR_EXACT_ODDS = 1 / 60
"""Maximum part of the remaining time for one spot; a spot that takes longer is sampled."""


class EquityCalculator:
    """A calculator of the equities and prices in the hands of a log, with a limit on the time.

    The odds of the latest hand are cached.
    """

    def __init__(self, terms: Terms, max_milliseconds: float = MAX_MILLISECONDS) -> None:
        self.terms = terms
        self._milliseconds_left = max_milliseconds
        self._hand: LoggedHand | None = None
        self._odds_of_hand: list[tuple[AllIn, Odds]] = []

    def equities_of(self, hand: LoggedHand) -> AllInEquities | None:
        """Return the equities, or None without an all-in. Raise NoEquity if one is unknown."""
        self._set_hand(hand)
        all_in = find_all_in(hand, self.terms)
        return all_in.equities_of(self.odds(all_in)) if all_in else None

    def prices(self, hand: LoggedHand) -> Iterator[Price]:
        """Yield the price of each sold or insured hand. Raise NoEquity if it is unknown."""
        self._set_hand(hand)
        for name, cash_out in hand.cash_outs.items():
            yield self._price_sold(hand, name, cash_out)
        for name, insurance in hand.insurances.items():
            if insurance.paid:
                yield self._price_insured(hand, name, insurance)

    def odds(self, all_in: AllIn) -> Odds:
        """Return exact odds, or sampled odds if time is short.

        Raise NoEquity if no time is left for either.
        """
        for cached_all_in, odds in self._odds_of_hand:
            if cached_all_in == all_in:
                return odds
        exact_cost = estimate_exact_milliseconds(all_in.spot, all_in.pots)
        sample_cost = estimate_dealing_milliseconds(all_in.spot, SAMPLED_DEALS)
        max_exact_cost = max(sample_cost, self._milliseconds_left * _MAX_PART_FOR_EXACT_ODDS)
        is_exact = exact_cost <= max_exact_cost
        cost = max(exact_cost if is_exact else sample_cost, _MIN_MILLISECONDS)
        if cost > self._milliseconds_left:
            raise NoEquity("calculating all equities takes too long")
        odds = all_in.odds() if is_exact else all_in.sample_odds()
        self._milliseconds_left -= cost
        self._odds_of_hand.append((all_in, odds))
        return odds

    def _set_hand(self, hand: LoggedHand) -> None:
        if hand is not self._hand:
            self._hand = hand
            self._odds_of_hand.clear()

    def _price_sold(self, hand: LoggedHand, name: str, cash_out: CashOut) -> Price:
        """Return the price in the round in which the hand was sold.

        If the log states no round before the river, assume the first round since the last bet in
        which the price is right. If the price is right in no round, or no fee is stated, assume the
        round of the last bet.
        """
        first_round = hand.last_round or 0
        if cash_out.round is not None and cash_out.round < RIVER:
            return self._price_in_round(hand, name, cash_out, cash_out.round)
        price = self._price_in_round(hand, name, cash_out, first_round)
        if price.is_right or not cash_out.fee:
            return price
        later = (
            self._price_in_round(hand, name, cash_out, betting_round)
            for betting_round in range(first_round + 1, RIVER)
        )
        return next((other for other in later if other.is_right), price)

    def _price_in_round(
        self, hand: LoggedHand, name: str, cash_out: CashOut, betting_round: int
    ) -> Price:
        all_in, odds = self._exact_all_in(hand, name, betting_round)
        equity = all_in.equities_of(odds).by_name[name]
        pot = sum(pot.amount for pot in all_in.pots)
        return Price(
            player=name,
            kind=SOLD,
            paid=cash_out.price,
            exact=equity - cash_out.fee,
            equity=equity / pot if pot else Fraction(0),
            pot=pot,
            fee=cash_out.fee,
            is_fee_stated=bool(cash_out.fee),
            when=all_in.when,
        )

    def _price_insured(self, hand: LoggedHand, name: str, insurance: Insurance) -> Price:
        """Return the paid and the fair premium, which is the average payout of the insurance."""
        all_in, odds = self._exact_all_in(hand, name, insurance.round)
        losses = odds.tally.count_pot_parts(all_in.names.index(name)).get("nothing", 0)
        losing_probability = Fraction(losses, odds.tally.total)
        return Price(
            player=name,
            kind=INSURED,
            paid=insurance.paid,
            exact=losing_probability * insurance.cover,
            equity=losing_probability,
            pot=insurance.cover,
            fee=0,
            is_fee_stated=False,
            when=all_in.when,
        )

    def _exact_all_in(self, hand: LoggedHand, name: str, betting_round: int) -> tuple[AllIn, Odds]:
        """Return the all-in in a round and its exact odds. Raise NoEquity if they are unknown."""
        all_in = find_all_in(hand, self.terms, betting_round)
        if all_in is None or name not in all_in.names:
            raise NoEquity("the player wasn't in an all-in before the last card")
        odds = self.odds(all_in)
        if not odds.is_exact:
            raise NoEquity("too many cards are still to come")
        return all_in, odds


def check_prices(
    judged: Iterable[JudgedOrSkipped],
    calculator: EquityCalculator,
    unknown: Counter[str] | None = None,
) -> Iterator[JudgedOrSkipped]:
    """Yield the hands; a wrong price becomes the difference of a hand that was paid correctly.

    `unknown` counts hands whose right price is unknown, by reason.
    """
    for judgment in judged:
        if isinstance(judgment, SkippedHand) or judgment.difference:
            yield judgment
            continue
        hand, wrong = judgment.hand, []
        try:
            wrong = [price for price in calculator.prices(hand) if not price.is_right]
        except NoEquity as error:
            if unknown is not None:
                unknown[str(error)] += 1
        difference = build_price_difference(wrong, hand.decimals) if wrong else None
        yield judgment._replace(difference=difference)
