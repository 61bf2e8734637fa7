"""The errors of a deal: an exception class for each kind of mistake, with its message's data.

Mistakes in wagers share InvalidWagers. `words.errors` contains the messages.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, dataclass_transform

if TYPE_CHECKING:
    from showdown.evaluator.cards import Card
    from showdown.evaluator.games import Game


@dataclass_transform(eq_default=False, kw_only_default=True)
@dataclass(eq=False, kw_only=True)
class InvalidDeal(ValueError):
    """A deal that cannot be settled.

    `field` names the invalid part: a hand's label, `Board`, or a field of the input (`game`,
    `hands`, `pots`, …). `position` is the offset, in characters, into that part's text. `row` is
    the row of an array or a table that contains the deal. `message` is the template of the error's
    text; the templates for errors of the evaluator are in `words.errors`.

    Subclasses become dataclasses automatically.
    """

    message = ""

    field: str = ""
    position: int | None = None
    row: int | None = None

    def __init_subclass__(cls) -> None:
        dataclass(eq=False, kw_only=True)(cls)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle without calling `__init__`, whose keyword arguments aren't in `args`."""
        return ValueError.__new__, (type(self),), vars(self) | {"args": self.args}


class UnknownCard(InvalidDeal):
    """Text that is not a card."""

    text: str


class UnknownRank(UnknownCard):
    """A card whose rank does not exist."""

    rank: str


class UnknownSuit(UnknownCard):
    """A card whose suit does not exist."""

    suit: str


class NotInDeck(InvalidDeal):
    """A card that isn't in the game's deck."""

    card: "Card"
    game: "Game"


class NotACardNumber(InvalidDeal):
    """A number in an array that represents no card."""

    number: int


class NotAnArray(InvalidDeal):
    """A value that isn't an array of card numbers with a row for each deal."""

    shape: tuple[int, ...]
    kind: str = ""


class WrongWidth(InvalidDeal):
    """An array whose row length doesn't fit the game or the number of players."""

    width: int
    players: int | None
    game: "Game"


class DifferentLengths(InvalidDeal):
    """Columns of one table with different numbers of rows."""

    lengths: tuple[int, ...]


class WrongNumberOfCards(InvalidDeal):
    """A hand or board with too few or too many cards for its game."""

    count: int
    needed: int
    game: "Game"


class DuplicateCard(InvalidDeal):
    """A card that appears more than once.

    `other_fields` has the fields of its third and later copies.
    """

    card: "Card"
    first: str
    second: str
    other_fields: tuple[str, ...] = ()


class MissingHand(InvalidDeal):
    """A player without hole cards."""

    needed: int
    game: "Game"


class MissingBoard(InvalidDeal):
    """A missing board."""

    needed: int
    game: "Game"


class UnexpectedBoard(InvalidDeal):
    """A board that the game does not have."""

    count: int
    game: "Game"


class WrongNumberOfPlayers(InvalidDeal):
    """A number of players that the game doesn't allow."""

    count: int
    game: "Game"


class NobodyShows(InvalidDeal):
    """A deal in which every hand is mucked."""


class InvalidLabel(InvalidDeal):
    """A label that cannot name a hand."""

    label: str


class DuplicateLabel(InvalidDeal):
    """Two hands with the same label."""

    label: str


class UnknownGame(InvalidDeal):
    """A game that is not in the list of games."""

    text: str
    known: tuple[str, ...]


class UnknownRuleSet(InvalidDeal):
    """A rule set that is not in the list of rule sets."""

    text: str
    known: tuple[str, ...]


class Fault(StrEnum):
    """The reasons why wagers are invalid."""

    INVALID_UNIT = "unit"
    NEGATIVE = "negative"
    TOO_LARGE = "too-large"
    NOT_IN_UNITS = "not-in-units"
    EMPTY_POT = "empty-pot"
    NOT_AN_AMOUNT = "not-an-amount"
    NOT_A_LABEL = "not-a-label"
    NAMED_TWICE = "named-twice"
    POTS_AND_CONTRIBUTIONS = "pots-and-contributions"
    EVERYONE_FOLDED = "everyone-folded"
    NOBODY_CAN_WIN = "nobody-can-win"
    NOBODY_ELIGIBLE = "nobody-eligible"
    FOLDED_AND_ELIGIBLE = "folded-and-eligible"
    NOT_IN_DEAL = "not-in-deal"
    ELIGIBLE_WITHOUT_HAND = "eligible-without-hand"
    NO_CONTRIBUTION = "no-contribution"
    NO_SEAT = "no-seat"
    BUTTON_NOT_SEATED = "no-such-button"
    TOO_MANY_ENTRIES = "too-many"
    RAKE_TWICE = "rake-twice"
    NOT_A_PERCENTAGE = "not-a-percentage"
    RAKE_TOO_LARGE = "rake-too-large"


class InvalidWagers(InvalidDeal):
    """Wagers that are out of range, or that contradict the deal or each other.

    `label` is the player concerned, `pot` the number of the pot concerned (0 is the main pot), and
    `pots` the number of pots. `value` is the invalid text or amount, or the limit that was
    exceeded. Amounts are in hundredths of a chip if `decimals` is 2.
    """

    fault: Fault
    label: str = ""
    pot: int | None = None
    pots: int = 0
    value: str = ""
    unit: int = 1
    decimals: int = 0
    seats: tuple[str, ...] = ()
