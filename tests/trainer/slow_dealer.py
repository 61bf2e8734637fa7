"""Settle the deal line of a drill independently, by brute force and chip by chip.

Only the contests of a game and the parts of its pots come from `showdown`.
"""

from functools import cached_property

from showdown.evaluator.games import GAMES
from tests.evaluator import chips_reference
from tests.evaluator.slow_deal import SlowDeal

WORDS = ("In", "Fold", "Button", "Seats", "Unit", "Rake", "Rules")


class Dealer(SlowDeal):
    """The deal in a line, and the results derived from the deal."""

    def __init__(self, slug, line):
        super().__init__(slug=slug, line=line, hands={}, boards=[], words={})
        for part in line.split():
            name, text = part.split(":", 1)
            if name in WORDS:
                self.words[name] = text
            elif name.startswith("Board"):
                self.boards.append(text.split("-"))
            else:
                self.hands[name] = text.split("-")

    @cached_property
    def contests(self):
        return [contest.name for contest in GAMES[self.slug].contests]

    @cached_property
    def parts(self):
        return [len(part) for part in GAMES[self.slug].parts]

    @cached_property
    def board(self):
        return [card for board in self.boards for card in board]

    @cached_property
    def runs(self):
        return [self.board]

    @cached_property
    def chips_in(self):
        pairs = (pair.split("=") for pair in self.words["In"].split(","))
        return {name: int(chips) for name, chips in pairs}

    @cached_property
    def unit(self):
        return int(self.words.get("Unit", 1))

    @cached_property
    def rules(self):
        return self.words.get("Rules", "wsop-2026")

    @cached_property
    def turn(self):
        seats = self.words["Seats"].split(",") if "Seats" in self.words else list(self.hands)
        return chips_reference.order_clockwise(seats, self.words.get("Button"))

    @cached_property
    def pots_and_returns(self):
        return chips_reference.build_pots(self.chips_in, set(self.hands), self.unit)

    @cached_property
    def rake(self):
        if "Rake" not in self.words:
            return 0
        percent, cap = self.words["Rake"].split(",")
        taken = sum(amount for amount, _ in self.pots) * int(percent.rstrip("%")) // 100
        return min(taken, int(cap)) // self.unit * self.unit

    def group_by_part(self, won):
        """Return the items of `won`, one for each contest, grouped by the parts of the pot."""
        items = iter(won)
        return [[next(items) for _ in range(count)] for count in self.parts]

    def payment(self, rules=None):
        """Return each player's chips under a rule set, by default that of the line."""
        total = self.total_payouts(rules)
        for name, chips in self.pots_and_returns[1].items():
            total[name] = total.get(name, 0) + chips
        return {name: chips for name, chips in total.items() if chips}

    def odd_chips(self):
        """Return the receiver of each odd chip: a board, a contest or a player."""
        receivers = []
        for amount, names in self.pots_to_pay:
            if len(names) > 1:
                receivers += self._odd_chips_of_pot(amount // self.unit, names)
        return receivers

    def _odd_chips_of_pot(self, units, names):
        won = {
            contest: self.order_receivers(position, tied, self.rules)
            for position, (contest, tied) in enumerate(
                zip(self.contests, self.winners(names), strict=True)
            )
        }
        first = next(filter(None, won.values()), None)
        parts = [[name for name in part if won[name]] for part in self.group_by_part(won)]
        parts = [part for part in parts if part]
        winner_sets = {frozenset(won[name]) for part in parts for name in part}
        shares_whole = chips_reference.SHARES_WHOLE in chips_reference.RULE_SETS[self.rules]
        if len(winner_sets) < 2 and (
            shares_whole or all(len(winners) < 2 for winners in winner_sets)
        ):
            return self._odd_chips_of_tie(units, first or self.turn_order(names))
        receivers = [f"board {index + 1}" for index in range(units % len(parts))]
        for units_of_part, part in zip(
            chips_reference.split_units(units, len(parts)), parts, strict=True
        ):
            if chips_reference.CONTESTS_BY_TURN in chips_reference.RULE_SETS[self.rules] and (
                self.slug in chips_reference.BY_TURN
            ):
                part.sort(key=lambda name: min(map(self.turn.index, won[name])))
            receivers += part[: units_of_part % len(part)]
            units_of_contests = chips_reference.split_units(units_of_part, len(part))
            for units_of_contest, name in zip(units_of_contests, part, strict=True):
                receivers += self._odd_chips_of_tie(units_of_contest, won[name])
        return receivers

    def _odd_chips_of_tie(self, units, order):
        return order[: units % len(order)]
