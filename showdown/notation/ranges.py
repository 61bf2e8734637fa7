"""Ranges of hands, as players write them: `AAxx$ds`, `JT98+`, `QQ+, AKs, KTo+`, `AA!AAA@50`.

docs/ranges.md explains the notation, ranges.lark is its grammar.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, v_args
from lark.exceptions import VisitError
from numpy.typing import NDArray

from showdown.bulk.combos import Combos, Masks, distinct
from showdown.evaluator.cards import ACE, RANKS, SUITS
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.range_patterns import (
    MOST_ROWS,
    Budget,
    Element,
    Pattern,
    TooMuchWork,
    every_hand,
    hands_of_pattern,
)
from showdown.words.errors import add_messages

MOST_CHARACTERS = 2000
_DEEPEST = 40
_CERTAIN = 10_000
"""The weight of a hand that is given none: 100 %, in hundredths of a percent."""

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


@dataclass(eq=False, kw_only=True)
class InvalidRange(InvalidDeal):
    """Text that is not a range of hands."""


@dataclass(eq=False, kw_only=True)
class UnexpectedText(InvalidRange):
    """Text that isn't allowed where it stands."""

    text: str


@dataclass(eq=False, kw_only=True)
class UnfinishedRange(InvalidRange):
    """A range that ends too early."""


@dataclass(eq=False, kw_only=True)
class TooManyCards(InvalidRange):
    """More cards in a row than a hand has."""

    count: int
    needed: int


@dataclass(eq=False, kw_only=True)
class UnevenSpan(InvalidRange):
    """A span in which not all cards change by the same number of ranks."""


@dataclass(eq=False, kw_only=True)
class TooHeavy(InvalidRange):
    """A weight above 100 percent."""


@dataclass(eq=False, kw_only=True)
class EmptyRange(InvalidRange):
    """A range of no hands."""

    needed: int


@dataclass(eq=False, kw_only=True)
class RangeTooLong(InvalidRange):
    """A range with more characters or open parentheses than are read."""

    most: int


@dataclass(eq=False, kw_only=True)
class TooDeep(RangeTooLong):
    """Too many open parentheses."""


@dataclass(eq=False, kw_only=True)
class TooManyHands(InvalidRange):
    """A range that would take too long to list."""


add_messages(
    {
        "UnexpectedText": "“{text}” isn't allowed here",
        "UnfinishedRange": "the range is incomplete",
        "TooManyCards": "{cards} here, but a hand has {needed}",
        "UnevenSpan": "every card that changes in a span must change by the same number of ranks",
        "TooHeavy": "a weight can be at most 100 percent",
        "EmptyRange": "no hand of {needed} cards is in this range",
        "RangeTooLong": "a range can have at most {most} characters",
        "TooDeep": "there are more than {most} open parentheses",
        "TooManyHands": "this range holds too many hands to be listed",
    }
)


def read_range(text: str, game: Game, rows: int = MOST_ROWS) -> Combos:
    """The hands of the range and their weights. Raises InvalidRange with its position in the text.

    `rows` bounds the work: TooManyHands is raised if more hands would have to be listed on the way.
    """
    return _read(text, game.hole, rows)


@lru_cache(maxsize=32)
def _read(text: str, hole: int, rows: int) -> Combos:
    _check_size(text)
    try:
        range_: _Range = _Reader(hole).transform(_parser(hole).parse(text))
        found = range_(_Work(hole, Budget(rows)))
    except UnexpectedInput as error:
        raise _unexpected(text, error) from None
    except VisitError as error:
        raise error.orig_exc from None
    except TooMuchWork:
        raise TooManyHands from None
    wanted = found.weights > 0
    if not wanted.any():
        raise EmptyRange(needed=hole, position=0)
    weights = found.weights[wanted]
    return Combos(text.strip(), found.masks[wanted], weights // np.gcd.reduce(weights))


def _check_size(text: str) -> None:
    """Refuse at once a text that is too long, or too deep, to be a range."""
    if len(text) > MOST_CHARACTERS:
        raise RangeTooLong(most=MOST_CHARACTERS, position=MOST_CHARACTERS)
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > _DEEPEST:
            raise TooDeep(most=_DEEPEST, position=position)


def _unexpected(text: str, error: UnexpectedInput) -> InvalidRange:
    """The error at the first place that can't be read."""
    if isinstance(error, UnexpectedCharacters):
        position = error.pos_in_stream or 0
        return UnexpectedText(text=text[position], position=position)
    token = getattr(error, "token", None)
    if token is None or token.type == "$END":
        return UnfinishedRange(position=len(text))
    return UnexpectedText(text=str(token), position=token.start_pos)


class _Work(NamedTuple):
    """The number of hole cards a range is read for, and how much work may still be done for it."""

    hole: int
    budget: Budget


class _Hands(NamedTuple):
    """Hands, ascending, and their weights in hundredths of a percent."""

    masks: Masks
    weights: NDArray[np.int64]


type Holds = NDArray[np.bool_]
"""For each of some hands, whether something is true of it."""

type _Range = Callable[[_Work], _Hands]
"""A part of the text, as a function: given the number of hole cards, the hands it stands for."""


@dataclass(frozen=True)
class _Patterns:
    """The hands that any of the patterns matches."""

    patterns: tuple[Pattern, ...]

    def __call__(self, work: _Work) -> _Hands:
        found = [hands_of_pattern(each, work.hole, work.budget) for each in self.patterns]
        masks = found[0] if len(found) == 1 else distinct(np.concatenate(found))
        return _Hands(masks, np.full(len(masks), _CERTAIN))


@dataclass(frozen=True)
class _Macro:
    """The hands that a macro such as `$ds` describes."""

    name: str

    def __call__(self, work: _Work) -> _Hands:
        masks = _all_hands(work)
        masks = masks[self.holds(masks, work.hole)]
        return _Hands(masks, np.full(len(masks), _CERTAIN))

    def holds(self, masks: Masks, hole: int) -> Holds:
        return _MACROS[self.name](masks, hole)


def _all_hands(work: _Work) -> Masks:
    if work.hole > 5:
        raise TooMuchWork
    work.budget.spend(comb(52, work.hole))
    return every_hand(work.hole)


@dataclass(frozen=True)
class _Combined:
    """Hands of the first range that are (`:`) or are not (`!`) in each of the others."""

    first: _Range
    others: tuple[tuple[str, _Range], ...]

    def __call__(self, work: _Work) -> _Hands:
        ranges = [(":", self.first), *self.others]
        listed = _first_to_list(ranges)
        hands = listed(work)
        kept = np.ones(len(hands.masks), bool)
        for operator, range_ in ranges:
            if range_ is not listed:
                work.budget.spend(len(hands.masks))
                kept &= _within(range_, hands.masks, work) == (operator == ":")
        return _Hands(hands.masks[kept], hands.weights[kept])


def _first_to_list(ranges: Sequence[tuple[str, _Range]]) -> _Range:
    """The range to list first: not a macro if possible, because macros hold so many hands."""
    wanted = [range_ for operator, range_ in ranges if operator == ":"]
    return next((each for each in wanted if not isinstance(each, _Macro)), wanted[0])


def _within(range_: _Range, masks: Masks, work: _Work) -> Holds:
    if isinstance(range_, _Macro):
        return range_.holds(masks, work.hole)
    hands = range_(work)
    return np.isin(masks, hands.masks[hands.weights > 0], assume_unique=True)


@dataclass(frozen=True)
class _Union:
    """The hands of any of the ranges. A hand that is in several has the weight of the first."""

    items: tuple[tuple[_Range, int | None], ...]

    def __call__(self, work: _Work) -> _Hands:
        found = [self._weighted(*item, work) for item in self.items]
        masks = np.concatenate([hands.masks for hands in found])
        work.budget.spend(len(masks))
        masks, places = np.unique(masks, return_index=True)
        return _Hands(masks, np.concatenate([hands.weights for hands in found])[places])

    @staticmethod
    def _weighted(range_: _Range, weight: int | None, work: _Work) -> _Hands:
        hands = range_(work)
        return hands if weight is None else _Hands(hands.masks, np.full(len(hands.masks), weight))


@cache
def _parser(hole: int) -> Lark:
    folder = Path(__file__).parent
    grammar = (folder / "ranges.lark").read_text()
    if hole == 2:
        grammar += (folder / "ranges_of_two.lark").read_text()
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=True)


def _bits_by_suit() -> Masks:
    return np.array([sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)], "u8")


_OF_SUIT = _bits_by_suit()
_OF_RANK: Masks = np.array([0b1111 << 4 * rank for rank in range(13)], "u8")


def _suit_counts(masks: Masks) -> NDArray[np.uint8]:
    """How many cards each hand has of each suit, most first: (n, 4)."""
    return np.sort(np.bitwise_count(masks[:, None] & _OF_SUIT), axis=1)[:, ::-1]


def _single_suited(masks: Masks, hole: int) -> Holds:
    counts = _suit_counts(masks)
    found: Holds = (counts[:, 0] == 2) & (counts[:, 1] < 2)
    return found


def _double_suited(masks: Masks, hole: int) -> Holds:
    found: Holds = _suit_counts(masks)[:, 1] >= 2
    return found


def _without_pair(masks: Masks, hole: int) -> Holds:
    found: Holds = (masks[:, None] & _OF_RANK != 0).sum(axis=1) == hole
    return found


def _with_gaps(gaps: int) -> Callable[[Masks, int], Holds]:
    """Hands of consecutive ranks with this many gaps between them; the ace is high or low."""

    def holds(masks: Masks, hole: int) -> Holds:
        has = masks[:, None] & _OF_RANK != 0
        low = np.concatenate([has[:, ACE:], has[:, :ACE]], axis=1)
        spans = np.minimum(_span(has), _span(low))
        found: Holds = (has.sum(axis=1) == hole) & (spans - hole == gaps)
        return found

    return holds


def _span(has: Holds) -> NDArray[np.intp]:
    """The number of ranks from the lowest to the highest, both included."""
    return 13 - has.argmax(axis=1) - has[:, ::-1].argmax(axis=1)


_MACROS: dict[str, Callable[[Masks, int], Holds]] = {
    "$ss": _single_suited,
    "$ds": _double_suited,
    "$np": _without_pair,
    "$0g": _with_gaps(0),
    "$1g": _with_gaps(1),
    "$2g": _with_gaps(2),
}


class _Cards(NamedTuple):
    """Elements, and the position in the text where they begin."""

    position: int
    pattern: Pattern


class _Ranks(NamedTuple):
    """The ranks that an element may have; `named` if the text gives a single one."""

    ranks: frozenset[int]
    named: bool = False
    variable: str = ""


@v_args(meta=True)
class _Reader(Transformer[Token, Any]):
    """Turns what the parser finds into ranges."""

    def __init__(self, hole: int) -> None:
        super().__init__()
        self._hole = hole
        self._groups = 0

    def union(self, meta: Any, items: list[Any]) -> _Range:
        return items[0][0] if items == [(items[0][0], None)] else _Union(tuple(items))

    def item(self, meta: Any, parts: list[Any]) -> tuple[_Range, int | None]:
        range_, weight = parts
        if weight is None:
            return range_, None
        hundredths = round(float(weight) * 100)
        if hundredths > _CERTAIN:
            raise TooHeavy(position=weight.start_pos)
        return range_, hundredths

    def both(self, meta: Any, parts: list[Any]) -> _Range:
        first, *others = parts
        pairs = zip(map(str, others[::2]), others[1::2], strict=True)
        return _Combined(first, tuple(pairs)) if others else first

    def hand(self, meta: Any, parts: list[Any]) -> _Range:
        first, macros = parts
        shape = _Macro(str(first)) if isinstance(first, Token) else self._patterns(first)
        return _Combined(shape, tuple((":", macro) for macro in macros)) if macros else shape

    def macros(self, meta: Any, names: list[Token]) -> list[_Macro]:
        return [_Macro(str(name)) for name in names]

    def _patterns(self, shape: Any) -> _Range:
        return _Patterns((shape.pattern,)) if isinstance(shape, _Cards) else shape

    def cards(self, meta: Any, parts: list[Any]) -> _Cards:
        elements = tuple(
            element for part in parts for element in (part if isinstance(part, list) else [part])
        )
        if len(elements) > self._hole:
            raise TooManyCards(count=len(elements), needed=self._hole, position=meta.start_pos)
        return _Cards(meta.start_pos, elements)

    def group(self, meta: Any, elements: list[Element]) -> list[Element]:
        self._groups += 1
        return [replace(element, group=self._groups) for element in elements]

    def ranked(self, meta: Any, parts: list[Any]) -> Element:
        rank, suit = parts
        found = rank if isinstance(rank, _Ranks) else _rank(rank)
        return replace(
            _suit(suit) if suit else Element(),
            ranks=found.ranks,
            named=found.named,
            rank_variable=found.variable,
        )

    def suited(self, meta: Any, parts: list[Token]) -> Element:
        return _suit(parts[0])

    def rank_list(self, meta: Any, parts: list[Any]) -> _Ranks:
        ranks = [
            rank
            for part in parts
            for rank in (part if isinstance(part, range) else [RANKS.index(part)])
        ]
        return _Ranks(frozenset(ranks))

    def ranks(self, meta: Any, ends: list[Token]) -> range:
        low, high = sorted(map(RANKS.index, ends))
        return range(low, high + 1)

    def upward(self, meta: Any, parts: list[_Cards]) -> _Range:
        return self._from(parts[0].pattern)

    def _from(self, pattern: Pattern) -> _Range:
        two_ranks = len({element.ranks for element in pattern}) == 2
        return _Patterns(tuple(_upward(pattern, fixed=self._hole == 2 and two_ranks)))

    def span(self, meta: Any, ends: list[_Cards]) -> _Range:
        first, last = ends
        return _Patterns(_between(first.pattern, last.pattern, position=last.position))

    def pairing(self, meta: Any, names: list[Token]) -> _Range:
        return _Patterns((_suited_or_not(names[0]),))

    def pairing_upward(self, meta: Any, names: list[Token]) -> _Range:
        return self._from(_suited_or_not(names[0]))

    def pairing_span(self, meta: Any, names: list[Token]) -> _Range:
        first, last = names
        ends = _suited_or_not(first), _suited_or_not(last)
        return _Patterns(_between(*ends, position=last.start_pos))


def _rank(token: Token) -> _Ranks:
    match token.type:
        case "RANK":
            return _Ranks(frozenset([RANKS.index(token)]), named=True)
        case "RANK_VARIABLE":
            return _Ranks(Element().ranks, variable=str(token))
        case "RANK_MACRO":
            return _Ranks(frozenset(map(RANKS.index, _RANK_MACROS[token])))
        case _:
            return _Ranks(Element().ranks)


def _suit(token: str) -> Element:
    if token in SUITS:
        return Element(suits=frozenset([SUITS.index(token)]))
    return Element(suit_variable=str(token))


def _suited_or_not(name: Token) -> Pattern:
    """`AKs`: two cards of one suit; `AKo`: of two suits."""
    first, second, kind = list(name)
    return _of_suit(first, "x"), _of_suit(second, "x" if kind == "s" else "y")


def _of_suit(rank: str, suit: str) -> Element:
    if rank not in RANKS:
        return Element(suit_variable=suit)
    return Element(ranks=frozenset([RANKS.index(rank)]), suit_variable=suit, named=True)


def _moved(pattern: Pattern, places: Sequence[int], by: int) -> Pattern:
    """The pattern with the ranks at these places raised by `by`."""
    return tuple(
        replace(element, ranks=frozenset(rank + by for rank in element.ranks))
        if place in places
        else element
        for place, element in enumerate(pattern)
    )


def _upward(pattern: Pattern, *, fixed: bool) -> Iterator[Pattern]:
    """The pattern and all above it: its ranks rise together until one is an ace.

    If the higher of two cards is `fixed`, the other rises until it is just below.
    """
    places = [place for place, element in enumerate(pattern) if element.named]
    ranks = [max(pattern[place].ranks) for place in places]
    room = ACE - max(ranks, default=ACE)
    if fixed:
        places = [places[ranks.index(min(ranks))]]
        room = max(ranks) - min(ranks) - 1
    for by in range(room + 1):
        yield _moved(pattern, places, by)


def _between(first: Pattern, last: Pattern, *, position: int | None) -> tuple[Pattern, ...]:
    """The patterns from one to the other. Only ranks may differ, and all by the same amount."""
    places = [
        place
        for place, (one, other) in enumerate(zip(first, last, strict=False))
        if one.ranks != other.ranks
    ]
    steps = {max(last[place].ranks) - max(first[place].ranks) for place in places}
    step = steps.pop() if steps else 0
    if steps or _moved(first, places, step) != last:
        raise UnevenSpan(position=position)
    between = range(0, step, -1 if step < 0 else 1)
    return (*(_moved(first, places, by) for by in between), last)
