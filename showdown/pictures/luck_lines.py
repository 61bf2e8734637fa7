"""Chart of a player's winnings over a night, beside the winnings by all-in equity."""

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from showdown.pictures.drawing import (
    KEPT,
    LINE,
    LINE_STYLES,
    QUIET,
    WIDE,
    group,
    line,
    path,
    stretched,
    text,
)

_HEIGHT = 320
_PLOT = range(44, 274)
_TOP, _HIGH = _PLOT.start, len(_PLOT)
_STYLES = tuple(zip(("actual", "all-in EV"), LINE_STYLES, strict=True))
_OTHERS = ("others", {"stroke_width": "1.5", "stroke_opacity": "0.4"})
_LEGEND_STEP = 102
_STEPS = 5
_NOT_CUT = 0.93
"""Fraction of the axis beyond which the edge would cut off a label centered on its tick."""

type Point = tuple[int, float | str, float | str]
"""The number of hands so far, the net after them, and the net by all-in equity."""


def luck_lines(player: str, lines: Mapping[str, Sequence[Point]]) -> Element:
    """Draw both lines of this player, over the winnings of the others."""
    points = [(hand, float(net), float(by_equity)) for hand, net, by_equity in lines[player]]
    others = [
        [(hand, float(net)) for hand, net, _ in of_other]
        for name, of_other in lines.items()
        if name != player
    ]
    own = [[(hand, net) for hand, net, _ in points], [(hand, owed) for hand, _, owed in points]]
    styles = [_OTHERS[1] | {"stroke": "currentColor"}] * len(others) + [*LINE_STYLES]
    drawn = list(zip([*others, *own], styles, strict=True))
    hands = max(each[-1][0] for each, _ in drawn)
    last, net, by_equity = points[-1]
    described = f"After {last:,} hands {net:+,.2f}; all-in EV {by_equity:+,.2f}"
    svg, plot = stretched(f"Luck of {player}", described, _HEIGHT, _PLOT, class_="luck")
    low, high, step = _bounds(amount for each, _ in drawn for _, amount in each)
    _amounts(svg, plot, low, high, step)
    _hands(svg, hands)
    for each, style in drawn:
        first = each[0][0] - 1
        corners = [
            (WIDE * hand / max(hands, 1), _HIGH * (high - amount) / (high - low))
            for hand, amount in [(0, 0.0), (first, 0.0), *each]
        ]
        path(plot, corners, **KEPT, **style)
    _legend(svg, has_others=bool(others))
    return svg


def _bounds(amounts: Iterable[float]) -> tuple[float, float, float]:
    """Return the ends of the axis and the step between its lines."""
    every = [0.0, *amounts]
    low, high = min(every), max(every)
    step = _step(high - low)
    return step * (low // step), step * -(-high // step) or step, step


def _step(length: float) -> float:
    """Return the step between lines of an axis of this length: 1, 2 or 5 times a power of ten."""
    least = max(length / _STEPS, 0.01)
    step = 0.01
    while step < least:
        step *= 10
    return next((step / part for part in (10, 5, 2) if step / part >= least), step)


def _amounts(svg: Element, plot: Element, low: float, high: float, step: float) -> None:
    """Draw the horizontal grid lines, each with its amount above its left end."""
    labels = group(svg, font_size="13", fill_opacity=QUIET)
    for number in range(round((high - low) / step) + 1):
        amount = low + number * step
        y = _HIGH * (high - amount) / (high - low)
        is_even = abs(amount) < step / 2
        line(plot, (0, y), (WIDE, y), stroke_opacity="0.6" if is_even else LINE, **KEPT)
        words = f"{amount:,.2f}" if step < 1 else f"{amount:,.0f}"
        text(labels, "0" if is_even else words.replace("-", "−"), 0, _TOP + y - 4)


def _hands(svg: Element, hands: int) -> None:
    labels = group(svg, font_size="13", text_anchor="middle", fill_opacity=QUIET)
    step = max(1, round(_step(hands)))
    for hand in range(step, hands + 1, step):
        label = text(labels, f"{hand:,}", 0, _TOP + _HIGH + 19)
        label.set("x", f"{100 * hand / hands:.2f}%")
        if hand > hands * _NOT_CUT:
            label.set("text-anchor", "end")
    text(labels, "hands", 0, _HEIGHT - 8).set("x", "50%")


def _legend(svg: Element, *, has_others: bool) -> None:
    for number, (words, style) in enumerate([*_STYLES, _OTHERS] if has_others else _STYLES):
        x = number * _LEGEND_STEP
        line(svg, (x, 13), (x + 26, 13), **style)
        text(svg, words, x + 33, 18, font_size="14", font_weight="600")
