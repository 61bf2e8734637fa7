"""How the hands of a spot were read, and how many hands each range has."""

from collections.abc import Iterator

from showdown.bulk.combos import Combos, Extent, SuitToChoose, extent
from showdown.evaluator.cards import RANKS, SUITS, format_cards
from showdown.evaluator.spots import Holding, Spot
from showdown.words.ranks import how_many

_MOST_TO_CHOOSE = 5
"""Maximum number of open suits listed for a range; the first ones reveal a typing error."""


def readings(spot: Spot) -> Iterator[str]:
    """Yield a line for each hand that could have been meant in another way.

    `HandA, Jx: Jd or Jc`; `HandB, As2d3c: 4 more cards unknown`.
    """
    for holding in spot.holdings:
        if text := reading(holding):
            yield f"{holding.label}, {text}"


def reading(holding: Holding) -> str:
    """Return how a hand was read; empty if there is only one way."""
    if isinstance(holding.range, Combos):
        return "; ".join(map(_choice, holding.range.to_choose[:_MOST_TO_CHOOSE]))
    if not (holding.seen and holding.unknown):
        return ""
    unknown = f"{how_many(holding.unknown, 'more card')} unknown"
    kept = format_cards(holding.cards, "") or "nothing"
    if not holding.discards:
        return f"{kept}: {unknown}"
    return f"{format_cards(holding.discards, '')} thrown away, {kept} kept: {unknown}"


def combinations(holding: Holding, spot: Spot) -> str:
    """Return `18 combos` or `9 of 18 combos left`; empty for a hand without a range."""
    if not isinstance(holding.range, Combos):
        return ""
    return _extent(extent(holding.range, spot.stub))


def _extent(size: Extent) -> str:
    combos = "combo" if size.written == 1 else "combos"
    if size.possible < size.written:
        return f"{size.possible:,} of {size.written:,} {combos} left"
    return f"{size.written:,} {combos}"


def _choice(card: SuitToChoose) -> str:
    """Return `Jx: Jd or Jc`."""
    rank = RANKS[card.rank]
    *most, last = (rank + SUITS[suit] for suit in card.suits)
    either = f"{', '.join(most)} or {last}" if most else last
    return f"{rank}{card.variable}: {either}"
