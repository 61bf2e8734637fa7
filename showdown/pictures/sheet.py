"""All pictures of some odds in one SVG file, with its own colors."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from showdown.bulk.odds import Odds
from showdown.bulk.standing import standings
from showdown.pictures.drawing import SIZE, markup, picture, text
from showdown.pictures.odds import ahead_or_behind, card_heat, range_grid, share_curves

_MARGIN, _TITLE = 24.0, 30.0
_STYLE = (
    "svg{color:#1d2320}.paper{fill:#fff}"
    "@media(prefers-color-scheme:dark){svg{color:#e9eeeb}.paper{fill:#101614}}"
)


def pictures_of(odds: Odds) -> Iterator[Element]:
    """Return every picture of the odds; none for known hands if no card is to come."""
    stand = standings(odds)
    if stand:
        yield share_curves(stand)
    for standing in stand:
        if len(standing.classes) > 1:
            yield range_grid(standing, odds.spot.game)
            yield ahead_or_behind(standing)
    if odds.next_cards:
        for player in range(odds.tally.players):
            yield card_heat(odds, player)


def sheet(odds: Odds, title: str) -> str | None:
    """Return the pictures as the text of an SVG file; None if there are none."""
    pictures = list(pictures_of(odds))
    if not pictures:
        return None
    whole = picture(title, "Pictures of odds.", 0, class_="sheet")
    SubElement(whole, "style").text = _STYLE
    paper = SubElement(whole, "rect", {"width": "100%", "height": "100%", "class": "paper"})
    text(whole, title, _MARGIN, _MARGIN + 14, font_size="18", font_weight="700")
    top = 2 * _MARGIN + 14
    for part in pictures:
        name = part.findtext("title") or ""
        text(whole, name, _MARGIN, top + 16, font_size="17", font_weight="600")
        height = float(part.attrib["viewBox"].split()[3])
        part.attrib |= {
            "x": str(_MARGIN), "y": str(top + _TITLE), "width": str(SIZE), "height": str(height)
        }  # fmt: skip
        whole.append(part)
        top += _TITLE + height + _MARGIN
    wide = SIZE + 2 * _MARGIN
    whole.attrib |= {"viewBox": f"0 0 {wide:g} {top:g}", "width": f"{wide:g}", "height": f"{top:g}"}
    paper.attrib |= {"width": f"{wide:g}", "height": f"{top:g}"}
    return markup(whole)
