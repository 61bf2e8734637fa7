"""The base class of readers, with the attributes of a format and actions that rooms share.

A format of hand histories is a subclass of HandReader, or of TextHand for a room's text, in one
module of `rooms`, with its patterns, games and verbs as class attributes. The class stands for the
format; an instance reads one hand. Sample hands are in `tests/data/special_hands`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, Protocol

from showdown.evaluator.cards import Cards
from showdown.evaluator.errors import InvalidDeal
from showdown.notation.logs.field_values import cards_of, texts_in_brackets
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.lines import LONGEST
from showdown.notation.logs.logged_hand import (
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Statement,
    Unplayed,
    Unreadable,
)
from showdown.words.errors import error_text

LONGEST_NAME = 100
"""Maximum length of the name of a hand or a table; the rest is cut."""

type Action = Callable[[Any, str, str], None]
"""A method of a reader that applies an action, given the player's name and the rest of the line."""

_AMOUNT = re.compile(r"\d[\d.,]*")
_COUNTS = frozenset(map(str, range(14)))
_HAND_COUNTER = re.compile(r"\*{3,} # \d{1,9} \*{3,}\s*")
"""A line between hands that numbers them, in exports and mailed logs."""
_LONGEST_POST = 60
_KIND_OF_POST = re.compile(r"([a-z&+ ]*)(?=\S*\d|\W*\d)")
_ARTICLES = frozenset(("a", "an", "the", "of"))
_BOTH_BLINDS = frozenset(
    (
        *("small & big blind", "small & big blinds", "big & small blind", "big & small blinds"),
        *("big blind + dead", "blind"),
    )
)
_DEAD = re.compile(r"\bdead\b|\b(?:missed|missing) (?:small )?blind\b")


class Collector(Protocol):
    """An object that collects the lines of a format whose hands can only be read together."""

    def add(self, lines: str, number: int) -> None:
        """Add lines; the first has this number. Only the last of a log may lack a line feed."""

    def read(self) -> Iterator[ReadHand]: ...


class HandReader(ABC):
    """A format of hand histories, by its `name`; an instance reads one hand.

    `begins` is called for lines that begin with one of the `prefixes`, and for all lines before the
    first hand. `longest_line` is the maximum number of characters of a line. If `is_indented`, the
    lines of a document may be indented. If it `may_omit_payments`, a hand without payments is
    skipped as `NOT_PAID` and not as `UNREADABLE`. If there is a `collector`, an instance of it
    receives all lines until another log or a hand of another format begins, and `read_hands` isn't
    called.

    Defining a class with a name raises TypeError if an attribute in `needs` is missing or abstract.

    `states` are the statements that hands of the format make; a hand `may_lack` some of them.
    `verbs` map the first word of an action to its method.
    """

    name: ClassVar[str]
    needs: ClassVar[tuple[str, ...]] = ("prefixes", "begins", "read_hands")
    prefixes: ClassVar[tuple[str, ...]]
    longest_line: ClassVar[int] = LONGEST
    is_indented: ClassVar[bool] = False
    may_omit_payments: ClassVar[bool] = False
    collector: ClassVar[type[Collector] | None] = None
    states: ClassVar[frozenset[Statement]] = frozenset()
    may_lack: ClassVar[frozenset[Statement]] = frozenset()
    verbs: ClassVar[Mapping[str, Action]] = {}
    second_small_blind_is_dead = False

    builder: HandBuilder
    small_blind = 0
    big_blind = 0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        attributes = [(need, getattr(cls, need, None)) for need in cls.needs]
        lacking = [
            need
            for need, attribute in attributes
            if attribute is None or getattr(attribute, "__isabstractmethod__", False)
        ]
        if lacking and hasattr(cls, "name"):
            raise TypeError(f"{cls.__name__} can't read hands without {' and '.join(lacking)}")

    @classmethod
    @abstractmethod
    def begins(cls, line: str, piece: Sequence[str] | None) -> bool:
        """Return whether a hand begins at this line.

        `piece` contains the lines since the current hand of this format began. It is empty before
        the first hand, and None inside a hand of another format.
        """

    @classmethod
    @abstractmethod
    def read_hands(cls, lines: Sequence[str], number: int) -> Iterator[ReadHand]:
        """Yield the hand in these lines, and an entry for text that follows it.

        The lines end before the next hand, or with the log; the first line has this number. Only
        TakesTooLong may be raised.
        """

    @classmethod
    def head(cls, lines: Sequence[str]) -> Sequence[str]:
        """Return the lines of this hand that also apply to the following hands."""
        return ()

    def amount(self, more: str) -> int:
        """Return the first amount in this text. Raise Unreadable if there is none."""
        number = _AMOUNT.search(more)
        return self.builder.amount(number[0] if number else no_amount(more))

    def cards(self, text: str) -> Cards | None:
        """Return the cards in this text; None if one is hidden. Raise UnknownCard for others."""
        return cards_of(text.split())

    def stated_big_blind(self, both: int) -> int:
        """Return the big blind of the stakes, by default the amount of a post of `both` blinds."""
        return both

    def posts(self, name: str, more: str) -> None:
        """Parse `the ante of $5`, `a dead small blind of $25`, `small & big blinds $0.75`."""
        written = _KIND_OF_POST.match(more[:_LONGEST_POST])
        if not written:
            raise Unreadable(f"the post of {name} isn't understood")
        kind = " ".join([word for word in written[1].split() if word not in _ARTICLES])
        builder, amount = self.builder, self.amount(more[written.end() :])
        is_second = kind == "small blind" and self.small_blind > 0
        if kind.endswith("ante"):
            builder.ante(name, amount)
        elif kind in _BOTH_BLINDS:
            self.posts_both_blinds(name, amount)
        elif _DEAD.search(kind) or (is_second and self.second_small_blind_is_dead):
            builder.post_dead(name, amount)
        else:
            builder.post(name, amount)
            if kind == "small blind":
                self.small_blind = amount
            elif kind == "big blind" and "all-in" not in more.lower():
                self.big_blind = max(self.big_blind, amount)

    def posts_both_blinds(self, name: str, amount: int) -> None:
        """Post a big blind; the rest of the amount is a dead small blind."""
        live = min(amount, self.big_blind or self.stated_big_blind(amount))
        self.builder.post(name, live)
        self.builder.post_dead(name, amount - live)

    def antes(self, name: str, more: str) -> None:
        self.builder.ante(name, self.amount(more))

    def adds(self, name: str, more: str) -> None:
        self.builder.put_in(name, self.amount(more))

    def raises_to(self, name: str, more: str) -> None:
        self.builder.raise_to(name, self.amount(more))

    def raises(self, name: str, more: str) -> None:
        """Parse `to $6`, `$4 to $6`, `it to $6`."""
        self.builder.raise_to(name, self.amount(more.partition("to ")[2]))

    def folds(self, name: str, more: str) -> None:
        self.builder.fold(name)

    def checks(self, name: str, more: str) -> None:
        self.builder.check(name)

    def draws(self, name: str, more: str) -> None:
        """Parse `2 cards [8h 6s]`. The count is unknown if the text doesn't begin with a number."""
        count = more.partition(" ")[0]
        gone = (self.cards(cards) or () for cards in texts_in_brackets(more)[:1])
        self.builder.draw(name, int(count) if count in _COUNTS else -1, *gone)

    def stands_pat(self, name: str, more: str) -> None:
        self.draws(name, "0")

    def shows(self, name: str, more: str) -> None:
        """Show the cards in brackets; a line without them names a hand that was shown before."""
        for cards in texts_in_brackets(more)[:1]:
            self.builder.show(name, self.cards(cards))

    def mucks(self, name: str, more: str) -> None:
        for cards in texts_in_brackets(more)[:1]:
            self.builder.store_cards(name, self.cards(cards))

    def returns_bet(self, name: str, more: str) -> None:
        self.builder.give_back(name, self.amount(more))

    def collects(self, name: str, more: str) -> None:
        self.builder.collect(name, self.amount(more))


SHARED_VERBS: Mapping[str, Action] = {
    "posts": HandReader.posts,
    "antes": HandReader.antes,
    "folds": HandReader.folds,
    "checks": HandReader.checks,
    "calls": HandReader.adds,
    "bets": HandReader.adds,
    "brings": HandReader.adds,
    "raises": HandReader.raises,
    "completes": HandReader.raises,
    "shows": HandReader.shows,
}
"""Verbs that most rooms write."""


def no_amount(text: str) -> NoReturn:
    raise Unreadable(f"“{text[:40]}” has no amount")


def unreadable(origin: Origin, detail: str) -> SkippedHand:
    return SkippedHand(origin=origin, reason=Skip.UNREADABLE, detail=detail)


def unread_entries(lines: Sequence[str], number: int, name: str) -> Iterator[SkippedHand]:
    """Yield one entry for lines that belong to no hand, unless all are blank or hand counters."""
    for index, line in enumerate(lines):
        if line and not line.isspace() and not _HAND_COUNTER.fullmatch(line):
            yield unreadable(Origin(format=name, line=number + index), "not a hand history")
            return


def read_or_skipped(
    read: Callable[[Origin], ReadHand], origin: Origin, *, is_document: bool = False
) -> ReadHand:
    """Return the result of `read`, or a skipped hand with the error in its `detail`.

    `is_document` is true for JSON and TOML, whose values may have unexpected types.
    """
    try:
        return read(origin)
    except Unplayed as error:
        return SkippedHand(origin=origin, reason=error.reason, detail=error.detail)
    except InvalidDeal as error:
        return unreadable(origin, error_text(error))
    except (LookupError, ValueError, ArithmeticError):
        if not is_document:
            return unreadable(origin, "one of its lines isn't understood")
    except (TypeError, AttributeError):
        if not is_document:
            raise
    return unreadable(origin, "it doesn't follow the specification")
