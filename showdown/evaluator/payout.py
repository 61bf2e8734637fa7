"""Payouts: pots, the awards of each, odd chips with their rules, and each player's total."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from showdown.evaluator.contests import ContestResult, MadeHand
from showdown.evaluator.rule_sets import RuleSet
from showdown.evaluator.wagers import ReturnedBet


class OddChipRule(StrEnum):
    """The rule that decided who receives an odd chip."""

    FIRST_RUN = "first-run"
    FIRST_BOARD = "first-board"
    FIRST_CONTEST = "first-contest"
    FIRST_IN_TURN = "first-in-turn"
    """The contest whose winner comes first in turn order."""
    LEFT_OF_BUTTON = "left-of-button"
    SEAT_ORDER = "seat-order"
    """The order of seats, if no button is given."""
    HIGHEST_PLAYING_CARD = "highest-playing-card"
    HIGHEST_CARD = "highest-card"
    LOWEST_CARD = "lowest-card"


@dataclass(frozen=True, slots=True)
class OddChip:
    """Chips that don't divide evenly: their amount, their receiver and the rule applied."""

    amount: int
    receiver: str
    rule: OddChipRule


class Division(StrEnum):
    """The division of a pot among its winners."""

    UNCONTESTED = "uncontested"
    """Only one player can win the pot."""
    WHOLE = "whole"
    """The same players win all of the pot, so it was divided once instead of by contest."""
    DIVIDED = "divided"
    SHARED_BY_ALL = "shared-by-all"
    """Nobody qualifies in any contest, so all eligible players share the pot."""


@dataclass(frozen=True, slots=True)
class Award:
    """The chips for one contest of a pot, or for the whole pot, and their winners.

    `contests` are the names of the contests for which these chips are won: several for a whole pot,
    none if nobody qualifies, so that all eligible players share the pot or the run. `winners` are
    in the order of odd chips, although `RuleSet.one_each` may skip some; each receives the
    `even_part`. `made` contains the winning hand of each contest. `run` counts from 0.
    """

    contests: tuple[str, ...]
    run: int
    amount: int
    winners: tuple[str, ...]
    made: Mapping[str, MadeHand]
    even_part: int
    odd_chips: tuple[OddChip, ...]

    def paid_to(self, label: str) -> int:
        """Return the chips of this player from this award."""
        odd = sum(chip.amount for chip in self.odd_chips if chip.receiver == label)
        return self.even_part + odd if label in self.winners else 0


@dataclass(frozen=True, slots=True)
class PaidPot:
    """One pot: its eligible players, the results of its contests, and the awards.

    `number` counts from 0, the main pot; `pot_count` includes all pots. `amount` is paid to
    players, after the house took `taken`. `shares` are the exact parts of the pot that each player
    wins, which add up to 1. `results` contains the contests of each run, and is empty if only one
    player can win the pot. `odd_chips` went to a contest, a board or a run; those that went to a
    player are in `awards`.
    """

    number: int
    pot_count: int
    amount: int
    taken: int
    eligible: tuple[str, ...]
    division: Division
    results: tuple[tuple[ContestResult, ...], ...]
    awards: tuple[Award, ...]
    odd_chips: tuple[OddChip, ...]
    shares: Mapping[str, Fraction]

    def paid_to(self, label: str) -> int:
        return sum(award.paid_to(label) for award in self.awards)


@dataclass(frozen=True, slots=True)
class PlayerPayout:
    """One player's chips: `total` from the pots, and `returned`, the uncalled part of a bet.

    `share` is the player's exact share of all pots.
    """

    label: str
    total: int
    returned: int
    share: Fraction


@dataclass(frozen=True, slots=True)
class Payout:
    """The payments of a deal, with pots in the order in which they are settled, the main pot last.

    Amounts are in hundredths of a chip if `decimals` is 2. `turn_order` is the order in which tied
    players receive odd chips, unless cards decide.
    """

    rules: RuleSet
    button: str | None
    unit: int
    decimals: int
    turn_order: tuple[str, ...]
    returned: ReturnedBet | None
    rake: int
    jackpot: int
    pots: tuple[PaidPot, ...]
    players: tuple[PlayerPayout, ...]

    @property
    def odd_chips(self) -> tuple[OddChip, ...]:
        """Return all odd chips of each pot: of contests, boards and runs, and then of players."""
        chips: list[OddChip] = []
        for pot in self.pots:
            chips.extend(pot.odd_chips)
            for award in pot.awards:
                chips.extend(award.odd_chips)
        return tuple(chips)

    def player(self, label: str) -> PlayerPayout:
        """Return the chips of the player with this label."""
        return next(player for player in self.players if player.label == label)
