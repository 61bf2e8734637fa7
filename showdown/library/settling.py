"""Settle one deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from showdown.evaluator.contests import ContestResult
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.settlement import Settlement
from showdown.library.arguments import (
    Amount,
    Cards,
    Pot,
    add_error_messages,
    check_folded,
    deal_to_json,
    resolve_game,
    resolve_rule_set,
    wagers_to_json,
)
from showdown.notation.deal_json import deal_from_json
from showdown.notation.settlement_json import SettlementJson, settlement_to_json
from showdown.words.headlines import headline, reason_text, share_text


@dataclass(frozen=True, repr=False)
class SettledDeal:
    """The result of a deal: the winners of each contest, the reasons, and the chips.

    Contests have names such as `high`, `low` and `high of board 2`; those of later runs are called
    `high of run 2`. With side pots, shares and payouts depend on the pots, but winners are
    determined among all competing players.
    """

    settlement: Settlement

    @property
    def game(self) -> Game:
        return self.settlement.game

    @property
    def headline(self) -> str:
        """Return the result in one sentence without a period."""
        return headline(self.settlement)

    @cached_property
    def winners(self) -> dict[str, tuple[str, ...]]:
        """Return the winners of each contest; an empty tuple if no hand qualifies."""
        return {name: result.winners for name, result in self._results}

    @cached_property
    def reasons(self) -> dict[str, str]:
        """Return the reason of each contest: `three kings beat three sevens`."""
        return {name: reason_text(result) for name, result in self._results}

    @cached_property
    def shares(self) -> dict[str, Fraction]:
        """Return each player's share of all chips as a fraction."""
        return {player.label: player.share for player in self.settlement.players}

    @cached_property
    def payouts(self) -> dict[str, int | Decimal]:
        """Return each player's payout from the pots; empty if no chips were given."""
        payout = self.settlement.payout
        if payout is None:
            return {}
        return {
            player.label: _convert_chips(player.total, payout.decimals) for player in payout.players
        }

    @cached_property
    def returned(self) -> dict[str, int | Decimal]:
        """Return the uncalled part of a bet, by the player who made it; empty if there is none."""
        payout = self.settlement.payout
        if payout is None or payout.returned is None:
            return {}
        return {payout.returned.label: _convert_chips(payout.returned.amount, payout.decimals)}

    def to_json(self) -> SettlementJson:
        """Return the settlement in the JSON of the API, as a dictionary for `json.dumps`."""
        return settlement_to_json(self.settlement)

    def __repr__(self) -> str:
        names = [label for label, _ in self._list_rows()]
        width = max(map(len, names))
        lines = [f"  {label:<{width}}  {text}" for label, text in self._list_rows()]
        return "\n".join([f"<SettledDeal: {self.game.name}", f"  {self.headline}", *lines]) + ">"

    @property
    def _results(self) -> list[tuple[str, ContestResult]]:
        return [
            (f"{result.name} of run {number}" if number > 1 else result.name, result)
            for number, run in enumerate(self.settlement.runs, 1)
            for result in run.contests
        ]

    def _list_rows(self) -> list[tuple[str, str]]:
        """Return the reason of each contest, and each player's hand, share and chips."""
        rows = list(self.reasons.items())
        for player in self.settlement.players:
            text = f"{player.hand.text}: {share_text(player.share)}"
            if player.label in self.payouts:
                text += f", {self.payouts[player.label]}"
            rows.append((player.label, text))
        return rows


def settle(
    game: str | Game,
    hands: Mapping[str, Cards] | Sequence[Cards],
    board: Cards = "",
    *,
    boards: Sequence[Cards] | None = None,
    pots: Sequence[Pot] = (),
    contributions: Mapping[str, Amount] | None = None,
    dead: Amount = 0,
    folded: Sequence[str] = (),
    button: str | None = None,
    seats: Sequence[str] = (),
    unit: Amount = 1,
    rake: Mapping[str, Any] | None = None,
    rules: str | RuleSet = "wsop-2026",
) -> SettledDeal:
    """Settle a deal: the winners and reasons of each contest, each player's share, and the chips.

    `hands` are cards by label in the order of seats, or a list, which is labeled HandA, HandB, ….
    The text `mucked` stands for a mucked hand. `boards` are those of a game with several boards, or
    of two or three runs, the first run first.

    Chips are `pots`, the main pot first, or the `contributions` of the players. A pot is an amount,
    or an amount and the labels of the eligible players. Amounts are whole numbers, or Decimals with
    up to two places. `dead` chips are in the main pot but are not part of a bet. `folded` players
    can't win; each must have a hand, a contribution or a seat. `seats` are all players at the
    table, clockwise. `unit` is the smallest chip. `rake` contains the keys of the API: `amount` or
    `percent` with a `cap`, `jackpot`, `no_flop_no_drop`. `rules` is the rule set for odd chips.

    Raise InvalidDeal, a ValueError, with the `field` and the `position` of the error, if an
    argument is invalid.
    """
    with add_error_messages():
        found_game, rule_set = resolve_game(game), resolve_rule_set(rules)
        deal = deal_to_json(found_game, hands, board, boards)
        wagers = wagers_to_json(
            pots=pots,
            contributions=contributions,
            dead=dead,
            folded=folded,
            button=button,
            seats=seats,
            unit=unit,
            rake=rake,
        )
        submission = deal_from_json(deal | wagers, found_game)
        check_folded(submission.deal.labels, submission.wagers)
        return SettledDeal(submission._replace(rules=rule_set).settle())


def _convert_chips(amount: int, decimals: int) -> int | Decimal:
    """Return chips as they were given: whole, or with hundredths."""
    return Decimal(amount).scaleb(-decimals) if decimals else amount
