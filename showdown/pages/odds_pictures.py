"""Pictures of odds on a page, each with its figures as a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from xml.etree.ElementTree import Element

from django.utils.safestring import SafeString, mark_safe

from showdown.bulk.odds import Odds
from showdown.bulk.standing import POINTS, Some, Standing, standings
from showdown.pictures.drawing import markup
from showdown.pictures.odds import ahead_or_behind, card_heat, range_grid, share_curves
from showdown.words.odds import short_percent, whole_percent

_OF_A_TABLE = 5
"""Step in percent between the rows of a curve's table."""


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture, its title, and its figures as a table."""

    title: str
    drawn: SafeString
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def pictures_of(odds: Odds) -> tuple[ShownPicture, ...]:
    """Return the pictures for two ranges; none for other odds."""
    stand = standings(odds)
    if not stand:
        return ()
    return (_curves(stand), *chain.from_iterable(_of_a_range(odds, standing) for standing in stand))


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
    return _shown(drawn, columns, tuple(rows))


def _of_a_range(odds: Odds, standing: Standing) -> Iterator[ShownPicture]:
    """Yield the pictures of a range; a single hand is one cell, and one bar."""
    if len(standing.classes) < 2:
        return
    columns = ("Hand", "Count", "Part", "Share", "Ahead")
    classes = tuple(map(_row, standing.classes))
    yield _shown(range_grid(standing, odds.spot.game), columns, classes)
    groups = tuple(map(_row, standing.groups))
    yield _shown(ahead_or_behind(standing), ("Makes", *columns[1:]), groups)


def _row(some: Some) -> tuple[str, ...]:
    return (
        some.name,
        f"{some.combinations:,}",
        short_percent(some.part),
        short_percent(some.share),
        whole_percent(some.ahead),
    )


def _shown(
    drawn: Element, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]
) -> ShownPicture:
    return ShownPicture(drawn.findtext("title") or "", _safe(drawn), columns, rows)


def _safe(drawn: Element) -> SafeString:
    return mark_safe(markup(drawn))  # noqa: S308 - built as a tree, which escapes its text
