"""What was submitted: a deal with its wagers and rule set."""

from typing import NamedTuple

from showdown.evaluator.deals import Deal
from showdown.evaluator.rule_sets import WSOP_2024, RuleSet
from showdown.evaluator.settlement import Settlement, settle
from showdown.evaluator.wagers import Wagers


class Submission(NamedTuple):
    """A deal with its wagers, if any, and the rule set by which odd chips go."""

    deal: Deal
    wagers: Wagers | None = None
    rules: RuleSet = WSOP_2024

    @property
    def is_plain(self) -> bool:
        """Whether only the cards count, so that the deal can be settled in arrays."""
        shows_all = not any(hand.is_mucked for hand in self.deal.hands)
        return self.wagers is None and shows_all and self.deal.runs == 1

    def settle(self) -> Settlement:
        """Settle the deal. Raises InvalidWagers if the wagers contradict it."""
        return settle(self.deal, self.wagers, self.rules)
