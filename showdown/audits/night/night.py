"""Collect the night of a log from its judged hands."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from showdown.audits.array_judging import Judged
from showdown.audits.night.all_in import NoEquity, Owed
from showdown.audits.night.book import Book, LimitExceeded, PricedHand
from showdown.audits.night.equities import Equities
from showdown.audits.night.names import Names
from showdown.audits.night.sums import hour_of
from showdown.notation.logs.logged_hand import LoggedHand, Skip, SkippedHand

MOST_BOOKS = 10
"""Maximum number of currencies."""

TOO_MANY_PLAYERS = "too-many-players"


class Night:
    """One night. Pass all judged hands through `read`; `books` has the results by currency.

    `owed` is the equity in the latest hand, or None if it was no all-in.
    """

    def __init__(self, equities: Equities, names: Names | None = None) -> None:
        self.books: dict[str, Book] = {}
        self.missing: Counter[str] = Counter()
        self.missing_by_hour: Counter[int | None] = Counter()
        self.hands = 0
        self.owed: Owed | None = None
        self._equities = equities
        self._names = names or Names()

    @property
    def unmet(self) -> list[str]:
        """Return the names to merge that haven't occurred."""
        return self._names.unmet

    def read(self, judged: Iterable[Judged]) -> Iterator[Judged]:
        """Add and yield the hands."""
        for judgement in judged:
            if isinstance(judgement, SkippedHand):
                self._count_missing(judgement)
            else:
                self._add(judgement.hand)
            yield judgement

    def _count_missing(self, skipped: SkippedHand) -> None:
        """Count a hand that is missing from the sums, unless it was repeated or cancelled."""
        if skipped.reason not in (Skip.REPEATED, Skip.CANCELLED):
            self.missing[skipped.reason] += 1
            self.missing_by_hour[hour_of(skipped.origin.played)] += 1

    def _add(self, hand: LoggedHand) -> None:
        number, self.hands = self.hands, self.hands + 1
        self.owed = None
        reason = ""
        try:
            self.owed = self._equities.owed(hand)
        except NoEquity as error:
            reason = str(error)
        try:
            book, names = self._book(hand.currency), self._names.in_hand(hand)
            book.add(number, hand, names, self.owed)
        except LimitExceeded:
            self.missing[TOO_MANY_PLAYERS] += 1
            self.missing_by_hour[hour_of(hand.origin.played)] += 1
            return
        if reason:
            book.no_equity[reason] += 1
        if hand.cash_outs or hand.insured:
            self._add_prices(book, number, hand, names)

    def _book(self, currency: str) -> Book:
        """Return the book of the currency. Raise LimitExceeded."""
        if currency not in self.books:
            if len(self.books) == MOST_BOOKS:
                raise LimitExceeded
            self.books[currency] = Book()
        return self.books[currency]

    def _add_prices(
        self, book: Book, number: int, hand: LoggedHand, names: Mapping[str, str]
    ) -> None:
        try:
            for by_log in self._equities.prices(hand):
                price = replace(by_log, player=names.get(by_log.player, by_log.player))
                book.add_price(PricedHand(number, hand.origin, price, hand.decimals))
        except NoEquity as error:
            book.prices_unknown[str(error)] += 1
