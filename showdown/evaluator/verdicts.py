"""How what was paid differs from what was due: as data, which `words.verdicts` says."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.prices import INSURED, SOLD, Price
from showdown.evaluator.settlement import Settlement

type Chips = Mapping[str, int]
"""Amounts by player."""


class Kind(StrEnum):
    """What is wrong with how a hand was paid, the most telling first."""

    UNKNOWN_PLAYER = "unknown-player"
    """Somebody who has no seat takes part."""
    IMPOSSIBLE_CARDS = "impossible-cards"
    """A card is in two places, or isn't in the game's deck."""
    AMOUNT = "amount"
    """An amount is finer than the smallest unit."""
    STACK = "stack"
    """Somebody put in more than there was in front of them."""
    UNCALLED = "uncalled"
    """A bet that nobody called did not go back, or something else did."""
    FOLDED = "folded"
    """Somebody who folded was paid."""
    POT_SUM = "pot-sum"
    """The pots as they were written down are not what was put in."""
    SUM = "sum"
    """More was paid out than was put in."""
    RAKE = "rake"
    """The house took something else than it wrote down, or than the rake rule says."""
    WINNER = "winner"
    """Somebody was paid who wins nothing, or wasn't the last one in."""
    ODD_CHIP = "odd-chip"
    """Only chips that do not divide went elsewhere."""
    SHARE = "share"
    """Winners were paid, but not what they won."""
    CASH_OUT = SOLD
    """Everybody was paid right of the pots, but a hand was bought at a wrong price."""
    INSURANCE = INSURED
    """The same of the premium of an insurance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How a hand was paid otherwise than it was due; amounts have so many `decimals`.

    `stated` is what the log says (of the pots, the rake, the stack, what went back), `actual` what
    it was by everything else it says; `is_by_rule`: the rake rule says what is stated. `player` is
    whom it is about, and `written` the amount as the log has it. `agreeing` are the rule sets, by
    slug, by which the hand was paid right. Where no cards decided, there is no settlement, and what
    was `due` is known only where one player was left. `prices` are the wrong ones.
    """

    kind: Kind
    paid: Chips = field(default_factory=dict)
    due: Chips = field(default_factory=dict)
    decimals: int = 0
    stated: int = 0
    actual: int = 0
    player: str = ""
    written: str = ""
    is_by_rule: bool = False
    error: InvalidDeal | None = None
    settlement: Settlement | None = None
    agreeing: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone who was paid or due something."""
        return tuple(dict.fromkeys((*self.due, *self.paid)))

    @property
    def over(self) -> dict[str, int]:
        """What each player was paid too much, or below zero too little; those paid right left out.

        Nothing is said where it isn't known what was due.
        """
        if self.settlement is None and not self.due:
            return {}
        every = {name: self.paid.get(name, 0) - self.due.get(name, 0) for name in self.players}
        return {name: chips for name, chips in every.items() if chips}


def kind_of(paid: Chips, due: Chips, *, most_odd: int, winners: frozenset[str]) -> Kind:
    """The kind of a difference between two payments of the same pots.

    `most_odd` is how much a player can have more or less by odd chips alone; `winners` are those
    who win a share of any pot.
    """
    names = {*paid, *due}
    if any(paid.get(name, 0) > 0 and name not in winners for name in names):
        return Kind.WINNER
    if all(abs(paid.get(name, 0) - due.get(name, 0)) <= most_odd for name in names):
        return Kind.ODD_CHIP
    return Kind.SHARE


def of_prices(prices: Sequence[Price], decimals: int) -> Difference:
    """How these prices, all wrong, differ from what was due; a premium counts below zero."""
    signs = {SOLD: 1, INSURED: -1}
    return Difference(
        kind=Kind(prices[0].kind),
        paid={price.player: signs[price.kind] * price.paid for price in prices},
        due={price.player: signs[price.kind] * price.due for price in prices},
        decimals=decimals,
        prices=tuple(prices),
    )
