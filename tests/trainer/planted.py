"""Wrong answers for each mistake, derived without the trainer's own code for mistakes.

A function in PLANTED takes a drill and its slow dealer, and returns the wrong answer, or None if
the mistake can't be made.
"""

from itertools import chain, combinations

from tests.evaluator import chips_reference, reference
from tests.evaluator.reference import HIGH_ORDER, LOW_ORDER
from tests.trainer.slow_dealer import Dealer

ACE_UP = str.maketrans("KA23456789TJQ", "QKA23456789TJ")
"""Translates every rank to the next lower rank, and the ace to the king."""
ACE_DOWN = str.maketrans("A23456789TJQK", "23456789TJQKA")
BADUGIS = {
    reference.badugi: (LOW_ORDER, reference.badugi_strength),
    reference.ace_high_badugi: (HIGH_ORDER, reference.ace_high_badugi_strength),
}


class MistakenDealer(Dealer):
    """A dealer who makes a mistake about cards.

    `choose` maps right to mistaken choices of cards. `worth` is a function of the dealer, the rule,
    the player's name and the right strength, which returns the mistaken strength.
    """

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


def answer_with_change(change):
    """Return a function that answers a drill with a dealer whom `change` has modified."""

    def answer(drill, dealer):
        mistaken = MistakenDealer(dealer.slug, dealer.line)
        change(mistaken)
        return answer_of(drill, mistaken)

    return answer


def answer_with_choices(choices):
    """Return a function that answers a drill with mistaken `choices` of cards."""
    return answer_with_change(lambda mistaken: setattr(mistaken, "choose", choices))


def answer_with_worth(worth):
    """Return a function that answers a drill with hands ranked by `worth`."""
    return answer_with_change(lambda mistaken: setattr(mistaken, "worth", worth))


def answer_with_strength(read):
    """Return a function that answers a drill with five cards ranked by `read`."""

    def worth(dealer, rule, name, strength):
        if rule[0] is reference.nines_or_better:
            reading = read("high", dealer.hands[name], strength_of("high", dealer.hands[name]))
            return reading if reading >= (1, HIGH_ORDER.index("9")) else None
        return best_as_read(dealer, rule, name, read) if len(rule) == 3 else strength

    return answer_with_worth(worth)


def best_as_read(dealer, rule, name, read):
    hands = legal_hands(dealer, rule, name)
    strengths = (read(rule[1], cards, strength_of(rule[1], cards)) for cards in hands)
    return max(filter(None, strengths), default=None)


def legal_hands(dealer, rule, name):
    choose, _, slices = rule
    hole = dealer.hands[name]
    for board_slice in slices if isinstance(slices, tuple) else (slices,):
        board = dealer.board[board_slice]
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
    """In every low, rank a high ace low and a low ace high."""
    counterpart = {
        reference.badugi: reference.ace_high_badugi,
        reference.ace_high_badugi: reference.badugi,
    }.get(rule[0])
    if counterpart:
        return counterpart(dealer.hands[name], dealer.board)
    return best_as_read(dealer, rule, name, misplace_ace) if len(rule) == 3 else strength


def kicker_missed(dealer, rule, name, strength):
    compared = {0: 2, 1: 3, 2: 5, 3: 4, 7: 5}  # numbers compared, by category
    return strength[: compared.get(strength[0], 9)] if strength and is_high(rule) else strength


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
    """Return the combinations of the player's cards that have this strength."""
    hole = dealer.hands[name]
    if rule[0] in BADUGIS:
        judge = BADUGIS[rule[0]][1]
        subsets = chain(*(combinations(hole, size) for size in range(1, 5)))
        return [cards for cards in subsets if judge(cards) == strength]
    if len(rule) < 3:
        return [hole]
    hands = legal_hands(dealer, rule, name)
    return [cards for cards in hands if strength_of(rule[1], cards) == strength]


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
    unqualified_rule = (rule[0], "ace to five", rule[2])
    return reference._best(*unqualified_rule, dealer.hands[name], dealer.board)


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
        if not any(card[0] == other[0] or card[1] == other[1] for other in taken):
            taken.append(card)
    return judge(taken)


def folded_left_out(dealer):
    chips = dealer.chips_in.items()
    dealer.chips_in = {name: amount for name, amount in chips if name in dealer.hands}


def one_pot(dealer):
    pots, returned = dealer.pots_and_returns
    dealer.pots_and_returns = ([(sum(amount for amount, _ in pots), set(dealer.hands))], returned)


def uncalled_kept(dealer):
    (*others, (amount, names)), returned = dealer.pots_and_returns
    dealer.pots_and_returns = ([*others, (amount + sum(returned.values()), names)], {})


def rake_forgotten(dealer):
    dealer.rake = 0


def cap_forgotten(dealer):
    percent, _ = dealer.words["Rake"].split(",")
    dealer.words["Rake"] = f"{percent},{10**9}"


def odd_half(dealer):
    order = dealer.payment_order
    dealer.payment_order = lambda won, rules: [board[::-1] for board in order(won, rules)]


def odd_board(dealer):
    order = dealer.payment_order
    dealer.payment_order = lambda won, rules: order(won, rules)[::-1]


def odd_seat(dealer):
    """Give odd chips by seat in stud, where cards decide, and otherwise in reverse seat order."""
    if dealer.slug in chips_reference.STUD:
        dealer.order_receivers = lambda contest, winners, rules, run=0: dealer.turn_order(winners)
        return
    *others, button = dealer.turn
    dealer.turn = [*others[::-1], button]


def half_for_quarter(drill, dealer):
    total = dict(dealer.pots_and_returns[1])
    for amount, names in dealer.pots_to_pay:
        won = {name for winners in dealer.winners(names) for name in winners} or names
        add_payment(total, dealer, amount, won)
    return without_zeros(total)


def scoop_missed(drill, dealer):
    """Give half to the player who wins everything, and half to the next best hand."""
    total = dict(dealer.pots_and_returns[1])
    for amount, names in dealer.pots_to_pay:
        won = {name for winners in dealer.winners(names) for name in winners}
        rest = names - won
        next_best = [winners for winners in dealer.winners(rest) if winners] if rest else []
        if len(won) == 1 and next_best:
            halves = chips_reference.split_units(amount // dealer.unit, 2)
            for half, receivers in zip(halves, (won, next_best[-1]), strict=True):
                add_payment(total, dealer, half * dealer.unit, receivers)
        else:
            for name, chips in dealer.pay_pot(amount, names, dealer.rules).items():
                total[name] = total.get(name, 0) + chips
    return without_zeros(total)


def add_payment(total, dealer, amount, names):
    """Add an even payment of `amount` to these players to their totals."""
    chips_reference.distribute_units(amount // dealer.unit, dealer.turn_order(names), paid := {})
    for name, units in paid.items():
        total[name] = total.get(name, 0) + units * dealer.unit


def without_zeros(total):
    return {name: chips for name, chips in total.items() if chips}


def rake_after(drill, dealer):
    """Take the rake from all winners in proportion, and the remainder from the largest payment."""
    if not dealer.rake:
        return None
    returned = dealer.pots_and_returns[1]
    unraked = Dealer(dealer.slug, dealer.line)
    unraked.rake = 0
    won = {name: chips - returned.get(name, 0) for name, chips in unraked.payment().items()}
    total_won, unit = sum(won.values()), dealer.unit
    rake = {name: dealer.rake * chips // total_won // unit * unit for name, chips in won.items()}
    rake[max(dealer.turn_order(won), key=won.get)] += dealer.rake - sum(rake.values())
    return without_zeros({name: won[name] - rake[name] + returned.get(name, 0) for name in won})


def another_rule_set(drill, dealer):
    others = [rules for rules in ("wsop-2026", "tda-2026", "roberts") if rules != dealer.rules]
    payments = map(dealer.payment, others)
    return next((payment for payment in payments if payment != drill.answer), None)


def board_alone(hole, board):
    return reference.any_five((), board)


PLANTED = {
    "not-exactly-two": answer_with_choices({reference.two_and_three: reference.any_five}),
    "played-the-board": answer_with_choices(
        dict.fromkeys((reference.two_and_three, reference.any_five), board_alone)
    ),
    "phantom-flush": answer_with_strength(accept_four_flush),
    "missed-straight": answer_with_strength(overlook_straight),
    "kicker-missed": answer_with_worth(kicker_missed),
    "dead-kicker": answer_with_worth(dead_kicker),
    "suit-broke-tie": answer_with_worth(suit_broke_tie),
    "low-not-qualified": answer_with_worth(low_not_qualified),
    "low-from-the-bottom": answer_with_worth(low_from_the_bottom),
    "ace-wrong-way": answer_with_worth(ace_wrong_way),
    "greedy-badugi": answer_with_worth(greedy_badugi),
    "half-for-quarter": half_for_quarter,
    "scoop-missed": scoop_missed,
    "one-pot": answer_with_change(one_pot),
    "folded-left-out": answer_with_change(folded_left_out),
    "uncalled-kept": answer_with_change(uncalled_kept),
    "rake-after": rake_after,
    "rake-forgotten": answer_with_change(rake_forgotten),
    "cap-forgotten": answer_with_change(cap_forgotten),
    "odd-half": answer_with_change(odd_half),
    "odd-board": answer_with_change(odd_board),
    "odd-seat": answer_with_change(odd_seat),
    "another-book": another_rule_set,
}
