"""Find patterns of chips in a settlement. Each matcher yields a Match for every occurrence."""

from collections.abc import Callable

from showdown.evaluator.chips import pay
from showdown.evaluator.payout import OddChipRule, PaidPot, Payout
from showdown.evaluator.settlement import Settlement
from showdown.evaluator.wagers import Wagers, collect
from showdown.trainer.betting import ODD_CHIP_RULES
from showdown.trainer.matchers import Match, Matches


def _match_in_first_contest(settlement: Settlement, label: str = "") -> Match:
    """Return the match of a player (the first by default) in the first contest."""
    return Match(label or settlement.competing[0], settlement.game.contests[0].name)


def paid_pots(settlement: Settlement) -> tuple[PaidPot, ...]:
    return settlement.payout.pots if settlement.payout else ()


def _paid_players(pot: PaidPot) -> set[str]:
    return {label for label in pot.eligible if pot.paid_to(label)}


def side_pot_to_another(settlement: Settlement) -> Matches:
    """Match players who are paid from a contested side pot but not from the main pot."""
    pots = paid_pots(settlement)
    for pot in pots:
        if pot.number and pot.results:
            for label in sorted(_paid_players(pot) - _paid_players(pots[-1])):
                yield _match_in_first_contest(settlement, label)


def short_all_in(settlement: Settlement) -> Matches:
    """Match players who are paid although they bet less than others."""
    pots = paid_pots(settlement)
    if len(pots) > 1:
        for label in sorted(_paid_players(pots[-1])):
            if label not in pots[0].eligible:
                yield _match_in_first_contest(settlement, label)


def folded_into_pot(settlement: Settlement) -> Matches:
    """Match showdowns with chips of a player who folded."""
    wagers = settlement.wagers
    folded = [wagers.contributions.get(label) for label in wagers.folded] if wagers else []
    if any(folded) and len(settlement.competing) > 1:
        yield _match_in_first_contest(settlement)


def uncalled_bet(settlement: Settlement) -> Matches:
    """Match players at the showdown who get an uncalled bet back."""
    payout = settlement.payout
    if payout and payout.returned and len(settlement.competing) > 1:
        label = payout.returned.label
        if label in settlement.competing:
            yield _match_in_first_contest(settlement, label)


def _odd_chip_matcher(*rules: OddChipRule) -> Callable[[Settlement], Matches]:
    """Return a matcher for odd chips that are awarded by one of these rules."""

    def matches(settlement: Settlement) -> Matches:
        payout = settlement.payout
        if payout and any(chip.rule in rules for chip in payout.odd_chips):
            yield _match_in_first_contest(settlement)

    return matches


odd_chip_to_first_half = _odd_chip_matcher(OddChipRule.FIRST_CONTEST)
odd_chip_in_turn = _odd_chip_matcher(OddChipRule.FIRST_IN_TURN)
odd_chip_between_boards = _odd_chip_matcher(OddChipRule.FIRST_BOARD)
odd_chip_by_seat = _odd_chip_matcher(OddChipRule.LEFT_OF_BUTTON, OddChipRule.SEAT_ORDER)
odd_chip_by_card = _odd_chip_matcher(
    OddChipRule.HIGHEST_PLAYING_CARD, OddChipRule.HIGHEST_CARD, OddChipRule.LOWEST_CARD
)


def rule_sets_disagree(settlement: Settlement) -> Matches:
    """Match deals that another rule set pays differently; these have an odd chip."""
    payout = settlement.payout
    if payout and any(payout.odd_chips):
        deal, wagers = settlement.deal, settlement.wagers or Wagers()
        collected, made = collect(wagers, deal), [run.made for run in settlement.runs]
        others = (rules for rules in ODD_CHIP_RULES if rules is not payout.rules)
        payouts = (pay(deal, wagers, collected, made, rules) for rules in others)
        if any(_chips_from_payout(other) != _chips_from_payout(payout) for other in payouts):
            yield _match_in_first_contest(settlement)


def chips_by_player(settlement: Settlement) -> dict[str, int]:
    """Return the chips of each player who gets any, including uncalled bets."""
    return _chips_from_payout(settlement.payout) if settlement.payout else {}


def _chips_from_payout(payout: Payout) -> dict[str, int]:
    every = {player.label: player.total + player.returned for player in payout.players}
    return {label: chips for label, chips in every.items() if chips}
