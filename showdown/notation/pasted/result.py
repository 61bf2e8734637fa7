"""What was made of a pasted text: cards in their places, and marks where something has none."""

from dataclasses import dataclass
from enum import Enum
from uuid import UUID

from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import MUCKED, Deal, Hand, default_label
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.spots import ANY_HAND
from showdown.evaluator.wagers import Wagers, collect
from showdown.notation.submission import Submission
from showdown.words.errors import add_messages


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of the text that has no place, from `start` to `end`, and why: one sentence.

    Offsets count characters; the sentence has no full stop. `may_be_left_out`: the piece is words
    that aren't known, and the rest of the text is a deal without them.
    """

    start: int
    end: int
    why: str
    may_be_left_out: bool = False


class RangesAreForOdds(InvalidDeal):
    """Ranges of hands where a deal is asked for."""


add_messages({"RangesAreForOdds": "this is a question about odds, not a deal: it has ranges"})

TOO_LONG = "too long for one deal. A hand-history file? Use Audit"


def mark_of_all(text: str, why: str) -> Mark:
    """A mark of the whole text, without the blanks around it."""
    start = len(text) - len(text.lstrip())
    return Mark(start, max(start, len(text.rstrip())), why)


class Files(Enum):
    """Where a file of what was pasted goes."""

    AUDIT = "audit"
    BATCH = "batch"


@dataclass(frozen=True, slots=True)
class Several:
    """A text of several deals: how many, which of them was read (0 the first), and where all go."""

    count: int
    number: int
    files: Files


@dataclass(frozen=True, slots=True)
class Offer:
    """Another game that the text fits, and why it is offered: one sentence."""

    game: Game
    why: str


@dataclass(frozen=True, slots=True)
class PastedHand:
    """A player's cards, as many as were found; no label where the text gives none.

    `unknown` counts those that the text says nobody knows; `is_any`: it says so of the whole hand.
    `range` is the text of a range, for a hand that may be one of many.
    """

    label: str = ""
    cards: Cards = ()
    is_mucked: bool = False
    unknown: int = 0
    is_any: bool = False
    range: str = ""

    @property
    def text(self) -> str:
        """As it is typed: `Ac Kd ? ?`, `mucked`, `*`."""
        if self.is_mucked:
            return MUCKED
        if self.range:
            return self.range
        if self.is_any and not self.cards:
            return ANY_HAND
        return " ".join([*map(str, self.cards), *"?" * self.unknown])


@dataclass(frozen=True, slots=True, kw_only=True)
class Pasted:
    """What was read, dealt out by the counts of `game`: the chosen one, unless the text names its.

    Cards may be missing everywhere. No card stands in two places. `rules` is None where the text
    names no rule set. `marks` are what has no place: with any of them, or an `offer`, nothing goes
    to a table. `notes` are unknown words that were left out on demand. `stored` is the id of a
    stored deal, which the text is the address of.
    """

    game: Game
    hands: tuple[PastedHand, ...] = ()
    boards: tuple[Cards, ...] = ()
    dead: Cards = ()
    wagers: Wagers | None = None
    rules: RuleSet | None = None
    offer: Offer | None = None
    marks: tuple[Mark, ...] = ()
    notes: tuple[Mark, ...] = ()
    several: Several | None = None
    stored: UUID | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all of the text was understood, so that it can go to a table."""
        return not (self.marks or self.offer or self.is_empty)

    @property
    def is_whole_without_words(self) -> bool:
        """Whether only words that aren't known keep it from a table."""
        has_only_words = bool(self.marks) and all(mark.may_be_left_out for mark in self.marks)
        return has_only_words and not (self.offer or self.is_empty)

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all found a place."""
        return not (self.hands or self.boards or self.dead or self.wagers)

    @property
    def labels(self) -> tuple[str, ...]:
        """The hands' labels; those that have none are called by their seats."""
        return tuple(hand.label or default_label(seat) for seat, hand in enumerate(self.hands))

    def submission(self) -> Submission:
        """The deal, where all its cards are there. Raises InvalidDeal, the first that is wrong."""
        if any(hand.range for hand in self.hands):
            raise RangesAreForOdds(field="hands")
        deal = Deal(
            game=self.game,
            hands=tuple(
                Hand(label, hand.cards, is_mucked=hand.is_mucked)
                for label, hand in zip(self.labels, self.hands, strict=True)
            ),
            boards=self.boards,
        )
        if self.wagers:
            collect(self.wagers, deal)
        return Submission(deal, self.wagers, self.rules or WSOP_2026)


def pasted_submission(submission: Submission) -> Pasted:
    """A deal that was read whole."""
    deal, wagers, rules = submission
    return Pasted(
        game=deal.game,
        hands=tuple(PastedHand(hand.label, hand.cards, hand.is_mucked) for hand in deal.hands),
        boards=deal.boards,
        wagers=wagers,
        rules=rules,
    )
