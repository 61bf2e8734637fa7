"""Decide poker hands by brute force, as a reference written from the rules alone.

Every choice of cards is tried. Cards are text (`Ah`). Nothing is imported from the package, so that
the two implementations are independent. A *strength* is a tuple, the greater the better, or None if
the hand doesn't qualify.
"""

from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement

HIGH_ORDER = "23456789TJQKA"
LOW_ORDER = "A23456789TJQK"
DECK = [rank + suit for rank in HIGH_ORDER for suit in "cdhs"]
CATEGORIES = (
    *("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house"),
    *("four of a kind", "straight flush"),
)
STRAIGHTS = ["A2345", *(HIGH_ORDER[low : low + 5] for low in range(9))]
"""All straights from worst to best; the ace plays at either end, but not in the middle."""

GROUPS = {
    (1, 1, 1, 1, 1): "high card",
    (1, 1, 1, 2): "pair",
    (1, 2, 2): "two pair",
    (1, 1, 3): "three of a kind",
    (2, 3): "full house",
    (1, 4): "four of a kind",
}


def high_strength(ranks, *, is_suited):
    """Return the index of the category of five ranks, then the ranks by count and by rank.

    A straight has one number instead of its ranks.
    """
    for index, straight in enumerate(STRAIGHTS):
        if set(straight) == set(ranks):
            return CATEGORIES.index("straight flush" if is_suited else "straight"), index
    groups = tuple(sorted(ranks.count(rank) for rank in set(ranks)))
    category = "flush" if is_suited else GROUPS[groups]
    deciding = sorted(((ranks.count(rank), HIGH_ORDER.index(rank)) for rank in ranks), reverse=True)
    return CATEGORIES.index(category), *(index for _, index in deciding)


def low_strength(ranks):
    """Rank five different ranks up to eight: the highest decides first, and lower is better."""
    indices = sorted((LOW_ORDER.index(rank) for rank in ranks), reverse=True)
    if len(set(ranks)) < 5 or indices[0] > LOW_ORDER.index("8"):
        return None
    return tuple(-index for index in indices)


def ace_to_five_strength(ranks):
    """Rank the worst high hand best, with the ace low and without straights and flushes."""
    indices = sorted(((ranks.count(rank), LOW_ORDER.index(rank)) for rank in ranks), reverse=True)
    counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    category = ([1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1]).index(counts)
    return -category, *(-index for _, index in indices)


def low_count_strength(ranks):
    """Rank the lowest sum of pips best: aces are 1, tens and faces 10; the limit is 21."""
    pips = sum({"A": 1}.get(rank, int(rank) if rank.isdigit() else 10) for rank in ranks)
    return (-pips,) if pips <= 21 else None


def deuce_to_seven_strength(ranks, *, is_suited):
    """Rank the worst high hand best, with the ace high only: A-5-4-3-2 is ace high, or a flush."""
    if set(ranks) == set("A2345"):
        category = CATEGORIES.index("flush" if is_suited else "high card")
        return tuple(-part for part in (category, *(HIGH_ORDER.index(rank) for rank in "A5432")))
    return tuple(-part for part in high_strength(ranks, is_suited=is_suited))


SHORT_STRAIGHTS = ["A6789", *(HIGH_ORDER[low : low + 5] for low in range(4, 9))]
SHORT_DECK_CATEGORIES = (*CATEGORIES[:5], "full house", "flush", *CATEGORIES[7:])


def categories_of(ranking):
    return SHORT_DECK_CATEGORIES if ranking == "6+" else CATEGORIES


def short_deck_strength(ranks, *, is_suited):
    """Rank high hands, with a flush above a full house and A-6-7-8-9 as the lowest straight."""
    for index, straight in enumerate(SHORT_STRAIGHTS):
        if set(straight) == set(ranks):
            return SHORT_DECK_CATEGORIES.index("straight flush" if is_suited else "straight"), index
    category, *deciding = high_strength(ranks, is_suited=is_suited)
    return SHORT_DECK_CATEGORIES.index(CATEGORIES[category]), *deciding


def badugi_strength(cards):
    """Rank cards of different ranks and different suits: more cards win, then lower ones."""
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    if len(ranks) < len(cards) or len(suits) < len(cards):
        return None
    return len(cards), *sorted(-LOW_ORDER.index(rank) for rank in ranks)


# Every choice of cards is tried, so the same ranks recur. Results are cached by a number that
# doesn't depend on the order of the cards: the sum of a power of eight for each rank.
RANK_POWERS = {card: 8 ** HIGH_ORDER.index(card[0]) for card in DECK}
FIVE_RANKS = {
    sum(RANK_POWERS[rank + "c"] for rank in ranks): "".join(ranks)
    for ranks in combinations_with_replacement(HIGH_ORDER, 5)
    if len(set(ranks)) > 1
}


STRENGTHS = {
    "high": high_strength,
    "low": lambda ranks, is_suited: low_strength(ranks),
    "ace to five": lambda ranks, is_suited: ace_to_five_strength(ranks),
    "deuce to seven": deuce_to_seven_strength,
    "6+": short_deck_strength,
    "low count": lambda ranks, is_suited: low_count_strength(ranks),
}


@cache
def strength_table(ranking):
    """Return the strength of five cards by the sum of their powers of eight and `is_suited`."""
    return {
        (number, is_suited): STRENGTHS[ranking](ranks, is_suited=is_suited)
        for number, ranks in FIVE_RANKS.items()
        if ranking != "6+" or not set(ranks) & set("2345")
        for is_suited in (False, True)
        if not is_suited or len(set(ranks)) == 5
    }


def sum_and_suit(cards):
    """Return the sum of the cards' powers of eight, and their common suit, if there is one."""
    suits = {card[1] for card in cards}
    return sum(RANK_POWERS[card] for card in cards), suits.pop() if len(suits) == 1 else None


@lru_cache(maxsize=16)
def sums(cards, count):
    """Return `sum_and_suit` of each combination of `count` cards, cached across contests."""
    return [sum_and_suit(chosen) for chosen in combinations(cards, count)]


def choose(own, shared):
    """Return a function that yields each choice of `own` hole cards and `shared` board cards.

    It yields the sum of their powers of eight, and whether they are suited.
    """

    def choices(hole, board):
        for number, suit in sums(hole, own):
            for other, other_suit in sums(board, shared):
                yield number + other, suit is not None and suit == other_suit

    return choices


two_and_three, three_and_two = choose(2, 3), choose(3, 2)


def any_five(hole, board):
    for number, suit in sums(hole + board, 5):
        yield number, suit is not None


def own_five(hole, board):
    number, suit = sum_and_suit(hole)
    yield number, suit is not None


def best_badugi(hole, strength=badugi_strength):
    subsets = [cards for size in range(1, 5) for cards in combinations(hole, size)]
    return max(filter(None, map(strength, subsets)))


def ace_high_badugi_strength(cards):
    """Rank like badugi, with the ace above the king."""
    strength = badugi_strength(cards)
    return strength and (strength[0], *sorted(-HIGH_ORDER.index(card[0]) for card in cards))


def badugi(hole, board):
    return best_badugi(hole)


def ace_high_badugi(hole, board):
    return best_badugi(hole, ace_high_badugi_strength)


def nines_or_better(hole, board):
    """Rank the high hand of five own cards, if it is a pair of nines or better."""
    strength = next(strength_table("high")[key] for key in own_five(hole, board))
    is_low_pair = strength[0] == 1 and strength[1] < HIGH_ORDER.index("9")
    return None if strength[0] == 0 or is_low_pair else strength


def nine_eight_or_better(hole, board):
    """Rank the low of three own and two board cards, if it is 9-8-7-6-4 or lower."""
    best = _best(three_and_two, "ace to five", BOARD_1, hole, board)
    return best if best >= (0, -8, -7, -6, -5, -3) else None


def points(hole, board):
    """Return the sum of the points plus 1, so that no strength is 0.

    An ace is 1 point, a face card 0, any other card its number.
    """
    return (1 + sum({"A": 1, "T": 10}.get(card[0], int(card[0]) if card[0].isdigit() else 0)
                    for card in hole),)  # fmt: skip


def high_spade(hole, board):
    spades = [HIGH_ORDER.index(card[0]) for card in hole if card[1] == "s"]
    return (max(spades),) if spades else None


def red_cards(hole, board):
    red = sorted(HIGH_ORDER.index(card[0]) for card in hole + board if card[1] in "dh")
    return tuple(red[:-6:-1]) or None


def three_cards(hole, board):
    """Rank three cards, one hole card and two of the board; straights beat flushes."""
    hands = ([own, *shared] for own in hole for shared in combinations(board, 2))
    return max(map(three_card_strength, hands))


def three_card_strength(cards):
    ranks = sorted((HIGH_ORDER.index(card[0]) for card in cards), reverse=True)
    is_suited = len({card[1] for card in cards}) == 1
    top, middle, bottom = ranks
    if top == bottom:
        return 4, top
    if middle in (top, bottom):
        return 1, middle, top + bottom - middle
    if top - 2 == middle - 1 == bottom:
        return (5 if is_suited else 3), top
    if ranks == [12, 1, 0]:
        return (5 if is_suited else 3), 1
    return (2 if is_suited else 0), *ranks


BOARD_1, BOARD_2 = slice(0, 5), slice(5, 10)
HIGH, LOW = (two_and_three, "high", BOARD_1), (two_and_three, "low", BOARD_1)
SECOND_HIGH, SECOND_LOW = (two_and_three, "high", BOARD_2), (two_and_three, "low", BOARD_2)
RULES = {
    "omaha": [HIGH],
    "five-card-omaha": [HIGH],
    "six-card-omaha": [HIGH],
    "omaha-hilo": [HIGH, LOW],
    "five-card-omaha-hilo": [HIGH, LOW],
    "six-card-omaha-hilo": [HIGH, LOW],
    "holdem": [(any_five, "high", BOARD_1)],
    "badugi": [(badugi,)],
    "seven-card-stud": [(any_five, "high", BOARD_1)],
    "stud-hilo": [(any_five, "high", BOARD_1), (any_five, "low", BOARD_1)],
    "razz": [(any_five, "ace to five", BOARD_1)],
    "deuce-to-seven": [(any_five, "deuce to seven", BOARD_1)],
    "double-board-omaha": [HIGH, SECOND_HIGH],
    "short-deck": [(any_five, "6+", BOARD_1)],
    "holdem-hilo": [(any_five, "high", BOARD_1), (any_five, "low", BOARD_1)],
    "short-deck-omaha": [(two_and_three, "6+", BOARD_1)],
    "double-board-holdem": [(any_five, "high", BOARD_1), (any_five, "high", BOARD_2)],
    "double-board-five-card-omaha": [HIGH, SECOND_HIGH],
    "double-board-omaha-hilo": [HIGH, LOW, SECOND_HIGH, SECOND_LOW],
    "ultimate-big-o": [(two_and_three, ranking, (BOARD_1, BOARD_2)) for ranking in ("high", "low")],
    "stud-hilo-regular": [(any_five, "high", BOARD_1), (any_five, "ace to five", BOARD_1)],
    "deuce-to-seven-razz": [(any_five, "deuce to seven", BOARD_1)],
    "razzdugi": [(any_five, "ace to five", BOARD_1), (badugi,)],
    "five-card-stud": [(own_five, "high", BOARD_1)],
    "five-card-draw": [(own_five, "high", BOARD_1)],
    "ace-to-five": [(own_five, "ace to five", BOARD_1)],
    "badacey": [(own_five, "ace to five", BOARD_1), (badugi,)],
    "badeucey": [(own_five, "deuce to seven", BOARD_1), (ace_high_badugi,)],
    "archie": [(nines_or_better,), (own_five, "low", BOARD_1)],
    "drawmaha": [(own_five, "high", BOARD_1), HIGH],
    "drawmaha-deuce-to-seven": [(own_five, "deuce to seven", BOARD_1), HIGH],
    "drawmaha-ace-to-five": [(own_five, "ace to five", BOARD_1), HIGH],
    "drawmaha-badugi": [(badugi,), HIGH],
    "drawmaha-49": [(points,), HIGH],
    "stud-high-low-badugi": [(any_five, "high", BOARD_1), (any_five, "low", BOARD_1), (badugi,)],
    "two-boards-of-two-sizes": [
        *(HIGH, LOW, (two_and_three, "ace to five", slice(5, 8))),
        (own_five, "deuce to seven", BOARD_1),
    ],
    "high-spade": [(any_five, "high", BOARD_1), (high_spade,)],
    "omaha-low-count": [HIGH, (two_and_three, "low count", BOARD_1)],
    "omaha-low-only": [LOW],
    "upside-down-omaha": [(three_and_two, "high", BOARD_1), (nine_eight_or_better,)],
    "omaha-and-three-cards": [(three_cards,), HIGH],
    "three-card-flop": [(three_cards,)],
    "red-cards": [(any_five, "high", BOARD_1), (red_cards,)],
    "triple-flop-omaha": [(two_and_three, "high", slice(at, at + 3)) for at in (0, 3, 6)],
}


def strengths(slug, hole, board):
    return [
        rule[0](hole, board) if len(rule) == 1 else _best(*rule, hole, board)
        for rule in RULES[slug]
    ]


def _best(choose, ranking, indices, hole, board):
    """Return the best strength with any of the boards at these indices."""
    keys = chain.from_iterable(
        _distinct_combinations(choose, tuple(hole), tuple(board[index]))
        for index in (indices if isinstance(indices, tuple) else (indices,))
    )
    return max(filter(None, map(strength_table(ranking).__getitem__, keys)), default=None)


@lru_cache(maxsize=16)
def _distinct_combinations(choose, hole, board):
    """Return the distinct combinations for all contests with this choice."""
    return frozenset(choose(hole, board))


def best_combinations(slug, contest, cards):
    """Return every combination of a stud player's cards that is as strong as the best one."""
    rule = RULES[slug][contest]
    if rule[0] is high_spade:
        sizes, strength = [1], lambda chosen: high_spade(chosen, ()) or ()
    elif rule[0] is badugi:
        sizes, strength = range(1, 5), lambda chosen: badugi_strength(chosen) or ()
    elif len(rule) == 1:
        raise NotImplementedError(f"best_combinations doesn't support contest {contest} of {slug}")
    else:
        sizes, strength = (
            [5],
            lambda chosen: next(map(strength_table(rule[1]).get, own_five(chosen, ()))) or (),
        )
    choices = [chosen for size in sizes for chosen in combinations(cards, size)]
    best = max(map(strength, choices))
    return [chosen for chosen in choices if strength(chosen) == best]


def winners(slug, hands, board):
    contests = zip(*(strengths(slug, hole, board) for hole in hands), strict=True)
    return [best_indices(contest) for contest in contests]


def best_indices(contest):
    best = max((strength for strength in contest if strength), default=None)
    return [index for index, strength in enumerate(contest) if best and strength == best]
