"""The shares of two ranges over each other: each from its best hand to its worst."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from showdown.bulk.standing import POINTS, Standing
from showdown.pictures.colours import FIRST, SECOND
from showdown.pictures.drawing import LINE, QUIET, SIZE, group, line, path, picture, rectangle, text
from showdown.words.odds import whole_percent

_LEFT, _TOP, _RIGHT, _BOTTOM = 56.0, 40.0, 8.0, 46.0
_HEIGHT = 380.0
_WIDE, _HIGH = SIZE - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
_QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)
_LINES = ((FIRST, "none"), (SECOND, "10 5"))
"""The second line is dashed, so that the two differ without their colours."""


def share_curves(standings: Sequence[Standing]) -> Element:
    described = "; ".join(
        f"{standing.label}: the best hand {whole_percent(standing.curve[0])}, the middle one"
        f" {whole_percent(standing.curve[POINTS // 2])}, the worst"
        f" {whole_percent(standing.curve[-1])}"
        for standing in standings
    )
    svg = picture("Equity distribution", described, _HEIGHT, class_="curves")
    _axes(svg)
    for standing, (colour, dashes) in zip(standings, _LINES, strict=False):
        points = [
            (_LEFT + _WIDE * place / (POINTS - 1), _TOP + _HIGH * (1 - share))
            for place, share in enumerate(standing.curve)
        ]
        path(svg, points, stroke=colour, stroke_width="4", stroke_dasharray=dashes,
             stroke_linejoin="round")  # fmt: skip
    _legend(svg, standings)
    return svg


def _axes(svg: Element) -> None:
    across = group(svg, font_size="15", text_anchor="end", fill_opacity=QUIET)
    for share in _QUARTERS:
        y = _TOP + _HIGH * (1 - share)
        line(across, (_LEFT, y), (SIZE - _RIGHT, y), stroke_opacity="0.6" if share == 0.5 else LINE)
        text(across, whole_percent(share), _LEFT - 6, y + 5)
    down = group(svg, font_size="15", text_anchor="middle", fill_opacity=QUIET)
    for part in _QUARTERS[1:-1]:
        x = _LEFT + _WIDE * part
        line(down, (x, _TOP), (x, _TOP + _HIGH), stroke_opacity=LINE)
        text(down, whole_percent(part), x, _TOP + _HIGH + 19)
    text(down, "of the range, the best hands first", _LEFT + _WIDE / 2, _HEIGHT - 6)


def _legend(svg: Element, standings: Sequence[Standing]) -> None:
    room = _WIDE / max(len(standings), 1)
    for place, (standing, (colour, dashes)) in enumerate(zip(standings, _LINES, strict=False)):
        x = _LEFT + place * room
        if dashes == "none":
            rectangle(svg, x, 13, 34, 4, fill=colour)
        else:
            line(svg, (x, 15), (x + 34, 15), stroke=colour, stroke_width="4",
                 stroke_dasharray=dashes)  # fmt: skip
        words = f"{standing.label[:16]} {whole_percent(standing.share)}"
        text(svg, words, x + 42, 21, font_size="17", font_weight="600")
