"""The rule set, smallest chip and rake rule by which a log is judged."""

from dataclasses import dataclass
from decimal import Decimal

from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.rake import TakenFrom
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet, find_rule_set
from showdown.notation.logs.logged_hand import LoggedHand
from showdown.notation.rake_schemes import RakeScheme, read_scheme
from showdown.notation.wager_words import read_amount, to_units


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The rule set, the smallest chip (None for the log's own), and the rake rule, if any.

    Without a rake rule, the rake in the log counts as right.
    """

    rules: RuleSet = WSOP_2026
    unit: Decimal | None = None
    rake: RakeScheme | None = None

    @property
    def taken_from(self) -> TakenFrom:
        """Return the pots from which the rake is taken."""
        return self.rake.rule.taken_from if self.rake else TakenFrom.PROPORTION

    def unit_of(self, hand: LoggedHand) -> int:
        """Return the smallest chip in the unit of the hand's amounts.

        Return the hand's own unit if the terms state no smallest chip, or if theirs can't be
        expressed with the hand's decimals or doesn't divide all amounts.
        """
        if self.unit is None:
            return hand.unit
        unit = to_units(self.unit, hand.decimals)
        if unit < 1 or unit != self.unit.scaleb(hand.decimals):
            return hand.unit
        amounts = (*hand.contributions.values(), hand.dead, hand.rake, hand.fees_taken)
        return hand.unit if any(amount % unit for amount in amounts) else unit

    def rake_of(self, hand: LoggedHand, total: int, unit: int) -> tuple[int, int]:
        """Return the correct rake and jackpot drop for pots of this total, capped at the total."""
        if self.rake is None:
            return hand.rake, hand.fees_taken
        rake = self.rake.rake(hand.decimals, len(hand.seats))
        try:
            return rake.calculate(total, unit, saw_board=bool(hand.boards) or not hand.game.boards)
        except InvalidWagers:
            return total, 0


def parse_terms(rules: str, unit: str = "", rake: str = "", jackpot: str = "") -> Terms:
    """Parse the terms. Raise UnknownRuleSet or InvalidWagers if one is invalid."""
    for field, text in (("unit", unit), ("jackpot", jackpot)):
        if text and read_amount(text, field=field) < 0:
            raise InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=text[:20], field=field)
    amount = read_amount(unit, field="unit") if unit else None
    if amount is not None and not amount:
        raise InvalidWagers(fault=Fault.INVALID_UNIT, unit=0, field="unit")
    scheme = read_scheme(rake, jackpot)
    if scheme:
        scheme.rule.to_rake(2)
    return Terms(rules=find_rule_set(rules), unit=amount, rake=scheme)
