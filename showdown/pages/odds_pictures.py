"""Images of odds on a page, each with its figures as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from django.utils.safestring import SafeString, mark_safe

from showdown.bulk.odds import Odds
from showdown.bulk.standing import POINTS, Some, Standing, standings
from showdown.pictures.drawing import markup
from showdown.pictures.odds import ahead_or_behind, card_heat, range_grid, share_curves, share_scale
from showdown.words.odds import short_percent, whole_percent

_OF_A_TABLE = 5
"""Step in percent between the rows of a curve's table."""


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """An image, its title, and its figures as a table; `kind` is `curve`, `range` or `scale`."""

    title: str
    drawn: SafeString
    kind: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def pictures_of(odds: Odds) -> tuple[ShownPicture, ...]:
    """Return the images for two ranges: the curve, grids, a scale, and groups; otherwise none.

    A single hand has neither a grid nor groups.
    """
    stand = standings(odds)
    if not stand:
        return ()
    ranges = [standing for standing in stand if len(standing.classes) > 1]
    columns = ("Count", "Part", "Share", "Ahead")
    grids = [
        _shown(range_grid(standing, odds.spot.game), ("Hand", *columns), standing.classes)
        for standing in ranges
    ]
    groups = [
        _shown(ahead_or_behind(standing), ("Makes", *columns), standing.groups)
        for standing in ranges
    ]
    scale = [ShownPicture("Share of the pot", _safe(share_scale()), kind="scale")] if grids else []
    return (_curves(stand), *grids, *scale, *groups)


def heat_of(odds: Odds, player: int) -> SafeString | None:
    """Return the heat map of the next cards; None if no card is to come."""
    return _safe(card_heat(odds, player)) if odds.next_cards else None


def _curves(stand: Sequence[Standing]) -> ShownPicture:
    rows = (
        (f"{place}%", *(short_percent(standing.curve[place]) for standing in stand))
        for place in range(0, POINTS, _OF_A_TABLE)
    )
    drawn = share_curves(stand)
    columns = ("Of the range, the best first", *(standing.label for standing in stand))
    return ShownPicture(drawn.findtext("title") or "", _safe(drawn), "curve", columns, tuple(rows))


def _shown(drawn: Element, columns: tuple[str, ...], every: Sequence[Some]) -> ShownPicture:
    rows = tuple(
        (
            some.name,
            f"{some.combinations:,}",
            short_percent(some.part),
            short_percent(some.share),
            whole_percent(some.ahead),
        )
        for some in every
    )
    return ShownPicture(drawn.findtext("title") or "", _safe(drawn), "range", columns, rows)


def _safe(drawn: Element) -> SafeString:
    return mark_safe(markup(drawn))  # noqa: S308 - built as a tree, which escapes its text
