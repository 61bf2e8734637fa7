"""One hand of a log: what was dealt, what was put in, and what was paid, as the log says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from showdown.evaluator.cards import Cards
from showdown.evaluator.games import Game


class Skip(StrEnum):
    """Why a hand can't be judged."""

    NO_SHOWDOWN = "no-showdown"
    CARDS_NOT_SHOWN = "cards-not-shown"
    CANCELLED = "cancelled"
    UNSUPPORTED_GAME = "unsupported-game"
    DOES_NOT_ADD_UP = "contributions-do-not-add-up"
    CUT_OFF = "cut-off"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a hand stands, and how the log calls it."""

    format: str
    """The name of the format: `pokerstars`, `open-hand-history`, `phh`."""
    line: int
    """The line of the log on which the hand begins; the first is 1."""
    hand: str = ""
    """The hand's id as the log says it."""
    table: str = ""
    played: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkippedHand:
    """A hand that can't be judged, and why; `detail` is one short clause, or empty."""

    origin: Origin
    reason: Skip
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedHand:
    """A hand that came to a showdown. Nothing is checked here: a log may say what can't be.

    `seats` are all who were dealt in, clockwise, the first left of the button. `hands` has the
    cards of those who showed them, by name, in the order of the seats; who is in neither `hands`
    nor `folded` mucked. `boards` has every run's boards. Amounts are whole numbers, in hundredths
    of a chip where `decimals` is 2. `contributions` has everything that a player put in and had to
    be matched, a bet that was returned too; `dead` is what nobody had to match. `paid` is what
    each was paid from the pots, without a returned bet. `pots`, `rake` and `jackpot` are as the
    log states them; `pots` is empty where it states none, and in the order main pot first.
    """

    origin: Origin
    game: Game
    seats: tuple[str, ...]
    hands: Mapping[str, Cards]
    boards: tuple[Cards, ...] = ()
    folded: tuple[str, ...] = ()
    contributions: Mapping[str, int] = field(default_factory=dict)
    dead: int = 0
    paid: Mapping[str, int] = field(default_factory=dict)
    pots: tuple[int, ...] = ()
    rake: int = 0
    jackpot: int = 0
    unit: int = 1
    decimals: int = 0


type ReadHand = LoggedHand | SkippedHand
