"""Confirm correctly paid hands of a log with arrays, and judge the other hands one by one.

Arrays are six times as fast as `judging`, which judges the hands that the arrays can't confirm.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import batched, compress
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.audits.checking import find_fault, infer_rake, sum_stated_pots
from showdown.audits.judging import Judgment, judge_hand
from showdown.audits.pots import deduct_rake_from_amounts
from showdown.audits.terms import Terms
from showdown.bulk import evaluation, payouts
from showdown.bulk.payouts import MAX_SEATS, MISSING, DealPayouts, WagerRows, create_empty_wagers
from showdown.evaluator.cards import DECK
from showdown.evaluator.games import Family, Game
from showdown.evaluator.wagers import MAX_CHIPS
from showdown.notation.logs.logged_hand import HandSkipped, LoggedHand, ReadHand, SkippedHand

_CHUNK_SIZE = 1_000
"""Number of hands that are judged together."""
_CARD_NUMBERS = {card: card.number for card in DECK}
_MIN_ROWS = 50
"""Minimum number of hands for arrays; importing Numba takes longer than judging fewer."""

type JudgedOrSkipped = Judgment | SkippedHand


class _Row(NamedTuple):
    """A hand as input for the arrays. The players who showed have the first seats, in turn order.

    `hand_index` is the index of the hand in its chunk, and `shown_count` is the number of players
    who showed. `cards` contains the card numbers of the hands, then of the boards. `chips` contains
    the contributions and the payments of MAX_SEATS seats each, the dead chips, the rake and fees,
    and the smallest chip.
    """

    hand_index: int
    game: Game
    shown_count: int
    cards: list[int]
    chips: list[int]


def judge_all(hands: Iterable[ReadHand], terms: Terms) -> Iterator[JudgedOrSkipped]:
    """Yield a Judgment or a SkippedHand for every hand, in order."""
    for chunk in batched(hands, _CHUNK_SIZE):
        hands_with_rake = [
            hand if isinstance(hand, SkippedHand) else infer_rake(hand) for hand in chunk
        ]
        confirmed_indices = _find_correctly_paid(hands_with_rake, terms)
        for hand_index, hand in enumerate(hands_with_rake):
            if isinstance(hand, SkippedHand):
                yield hand
            elif hand_index in confirmed_indices:
                yield Judgment(hand)
            else:
                try:
                    yield judge_hand(hand, terms)
                except HandSkipped as skipped:
                    yield hand.as_skipped(skipped.reason, skipped.detail)


def _find_correctly_paid(hands: Sequence[ReadHand], terms: Terms) -> set[int]:
    """Return the indices of hands that arrays confirm; other hands may be correct, too."""
    groups: dict[tuple[str, int], list[_Row]] = defaultdict(list)
    for hand_index, hand in enumerate(hands):
        if isinstance(hand, LoggedHand) and (row := _make_row(hand_index, hand, terms)):
            groups[row.game.slug, row.shown_count].append(row)
    if sum(map(len, groups.values())) < _MIN_ROWS:
        return set()
    return {
        row.hand_index
        for rows in groups.values()
        for row in compress(rows, _confirm_payments(rows, terms))
    }


def _make_row(hand_index: int, hand: LoggedHand, terms: Terms) -> _Row | None:
    """Return the hand as a row; None if arrays can't confirm it."""
    game, contributions, paid = hand.game, hand.contributions, hand.paid
    if terms.rules.is_exact or (game.family is Family.STUD and terms.rules.one_each):
        return None
    shown = [name for name in hand.hands if name not in hand.folded]
    if hand.odd_chips_after in shown:  # this player receives odd chips last
        start = shown.index(hand.odd_chips_after) + 1
        shown = shown[start:] + shown[:start]
    others = [name for name in contributions if name not in shown]
    if (
        not 2 <= len(shown) <= MAX_SEATS - len(others)
        or not _adds_up(hand, terms)
        or find_fault(hand)
    ):
        return None
    card_groups = [*[hand.hands[name] for name in shown], *hand.boards]
    if [len(cards) for cards in card_groups] != [game.hole] * len(shown) + [*game.boards]:
        return None
    contributions_by_seat = [contributions.get(name, 0) for name in shown]
    max_shown_contribution = max(contributions_by_seat)
    if any(
        contributions[name] > max_shown_contribution and name not in hand.folded for name in others
    ):
        return None
    contributions_by_seat += [contributions[name] for name in others]
    contributions_by_seat += [MISSING] * (MAX_SEATS - len(contributions_by_seat))
    paid_by_seat = [paid.get(name, 0) for name in shown] + [0] * (MAX_SEATS - len(shown))
    numbers = [_CARD_NUMBERS[card] for cards in card_groups for card in cards]
    chips = [*contributions_by_seat, *paid_by_seat, hand.dead, hand.taken, terms.unit_of(hand)]
    return _Row(hand_index, game, len(shown), numbers, chips)


def _adds_up(hand: LoggedHand, terms: Terms) -> bool:
    """Return whether pots, rake and payments agree, and only players who showed were paid."""
    contributions, paid, taken = hand.contributions.values(), hand.paid.values(), hand.taken
    total = sum(paid) + taken
    chips = (*contributions, *paid, hand.dead, hand.rake, taken, total)
    if min(chips) < 0 or max(chips) > MAX_CHIPS:
        return False
    if sum_stated_pots(hand, total) != total or not hand.hands.keys() >= hand.paid.keys():
        return False
    return terms.rake is None or sum(terms.rake_of(hand, total, terms.unit_of(hand))) == taken


def _confirm_payments(rows: Sequence[_Row], terms: Terms) -> list[bool]:
    """Return for each hand whether the arrays confirm that it was paid correctly.

    All hands have the same game and the same number of players who showed.
    """
    game, count, players = rows[0].game, len(rows), rows[0].shown_count
    cards = np.array([row.cards for row in rows], np.uint8)
    chips = np.array([row.chips for row in rows], np.int64)
    contributions, paid = chips[:, :MAX_SEATS].copy(), chips[:, MAX_SEATS : 2 * MAX_SEATS]
    dead, taken, unit = chips[:, 2 * MAX_SEATS :].T.copy()
    numbers_of_players = np.full(count, players, np.int64)
    seats = np.arange(MAX_SEATS, dtype=np.int64)
    folded = (contributions != MISSING) & (seats >= players)  # the first seats showed their cards
    wagers = create_empty_wagers(count, 1)._replace(
        contributions=contributions,
        dead=dead,
        folded=(folded << seats).sum(axis=1),
        unit=unit,
        seats=numbers_of_players,
    )
    strengths = evaluation.evaluate(game, cards)
    before_rake = payouts.pay_deals(game, terms.rules, numbers_of_players, wagers, strengths)
    total = before_rake.amounts.sum(axis=1)
    is_confirmed = before_rake.is_paid & (total == paid.sum(axis=1) + taken)
    after_rake = _deduct_rake_from_wagers(wagers, before_rake, taken, terms)
    orders = [seats]
    if game.family is Family.STUD:
        # In stud, cards decide which tied player gets an odd chip. If the reverse order of seats
        # yields the same payments, no odd chip is split between tied players.
        orders.append(np.concatenate([seats[:players][::-1], seats[players:]]))
    for order in orders:
        ordered = after_rake._replace(order=np.tile(order, (count, 1)))
        payout = payouts.pay_deals(game, terms.rules, numbers_of_players, ordered, strengths)
        is_confirmed &= payout.is_paid & (payout.totals == paid).all(axis=1)
    confirmed: list[bool] = is_confirmed.tolist()
    return confirmed


def _deduct_rake_from_wagers(
    wagers: WagerRows, before_rake: DealPayouts, taken: NDArray[np.int64], terms: Terms
) -> WagerRows:
    """Return wagers that consist of the pots after rake."""
    pots = before_rake.amounts.copy()
    pots[:, 0] -= taken
    for row in np.flatnonzero((before_rake.pot_count > 1) & (taken > 0)):
        amounts = before_rake.amounts[row, : before_rake.pot_count[row]].tolist()
        pots[row, : len(amounts)] = deduct_rake_from_amounts(
            amounts, int(taken[row]), int(wagers.unit[row]), terms.taken_from
        )
    return wagers._replace(
        contributions=np.full_like(wagers.contributions, MISSING),
        pots=pots,
        eligible=before_rake.eligible,
        dead=np.zeros_like(wagers.dead),
        folded=np.zeros_like(wagers.folded),
    )
