"""Charts of odds: next cards as a heat map, ranges as grids and bars, and equity curves."""

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from showdown.bulk.combos import grid_of_classes
from showdown.bulk.odds import Odds
from showdown.bulk.standing import EVEN, POINTS, Standing
from showdown.evaluator.cards import Card
from showdown.evaluator.games import Game
from showdown.pictures.drawing import (
    KEPT,
    LINE,
    LINE_STYLES,
    PLOT_TOP,
    QUIET,
    SIZE,
    WIDE,
    color_of,
    grid_line,
    group,
    legend_entry,
    line,
    path,
    picture,
    rectangle,
    stretched_picture,
    text,
    text_at,
)
from showdown.words.odds import whole_percent
from showdown.words.ranks import SUIT_SYMBOLS, card_name, rank_letter

_GAP = 1.5
"""Distance between a cell's edge and its color."""
_FEWEST_IN_A_ROW = 7
"""Minimum number of cells for which a row has room, so that a narrow range has no huge cells."""


def range_grid(standing: Standing, game: Game) -> Element:
    """Draw the grid of one range, with only the ranks of its hands.

    Hands outside the range have a frame only.
    """
    classes = {hands.name: hands for hands in standing.classes}
    letters = set("".join(classes))
    ranks = {card.rank for card in game.deck if str(card)[0] in letters}
    grid = grid_of_classes(sorted(ranks))
    described = (
        f"Suited hands above the diagonal, colored by their share of the pot;"
        f" the whole range has {whole_percent(standing.share)}."
    )
    size = SIZE / max(len(grid), _FEWEST_IN_A_ROW)
    title = f"{standing.label}: each hand"
    svg = picture(title, described, size * len(grid), class_="range-grid")
    cells = group(svg, text_anchor="middle", font_size=f"{size * 0.36:.0f}")
    for row, names in enumerate(grid):
        for column, name in enumerate(names):
            x, y, hands = column * size, row * size, classes.get(name)
            middle = x + size / 2
            if hands is None:
                _cell(cells, x, y, size, size, None)
                text(cells, name, middle, y + size * 0.58, fill_opacity=QUIET)
                continue
            ink = _cell(cells, x, y, size, size, hands.share)
            text(cells, name, middle, y + size * 0.46, fill=ink, font_weight="600")
            number = f"{hands.share * 100:.0f}"
            text(cells, number, middle, y + size * 0.83, fill=ink, font_size=f"{size * 0.32:.0f}")
    return svg


def _cell(
    parent: Element, x: float, y: float, width: float, height: float, share: float | None
) -> str:
    """Draw a cell in the color of its share, or a frame without one. Return the text color."""
    box = (x + _GAP, y + _GAP, width - 2 * _GAP, height - 2 * _GAP)
    if share is None:
        rectangle(parent, *box, rx="4", fill="none", stroke="currentColor", stroke_opacity=LINE)
        return "currentColor"
    painted = color_of(share)
    rectangle(parent, *box, rx="4", fill=painted.ground)
    return painted.ink


def share_scale() -> Element:
    """Draw the colors of shares, which are the same in every grid."""
    svg = picture("Share of the pot", "From 0% to 100%", 34, class_="scale")
    cells = group(svg, text_anchor="middle", font_size="17")
    width = SIZE / 11
    for tenth in range(11):
        painted = color_of(tenth / 10)
        rectangle(cells, tenth * width, 0, width, 34, fill=painted.ground)
        text(cells, f"{tenth * 10}%", (tenth + 0.5) * width, 23, fill=painted.ink)
    return svg


_NAMES, _NUMBERS = 220.0, 64.0
_BAR_TOP, _STEP, _THICK = 34.0, 46.0, 30.0
_MIDDLE = _NAMES + (SIZE - _NAMES - _NUMBERS) / 2
_REACH = (SIZE - _NAMES - _NUMBERS) / 2


def ahead_or_behind(standing: Standing) -> Element:
    """Draw a bar for each group, right of the middle if it has more than half of the pot."""
    described = (
        f"{whole_percent(standing.ahead)} of the range is ahead. "
        + "; ".join(
            f"{hands.name}: {whole_percent(hands.part)} of the range, share"
            f" {whole_percent(hands.share)}"
            for hands in standing.groups
        )
        + "."
    )
    height = _BAR_TOP + _STEP * len(standing.groups)
    name = f"{standing.label}’s range by made hand"
    svg = picture(name, described, height, class_="groups")
    head = group(svg, font_size="17", fill_opacity=QUIET)
    text(head, f"{whole_percent(standing.ahead)} of the hands are ahead", 0, 16)
    text(head, "50%", _MIDDLE, 16, text_anchor="middle")
    text(head, "share", SIZE, 16, text_anchor="end")
    for index, hands in enumerate(standing.groups):
        top = _BAR_TOP + index * _STEP
        middle = top + _THICK / 2
        text(svg, hands.name, 0, middle - 2, font_size="19", font_weight="600")
        part = f"{hands.combinations:,} hands, {whole_percent(hands.part)}"
        text(svg, part, 0, middle + 17, font_size="16", fill_opacity=QUIET)
        rectangle(svg, _MIDDLE - _REACH, top, 2 * _REACH, _THICK, fill="none",
                  stroke="currentColor", stroke_opacity=LINE)  # fmt: skip
        width = abs(hands.share - EVEN) * 2 * _REACH
        start = _MIDDLE if hands.share >= EVEN else _MIDDLE - width
        # A share near the middle would have the color of the background.
        strong = max(hands.share, 0.9) if hands.share >= EVEN else min(hands.share, 0.1)
        rectangle(svg, start, top, max(width, 1), _THICK, fill=color_of(strong).ground)
        text(svg, whole_percent(hands.share), SIZE, middle + 6, text_anchor="end", font_size="19")
    line(svg, (_MIDDLE, 24), (_MIDDLE, height), stroke_opacity="0.6")
    return svg


_CURVES_HEIGHT = 340
_HIGH = 246
"""Height of the plot."""
_MARGIN = 44
"""Width of the margin for the shares, left of the curves; table.css has the same in rem."""
_QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def share_curves(standings: Sequence[Standing]) -> Element:
    described = "; ".join(
        f"{standing.label}: the best hand {whole_percent(standing.curve[0])}, the middle one"
        f" {whole_percent(standing.curve[POINTS // 2])}, the worst"
        f" {whole_percent(standing.curve[-1])}"
        for standing in standings
    )
    svg, plot = stretched_picture(
        "Equity distribution", described, _CURVES_HEIGHT, _HIGH, class_="curves"
    )
    labels = group(svg, font_size="13", text_anchor="end", fill_opacity=QUIET)
    for share in _QUARTERS:
        y = _HIGH * (1 - share)
        grid_line(plot, labels, y, whole_percent(share), is_base=share == EVEN)
    labels = group(svg, font_size="13", text_anchor="middle", fill_opacity=QUIET)
    for part in _QUARTERS[1:-1]:
        line(plot, (WIDE * part, 0), (WIDE * part, _HIGH), stroke_opacity=LINE, **KEPT)
        text_at(labels, whole_percent(part), whole_percent(part), PLOT_TOP + _HIGH + 19)
    text_at(labels, "of the range, the best hands first", "50%", _CURVES_HEIGHT - 8)
    drawn = list(zip(standings, LINE_STYLES, strict=False))
    for standing, style in drawn:
        points = [
            (WIDE * index / (POINTS - 1), _HIGH * (1 - share))
            for index, share in enumerate(standing.curve)
        ]
        path(plot, points, **KEPT, **style)
    for index, (standing, style) in enumerate(drawn):
        half = SubElement(svg, "svg", {"x": f"{50 * index}%", "overflow": "visible"})
        legend_entry(half, -_MARGIN, standing.label[:16], style)
    return svg


_HEAD, _ROW = 24.0, 44.0
_SUITS = 30.0
_SUITS_FROM_THE_TOP = (3, 2, 1, 0)


def card_heat(odds: Odds, player: int) -> Element:
    """Draw the player's share after each next card. Cards that can't come have a frame only."""
    label = odds.spot.labels[player]
    shares = {next_card.card: float(next_card.shares[player]) for next_card in odds.next_cards}
    best, worst = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    described = (
        f"Best for {label} is the {card_name(best)}, which leaves {whole_percent(shares[best])};"
        f" worst the {card_name(worst)} with {whole_percent(shares[worst])}."
    )
    height = _HEAD + _ROW * len(_SUITS_FROM_THE_TOP)
    svg = picture(f"{label}: after each next card", described, height, class_="card-heat")
    ranks = sorted({card.rank for card in odds.spot.game.deck}, reverse=True)
    width = (SIZE - _SUITS) / len(ranks)
    head = group(svg, font_size="17", text_anchor="middle", fill_opacity=QUIET)
    for column, rank in enumerate(ranks):
        text(head, rank_letter(rank), _SUITS + (column + 0.5) * width, 17)
    cells = group(svg, font_size="17", text_anchor="middle")
    for row, suit in enumerate(_SUITS_FROM_THE_TOP):
        top = _HEAD + row * _ROW
        text(cells, SUIT_SYMBOLS[suit], 13, top + _ROW * 0.64, font_size="22")
        for column, rank in enumerate(ranks):
            left, share = _SUITS + column * width, shares.get(Card(rank, suit))
            ink = _cell(cells, left, top, width, _ROW, share)
            if share is not None:
                text(cells, f"{share * 100:.0f}", left + width / 2, top + _ROW * 0.64, fill=ink)
    return svg
