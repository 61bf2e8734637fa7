"""Read Markdown, tab-separated and CSV tables, and rows of the site's own CSV.

Each row is a player, or each title names the player or board whose cards are below it.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game
from showdown.notation.deal_line import is_deal_line, read_line
from showdown.notation.pasted.free_text import read_words
from showdown.notation.pasted.plain import RewrittenText, plain_of
from showdown.notation.pasted.result import Mark, Pasted, result_of_submission
from showdown.words.errors import add_messages

_LONGEST = 3_000
_FEWEST_ROWS = 2
_NAMES = ("player", "name", "label", "seat", "who", "spieler", "joueur", "nombre", "jugador")
_CARDS = (
    *("cards", "hand", "hole", "hole cards", "holding", "hole_cards"),
    *("karten", "cartes", "cartas", "mano", "main"),
)
_PUT_IN = ("in", "put in", "bet", "invested", "contribution", "chips in")
_RULE = re.compile(r"[\s|:+=-]+")
_CARD = re.compile(r"\s*[\[(\"]?\s*(?:10|[2-9tjqkax])[cdhs♣♦♥♠♧♢♡♤]", re.IGNORECASE)
_NO_NAME = re.compile(rf"{_CARD.pattern}|.*[=\[\](){{}}]", re.IGNORECASE)
_BOARD = re.compile(r"(?:board|flop|turn|river|dead)\s*\d?|dead cards", re.IGNORECASE)
_OF_CHIPS = re.compile(r"pot|in|fold|button|rake|rules|unit|dead|seats", re.IGNORECASE)
_WITHOUT_CARDS = ("mucked", "mucks", "folded", "folds", "*", "?", "??")
_HAND_TITLE = re.compile(r"hand[_ -]?[a-m]", re.IGNORECASE)


class Cell(NamedTuple):
    """A cell without surrounding whitespace, and its start and end in the text."""

    text: str
    start: int
    end: int


type Row = list[Cell]


def read(text: str, game: Game, number: int) -> Pasted | None:
    """Read a table that has known titles or a name in each row.

    Its rows are converted to lines like `Anna: As Kd` and read like other text. The rows after the
    first deal are marked. Return None for other texts.
    """
    if len(text) > _LONGEST:
        return None
    plain = plain_of(text)
    rows = _rows(plain.text)
    if len(rows) < _FEWEST_ROWS:
        return None
    below = _below_titles(rows)
    if below and len(rows) > _FEWEST_ROWS:
        start, end = plain.span_in_source(rows[2][0].start, rows[-1][-1].end)
        mark = Mark(
            start,
            end,
            "this table has several deals; paste one, or use Batches for a file of many deals",
        )
        return Pasted(game=game, marks=(mark,))
    pairs = below or _pair_below_titles(rows) or _pair_without_titles(rows)
    return read_words(_as_words(plain, pairs), text, game, is_table=True) if pairs else None


def _rows(text: str) -> list[Row]:
    """Split the lines except rules into cells; return [] if no separator is in every line."""
    lines = [
        (match[0], match.start())
        for match in re.finditer(r"[^\r\n]+", text)
        if not _RULE.fullmatch(match[0])
    ]
    for mark in ("\t", "|", ",", ";"):
        if len(lines) >= _FEWEST_ROWS and all(mark in line for line, _ in lines):
            return [list(_cells(line, start, mark)) for line, start in lines]
    return []


def _cells(line: str, start: int, mark: str) -> Iterator[Cell]:
    if mark == "|":
        stripped = line.strip().removesuffix("|").removeprefix("|")
        start += line.index(stripped) if stripped else 0
        line = stripped
    position = 0
    while position <= len(line):
        quote = line.find('"', position + 1) if line[position : position + 1] == '"' else -1
        end = line.find(mark, quote + 1 if quote > 0 else position)
        end = len(line) if end < 0 else end
        piece = line[position:end]
        bare = piece.strip().strip('"')
        cell_start = start + position + (piece.find(bare) if bare else 0)
        yield Cell(bare, cell_start, cell_start + len(bare))
        position = end + 1


def _below_titles(rows: Sequence[Row]) -> list[tuple[Cell, list[Cell]]]:
    """Pair titles with the cards below them: `hand_a,hand_b,board`."""
    titles, below = rows[0], rows[1]
    pairs = [(title, [cell]) for title, cell in zip(titles, below, strict=False) if cell.text]
    of_cards = [title for title, (cell,) in pairs if _CARD.match(cell.text)]
    are_titles = not any(_CARD.match(title.text) for title in titles)
    known = [
        title
        for title in of_cards
        if _BOARD.fullmatch(title.text) or _HAND_TITLE.fullmatch(title.text)
    ]
    fits = all(
        _CARD.match(cell.text) or _OF_CHIPS.fullmatch(title.text) for title, (cell,) in pairs
    )
    return pairs if are_titles and len(of_cards) > 1 and known and fits else []


def _pair_below_titles(rows: Sequence[Row]) -> list[tuple[Cell, list[Cell]]]:
    """Pair names with cards, and chips if there is a column of them, in rows below titles."""
    titles = [cell.text.strip("* ").lower() for cell in rows[0]]
    name, cards, put_in = (
        next((index for index, title in enumerate(titles) if title in known), -1)
        for known in (_NAMES, _CARDS, _PUT_IN)
    )
    if min(name, cards) < 0:
        return []
    pairs = []
    chips: list[Cell] = []
    board = next((index for index, title in enumerate(titles) if _BOARD.fullmatch(title)), -1)
    boards = {row[board].text for row in rows[1:] if 0 <= board < len(row)} - {""}
    beside = (name, put_in, board) if len(boards) == 1 else (name, put_in)
    for row in rows[1:]:
        if max(name, cards) < len(row) and row[name].text:
            others = [cell for index, cell in enumerate(row) if index not in beside and cell.text]
            pairs.append((row[name], others))
            if 0 <= put_in < len(row) and row[put_in].text:
                chips += [row[name], row[put_in]]
    if len(boards) == 1:
        cell = next(row[board] for row in rows[1:] if board < len(row) and row[board].text)
        pairs.append((rows[0][board], [cell]))
    title = Cell("In", rows[0][put_in].start, rows[0][put_in].end)
    return [*pairs, (title, chips)] if chips else pairs


def _pair_without_titles(rows: Sequence[Row]) -> list[tuple[Cell, list[Cell]]]:
    """Pair names with cards in rows without titles."""
    if any(len(row) < _FEWEST_ROWS or _NO_NAME.match(row[0].text) for row in rows):
        return []
    has_cards = [_CARD.match(row[1].text) for row in rows]
    if not all(cell.text for row in rows for cell in row[:1]) or not any(has_cards):
        return []
    is_known = all(
        cards or _OF_CHIPS.fullmatch(row[0].text) or row[1].text.lower() in _WITHOUT_CARDS
        for row, cards in zip(rows, has_cards, strict=True)
    )
    return [(row[0], row[1:]) for row in rows] if is_known else []


def _as_words(plain: RewrittenText, pairs: Sequence[tuple[Cell, list[Cell]]]) -> RewrittenText:
    """Return a text with a line such as `Anna: As Kd` for each pair."""
    pieces: list[tuple[str, int, int]] = []
    for title, cells in pairs:
        is_chips = title.text == "In"
        name = re.sub(r"^(hand)_(?=[a-m]$)", r"\1 ", title.text, flags=re.IGNORECASE)
        pieces += [(name, title.start, title.end), (": ", title.end, title.end + 1)]
        for index, cell in enumerate(cells):
            mark = ""
            if index:
                mark = " " if not is_chips else "=" if index % 2 else ", "
            pieces += [(mark, cell.start, cell.end), (cell.text, cell.start, cell.end)]
        pieces.append(("\n", title.start, title.end))
    return plain.assembled(pieces)


_OF_BATCH_TABLE = {"line", "players", "hand_a"}
_MOST_LINES = 3


class RowOfBatch(InvalidDeal):
    """A row of a batch's table, which has neither the game nor the pots."""


add_messages(
    {
        "RowOfBatch": "a row of a batch's table doesn't contain the complete deal; paste the"
        " line of the batch's output instead"
    }
)


def read_row(text: str, game: Game, number: int) -> Pasted | None:
    """Read the settled deal in a row of the history's CSV, two cells after its game.

    Raise RowOfBatch for the table of a batch, or another InvalidDeal if the deal is invalid.
    """
    rows = [row for row in csv.reader(text.splitlines()[:_MOST_LINES]) if row]
    for row in rows:
        for name, line in zip(row, row[2:], strict=False):
            if name in GAMES and is_deal_line(line):
                return result_of_submission(read_line(line, GAMES[name]))
    if rows and _OF_BATCH_TABLE.issubset(rows[0]):
        raise RowOfBatch
    return None
