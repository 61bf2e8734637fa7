"""The base class of readers of hand histories, with actions that many rooms share."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from showdown.evaluator.cards import Cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.logs.hand_builder import HandBuilder
from showdown.notation.logs.lines import MAX_HAND_LENGTH
from showdown.notation.logs.logged_hand import (
    HandSkipped,
    Origin,
    ReadHand,
    Skip,
    SkippedHand,
    Statement,
    Unreadable,
)
from showdown.notation.logs.value_parsing import find_texts_in_brackets, parse_card_texts
from showdown.words.errors import error_text

MAX_NAME_LENGTH = 100
"""Maximum length of the name of a hand or a table; the rest is cut."""

type ActionMethod = Callable[[Any, str, Any], None]
"""A method that applies an action. It receives the player's name and the rest of the line."""

_CARD_COUNTS = frozenset(map(str, range(14)))
_HAND_COUNTER = re.compile(r"\*{3,} # \d{1,9} \*{3,}\s*")
"""A line between hands that numbers them, in exports and mailed logs."""
_MAX_POST_LENGTH = 60
_KIND_OF_POST = re.compile(r"([a-z&+ ]*)(?=\S*\d|\W*\d)")
_ARTICLES = frozenset(("a", "an", "the", "of"))
_BOTH_BLINDS = re.compile(r"(?:small & big|big & small) blinds?|big blind \+ dead|blind")
_DEAD = re.compile(r"\bdead\b|\b(?:missed|missing) (?:small )?blind\b")


class Collector(Protocol):
    """An object that collects the lines of a format whose hands can only be read together."""

    def add(self, lines: str, first_line: int) -> None:
        """Add lines; `first_line` is the number of the first.

        Only the last line of a log may lack a line feed.
        """

    def read_hands(self) -> Iterator[ReadHand]: ...


class HandReader(ABC):
    """A reader of a format of hand histories, called `name`; an instance reads one hand.

    `begins` is called for lines that begin with one of the `prefixes`, for indented lines, and for
    nonblank lines before the first hand. `max_line_length` is a number of characters. If
    `is_indented` is true, all lines of a hand may be indented. If there is a `collector`, an
    instance of it receives all lines until another log of this format, or a hand of another format,
    begins; `read_hands` isn't called.

    Hands of the format make the `statements`, but a hand may lack the `optional_statements`.
    `verbs` maps the first word of an action to the method that applies it. Such methods receive the
    player's name and the rest of the line, `details`, in which `amount` finds an amount.
    """

    name: ClassVar[str]
    prefixes: ClassVar[tuple[str, ...]]
    max_line_length: ClassVar[int] = MAX_HAND_LENGTH
    is_indented: ClassVar[bool] = False
    collector: ClassVar[type[Collector] | None] = None
    statements: ClassVar[frozenset[Statement]] = frozenset()
    optional_statements: ClassVar[frozenset[Statement]] = frozenset()
    amount: ClassVar[re.Pattern[str]] = re.compile(r"\d[\d.,]*")
    verbs: ClassVar[Mapping[str, ActionMethod]] = {}
    is_second_small_blind_dead = False

    builder: HandBuilder
    button = 0
    small_blind = 0
    big_blind = 0

    @classmethod
    @abstractmethod
    def begins(cls, line: str, previous: Sequence[str] = (), *, is_first: bool = False) -> bool:
        """Return whether a hand begins at this line.

        `previous` are the lines since the current hand of this format began; it is empty before the
        first hand and in a hand of another format. `is_first` is true before the first hand.
        """

    @classmethod
    def may_have_hands(cls, lines: Sequence[str]) -> bool:
        """Return whether the rest of a log, which begins like a hand, may contain hands."""
        return True

    @classmethod
    @abstractmethod
    def read_hands(cls, lines: Sequence[str], first_line: int) -> Iterator[ReadHand]:
        """Yield the hand in these lines, and a skipped hand for text that follows it.

        The lines end before the next hand, or with the log; `first_line` is the number of the
        first. Only TakesTooLong may be raised.
        """

    @abstractmethod
    def read_into_builder(self) -> Game:
        """Apply the hand to a new builder, and return the game.

        Raise HandSkipped if the hand can't be judged, Unreadable if a line isn't understood, and
        InvalidDeal if its cards are impossible.
        """

    def build_hand(self, origin: Origin) -> ReadHand:
        game = self.read_into_builder()
        return self.builder.build_hand(origin, game, self.button)

    def build_or_skip(self, origin: Origin) -> ReadHand:
        """Return the hand, or a skipped hand with the error in its `detail`."""
        return read_or_skip(self.build_hand, origin)

    @classmethod
    def shared_head(cls, lines: Sequence[str]) -> Sequence[str]:
        """Return the lines of this hand that also apply to the following hands."""
        return ()

    def find_amount(self, details: str) -> int:
        """Return the first amount in this text. Raise Unreadable if there is none."""
        number = self.amount.search(details)
        if not number:
            raise Unreadable(f"“{details[:40]}” has no amount")
        return self.parse_chips(number[0])

    def parse_chips(self, text: str) -> int:
        """Parse text that is only an amount. Raise Unreadable for other text."""
        return self.builder.parse_amount(text)

    def parse_cards(self, text: str) -> Cards | None:
        """Parse cards. Return None if one is hidden. Raise UnknownCard for other text."""
        return parse_card_texts(text.split())

    def stated_big_blind(self, post_amount: int) -> int:
        """Return the stated big blind; by default `post_amount`, a post of both blinds."""
        return post_amount

    def posts(self, name: str, details: str) -> None:
        """Parse `the ante of $5`, `a dead small blind of $25`, `small & big blinds $0.75`."""
        found = _KIND_OF_POST.match(details[:_MAX_POST_LENGTH])
        if not found:
            raise Unreadable(f"the post of {name} isn't understood")
        kind = " ".join([word for word in found[1].split() if word not in _ARTICLES])
        builder, amount = self.builder, self.find_amount(details[found.end() :])
        is_second = kind == "small blind" and self.small_blind > 0
        if kind.endswith("ante"):
            builder.ante(name, amount)
        elif _BOTH_BLINDS.fullmatch(kind):
            self.posts_both_blinds(name, amount)
        elif _DEAD.search(kind) or (is_second and self.is_second_small_blind_dead):
            builder.post_dead(name, amount)
        else:
            builder.post(name, amount)
            if kind == "small blind":
                self.small_blind = amount
            elif kind == "big blind" and "all-in" not in details.lower():
                self.big_blind = max(self.big_blind, amount)

    def posts_both_blinds(self, name: str, amount: int) -> None:
        """Post a big blind; the rest of the amount is a dead small blind."""
        live = min(amount, self.big_blind or self.stated_big_blind(amount))
        self.builder.post(name, live)
        self.builder.post_dead(name, amount - live)

    def antes(self, name: str, details: str) -> None:
        self.builder.ante(name, self.find_amount(details))

    def adds(self, name: str, details: str) -> None:
        self.builder.put_in(name, self.find_amount(details))

    def raises_to(self, name: str, details: str) -> None:
        self.builder.raise_to(name, self.find_amount(details))

    def raises(self, name: str, details: str) -> None:
        """Parse `to $6`, `$4 to $6`, `it to $6`."""
        self.builder.raise_to(name, self.find_amount(details.partition("to ")[2]))

    def folds(self, name: str, details: str) -> None:
        self.builder.fold(name)

    def checks(self, name: str, details: str) -> None:
        self.builder.check(name)

    def draws(self, name: str, details: str) -> None:
        """Parse `2 cards [8h 6s]`. The count is unknown if the text doesn't begin with a number."""
        count = details.partition(" ")[0]
        discarded = (self.parse_cards(cards) or () for cards in find_texts_in_brackets(details)[:1])
        self.builder.draw(name, int(count) if count in _CARD_COUNTS else -1, *discarded)

    def stands_pat(self, name: str, details: str) -> None:
        self.draws(name, "0")

    def shows(self, name: str, details: str) -> None:
        """Show the cards in brackets; a line without cards only names the rank of a hand."""
        for cards in find_texts_in_brackets(details)[:1]:
            self.builder.show(name, self.parse_cards(cards))

    def mucks(self, name: str, details: str) -> None:
        for cards in find_texts_in_brackets(details)[:1]:
            self.builder.store_cards(name, self.parse_cards(cards))

    def returns_bet(self, name: str, details: str) -> None:
        self.builder.give_back(name, self.find_amount(details))

    def collects(self, name: str, details: str) -> None:
        self.builder.collect(name, self.find_amount(details))


SHARED_VERBS: Mapping[str, ActionMethod] = {
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


def skip_unreadable(origin: Origin, detail: str) -> SkippedHand:
    """Return a skipped hand that can't be read; `detail` is one short clause."""
    return SkippedHand(origin, Skip.UNREADABLE, detail)


def skip_unread_lines(lines: Sequence[str], first_line: int, name: str) -> Iterator[SkippedHand]:
    """Yield one skipped hand for lines outside hands, unless all are blank or hand counters."""
    for index, line in enumerate(lines):
        if line and not line.isspace() and not _HAND_COUNTER.fullmatch(line):
            yield skip_unreadable(Origin(name, first_line + index), "not a hand history")
            return


def read_or_skip(
    read: Callable[[Origin], ReadHand], origin: Origin, *, is_document: bool = False
) -> ReadHand:
    """Return the result of `read`, or a skipped hand with the error in its `detail`.

    `is_document` is true for JSON and TOML, whose values may have unexpected types.
    """
    try:
        return read(origin)
    except HandSkipped as error:
        return SkippedHand(origin, error.reason, error.detail)
    except InvalidDeal as error:
        return skip_unreadable(origin, error_text(error))
    except (LookupError, ValueError, ArithmeticError):
        if not is_document:
            return skip_unreadable(origin, "one of its lines isn't understood")
    except (TypeError, AttributeError):
        if not is_document:
            raise
    return skip_unreadable(origin, "it doesn't follow the specification")
