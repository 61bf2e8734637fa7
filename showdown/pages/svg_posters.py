"""The picture of a ruling as SVG: the same strokes as the PNG, by a pen that writes elements."""

from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from PIL.ImageFont import FreeTypeFont

from showdown.pages.posters import FELT, HEIGHT, WIDTH, Poster, draw
from showdown.pictures.drawing import number_text

_FONTS = "'DejaVu Sans Condensed', 'DejaVu Sans', 'Segoe UI Symbol', sans-serif"
_ANCHORS = {"l": "start", "m": "middle", "r": "end"}


def svg_of(poster: Poster) -> str:
    """The picture as an SVG document, which scales without an edge."""
    svg = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "width": str(WIDTH),
            "height": str(HEIGHT),
            "role": "img",
            "aria-label": f"{poster.game}. {poster.headline}",
            "font-family": _FONTS,
            "font-weight": "bold",
        },
    )
    SubElement(svg, "title").text = poster.headline
    SubElement(svg, "rect", {"width": str(WIDTH), "height": str(HEIGHT), "fill": FELT})
    draw(_Pen(svg), poster)
    return tostring(svg, encoding="unicode")


class _Pen:
    """Draws what `posters` asks an ImageDraw for."""

    def __init__(self, svg: Element) -> None:
        self._svg = svg

    def text(
        self,
        xy: tuple[float, float],
        text: str,
        fill: str,
        font: FreeTypeFont,
        anchor: str = "la",
    ) -> None:
        x, y = xy
        width = font.getlength(text)
        attributes = {
            "x": number_text(x),
            "y": number_text(y + _down_to_baseline(text, font, anchor[1])),
            "fill": fill,
            "font-size": number_text(font.size),
            "text-anchor": _ANCHORS[anchor[0]],
        }
        if len(text) > 1:
            # Whatever font is there, the text takes the room that was measured.
            attributes |= {"textLength": number_text(width), "lengthAdjust": "spacingAndGlyphs"}
        SubElement(self._svg, "text", attributes).text = text

    def rounded_rectangle(
        self, box: tuple[float, ...], radius: float, fill: str, outline: str, width: float
    ) -> None:
        left, top, right, bottom = box
        sides: dict[str, Any] = {
            "x": left + width / 2,
            "y": top + width / 2,
            "width": right - left - width,
            "height": bottom - top - width,
            "rx": radius,
            "stroke-width": width,
        }
        numbers = {name: number_text(side) for name, side in sides.items()}
        SubElement(self._svg, "rect", numbers | {"fill": fill, "stroke": outline})


def _down_to_baseline(text: str, font: FreeTypeFont, anchor: str) -> float:
    """How far below the point of this anchor (ascender, top, middle, bottom) the text stands."""
    ascent, descent = font.getmetrics()
    _, top, _, bottom = font.getbbox(text, anchor="ls")
    return {"a": ascent, "t": -top, "m": (ascent - descent) / 2, "b": -bottom}[anchor]
