"""Read spots from lines of CSV, and write their odds with a line for each player.

A spot has the optional columns `game`, `board` and `dead`, and a column for each hand, named by its
label. An empty cell means that the spot doesn't have this hand.
"""

import csv
from collections.abc import Iterable
from typing import IO, Any

from showdown.bulk.odds import compute_odds
from showdown.bulk.tally import POT_PARTS
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game, find_game
from showdown.notation.deal_line import is_deal_line
from showdown.notation.odds_json import percent
from showdown.notation.spots import read_spot
from showdown.words.errors import error_text
from showdown.words.odds import open_cards_text, range_size_text

GAME, BOARD, DEAD = _SPOT_COLUMNS = "game", "board", "dead"
COLUMNS = (
    *("line", GAME, "label", "hand", BOARD, DEAD, "exact", "counted", "margin"),
    *("share", "percent", *POT_PARTS, "combinations", "read_as", "error"),
)

type Row = dict[str, str | int | float]


class TooManyCells(InvalidDeal):
    """A line with more cells than the file has columns."""

    message = "{cells} cells, but the first line names {columns} columns"

    cells: int
    columns: int


class NoColumnsOfHands(InvalidDeal):
    """A file, such as a file of deals, whose first line doesn't name columns for two hands."""

    message = (
        "the first line must name columns for at least two hands, such as"
        " game,board,HandA,HandB; to settle a file of deals, use omahacomp"
    )


def write_odds(source: Iterable[str], target: IO[str], game: Game, *, seed: int) -> int:
    """Write the odds of each spot as soon as it is read. Return the number of invalid spots.

    `game` is the game of lines without one. Raise NoColumnsOfHands, before anything is written, if
    the first line names fewer than two hands or is a deal.
    """
    reader = csv.DictReader(source, restval="")
    columns = reader.fieldnames or ()
    labels = [column for column in columns if column.strip() and column not in _SPOT_COLUMNS]
    if len(labels) < 2 or is_deal_line(",".join(columns)):
        raise NoColumnsOfHands
    writer = csv.DictWriter(target, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    invalid_count = 0
    for row in reader:
        player_rows, is_invalid = _calculate_rows(row, game, seed)
        writer.writerows({"line": reader.line_num, **player_row} for player_row in player_rows)
        invalid_count += is_invalid
    return invalid_count


def _calculate_rows(cells: dict[str, Any], default_game: Game, seed: int) -> tuple[list[Row], bool]:
    """Return the rows with the odds of a spot, and whether the spot is invalid."""
    row: dict[str, str] = {name: text for name, text in cells.items() if name}
    spot_cells: Row = {column: row.get(column, "") for column in _SPOT_COLUMNS}
    try:
        # csv stores cells beyond the columns under None.
        extra_cells: list[str] = cells.get(None, [])  # type: ignore[call-overload]
        if any(map(str.strip, extra_cells)):
            columns = len(cells) - 1
            raise TooManyCells(cells=columns + len(extra_cells), columns=columns)
        game = find_game(str(spot_cells[GAME])) if spot_cells[GAME] else default_game
        hands = {
            label: text
            for label, text in row.items()
            if label not in _SPOT_COLUMNS and text.strip()
        }
        spot = read_spot(game, hands, row.get(BOARD, ""), row.get(DEAD, ""))
        result = compute_odds(spot, seed=seed)
    except InvalidDeal as error:
        return [{**spot_cells, "label": error.field, "error": error_text(error)}], True
    shares = [result.tally.share(player) for player in range(result.tally.players)]
    rows: list[Row] = [
        {
            **spot_cells,
            GAME: game.slug,
            "label": holding.label,
            "hand": str(holding),
            "exact": str(result.is_exact).lower(),
            "counted": result.tally.total,
            "margin": round(result.margin * 100, 4),
            "share": str(share),
            "percent": percent(share),
            **result.tally.count_pot_parts(player),
            "combinations": range_size_text(holding, spot),
            "read_as": open_cards_text(holding),
        }
        for player, (holding, share) in enumerate(zip(spot.holdings, shares, strict=True))
    ]
    return rows, False
