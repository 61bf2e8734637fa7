"""A submitted deal with its wagers and rule set."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from showdown.evaluator.deals import Deal
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Wagers


class Submission(NamedTuple):
    """A deal with its wagers, if any, and the rule set for odd chips."""

    deal: Deal
    wagers: Wagers | None = None
    rules: RuleSet = WSOP_2026

    @property
    def is_plain(self) -> bool:
        """Return whether only the cards count, so that the deal can be settled in arrays."""
        shows_all = not any(hand.is_mucked for hand in self.deal.hands)
        return self.wagers is None and shows_all and self.deal.runs == 1

    def renamed(self, names: Mapping[str, str]) -> "Submission":
        """Replace labels; for contributions, not for given pots."""

        def new(label: str) -> str:
            return names.get(label, label)

        hands = tuple(replace(hand, label=new(hand.label)) for hand in self.deal.hands)
        wagers = self.wagers and replace(
            self.wagers,
            contributions={new(label): put for label, put in self.wagers.contributions.items()},
            folded=tuple(map(new, self.wagers.folded)),
            seats=tuple(map(new, self.wagers.seats)),
            button=None if self.wagers.button is None else new(self.wagers.button),
        )
        return Submission(replace(self.deal, hands=hands), wagers, self.rules)

    def settle(self) -> Settlement:
        """Settle the deal. Raise InvalidWagers if the wagers contradict it."""
        return settle(self.deal, self.wagers, self.rules)
