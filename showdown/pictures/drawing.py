"""What all pictures are drawn with. Elements are built as a tree, so that text escapes itself.

Colours stand in attributes and not in styles, which pages of the site refuse. Text has the colour
of the text around the picture.
"""

from xml.etree.ElementTree import Element, SubElement, tostring

SIZE = 624
"""The width of every picture; it is scaled to the room there is."""
QUIET = "0.72"
"""The opacity of what is less important: dark enough for small text on any of our grounds."""
LINE = "0.25"


def picture(name: str, description: str, height: float, *, class_: str) -> Element:
    """An empty picture, with what is read to those who don't see it."""
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


def rectangle(
    parent: Element, x: float, y: float, width: float, height: float, **attributes: str
) -> Element:
    return _shape(parent, "rect", {"x": x, "y": y, "width": width, "height": height}, attributes)


def line(
    parent: Element, start: tuple[float, float], end: tuple[float, float], **attributes: str
) -> Element:
    (x1, y1), (x2, y2) = start, end
    attributes = {"stroke": "currentColor"} | attributes
    return _shape(parent, "line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}, attributes)


def text(parent: Element, words: str, x: float, y: float, **attributes: str) -> Element:
    made = _shape(parent, "text", {"x": x, "y": y}, attributes)
    made.text = words
    return made


def group(parent: Element, **attributes: str) -> Element:
    return _shape(parent, "g", {}, attributes)


def path(parent: Element, points: list[tuple[float, float]], **attributes: str) -> Element:
    """A line through the points."""
    steps = " ".join(f"{number_text(x)},{number_text(y)}" for x, y in points)
    return _shape(parent, "polyline", {}, {"points": steps, "fill": "none"} | attributes)


def markup(drawn: Element) -> str:
    return tostring(drawn, encoding="unicode")


def _shape(
    parent: Element, tag: str, places: dict[str, float], attributes: dict[str, str]
) -> Element:
    """An element; in the names of attributes `_` stands for `-`, and `class_` is `class`."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    return SubElement(parent, tag, {name: number_text(at) for name, at in places.items()} | named)


def number_text(number: float) -> str:
    """The number with one decimal at most: a tenth of a unit can't be seen."""
    return f"{number:.1f}".removesuffix(".0")
