"""The chips of a drill: bets, folded players and rake."""

from dataclasses import dataclass
from decimal import Decimal

from showdown.evaluator.rake import Rake
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet
from showdown.evaluator.wagers import Wagers
from showdown.trainer.random_source import RandomSource

PLAYER_NAMES = (
    *("Anna", "Boris", "Carla", "David", "Emma", "Felix", "Grace", "Henry"),
    *("Iris", "Jack", "Kate", "Leo", "Mia"),
)
FOLDED_PLAYER_NAMES = ("Oscar", "Paula")
WHOLE_CHIP_RULE_SETS = tuple(rules for rules in RULE_SETS.values() if not rules.is_exact)
"""The rule sets that pay in whole chips."""

_CHIP_UNITS = (1, 1, 5, 25, 100)
_RAKE_PERCENTS = (Decimal(3), Decimal(4), Decimal(5))


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingParameters:
    """Parameters of random bets before the showdown.

    `short_stack_count` players, or all but one, are all in for less than the full bet. If
    `max_folded` is not 0, one to `max_folded` other players have bet and folded. If
    `has_uncalled_bet`, a bet was not called in full. `rake_probability` is the probability that a
    deal is raked. If `has_random_rules`, the rule set for odd chips is random; otherwise it is the
    default.
    """

    short_stack_count: int = 0
    max_folded: int = 0
    has_uncalled_bet: bool = False
    rake_probability: float = 0
    has_random_rules: bool = False


DEFAULT_BETTING = BettingParameters()


def draw_wagers(betting: BettingParameters, labels: tuple[str, ...], rng: RandomSource) -> Wagers:
    """Return random wagers; `labels` are the players at the showdown."""
    unit = rng.pick(_CHIP_UNITS)
    full_bet = rng.integer_between(12, 60)
    units = dict.fromkeys(labels, full_bet)
    for label in rng.shuffled(labels)[: min(betting.short_stack_count, len(labels) - 1)]:
        units[label] = rng.integer_between(4, full_bet - 2)
    if betting.has_uncalled_bet:
        biggest_bettor = max(units, key=lambda label: units[label])
        units[biggest_bettor] += rng.integer_between(1, full_bet)
    folded = (
        FOLDED_PLAYER_NAMES[: rng.integer_between(1, betting.max_folded)]
        if betting.max_folded
        else ()
    )
    for label in folded:
        units[label] = rng.integer_between(1, full_bet)
    seats = tuple(rng.shuffled(tuple(units))) if folded else labels
    return Wagers(
        contributions={label: units[label] * unit for label in seats},
        folded=folded,
        seats=seats if folded else (),
        button=rng.pick(seats),
        unit=unit,
        rake=(
            Rake(percent=rng.pick(_RAKE_PERCENTS), cap=rng.integer_between(2, 8) * unit)
            if rng.happens(betting.rake_probability)
            else None
        ),
    )


def draw_rules(betting: BettingParameters, rng: RandomSource) -> RuleSet:
    return rng.pick(WHOLE_CHIP_RULE_SETS) if betting.has_random_rules else WHOLE_CHIP_RULE_SETS[0]
