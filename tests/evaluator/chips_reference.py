"""Build pots and pay them chip by chip, as a slow reference written from the rule books.

A pot is a number of units. A *contest* is a list of its winners in the order in which they receive
odd chips (the first left of the button first); the list is empty if nobody wins. A board is a list
of contests, high before low. A pot is divided among one board, two boards, or runs of them. In
stud, `order_by_card` orders tied players by a card of each hand.

In every rule set, an odd chip between boards goes to the first board, and one between high and low
to high; tied hands receive odd chips one each in turn. RULE_SETS lists the differences.
"""

from tests.evaluator import reference

SHARES_WHOLE = "players who tie for everything share the whole pot as one"
CONTESTS_BY_TURN = "between two lows and in Drawmaha, to the contest whose winner comes first"
ONE_EACH = "no player gets two odd chips while another could have one"
RULE_SETS = {
    "wsop-2026": {SHARES_WHOLE, CONTESTS_BY_TURN},
    "tda-2026": set(),
    "roberts": {SHARES_WHOLE, ONE_EACH},
    "exact": {SHARES_WHOLE},  # its units are hundredths of a chip
}
BY_ALL_CARDS = {"roberts"}
"""The rule sets that compare all cards of a stud hand: the highest for high, the lowest for low."""

SUITS = "cdhs"
RANKS_OF_HIGHS, RANKS_OF_LOWS = "23456789TJQKA", "A23456789TJQK"
HIGHS, ACE_LOW, ACE_HIGH = "high", "low with a low ace", "low with a high ace"
STUD = {
    "seven-card-stud": [HIGHS],
    "stud-hilo": [HIGHS, ACE_LOW],
    "stud-hilo-regular": [HIGHS, ACE_LOW],
    "razz": [ACE_LOW],
    "deuce-to-seven-razz": [ACE_HIGH],
    "razzdugi": [ACE_LOW, ACE_LOW],
    "five-card-stud": [HIGHS],
    "stud-high-low-badugi": [HIGHS, ACE_LOW, ACE_LOW],
    "high-spade": [HIGHS, HIGHS],
}
"""The stud games, and for each contest the order of cards."""

BY_TURN = {"badacey", "badeucey", "drawmaha"} | {
    f"drawmaha-{draw}" for draw in ("deuce-to-seven", "ace-to-five", "badugi", "49")
}


def build_pots(contributions, still_in, unit):
    """Return the pots as (amount, eligible), main pot first, and the returned chips by player.

    All players with chips left put one unit into the middle, again and again.
    """
    remaining = dict(contributions)
    pots, returned = [], {}
    while any(remaining.values()):
        bettors = [label for label in remaining if remaining[label]]
        for label in bettors:
            remaining[label] -= unit
        eligible = {label for label in bettors if label in still_in}
        if len(bettors) == 1:
            returned[bettors[0]] = returned.get(bettors[0], 0) + unit
        elif pots and eligible in (pots[-1][1], set()):
            pots[-1] = (pots[-1][0] + len(bettors) * unit, pots[-1][1])
        else:
            pots.append((len(bettors) * unit, eligible))
    return pots, returned


def order_clockwise(seats, button):
    order = list(seats)
    while button is not None and order[-1] != button:
        order.append(order.pop(0))
    return order


def order_by_card(slug, contest, hands, winners, turn, rules):
    """Return the tied players of a contest in the order in which they receive odd chips.

    `hands` contains all cards of each player as text, including a shared card. The player whose
    hand has the highest card by suit comes first; of equal combinations, the one with the highest
    card plays. Under the rule sets of BY_ALL_CARDS, the cards that don't play count as well, and
    for low the player with the lowest card comes first. Players with the same card, which they
    share, are ordered by `turn`.
    """
    kind = STUD[slug][contest]
    ranks = RANKS_OF_LOWS if kind == ACE_LOW else RANKS_OF_HIGHS

    def height(card):
        return ranks.index(card[0]), SUITS.index(card[1])

    def highest_that_plays(cards):
        fives = reference.best_combinations(slug, contest, cards)
        return max(max(map(height, five)) for five in fives)

    turn_order = [name for name in turn if name in winners]
    if rules not in BY_ALL_CARDS:
        return sorted(turn_order, key=lambda name: highest_that_plays(hands[name]), reverse=True)
    if kind == HIGHS:
        return sorted(turn_order, key=lambda name: max(map(height, hands[name])), reverse=True)
    return sorted(turn_order, key=lambda name: min(map(height, hands[name])))


def distribute_units(units, winners, paid, odd_unit_winners=()):
    """Give each winner one unit at a time; those in `odd_unit_winners` get odd units last.

    Return the winners of odd units.
    """
    while units >= len(winners):
        for winner in winners:
            paid[winner] = paid.get(winner, 0) + 1
        units -= len(winners)
    receivers = sorted(winners, key=lambda winner: winner in odd_unit_winners)[:units]
    for winner in receivers:
        paid[winner] = paid.get(winner, 0) + 1
    return receivers


def split_units(units, count):
    """Return `count` even parts of the units; the first parts get the odd units."""
    parts = [0] * count
    for unit in range(units):
        parts[unit % count] += 1
    return parts


def order_receivers(slug, contest, hands, winners, turn, rules):
    """Return the winners in the order in which they receive odd chips: by seat, in stud by card."""
    if slug in STUD:
        return order_by_card(slug, contest, hands, winners, turn, rules)
    return [name for name in turn if name in winners]


def group_contests(slug, parts, contests, turn, rules):
    """Return the contests of a run part by part, in the order in which they receive odd chips.

    `parts` is the number of contests in each part of the pot.
    """
    remaining = list(contests)
    boards = [[remaining.pop(0) for _ in range(count)] for count in parts]
    if CONTESTS_BY_TURN not in RULE_SETS[rules] or slug not in BY_TURN:
        return boards
    return [
        sorted(board, key=lambda winners: min(map(turn.index, winners), default=0))
        for board in boards
    ]


def pay(units, boards, rules, everyone):
    """Return the units of each player; all share the pot evenly if nobody qualifies."""
    paid, odd_unit_winners = {}, set()
    boards = [[contest for contest in board if contest] for board in boards]
    boards = [board for board in boards if board]
    boards = boards or [[everyone]]
    contests = [contest for board in boards for contest in board]
    if len({frozenset(contest) for contest in contests}) == 1 and (
        SHARES_WHOLE in RULE_SETS[rules] or len(contests[0]) == 1
    ):
        distribute_units(units, contests[0], paid)
        return paid
    for board_units, board in zip(split_units(units, len(boards)), boards, strict=True):
        parts = split_units(board_units, len(board))
        for contest_units, contest in zip(parts, board, strict=True):
            get_odd_units_last = odd_unit_winners if ONE_EACH in RULE_SETS[rules] else ()
            odd_unit_winners.update(
                distribute_units(contest_units, contest, paid, get_odd_units_last)
            )
    return paid
