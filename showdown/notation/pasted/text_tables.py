"""Read Markdown, tab-separated and CSV tables.

Each row is a player, or each title names the player or board whose cards are below it.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import NamedTuple

from showdown.evaluator.games import Game
from showdown.notation.pasted.free_text import MAX_FREE_TEXT_LENGTH, read_words
from showdown.notation.pasted.plain_text import RewrittenText, to_plain_text
from showdown.notation.pasted.result import Mark, PasteResult
from showdown.notation.pasted.word_patterns import CARD_PATTERN

_MIN_ROWS = 2
_TITLE = re.compile(
    r"(?P<name>player|name|label|seat|who|spieler|joueur|nombre|jugador)"
    r"|(?P<cards>cards|hand|hole(?:[ _]cards)?|holding|karten|cartes|cartas|mano|main)"
    r"|(?P<put_in>in|put in|bet|invested|contribution|chips in)"
    r"|(?P<board>(?:board|flop|turn|river|dead)\s*\d?|dead cards)",
    re.IGNORECASE,
)
"""A pattern for the title of a column, in a group named after the content of the column."""
_RULE_LINE = re.compile(r"[\s|:+=-]+")
_CARD = re.compile(rf"\s*[\[(\"]?\s*{CARD_PATTERN}", re.IGNORECASE)
_NOT_A_NAME = re.compile(rf"{_CARD.pattern}|.*[=\[\](){{}}]|$", re.IGNORECASE)
_CHIP_KEYWORD = re.compile(r"pot|in|fold|button|rake|rules|unit|dead|seats", re.IGNORECASE)
_HIDDEN_HANDS = ("mucked", "mucks", "folded", "folds", "*", "?", "??")
_CARD_COLUMN_TITLE = re.compile(
    r"(?:board|flop|turn|river|dead)\s*\d?|hand[_ -]?[a-m]", re.IGNORECASE
)


class Cell(NamedTuple):
    """A cell without surrounding whitespace, and its start and end in the text."""

    text: str
    start: int
    end: int


type Row = Sequence[Cell]


def read_table(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Read a table that has known titles or a name in each row. Return None for other texts.

    The rows are converted to lines like `Anna: As Kd`, which are read like other text. A table with
    several deals is rejected, with the rows after the first deal marked.
    """
    if len(text) > MAX_FREE_TEXT_LENGTH:
        return None
    plain_text = to_plain_text(text)
    rows = _split_rows(plain_text.text)
    if len(rows) < _MIN_ROWS:
        return None
    card_columns = _read_card_columns(rows[0], rows[1])
    if card_columns and len(rows) > _MIN_ROWS:
        reason = "this table has several deals; paste one, or use Batches for a file of many deals"
        span = plain_text.span_in_source(rows[2][0].start, rows[-1][-1].end)
        return PasteResult(game=game, marks=(Mark(*span, reason),))
    lines = (
        card_columns or _read_player_table(rows) or (rows if _all_begin_with_names(rows) else [])
    )
    return read_words(_write_lines(plain_text, lines), text, game, is_table=True) if lines else None


def _split_rows(text: str) -> list[list[Cell]]:
    """Split lines into cells; return an empty list if no separator is in every line.

    Lines that consist of horizontal rules, such as `---|---`, are omitted. All rows have the same
    number of cells, at least two.
    """
    lines = [
        (match[0], match.start())
        for match in re.finditer(r"[^\r\n]+", text)
        if not _RULE_LINE.fullmatch(match[0])
    ]
    separator = next((sign for sign in "\t|,;" if all(sign in line for line, _ in lines)), "")
    if not separator:
        return []
    rows = [list(_split_cells(line, start, separator)) for line, start in lines]
    width = max([2, *map(len, rows)])
    return [[*row, *[Cell("", row[-1].end, row[-1].end)] * (width - len(row))] for row in rows]


def _split_cells(line: str, start: int, separator: str) -> Iterator[Cell]:
    if separator == "|":
        stripped = line.strip().removesuffix("|").removeprefix("|")
        start += line.index(stripped)
        line = stripped
    for match in re.finditer(rf'(?:^|[{separator}])((?:"[^"]*")?[^{separator}]*)', line):
        text = match[1].strip().strip('"')
        cell_start = start + match.start(1) + match[1].index(text)
        yield Cell(text, cell_start, cell_start + len(text))


def _read_card_columns(titles: Row, cells: Row) -> list[Row]:
    """Return each title of `hand_a,hand_b,board` and the cards below it as a row, or []."""
    rows = [(title, cell) for title, cell in zip(titles, cells, strict=True) if cell.text]
    card_titles = [title.text for title, cell in rows if _CARD.match(cell.text)]
    is_known = any(map(_CARD_COLUMN_TITLE.fullmatch, card_titles))
    return [*rows] if len(card_titles) > 1 and is_known and _all_begin_with_names(rows) else []


def _all_begin_with_names(rows: Sequence[Row]) -> bool:
    """Return whether each row begins with a name, followed by cards or chips."""
    has_cards = [bool(_CARD.match(row[1].text)) for row in rows]
    return any(has_cards) and all(
        not _NOT_A_NAME.match(row[0].text)
        and (cards or _CHIP_KEYWORD.fullmatch(row[0].text) or row[1].text.lower() in _HIDDEN_HANDS)
        for row, cards in zip(rows, has_cards, strict=True)
    )


def _read_player_table(rows: Sequence[Row]) -> list[Row]:
    """Return a row for each player, the board and the chips, or [] without known titles."""
    titles, *players = rows
    columns: dict[str | None, int] = {}
    for index, title in enumerate(titles):
        if match := _TITLE.fullmatch(title.text.strip("* ")):
            columns.setdefault(match.lastgroup, index)
    if not {"name", "cards"} <= columns.keys():
        return []
    boards = [row[columns["board"]] for row in players] if "board" in columns else []
    is_shared = len({cell.text for cell in boards if cell.text}) == 1
    kinds = ("name", "put_in", *["board"] * is_shared)
    separate_columns = {columns[kind] for kind in kinds if kind in columns}
    lines: list[Row] = []
    chips: list[Cell] = []
    for row in players:
        name = row[columns["name"]]
        if not name.text:
            continue
        cells = [cell for index, cell in enumerate(row) if index not in separate_columns]
        lines.append([name, *cells])
        if "put_in" in columns and row[columns["put_in"]].text:
            chips += [name, row[columns["put_in"]]]
    if is_shared:
        lines.append([titles[columns["board"]], next(cell for cell in boards if cell.text)])
    if chips:
        lines.append([titles[columns["put_in"]]._replace(text="In"), *chips])
    return lines


def _write_lines(plain_text: RewrittenText, lines: Sequence[Row]) -> RewrittenText:
    """Return a text with a line such as `Anna: As Kd` for each row."""
    pieces: list[tuple[str, int, int]] = []
    for title, *cells in lines:
        name = re.sub(r"^(hand)_(?=[a-m]$)", r"\1 ", title.text, flags=re.IGNORECASE)
        pieces += [(name, title.start, title.end), (":", title.end, title.end + 1)]
        separators = cycle((" ", "=") if title.text == "In" else (" ",))
        for separator, cell in zip(separators, cells, strict=False):
            pieces += [(separator, cell.start, cell.end), cell]
        pieces.append(("\n", title.start, title.end))
    return plain_text.assemble(pieces)
