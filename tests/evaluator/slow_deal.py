"""Settle a deal by brute force and chip by chip, with `reference` and `chips_reference` alone."""

from functools import cached_property

from tests.evaluator import chips_reference, reference


class SlowDeal:
    """A deal with its chips, as text and numbers.

    `hands` contains the cards of the players who compete, and `runs` the cards of all boards of
    each run. `parts` are the numbers of contests in each part of a pot, and `turn` the seats in the
    order in which they receive odd chips. `pots_and_returns` are the pots as (amount, eligible),
    main pot first, and the returned chips by player.
    """

    unit = 1
    rake = 0
    is_raked_from_main = False

    def __init__(self, **attributes):
        vars(self).update(attributes)

    def split_hole_and_board(self, name, board):
        hole = self.hands[name]
        return ([*hole, *board], []) if self.slug in chips_reference.STUD else (hole, board)

    @cached_property
    def strengths(self):
        return [
            {
                name: reference.strengths(self.slug, *self.split_hole_and_board(name, board))
                for name in self.hands
            }
            for board in self.runs
        ]

    def winners(self, names=None, run=0):
        names = list(names or self.hands)
        contests = zip(*(self.strengths[run][name] for name in names), strict=True)
        return [[names[index] for index in reference.best_indices(contest)] for contest in contests]

    @property
    def pots(self):
        return self.pots_and_returns[0]

    @cached_property
    def pots_to_pay(self):
        """Return the pots without the rake: each pays its proportion in whole units.

        The remainder, or the whole rake if `is_raked_from_main`, comes from the first pots that
        have chips left.
        """
        whole, unit = sum(amount for amount, _ in self.pots), self.unit
        parts = [
            0 if self.is_raked_from_main else self.rake * amount // whole // unit * unit
            for amount, _ in self.pots
        ]
        while sum(parts) < self.rake:
            indices = (i for i, (amount, _) in enumerate(self.pots) if parts[i] < amount)
            parts[next(indices)] += unit
        raked = zip(self.pots, parts, strict=True)
        return [(amount - part, names) for (amount, names), part in raked]

    def turn_order(self, names):
        return [name for name in self.turn if name in names]

    def order_receivers(self, contest, winners, rules, run=0):
        """Return the winners in the order in which they receive odd chips: by seat or by card."""
        hands = {name: [*hole, *self.runs[run]] for name, hole in self.hands.items()}
        return chips_reference.order_receivers(self.slug, contest, hands, winners, self.turn, rules)

    def payment_order(self, won, rules):
        return chips_reference.group_contests(self.slug, self.parts, won, self.turn, rules)

    def pay_pot(self, amount, names, rules):
        boards = []
        for run in range(len(self.runs)):
            won = enumerate(self.winners(names, run))
            receivers = [self.order_receivers(index, tied, rules, run) for index, tied in won]
            boards += self.payment_order(receivers, rules)
        unit, scale = (1, 100) if rules == "exact" else (self.unit, 1)
        paid = chips_reference.pay(amount * scale // unit, boards, rules, self.turn_order(names))
        return {name: chips * unit for name, chips in paid.items()}

    def total_payouts(self, rules=None):
        total = {}
        for amount, names in self.pots_to_pay:
            for name, chips in self.pay_pot(amount, names, rules or self.rules).items():
                total[name] = total.get(name, 0) + chips
        return total
