"""Predicates that recognize patterns of chips in a settlement."""

from collections.abc import Callable

from showdown.evaluator.chips import pay
from showdown.evaluator.payout import OddChipRule, PaidPot, Payout
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.wagers import Wagers, collect
from showdown.trainer.betting import WHOLE_CHIP_RULE_SETS


def paid_pots(settlement: Settlement) -> tuple[PaidPot, ...]:
    return settlement.payout.pots if settlement.payout else ()


def _paid_players(pot: PaidPot) -> set[str]:
    return {label for label in pot.eligible if pot.paid_to(label)}


def side_pot_to_another(settlement: Settlement) -> bool:
    """Return whether a player is paid from a contested side pot but not from the main pot."""
    pots = paid_pots(settlement)
    return any(
        pot.number and pot.results and _paid_players(pot) - _paid_players(pots[-1]) for pot in pots
    )


def short_all_in(settlement: Settlement) -> bool:
    """Return whether a player who bet less than others is paid from the main pot."""
    pots = paid_pots(settlement)
    return len(pots) > 1 and not _paid_players(pots[-1]) <= {*pots[0].eligible}


def folded_into_pot(settlement: Settlement) -> bool:
    """Return whether there is a showdown with chips of a player who folded."""
    wagers = settlement.wagers or Wagers()
    has_folded_chips = any(wagers.contributions.get(label) for label in wagers.folded)
    return has_folded_chips and len(settlement.competing) > 1


def uncalled_bet(settlement: Settlement) -> bool:
    """Return whether a player at the showdown gets an uncalled bet back."""
    payout, competing = settlement.payout, settlement.competing
    if payout is None or payout.returned is None:
        return False
    return len(competing) > 1 and payout.returned.label in competing


def _odd_chip_by(*rules: OddChipRule) -> Callable[[Settlement], bool]:
    """Return a predicate that is true if one of these rules awards an odd chip."""

    def is_awarded(settlement: Settlement) -> bool:
        payout = settlement.payout
        return payout is not None and any(chip.rule in rules for chip in payout.odd_chips)

    return is_awarded


odd_chip_to_first_half = _odd_chip_by(OddChipRule.FIRST_CONTEST)
odd_chip_in_turn = _odd_chip_by(OddChipRule.FIRST_IN_TURN)
odd_chip_between_boards = _odd_chip_by(OddChipRule.FIRST_BOARD)
odd_chip_by_seat = _odd_chip_by(OddChipRule.LEFT_OF_BUTTON, OddChipRule.SEAT_ORDER)
odd_chip_by_card = _odd_chip_by(
    OddChipRule.HIGHEST_PLAYING_CARD, OddChipRule.HIGHEST_CARD, OddChipRule.LOWEST_CARD
)


def rule_sets_disagree(settlement: Settlement) -> bool:
    """Return whether another rule set pays the deal differently; only odd chips can differ."""
    payout = settlement.payout
    if payout is None or not any(payout.odd_chips):
        return False
    deal, wagers = settlement.deal, settlement.wagers or Wagers()
    collected, made = collect(wagers, deal), [run.made for run in settlement.runs]
    other_rule_sets = (rules for rules in WHOLE_CHIP_RULE_SETS if rules is not payout.rules)
    payouts = (pay(deal, wagers, collected, made, rules) for rules in other_rule_sets)
    return any(_chips_from_payout(other) != _chips_from_payout(payout) for other in payouts)


def chips_by_player(settlement: Settlement) -> dict[str, int]:
    """Return the chips of each player who gets any, including uncalled bets."""
    return _chips_from_payout(settlement.payout) if settlement.payout else {}


def _chips_from_payout(payout: Payout) -> dict[str, int]:
    chips = {player.label: player.total + player.returned for player in payout.players}
    return {label: amount for label, amount in chips.items() if amount}
