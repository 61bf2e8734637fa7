"""Colors, coordinates and axes of charts, which templates draw as SVG.

Colors are attributes, because the site's content security policy forbids inline styles. Text has
the color of the text around the chart.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from showdown.words.ranks import count_text

LINE_COLORS = ("#0c8070", "#c35f12")
"""Colors of the two lines in a comparison, visible on light and dark backgrounds."""
_SHARE_RGB = ((0x8C, 0x45, 0x0C), (0xF3, 0xEA, 0xD6), (0x06, 0x66, 0x5C))
"""Colors of the shares 0, 1/2 and 1, as red, green and blue."""
_DARK_TEXT_SHARES = 0.108, 0.895
"""The shares between which black text has more contrast than white, at least 4.5 to 1."""
_PLOT_WIDTH = 1000
"""Width of every plot in units of its SVG, which is stretched to the page."""
_LUCK_PLOT_HEIGHT = 230
"""Height of the plot of luck, in units of its SVG."""
_SUFFIXES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))
_MAX_STEPS = 5
"""Maximum number of steps in the range of the data; whole steps at its ends may add one or two."""

type Point = tuple[int, float | str, float | str]
"""The number of hands so far, the net after them, and the net by all-in equity."""


class Colors(NamedTuple):
    """A background color, and a text color with enough contrast."""

    background: str
    text: str


@lru_cache(maxsize=1024)
def share_colors(share: float) -> Colors:
    """Return the colors of a share from 0 to 1."""
    share = min(max(share, 0.0), 1.0)
    below, above = min(2 * share, 1.0), max(2 * share - 1, 0.0)
    red, green, blue = (
        round(low + (middle - low) * below + (high - middle) * above)
        for low, middle, high in zip(*_SHARE_RGB, strict=True)
    )
    darkest, lightest = _DARK_TEXT_SHARES
    text = "#000000" if darkest < share < lightest else "#ffffff"
    return Colors(f"#{red:02x}{green:02x}{blue:02x}", text)


def coordinate(number: float) -> str:
    """Format a coordinate with at most one decimal: smaller differences can't be seen."""
    return f"{number:.1f}".removesuffix(".0")


def polyline(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in points)


def share_line(shares: Sequence[float], height: float) -> str:
    """Return the points of a polyline for shares from 0 to 1, evenly spaced over the plot."""
    last = len(shares) - 1
    return polyline(
        (_PLOT_WIDTH * i / last, height * (1 - share)) for i, share in enumerate(shares)
    )


def luck_chart(player: str, lines: Mapping[str, Sequence[Point]]) -> dict[str, Any]:
    """Return the lines, ticks and description of the chart of this player's luck.

    `own_lines` are the lines of the actual and the expected winnings, and `other_lines` those of
    the other players, as points of a plot 1000 units wide and `height` high. `amount_ticks` have a
    vertical position and a text, and `hand_ticks` a fraction of the width and a text.
    """
    nets = {name: [(hand, float(net)) for hand, net, _ in line] for name, line in lines.items()}
    own_lines = [
        nets.pop(player),
        [(hand, float(by_equity)) for hand, _, by_equity in lines[player]],
    ]
    other_lines = list(nets.values())
    all_lines = [*other_lines, *own_lines]
    hands = max(line[-1][0] for line in all_lines)
    amounts = [0.0, *(amount for line in all_lines for _, amount in line)]
    low, high = min(amounts), max(amounts)
    step = _tick_step(high - low)
    low, high = step * (low // step), step * -(-high // step) or step

    def y_of(amount: float) -> float:
        return _LUCK_PLOT_HEIGHT * (high - amount) / (high - low)

    def draw_line(line: list[tuple[int, float]]) -> str:
        # A player who joins late stays at zero until the player's first hand.
        line_from_start = [(0, 0.0), (line[0][0] - 1, 0.0), *line]
        return polyline(
            (_PLOT_WIDTH * hand / max(hands, 1), y_of(amount)) for hand, amount in line_from_start
        )

    ticks = [low + number * step for number in range(round((high - low) / step) + 1)]
    step_of_hands = max(1, round(_tick_step(hands)))
    (hand_count, net), (_, by_equity) = own_lines[0][-1], own_lines[1][-1]
    return {
        "description": (
            f"After {count_text(hand_count, 'hand')} {net:+,.2f}; all-in EV {by_equity:+,.2f}"
        ),
        "height": _LUCK_PLOT_HEIGHT,
        "own_lines": [draw_line(line) for line in own_lines],
        "other_lines": [draw_line(line) for line in other_lines],
        "amount_ticks": [
            (y_of(amount), "0" if abs(amount) < step / 2 else _tick_label(amount, step))
            for amount in ticks
        ],
        "hand_ticks": [
            (hand / hands, _tick_label(hand, step_of_hands))
            for hand in range(step_of_hands, hands + 1, step_of_hands)
        ],
    }


def _tick_label(amount: float, step: float) -> str:
    """Return a number on an axis, at most six characters long: `0.50`, `−200`, `1.5k`."""
    divisor, suffix = next(
        ((divisor, suffix) for divisor, suffix in _SUFFIXES if abs(amount) >= divisor), (1, "")
    )
    text = f"{amount:.2f}" if step < 1 else f"{round(amount) / divisor:g}{suffix}"
    return text.replace("-", "−")


def _tick_step(length: float) -> float:
    """Return the step between lines of an axis of this length: 1, 2 or 5 times a power of ten."""
    min_step = max(length / _MAX_STEPS, 0.01)
    step = 0.01
    while step < min_step:
        step *= 10
    return next((step / divisor for divisor in (10, 5, 2) if step / divisor >= min_step), step)
