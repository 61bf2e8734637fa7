"""Build the pots of a spot with chips, and pay them for each outcome."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from showdown.bulk.odds import ChipPot, Pay, cut
from showdown.bulk.tally import Outcome
from showdown.evaluator.chips import PotsToPay
from showdown.evaluator.games import Family
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import Pot, Wagers, collect


class Played(NamedTuple):
    """A spot with only the hands that can win, its pots, and a function that pays a pot."""

    spot: Spot
    pots: tuple[ChipPot, ...]
    pay: Pay


def played_for(spot: Spot, wagers: Wagers, rules: RuleSet) -> Played:
    """Return the spot with its pots. Raise InvalidDeal if the wagers contradict the spot."""
    collected = collect(wagers, spot)
    to_pay = PotsToPay(spot.game, wagers, collected, rules)
    competing = spot.among(collected.competing)
    seat_of = {label: seat for seat, label in enumerate(competing.labels)}
    pots = tuple(
        ChipPot(pot.amount, tuple(seat_of[label] for label in pot.eligible or ()))
        for pot in to_pay.pots
    )
    is_stud = spot.game.family is Family.STUD
    return Played(competing, pots, (_cut if is_stud else _by_the_rules)(competing, to_pay))


def _cut(spot: Spot, pots: PotsToPay) -> Pay:
    """Return a function that pays fractions of chips: in stud, cards to come decide odd chips."""
    in_units = cut(spot)
    one = _units(pots)
    return lambda pot, outcome: [paid / one for paid in in_units(pot, outcome)]


def _by_the_rules(spot: Spot, pots: PotsToPay) -> Pay:
    """Return a function that pays pots and their odd chips according to the rule set."""
    names = [contest.name for contest in spot.game.contests]
    one = _units(pots)

    def pay(pot: ChipPot, outcome: Outcome) -> Sequence[Fraction]:
        eligible = tuple(spot.labels[seat] for seat in pot.eligible)
        winners = {
            name: tuple(label for index, label in enumerate(eligible) if won >> index & 1)
            for name, won in zip(names, outcome, strict=True)
        }
        paid = pots.paid(Pot(pot.amount, eligible), winners)
        return [Fraction(paid[label], one) for label in eligible]

    return pay


def _units(pots: PotsToPay) -> int:
    """Return the number of units in a chip."""
    return 100 if pots.decimals else 1
