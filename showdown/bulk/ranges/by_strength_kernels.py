"""The kernel that compares two ranges by strength in games with one or two contests.

Importing this module imports the compiler. `by_strength` defines the arguments. Winners are 1 for
the first player, 2 for the second, 3 for both and 0 for nobody.
"""

import numpy as np

from showdown.bulk.compiling import loop, loop_part
from showdown.bulk.ranges import board_kernels, many_kernels

_look_up = many_kernels.look_up
_put, _take_lowest = board_kernels.put, board_kernels.take_lowest

_HIGHEST = (1 << 16) - 1


@loop
def count_boards(hands, boards, tables, scratch, counts):
    """Add the weight of deals to `counts`: by winners, by category, and by card to come."""
    board, coming = boards
    contests = scratch.of_pairs.shape[0]
    for row in range(coming.shape[0]):
        used = _look_up(board, coming[row], tables, scratch.of_pairs)
        alive = 0
        for contest in range(contests - 1, -1, -1):
            alive = _by_strength(hands, used, contest, scratch)
            _one_contest(hands, contest, alive, scratch, tables.category, counts.categories)
        scratch.both[:] = 0
        if contests > 1:
            _second_contest(hands, alive, scratch)
        for first in range(4):
            scratch.both[first, 0] = scratch.won[0, first] - scratch.both[first].sum()
            for second in range(4):
                code, count = first | second << 2, scratch.both[first, second]
                if count:
                    counts.outcomes[code] += count
                    for card in coming[row]:
                        counts.by_card[card, code] += count


@loop_part
def _by_strength(hands, used, contest, scratch):
    """Write the possible hands to `order`, the weakest first; return their number."""
    two_cards, masks = hands.two_cards, hands.masks
    of_pairs, strengths = scratch.of_pairs[contest], scratch.strengths[contest]
    order, head, after, filled = scratch.order, scratch.head, scratch.after, scratch.filled
    for hand in range(masks.size):
        if masks[hand] & used:
            continue
        strength = np.uint16(0)
        for index in range(two_cards.shape[1]):
            strength = max(strength, of_pairs[two_cards[hand, index]])
        strengths[hand] = strength
        _put(hand, strength, head, after, filled)
    alive = 0
    for word in range(filled.size):
        bits = filled[word]
        filled[word] = 0
        while bits:
            strength, bits = _take_lowest(word, bits)
            hand = head[strength]
            head[strength] = -1
            while hand >= 0:
                order[alive] = hand
                alive += 1
                hand = after[hand]
    return alive


@loop_part
def _one_contest(hands, contest, alive, scratch, category, categories):
    """Count the winners of one contest. `order` is sorted by its strengths."""
    order, strengths, won = scratch.order, scratch.strengths[contest], scratch.won[contest]
    scratch.sums[:] = 0
    scratch.one_class[:] = 0
    won[:] = 0
    start = 0
    while start < alive:
        strength = strengths[order[start]]
        end = _end(order, start, alive, strengths)
        one, two, tie, _, _, _, _ = _group(
            hands, order, start, end, scratch.one_class, 0, (0, 0), scratch.sums
        )
        own, tied = category[contest, strength], 3 if strength else 0
        for winners, count in ((1, one), (2, two), (tied, tie)):
            won[winners] += count
            categories[contest, own, winners] += count
        start = end


@loop_part
def _second_contest(hands, alive, scratch):
    """Add to `both` (4, 4) the deals by the winners of both contests, if the second has winners.

    First, compare the hands that qualify in the second contest with those that don't. Then, for
    each strength in the second contest (a board allows only a few), compare the hands that have it
    with each other, and with hands of lower strength. The remaining deals follow from the winners
    of the second contest: there, its winner loses the first contest.
    """
    both, won, second = scratch.both, scratch.won[1], scratch.strengths[1]
    _against_lower(hands, alive, 0, (1, _HIGHEST), scratch)
    both[:, 3] = 0  # hands of different strengths can't tie in the second contest
    strength = _next(scratch.order, alive, second, 0)
    while strength:
        _against_lower(hands, alive, 1, (strength, strength), scratch)
        strength = _next(scratch.order, alive, second, strength)
    both[2, 1] = won[1] - both[:, 1].sum()
    both[1, 2] = won[2] - both[:, 2].sum()


@loop_part
def _against_lower(hands, alive, least, own, scratch):
    """Add the comparisons of hands by the first contest to `both`.

    `own` is a range of strengths in the second contest. Hands in this range are compared with each
    other, as ties in the second contest, and with hands of lower strength there, from `least` on.
    """
    order, first, both = scratch.order, scratch.strengths[0], scratch.both
    scratch.sums[:] = 0
    start = 0
    while start < alive:
        end = _end(order, start, alive, first)
        tied = 3 if first[order[start]] else 0
        one, two, tie, one_one, two_two, tie_one, tie_two = _group(
            hands, order, start, end, scratch.strengths[1], least, own, scratch.sums
        )
        both[1, 3] += one
        both[2, 3] += two
        both[tied, 3] += tie
        both[1, 1] += one_one
        both[2, 2] += two_two
        both[tied, 1] += tie_one
        both[tied, 2] += tie_two
        start = end


@loop_part
def _next(order, alive, strengths, after):
    """Return the lowest strength above `after`, or 0."""
    least = 0
    for index in range(alive):
        strength = strengths[order[index]]
        if strength > after and (strength < least or not least):
            least = strength
    return least


@loop_part
def _end(order, start, alive, strengths):
    """Return the index after the last hand with the same strength as the hand at `start`."""
    strength, end = strengths[order[start]], start + 1
    while end < alive and strengths[order[end]] == strength:
        end += 1
    return end


@loop_part
def _group(hands, order, start, end, classes, least, own, sums):
    """Count the wins and ties of hands of the same strength, then add them to the weaker hands.

    `classes` (n) is the class of each hand. Only hands of the classes `own` (a range) and of lower
    classes, from `least` on, are considered. Return seven weights of deals. Between two hands of
    own classes: wins of the first player, wins of the second, and ties. Between a hand of an own
    class and one of a lower class: wins of the first player with the former, wins of the second
    player with the former, and ties with the former held by the first and by the second player.
    """
    lowest, highest = own
    weights = hands.weights
    one, two, tie, one_one, two_two, tie_one, tie_two = 0, 0, 0, 0, 0, 0, 0
    for index in range(start, end):
        hand = order[index]
        if lowest <= classes[hand] <= highest:
            lower_first, lower_second, first, second = _apart(hands, hand, sums)
            one += weights[0, hand] * second
            two += weights[1, hand] * first
            one_one += weights[0, hand] * lower_second
            two_two += weights[1, hand] * lower_first
    for index in range(start, end):
        hand = order[index]
        if least <= classes[hand] <= highest:
            column = 2 * (classes[hand] >= lowest)
            for subset in hands.subsets[hand]:
                sums[subset, column] += weights[0, hand]
                sums[subset, column + 1] += weights[1, hand]
    for index in range(start, end):
        hand = order[index]
        if lowest <= classes[hand] <= highest:
            lower_first, lower_second, _, second = _apart(hands, hand, sums)
            tie += weights[0, hand] * (second + hands.itself * weights[1, hand])
            tie_one += weights[0, hand] * lower_second
            tie_two += weights[1, hand] * lower_first
    return one, two, tie - one, one_one, two_two, tie_one - one_one, tie_two - two_two


@loop_part
def _apart(hands, hand, sums):
    """Return the weights of hands added to `sums` that share no card with this one.

    These are four weights: of hands of lower classes of the first and of the second player, and of
    hands of own classes of each. By inclusion and exclusion: all hands, minus those with each card
    of this hand, plus those with each two of its cards, and so on.
    """
    subsets = hands.subsets[hand]
    lower_first, lower_second, first, second = 0, 0, 0, 0
    for index in range(hands.added):
        of_set = sums[subsets[index]]
        lower_first += of_set[0]
        lower_second += of_set[1]
        first += of_set[2]
        second += of_set[3]
    for index in range(hands.added, subsets.size):
        of_set = sums[subsets[index]]
        lower_first -= of_set[0]
        lower_second -= of_set[1]
        first -= of_set[2]
        second -= of_set[3]
    return lower_first, lower_second, first, second
