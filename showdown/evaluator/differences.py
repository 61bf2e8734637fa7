"""Differences between payments and the correct amounts, as data.

`words.differences` phrases them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.prices import INSURED, SOLD, Price
from showdown.evaluator.settlement import Settlement

type Chips = Mapping[str, int]
"""Amounts by player."""


class Kind(StrEnum):
    """The kinds of differences, the most informative first."""

    UNKNOWN_PLAYER = "unknown-player"
    """A player without a seat takes part."""
    IMPOSSIBLE_CARDS = "impossible-cards"
    """A card appears twice, or isn't in the game's deck."""
    AMOUNT = "amount"
    """An amount isn't a multiple of the smallest unit."""
    STACK = "stack"
    """A player put in more chips than the player's stack."""
    UNCALLED = "uncalled"
    """An uncalled bet was not returned, or a wrong amount was returned."""
    FOLDED = "folded"
    """A player who folded was paid."""
    POT_SUM = "pot-sum"
    """The pots stated in the log differ from the sum of the bets."""
    SUM = "sum"
    """More was paid than was put in."""
    RAKE = "rake"
    """The rake differs from the stated rake, or from the amount that the rake rule requires."""
    WINNER = "winner"
    """A payment went to a player who wins nothing, or who wasn't the last one in the hand."""
    ODD_CHIP = "odd-chip"
    """Only odd chips were paid to the wrong players."""
    SHARE = "share"
    """The winners were paid wrong amounts."""
    CASH_OUT = SOLD
    """The pots were paid correctly, but the house bought a hand at a wrong price."""
    INSURANCE = INSURED
    """The premium of an insurance was wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The difference between the payments of a hand and the correct ones.

    Amounts are in hundredths of a chip if `decimals` is 2. `stated` and `actual` are two amounts
    that contradict each other, by kind:

    - STACK: the player's stack, and the chips that the player put in
    - UNCALLED: the bet that was returned, and the uncalled part of the bet
    - POT_SUM: the pots that the log states, and the sum of the bets
    - SUM: the sum of the bets, and the sum of the payments and the rake
    - RAKE: the rake that the log states (or, if `is_by_rule`, the rake by the rake rule), and the
      chips that the house took
    - SHARE, without a settlement: the most that the player can win, and the payment

    `player` is the player concerned, and `written` the amount as written in the log.
    `matching_rule_sets` are the slugs of rule sets that allow the payments. Without a showdown
    there is no settlement, and `due` is known only if one player was left. `prices` are the wrong
    prices.
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
    matching_rule_sets: tuple[str, ...] = ()
    prices: tuple[Price, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """Return the players who were paid or due something."""
        return tuple(dict.fromkeys((*self.due, *self.paid)))

    @property
    def excess(self) -> dict[str, int]:
        """Return each player's excess chips; negative for a player who was paid too little.

        Players who were paid correctly are omitted. The result is empty if the amounts due are
        unknown.
        """
        if self.settlement is None and not self.due:
            return {}
        differences = {
            name: self.paid.get(name, 0) - self.due.get(name, 0) for name in self.players
        }
        return {name: chips for name, chips in differences.items() if chips}


def classify_difference(paid: Chips, due: Chips, *, max_odd: int, winners: frozenset[str]) -> Kind:
    """Return the kind of a difference between two payments of the same pots.

    `max_odd` is the largest difference per player that odd chips alone can make; `winners` are the
    players who win a share of any pot.
    """
    names = {*paid, *due}
    if any(paid.get(name, 0) > 0 and name not in winners for name in names):
        return Kind.WINNER
    if all(abs(paid.get(name, 0) - due.get(name, 0)) <= max_odd for name in names):
        return Kind.ODD_CHIP
    return Kind.SHARE


def build_price_difference(prices: Sequence[Price], decimals: int) -> Difference:
    """Return a difference that consists of wrong prices only.

    A premium counts as negative.
    """
    signs = {SOLD: 1, INSURED: -1}
    return Difference(
        kind=Kind(prices[0].kind),
        paid={price.player: signs[price.kind] * price.paid for price in prices},
        due={price.player: signs[price.kind] * price.due for price in prices},
        decimals=decimals,
        prices=tuple(prices),
    )
