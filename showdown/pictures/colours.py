"""Colours of shares: from brown (nothing) over sand (half) to teal (everything).

The two ends differ for all who see colours in another way, and in how light they are not at all:
the number always stands beside the colour.
"""

from typing import NamedTuple

FIRST, SECOND = "#0c8070", "#c35f12"
"""The colours of two players. Both can be told from a light and from a dark ground."""
_SCALE = ((0x8C, 0x45, 0x0C), (0xF3, 0xEA, 0xD6), (0x06, 0x66, 0x5C))
_BLACK, _WHITE = "#000000", "#ffffff"
_EQUAL = (1.05 * 0.05) ** 0.5 - 0.05
"""How light a ground is on which black and white have the same contrast, 4.58 to 1."""


class Painted(NamedTuple):
    """A ground, and the ink that can be read on it."""

    ground: str
    ink: str


def colour_of(share: float) -> Painted:
    """The colour of a share from 0 to 1."""
    red, green, blue = (round(_between(*channel, share)) for channel in zip(*_SCALE, strict=True))
    light = _luminance(red, green, blue)
    ink = _BLACK if light > _EQUAL else _WHITE
    return Painted(f"#{red:02x}{green:02x}{blue:02x}", ink)


def _between(low: float, middle: float, high: float, share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    if share < 0.5:
        return low + (middle - low) * share * 2
    return middle + (high - middle) * (share - 0.5) * 2


def _luminance(*channels: int) -> float:
    """How light the colour is, 0 to 1 (WCAG 2.2)."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in channels)
    ]
    return sum(part * by for part, by in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
