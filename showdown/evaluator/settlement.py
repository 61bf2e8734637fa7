"""Settle a deal: made hands, winners of each contest, shares, and chips."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from showdown.evaluator.chips import pay
from showdown.evaluator.contests import (
    ContestResult,
    MadeHand,
    MadeHands,
    decide_contest,
    find_made_hands,
)
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.divide import divide_among_labels
from showdown.evaluator.games import Game
from showdown.evaluator.payout import Payout
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.wagers import Wagers, collect


class HandStatus(StrEnum):
    """The status of a hand: competing, or the reason why it doesn't compete."""

    COMPETES = "competes"
    FOLDED = "folded"
    MUCKED = "mucked"
    IN_NO_POT = "in-no-pot"


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's made hand in each contest of the first run, and share of the chips.

    The made hand is None if no combination qualifies, or if the hand is mucked. A folded hand, or
    one in no pot, has made hands, but no share.
    """

    hand: Hand
    status: HandStatus
    made: Mapping[str, MadeHand | None]
    share: Fraction

    @property
    def label(self) -> str:
        return self.hand.label

    @property
    def competes(self) -> bool:
        return self.status is HandStatus.COMPETES


@dataclass(frozen=True, slots=True)
class Run:
    """The result of one run of the boards: the winners of each contest among competing hands."""

    contests: tuple[ContestResult, ...]
    made: Mapping[str, MadeHands]


@dataclass(frozen=True, slots=True)
class Settlement:
    """The whole result of a deal; players are in seat order.

    `payout` is None if no chips were given. Players' shares are parts of the sum of all pots;
    without pots, parts of a single imaginary pot.
    """

    deal: Deal
    wagers: Wagers | None
    players: tuple[PlayerResult, ...]
    runs: tuple[Run, ...]
    payout: Payout | None

    @property
    def game(self) -> Game:
        return self.deal.game

    @property
    def contests(self) -> tuple[ContestResult, ...]:
        """Return the results of the first run."""
        return self.runs[0].contests

    @property
    def competing(self) -> tuple[str, ...]:
        return tuple(player.label for player in self.players if player.competes)

    def player(self, label: str) -> PlayerResult:
        """Return the result of the player with this label."""
        return next(player for player in self.players if player.label == label)


_NO_WAGERS = Wagers()


def settle(
    deal: Deal,
    wagers: Wagers | None = None,
    rules: RuleSet = WSOP_2026,
    *,
    made: Sequence[Mapping[str, MadeHands]] = (),
) -> Settlement:
    """Settle the deal: winners, hands and reasons of each contest, exact shares, and chips.

    `made` contains the made hands of the first runs that are already known, by contest and label;
    those of the other runs are computed. Raise InvalidWagers if the wagers contradict the deal.
    """
    actual_wagers = wagers or _NO_WAGERS
    collected = collect(actual_wagers, deal)
    made = [*made, *(find_made_hands(deal, run) for run in range(len(made), deal.runs))]
    contests, competing = deal.game.contests, collected.competing
    runs: tuple[Run, ...] = ()
    for hands in made:
        results = [decide_contest(contest, hands[contest.name], competing) for contest in contests]
        runs = (*runs, Run(tuple(results), hands))
    has_chips = collected.pots or collected.returned
    payout = pay(deal, actual_wagers, collected, made, rules) if has_chips else None
    if payout and payout.pots:
        share = {player.label: player.share for player in payout.players}
    else:
        share = divide_among_labels(deal.game, [run.contests for run in runs], competing)
    return Settlement(
        deal=deal,
        wagers=wagers,
        players=tuple(
            PlayerResult(
                hand=hand,
                status=_get_status(hand, actual_wagers, competing),
                made={name: hands[hand.label] for name, hands in made[0].items()},
                share=share.get(hand.label, Fraction(0)),
            )
            for hand in deal.hands
        ),
        runs=runs,
        payout=payout,
    )


def _get_status(hand: Hand, wagers: Wagers, competing: tuple[str, ...]) -> HandStatus:
    if hand.label in wagers.folded:
        return HandStatus.FOLDED
    if hand.is_mucked:
        return HandStatus.MUCKED
    return HandStatus.COMPETES if hand.label in competing else HandStatus.IN_NO_POT
