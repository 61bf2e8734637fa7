"""Poker by brute force, written from the rules alone: every choice of cards is tried.

Cards are text (`Ah`). Nothing here comes from the package, so that both can be held together.
A *strength* is a tuple, the greater the better; None is no hand.
"""

from itertools import combinations, combinations_with_replacement

HIGH_ORDER = "23456789TJQKA"
LOW_ORDER = "A23456789TJQK"
DECK = [rank + suit for rank in HIGH_ORDER for suit in "cdhs"]
FIGURES = (
    "High card",
    "One Pair",
    "Two Pair",
    "3-of-a-Kind",
    "Straight",
    "Flush",
    "Full House",
    "4-of-a-Kind",
    "Straight Flush",
)
STRAIGHTS = ["A2345", *(HIGH_ORDER[low : low + 5] for low in range(9))]
"""From the worst to the best; the ace plays at either end, and not in the middle."""

GROUPS = {
    (1, 1, 1, 1, 1): "High card",
    (1, 1, 1, 2): "One Pair",
    (1, 2, 2): "Two Pair",
    (1, 1, 3): "3-of-a-Kind",
    (2, 3): "Full House",
    (1, 4): "4-of-a-Kind",
}


def high_strength(ranks, *, suited):
    """The figure of five ranks, then the ranks as they decide: by how many there are, then high."""
    for place, straight in enumerate(STRAIGHTS):
        if set(straight) == set(ranks):
            return FIGURES.index("Straight Flush" if suited else "Straight"), place
    groups = tuple(sorted(ranks.count(rank) for rank in set(ranks)))
    figure = "Flush" if suited else GROUPS[groups]
    deciding = sorted(((ranks.count(rank), HIGH_ORDER.index(rank)) for rank in ranks), reverse=True)
    return FIGURES.index(figure), *(place for _, place in deciding)


def low_strength(ranks):
    """Five different ranks, none above eight: the highest decides first, and lower is better."""
    places = sorted((LOW_ORDER.index(rank) for rank in ranks), reverse=True)
    if len(set(ranks)) < 5 or places[0] > LOW_ORDER.index("8"):
        return None
    return tuple(-place for place in places)


def badugi_strength(cards):
    """Cards of different ranks and different suits: more are better, then lower ones."""
    ranks, suits = {card[0] for card in cards}, {card[1] for card in cards}
    if len(ranks) < len(cards) or len(suits) < len(cards):
        return None
    return len(cards), *sorted(-LOW_ORDER.index(rank) for rank in ranks)


# Trying every choice asks for the same ranks again and again, so the answers are kept, under a
# number that does not depend on the order of the cards: the sum of a power of eight for each rank.
NUMBER = {card: 8 ** HIGH_ORDER.index(card[0]) for card in DECK}
FIVE_RANKS = {
    sum(NUMBER[rank + "c"] for rank in ranks): "".join(ranks)
    for ranks in combinations_with_replacement(HIGH_ORDER, 5)
    if len(set(ranks)) > 1
}
MIXED = {number: high_strength(ranks, suited=False) for number, ranks in FIVE_RANKS.items()}
SUITED = {
    number: high_strength(ranks, suited=True)
    for number, ranks in FIVE_RANKS.items()
    if len(set(ranks)) == 5
}
LOWS = {number: low_strength(ranks) for number, ranks in FIVE_RANKS.items() if low_strength(ranks)}


def summed(cards):
    """The number of their ranks, and their suit if they have one in common."""
    suits = {card[1] for card in cards}
    return sum(NUMBER[card] for card in cards), suits.pop() if len(suits) == 1 else None


def omaha_choices(hole, board):
    """Exactly two of the hole cards with exactly three of the board: ranks, and whether suited."""
    shared = [summed(three) for three in combinations(board, 3)]
    for own in combinations(hole, 2):
        number, suit = summed(own)
        for other, other_suit in shared:
            yield number + other, suit is not None and suit == other_suit


def holdem_choices(hole, board):
    """Any five of all the cards."""
    for five in combinations([*hole, *board], 5):
        number, suit = summed(five)
        yield number, suit is not None


def best_high(choices):
    return max(SUITED[ranks] if suited else MIXED[ranks] for ranks, suited in choices)


def best_low(choices):
    return max((LOWS[ranks] for ranks, _ in choices if ranks in LOWS), default=None)


def best_badugi(hole):
    subsets = [cards for size in range(1, 5) for cards in combinations(hole, size)]
    return max(strength for strength in map(badugi_strength, subsets) if strength)


def strengths(slug, hole, board):
    """What one player has for each pot that the game awards, high before low."""
    if slug == "badugi":
        return [best_badugi(hole)]
    if slug == "holdem":
        return [best_high(holdem_choices(hole, board))]
    choices = list(omaha_choices(hole, board))
    return [best_high(choices), best_low(choices)] if "hilo" in slug else [best_high(choices)]


def winners(slug, hands, board):
    """The places of those who win each pot, high before low."""
    pots = zip(*(strengths(slug, hole, board) for hole in hands), strict=True)
    return [_best_places(pot) for pot in pots]


def _best_places(pot):
    best = max((strength for strength in pot if strength), default=None)
    return [place for place, strength in enumerate(pot) if best and strength == best]
