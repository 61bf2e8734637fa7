"""Count outcomes of random deals, or of every possible deal.

These functions run in workers, because their kernels need Numba. In the kernels, `state`, an array
of one element, is the state of the random number generator.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import batched
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from showdown.bulk.combos import Masks, hands_to_masks, list_hands
from showdown.bulk.compiling import kernel, kernel_part
from showdown.bulk.evaluation import evaluate
from showdown.bulk.outcomes import LOWEST_STRENGTH, add_seat, build_category_table, decide_winners
from showdown.bulk.tally import Outcome, Tally, count_categories, decode_outcome
from showdown.evaluator.games import find_game

UNKNOWN = 255
"""A card in `SpotArrays.known_cards` that has yet to be dealt."""
_BLOCK_SIZE = 1 << 13
"""Number of deals in a block."""
_MAX_SLOTS = 1 << 19
"""Maximum number of slots in the hash table of outcomes; a power of two."""
_MAX_PAIRS = 1 << 20
"""Maximum number of pairs of a deal and a hand to combine at once."""
_ATTEMPTS_PER_DEAL = 1000
"""Maximum average number of attempts per deal to draw hands of ranges that share no card."""


class RangeHands(NamedTuple):
    """The hands (n, hole) and weights (n) of a range, and the index of its first card in a deal."""

    start: int
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]


class SpotArrays(NamedTuple):
    """A spot as arrays, in the layout of `evaluation.evaluate`: hands, then boards.

    `known_cards` (width) contains a card or UNKNOWN at each index. Cards of `pool`, the remaining
    cards, are dealt to the indices in `groups`. Each group is a part of a hand or of a board, so
    the order of its cards doesn't matter. `player_sets` are the sets of seats among which outcomes
    are counted; the first has all players.
    """

    game: str
    players: int
    known_cards: NDArray[np.uint8]
    groups: tuple[tuple[int, ...], ...]
    pool: NDArray[np.uint8]
    ranges: tuple[RangeHands, ...]
    player_sets: tuple[tuple[int, ...], ...]


class TooFewDeals(Exception):
    """The ranges overlap so much that few deals or none are possible."""


def sample_outcomes(spot: SpotArrays, seed: int, part: int, deals: int) -> tuple[Tally, ...]:
    """Count the outcomes of random deals for each set of players.

    The same `seed` and `part` always give the same deals. Raise TooFewDeals if the hands of
    the ranges rarely or never fit together.
    """
    counter = _OutcomeCounter(spot)
    weights = np.ones(min(_BLOCK_SIZE, deals), np.int64)
    for cards in _deal_randomly(spot, seed, part, deals):
        counter.add(cards, weights[: len(cards)])
    return counter.tallies()


def _deal_randomly(
    spot: SpotArrays, seed: int, part: int, deals: int
) -> Iterator[NDArray[np.uint8]]:
    """Yield blocks (n, width) of random deals. Raise TooFewDeals if too few attempts succeed.

    Each block overwrites the previous one in the same array.
    """
    state = np.random.SeedSequence([seed, part]).generate_state(1, np.uint64).astype(np.uint64)
    pool = spot.pool.copy()
    block = np.tile(spot.known_cards, (min(_BLOCK_SIZE, deals), 1))
    indices = np.array([index for group in spot.groups for index in group], np.int64)
    ranges = _build_draw_tables(spot.ranges) if spot.ranges else None
    for start in range(0, deals, _BLOCK_SIZE):
        out = block[: deals - start]
        if ranges is None:
            _deal_cards(indices, pool, state, out)
        else:
            attempts = _ATTEMPTS_PER_DEAL * len(out)
            deal_count = _deal_ranges(indices, pool, ranges, state, attempts, out)
            if deal_count < len(out):
                raise TooFewDeals
        yield out


class _DrawTables(NamedTuple):
    """The hands of all ranges, and tables to draw from them.

    The hands of range r begin at index hand_starts[r] of `hands` (m, hole), and one of them is
    written to each deal from index starts[r] on. If is_uniform[r], all totals[r] hands are equally
    likely. Otherwise a random number below totals[r] is looked up in `sums`, the cumulative
    weights. The search begins at an entry of `guide`, whose index is guide_starts[r] plus the high
    bits of the number, number >> shifts[r]. `drawn_hands` contains the index of the hand drawn for
    each range.
    """

    starts: NDArray[np.int64]
    hand_starts: NDArray[np.int64]
    hands: NDArray[np.uint8]
    masks: Masks
    is_uniform: NDArray[np.bool_]
    sums: NDArray[np.int64]
    totals: NDArray[np.int64]
    shifts: NDArray[np.int64]
    guide_starts: NDArray[np.int64]
    guide: NDArray[np.int64]
    drawn_hands: NDArray[np.int64]


def _build_draw_tables(ranges: Sequence[RangeHands]) -> _DrawTables:
    hands = np.concatenate([range_hands.hands for range_hands in ranges])
    is_uniform = [range_hands.weights.min() == range_hands.weights.max() for range_hands in ranges]
    sums = [
        np.cumsum(np.ones_like(range_hands.weights) if uniform else range_hands.weights)
        for range_hands, uniform in zip(ranges, is_uniform, strict=True)
    ]
    totals = [int(row[-1]) for row in sums]
    shifts = [
        max(0, total.bit_length() - len(row).bit_length() - 1)
        for total, row in zip(totals, sums, strict=True)
    ]
    guides = [
        np.searchsorted(row, np.arange((total >> shift) + 1) << shift, side="right")
        for row, total, shift in zip(sums, totals, shifts, strict=True)
    ]
    return _DrawTables(
        np.array([range_hands.start for range_hands in ranges]),
        _find_starts(sums),
        hands,
        hands_to_masks(hands),
        np.array(is_uniform),
        np.concatenate(sums),
        np.array(totals),
        np.array(shifts),
        _find_starts(guides),
        np.concatenate(guides),
        np.zeros(len(sums), np.int64),
    )


def _find_starts(arrays: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return the index at which each array starts in their concatenation."""
    return np.cumsum([0, *map(len, arrays[:-1])])


def deal_all(spot: SpotArrays) -> tuple[Tally, ...]:
    """Count the outcomes of every possible deal for each set of players."""
    counter = _OutcomeCounter(spot)
    start = _Deals(spot.known_cards[None, :], np.zeros(1, np.uint64), np.ones(1, np.int64))
    choices = [
        (
            tuple(range(range_hands.start, range_hands.start + range_hands.hands.shape[1])),
            range_hands.hands,
            range_hands.weights,
        )
        for range_hands in spot.ranges
    ]
    for group in spot.groups:
        hands = list_hands(spot.pool.tolist(), len(group))
        choices.append((group, hands, np.ones(len(hands), np.int64)))
    for deals in _combine_choices(start, choices):
        counter.add(deals.cards, deals.weights)
    return counter.tallies()


class _Deals(NamedTuple):
    """Deals (n, width), their dealt cards as bit sets, and the weight of each deal."""

    cards: NDArray[np.uint8]
    used_cards: Masks
    weights: NDArray[np.int64]


type _Choice = tuple[tuple[int, ...], NDArray[np.uint8], NDArray[np.int64]]
"""Indices in a deal, the hands that may be dealt there, and the weights of these hands."""


def _combine_choices(deals: _Deals, choices: Sequence[_Choice]) -> Iterator[_Deals]:
    """Yield all combinations of deals with one hand of each choice, without duplicate cards."""
    if not choices:
        yield deals
        return
    (indices, hands, weights), *other_choices = choices
    masks = hands_to_masks(hands)
    step = max(1, _MAX_PAIRS // len(hands))
    for start in range(0, len(deals.used_cards), step):
        used_cards = deals.used_cards[start : start + step]
        deal, hand = np.nonzero(used_cards[:, None] & masks == 0)
        cards = deals.cards[start + deal]
        cards[:, indices] = hands[hand]
        dealt = _Deals(
            cards, used_cards[deal] | masks[hand], deals.weights[start + deal] * weights[hand]
        )
        yield from _combine_choices(dealt, other_choices)


class _OutcomeCounter:
    """Accumulate the outcomes of deals, block by block."""

    def __init__(self, spot: SpotArrays) -> None:
        self._game = find_game(spot.game)
        self._players = spot.players
        self._player_sets = spot.player_sets
        self._player_set_bits = np.array(
            [sum(1 << seat for seat in seats) for seats in spot.player_sets]
        )
        self._category_of = build_category_table(self._game.contests)
        # A table with twice as many slots as possible outcomes can't become full.
        self._slots = min(_MAX_SLOTS, 2 << spot.players * len(self._game.contests))
        shape = (len(spot.player_sets), self._slots)
        self._codes, self._counts = np.zeros(shape, np.uint64), np.zeros(shape, np.int64)
        categories = int(self._category_of.max()) + 1
        self._categories = np.zeros(
            (len(self._category_of), categories, 1 << spot.players), np.int64
        )
        self._outcomes = [Counter[Outcome]() for _ in spot.player_sets]
        self._deals_in_table = 0

    def add(self, cards: NDArray[np.uint8], weights: NDArray[np.int64]) -> None:
        for start in range(0, len(cards), _BLOCK_SIZE):
            if self._slots == _MAX_SLOTS and self._deals_in_table + _BLOCK_SIZE > _MAX_SLOTS // 2:
                self._empty_table()
            self._deals_in_table += _BLOCK_SIZE
            _count_outcomes(
                evaluate(self._game, cards[start : start + _BLOCK_SIZE]),
                weights[start : start + _BLOCK_SIZE],
                self._player_set_bits,
                self._category_of,
                self._codes,
                self._counts,
                self._categories,
            )

    def tallies(self) -> tuple[Tally, ...]:
        """Return the tally of each set of players. Only the first tally has categories."""
        self._empty_table()
        everyone = range(self._players)
        categories = tuple(count_categories(table, everyone) for table in self._categories)
        return tuple(
            Tally(len(seats), self._game.part_indices, outcomes, () if index else categories)
            for index, (seats, outcomes) in enumerate(
                zip(self._player_sets, self._outcomes, strict=True)
            )
        )

    def _empty_table(self) -> None:
        """Move the counts out of the kernel's hash table before it becomes full."""
        contests = len(self._category_of)
        for seats, outcomes, codes, counts in zip(
            self._player_sets, self._outcomes, self._codes, self._counts, strict=True
        ):
            for slot in np.flatnonzero(counts):
                outcome = decode_outcome(int(codes[slot]), self._players, contests, seats)
                outcomes[outcome] += int(counts[slot])
        self._counts[:] = 0
        self._deals_in_table = 0


type JointOutcomes = Counter[tuple[Outcome, ...]]
"""Weighted counts of deals; a key has the outcome among each of several sets of players."""


def sample_joint_outcomes(
    spot: SpotArrays, player_sets: Sequence[Sequence[int]], seed: int, part: int, deals: int
) -> JointOutcomes:
    """Count the joint outcomes among sets of players in random deals, like `sample_outcomes`."""
    game = find_game(spot.game)
    size = len(game.contests)
    outcomes: JointOutcomes = Counter()
    for cards in _deal_randomly(spot, seed, part, deals):
        strengths = evaluate(game, cards)
        winners = [decide_winners(strengths[:, list(seats)]).winners for seats in player_sets]
        rows, counts = np.unique(np.concatenate(winners, axis=1), axis=0, return_counts=True)
        for row, count in zip(rows.tolist(), counts.tolist(), strict=True):
            outcomes[tuple(batched(row, size))] += count
    return outcomes


_uint64 = np.uint64
_GOLDEN = _uint64(0x9E3779B97F4A7C15)
_FRACTION_BITS = _uint64(58)
"""Number of bits of a fraction, which leaves six bits for an index in the pool (up to 63)."""
_FRACTION_SHIFT = _uint64(64 - 58)
_FRACTION_MASK = _uint64((1 << 58) - 1)
_TWO_TO_MINUS_53 = 2.0**-53
_HASH_MULTIPLIER = _uint64(0xD6E8FEB86659FD93)


@kernel_part
def _random_bits(state):
    """Return 64 random bits (SplitMix64 by Steele, Lea and Flood, 2014)."""
    state[0] += _GOLDEN
    bits = state[0]
    bits = (bits ^ (bits >> _uint64(30))) * _uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> _uint64(27))) * _uint64(0x94D049BB133111EB)
    return bits ^ (bits >> _uint64(31))


@kernel
def _deal_cards(indices, pool, state, out):
    """Write random cards of the pool to the `indices` of each deal in `out` (n, width).

    The order of the pool changes from deal to deal, which doesn't affect the randomness. Four cards
    are drawn with the same random bits. The bits are a fraction, which is multiplied by the number
    of remaining cards: the integer part of the product is the index of a card, and the fractional
    part is used for the next card (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer
    Generation, 2024). The probabilities of cards differ by less than 2**-34.
    """
    flat, width = out.reshape(-1), _uint64(out.shape[1])
    start, fraction = _uint64(0), _uint64(0)
    for _ in range(out.shape[0]):
        for drawn in range(_uint64(indices.size)):
            if drawn & _uint64(3) == 0:
                fraction = _random_bits(state) >> _FRACTION_SHIFT
            fraction *= _uint64(pool.size) - drawn
            other = drawn + (fraction >> _FRACTION_BITS)
            fraction &= _FRACTION_MASK
            card = pool[other]
            pool[other] = pool[drawn]
            pool[drawn] = card
            flat[start + _uint64(indices[drawn])] = card
        start += width


@kernel
def _deal_ranges(indices, pool, ranges, state, attempts, out):
    """Deal hands of ranges, then other cards; return the number of deals within `attempts`.

    If two hands share a card, all hands are dealt again, so that the probability of a possible deal
    is proportional to the product of its weights. Other cards are drawn as in `_deal_cards`, but
    from the whole pool until one is unused.
    """
    cards, draws_left, fraction = _uint64(pool.size), 0, _uint64(0)
    n = 0
    for _ in range(attempts):
        used_cards = _draw_hands(ranges, state)
        if used_cards == _uint64(0):
            continue
        for r in range(ranges.starts.size):
            for index in range(ranges.hands.shape[1]):
                out[n, ranges.starts[r] + index] = ranges.hands[ranges.drawn_hands[r], index]
        for index in indices:
            while True:
                if draws_left == 0:
                    fraction, draws_left = _random_bits(state) >> _FRACTION_SHIFT, 4
                fraction *= cards
                card = pool[fraction >> _FRACTION_BITS]
                fraction &= _FRACTION_MASK
                draws_left -= 1
                if not used_cards >> _uint64(card) & _uint64(1):
                    break
            used_cards |= _uint64(1) << _uint64(card)
            out[n, index] = card
        n += 1
        if n == out.shape[0]:
            break
    return n


@kernel_part
def _draw_hands(ranges, state):
    """Draw a hand of each range, and return their cards as bits, or 0 if two hands share a card.

    Shared cards are detected only after the last hand, because a test after each hand would be an
    unpredictable branch.
    """
    used_cards, shared = _uint64(0), _uint64(0)
    for r in range(ranges.starts.size):
        total = ranges.totals[r]
        if ranges.is_uniform[r]:
            # A random number below the number of hands, which is at most 2**32.
            number = np.int64(
                ((_random_bits(state) >> _uint64(32)) * _uint64(total)) >> _uint64(32)
            )
            chosen = ranges.hand_starts[r] + number
        else:
            # The sum of weights may exceed 2**32, but not 2**53.
            part = np.float64(_random_bits(state) >> _uint64(11)) * _TWO_TO_MINUS_53
            number = min(np.int64(part * total), total - 1)
            entry = ranges.guide_starts[r] + (number >> ranges.shifts[r])
            chosen = ranges.hand_starts[r] + ranges.guide[entry]
            while ranges.sums[chosen] <= number:
                chosen += 1
        shared |= used_cards & ranges.masks[chosen]
        used_cards |= ranges.masks[chosen]
        ranges.drawn_hands[r] = chosen
    return _uint64(0) if shared else used_cards


@kernel
def _count_outcomes(strengths, weights, player_sets, category_of, codes, counts, categories):
    """Add the weight of each deal to the counts of its outcome.

    `strengths` is (n, players, contests), and `weights` is (n). The code of an outcome has
    `players` bits for each contest, which are set for its winners; the first contest has the lowest
    bits. For each set of players in
    `player_sets`, as bits, the outcome among them is counted in a hash table: `codes` and `counts`
    (player sets, slots); the number of slots is a power of two. For the first set, `categories`
    (contests, categories, 2**players) counts the category of the winning strength, given by
    `category_of` (contests, strengths), with the winners.
    """
    deals, players, contests = strengths.shape
    slots = codes.shape[1]
    shift = _uint64(64)
    while slots > 1:
        slots >>= 1
        shift -= _uint64(1)
    for n in range(deals):
        for index in range(player_sets.size):
            code = _uint64(0)
            for contest in range(contests):
                best, winners = LOWEST_STRENGTH, 0
                for player in range(players):
                    if player_sets[index] >> player & 1:
                        strength = np.int64(strengths[n, player, contest])
                        best, winners = add_seat(best, winners, strength, 1 << player)
                code |= _uint64(winners) << _uint64(players * contest)
                if index == 0 and winners:
                    categories[contest, category_of[contest, best], winners] += weights[n]
            slot = np.int64((code * _HASH_MULTIPLIER) >> shift)
            while counts[index, slot] and codes[index, slot] != code:
                slot = (slot + 1) & (codes.shape[1] - 1)
            codes[index, slot] = code
            counts[index, slot] += weights[n]
