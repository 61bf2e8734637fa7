"""What was sent: a deal, and what goes with it."""

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
        """Whether the cards are all that counts, so that arrays can settle it."""
        shows_all = not any(hand.is_mucked for hand in self.deal.hands)
        return self.wagers is None and shows_all and self.deal.runs == 1

    def settle(self) -> Settlement:
        """Raises InvalidWagers when the wagers contradict the deal."""
        return settle(self.deal, self.wagers, self.rules)
