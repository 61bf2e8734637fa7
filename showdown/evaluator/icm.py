"""Dollar equity in a tournament: the Independent Chip Model of Malmuth and Harville.

A player's probability of finishing first is their share of all chips. If another player finishes
first, the probability of finishing second is their share of the remaining chips, and so on.
(D. A. Harville, "Assigning Probabilities to the Outcomes of Multi-Entry Competitions", 1973; M.
Malmuth, "Gambling Theory and Other Topics", 1987.)

Of players who bust in the same hand, the one who began it with more chips finishes higher; players
with equal stacks share the payouts of their places. If one player posted the ante for all, the
stack after this ante counts (Poker TDA Rules, 2026, rule 22).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from showdown.evaluator.deals import is_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.wagers import MAX_CHIPS, Wagers

MAX_EXACT_PLAYERS = 10
"""Maximum number of players. The calculation may visit all 2**10 sets of ten players."""
MAX_PAYOUT = 10**12
"""Maximum payout of one place, in units of the currency."""

type Chips = int | Fraction


class IcmFault(StrEnum):
    """The reasons why dollar equities can't be calculated."""

    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    NO_PAYOUT = "no_payout"
    TOO_MANY_PAYOUTS = "too_many_payouts"
    NOT_A_PAYOUT = "not_a_payout"
    NOT_A_LABEL = "not_a_label"
    NOT_A_STACK = "not_a_stack"
    NAMED_TWICE = "named_twice"
    NO_STACK = "no_stack"
    TOO_SMALL = "too_small"
    POTS = "pots"
    TOO_MANY_OUTCOMES = "too_many_outcomes"
    NOT_COUNTED = "not_counted"
    NOT_AN_ANTE = "not_an_ante"


class InvalidTournament(InvalidDeal):
    """Arguments for which dollar equities can't be calculated; `field` names the wrong one."""

    fault: IcmFault
    label: str = ""
    text: str = ""
    maximum: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    """The stacks before a hand, in whole chips, and the payout of each place, first place first.

    `ante` maps the label of a player who posted the ante of the whole table to the amount, which is
    a part of the player's stack. Raise InvalidTournament unless there are two to ten players with
    valid labels and chips, at least one payout and at most one for each player, and no ante larger
    than its player's stack.
    """

    stacks: Mapping[str, int]
    payouts: Sequence[float]
    ante: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        players = len(self.stacks)
        if players < 2:
            raise InvalidTournament(fault=IcmFault.TOO_FEW, field="stacks")
        if players > MAX_EXACT_PLAYERS:
            raise InvalidTournament(
                fault=IcmFault.TOO_MANY, maximum=MAX_EXACT_PLAYERS, field="stacks"
            )
        for label, chips in self.stacks.items():
            if not is_label(label):
                raise InvalidTournament(fault=IcmFault.NOT_A_LABEL, label=label, field="stacks")
            if not 0 < chips <= MAX_CHIPS:
                raise InvalidTournament(fault=IcmFault.NOT_A_STACK, text=str(chips), field="stacks")
        if not self.payouts:
            raise InvalidTournament(fault=IcmFault.NO_PAYOUT, field="payouts")
        if len(self.payouts) > players:
            raise InvalidTournament(
                fault=IcmFault.TOO_MANY_PAYOUTS, maximum=players, field="payouts"
            )
        for payout in self.payouts:
            if not 0 <= payout <= MAX_PAYOUT:
                raise InvalidTournament(
                    fault=IcmFault.NOT_A_PAYOUT, text=f"{payout:g}", field="payouts"
                )
        for label, chips in self.ante.items():
            if not 0 < chips <= self.stacks.get(label, 0):
                raise InvalidTournament(fault=IcmFault.NOT_AN_ANTE, label=label, field="ante")

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.stacks)

    @property
    def stacks_after_ante(self) -> dict[str, int]:
        """Return the stacks, less an ante that one player posted for the whole table."""
        return {label: chips - self.ante.get(label, 0) for label, chips in self.stacks.items()}

    def add_ante(self, wagers: Wagers, labels: Sequence[str]) -> Wagers:
        """Return the wagers with contributions, and with the ante as dead chips.

        If the wagers have no contributions, every player who is still in is all in. Raise
        InvalidTournament if they have pots instead, or if a player has no stack or put in more
        than the stack.
        """
        if wagers.pots:
            raise InvalidTournament(fault=IcmFault.POTS, field="stacks")
        scale = 10**wagers.decimals
        wagers = replace(wagers, dead=wagers.dead + sum(self.ante.values()) * scale)
        behind = self.stacks_after_ante
        has_bets = any(wagers.contributions.values())
        still_in = [label for label in labels if label not in wagers.folded]
        for label in wagers.contributions if has_bets else still_in:
            if label not in behind:
                raise InvalidTournament(fault=IcmFault.NO_STACK, label=label, field="stacks")
            if has_bets and wagers.contributions[label] > behind[label] * scale:
                raise InvalidTournament(fault=IcmFault.TOO_SMALL, label=label, field="stacks")
        if has_bets:
            return wagers
        return replace(wagers, contributions={label: behind[label] * scale for label in still_in})

    def equities_before_hand(self) -> tuple[float, ...]:
        """Return each player's dollar equity before the hand, in the order of the stacks."""
        return calculate_equities(tuple(self.stacks.values()), self.payouts)

    def equities_after_hand(self, stacks: Sequence[Chips]) -> tuple[float, ...]:
        """Return each player's dollar equity with these stacks after the hand."""
        return calculate_equities(stacks, self.payouts, tuple(self.stacks_after_ante.values()))


def calculate_equities(
    stacks: Sequence[Chips], payouts: Sequence[float], before: Sequence[Chips] = ()
) -> tuple[float, ...]:
    """Return the expected payout of each stack.

    `before` are the stacks when the cards were dealt. Players without chips busted in this hand, so
    they finish below all others.
    """
    dollars = _calculate_expected_payouts(stacks, payouts)
    busted = [player for player, stack in enumerate(stacks) if not stack]
    place = len(stacks) - len(busted)
    stacks_before = list(before or stacks)
    busted.sort(key=lambda player: stacks_before[player], reverse=True)
    for _, group in groupby(busted, key=lambda player: stacks_before[player]):
        tied_players = list(group)
        paid = sum(payouts[place : place + len(tied_players)]) / len(tied_players)
        for player in tied_players:
            dollars[player] = paid
        place += len(tied_players)
    return tuple(dollars)


def _calculate_expected_payouts(stacks: Sequence[Chips], payouts: Sequence[float]) -> list[float]:
    """Return the expected payouts of players who have chips; 0 for the others.

    `outcomes` maps a set of players, as a bit mask, to the probability that they take the first
    places in any order, and to the chips of the others. Each step adds the player in the next
    place.
    """
    dollars = [0.0] * len(stacks)
    players_left = [player for player, stack in enumerate(stacks) if stack]
    total = sum(stacks)
    outcomes = {0: (1.0, total)}
    for payout in payouts[: len(players_left)]:
        next_outcomes: dict[int, tuple[float, Chips]] = {}
        for finished, (probability, chips) in outcomes.items():
            for player in players_left:
                if finished >> player & 1:
                    continue
                next_probability = probability * float(stacks[player] / chips)
                dollars[player] += next_probability * payout
                finished_after = finished | 1 << player
                before, _ = next_outcomes.get(finished_after, (0.0, 0))
                next_outcomes[finished_after] = before + next_probability, chips - stacks[player]
        outcomes = next_outcomes
    return dollars
