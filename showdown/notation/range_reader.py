"""Turns what the parser finds in the text of a range into its parts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from lark import Token, Transformer, v_args

from showdown.bulk.combos import SuitToChoose
from showdown.evaluator.cards import ACE, RANKS, SUITS
from showdown.notation.hand_order import WHOLE
from showdown.notation.range_errors import NotAPart, TooHeavy, TooManyCards, UnevenSpan
from showdown.notation.range_macros import ANY
from showdown.notation.range_parts import Best, Combined, Macro, Part, Patterns, Union, joined
from showdown.notation.range_patterns import EVERY_SUIT, Element, Pattern

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
class Reader(Transformer[Token, Any]):
    """Turns what the parser finds into ranges."""

    def __init__(self, hole: int) -> None:
        super().__init__()
        self._hole = hole
        self._groups = 0
        self.to_choose: list[SuitToChoose] = []
        """Cards of which all is written but the suit."""

    def union(self, meta: Any, items: list[Any]) -> Part:
        items = joined(items)
        return items[0][0] if items == [(items[0][0], None)] else Union(tuple(items))

    def item(self, meta: Any, parts: list[Any]) -> tuple[Part, int | None]:
        range_, weight = parts
        if weight is None:
            return range_, None
        hundredths = round(float(weight.rstrip("%")) * 100)
        if hundredths > WHOLE:
            raise TooHeavy(position=weight.start_pos)
        return range_, hundredths

    def both(self, meta: Any, parts: list[Any]) -> Part:
        first, *others = parts
        pairs = zip(map(str, others[::2]), others[1::2], strict=True)
        return Combined(first, tuple(pairs)) if others else first

    def hand(self, meta: Any, parts: list[Any]) -> Part:
        first, macros = parts
        shape = Macro(str(first).lower()) if isinstance(first, Token) else self._patterns(first)
        return Combined(shape, tuple((":", macro) for macro in macros)) if macros else shape

    def macros(self, meta: Any, names: list[Token]) -> list[Macro]:
        return [Macro(str(name).lower()) for name in names]

    def any_hand(self, meta: Any, parts: list[Token]) -> Part:
        return Macro(ANY)

    def best(self, meta: Any, ends: list[Token]) -> Part:
        """`15%`, or `10%-25%`."""
        places = sorted(_place(end) for token in ends for end in token.split("-"))
        if places[-1] > 1:
            raise NotAPart(position=meta.start_pos)
        above = places[0] if len(places) > 1 else Fraction(0)
        return Best(((above, places[-1]),))

    def _patterns(self, shape: Any) -> Part:
        return Patterns((shape.pattern,)) if isinstance(shape, _Cards) else shape

    def cards(self, meta: Any, parts: list[Any]) -> _Cards:
        elements = tuple(
            element for part in parts for element in (part if isinstance(part, list) else [part])
        )
        if len(elements) > self._hole:
            raise TooManyCards(count=len(elements), needed=self._hole, position=meta.start_pos)
        if len(elements) == self._hole:
            self.to_choose += _suits_to_choose(elements)
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
            for rank in (part if isinstance(part, range) else [_rank_of(part)])
        ]
        return _Ranks(frozenset(ranks))

    def ranks(self, meta: Any, ends: list[Token]) -> range:
        low, high = sorted(map(_rank_of, ends))
        return range(low, high + 1)

    def upward(self, meta: Any, parts: list[_Cards]) -> Part:
        return self._from(parts[0].pattern)

    def _from(self, pattern: Pattern) -> Part:
        two_ranks = len({element.ranks for element in pattern}) == 2
        return Patterns(tuple(_upward(pattern, fixed=self._hole == 2 and two_ranks)))

    def span(self, meta: Any, ends: list[_Cards]) -> Part:
        first, last = ends
        return Patterns(_between(first.pattern, last.pattern, position=last.position))

    def pairing(self, meta: Any, names: list[Token]) -> Part:
        return Patterns((_suited_or_not(names[0]),))

    def pairing_upward(self, meta: Any, names: list[Token]) -> Part:
        return self._from(_suited_or_not(names[0]))

    def pairing_span(self, meta: Any, names: list[Token]) -> Part:
        first, last = names
        ends = _suited_or_not(first), _suited_or_not(last)
        return Patterns(_between(*ends, position=last.start_pos))


def _rank(token: Token) -> _Ranks:
    match token.type:
        case "RANK":
            return _Ranks(frozenset([_rank_of(token)]), named=True)
        case "RANK_VARIABLE":
            return _Ranks(Element().ranks, variable=str(token))
        case "RANK_MACRO":
            return _Ranks(frozenset(map(RANKS.index, _RANK_MACROS[token.upper()])))
        case _:
            return _Ranks(Element().ranks)


def _rank_of(letter: str) -> int:
    return RANKS.index(letter.upper())


def _place(percent: str) -> Fraction:
    """A place in the order of all hands: `15%` is 3/20."""
    return Fraction(percent.strip(" %")) / 100


def _suits_to_choose(elements: Pattern) -> Iterator[SuitToChoose]:
    """The one card of a hand that has a variable in place of its suit, if no more is open.

    It is how a suit is left open, and also what becomes of a suit that is mistyped.
    """
    open_ones = [element for element in elements if element.suit_variable]
    if len(open_ones) != 1 or not all(element.named for element in elements):
        return
    (card,) = open_ones
    suits = [element.suits for element in elements if element is not card]
    if all(len(written) == 1 for written in suits):
        rank = max(card.ranks)
        taken = frozenset().union(*suits)
        yield SuitToChoose(
            rank, card.suit_variable, tuple(sorted(EVERY_SUIT - taken, reverse=True))
        )


def _suit(token: str) -> Element:
    token = token.lower()
    if token in SUITS:
        return Element(suits=frozenset([SUITS.index(token)]))
    return Element(suit_variable=str(token))


def _suited_or_not(name: Token) -> Pattern:
    """`AKs`: two cards of one suit; `AKo`: of two suits."""
    first, second, kind = name
    return _of_suit(first, "x"), _of_suit(second, "x" if kind in "sS" else "y")


def _of_suit(rank: str, suit: str) -> Element:
    if rank.upper() not in RANKS:
        return Element(suit_variable=suit)
    return Element(ranks=frozenset([_rank_of(rank)]), suit_variable=suit, named=True)


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
