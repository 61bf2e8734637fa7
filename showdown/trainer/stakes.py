"""The chips of a drill: bets, folded players and rake."""

from dataclasses import dataclass
from decimal import Decimal

from showdown.evaluator.rake import Rake
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet
from showdown.evaluator.wagers import Wagers
from showdown.trainer.draw import Draw

PLAYER_NAMES = (
    *("Anna", "Boris", "Carla", "David", "Emma", "Felix", "Grace", "Henry"),
    *("Iris", "Jack", "Kate", "Leo", "Mia"),
)
FOLDED_PLAYER_NAMES = ("Oscar", "Paula")
ODD_CHIP_RULES = tuple(rules for rules in RULE_SETS.values() if not rules.is_exact)
"""The rule sets that pay in whole chips."""

_CHIP_UNITS = (1, 1, 5, 25, 100)
_RAKE_PERCENTS = (Decimal(3), Decimal(4), Decimal(5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Parameters of the betting before the showdown.

    Up to `max_short` players are all in for less, and up to `max_folded` others have bet and
    folded. If `has_uncalled_bet`, a bet was not called in full. On average, `raked_of_two` of two
    deals have a rake. If `has_random_rules`, the rule set for odd chips is random; otherwise it is
    the default.
    """

    max_short: int = 0
    max_folded: int = 0
    has_uncalled_bet: bool = False
    raked_of_two: int = 0
    has_random_rules: bool = False


def draw_wagers(stakes: Stakes, labels: tuple[str, ...], draw: Draw) -> Wagers:
    """Return random wagers; `labels` are the players at the showdown."""
    unit = draw.pick(_CHIP_UNITS)
    full = draw.integer_between(12, 60)
    units = dict.fromkeys(labels, full)
    for label in draw.shuffled(labels)[: min(stakes.max_short, len(labels) - 1)]:
        units[label] = draw.integer_between(4, full - 2)
    if stakes.has_uncalled_bet:
        top = max(units, key=lambda label: units[label])
        units[top] += draw.integer_between(1, full)
    folded = (
        FOLDED_PLAYER_NAMES[: draw.integer_between(1, stakes.max_folded)]
        if stakes.max_folded
        else ()
    )
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
            Rake(percent=draw.pick(_RAKE_PERCENTS), cap=draw.integer_between(2, 8) * unit)
            if draw.integer_below(2) < stakes.raked_of_two
            else None
        ),
    )


def draw_rules(stakes: Stakes, draw: Draw) -> RuleSet:
    return draw.pick(ODD_CHIP_RULES) if stakes.has_random_rules else ODD_CHIP_RULES[0]
