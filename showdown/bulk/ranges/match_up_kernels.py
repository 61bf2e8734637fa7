"""The kernel that counts match-ups of two-card hands before the flop.

Importing this module imports the compiler. `match_ups` explains the method and defines the
arguments. `one` and `two` are indices of pairs of ranks, and `ranks` are their four ranks.
"""

import numpy as np

from showdown.bulk.compiling import kernel, kernel_part


@kernel
def count_match_ups(members, deck, by_ranks, suited, scratch, won, tied):
    """Count the boards on which the hand of a row beats or ties that of a column.

    Write the counts to `won` and `tied` (n, m). Entries of two hands that share a card stay
    unchanged. The arrays of `scratch` are overwritten, except `no_rest` (1), which is 1. `ways`
    (13 * 6) is the number of ways to deal 0 to 5 cards of each rank. `off` (13) is the number of
    cards of other suits by rank, and `rests` (91) the number of ways to deal each rest of two
    cards. `is_free` marks the sets that can be dealt. `more` (kinds, 16, 2) has the additional wins
    and ties by kind of suit and by subset of hole cards of the suit.
    """
    ways, off, rests, no_rest, is_free, more = scratch
    for_flushes = off, rests, no_rest, is_free
    for one in range(members.pairs.shape[0]):
        for two in range(one, members.pairs.shape[0]):
            if _are_opposed(one, two, members):
                a, b = members.pairs[one, 0], members.pairs[one, 1]
                c, d = members.pairs[two, 0], members.pairs[two, 1]
                wins, ties = _by_ranks(one, two, (a, b, c, d), deck, by_ranks, ways)
                for kind in range(deck.of_kind.size):
                    for subset in range(16):
                        _flushes(
                            one,
                            two,
                            (a, b, c, d),
                            subset,
                            kind,
                            deck,
                            suited,
                            for_flushes,
                            more[kind, subset],
                        )
                _fill(one, two, wins, ties, members, deck, more, won, tied)


@kernel_part
def _are_opposed(one, two, members):
    """Return whether a range has a hand with ranks `one` and the other a hand with ranks `two`."""
    row_one = column_one = row_two = column_two = False
    for hand in range(members.starts[one], members.starts[one + 1]):
        row_one |= members.rows[hand] >= 0
        column_one |= members.columns[hand] >= 0
    for hand in range(members.starts[two], members.starts[two + 1]):
        row_two |= members.rows[hand] >= 0
        column_two |= members.columns[hand] >= 0
    return (row_one and column_two) or (row_two and column_one)


@kernel_part
def _by_ranks(one, two, ranks, deck, by_ranks, ways):
    """Return the number of boards on which the first hand wins, and ties, ignoring flushes."""
    for rank in range(13):
        _set_ways(ways, rank, deck.of_rank[rank])
    for index in range(4):
        rank = ranks[index]
        _set_ways(ways, rank, ways[rank * 6 + 1] - 1)
    wins, ties = 0, 0
    first, second = by_ranks.best[one], by_ranks.best[two]
    for board in range(first.size):
        count = ways[by_ranks.runs[0, board]]
        for run in range(1, 5):
            count *= ways[by_ranks.runs[run, board]]
        wins += count * (first[board] > second[board])
        ties += count * (first[board] == second[board])
    return wins, ties


@kernel_part
def _set_ways(ways, rank, of_rank):
    """Write the number of ways to deal 0 to 5 cards of a rank with `of_rank` cards left."""
    count = 1
    for times in range(6):
        ways[rank * 6 + times] = count
        count = count * (of_rank - times) // (times + 1)


@kernel_part
def _flushes(one, two, ranks, subset, kind, deck, suited, scratch, more):
    """Count the additional boards that the first hand wins or ties because of flushes in a suit.

    Write both numbers to `more` (2). They are differences from the results by ranks alone, so they
    may be negative. `subset` marks which of the four hole cards have the suit. If such hole cards
    can't be dealt, both numbers are 0.
    """
    off, rests, no_rest, is_free = scratch
    more[0] = more[1] = 0
    first = second = 0
    in_suit = deck.of_kind[kind]
    for rank in range(13):
        off[rank] = deck.of_rank[rank] - (in_suit >> rank & 1)
    for number in range(4):
        bit = 1 << ranks[number]
        if subset >> number & 1 == 0:
            off[ranks[number]] -= 1
        elif (first | second) & bit or in_suit & bit == 0:
            return
        elif number < 2:
            first |= bit
        else:
            second |= bit
    for rank in range(13):
        if off[rank] < 0:
            return
    free = in_suit & ~(first | second)
    own, other = suited.own[first], suited.own[second]
    for pair in range(suited.low.size):
        low, high = off[suited.low[pair]], off[suited.high[pair]]
        same = suited.low[pair] == suited.high[pair]
        rests[pair] = low * (low - 1) // 2 if same else low * high
    if subset & 3 == 3 or subset >> 2 == 3:
        _with_suited(one, two, own, other, free, suited.three, rests, is_free, more)
    if subset:
        _with_suited(one, two, own, other, free, suited.four, off, is_free, more)
    _with_suited(one, two, own, other, free, suited.five, no_rest, is_free, more)


@kernel_part
def _with_suited(one, two, own, other, free, boards, ways, is_free, more):
    """Add to `more` the additional wins and ties on boards with as many suited cards as `boards`.

    `own` and `other` are the rows in `boards.flushes` of the two hands, `free` contains the ranks
    left in the suit, and `ways` (rests) is the number of ways to deal the rest of the board. The
    sums over the sets of a rest fit into 16 bits.
    """
    for index in range(boards.sets.size):
        is_free[index] = boards.sets[index] & ~free == 0
    flush, other_flush = boards.flushes[own], boards.flushes[other]
    for rest in range(ways.size):
        if ways[rest]:
            best, other_best = boards.best[one, rest], boards.best[two, rest]
            wins, ties = np.int16(0), np.int16(0)
            for index in range(best.size):
                by_ranks, other_by_ranks = best[index], other_best[index]
                strength = max(by_ranks, flush[index])
                other_strength = max(other_by_ranks, other_flush[index])
                win = np.int16(strength > other_strength) - np.int16(by_ranks > other_by_ranks)
                tie = np.int16(strength == other_strength) - np.int16(by_ranks == other_by_ranks)
                wins = np.int16(wins + is_free[index] * np.int16(win))
                ties = np.int16(ties + is_free[index] * np.int16(tie))
            more[0] += ways[rest] * np.int64(wins)
            more[1] += ways[rest] * np.int64(ties)


@kernel_part
def _fill(one, two, wins, ties, members, deck, more, won, tied):
    """Write the results of all hands with these two pairs of ranks."""
    for hand in range(members.starts[one], members.starts[one + 1]):
        for other in range(members.starts[two], members.starts[two + 1]):
            a, b = members.cards[hand, 0], members.cards[hand, 1]
            c, d = members.cards[other, 0], members.cards[other, 1]
            if a in (c, d) or b in (c, d):
                continue
            win, tie = wins, ties
            for suit in range(4):
                subset = (a & 3 == suit) | (b & 3 == suit) << 1
                subset |= (c & 3 == suit) << 2 | (d & 3 == suit) << 3
                win += more[deck.kind_of[suit], subset, 0]
                tie += more[deck.kind_of[suit], subset, 1]
            row, column = members.rows[hand], members.columns[other]
            if row >= 0 and column >= 0:
                won[row, column], tied[row, column] = win, tie
            row, column = members.rows[other], members.columns[hand]
            if row >= 0 and column >= 0:
                won[row, column], tied[row, column] = deck.boards - win - tie, tie
