"""Compiled functions (kernels) that evaluate arrays of deals.

Tables are passed as arguments, because compiled code that contains them can't be stored on disk.
`lookup_tables`, `pair_strengths` and `rank_sums` define them.

Arrays of cards and results are one-dimensional, because slicing an array takes as long as
evaluating a deal. `cards` has `width` card numbers per deal: the hole cards in seat order, then the
boards. `hand` is the index in `cards` of a player's first hole card. `board` is the index of the
first board card: in the row of a deal if the function is a `kernel`, otherwise in `cards`.
`indices` is `tuple(range(hole))`, because the compiler knows the length of a tuple and unrolls
loops over it.

Card numbers are converted to uint64 before they index a table. A signed index would be compared
with 0 at each of about twenty lookups per hand.
"""

import numpy as np

from showdown.bulk.compiling import kernel, kernel_part, kernel_with_arrays
from showdown.bulk.lookup_tables import CARD_PAIRS, COLUMNS
from showdown.bulk.rank_sums import COLUMN_BITS, EMPTY_SUM, NO_RANK, SUIT_SHIFT

_word = np.uint64
_ZERO, _ONE, _TWO, _THREE, _FOUR = (_word(number) for number in range(5))
_SIX, _EIGHT, _NINE = _word(6), _word(8), _word(9)
_RANK = _word(0b111100)
_NO_CARD = _word(63)
_NO_SUIT = _word(4)
_COLUMNS = _word(COLUMNS)
_CARD_PAIRS = _word(CARD_PAIRS)
_DEALS_TOGETHER = 1024
"""Number of deals whose flushes are evaluated together."""
_EMPTY_SUM = _word(EMPTY_SUM)
_SUIT_SHIFT = _word(SUIT_SHIFT)
_RANKS_MASK = _word((1 << SUIT_SHIFT) - 1)
_COLUMN_BITS = _word(COLUMN_BITS)
_COLUMN_MASK = _word((1 << COLUMN_BITS) - 1)
_NO_RANKS = _word(NO_RANK << 4 | NO_RANK)
_TWO_RANKS = _word(0xFF)


@kernel_part
def _find_rank_index(cards, start, boards):
    """Return the index in `lookup_tables.FIVES` of the ranks of five cards from `start` on."""
    start = _word(start)
    a, b, c = _word(cards[start]), _word(cards[start + _ONE]), _word(cards[start + _TWO])
    d, e = _word(cards[start + _THREE]), _word(cards[start + _FOUR])
    triple = boards.triple[(c & _RANK) << _SIX | (d & _RANK) << _TWO | e >> _TWO]
    return _word(boards.five[_word(boards.pair[a << _SIX | b]) << _NINE | _word(triple)])


@kernel_part
def _find_flush_suit(cards, start):
    """Return the suit of three or more of the five cards from `start` on, or _NO_SUIT."""
    counts = _ZERO
    for index in range(5):
        counts += _ONE << ((_word(cards[_word(start) + _word(index)]) & _THREE) << _TWO)
    # Adding 5 to a count of three or more sets the highest of its four bits.
    is_three_or_more = (counts + _word(0x5555)) & _word(0x8888)
    suit = (
        _word(is_three_or_more > _word(0x8))
        + _word(is_three_or_more > _word(0x80))
        + _word(is_three_or_more > _word(0x800))
    )
    return suit if is_three_or_more else _NO_SUIT


@kernel_part
def _collect_suited_ranks(cards, start, count, suit):
    """Return a bit set of the ranks in one suit among `count` cards from `start` on."""
    ranks = _ZERO
    for index in range(count):
        card = _word(cards[_word(start) + _word(index)])
        ranks |= _word(card & _THREE == suit) << (card >> _TWO)
    return ranks


@kernel_part
def _collect_low_ranks(cards, start, count, lows):
    """Return a bit set (8 bits) of the low ranks among `count` cards from `start` on."""
    ranks = _ZERO
    for index in range(count):
        ranks |= _word(lows.bits[_word(cards[_word(start) + _word(index)])])
    return ranks


@kernel_part
def _find_best_pair(cards, hand, indices, suit, row, best, pair):
    """Return the best strength in a row of the table `best` for any two of the hole cards.

    Unless `suit` is None, only cards of this suit count; _NO_CARD replaces the others.
    """
    strength = np.uint16(0)
    for i in range(1, len(indices)):
        first = _replace_other_suits(_word(cards[_word(hand) + _word(i)]), suit) << _SIX
        row_best = np.uint16(0)
        for j in range(i):
            row_best = max(
                row_best,
                best[
                    row
                    + pair[first | _replace_other_suits(_word(cards[_word(hand) + _word(j)]), suit)]
                ],
            )
        strength = max(strength, row_best)
    return strength


@kernel_part
def _replace_other_suits(card, suit):
    if suit is None:
        return card
    return card if card & _THREE == suit else _NO_CARD


@kernel_part
def _write_omaha_ranks(cards, start, board, players, indices, omaha, lows, out, strength_index):
    """Write the strengths of a deal from index `strength_index` on, ignoring flushes.

    Return whether the board allows a flush.
    """
    hole = len(indices)
    row = _find_rank_index(cards, board, omaha.boards) * _COLUMNS
    if lows is not None:
        low_row = _collect_low_ranks(cards, board, 5, lows) << _EIGHT
    for player in range(players):
        hand = start + player * hole
        out[_word(strength_index)] = _find_best_pair(
            cards, hand, indices, None, row, omaha.best, omaha.boards.pair
        )
        strength_index += 1
        if lows is not None:
            out[_word(strength_index)] = lows.best[
                low_row | _collect_low_ranks(cards, hand, hole, lows)
            ]
            strength_index += 1
    return _find_flush_suit(cards, board) != _NO_SUIT


@kernel_part
def _write_omaha_flushes(cards, start, board, players, indices, omaha, out, strength_index, step):
    """Replace a deal's high strengths with better flushes, at each `step`-th index."""
    hole = len(indices)
    suit = _find_flush_suit(cards, board)
    row = _word(omaha.flush_boards[_collect_suited_ranks(cards, board, 5, suit)]) * _COLUMNS
    for player in range(players):
        hand = start + player * hole
        strength = _find_best_pair(
            cards, hand, indices, suit, row, omaha.flushes, omaha.boards.pair
        )
        out[_word(strength_index)] = max(out[_word(strength_index)], strength)
        strength_index += step


@kernel_with_arrays
def evaluate_omaha(cards, width, board, players, indices, omaha, lows, out):
    """Evaluate exactly two hole cards with three of five board cards.

    Write two strengths per player, high and low, or only the high if `lows` is None. The deals with
    three or more board cards of a suit (about a third) are collected and evaluated again for
    flushes. A branch for each deal would be slower, because it would be unpredictable.
    """
    deals = cards.size // width
    step = out.size // max(1, deals * players)
    row = step * players
    suited = np.empty(_DEALS_TOGETHER, np.int64)
    for first in range(0, deals, _DEALS_TOGETHER):
        count = 0
        for n in range(first, min(first + _DEALS_TOGETHER, deals)):
            suited[count] = n
            start = n * width
            count += _write_omaha_ranks(
                cards, start, start + board, players, indices, omaha, lows, out, n * row
            )
        for n in suited[:count]:
            start = n * width
            _write_omaha_flushes(
                cards, start, start + board, players, indices, omaha, out, n * row, step
            )


@kernel
def evaluate_sums(cards, width, board, players, own, shared, first, second, out):
    """Evaluate the best five of five to seven cards, in one or two contests.

    Write one strength per player and contest. `first` and `second` are the SumTables of the
    contests for this number of cards; `second` may be None. `own` and `shared` are tuples as long
    as the hole cards and the board, so that loops are unrolled. The loops use the lengths of the
    tuples, because the compiler can't iterate over an empty tuple.
    """
    hole = len(own)
    hands = players * hole
    strength_index = 0
    for start in range(0, cards.size, width):
        board_start = start + board
        board_key = _EMPTY_SUM
        for index in range(len(shared)):
            board_key += first.keys[_word(cards[_word(board_start + index)])]
        for hand in range(start, start + hands, hole):
            key = board_key
            for index in range(len(own)):
                key += first.keys[_word(cards[_word(hand + index)])]
            ranks = key & _RANKS_MASK
            index = (ranks & _COLUMN_MASK) + _word(first.rows[ranks >> _COLUMN_BITS])
            out[_word(strength_index)] = first.best[index]
            if key & first.flush_bits:
                out[_word(strength_index)] = _look_up_flush(
                    cards, hand, board_start, own, shared, key, first
                )
            strength_index += 1
            if second is not None:
                out[_word(strength_index)] = second.best[index]
                if key & second.flush_bits:
                    out[_word(strength_index)] = _look_up_flush(
                        cards, hand, board_start, own, shared, key, second
                    )
                strength_index += 1


@kernel_part
def _look_up_flush(cards, hand, board, own, shared, key, tables):
    """Return the strength of a hand with five or more cards of one suit."""
    suits = (key & tables.flush_bits) >> _SUIT_SHIFT
    suit = _word(suits > _word(0x8)) + _word(suits > _word(0x80)) + _word(suits > _word(0x800))
    suited, rest = _word(0), _NO_RANKS
    for index in range(len(own)):
        suited, rest = _add_rank(_word(cards[_word(hand + index)]), suit, suited, rest)
    for index in range(len(shared)):
        suited, rest = _add_rank(_word(cards[_word(board + index)]), suit, suited, rest)
    flushes = tables.flushes
    return flushes.best[
        _word(flushes.suited_offsets[suited]) + _word(flushes.rest[rest & _TWO_RANKS])
    ]


@kernel_part
def _add_rank(card, suit, suited, rest):
    """Add the rank of a card to `suited`, as a bit, or to `rest`, as four bits; return both."""
    rank = card >> _TWO
    if card & _THREE == suit:
        return suited | _ONE << rank, rest
    return suited, rest << _FOUR | rank


@kernel
def evaluate_badugi(cards, width, players, hole, fours, badugi, out):
    """Evaluate Badugi hands: the best of every four hole cards.

    Each row of `fours` (m, 4) contains the indices of four hole cards. Write one strength per
    player.
    """
    strength_index = 0
    for start in range(0, cards.size, width):
        for hand in range(start, start + players * hole, hole):
            best = np.uint16(0)
            for m in range(fours.shape[0]):
                a, b = _word(cards[hand + fours[m, 0]]), _word(cards[hand + fours[m, 1]])
                c, d = _word(cards[hand + fours[m, 2]]), _word(cards[hand + fours[m, 3]])
                left, right = badugi.pair[a << _SIX | b], badugi.pair[c << _SIX | d]
                best = max(best, badugi.best[_word(left) * _CARD_PAIRS + right])
            out[strength_index] = best
            strength_index += 1


@kernel_with_arrays
def evaluate_combinations(
    cards, width, board, players, hole, combinations, five, min_strength, out
):
    """Evaluate hands by the best of their combinations.

    Each row of `combinations` (m, 5) contains indices of hole cards and board. Write one strength
    per player, 0 if it is below `min_strength`.
    """
    chosen_cards = np.zeros(5, np.uint8)
    strength_index = 0
    for start in range(0, cards.size, width):
        for hand in range(start, start + players * hole, hole):
            best = np.uint16(0)
            for m in range(combinations.shape[0]):
                _take_cards(cards, hand, start + board, hole, combinations[m], chosen_cards)
                best = max(best, _look_up_five(chosen_cards, five))
            out[strength_index] = best if best >= min_strength else 0
            strength_index += 1


@kernel_part
def _take_cards(cards, hand, board, hole, combination, chosen_cards):
    """Copy the cards of a combination to `chosen_cards`, and return their number. Skip -1."""
    count = 0
    for index in combination:
        if index >= 0:
            chosen_cards[count] = cards[hand + index if index < hole else board + index - hole]
            count += 1
    return count


@kernel_part
def _look_up_five(cards, five):
    suited = five.suited[_collect_suited_ranks(cards, 0, 5, _word(cards[0]) & _THREE)]
    return suited if suited else five.five[_find_rank_index(cards, 0, five.boards)]


@kernel_part
def _look_up_badugi(cards, count, badugi):
    """Return the strength of one to four cards that all play; 0 if two share a rank or suit."""
    ranks, suits = _ZERO, _ZERO
    for index in range(count):
        card = _word(cards[index])
        rank, suit = _ONE << (card >> _TWO), _ONE << (card & _THREE)
        if ranks & rank or suits & suit:
            return badugi.rainbow[0]
        ranks |= rank
        suits |= suit
    return badugi.rainbow[ranks]


@kernel_part
def _look_up_strength(cards, count, five, badugi):
    """Return the strength from one table; the other is None, so its branch isn't compiled."""
    strength = np.uint16(0)
    if five is not None:
        strength = _look_up_five(cards, five)
    if badugi is not None:
        strength = _look_up_badugi(cards, count, badugi)
    return strength


@kernel_part
def _sort_cards(cards, start, order, first, last, sorted_cards, positions):
    """Copy cards to `sorted_cards[first:last]`, sorted from the highest to the lowest.

    The cards begin at `start`. `order` (52) is the position of each card number in ascending order.
    Write the index of each card before sorting to `positions`.
    """
    for index in range(first, last):
        card = cards[start + index - first]
        sorted_index = index
        while sorted_index > first and order[sorted_cards[sorted_index - 1]] < order[card]:
            sorted_cards[sorted_index], positions[sorted_index] = (
                sorted_cards[sorted_index - 1],
                positions[sorted_index - 1],
            )
            sorted_index -= 1
        sorted_cards[sorted_index], positions[sorted_index] = card, index


@kernel_with_arrays
def find_cards_that_play(
    cards, width, board, players, hole, shared, combinations, order, five, badugi, strengths, out
):
    """Write the cards that play, as bits: the first combination with the strength in `strengths`.

    `combinations` (m, 5), padded with -1, are indices of a player's hole cards and the `shared`
    board cards, both sorted by `order` from the highest to the lowest. `strengths` contains one
    entry per player, 0 if no hand qualifies. `five` or `badugi` is None.
    """
    chosen_cards = np.zeros(5, np.uint8)
    sorted_cards = np.zeros(hole + shared, np.uint8)
    positions = np.zeros(hole + shared, np.uint8)
    strength_index = 0
    for start in range(0, cards.size, width):
        _sort_cards(cards, start + board, order, hole, hole + shared, sorted_cards, positions)
        for hand in range(start, start + players * hole, hole):
            best = strengths[strength_index]
            if best:
                _sort_cards(cards, hand, order, 0, hole, sorted_cards, positions)
                for m in range(combinations.shape[0]):
                    combination = combinations[m]
                    count = _take_cards(sorted_cards, 0, hole, hole, combination, chosen_cards)
                    if _look_up_strength(chosen_cards, count, five, badugi) == best:
                        for index in combination:
                            if index >= 0:
                                out[strength_index] |= 1 << positions[index]
                        break
            strength_index += 1


@kernel_with_arrays
def find_omaha_cards_that_play(
    layout, hole, combinations, orders, fives, omaha, lows, strengths, out
):
    """Write the cards that play in Omaha, high or high and low, faster than `find_cards_that_play`.

    The tables find the first two hole cards that make the strength with any three board cards. So
    only the ten `combinations` (m, 5) with these two are tried; combinations are sorted by hole
    cards. `layout` contains the first four arguments of `find_cards_that_play`. `orders` and
    `fives` contain `order` and `five` of each contest. `lows` is None if there is no low contest.
    """
    cards, width, board, players = layout
    chosen_cards = np.zeros(5, np.uint8)
    high, high_positions = np.zeros(hole + 5, np.uint8), np.zeros(hole + 5, np.uint8)
    low, low_positions = np.zeros(hole + 5, np.uint8), np.zeros(hole + 5, np.uint8)
    strength_index = 0
    for start in range(0, cards.size, width):
        shared = start + board
        row = _find_rank_index(cards, shared, omaha.boards) * _COLUMNS
        flush_row, suit = _ZERO, _find_flush_suit(cards, shared)
        if suit != _NO_SUIT:
            suited = _collect_suited_ranks(cards, shared, 5, suit)
            flush_row = _word(omaha.flush_boards[suited]) * _COLUMNS
        _sort_cards(cards, shared, orders[0], hole, hole + 5, high, high_positions)
        if lows is not None:
            low_row = _collect_low_ranks(cards, shared, 5, lows) << _EIGHT
            _sort_cards(cards, shared, orders[-1], hole, hole + 5, low, low_positions)
        for hand in range(start, start + players * hole, hole):
            best = strengths[strength_index]
            if best:
                _sort_cards(cards, hand, orders[0], 0, hole, high, high_positions)
                first = _find_first_high(high, combinations, omaha, (row, flush_row, suit), best)
                out[strength_index] = _find_first_of_ten(
                    (high, high_positions), combinations, first, fives[0], best, chosen_cards
                )
            strength_index += 1
            if lows is not None:
                best = strengths[strength_index]
                if best:
                    _sort_cards(cards, hand, orders[-1], 0, hole, low, low_positions)
                    first = _find_first_low(low, combinations, lows, low_row, best)
                    out[strength_index] = _find_first_of_ten(
                        (low, low_positions), combinations, first, fives[-1], best, chosen_cards
                    )
                strength_index += 1


@kernel_part
def _find_first_high(cards, combinations, omaha, rows, best):
    """Return the index of the first combination with hole cards that make the best high hand.

    `rows` contains the row of the board in the table without flushes, its row in the table of
    flushes, and the suit of the flushes.
    """
    row, flush_row, suit = rows
    pair = omaha.boards.pair
    for first in range(0, combinations.shape[0], 10):
        a, b = _word(cards[combinations[first, 0]]), _word(cards[combinations[first, 1]])
        strength = omaha.best[row + pair[a << _SIX | b]]
        if suit != _NO_SUIT:
            suited = _replace_other_suits(a, suit) << _SIX | _replace_other_suits(b, suit)
            strength = max(strength, omaha.flushes[flush_row + pair[suited]])
        if strength == best:
            return first
    return combinations.shape[0] - 10


@kernel_part
def _find_first_low(cards, combinations, lows, low_row, best):
    """Return the index of the first combination with hole cards that make the best low."""
    for first in range(0, combinations.shape[0], 10):
        own = _word(lows.bits[_word(cards[combinations[first, 0]])])
        own |= _word(lows.bits[_word(cards[combinations[first, 1]])])
        if lows.best[low_row | own] == best:
            return first
    return combinations.shape[0] - 10


@kernel_part
def _find_first_of_ten(cards, combinations, first, five, best, chosen_cards):
    """Return the cards, as bits, of the first of ten combinations with this strength, or 0."""
    sorted_cards, positions = cards
    for m in range(first, first + 10):
        bits = 0
        for index in range(5):
            chosen = combinations[m, index]
            chosen_cards[index] = sorted_cards[chosen]
            bits |= 1 << positions[chosen]
        if _look_up_five(chosen_cards, five) == best:
            return bits
    return 0
