"""Read the deals of a batch from its columns into arrays of card numbers.

Cards are given as numbers or as text. Numbers are in the column `cards`, in the order of
`bulk.evaluation`: each player's hole cards, then the boards. Text is in the columns `hands` (a list
of hands) and `board` (text or a list of cards) or `boards` (a list of boards). Rows that can't be
read here are left to `row_settling`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from showdown.bulk import row_checking
from showdown.bulk.card_texts import Texts, read_cards
from showdown.bulk.evaluation import CardNumbers
from showdown.bulk.payouts import MAX_SEATS
from showdown.evaluator.games import Game
from showdown.tables.source import NoSuchColumn, WrongColumnType

CARDS, HANDS, BOARD, BOARDS = "cards", "hands", "board", "boards"

_NO_CARD = 0xFF
"""A number that isn't a card, which replaces nulls among card numbers."""
_KEY_FACTOR = 1 << 32
"""Factor that packs two counts into one integer; larger than any number of hands."""


class DealGroup(NamedTuple):
    """Deals with equal numbers of seats and of hands: their row indices and card numbers.

    `hand_seats` (n, hands) are the seats of the hands; None if every seat has a hand.
    """

    seats: int
    rows: NDArray[np.int64]
    cards: CardNumbers
    hand_seats: NDArray[np.int64] | None = None

    def select(self, is_selected: NDArray[np.bool_]) -> "DealGroup":
        """Return the selected deals. Arrays are copied only if some deals are left out."""
        if is_selected.all():
            return self
        hand_seats = None if self.hand_seats is None else self.hand_seats[is_selected]
        return DealGroup(self.seats, self.rows[is_selected], self.cards[is_selected], hand_seats)


class ListColumn(NamedTuple):
    """A column of lists: list i has the values from `starts[i]` to `starts[i + 1]`.

    `values` is an Arrow array, or a NumPy array of bytes. `is_non_null` marks the
    lists that aren't null.
    """

    starts: NDArray[np.int64]
    values: Any
    is_non_null: NDArray[np.bool_]


def check_columns(schema: pa.Schema, game: Game) -> None:
    """Raise NoSuchColumn or WrongColumnType if columns of deals are missing or have wrong types."""
    if CARDS in schema.names:
        require_type(schema, CARDS, _holds_card_numbers, "binary, or a list of uint8")
        return
    if HANDS not in schema.names:
        raise NoSuchColumn(name=f"{HANDS} or {CARDS}", known=tuple(schema.names))
    require_type(schema, HANDS, _is_list_of_text, "a list of text")
    if BOARDS in schema.names:
        require_type(schema, BOARDS, _is_list_of_text, "a list of text")
    elif BOARD in schema.names:
        require_type(
            schema,
            BOARD,
            lambda column_type: _is_text(column_type) or _is_list_of_text(column_type),
            "text or a list of text",
        )
    elif game.boards:
        raise NoSuchColumn(name=BOARD, known=tuple(schema.names))


def read_deals(
    batch: pa.RecordBatch, game: Game, is_selected: NDArray[np.bool_]
) -> list[DealGroup]:
    """Return the valid deals among the selected rows of a batch with checked columns."""
    read = _read_numbers if CARDS in batch.schema.names else _read_texts
    groups = []
    for group in read(batch, game):
        hands = row_checking.find_player_count(game, group.cards.shape[1])
        is_valid = row_checking.mark_valid_rows(game, group.cards, hands)
        valid_group = group.select(is_valid & is_selected[group.rows])
        if len(valid_group.rows):
            groups.append(valid_group)
    return groups


def _read_numbers(batch: pa.RecordBatch, game: Game) -> list[DealGroup]:
    column = batch.column(CARDS)
    if pa.types.is_fixed_size_binary(column.type) or pa.types.is_fixed_size_list(column.type):
        return _read_fixed_size(column, game)
    if _is_binary(column.type):
        lists = _to_byte_lists(column)
        values = lists.values
    else:
        lists = to_lists(column)
        values = lists.values.fill_null(_NO_CARD).to_numpy()
    lengths = np.where(lists.is_non_null, np.diff(lists.starts), 0)
    groups = []
    for length in np.unique(lengths).tolist():
        if players := row_checking.find_player_count(game, length):
            rows = np.flatnonzero(lengths == length)
            groups.append(
                DealGroup(players, rows, values[lists.starts[rows, None] + np.arange(length)])
            )
    return groups


def _read_fixed_size(column: Any, game: Game) -> list[DealGroup]:
    is_binary = pa.types.is_fixed_size_binary(column.type)
    width = column.type.byte_width if is_binary else column.type.list_size
    players = row_checking.find_player_count(game, width)
    if not players or not len(column):
        return []
    values = column if is_binary else column.values.fill_null(_NO_CARD)
    content = values.buffers()[1]
    cards = np.frombuffer(content, np.uint8)[column.offset * width :][: len(column) * width]
    rows = np.flatnonzero(mark_non_null_rows(column))
    cards = cards.reshape(len(column), width)
    return [DealGroup(players, rows, cards if len(rows) == len(column) else cards[rows])]


def _read_texts(batch: pa.RecordBatch, game: Game) -> list[DealGroup]:
    hands = to_lists(batch.column(HANDS))
    numbers, is_read = read_cards(game, _to_texts(hands.values), game.hole)
    is_read &= mark_non_null_rows(hands.values)
    boards, board_is_read = _read_boards(batch, game)
    board_is_read &= hands.is_non_null
    groups = []
    for seats, rows, hand_indices in _group_rows(hands, board_is_read, game):
        hole_cards = numbers[hand_indices].reshape(len(rows), -1)
        cards = np.concatenate([hole_cards, boards[rows]], axis=1)
        has_all = hand_indices.shape[1] == seats
        hand_seats = None if has_all else hand_indices - hands.starts[rows, None]
        group = DealGroup(seats, rows, cards, hand_seats)
        groups.append(group.select(is_read[hand_indices].all(axis=1)))
    return groups


def _group_rows(
    hands: ListColumn, is_selected: NDArray[np.bool_], game: Game
) -> Iterator[tuple[int, NDArray[np.int64], NDArray[np.int64]]]:
    """Group the selected rows by their numbers of seats and of hands that aren't null.

    Yield the number of seats, the rows (n), and the indices of their hands (n, hands).
    """
    hand_indices = np.flatnonzero(mark_non_null_rows(hands.values))
    hands_before = (
        np.searchsorted(hand_indices, hands.starts) if hands.values.null_count else hands.starts
    )
    seats, count = np.diff(hands.starts), np.diff(hands_before)
    keys = np.unique(seats[is_selected] * _KEY_FACTOR + count[is_selected])
    for seat_count, hand_count in (divmod(key, _KEY_FACTOR) for key in keys.tolist()):
        if hand_count in game.players and seat_count <= MAX_SEATS:
            rows = np.flatnonzero(is_selected & (seats == seat_count) & (count == hand_count))
            yield seat_count, rows, hand_indices[hands_before[rows, None] + np.arange(hand_count)]


def _read_boards(batch: pa.RecordBatch, game: Game) -> tuple[CardNumbers, NDArray[np.bool_]]:
    """Return the boards (n, cards), and a mask (n) of the rows whose boards are all valid."""
    count = batch.num_rows
    if BOARDS not in batch.schema.names:
        if BOARD not in batch.schema.names:
            return np.zeros((count, 0), np.uint8), np.ones(count, np.bool_)
        column = batch.column(BOARD)
        if not game.boards:
            is_empty = ~mark_non_null_rows(column) | (np.diff(_join_row_texts(column).starts) == 0)
            return np.zeros((count, 0), np.uint8), is_empty
        numbers, is_read = read_cards(game, _join_row_texts(column), game.board)
        return numbers, is_read & mark_non_null_rows(column) & (len(game.boards) == 1)
    lists = to_lists(batch.column(BOARDS))
    has_all = lists.is_non_null & (np.diff(lists.starts) == len(game.boards))
    out = np.zeros((count, game.board), np.uint8)
    if not has_all.any() or not game.boards:
        return out, has_all
    texts = _to_texts(lists.values)
    rows = np.flatnonzero(has_all)
    position = 0
    for board, size in enumerate(game.boards):
        numbers, is_read = read_cards(game, texts, size)
        board_indices = lists.starts[rows] + board
        out[rows, position : position + size] = numbers[board_indices]
        has_all[rows] &= is_read[board_indices] & mark_non_null_rows(lists.values)[board_indices]
        position += size
    return out, has_all


def to_lists(column: Any) -> ListColumn:
    """Convert a column of lists. If the column is a slice, read only the values of the slice."""
    if pa.types.is_fixed_size_list(column.type):
        size = column.type.list_size
        starts = (np.arange(len(column) + 1, dtype=np.int64) + column.offset) * size
    else:
        if not (pa.types.is_list(column.type) or pa.types.is_large_list(column.type)):
            column = column.cast(pa.large_list(column.type.value_type))
        starts = np.asarray(column.offsets, np.int64)
    first, last = int(starts[0]), int(starts[-1])
    return ListColumn(
        starts - first, column.values.slice(first, last - first), mark_non_null_rows(column)
    )


def _to_byte_lists(column: Any) -> ListColumn:
    """Convert a binary column with rows of variable length, as DuckDB and Spark write them."""
    column = column.cast(pa.large_binary())
    _, offsets, content = column.buffers()
    starts = np.frombuffer(offsets, np.int64)[column.offset :][: len(column) + 1]
    first, last = int(starts[0]), int(starts[-1])
    values = np.frombuffer(content, np.uint8)[first:last] if content else np.zeros(0, np.uint8)
    return ListColumn(starts - first, values, mark_non_null_rows(column))


def _join_row_texts(column: Any) -> Texts:
    """Return the text of each row; the cards of a list are joined."""
    if _is_text(column.type):
        return _to_texts(column)
    lists = to_lists(column)
    texts = _to_texts(lists.values)
    return Texts(texts.text_bytes, texts.starts[lists.starts])


def _to_texts(column: Any) -> Texts:
    """Return a column of text as Texts. The bytes of a column of strings aren't copied."""
    if pa.types.is_dictionary(column.type):  # pyarrow can't decode dictionaries of string_view
        column = column.dictionary.cast(pa.large_string()).take(column.indices)
    elif not _has_type(column.type, "string", "large_string"):
        column = column.cast(pa.large_string())
    offset_type = np.int64 if pa.types.is_large_string(column.type) else np.int32
    _, offsets, content = column.buffers()
    if offsets is None or not len(column):
        return Texts(np.zeros(0, np.uint8), np.zeros(len(column) + 1, np.int64))
    starts = np.frombuffer(offsets, offset_type)[column.offset : column.offset + len(column) + 1]
    text = np.zeros(0, np.uint8) if content is None else np.frombuffer(content, np.uint8)
    return Texts(text, starts.astype(np.int64))


def mark_non_null_rows(column: Any) -> NDArray[np.bool_]:
    """Return which rows of a column aren't null."""
    if not column.null_count:
        return np.ones(len(column), np.bool_)
    is_non_null: NDArray[np.bool_] = column.is_valid().to_numpy(zero_copy_only=False)
    return is_non_null


def require_type(schema: pa.Schema, name: str, is_supported: Any, expected: str) -> None:
    column_type = schema.field(name).type
    if not is_supported(column_type):
        raise WrongColumnType(name=name, type=str(column_type), expected=expected)


def _has_type(column_type: Any, *names: str) -> bool:
    return any(getattr(pa.types, f"is_{name}")(column_type) for name in names)


def _is_text(column_type: Any) -> bool:
    text_type = column_type.value_type if pa.types.is_dictionary(column_type) else column_type
    return _has_type(text_type, "string", "large_string", "string_view", "null")


def _is_binary(column_type: Any) -> bool:
    return _has_type(column_type, "binary", "large_binary", "binary_view")


def is_any_list(column_type: Any) -> bool:
    return _has_type(
        column_type, "list", "large_list", "fixed_size_list", "list_view", "large_list_view"
    )


def _is_list_of_text(column_type: Any) -> bool:
    return is_any_list(column_type) and _is_text(column_type.value_type)


def _holds_card_numbers(column_type: Any) -> bool:
    if pa.types.is_fixed_size_binary(column_type) or _is_binary(column_type):
        return True
    return is_any_list(column_type) and pa.types.is_uint8(column_type.value_type)
