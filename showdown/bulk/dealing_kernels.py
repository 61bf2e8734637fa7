"""Kernels that deal at random and count outcomes. Importing this module imports the compiler.

`state` (1) is the state of the random number generator.
"""

import numpy as np

from showdown.bulk import outcomes
from showdown.bulk.compiling import kernel, kernel_part

_with_seat = kernel_part(outcomes.with_seat)

_word = np.uint64
_GOLDEN = _word(0x9E3779B97F4A7C15)
_HALF = _word(32)
_THREE = _word(3)
_FRACTION = _word(58)
_WHOLE = _word(64 - 58)
"""Fractions have 58 bits, which leaves six bits for an index in the pool (up to 63)."""
_ELEVEN = _word(11)
_ONE_OF_2_TO_53 = 2.0**-53
_FRACTION_BITS = _word((1 << 58) - 1)
_SLOT_FACTOR = _word(0xD6E8FEB86659FD93)


@kernel_part
def _random_bits(state):
    """Return 64 random bits (SplitMix64 by Steele, Lea and Flood, 2014)."""
    state[0] += _GOLDEN
    bits = state[0]
    bits = (bits ^ (bits >> _word(30))) * _word(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> _word(27))) * _word(0x94D049BB133111EB)
    return bits ^ (bits >> _word(31))


@kernel
def deal(indices, pool, state, out):
    """Write random cards of the pool to the `indices` of each deal in `out` (n, width).

    The order of the pool changes from deal to deal, which doesn't affect the randomness. Four cards
    are drawn with the same random bits. These are a fraction, which is multiplied by the number of
    cards left: the integer part is the index of a card, and the fractional part is used for the
    next card (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation, 2024). The
    probabilities of cards differ by less than 2**-34.
    """
    flat, width = out.reshape(-1), _word(out.shape[1])
    start, fraction = _word(0), _word(0)
    for _ in range(out.shape[0]):
        for drawn in range(_word(indices.size)):
            if drawn & _THREE == 0:
                fraction = _random_bits(state) >> _WHOLE
            fraction *= _word(pool.size) - drawn
            other = drawn + (fraction >> _FRACTION)
            fraction &= _FRACTION_BITS
            card = pool[other]
            pool[other] = pool[drawn]
            pool[drawn] = card
            flat[start + _word(indices[drawn])] = card
        start += width


@kernel
def deal_ranges(indices, pool, ranges, state, attempts, out):
    """Deal hands of ranges, then other cards; return the number of deals within `attempts`.

    `ranges` contains the fields of `dealing._Ranges`. The hands of range r begin at index firsts[r]
    of `hands` (m, hole), and one of them is written to each deal from index starts[r] on. If
    is_even[r], all totals[r] hands are equally likely. Otherwise a random number below totals[r] is
    searched in the running `sums` of the weights. The search begins at an entry of `guide`, whose
    index is guide_starts[r] plus the high bits of the number, number >> shifts[r].

    If two hands share a card, all hands are dealt again, so that the probability of a possible deal
    is proportional to the product of its weights. Hands are compared only after all of them are
    dealt, because a test after each hand would be an unpredictable branch. Other cards are drawn as
    in `deal`, but from the whole pool until one is unused.
    """
    starts, firsts, hands, masks, is_even, sums, totals, shifts, guide_starts, guide, drawn = ranges
    cards, bits_for, fraction = _word(pool.size), 0, _word(0)
    n = 0
    for _ in range(attempts):
        used, clash = _word(0), _word(0)
        for r in range(starts.size):
            if is_even[r]:
                # A random number below the number of hands, which is at most 2**32.
                at = np.int64(((_random_bits(state) >> _HALF) * _word(totals[r])) >> _HALF)
                chosen = firsts[r] + at
            else:
                # The sum of weights may exceed 2**32, but not 2**53.
                part = np.float64(_random_bits(state) >> _ELEVEN) * _ONE_OF_2_TO_53
                at = min(np.int64(part * totals[r]), totals[r] - 1)
                chosen = firsts[r] + guide[guide_starts[r] + (at >> shifts[r])]
                while sums[chosen] <= at:
                    chosen += 1
            clash |= used & masks[chosen]
            used |= masks[chosen]
            drawn[r] = chosen
        if clash:
            continue
        for r in range(starts.size):
            for index in range(hands.shape[1]):
                out[n, starts[r] + index] = hands[drawn[r], index]
        for index in indices:
            while True:
                if bits_for == 0:
                    fraction, bits_for = _random_bits(state) >> _WHOLE, 4
                fraction *= cards
                card = pool[fraction >> _FRACTION]
                fraction &= _FRACTION_BITS
                bits_for -= 1
                if not used >> _word(card) & _word(1):
                    break
            used |= _word(1) << _word(card)
            out[n, index] = card
        n += 1
        if n == out.shape[0]:
            break
    return n


@kernel
def count_outcomes(strengths, weights, fields, category_of, codes, counts, categories):
    """Add the weight of each deal to the counts of its outcome.

    `strengths` is (n, players, contests), and `weights` is (n). An outcome is a code: the winners
    of each contest as `players` bits, the first contest lowest. For each set of players in
    `fields`, as bits, the outcome among them is counted in a hash table: `codes` and `counts`
    (fields, slots); the number of slots is a power of two. For the first field,
    `categories` (contests, categories, 2**players) counts the category of the winning strength,
    given by `category_of` (contests, strengths), with the winners.
    """
    deals, players, contests = strengths.shape
    slots = codes.shape[1]
    shift = _word(64)
    while slots > 1:
        slots >>= 1
        shift -= _word(1)
    for n in range(deals):
        for field in range(fields.size):
            code = _word(0)
            for contest in range(contests):
                best, won = outcomes.LEAST, 0
                for player in range(players):
                    if fields[field] >> player & 1:
                        strength = np.int64(strengths[n, player, contest])
                        best, won = _with_seat(best, won, strength, 1 << player)
                code |= _word(won) << _word(players * contest)
                if field == 0 and won:
                    categories[contest, category_of[contest, best], won] += weights[n]
            slot = np.int64((code * _SLOT_FACTOR) >> shift)
            while counts[field, slot] and codes[field, slot] != code:
                slot = (slot + 1) & (codes.shape[1] - 1)
            codes[field, slot] = code
            counts[field, slot] += weights[n]
