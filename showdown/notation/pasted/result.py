"""The result of reading a pasted text: its hands and boards, and the pieces with errors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self
from uuid import UUID

from showdown.evaluator.cards import Cards
from showdown.evaluator.deals import MUCKED, Deal, Hand, default_label, raise_wrong_count
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.evaluator.spots import ANY_HAND, Holding, read_holding
from showdown.evaluator.wagers import Wagers, collect
from showdown.notation.deal_format import Submission
from showdown.notation.spots import parse_range
from showdown.words.ranks import NUMBERS, ORDINALS, capfirst, count_in_words, join_phrases

TOO_LONG = "this is too long for one deal; use Audit for a hand-history file"
_MAX_LISTED_WORDS = 3
_MAX_EXCERPT_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Mark:
    """A piece of the text that has an error or is left out of the deal, and the reason.

    `reason` is a clause without a period. `may_be_left_out` is true if the piece consists of
    unknown words, which the user may choose to leave out.
    """

    start: int
    end: int
    reason: str
    may_be_left_out: bool = False


class RangesAreForOdds(InvalidDeal):
    """A text that has ranges of hands, so that it isn't a deal."""

    message = "this is a question about odds, not a deal: it has ranges"


def mark_whole_text(text: str, reason: str) -> Mark:
    """Return a mark of the whole text, without surrounding whitespace."""
    start = len(text) - len(text.lstrip())
    return Mark(start, max(start, len(text.rstrip())), reason)


class FilePage(Enum):
    """The page of the site that reads a file of several deals."""

    AUDIT = "audit"
    BATCH = "batch"


@dataclass(frozen=True, slots=True)
class SeveralDeals:
    """The number of deals in a text, the index of the deal that was read, and the page for all."""

    count: int
    deal_index: int
    page: FilePage


@dataclass(frozen=True, slots=True)
class Offer:
    """Another game that the text fits. `reason` is a clause without a period."""

    game: Game
    reason: str


_ANY_HAND_TEXTS = ("any two", "atc", "100%")
"""Words for `*` that the API doesn't read."""


@dataclass(frozen=True, slots=True)
class PastedHand:
    """A player's cards in the text, which may be incomplete.

    The label is empty if the text has none. `unknown` is the number of cards written as unknown.
    If `is_any` is true, the whole hand is unknown. `range` is the text of a range.
    """

    label: str = ""
    cards: Cards = ()
    is_mucked: bool = False
    unknown: int = 0
    is_any: bool = False
    range: str = ""

    @classmethod
    def parse(cls, text: str, game: Game, label: str = "") -> Self:
        """Parse cards, `As ?`, `*`, `mucked` or a range. Raise InvalidDeal for other texts."""
        text = text.strip()
        if text.lower() == MUCKED:
            return cls(label, is_mucked=True)
        text = ANY_HAND if text.lower() in _ANY_HAND_TEXTS else text
        holding = read_holding(label, text, game, parse_range)
        if len(holding.cards) > game.hole:
            raise_wrong_count(game, label, len(holding.cards), game.hole)
        if "?" in text:
            return cls(label, holding.cards, unknown=holding.unknown)
        return replace(cls.from_holding(holding), unknown=0)

    @classmethod
    def from_holding(cls, holding: Holding) -> Self:
        """Return the hand of a spot."""
        return cls(
            label=holding.label,
            cards=holding.cards,
            unknown=holding.unknown if holding.cards else 0,
            is_any=bool(holding.unknown) and not holding.cards,
            range=holding.range.text if holding.range else "",
        )

    @property
    def text(self) -> str:
        """Return the hand as users type it: `Ac Kd ? ?`, `mucked`, `*`."""
        if self.is_mucked:
            return MUCKED
        if self.range:
            return self.range
        if self.is_any and not self.cards:
            return ANY_HAND
        return " ".join([*map(str, self.cards), *"?" * self.unknown])


@dataclass(frozen=True, slots=True, kw_only=True)
class PasteResult:
    """The cards and chips of a pasted text, and the pieces of the text with errors.

    `game` is the chosen game, or the game that the text names. Cards may be missing, but no card is
    used twice. `rules` is None if the text names no rule set.
    `marks` are pieces with errors, including unknown words. A text with marks or with an `offer` is
    not accepted. `notes` are pieces that are left out: amounts that may not be all of a player's
    bets, and unknown words on request. `stored_id` is the id of a stored deal if the text is its
    address.
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
    several_deals: SeveralDeals | None = None
    stored_id: UUID | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether the text has cards or chips, no marks, and no offer."""
        return not (self.marks or self.offer or self.is_empty)

    @property
    def is_whole_without_unknown_words(self) -> bool:
        """Return whether unknown words are the only errors of the text."""
        if not self.marks or self.offer or self.is_empty:
            return False
        return all(mark.may_be_left_out for mark in self.marks)

    @property
    def is_empty(self) -> bool:
        """Return whether the text has neither cards nor chips."""
        return not (self.hands or any(self.boards) or self.dead or self.wagers)

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the labels of the hands, with the default labels of seats for unlabeled hands."""
        return tuple(hand.label or default_label(seat) for seat, hand in enumerate(self.hands))

    @property
    def shown_labels(self) -> tuple[str, ...]:
        """Return the labels of the hands that aren't mucked."""
        named = zip(self.labels, self.hands, strict=True)
        return tuple(label for label, hand in named if not hand.is_mucked)

    def submission(self) -> Submission:
        """Return the deal. Raise InvalidDeal if it isn't complete."""
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


def reject_text(text: str, game: Game, reason: str) -> PasteResult:
    """Return a result without cards, with the whole text marked."""
    return PasteResult(game=game, marks=(mark_whole_text(text, reason),))


def result_from_submission(submission: Submission) -> PasteResult:
    """Return the result for a complete deal."""
    deal, wagers, rules = submission
    hands = tuple(PastedHand(hand.label, hand.cards, hand.is_mucked) for hand in deal.hands)
    return PasteResult(game=deal.game, hands=hands, boards=deal.boards, wagers=wagers, rules=rules)


_BOARD_PHRASES = {3: "a flop", 4: "a board through the turn", 5: "a full board"}


def summarize(result: PasteResult) -> str:
    """Return a summary, `Texas Hold'em: two hands and a flop.`, or an empty string."""
    if result.stored_id:
        return "A stored deal."
    parts = [count_in_words(len(result.hands), "hands")] if result.hands else []
    dealt_boards = [board for board in result.boards if board]
    if len(dealt_boards) == 1:
        card_count = len(dealt_boards[0])
        parts.append(_BOARD_PHRASES.get(card_count, f"a board of {NUMBERS[card_count]}"))
    elif dealt_boards:
        parts.append(count_in_words(len(dealt_boards), "boards"))
    if result.dead:
        parts.append(count_in_words(len(result.dead), "dead cards"))
    if result.wagers and result.wagers.has_chips:
        parts.append("the chips")
    if result.wagers and result.wagers.folded:
        parts.append(f"{join_phrases(result.wagers.folded)} out of the hand")
    deal_summary = capfirst(f"{result.game.name}: {join_phrases(parts)}") if parts else ""
    if result.several_deals is None:
        return f"{deal_summary}." if deal_summary else ""
    deal_index = result.several_deals.deal_index
    ordinal = (
        f"the {ORDINALS[deal_index]}"
        if deal_index < len(ORDINALS)
        else f"number {deal_index + 1:,}"
    )
    hands = f"{result.several_deals.count:,} hands; this is {ordinal}"
    return f"{hands}: {deal_summary}." if deal_summary else f"{hands}."


def describe_errors(result: PasteResult, text: str) -> str:
    """Return a sentence about errors in the text or words left out of it, or an empty string."""
    if result.offer:
        return f"{capfirst(result.offer.reason)}."
    if result.is_whole_without_unknown_words:
        return f"{capfirst(describe_unknown(result.marks, text))}."
    if result.marks:
        other_count = len(result.marks) - 1
        number = NUMBERS[other_count] if other_count < len(NUMBERS) else other_count
        rest = (
            f" ({number} more place{'s' if other_count > 1 else ''} marked)" if other_count else ""
        )
        return f"{capfirst(result.marks[0].reason)}{rest}."
    if result.notes:
        return f"Left out: {_quote_words(result.notes, text)}."
    return ""


def describe_unknown(marks: Sequence[Mark], text: str) -> str:
    """Return a clause about the unknown words of a text, without a period."""
    if len(marks) == 1:
        return marks[0].reason
    return f"not sure what {_quote_words(marks, text)} are; they may change the deal"


def _quote_words(marks: Sequence[Mark], text: str) -> str:
    quoted = [f"“{shorten(text[mark.start : mark.end])}”" for mark in marks[:_MAX_LISTED_WORDS]]
    more = len(marks) - _MAX_LISTED_WORDS
    if len(quoted) == 2:
        return " and ".join(quoted)  # the quotes delimit phrases with commas
    return join_phrases([*quoted, f"{more} more"] if more > 0 else quoted)


def shorten(text: str) -> str:
    """Return the text on one line, cut off if it is long."""
    text = " ".join(text.split())
    return text if len(text) <= _MAX_EXCERPT_LENGTH else f"{text[:_MAX_EXCERPT_LENGTH]}…"
