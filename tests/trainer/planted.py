"""Wrong answers, made by code that doesn't use the trainer's search for mistakes.

A function takes a drill and its slow dealer; it returns None if its mistake is impossible.
"""

from itertools import chain, combinations

from tests.evaluator import chips_reference, reference
from tests.evaluator.reference import HIGH_ORDER, LOW_ORDER
from tests.trainer.slow_dealer import Dealer

ACE_UP = str.maketrans("KA23456789TJQ", "QKA23456789TJ")
"""Translate every rank to the next lower one, and the ace to the king."""
ACE_DOWN = str.maketrans("A23456789TJQK", "23456789TJQKA")
BADUGIS = {
    reference.badugi: (LOW_ORDER, reference.badugi_strength),
    reference.ace_high_badugi: (HIGH_ORDER, reference.ace_high_badugi_strength),
}


class Mistaken(Dealer):
    """A dealer with changed choices of cards, or strengths: `worth(self, rule, name, strength)`."""

    worth = None
    choose = None

    @property
    def strengths(self):
        rules = reference.RULES[self.slug]
        return [{name: [self._worth(rule, name) for rule in rules] for name in self.hands}]

    def _worth(self, rule, name):
        hole, board = self.hands[name], self.board
        if self.choose and len(rule) == 3:
            rule = (self.choose.get(rule[0], rule[0]), *rule[1:])
        strength = rule[0](hole, board) if len(rule) == 1 else reference._best(*rule, hole, board)
        return self.worth(self, rule, name, strength) if self.worth else strength


def answer_of(drill, dealer):
    match drill.kind.slug:
        case "winners":
            won = map(sorted, dealer.winners(drill.settlement.competing))
            return dict(zip(dealer.contests, won, strict=True))
        case "pots":
            return [{"amount": chips, "eligible": sorted(names)} for chips, names in dealer.pots]
        case "rake":
            return dealer.rake
    return dealer.payment()


def is_high(rule):
    return rule[0] is reference.nines_or_better or (len(rule) == 3 and rule[1] in ("high", "6+"))


def change_dealer(change):
    """Return a function that answers a drill with a dealer whom `change` has modified."""

    def answer(drill, dealer):
        other = Mistaken(dealer.slug, dealer.line)
        change(other)
        return answer_of(drill, other)

    return answer


def mistake_choices(choices):
    """Return a function that answers a drill with mistaken `choices` of cards."""
    return change_dealer(lambda other: setattr(other, "choose", choices))


def mistake_worth(worth):
    """Return a function that answers a drill with hands ranked by `worth`."""
    return change_dealer(lambda other: setattr(other, "worth", worth))


def mistake_strength(read):
    """Return a function that answers a drill with five cards ranked by `read`."""

    def worth(dealer, rule, name, strength):
        if rule[0] is reference.nines_or_better:
            reading = read("high", dealer.hands[name], strength_of("high", dealer.hands[name]))
            return reading if reading >= (1, HIGH_ORDER.index("9")) else None
        return best_as_read(dealer, rule, name, read) if len(rule) == 3 else strength

    return mistake_worth(worth)


def best_as_read(dealer, rule, name, read):
    fives = legal_fives(dealer, rule, name)
    strengths = (read(rule[1], cards, strength_of(rule[1], cards)) for cards in fives)
    return max(filter(None, strengths), default=None)


def legal_fives(dealer, rule, name):
    choose, _, slices = rule
    hole = dealer.hands[name]
    for of_board in slices if isinstance(slices, tuple) else (slices,):
        board = dealer.board[of_board]
        if choose is reference.two_and_three:
            for own in combinations(hole, 2):
                yield from (own + shared for shared in combinations(board, 3))
        else:
            yield from combinations(hole if choose is reference.own_five else hole + board, 5)


def strength_of(ranking, cards):
    number, suit = reference.sum_and_suit(cards)
    return reference.strength_table(ranking)[number, suit is not None]


def descending(cards, order=HIGH_ORDER):
    return sorted((order.index(card[0]) for card in cards), reverse=True)


def accept_four_flush(ranking, cards, strength):
    if ranking not in ("high", "6+"):
        return strength
    flush = reference.categories_of(ranking).index("flush")
    suits = [card[1] for card in cards]
    has_four = max(map(suits.count, suits)) == 4
    return (flush, *descending(cards)) if has_four and strength[0] < flush else strength


def overlook_straight(ranking, cards, strength):
    categories = reference.categories_of(ranking)
    if ranking not in ("high", "6+") or not categories[strength[0]].startswith("straight"):
        return strength
    is_flush = categories[strength[0]] == "straight flush"
    return (categories.index("flush") if is_flush else 0, *descending(cards))


def misplace_ace(ranking, cards, strength):
    ranks = "".join(card[0] for card in cards)
    match ranking:
        case "low":
            return None if "A" in ranks else strength
        case "ace to five":
            return reference.ace_to_five_strength(ranks.translate(ACE_UP))
        case "deuce to seven":
            is_suited = len({card[1] for card in cards}) == 1
            return reference.deuce_to_seven_strength(ranks.translate(ACE_DOWN), is_suited=is_suited)
    return strength


def ace_wrong_way(dealer, rule, name, strength):
    """Rank the ace the other way in every low."""
    other = {
        reference.badugi: reference.ace_high_badugi,
        reference.ace_high_badugi: reference.badugi,
    }.get(rule[0])
    if other:
        return other(dealer.hands[name], dealer.board)
    return best_as_read(dealer, rule, name, misplace_ace) if len(rule) == 3 else strength


def kicker_missed(dealer, rule, name, strength):
    kept = {0: 2, 1: 3, 2: 5, 3: 4, 7: 5}
    return strength[: kept.get(strength[0], 9)] if strength and is_high(rule) else strength


def dead_kicker(dealer, rule, name, strength):
    return (*strength, *descending(dealer.hands[name])) if strength and is_high(rule) else strength


def suit_broke_tie(dealer, rule, name, strength):
    """Append the suits of the cards to the strength, from the most decisive card down."""
    if not strength:
        return strength
    is_ace_high = is_high(rule) or "deuce to seven" in rule or rule[0] is reference.ace_high_badugi
    order = HIGH_ORDER if is_ace_high else LOW_ORDER
    hands = equal_hands(dealer, rule, name, strength)
    return (*strength, *max(suits_of(cards, order) for cards in hands))


def equal_hands(dealer, rule, name, strength):
    """Return every combination of the hand that has this strength."""
    hole = dealer.hands[name]
    if rule[0] in BADUGIS:
        judge = BADUGIS[rule[0]][1]
        every = chain(*(combinations(hole, size) for size in range(1, 5)))
        return [cards for cards in every if judge(cards) == strength]
    if len(rule) < 3:
        return [hole]
    fives = legal_fives(dealer, rule, name)
    return [cards for cards in fives if strength_of(rule[1], cards) == strength]


def suits_of(cards, order):
    ranks = [card[0] for card in cards]
    decisive = sorted(
        ((ranks.count(card[0]), order.index(card[0]), "cdhs".index(card[1])) for card in cards),
        reverse=True,
    )
    return [suit for *_, suit in decisive]


def low_not_qualified(dealer, rule, name, strength):
    if len(rule) < 3 or rule[1] != "low":
        return strength
    other = (rule[0], "ace to five", rule[2])
    return reference._best(*other, dealer.hands[name], dealer.board)


def low_from_the_bottom(dealer, rule, name, strength):
    if not strength or is_high(rule):
        return strength
    if len(rule) == 3 and rule[1] == "low":
        return strength[::-1]
    if len(rule) == 3 or rule[0] in (reference.badugi, reference.ace_high_badugi):
        return (strength[0], *strength[:0:-1])
    return strength


def greedy_badugi(dealer, rule, name, strength):
    """Judge the cards taken by adding the lowest card that fits, repeatedly."""
    if rule[0] not in BADUGIS:
        return strength
    order, judge = BADUGIS[rule[0]]
    taken = []
    for card in sorted(dealer.hands[name], key=lambda card: (order.index(card[0]), card[1])):
        if not any(card[0] == one[0] or card[1] == one[1] for one in taken):
            taken.append(card)
    return judge(taken)


def folded_left_out(other):
    other.chips_in = {name: chips for name, chips in other.chips_in.items() if name in other.hands}


def one_pot(other):
    pots, back = other.pots_and_returns
    other.pots_and_returns = ([(sum(amount for amount, _ in pots), set(other.hands))], back)


def uncalled_kept(other):
    (*others, (amount, names)), back = other.pots_and_returns
    other.pots_and_returns = ([*others, (amount + sum(back.values()), names)], {})


def rake_forgotten(other):
    other.rake = 0


def cap_forgotten(other):
    percent, _ = other.words["Rake"].split(",")
    other.words["Rake"] = f"{percent},{10**9}"


def odd_half(other):
    order = other.payment_order
    other.payment_order = lambda won, rules: [board[::-1] for board in order(won, rules)]


def odd_board(other):
    order = other.payment_order
    other.payment_order = lambda won, rules: order(won, rules)[::-1]


def odd_seat(other):
    """Give odd chips by seat in stud, where cards decide, and otherwise in reverse seat order."""
    if other.slug in chips_reference.STUD:
        other.takers = lambda contest, winners, rules, run=0: other.turn_order(winners)
        return
    *others, button = other.turn
    other.turn = [*others[::-1], button]


def half_for_quarter(drill, dealer):
    total = dict(dealer.pots_and_returns[1])
    for amount, names in dealer.pots_to_pay:
        won = {name for winners in dealer.winners(names) for name in winners} or names
        add(total, dealer, amount, won)
    return tidy(total)


def scoop_missed(drill, dealer):
    """Give the winner of everything half; the other half goes to the next best hand."""
    total = dict(dealer.pots_and_returns[1])
    for amount, names in dealer.pots_to_pay:
        won = {name for winners in dealer.winners(names) for name in winners}
        rest = names - won
        next_best = [winners for winners in dealer.winners(rest) if winners] if rest else []
        if len(won) == 1 and next_best:
            heaps = chips_reference.split_units(amount // dealer.unit, 2)
            for heap, takers in zip(heaps, (won, next_best[-1]), strict=True):
                add(total, dealer, heap * dealer.unit, takers)
        else:
            for name, chips in dealer.pay_pot(amount, names, dealer.rules).items():
                total[name] = total.get(name, 0) + chips
    return tidy(total)


def add(total, dealer, amount, names):
    chips_reference.distribute_units(amount // dealer.unit, dealer.turn_order(names), paid := {})
    for name, units in paid.items():
        total[name] = total.get(name, 0) + units * dealer.unit


def tidy(total):
    return {name: chips for name, chips in total.items() if chips}


def rake_after(drill, dealer):
    """Take the rake from all winners in proportion, and the remainder from the largest payment."""
    if not dealer.rake:
        return None
    back = dealer.pots_and_returns[1]
    other = Dealer(dealer.slug, dealer.line)
    other.rake = 0
    won = {name: chips - back.get(name, 0) for name, chips in other.payment().items()}
    whole, unit = sum(won.values()), dealer.unit
    parts = {name: dealer.rake * chips // whole // unit * unit for name, chips in won.items()}
    parts[max(dealer.turn_order(won), key=won.get)] += dealer.rake - sum(parts.values())
    return tidy({name: won[name] - parts[name] + back.get(name, 0) for name in won})


def another_rule_set(drill, dealer):
    others = [rules for rules in ("wsop-2026", "tda-2026", "roberts") if rules != dealer.rules]
    payments = map(dealer.payment, others)
    return next((payment for payment in payments if payment != drill.answer), None)


def board_alone(hole, board):
    return reference.any_five((), board)


PLANTED = {
    "not-exactly-two": mistake_choices({reference.two_and_three: reference.any_five}),
    "played-the-board": mistake_choices(
        dict.fromkeys((reference.two_and_three, reference.any_five), board_alone)
    ),
    "phantom-flush": mistake_strength(accept_four_flush),
    "missed-straight": mistake_strength(overlook_straight),
    "kicker-missed": mistake_worth(kicker_missed),
    "dead-kicker": mistake_worth(dead_kicker),
    "suit-broke-tie": mistake_worth(suit_broke_tie),
    "low-not-qualified": mistake_worth(low_not_qualified),
    "low-from-the-bottom": mistake_worth(low_from_the_bottom),
    "ace-wrong-way": mistake_worth(ace_wrong_way),
    "greedy-badugi": mistake_worth(greedy_badugi),
    "half-for-quarter": half_for_quarter,
    "scoop-missed": scoop_missed,
    "one-pot": change_dealer(one_pot),
    "folded-left-out": change_dealer(folded_left_out),
    "uncalled-kept": change_dealer(uncalled_kept),
    "rake-after": rake_after,
    "rake-forgotten": change_dealer(rake_forgotten),
    "cap-forgotten": change_dealer(cap_forgotten),
    "odd-half": change_dealer(odd_half),
    "odd-board": change_dealer(odd_board),
    "odd-seat": change_dealer(odd_seat),
    "another-book": another_rule_set,
}
