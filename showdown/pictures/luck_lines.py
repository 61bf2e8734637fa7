"""Chart of a player's winnings over a night, beside the winnings by all-in equity."""

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element

from showdown.pictures.drawing import (
    KEPT,
    LINE_STYLES,
    PLOT_TOP,
    QUIET,
    WIDE,
    grid_line,
    group,
    legend_entry,
    path,
    stretched_picture,
    text_at,
)

_HEIGHT = 320
_HIGH = 230
"""Height of the plot."""
_STYLES = tuple(zip(("actual", "all-in EV"), LINE_STYLES, strict=True))
_OTHERS = ("others", {"stroke_width": "1.5", "stroke_opacity": "0.4"})
_SUFFIXES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))
_STEPS = 5
_MARGIN = 52
"""Width of the margin for the amounts, left of the picture; night.css has the same in rem."""
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
    svg, plot = stretched_picture(f"Luck of {player}", described, _HEIGHT, _HIGH, class_="luck")
    amounts = [0.0, *(amount for each, _ in drawn for _, amount in each)]
    low, high = min(amounts), max(amounts)
    step = _tick_step(high - low)
    low, high = step * (low // step), step * -(-high // step) or step
    labels = group(svg, font_size="13", text_anchor="end", fill_opacity=QUIET)
    for number in range(round((high - low) / step) + 1):
        amount = low + number * step
        y = _HIGH * (high - amount) / (high - low)
        is_even = abs(amount) < step / 2
        words = "0" if is_even else _tick_label(amount, step)
        grid_line(plot, labels, y, words, is_base=is_even)
    labels = group(svg, font_size="13", text_anchor="middle", fill_opacity=QUIET)
    step_of_hands = max(1, round(_tick_step(hands)))
    for hand in range(step_of_hands, hands + 1, step_of_hands):
        percent = f"{100 * hand / hands:.2f}%"
        label = text_at(labels, _tick_label(hand, step_of_hands), percent, PLOT_TOP + _HIGH + 19)
        if hand > hands * _NOT_CUT:
            label.set("text-anchor", "end")
    text_at(labels, "hands", "50%", _HEIGHT - 8)
    for each, style in drawn:
        first = each[0][0] - 1
        corners = [
            (WIDE * hand / max(hands, 1), _HIGH * (high - amount) / (high - low))
            for hand, amount in [(0, 0.0), (first, 0.0), *each]
        ]
        path(plot, corners, **KEPT, **style)
    x = -_MARGIN
    for words, style in [*_STYLES, _OTHERS] if others else _STYLES:
        legend_entry(svg, x, words, style)
        x += 36 + 8 * len(words)
    return svg


def _tick_label(amount: float, step: float) -> str:
    """Return a number on an axis, at most six characters long: `0.50`, `−200`, `1.5k`."""
    size, suffix = next(
        ((size, suffix) for size, suffix in _SUFFIXES if abs(amount) >= size), (1, "")
    )
    words = f"{amount:.2f}" if step < 1 else f"{round(amount) / size:g}{suffix}"
    return words.replace("-", "−")


def _tick_step(length: float) -> float:
    """Return the step between lines of an axis of this length: 1, 2 or 5 times a power of ten."""
    least = max(length / _STEPS, 0.01)
    step = 0.01
    while step < least:
        step *= 10
    return next((step / part for part in (10, 5, 2) if step / part >= least), step)
