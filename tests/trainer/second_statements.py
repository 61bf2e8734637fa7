"""Independent definitions of the patterns, as conditions on a deal as text."""

from collections import Counter
from fractions import Fraction

from showdown.evaluator.games import GAMES
from tests.evaluator import reference
from tests.evaluator.reference import RULES
from tests.trainer.planted import BADUGIS, equal_hands, is_high, taken_greedily, with_aces_turned

LOW_RANKS = set("A2345678")
FIGURE = {name: place for place, name in enumerate(reference.FIGURES)}
SHORT = {name: place for place, name in enumerate(reference.SHORT_FIGURES)}


def rules_of(dealer):
    """Yield each contest's index, with its choice, its order, and its boards."""
    for place, rule in enumerate(RULES[dealer.slug]):
        choose, order, boards = (*rule, None, None)[:3]
        yield place, choose, order, boards if isinstance(boards, tuple) else (boards,)


def highs(dealer):
    return [rule for rule in rules_of(dealer) if is_high(rule[1:])]


def lows(dealer):
    return [rule for rule in rules_of(dealer) if rule[2] == "low"]


def figures(rule):
    return SHORT if rule[2] == "6+" else FIGURE


def ranks(cards):
    return [card[0] for card in cards]


def some(dealer, rule, *, board_needed=True):
    """Return the boards that the contest plays."""
    if rule[1] in (reference.own_five, reference.nines_or_better) or not dealer.boards:
        return [] if board_needed else [[]]
    return [dealer.board[place] for place in rule[3]]


def losers_of_low(dealer):
    for rule in lows(dealer):
        won = dealer.winners()[rule[0]]
        for name, hole in dealer.hands.items():
            if won and name not in won:
                yield name, hole, some(dealer, rule)


def counterfeited_low(dealer):
    return any(
        len(LOW_RANKS & {*ranks(hole)}) >= 2
        and len(LOW_RANKS & {*ranks(board)}) >= 3
        and LOW_RANKS & {*ranks(hole)} & {*ranks(board)}
        for _, hole, boards in losers_of_low(dealer)
        for board in boards
    )


def best_looking_low_loses(dealer):
    return any(boards and {"A", "2"} <= {*ranks(hole)} for _, hole, boards in losers_of_low(dealer))


def played_the_board(dealer):
    for place, choose, order, boards in rules_of(dealer):
        if choose is reference.any_five and dealer.boards:
            key = reference.summed(dealer.board[boards[0]])
            worth = reference.table(order)[key[0], key[1] is not None]
            if worth and any(own[place] == worth for own in dealer.strengths.values()):
                return True
    return False


def two_breaks(dealer, names):
    for rule in highs(dealer):
        if rule[1] is not reference.two_and_three:
            continue
        wanted = {figures(rule)[name] for name in names}
        for name, hole in dealer.hands.items():
            keys = [
                key
                for board in some(dealer, rule)
                for key in reference.any_five(tuple(hole), tuple(board))
            ]
            best = max(reference.table(rule[2])[key] for key in keys)
            if best[0] in wanted and best[0] > dealer.strengths[name][rule[0]][0]:
                return True
    return False


def three_pair(dealer):
    for rule in highs(dealer):
        for name, hole in dealer.hands.items():
            strength = dealer.strengths[name][rule[0]]
            for board in some(dealer, rule, board_needed=False):
                pairs = [rank for rank, count in Counter(ranks(hole + board)).items() if count > 1]
                if strength and strength[0] == FIGURE["Two Pair"] and len(pairs) >= 3:
                    return True
    return False


KICKERS = {"One Pair": 2, "Two Pair": 4, "3-of-a-Kind": 3, "4-of-a-Kind": 4}
"""Number of cards that make the hand, without the kickers."""


def kicker_decides(dealer):
    for rule in highs(dealer):
        every = sorted(own[rule[0]] for own in dealer.strengths.values() if own[rule[0]])
        beaten = [one for one in every if one != every[-1]]
        for name, cards in KICKERS.items():
            best, second = every[-1:], beaten[-1:]
            is_same = best and second and best[0][: 1 + cards] == second[0][: 1 + cards]
            if is_same and best[0][0] == figures(rule)[name]:
                return True
    return False


def kicker_does_not_play(dealer):
    for rule in highs(dealer):
        won = dealer.winners()[rule[0]]
        has_spare = any(
            len(dealer.hands[name]) + len(board) > 5
            for name in won
            for board in some(dealer, rule, board_needed=False)
        )
        if len(won) > 1 and has_spare:
            figure = dealer.strengths[won[0]][rule[0]][0]
            fits = figure in [figures(rule)[name] for name in (*KICKERS, "High card")]
            if fits and len({"".join(sorted(ranks(dealer.hands[name]))) for name in won}) > 1:
                return True
    return False


def wheel_both_ways(dealer):
    def has(own, rule, worth):
        return own[rule[0]] == worth

    wheel_highs = [(5 - 1, 0), (8, 0)]
    wheel_low = {"low": (-4, -3, -2, -1, 0), "ace to five": (0, -4, -3, -2, -1, 0)}
    for own in dealer.strengths.values():
        low = any(
            rule[2] in wheel_low and has(own, rule, wheel_low[rule[2]]) for rule in rules_of(dealer)
        )
        high = any(own[rule[0]] in wheel_highs for rule in highs(dealer))
        if low and high:
            return True
    return False


def greedy_badugi(dealer):
    for place, choose, *_ in rules_of(dealer):
        if choose in BADUGIS:
            for name, hole in dealer.hands.items():
                taken = taken_greedily(BADUGIS[choose][0], hole)
                if len(taken) < dealer.strengths[name][place][0]:
                    return True
    return False


def tie_but_for_suits(dealer):
    """Return whether two winners have hands of equal ranks, and no combination in common."""
    for place, rule in enumerate(RULES[dealer.slug]):
        every = [
            set(map(frozenset, equal_hands(dealer, rule, name, dealer.strengths[name][place])))
            for name in dealer.winners()[place]
        ]
        for other in every[1:]:
            if not every[0] & other and ranks_of(every[0]) & ranks_of(other):
                return True
    return False


def ranks_of(hands):
    return {tuple(sorted(ranks(cards))) for cards in hands}


def ace_is_high(dealer):
    """Return whether another player would win if the ace were low."""
    other = with_aces_turned(dealer).winners()
    for place, rule in enumerate(RULES[dealer.slug]):
        is_ace_high = rule[0] is reference.ace_high_badugi or "deuce to seven" in rule
        if is_ace_high and set(other[place]) - set(dealer.winners()[place]):
            return True
    return False


def paired_low_wins(dealer):
    for place, _, order, _ in rules_of(dealer):
        won = dealer.winners()[place]
        best = won and dealer.strengths[won[0]][place]
        if order == "ace to five" and best[0] < 0:
            return True
        sets = [-FIGURE[name] for name in (*KICKERS, "Full House")]
        if order == "deuce to seven" and best[0] in sets:
            return True
    return False


def wins_a_share(dealer, share):
    return len(dealer.contests) > 1 and share in dealer.shares().values()


def scoop(dealer):
    won = dealer.winners()
    return len(won) > 1 and all(won) and len(set(map(tuple, won))) == 1 == len(won[0])


def boards_split(dealer):
    boards = dealer.boards_of(dealer.winners())
    return len(boards) > 1 and any(board != boards[0] for board in boards)


def paid_from(dealer):
    """Yield the players eligible for each pot, and those who are paid from it."""
    for amount, names in dealer.pots_to_pay:
        paid = dealer.cut(amount, names, dealer.book)
        yield names, {name for name, chips in paid.items() if chips}


def side_pot_to_another(dealer):
    (_, main), *sides = paid_from(dealer)
    return any(len(names) > 1 and paid - main for names, paid in sides)


def short_all_in(dealer):
    (_, main), *sides = paid_from(dealer)
    return bool(sides) and any(name not in sides[-1][0] for name in main)


def folded_into_pot(dealer):
    folded = dealer.words.get("Fold", "").split(",")
    return len(dealer.hands) > 1 and any(dealer.chips_in.get(name) for name in folded)


def books_disagree(dealer):
    payments = [dealer.payment(book) for book in ("wsop-2026", "tda-2026", "roberts")]
    return any(payment != payments[0] for payment in payments)


def odd(test):
    return lambda dealer: any(map(test, dealer.odd_chips()))


def by_turn(dealer):
    return dealer.slug in reference_by_turn and dealer.book == "wsop-2026"


reference_by_turn = {slug for slug, game in GAMES.items() if game.by_turn}

STATEMENTS = {
    "counterfeited-low": counterfeited_low,
    "best-looking-low-loses": best_looking_low_loses,
    "no-low": lambda dealer: any(not dealer.winners()[rule[0]] for rule in lows(dealer)),
    "played-the-board": played_the_board,
    "two-breaks-flush": lambda dealer: two_breaks(dealer, ("Flush", "Straight Flush")),
    "two-breaks-straight": lambda dealer: two_breaks(dealer, ("Straight",)),
    "three-pair": three_pair,
    "kicker-decides": kicker_decides,
    "kicker-does-not-play": kicker_does_not_play,
    "tie-but-for-suits": tie_but_for_suits,
    "ace-is-high": ace_is_high,
    "wheel-both-ways": wheel_both_ways,
    "greedy-badugi": greedy_badugi,
    "paired-low-wins": paired_low_wins,
    "quartered": lambda dealer: wins_a_share(dealer, Fraction(1, 4)),
    "three-quartered": lambda dealer: wins_a_share(dealer, Fraction(3, 4)),
    "scoop": scoop,
    "boards-split": boards_split,
    "side-pot-to-another": side_pot_to_another,
    "short-all-in": short_all_in,
    "folded-into-pot": folded_into_pot,
    "uncalled-bet": lambda dealer: any(name in dealer.hands for name in dealer.pots_and_back[1]),
    "books-disagree": books_disagree,
    "odd-chip-to-first-half": lambda dealer: (
        not by_turn(dealer) and odd(lambda to: to in dealer.contests)(dealer)
    ),
    "odd-chip-in-turn": lambda dealer: (
        by_turn(dealer) and odd(lambda to: to in dealer.contests)(dealer)
    ),
    "odd-chip-between-boards": odd(lambda to: to.startswith("board ")),
    "odd-chip-by-seat": lambda dealer: odd(lambda to: to in dealer.hands)(dealer),
    "odd-chip-by-card": lambda dealer: odd(lambda to: to in dealer.hands)(dealer),
}
