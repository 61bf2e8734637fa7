"""Wrong answers, planted by code that knows nothing of how the trainer finds mistakes.

Each function takes a drill and its slow dealer, and gives the answer of somebody who makes one
mistake; None where the mistake can't be made.
"""

from tests.evaluator import books_reference, reference
from tests.trainer.slow_dealer import Dealer


class Mistaken(Dealer):
    """A dealer whose strengths are changed: `worth(place, name, strength)`."""

    worth = None
    choose = None

    @property
    def strengths(self):
        rules = reference.RULES[self.slug]
        return {
            name: [self._worth(place, rule, name) for place, rule in enumerate(rules)]
            for name in self.hands
        }

    def _worth(self, place, rule, name):
        hole, board = self.hands[name], self.board
        if self.choose and len(rule) == 3:
            rule = (self.choose(rule[0]), *rule[1:])
        strength = rule[0](hole, board) if len(rule) == 1 else reference._best(*rule, hole, board)
        return self.worth(rule, name, strength) if self.worth else strength


def mistaken(dealer, *, choose=None, worth=None):
    other = Mistaken(dealer.slug, dealer.line)
    other.choose = choose
    other.worth = worth and (lambda rule, name, strength: worth(dealer, rule, name, strength))
    return other


def answer_of(drill, dealer):
    """Who wins, the rake, or the chips, as this dealer sees it."""
    if drill.kind.slug == "winners":
        won = map(sorted, dealer.winners(drill.settlement.competing))
        return dict(zip(dealer.contests, won, strict=True))
    return dealer.rake if drill.kind.slug == "rake" else dealer.payments()[0]


def not_exactly_two(drill, dealer):
    any_five = {reference.two_and_three: reference.any_five}
    return answer_of(drill, mistaken(dealer, choose=lambda one: any_five.get(one, one)))


def kicker_missed(drill, dealer):
    kept = {0: 2, 1: 3, 2: 5, 3: 4, 7: 5}

    def worth(dealer, rule, name, strength):
        if len(rule) < 3 or rule[1] not in ("high", "6+"):
            return strength
        return strength[: kept.get(strength[0], 9)]

    return answer_of(drill, mistaken(dealer, worth=worth))


def low_not_qualified(drill, dealer):
    def worth(dealer, rule, name, strength):
        if len(rule) < 3 or rule[1] != "low":
            return strength
        other = (rule[0], "ace to five", rule[2])
        return reference._best(*other, dealer.hands[name], dealer.board)

    return answer_of(drill, mistaken(dealer, worth=worth))


def low_from_the_bottom(drill, dealer):
    def worth(dealer, rule, name, strength):
        if not strength or (len(rule) == 3 and rule[1] in ("high", "6+")):
            return strength
        if len(rule) == 3 and rule[1] == "low":
            return strength[::-1]
        if len(rule) == 3 or rule[0] in (reference.badugi, reference.ace_high_badugi):
            return (strength[0], *strength[:0:-1])
        return strength

    return answer_of(drill, mistaken(dealer, worth=worth))


def folded_left_out(drill, dealer):
    other = Dealer(dealer.slug, dealer.line)
    other.chips_in = {
        name: chips for name, chips in dealer.chips_in.items() if name in dealer.hands
    }
    if drill.kind.slug == "pots":
        return [{"amount": amount, "eligible": sorted(names)} for amount, names in other.pots]
    return answer_of(drill, other)


def one_pot(drill, dealer):
    whole = [(sum(amount for amount, _ in dealer.pots), set(dealer.hands))]
    if drill.kind.slug == "pots":
        return [{"amount": amount, "eligible": sorted(names)} for amount, names in whole]
    other = Dealer(dealer.slug, dealer.line)
    other.pots_and_back = (whole, dealer.pots_and_back[1])
    return answer_of(drill, other)


def uncalled_kept(drill, dealer):
    (*others, (amount, names)), back = dealer.pots_and_back
    pots = [*others, (amount + sum(back.values()), names)]
    if drill.kind.slug == "pots":
        return [{"amount": amount, "eligible": sorted(names)} for amount, names in pots]
    other = Dealer(dealer.slug, dealer.line)
    other.pots_and_back = (pots, {})
    return answer_of(drill, other)


def half_for_quarter(drill, dealer):
    total = dict(dealer.pots_and_back[1])
    for amount, names in dealer.pots_to_pay:
        won = {name for each in dealer.winners(names) for name in each} or names
        books_reference.hand_out(amount // dealer.unit, dealer.in_turn(won), paid := {})
        for name, units in paid.items():
            total[name] = total.get(name, 0) + units * dealer.unit
    return {name: chips for name, chips in total.items() if chips}


def cap_forgotten(drill, dealer):
    other = Dealer(dealer.slug, dealer.line)
    percent, _ = dealer.words["Rake"].split(",")
    other.words["Rake"] = f"{percent},{10**9}"
    return answer_of(drill, other)


def another_book(drill, dealer):
    others = [book for book in ("wsop-2024", "tda-2024", "roberts") if book != dealer.book]
    return next(
        (way for book in others for way in dealer.payments(book)[:1] if way != drill.answer), None
    )


PLANTED = {
    "not-exactly-two": not_exactly_two,
    "kicker-missed": kicker_missed,
    "low-not-qualified": low_not_qualified,
    "low-from-the-bottom": low_from_the_bottom,
    "folded-left-out": folded_left_out,
    "one-pot": one_pot,
    "uncalled-kept": uncalled_kept,
    "half-for-quarter": half_for_quarter,
    "cap-forgotten": cap_forgotten,
    "another-book": another_book,
}
