"""The chips of a drill: bets, folded players and rake."""

from dataclasses import dataclass
from decimal import Decimal

from showdown.evaluator.rake import Rake
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet
from showdown.evaluator.wagers import Wagers
from showdown.trainer.draw import Draw

NAMES = (
    *("Anna", "Boris", "Carla", "David", "Emma", "Felix", "Grace", "Henry"),
    *("Iris", "Jack", "Kate", "Leo", "Mia"),
)
FOLDED = ("Oscar", "Paula")
ODD_CHIP_RULES = tuple(rules for rules in RULE_SETS.values() if not rules.is_exact)
"""The rule sets that pay in whole chips."""

_UNITS = (1, 1, 5, 25, 100)
_PERCENTS = (Decimal(3), Decimal(4), Decimal(5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Parameters of the betting before the showdown.

    Up to `short` players are all in for less, and up to `folds` others have bet and folded. If
    `uncalled`, a bet was not called in full. On average, `raked` of two deals have a rake. If
    `any_rules`, the rule set for odd chips is random; otherwise it is the default.
    """

    short: int = 0
    folds: int = 0
    uncalled: bool = False
    raked: int = 0
    any_rules: bool = False


def draw_wagers(stakes: Stakes, labels: tuple[str, ...], draw: Draw) -> Wagers:
    """Return random wagers of these players, who show their hands."""
    unit = draw.pick(_UNITS)
    full = draw.integer_between(12, 60)
    units = dict.fromkeys(labels, full)
    for label in draw.shuffled(labels)[: min(stakes.short, len(labels) - 1)]:
        units[label] = draw.integer_between(4, full - 2)
    if stakes.uncalled:
        top = max(units, key=lambda label: units[label])
        units[top] += draw.integer_between(1, full)
    folded = FOLDED[: draw.integer_between(1, stakes.folds)] if stakes.folds else ()
    for label in folded:
        units[label] = draw.integer_between(1, full)
    seats = tuple(draw.shuffled(tuple(units))) if folded else labels
    return Wagers(
        contributions={label: units[label] * unit for label in seats},
        folded=folded,
        seats=seats if folded else (),
        button=draw.pick(seats),
        unit=unit,
        rake=(
            Rake(percent=draw.pick(_PERCENTS), cap=draw.integer_between(2, 8) * unit)
            if draw.integer(2) < stakes.raked
            else None
        ),
    )


def draw_rules(stakes: Stakes, draw: Draw) -> RuleSet:
    return draw.pick(ODD_CHIP_RULES) if stakes.any_rules else ODD_CHIP_RULES[0]
