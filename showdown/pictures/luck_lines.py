"""Chart of a player's winnings over a night, beside the winnings by all-in equity."""

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

from showdown.pictures.drawing import (
    FIRST,
    LINE,
    QUIET,
    SECOND,
    SIZE,
    group,
    line,
    path,
    picture,
    text,
)

_LEFT, _TOP, _RIGHT, _BOTTOM = 72.0, 40.0, 10.0, 46.0
_HEIGHT = 320.0
_WIDE, _HIGH = SIZE - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
_LINES = (("actual", FIRST, "none"), ("all-in EV", SECOND, "10 5"))
"""The second line is dashed, so that the two differ without color."""
_STEPS = 5
_NOT_CUT = 0.97
"""Part of the axis within which a number is not cut off by the edge."""

type Point = tuple[int, float, float]
"""The net after a number of hands, and the net by all-in equity."""

type Place = Callable[[int, float], tuple[float, float]]
"""Return the position of an amount after a number of hands."""


def luck_lines(player: str, points: Sequence[Point]) -> Element:
    """Draw both lines over the hands; there is at least one point."""
    hands, net, by_equity = points[-1]
    described = f"After {hands:,} hands {net:+,.2f}; all-in EV {by_equity:+,.2f}"
    svg = picture(f"Luck of {player}", described, _HEIGHT, class_="luck")
    points = [(0, 0.0, 0.0), (points[0][0] - 1, 0.0, 0.0), *points]
    low, high, step = _bounds([amount for _, *both in points for amount in both])

    def place(hand: int, amount: float) -> tuple[float, float]:
        return (
            _LEFT + _WIDE * hand / max(hands, 1),
            _TOP + _HIGH * (high - amount) / (high - low),
        )

    _axes(svg, place, hands, low, high, step)
    for number, (_, color, dashes) in enumerate(_LINES, 1):
        line_points = [place(point[0], point[number]) for point in points]
        path(svg, line_points, stroke=color, stroke_width="3", stroke_dasharray=dashes,
             stroke_linejoin="round")  # fmt: skip
    _legend(svg)
    return svg


def _bounds(amounts: Sequence[float]) -> tuple[float, float, float]:
    """Return the ends of the axis and the step between its lines."""
    low, high = min(amounts), max(amounts)
    step = _step(high - low)
    return step * (low // step), step * -(-high // step) or step, step


def _step(length: float) -> float:
    """Return the step between lines of an axis of this length: 1, 2 or 5 times a power of ten."""
    least = max(length / _STEPS, 0.01)
    step = 0.01
    while step < least:
        step *= 10
    return next((step / part for part in (10, 5, 2) if step / part >= least), step)


def _axes(svg: Element, place: Place, hands: int, low: float, high: float, step: float) -> None:
    across = group(svg, font_size="15", text_anchor="end", fill_opacity=QUIET)
    for number in range(round((high - low) / step) + 1):
        amount = low + number * step
        x, y = place(0, amount)
        is_even = abs(amount) < step / 2
        line(across, (x, y), (SIZE - _RIGHT, y), stroke_opacity="0.6" if is_even else LINE)
        text(across, _amount(0 if is_even else amount, step), x - 6, y + 5)
    down = group(svg, font_size="15", text_anchor="middle", fill_opacity=QUIET)
    for hand in range(0, round(hands * _NOT_CUT) + 1, max(1, round(_step(hands)))):
        x, _ = place(hand, 0)
        text(down, f"{hand:,}", x, _TOP + _HIGH + 19)
    text(down, "hands", _LEFT + _WIDE / 2, _HEIGHT - 6)


def _amount(amount: float, step: float) -> str:
    return f"{amount:,.2f}" if step < 1 else f"{amount:,.0f}"


def _legend(svg: Element) -> None:
    for number, (words, color, dashes) in enumerate(_LINES):
        x = _LEFT + number * _WIDE / len(_LINES)
        line(svg, (x, 15), (x + 34, 15), stroke=color, stroke_width="4", stroke_dasharray=dashes)
        text(svg, words, x + 42, 21, font_size="17", font_weight="600")
