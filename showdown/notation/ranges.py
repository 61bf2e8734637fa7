"""Parse ranges of hands as players write them: `AAxx$ds`, `JT98+`, `QQ+, AKs`, `15%`, `AA!AAA`.

docs/ranges.md explains the notation.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NoReturn

import numpy as np

from showdown.bulk.combos import CardWithOpenSuit, Combos, cards_to_mask
from showdown.evaluator.cards import ACE, RANKS, SUITS
from showdown.evaluator.games import Game
from showdown.notation.hand_order import WHOLE
from showdown.notation.range_parts import (
    ANY,
    BestHands,
    FilteredRange,
    Macro,
    Part,
    Patterns,
    Union,
    WeightedPart,
    merge_percentages,
)
from showdown.notation.range_patterns import (
    EVERY_SUIT,
    MAX_ROWS,
    Element,
    InvalidRange,
    Pattern,
    RowBudget,
)


class UnexpectedText(InvalidRange):
    """Text that isn't allowed at its position."""

    message = "“{text}” isn't allowed here{weight_hint}"

    text: str


class UnfinishedRange(InvalidRange):
    """A range that ends too early."""

    message = "the range is incomplete"


class TooManyCards(InvalidRange):
    """A sequence of more cards than a hand has."""

    message = "{cards} here, but a hand has {needed}"

    count: int
    needed: int


class UnevenSpan(InvalidRange):
    """A span in which not all cards change by the same number of ranks."""

    message = "every card that changes in a span must change by the same number of ranks"


class TooHeavy(InvalidRange):
    """A weight above 100 percent."""

    message = "a weight, such as AKs@50, can be at most 100 percent"


class EmptyRange(InvalidRange):
    """A range of no hands."""

    message = "no hand of {needed} cards is in this range"

    needed: int


class RangeTooLong(InvalidRange):
    """A range with too many characters."""

    message = "a range can have at most {maximum} characters"

    maximum: int


class TooDeep(RangeTooLong):
    """A range with too many open parentheses."""

    message = "there are more than {maximum} open parentheses"


class NotAPart(InvalidRange):
    """A percentage of hands that is above 100."""

    message = "a percentage of hands is at most 100"


_RANK_MACROS = {
    "$R": "AKQJT",
    "$B": "AKQJ",
    "$F": "KQJ",
    "$N": "KQJT9",
    "$M": "T987",
    "$Z": "65432",
    "$L": "A8765432",
    "$W": "A5432",
}

_NUMBER = r"[0-9]{1,3}(?:\.[0-9]{1,4})?"
_ANY_HAND = re.compile("any|random", re.IGNORECASE)
_PERCENT = re.compile(rf"{_NUMBER}\s*(?:%?\s*-\s*{_NUMBER}\s*)?%")
_CLASS = re.compile("[2-9TJQKAtjqka][2-9TJQKAtjqka*x][soSO]")
_MACRO = re.compile(r"\$(?:ds|ss|np|[012]g)", re.IGNORECASE)
_RANK = re.compile("[2-9TJQKA]", re.IGNORECASE)
_VARIABLE = re.compile("[RONP]")
_RANK_MACRO = re.compile(r"\$[BMZLWRFN]", re.IGNORECASE)
_SUIT = re.compile("[cdhsCDHSwxyz]")
_WEIGHT = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?%?")
_COMBINE = re.compile("[:!]")
_ANY_RANK = re.compile(r"\*")
_SIGNS = {sign: re.compile(re.escape(sign)) for sign in "()[]{},+-@"}
_SPACES = re.compile(r"[ \t\f\r\n]*")
_TOKENS = (_ANY_HAND, _PERCENT, _CLASS, _MACRO, _RANK_MACRO, _WEIGHT)
"""Tokens of more than one character, which errors quote in full."""


class _Cursor:
    """A position in the text. `start` is the beginning of the last token."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._move_to(0)
        self.start = self.position

    def _move_to(self, index: int) -> None:
        spaces = _SPACES.match(self._text, index)
        self.position = spaces.end() if spaces else index

    def has_token(self, token: re.Pattern[str]) -> bool:
        return token.match(self._text, self.position) is not None

    def take(self, token: re.Pattern[str]) -> str:
        """Return the token and move past it and the spaces after it, or return ""."""
        match = token.match(self._text, self.position)
        if not match:
            return ""
        self.start = self.position
        self._move_to(match.end())
        return match[0]

    def expect(self, token: re.Pattern[str]) -> str:
        return self.take(token) or self.raise_error()

    def expect_end(self) -> None:
        if self.position < len(self._text):
            self.raise_error()

    def raise_error(self) -> NoReturn:
        """Raise the error for the text at the position."""
        if self.position == len(self._text):
            raise UnfinishedRange(position=self.position)
        matches = filter(None, (token.match(self._text, self.position) for token in _TOKENS))
        token_text = next((match[0] for match in matches), self._text[self.position])
        raise UnexpectedText(text=token_text, position=self.position)


class _RangeParser:
    """A parser of one range of hands with `hole` cards. Its errors have a position."""

    def __init__(self, text: str, hole: int) -> None:
        self._cursor = _Cursor(text)
        self._hole = hole
        self._groups = 0
        self.cards_with_open_suits: list[CardWithOpenSuit] = []
        """Cards with a rank and a variable for the suit."""

    def parse(self) -> Part:
        part = self._parse_union()
        self._cursor.expect_end()
        return part

    def _parse_union(self) -> Part:
        items = [self._parse_item()]
        while self._cursor.take(_SIGNS[","]):
            items.append(self._parse_item())
        items = merge_percentages(items)
        (first, weight), *others = items
        return first if weight is None and not others else Union(tuple(items))

    def _parse_item(self) -> WeightedPart:
        part, others = self._parse_atom(), []
        while sign := self._cursor.take(_COMBINE):
            others.append((sign, self._parse_atom()))
        if others:
            part = FilteredRange(part, tuple(others))
        if not self._cursor.take(_SIGNS["@"]):
            return part, None
        hundredths = round(float(self._cursor.expect(_WEIGHT).rstrip("%")) * 100)
        if hundredths > WHOLE:
            raise TooHeavy(position=self._cursor.start)
        return part, hundredths

    def _parse_atom(self) -> Part:
        if self._cursor.take(_SIGNS["("]):
            part = self._parse_union()
            self._cursor.expect(_SIGNS[")"])
            return part
        if self._cursor.take(_ANY_HAND):
            return Macro(ANY)
        if percent := self._cursor.take(_PERCENT):  # `15%` or `10%-25%`
            points = sorted(Fraction(end.replace("%", "")) / 100 for end in percent.split("-"))
            if points[-1] > 1:
                raise NotAPart(position=self._cursor.start)
            start = points[0] if len(points) > 1 else Fraction(0)
            return BestHands(((start, points[-1]),))
        cards = self._parse_macro() or self._parse_span()
        macros = []
        while macro := self._parse_macro():
            macros.append((":", macro))
        return FilteredRange(cards, tuple(macros)) if macros else cards

    def _parse_macro(self) -> Macro | None:
        name = self._cursor.take(_MACRO)
        return Macro(name.lower()) if name else None

    def _parse_span(self) -> Part:
        """Parse cards alone or a span: upward (`JT98+`) or to other cards (`JT98-8765`)."""
        is_class = self._hole == 2 and self._cursor.has_token(_CLASS)
        read = self._parse_class if is_class else self._parse_cards
        first = read()
        if self._cursor.take(_SIGNS["+"]):
            return Patterns(tuple(_list_patterns_above(first, is_whole=self._hole == 2)))
        if self._cursor.take(_SIGNS["-"]):
            position = self._cursor.position
            return Patterns(_list_span_patterns(first, read(), position=position))
        return Patterns((first,))

    def _parse_class(self) -> Pattern:
        """Parse two cards of one suit (`AKs`) or of two suits (`AKo`)."""
        first, second, kind = tuple(self._cursor.expect(_CLASS))
        return _build_element(first, "x"), _build_element(second, "x" if kind in "sS" else "y")

    def _parse_cards(self) -> Pattern:
        position = self._cursor.position
        elements = tuple(self._parse_elements())
        if not elements:
            self._cursor.raise_error()
        if len(elements) > self._hole:
            raise TooManyCards(count=len(elements), needed=self._hole, position=position)
        if len(elements) == self._hole:
            self.cards_with_open_suits += _list_cards_with_open_suits(elements)
        return elements

    def _parse_elements(self) -> Iterator[Element]:
        while not self._cursor.has_token(_MACRO):
            if self._cursor.take(_SIGNS["{"]):
                yield from self._parse_group()
            elif card := self._parse_card():
                yield card
            else:
                return

    def _parse_group(self) -> Iterator[Element]:
        self._groups += 1
        while True:
            yield replace(self._parse_card() or self._cursor.raise_error(), group=self._groups)
            if self._cursor.take(_SIGNS["}"]):
                return

    def _parse_card(self) -> Element | None:
        element = self._parse_rank()
        suit = self._cursor.take(_SUIT).lower()
        if not suit:
            return element
        element = element or Element()
        if suit in SUITS:
            return replace(element, suits=frozenset([SUITS.index(suit)]))
        return replace(element, suit_variable=suit)

    def _parse_rank(self) -> Element | None:
        """Parse a rank, a variable, a macro or a list of ranks."""
        if rank := self._cursor.take(_RANK):
            return Element(ranks=frozenset([_parse_rank_letter(rank)]), names_rank=True)
        if variable := self._cursor.take(_VARIABLE):
            return Element(rank_variable=variable)
        if macro := self._cursor.take(_RANK_MACRO):
            return Element(ranks=frozenset(map(RANKS.index, _RANK_MACROS[macro.upper()])))
        if self._cursor.take(_ANY_RANK):
            return Element()
        if self._cursor.take(_SIGNS["["]):
            return Element(ranks=frozenset(self._parse_listed_ranks()))
        return None

    def _parse_listed_ranks(self) -> Iterator[int]:
        """Yield the ranks of `[A-T]`, `[A,K,Q]` or `[AKQ]`."""
        while True:
            ends = [_parse_rank_letter(self._cursor.expect(_RANK))]
            if self._cursor.take(_SIGNS["-"]):
                ends.append(_parse_rank_letter(self._cursor.expect(_RANK)))
            yield from range(min(ends), max(ends) + 1)
            if self._cursor.take(_SIGNS["]"]):
                return
            self._cursor.take(_SIGNS[","])


def _parse_rank_letter(letter: str) -> int:
    return RANKS.index(letter.upper())


def _list_cards_with_open_suits(elements: Pattern) -> Iterator[CardWithOpenSuit]:
    """Yield the only card of a hand with a variable suit, if all other ranks and suits are known.

    The user may have left the suit open on purpose, or mistyped it.
    """
    open_elements = [element for element in elements if element.suit_variable]
    if len(open_elements) != 1 or not all(element.names_rank for element in elements):
        return
    (card,) = open_elements
    suits = [element.suits for element in elements if element is not card]
    if all(len(suit_set) == 1 for suit_set in suits):
        open_suits = sorted(EVERY_SUIT.difference(*suits), reverse=True)
        yield CardWithOpenSuit(max(card.ranks), card.suit_variable, tuple(open_suits))


def _build_element(rank: str, suit: str) -> Element:
    if rank.upper() not in RANKS:
        return Element(suit_variable=suit)
    return Element(ranks=frozenset([_parse_rank_letter(rank)]), suit_variable=suit, names_rank=True)


def _raise_ranks(pattern: Pattern, indices: Sequence[int], steps: int) -> Pattern:
    """Return the pattern with the ranks at these indices raised by this number of steps."""
    return tuple(
        replace(element, ranks=frozenset(rank + steps for rank in element.ranks))
        if index in indices
        else element
        for index, element in enumerate(pattern)
    )


def _list_patterns_above(pattern: Pattern, *, is_whole: bool) -> Iterator[Pattern]:
    """Yield the pattern and those above it: all ranks rise together until one is an ace.

    If two different ranks are a whole hand, only the lower rank rises, until it is just below the
    other.
    """
    indices = [index for index, element in enumerate(pattern) if element.names_rank]
    ranks = [max(pattern[index].ranks) for index in indices]
    max_steps = ACE - max(ranks, default=ACE)
    if is_whole and len(set(ranks)) == 2:
        indices = [indices[ranks.index(min(ranks))]]
        max_steps = max(ranks) - min(ranks) - 1
    for steps in range(max_steps + 1):
        yield _raise_ranks(pattern, indices, steps)


def _list_span_patterns(
    first: Pattern, last: Pattern, *, position: int | None
) -> tuple[Pattern, ...]:
    """Return the patterns from `first` to `last`.

    Raise UnevenSpan if anything except ranks differs, or if the differences are unequal.
    """
    indices = [
        index
        for index, (from_element, to_element) in enumerate(zip(first, last, strict=False))
        if from_element.ranks != to_element.ranks
    ]
    differences = {max(last[index].ranks) - max(first[index].ranks) for index in indices}
    difference = differences.pop() if differences else 0
    if differences or _raise_ranks(first, indices, difference) != last:
        raise UnevenSpan(position=position)
    between = range(0, difference, -1 if difference < 0 else 1)
    return (*(_raise_ranks(first, indices, steps) for steps in between), last)


MAX_RANGE_LENGTH = 2000
_MAX_DEPTH = 40


@lru_cache(maxsize=32)
def read_range(text: str, game: Game, rows: int = MAX_ROWS) -> Combos:
    """Return the hands of the range and their weights.

    Raise InvalidRange with a position if the text is invalid, and TooManyHands if listing its hands
    creates more than `rows` rows (see RowBudget).
    """
    if len(text) > MAX_RANGE_LENGTH:
        raise RangeTooLong(maximum=MAX_RANGE_LENGTH, position=MAX_RANGE_LENGTH)
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > _MAX_DEPTH:
            raise TooDeep(maximum=_MAX_DEPTH, position=position)
    parser = _RangeParser(text, game.hole)
    part = parser.parse()
    masks, weights = part(RowBudget(game, rows))
    is_included = (weights > 0) & (masks & ~cards_to_mask(game.deck) == 0)
    if not is_included.any():
        raise EmptyRange(needed=game.hole, position=0)
    weights = weights[is_included]
    weights //= np.gcd.reduce(weights)
    cards_with_open_suits = tuple(parser.cards_with_open_suits)
    return Combos(
        text=text.strip(),
        masks=masks[is_included],
        weights=weights,
        cards_with_open_suits=cards_with_open_suits,
    )
