"""One hand of a log: cards, contributions and payments, as the log states them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Game
from showdown.evaluator.wagers import find_uncalled_bet


class Statement(StrEnum):
    """A figure or rule that a format may state; readers declare the statements of their format.

    A figure without a statement is unknown, and is never judged as a fault.
    """

    STACKS = "stacks"
    """The chips in front of each player before any post."""
    POTS = "pots"
    """The chips in the pots, separately or together, before or after the rake."""
    RAKE = "rake"
    """The rake, including a rake of zero."""
    FEES = "fees"
    """All fees of the house besides the rake."""
    RAKE_OF_POTS = "rake of pots"
    """The division of the rake over the pots: in proportion, or as the pots state it."""
    RAKE_OF_WINNERS = "rake of winners"
    """Tied winners pay equal parts of the rake."""
    RETURNS = "returns"
    """The amount of a returned uncalled bet, if a line states it."""
    EVERY_RETURN = "every return"
    """Every returned bet has a line."""
    ODD_CHIPS = "odd chips"
    """Odd chips follow a known rule."""
    PAYMENTS = "payments"
    """All payments from the pots."""


ALL_STATEMENTS = frozenset(Statement)
RAKE_AND_FEES = frozenset((Statement.RAKE, Statement.FEES))
"""Statements that together determine the chips that the house takes."""
USUAL_STATEMENTS = ALL_STATEMENTS - {Statement.RETURNS, Statement.EVERY_RETURN}
"""All statements except those about returned bets."""


class Skip(StrEnum):
    """A reason why a hand can't be settled. For the first two, the audit still checks the chips."""

    NO_SHOWDOWN = "no-showdown"
    CARDS_NOT_SHOWN = "cards-not-shown"
    CANCELLED = "cancelled"
    REPEATED = "repeated"
    UNSUPPORTED_GAME = "unsupported-game"
    DOES_NOT_ADD_UP = "contributions-do-not-add-up"
    CUT_OFF = "cut-off"
    NOT_PAID = "payments-not-stated"
    UNREADABLE = "unreadable"
    NO_HANDS = "no-hands"
    """The text, usually a whole file, isn't a log: it is counted as a file, not as a hand."""


class HandSkipped(Exception):
    """The error for a hand that is skipped; `detail` is one short clause, or empty."""

    def __init__(self, reason: Skip, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


class Unreadable(HandSkipped):
    """The error for a hand that can't be read; `detail` is one short clause."""

    def __init__(self, detail: str) -> None:
        super().__init__(Skip.UNREADABLE, detail)


class Origin(NamedTuple):
    """The position of a hand in a log, and its name there."""

    format: str
    """The name of the format, such as `open-hand-history`; empty if it is unknown."""
    line: int
    """The line of the log on which the hand begins; the first is 1."""
    hand: str = ""
    """The hand's id in the log."""
    table: str = ""
    played: datetime | None = None
    file: str = ""
    """The name of the log, if it is one of several in a folder or an archive."""


@dataclass(frozen=True, slots=True)
class SkippedHand:
    """A hand that can't be judged, or text that isn't a hand; `detail` is a short clause."""

    origin: Origin
    reason: Skip
    detail: str = ""


class Limit(StrEnum):
    """The betting limit: no limit, the size of the pot, or fixed amounts."""

    NO = "no-limit"
    POT = "pot-limit"
    FIXED = "limit"


class ActionKind(StrEnum):
    """The kind of an action of a player, or of another event of the hand.

    POST is a blind or a straddle, DEAD is chips that nobody has to match, BET is a bet, a call or
    a raise, and ADD is chips that the house adds to the pot. The amount of a DRAW is the number of
    cards, -1 if unknown.
    """

    ANTE = "ante"
    POST = "post"
    DEAD = "dead"
    BET = "bet"
    ADD = "add"
    CHECK = "check"
    FOLD = "fold"
    DRAW = "draw"
    STREET = "street"


_RAKE_DIVISION_STATEMENTS = frozenset((Statement.POTS, Statement.RAKE_OF_POTS))

type Action = tuple[ActionKind, str, int]
"""The kind, the player and the amount. A STREET begins each street after the first."""


class CashOut(NamedTuple):
    """A hand that a player sold to the house before its end.

    `price` is the amount paid to the player after the `fee`, which is 0 if the log states none.
    `round` is the betting round of the sale, 0 before the flop; None if the log doesn't state it.
    """

    price: int
    fee: int = 0
    round: int | None = None


class Insurance(NamedTuple):
    """A bet with the house against the player's own hand: premium, cover and betting round.

    `paid` is the part of the premium that the player paid at the end.
    """

    premium: int
    cover: int
    round: int
    paid: int = 0


class Draw(NamedTuple):
    """One draw of a player: the number of discarded cards, -1 if unknown.

    The discarded cards and the hand before are empty unless the log states both.
    """

    number: int
    before: Cards = ()
    discarded: Cards = ()

    @property
    def kept(self) -> Cards:
        return tuple([card for card in self.before if card not in self.discarded])


@dataclass(slots=True, kw_only=True)
class LoggedHand:
    """A hand that was played to its end, as the log states it. Its values are not checked.

    Don't modify an instance; make a copy with `dataclasses.replace`. The class isn't frozen because
    creating a frozen instance with this many fields takes as long as reading six lines of a log.

    Readers create it with a `HandBuilder`. Amounts are whole numbers, in hundredths of a chip if
    `decimals` is 2. `unit` is the smallest chip, which no log states: readers leave it at 1. Fields
    that the log doesn't state are empty. A figure without a statement in `statements` is unknown,
    even if its field has a value.

    Players:

    - `seats`: the players who were dealt in, clockwise from the first one left of the button
    - `unseated`: players who take part without a seat
    - `has_names`: whether names identify players; otherwise they are positions or seats, which
      belong to other people in other hands
    - `ids`: the room's ids of players
    - `stacks`: the chips before the hand

    Cards:

    - `hands`: the cards of players who showed, in the order of the seats. Players in neither
      `hands` nor `folded` mucked, or won without a showdown
    - `known`: known cards of other players
    - `boards`: the boards of every run
    - `cards_before_flop`: the number of board cards dealt before the flop
    - `dealt`: the known stud cards by street; for most players, only the open cards
    - `draws`: the draws of each player, in order

    Bets:

    - `contributions`: each player's chips that had to be matched, including a returned bet
    - `dead`: the sum of the other chips
    - `dead_by_player`: each player's part of `dead`; the rest comes from the house
    - `returned`: the uncalled bets as stated
    - `last_round`: the betting round (0 is the first) in which a player last put chips in or
      folded; None if unknown
    - `limit`: None if the log doesn't state it
    - `actions`: in order; comparisons of hands ignore `actions`, `dealt` and `draws`

    Payments:

    - `paid`: each player's payments from the pots, without a returned bet. If the house bought a
      hand, `paid` has its winnings under the seller's name, and `cash_outs` has the price
    - `pots`: as stated, the main pot first
    - `rake` and `fees`: as stated, the fees by name (jackpot, bingo)
    - `taken_from_pots`: the chips that the house took from each pot
    - `odd_chips_after`: the player after whose seat odd chips are paid, if the room doesn't count
      from the button
    - `currency`: `$`, `€`, or a code such as `CHF`; empty for chips, including tournament chips
    - `is_tournament`: whether the chips are tournament chips, which have no cash value
    - `too_fine_amount`: the text of the first amount with more decimal places than `decimals`
    """

    origin: Origin
    game: Game
    seats: tuple[str, ...]
    unseated: tuple[str, ...] = ()
    hands: Mapping[str, Cards]
    known: Mapping[str, Cards] = field(default_factory=dict)
    ids: Mapping[str, str] = field(default_factory=dict)
    boards: tuple[Cards, ...] = ()
    folded: tuple[str, ...] = ()
    stacks: Mapping[str, int] = field(default_factory=dict)
    contributions: Mapping[str, int] = field(default_factory=dict)
    dead: int = 0
    dead_by_player: Mapping[str, int] = field(default_factory=dict)
    returned: Mapping[str, int] = field(default_factory=dict)
    paid: Mapping[str, int] = field(default_factory=dict)
    cash_outs: Mapping[str, CashOut] = field(default_factory=dict)
    insurances: Mapping[str, Insurance] = field(default_factory=dict)
    pots: tuple[int, ...] = ()
    taken_from_pots: tuple[int, ...] = ()
    rake: int = 0
    fees: Mapping[str, int] = field(default_factory=dict)
    statements: frozenset[Statement] = frozenset()
    odd_chips_after: str = ""
    too_fine_amount: str = ""
    unit: int = 1
    decimals: int = 0
    currency: str = ""
    is_tournament: bool = field(default=False, compare=False)
    has_names: bool = field(default=True, compare=False)
    last_round: int | None = None
    cards_before_flop: int = 0
    limit: Limit | None = None
    dealt: Mapping[str, tuple[Cards, ...]] = field(default_factory=dict, compare=False)
    draws: Mapping[str, tuple[Draw, ...]] = field(default_factory=dict, compare=False)
    actions: tuple[Action, ...] = field(default=(), compare=False)

    @property
    def states_rake(self) -> bool:
        """Return whether rake and fees are stated; otherwise they are the chips not paid out."""
        return self.statements >= RAKE_AND_FEES

    @property
    def has_known_rake_division(self) -> bool:
        """Return whether the division of the rake over several pots is known."""
        return self.statements >= _RAKE_DIVISION_STATEMENTS

    @property
    def pot_total(self) -> int:
        """Return the sum of all pots, without an uncalled bet."""
        put_in = self.contributions
        return sum(put_in.values()) + self.dead - find_uncalled_bet(put_in)[1]

    def called_chips_of(self, name: str) -> int:
        """Return the chips that the player put in, without an uncalled bet."""
        bettor, uncalled = find_uncalled_bet(self.contributions)
        put_in = self.contributions.get(name, 0) + self.dead_by_player.get(name, 0)
        return put_in - uncalled if name == bettor else put_in

    @property
    def fees_taken(self) -> int:
        """Return the sum of the fees besides the rake."""
        return sum(self.fees.values()) if self.fees else 0

    @property
    def taken(self) -> int:
        """Return the sum of the rake and the fees."""
        return self.rake + self.fees_taken if self.fees else self.rake

    def as_skipped(self, reason: Skip, detail: str = "") -> SkippedHand:
        """Return a skipped hand with the same origin."""
        return SkippedHand(self.origin, reason, detail)

    @property
    def still_in(self) -> list[str]:
        """Return the players who were dealt in and did not fold, in the order of the seats."""
        folded = set(self.folded)
        return [name for name in self.seats if name not in folded]


type ReadHand = LoggedHand | SkippedHand
