"""A range as a grid of classes of hands, coloured by their share."""

from xml.etree.ElementTree import Element

from showdown.bulk.standing import Some, Standing
from showdown.bulk.two_cards import grid_of_classes
from showdown.evaluator.games import Game
from showdown.pictures.colours import colour_of
from showdown.pictures.drawing import LINE, QUIET, SIZE, group, picture, rectangle, text
from showdown.words.odds import whole_percent

_GAP = 1.5


def range_grid(standing: Standing, game: Game) -> Element:
    """The grid of one range. Hands that aren't in it have a frame only."""
    grid = grid_of_classes(sorted({card.rank for card in game.deck}))
    classes = {some.name: some for some in standing.classes}
    described = (
        f"Suited hands above the diagonal, coloured by their share of the pot;"
        f" the whole range has {whole_percent(standing.share)}."
    )
    svg = picture(f"{standing.label}: each hand", described, SIZE, class_="range-grid")
    cells = group(svg, text_anchor="middle", font_size="17")
    size = SIZE / len(grid)
    for row, names in enumerate(grid):
        for column, name in enumerate(names):
            _cell(cells, name, classes.get(name), (column * size, row * size), size)
    return svg


def _cell(
    parent: Element, name: str, some: Some | None, corner: tuple[float, float], size: float
) -> None:
    x, y = corner
    side = size - 2 * _GAP
    middle = x + size / 2
    box = (x + _GAP, y + _GAP, side, side)
    if some is None:
        rectangle(parent, *box, rx="4", fill="none", stroke="currentColor", stroke_opacity=LINE)
        text(parent, name, middle, y + size * 0.58, fill_opacity=QUIET)
        return
    painted = colour_of(some.share)
    rectangle(parent, *box, rx="4", fill=painted.ground)
    text(parent, name, middle, y + size * 0.46, fill=painted.ink, font_weight="600")
    number = f"{some.share * 100:.0f}"
    text(parent, number, middle, y + size * 0.83, fill=painted.ink, font_size="15")
