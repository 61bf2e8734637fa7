"""Which hands of a range are ahead, and by how much: what they make, as bars from the middle."""

from xml.etree.ElementTree import Element

from showdown.bulk.standing import EVEN, Some, Standing
from showdown.pictures.colours import colour_of
from showdown.pictures.drawing import LINE, QUIET, SIZE, group, line, picture, rectangle, text
from showdown.words.odds import whole_percent

_NAMES, _NUMBERS = 220.0, 64.0
_TOP, _STEP, _THICK = 34.0, 46.0, 30.0
_MIDDLE = _NAMES + (SIZE - _NAMES - _NUMBERS) / 2
_REACH = (SIZE - _NAMES - _NUMBERS) / 2


def ahead_or_behind(standing: Standing) -> Element:
    """A bar for each group, right of the middle for those that have more than half of the pot."""
    described = (
        f"{whole_percent(standing.ahead)} of the range is ahead. "
        + "; ".join(
            f"{some.name}: {whole_percent(some.part)} of the range, share"
            f" {whole_percent(some.share)}"
            for some in standing.groups
        )
        + "."
    )
    height = _TOP + _STEP * len(standing.groups)
    name = f"{standing.label}’s range by made hand"
    svg = picture(name, described, height, class_="groups")
    head = group(svg, font_size="17", fill_opacity=QUIET)
    text(head, f"{whole_percent(standing.ahead)} of the hands are ahead", 0, 16)
    text(head, "50 %", _MIDDLE, 16, text_anchor="middle")
    text(head, "share", SIZE, 16, text_anchor="end")
    for place, some in enumerate(standing.groups):
        _bar(svg, some, _TOP + place * _STEP)
    line(svg, (_MIDDLE, 24), (_MIDDLE, height), stroke_opacity="0.6")
    return svg


def _bar(svg: Element, some: Some, top: float) -> None:
    middle = top + _THICK / 2
    text(svg, some.name, 0, middle - 2, font_size="19", font_weight="600")
    part = f"{some.combinations:,} hands, {whole_percent(some.part)}"
    text(svg, part, 0, middle + 17, font_size="16", fill_opacity=QUIET)
    rectangle(svg, _MIDDLE - _REACH, top, 2 * _REACH, _THICK, fill="none", stroke="currentColor",
              stroke_opacity=LINE)  # fmt: skip
    width = abs(some.share - EVEN) * 2 * _REACH
    start = _MIDDLE if some.share >= EVEN else _MIDDLE - width
    rectangle(svg, start, top, max(width, 1), _THICK, fill=colour_of(_strong(some.share)).ground)
    text(svg, whole_percent(some.share), SIZE, middle + 6, text_anchor="end", font_size="19")


def _strong(share: float) -> float:
    """A share at least so far from the middle that its colour can be told from the ground."""
    return max(share, 0.9) if share >= EVEN else min(share, 0.1)
