"""Build SVG elements, as a tree that escapes text, and choose colors.

Colors are attributes, because the site's content security policy forbids inline styles. Text has
the color of the text around the chart.
"""

from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, tostring

FIRST, SECOND = "#0c8070", "#c35f12"
"""Colors of two players, distinct on light and dark backgrounds."""
_SCALE = ((0x8C, 0x45, 0x0C), (0xF3, 0xEA, 0xD6), (0x06, 0x66, 0x5C))
_BLACK, _WHITE = "#000000", "#ffffff"
_EQUAL = (1.05 * 0.05) ** 0.5 - 0.05
"""Luminance of a background on which black and white have the same contrast, 4.58 to 1."""


class Colors(NamedTuple):
    """A background color, and a text color with enough contrast."""

    ground: str
    ink: str


def color_of(share: float) -> Colors:
    """Return the colors of a share from 0 to 1."""
    share = min(max(share, 0.0), 1.0)
    below, above = min(2 * share, 1.0), max(2 * share - 1, 0.0)
    channels = [
        round(low + (middle - low) * below + (high - middle) * above)
        for low, middle, high in zip(*_SCALE, strict=True)
    ]
    # The relative luminance of the color, 0 to 1 (WCAG 2.2).
    parts = [channel / 255 for channel in channels]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    light = sum(part * by for part, by in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
    red, green, blue = channels
    return Colors(f"#{red:02x}{green:02x}{blue:02x}", _BLACK if light > _EQUAL else _WHITE)


SIZE = 624
"""Width in user units of a picture that isn't stretched; pages scale it."""
QUIET = "0.72"
"""Opacity of less important text, dark enough for small text on all backgrounds of the site."""
LINE = "0.25"
WIDE = 1000
"""Width of a stretched plot in its own units."""
PLOT_TOP = 44
"""Vertical position of a stretched plot in its picture."""
KEPT = {"vector_effect": "non-scaling-stroke", "stroke_linejoin": "round"}
"""Attributes of a line whose width isn't stretched with its plot."""
LINE_STYLES = (
    {"stroke": FIRST, "stroke_width": "3"},
    {"stroke": SECOND, "stroke_width": "3", "stroke_dasharray": "10 5"},
)
"""Styles of two lines compared. The second is dashed, so that they differ without color."""


def picture(name: str, description: str, height: float, *, class_: str) -> Element:
    """Return an empty picture with a description for screen readers."""
    svg = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {SIZE} {number_text(height)}",
            "role": "img",
            "aria-label": f"{name}. {description}",
            "class": f"picture {class_}",
            "font-family": "system-ui, sans-serif",
            "fill": "currentColor",
        },
    )
    SubElement(svg, "title").text = name
    return svg


def stretched_picture(
    name: str, description: str, height: int, high: int, *, class_: str
) -> tuple[Element, Element]:
    """Return a picture as wide as the page, and its plot, which is stretched to that width.

    Text keeps its size. The plot is `high` pixels high and `WIDE` units wide; its lines need the
    attributes `KEPT`.
    """
    svg = picture(name, description, height, class_=f"stretched {class_}")
    del svg.attrib["viewBox"]
    svg.attrib |= {"width": "100%", "height": str(height)}
    return svg, SubElement(svg, "svg", {
        "y": str(PLOT_TOP), "width": "100%", "height": str(high),
        "viewBox": f"0 0 {WIDE} {high}", "preserveAspectRatio": "none",
        "overflow": "visible",
    })  # fmt: skip


def grid_line(plot: Element, labels: Element, y: float, words: str, *, is_base: bool) -> None:
    """Draw a horizontal line of a stretched plot, and its label in the margin left of the plot."""
    line(plot, (0, y), (WIDE, y), stroke_opacity="0.6" if is_base else LINE, **KEPT)
    text(labels, words, -8, PLOT_TOP + y + 4)


def legend_entry(parent: Element, x: float, words: str, style: dict[str, str]) -> None:
    """Draw a sample of a line above a stretched plot, and its name beside it."""
    line(parent, (x, 13), (x + 22, 13), **style)
    text(parent, words, x + 28, 18, font_size="13", font_weight="600")


def text_at(labels: Element, words: str, percent: str, y: float) -> Element:
    """Add a text at a percentage (`"50%"`) of the width of a stretched picture, and return it."""
    made = text(labels, words, 0, y)
    made.set("x", percent)
    return made


def rectangle(
    parent: Element, x: float, y: float, width: float, height: float, **attributes: str
) -> Element:
    return _add_shape(
        parent, "rect", {"x": x, "y": y, "width": width, "height": height}, attributes
    )


def line(
    parent: Element, start: tuple[float, float], end: tuple[float, float], **attributes: str
) -> Element:
    (x1, y1), (x2, y2) = start, end
    attributes = {"stroke": "currentColor"} | attributes
    return _add_shape(parent, "line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, attributes)


def text(parent: Element, words: str, x: float, y: float, **attributes: str) -> Element:
    made = _add_shape(parent, "text", {"x": x, "y": y}, attributes)
    made.text = words
    return made


def group(parent: Element, **attributes: str) -> Element:
    return _add_shape(parent, "g", {}, attributes)


def path(parent: Element, points: list[tuple[float, float]], **attributes: str) -> Element:
    """Add a line through the points."""
    steps = " ".join(f"{number_text(x)},{number_text(y)}" for x, y in points)
    return _add_shape(parent, "polyline", {}, {"points": steps, "fill": "none"} | attributes)


def markup(drawn: Element) -> str:
    return tostring(drawn, encoding="unicode")


def _add_shape(
    parent: Element, tag: str, positions: dict[str, float], attributes: dict[str, str]
) -> Element:
    """Add an element; `_` in attribute names becomes `-`, and `class_` is `class`."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    return SubElement(
        parent, tag, {name: number_text(at) for name, at in positions.items()} | named
    )


def number_text(number: float) -> str:
    """Format a coordinate with at most one decimal: a tenth of a unit can't be seen."""
    return f"{number:.1f}".removesuffix(".0")
