"""Judges many hands of a log at once: arrays find those that were paid right, rules the rest.

The arrays only say “paid right”. Every hand that they find paid wrong, or that is out of the
ordinary, is judged again by `judging`.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import batched, compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.audits.checking import (
    Verdict,
    fault_of,
    is_paid_to_the_only_hand,
    stated_pots,
    with_rake,
)
from showdown.audits.judging import Judgement, judge_by_its_chips
from showdown.audits.pots import Unjudged, pots_in, without_rake
from showdown.audits.terms import Terms
from showdown.bulk import evaluation, payouts
from showdown.bulk.payouts import NOBODY, POTS, SEATS, WagerRows
from showdown.evaluator.cards import Card
from showdown.evaluator.games import Family, Game
from showdown.evaluator.wagers import MOST_CHIPS
from showdown.notation.logs.logged_hand import LoggedHand, ReadHand, SkippedHand

_TOGETHER = 1_000
"""So few that the collector of reference cycles isn't called for them."""
_NO_POTS = (0,) * POTS
_FEW = 50
"""Fewer hands than this are judged by the readable rules: importing the compiler takes longer."""

type Judged = Judgement | SkippedHand


class _Row(NamedTuple):
    """A hand as the arrays need it. The players who showed are seats, in turn order.

    `cards` are hands, then boards. `amounts` and `eligible` (seats as bits) are of the pots after
    the rake, `paid` of the seats.
    """

    hand: LoggedHand
    cards: bytes
    amounts: list[int]
    eligible: list[int]
    unit: int
    paid: list[int]


def judge_all(hands: Iterable[ReadHand], terms: Terms) -> Iterator[Judged]:
    """Every hand, in order, judged or skipped."""
    for read in batched(hands, _TOGETHER):
        judged_or_rows = [_at_once(hand, terms) for hand in read]
        right = _paid_right(judged_or_rows, terms)
        for place, judged in enumerate(judged_or_rows):
            if not isinstance(judged, _Row):
                yield judged
            elif place in right:
                yield Judgement(judged.hand)
            else:
                yield _judged(judged.hand, terms, None)


def _at_once(hand: ReadHand, terms: Terms) -> Judged | _Row:
    """The judgement; a row where it is for the arrays."""
    if isinstance(hand, SkippedHand):
        return hand
    hand = with_rake(hand)
    fault = fault_of(hand)
    if not fault:
        if row := _row(hand, terms):
            return row
        if is_paid_to_the_only_hand(hand, terms):
            return Judgement(hand)
    return _judged(hand, terms, fault)


def _judged(hand: LoggedHand, terms: Terms, fault: Verdict) -> Judged:
    try:
        return judge_by_its_chips(hand, terms, fault)
    except Unjudged as unjudged:
        return SkippedHand(origin=hand.origin, reason=unjudged.reason, detail=unjudged.detail)


def _paid_right(judged_or_rows: Sequence[Judged | _Row], terms: Terms) -> set[int]:
    """The places of the rows that were certainly paid right by their cards."""
    alike: dict[tuple[str, int], list[tuple[int, _Row]]] = defaultdict(list)
    for place, row in enumerate(judged_or_rows):
        if isinstance(row, _Row):
            alike[row.hand.game.slug, len(row.paid)].append((place, row))
    if sum(map(len, alike.values())) < _FEW:
        return set()
    right: set[int] = set()
    for group in alike.values():
        places, rows = zip(*group, strict=True)
        right.update(compress(places, _are_paid_right(rows, terms)))
    return right


def _row(hand: LoggedHand, terms: Terms) -> _Row | None:
    """The hand as a row; None if the arrays can't be sure of it."""
    game = hand.game
    if terms.rules.is_exact or (game.family is Family.STUD and terms.rules.one_each):
        return None
    if tuple(map(len, hand.boards)) != game.boards:
        return None
    shown = [name for name in hand.hands if name not in hand.folded]
    if not 2 <= len(shown) <= SEATS:
        return None
    cards = _cards(hand, shown)
    if len(cards) != len(shown) * game.hole + game.board:
        return None
    try:
        pots = pots_in(hand)
    except Unjudged:
        return None
    unit = terms.unit_of(hand)
    if pots.alone or not _adds_up(hand, pots.total, unit, terms):
        return None
    payable = without_rake(pots.pots, hand.taken, unit, terms.taken_from)
    amounts = [pot.amount for pot in payable]
    if len(amounts) > POTS or (unit > 1 and any(amount % unit for amount in amounts)):
        return None
    eligible = [_as_bits(pot.eligible or (), shown) for pot in payable]
    return _Row(hand, cards, amounts, eligible, unit, [hand.paid.get(name, 0) for name in shown])


def _as_bits(names: Sequence[str], shown: list[str]) -> int:
    """The seats of these players."""
    if len(names) == len(shown):
        return (1 << len(shown)) - 1
    return sum([1 << shown.index(name) for name in names])


def _cards(hand: LoggedHand, shown: list[str]) -> bytes:
    """The numbers of all cards; empty if a hand is incomplete."""
    game = hand.game
    cards: list[Card] = []
    for name in shown:
        own = hand.hands[name]
        if len(own) != game.hole:
            return b""
        cards += own
    for board in hand.boards:
        cards += board
    return bytes([rank * 4 + suit for rank, suit in cards])


def _adds_up(hand: LoggedHand, total: int, unit: int, terms: Terms) -> bool:
    """Whether bets, pots, rake and payments agree, and only who showed was paid."""
    taken = hand.taken
    put_in = hand.contributions.values()
    amounts = (total, hand.dead, *put_in, hand.rake, hand.fees_taken, *hand.paid.values())
    if min(amounts) < 0 or max(amounts) > MOST_CHIPS:
        return False
    if sum(hand.paid.values()) + taken != total or stated_pots(hand, total) != total:
        return False
    if not hand.hands.keys() >= hand.paid.keys():
        return False
    return terms.rake is None or sum(terms.rake_of(hand, total, unit)) == taken


def _are_paid_right(rows: Sequence[_Row], terms: Terms) -> list[bool]:
    """Which of the hands, alike in game and players, were paid what is due."""
    game, count, players = rows[0].hand.game, len(rows), len(rows[0].paid)
    cards = np.frombuffer(b"".join([row.cards for row in rows]), np.uint8).reshape(count, -1)
    strengths = evaluation.evaluate(game, cards)
    paid = np.array([row.paid for row in rows], np.int64)
    seats = np.arange(SEATS, dtype=np.int64)
    is_right = _totals(game, rows, strengths, terms, seats) == paid
    if game.family is Family.STUD:
        # In stud, odd chips go by cards. If paying the seats in the opposite order changes nothing,
        # there are no odd chips.
        backwards = seats.copy()
        backwards[:players] = backwards[:players][::-1]
        is_right &= _totals(game, rows, strengths, terms, backwards) == paid
    right: list[bool] = is_right.all(axis=1).tolist()
    return right


def _totals(
    game: Game,
    rows: Sequence[_Row],
    strengths: evaluation.Strengths,
    terms: Terms,
    order: NDArray[np.int64],
) -> NDArray[np.int64]:
    """What each seat is due, (n, players); -1 throughout for hands that could not be paid."""
    count, players = len(rows), strengths.shape[1]
    wagers = WagerRows(
        put_in=np.full((count, SEATS), NOBODY, np.int64),
        pots=_filled([row.amounts for row in rows]),
        eligible=_filled([row.eligible for row in rows]),
        dead=np.zeros(count, np.int64),
        folded=np.zeros(count, np.int64),
        button=np.full(count, NOBODY, np.int64),
        unit=np.array([row.unit for row in rows], np.int64),
        seats=np.full(count, players, np.int64),
        order=np.tile(order, (count, 1)),
    )
    number = np.full(count, players, np.int64)
    result = payouts.pay(game, terms.rules, number, wagers, strengths)
    totals: NDArray[np.int64] = np.where(
        result.is_paid[:, None], result.totals[:, :players], np.int64(-1)
    )
    return totals


def _filled(lists: list[list[int]]) -> NDArray[np.int64]:
    """The lists as rows of POTS places filled up with zeros."""
    return np.array([[*amounts, *_NO_POTS[len(amounts) :]] for amounts in lists], np.int64)
