"""Compute the odds of a spot: exactly if that takes at most about two seconds, or by sampling.

This process counts known hands without dealing (`assignments`), and ranges and partly known hands
if they have few enough combinations (`assignments` and `ranges`). Worker processes deal everything
else: every possible deal if there are few, otherwise random deals.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, inf, prod
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from showdown.bulk import assignments, dealing
from showdown.bulk.combos import MAX_WEIGHT, count_assignments, masks_to_hands, restrict_ranges
from showdown.bulk.dealing import UNKNOWN, RangeHands, SpotArrays, TooFewDeals
from showdown.bulk.evaluation import PythonEvaluator, list_evaluator_names
from showdown.bulk.ranges import heads_up, inclusion_exclusion, multiway
from showdown.bulk.sampling import compute_margin_of_error, sample_tallies, submit
from showdown.bulk.tally import HandCounts, Outcome, OutcomeCounts, Tally, merge_tallies
from showdown.evaluator.cards import DECK, Card
from showdown.evaluator.chips import PotsToPay
from showdown.evaluator.divide import divide_into_shares
from showdown.evaluator.games import Family, Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.spots import NoDealFits, Spot
from showdown.evaluator.wagers import Pot, Wagers, collect

TARGET_MARGIN = 0.0005
"""Sampling stops at this margin of error, with 95% confidence."""
SAMPLING_SECONDS = 2.0
"""Maximum time for sampling, and for counting with kernels."""

MAX_MILLISECONDS = 1000
"""Maximum estimated time for counting."""
_MAX_MS_WITHOUT_KERNELS = 100
"""Maximum estimated milliseconds to count assignments of hands even if kernels are faster.

Counting assignments doesn't import Numba.
"""
_MAX_DEALS = 3_000_000
"""Maximum number of deals to enumerate if every contest of the game has a kernel."""
_MAX_SLOW_DEALS = 10_000
"""Maximum number of deals to enumerate if a contest of the game has no kernel."""
_DEALS_PER_MILLISECOND = 4_000
"""Number of deals evaluated per millisecond if every contest of the game has a kernel."""
_SLOW_DEALS_PER_MILLISECOND = 10
"""Number of deals evaluated per millisecond if a contest of the game has no kernel."""

type CountOutcomes = Callable[[Spot, Sequence[Sequence[int]]], OutcomeCounts]
"""A function that counts the outcomes of a spot for each of several sets of players."""

type PayPot = Callable[[ChipPot, Outcome], Sequence[Fraction]]
"""A function that returns the chips of each eligible player from a pot, given the outcome."""


class ChipPot(NamedTuple):
    """Chips, and the seats that may win them, in ascending order; seat 0 has the first hand."""

    amount: int
    eligible: tuple[int, ...]


class PotOdds(NamedTuple):
    """A pot, each eligible player's average chips from it, and the outcomes among these players."""

    pot: ChipPot
    chips: tuple[Fraction, ...]
    tally: Tally


class NextCard(NamedTuple):
    """A possible next card, and each player's share after it."""

    card: Card
    shares: tuple[Fraction, ...]


@dataclass(frozen=True)
class Odds:
    """The odds of a spot. `seed` is None if they are exact.

    `next_cards` are sorted by the share of the first player, the highest first. `hands` contains
    each player's counts by hand, for two ranges of two-card hands only.
    """

    spot: Spot
    tally: Tally
    pots: tuple[PotOdds, ...] = ()
    next_cards: tuple[NextCard, ...] = ()
    seed: int | None = None
    hands: tuple[HandCounts, ...] = ()

    @property
    def is_exact(self) -> bool:
        return self.seed is None

    @property
    def counts_boards(self) -> bool:
        """Return whether only boards are to come, so that totals are numbers of boards."""
        return bool(self.spot.boards) and all(holding.is_known for holding in self.spot.holdings)

    @property
    def margin(self) -> float:
        """Return the largest error of a share, with 95% confidence."""
        return 0.0 if self.is_exact else compute_margin_of_error(self.tally)

    def margin_of_chips(self, player: int) -> float:
        """Return the largest error of the player's chips from all pots, with 95% confidence."""
        if self.is_exact:
            return 0.0
        pots = (pot_odds for pot_odds in self.pots if player in pot_odds.pot.eligible)
        return sum(
            pot_odds.pot.amount * compute_margin_of_error(pot_odds.tally) for pot_odds in pots
        )

    def chips(self, player: int) -> Fraction:
        """Return the average chips of the player from all pots."""
        return sum(
            (
                chips
                for pot_odds in self.pots
                for seat, chips in zip(pot_odds.pot.eligible, pot_odds.chips, strict=True)
                if seat == player
            ),
            Fraction(0),
        )


def compute_odds(spot: Spot, pots: Sequence[ChipPot] = (), **options: Any) -> Odds:
    """Return the final odds; the arguments are those of `stream_odds`."""
    *_, last = stream_odds(spot, pots, **options)
    return last


def stream_odds(
    spot: Spot,
    pots: Sequence[ChipPot] = (),
    *,
    next_card: bool = False,
    seed: int = 1,
    within: float = TARGET_MARGIN,
    seconds: float = SAMPLING_SECONDS,
    pay: PayPot | None = None,
    use_threads: bool = False,
) -> Iterator[Odds]:
    """Yield the odds: once if they are exact, otherwise repeatedly with a decreasing margin.

    If `next_card` is true, counted odds include the shares after each possible next card, where
    these are available. `pay` divides a pot; by default chips are divided exactly. Sampling stops
    at a margin of error of `within`, or after `seconds`. If `use_threads` is true, threads of this
    process deal instead of worker processes. Raise NoDealFits if the hands can't be dealt together.
    """
    pay_pot = pay or _create_exact_payer(spot)
    if not count_assignments(spot):
        raise NoDealFits(field="hands")
    counter = _choose_counter(spot, pots, next_card=next_card)
    if counter.milliseconds <= counter.max_milliseconds:
        counts = counter.count_outcomes(spot, _list_player_sets(spot, pots))
        odds = _build_odds(spot, pots, pay_pot, counts.tallies)
        next_shares = counts.next_cards if next_card else ()
        next_cards = [NextCard(DECK[card], shares) for card, shares in next_shares]
        next_cards.sort(key=lambda next_card: next_card.shares, reverse=True)
        yield replace(odds, hands=counts.hands, next_cards=tuple(next_cards))
        return
    arrays = build_spot_arrays(spot, pots)
    try:
        if _can_deal_all(spot):
            all_tallies = submit(dealing.deal_all, arrays, use_threads=use_threads).result()
            yield _build_odds(spot, pots, pay_pot, all_tallies)
            return
        for tallies in sample_tallies(
            arrays, seed=seed, within=within, seconds=seconds, use_threads=use_threads
        ):
            yield _build_odds(spot, pots, pay_pot, tallies, seed=seed)
    except TooFewDeals:
        raise NoDealFits(field="hands") from None


def _can_deal_all(spot: Spot) -> bool:
    """Return whether there is time for all deals, and the sum of weights doesn't overflow."""
    boards, ranges = _count_deals(spot), restrict_ranges(spot).values()
    deals = boards * prod(len(combos) for combos in ranges)
    weight = boards * prod(int(combos.weights.sum()) for combos in ranges)
    max_deals = _MAX_SLOW_DEALS if _is_slow(spot.game) else _MAX_DEALS
    return deals <= max_deals and weight <= MAX_WEIGHT


def _is_slow(game: Game) -> bool:
    """Return whether a contest has no kernel and is evaluated hand by hand."""
    return PythonEvaluator.__name__ in list_evaluator_names(game).values()


def estimate_milliseconds(
    spot: Spot, pots: Sequence[ChipPot] = (), *, next_card: bool = False
) -> float:
    """Return the estimated milliseconds to count the spot; `inf` if it can't be counted."""
    return _choose_counter(spot, pots, next_card=next_card).milliseconds


def estimate_exact_milliseconds(spot: Spot, pots: Sequence[ChipPot]) -> float:
    """Return the estimated milliseconds to compute exact odds; `inf` if they would be sampled."""
    counter = _choose_counter(spot, pots, next_card=False)
    if counter.milliseconds <= counter.max_milliseconds:
        return counter.milliseconds
    return estimate_dealing_milliseconds(spot, _count_deals(spot)) if _can_deal_all(spot) else inf


def sample_odds(spot: Spot, pots: Sequence[ChipPot], *, deals: int) -> Odds:
    """Return odds from this number of random deals. Raise NoDealFits if few or none are possible.

    Cards are dealt in a thread of this process. The result depends only on the arguments.
    """
    seed = 1
    future = submit(
        dealing.sample_outcomes, build_spot_arrays(spot, pots), seed, 0, deals, use_threads=True
    )
    try:
        tallies = future.result()
    except TooFewDeals:
        raise NoDealFits(field="hands") from None
    return _build_odds(spot, pots, _create_exact_payer(spot), tallies, seed=seed)


def estimate_dealing_milliseconds(spot: Spot, deals: int) -> float:
    """Return the estimated milliseconds to deal and evaluate this number of deals."""
    return deals / (_SLOW_DEALS_PER_MILLISECOND if _is_slow(spot.game) else _DEALS_PER_MILLISECOND)


class _Counter(NamedTuple):
    """A function that counts a spot, its estimated time, and the maximum time for it."""

    milliseconds: float
    count_outcomes: CountOutcomes
    max_milliseconds: float = MAX_MILLISECONDS


def _choose_counter(spot: Spot, pots: Sequence[ChipPot], *, next_card: bool) -> _Counter:
    """Return the fastest way to count the spot, including next cards if requested."""
    set_count = len(_list_player_sets(spot, pots))
    assignments_ms = assignments.estimate_milliseconds(spot, set_count, next_card=next_card)
    heads_up_ms = heads_up.estimate_milliseconds(spot)
    counts_everything = not (next_card and heads_up.can_count_preflop(spot))
    if heads_up_ms < inf and (counts_everything or assignments_ms > MAX_MILLISECONDS):
        return _Counter(heads_up_ms, heads_up.count_outcomes)
    kernels_ms, count_outcomes = min(
        (multiway.estimate_milliseconds(spot, set_count), multiway.count_outcomes),
        (inclusion_exclusion.estimate_milliseconds(spot), inclusion_exclusion.count_outcomes),
        key=itemgetter(0),
    )
    if assignments_ms > max(_MAX_MS_WITHOUT_KERNELS, kernels_ms) and not multiway.would_overflow(
        spot
    ):
        return _Counter(kernels_ms, count_outcomes, max_milliseconds=1000 * SAMPLING_SECONDS)
    return _Counter(assignments_ms, _count_assignments)


def _count_deals(spot: Spot) -> int:
    """Return the number of ways to deal unknown cards and boards after the hands of ranges."""
    remaining = len(spot.stub) - sum(
        spot.game.hole for holding in spot.holdings if holding.range is not None
    )
    ways = 1
    for count in (*(holding.unknown for holding in spot.holdings), *spot.coming):
        ways *= comb(remaining, count)
        remaining -= count
    return ways


def _count_assignments(spot: Spot, player_sets: Sequence[Sequence[int]]) -> OutcomeCounts:
    """Count each assignment of hands, and merge the counts. Raise NoDealFits if there is none."""
    counters = assignments.build_counters(spot)
    if not counters:
        raise NoDealFits(field="hands")
    return OutcomeCounts(
        [
            merge_tallies((counter.tally(seats), weight) for counter, weight in counters)
            for seats in player_sets
        ],
        assignments.iterate_next_cards(counters) if any(spot.coming) else (),
        heads_up.count_each_hand(spot, counters) if heads_up.can_count(spot) else (),
    )


def _build_odds(
    spot: Spot,
    pots: Sequence[ChipPot],
    pay: PayPot,
    tallies: Sequence[Tally],
    *,
    seed: int | None = None,
) -> Odds:
    if not tallies[0].total:
        raise NoDealFits(field="hands")
    tally_of = dict(zip(_list_player_sets(spot, pots), tallies, strict=True))
    pot_odds = []
    for pot in pots:
        tally, chips = tally_of[pot.eligible], [Fraction(0)] * len(pot.eligible)
        for outcome, count in tally.outcomes.items():
            for index, paid in enumerate(pay(pot, outcome)):
                chips[index] += count * paid
        average = tuple(total / tally.total for total in chips)
        pot_odds.append(PotOdds(pot, average, tally))
    return Odds(spot, tallies[0], tuple(pot_odds), seed=seed)


def _create_exact_payer(spot: Spot) -> PayPot:
    """Return a function that divides chips exactly, without odd chips."""
    parts = spot.game.part_indices

    def pay(pot: ChipPot, outcome: Outcome) -> Sequence[Fraction]:
        return [
            pot.amount * share for share in divide_into_shares(parts, outcome, len(pot.eligible))
        ]

    return pay


class SpotWithPots(NamedTuple):
    """A spot with only the hands that can win, its pots, and a function that pays a pot."""

    spot: Spot
    pots: tuple[ChipPot, ...]
    pay: PayPot


def add_pots(spot: Spot, wagers: Wagers, rules: RuleSet) -> SpotWithPots:
    """Return the spot with its pots. Raise InvalidDeal if the wagers contradict the spot.

    The rule set decides odd chips. In stud, where cards to come decide them, pots are paid in
    fractions of chips.
    """
    collected = collect(wagers, spot)
    payer = PotsToPay(spot.game, wagers, collected, rules)
    competing = spot.restrict_to(collected.competing)
    labels = competing.labels
    pots = tuple(
        ChipPot(pot.amount, tuple(map(labels.index, pot.eligible or ()))) for pot in payer.pots
    )
    pay_units = _create_exact_payer(competing)
    units_per_chip = 100 if payer.decimals else 1
    names = [contest.name for contest in spot.game.contests]

    def pay_fractions(pot: ChipPot, outcome: Outcome) -> Sequence[Fraction]:
        return [units / units_per_chip for units in pay_units(pot, outcome)]

    def pay_by_rules(pot: ChipPot, outcome: Outcome) -> Sequence[Fraction]:
        eligible = tuple(labels[seat] for seat in pot.eligible)
        winners = {
            name: tuple(label for index, label in enumerate(eligible) if bits >> index & 1)
            for name, bits in zip(names, outcome, strict=True)
        }
        paid = payer.divide_pot(Pot(pot.amount, eligible), winners)
        return [Fraction(paid[label], units_per_chip) for label in eligible]

    return SpotWithPots(
        competing, pots, pay_fractions if spot.game.family is Family.STUD else pay_by_rules
    )


def _list_player_sets(spot: Spot, pots: Sequence[ChipPot]) -> tuple[tuple[int, ...], ...]:
    """Return the sets of seats to count outcomes for: all seats, then the seats of each pot."""
    everyone = tuple(range(len(spot.holdings)))
    return tuple(dict.fromkeys([everyone, *(pot.eligible for pot in pots)]))


def build_spot_arrays(spot: Spot, pots: Sequence[ChipPot] = ()) -> SpotArrays:
    """Return the spot as arrays for dealing. The first set of players has all players."""
    hole = spot.game.hole
    known_cards: list[int] = []
    groups = []
    ranges = []
    combos = restrict_ranges(spot)
    for seat, holding in enumerate(spot.holdings):
        if seat in combos:
            hands = masks_to_hands(combos[seat].masks, hole)
            ranges.append(RangeHands(len(known_cards), hands, combos[seat].weights))
            known_cards += [UNKNOWN] * hole
        else:
            groups.append(_append_group(known_cards, holding.cards, holding.unknown))
    for board, coming in zip(spot.boards, spot.coming, strict=True):
        groups.append(_append_group(known_cards, board, coming))
    return SpotArrays(
        game=spot.game.slug,
        players=len(spot.holdings),
        known_cards=np.array(known_cards, np.uint8),
        groups=tuple(group for group in groups if group),
        pool=np.array([card.number for card in spot.stub], np.uint8),
        ranges=tuple(ranges),
        player_sets=_list_player_sets(spot, pots),
    )


def _append_group(known_cards: list[int], cards: Sequence[Card], unknown: int) -> tuple[int, ...]:
    """Append known cards, and UNKNOWN for each unknown card. Return the indices of the latter."""
    known_cards += [card.number for card in cards]
    start = len(known_cards)
    known_cards += [UNKNOWN] * unknown
    return tuple(range(start, len(known_cards)))
