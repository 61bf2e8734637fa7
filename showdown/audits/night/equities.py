"""Counts what hands of a log were worth when nobody could bet any more, within a bound of time."""

from collections import Counter
from collections.abc import Iterable, Iterator

from showdown.audits.array_judging import Judged
from showdown.audits.night.all_in import AllIn, Owed, all_in_of
from showdown.audits.night.cash_outs import prices_of
from showdown.audits.night.holdings import NoEquity
from showdown.audits.terms import Terms
from showdown.bulk.odds import Odds
from showdown.evaluator.prices import Price
from showdown.evaluator.verdicts import Difference, of_prices
from showdown.notation.logs.logged_hand import LoggedHand, SkippedHand

MOST_MILLISECONDS = 60_000.0
"""How long counting may take for one log, estimated, so that the same log is the same."""
_LEAST_MILLISECONDS = 1.0
"""What a spot costs at least, beside counting."""
_MOST_OF_THE_REST = 1 / 60
"""The part of the time that is left which one hand may take."""


class Equities:
    """Those of one log. What was counted for the newest hand is not counted again."""

    def __init__(self, terms: Terms, most_milliseconds: float = MOST_MILLISECONDS) -> None:
        self.terms = terms
        self._left = most_milliseconds
        self._hand: LoggedHand | None = None
        self._counted: list[tuple[AllIn, Odds]] = []

    def owed(self, hand: LoggedHand) -> Owed | None:
        """What each player of an all-in was owed; None if it was none. Raises NoEquity."""
        self._turn_to(hand)
        all_in = all_in_of(hand, self.terms)
        return all_in.owed(self.count(all_in)) if all_in else None

    def prices(self, hand: LoggedHand) -> Iterator[Price]:
        """The price of each hand that was sold or insured. Raises NoEquity."""
        self._turn_to(hand)
        yield from prices_of(hand, self.terms, self._count_exactly)

    def _turn_to(self, hand: LoggedHand) -> None:
        if hand is not self._hand:
            self._hand = hand
            self._counted.clear()

    def _count_exactly(self, all_in: AllIn) -> Odds:
        """A price is held to the cent. Raises NoEquity."""
        counted = self.count(all_in)
        if not counted.is_exact:
            raise NoEquity("too many cards are to come")
        return counted

    def count(self, all_in: AllIn) -> Odds:
        """Exact unless that takes too much of the time that is left. Raises NoEquity."""
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
    """The same hands: one that was paid right differs if it was sold, or insured, at a wrong price.

    `unknown` counts hands of which the right price can't be said, by the reason.
    """
    for judgement in judged:
        if (
            isinstance(judgement, SkippedHand)
            or judgement.difference
            or not _is_sold(judgement.hand)
        ):
            yield judgement
            continue
        try:
            yield judgement._replace(difference=_of_prices(judgement.hand, equities))
        except NoEquity as error:
            if unknown is not None:
                unknown[str(error)] += 1
            yield judgement


def _is_sold(hand: LoggedHand) -> bool:
    return bool(hand.cash_outs or hand.insured)


def _of_prices(hand: LoggedHand, equities: Equities) -> Difference | None:
    """Raises NoEquity."""
    wrong = [price for price in equities.prices(hand) if not price.is_right]
    return of_prices(wrong, hand.decimals) if wrong else None
