"""Calculate the odds of a table of spots, with one row of odds per spot, in the same order."""

from collections.abc import Sequence

import pyarrow as pa

from showdown.bulk import odds as bulk_odds
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.spots import Spot
from showdown.notation.ranges import read_range
from showdown.tables.deal_columns import BOARD, BOARDS, HANDS, check_columns
from showdown.tables.row_settling import NullInRow, Row, read_boards
from showdown.tables.source import append_answers, open_reader, require_columns
from showdown.words.errors import error_text

DEAD_CARDS = "dead_cards"

ODDS = pa.schema(
    {
        "error": pa.string(),
        "is_exact": pa.bool_(),
        "count": pa.int64(),
        "shares": pa.list_(pa.float64()),
        "scoops": pa.list_(pa.int64()),
        "wins": pa.list_(pa.int64()),
        "ties": pa.list_(pa.int64()),
    }
)
"""The columns of the answers, described in docs/library.md."""

_USED_COLUMNS = (HANDS, BOARD, BOARDS, DEAD_CARDS)


def odds(
    table: object, game: Game, *, seconds: float, keep: Sequence[str] = ()
) -> pa.RecordBatchReader:
    """Return a reader of the odds of all rows. Raise InvalidDeal for columns of wrong types.

    Odds that would take too long to calculate exactly are sampled, for at most `seconds`. The
    columns in `keep` are copied to the answers.
    """
    reader = open_reader(table)
    require_columns(reader.schema, [HANDS])
    check_columns(reader.schema, game)
    used_columns = [name for name in _USED_COLUMNS if name in reader.schema.names]

    def answer(batch: pa.RecordBatch) -> list[pa.Array]:
        rows = [_answer_row(row, game, seconds) for row in batch.select(used_columns).to_pylist()]
        return [pa.array([row.get(f.name) for row in rows], f.type) for f in ODDS]

    return append_answers(reader, ODDS, keep, answer)


def _answer_row(row: Row, game: Game, seconds: float) -> dict[str, object]:
    """Return the answer to one row, without null columns.

    Shares and scoops are by seat, wins and ties by seat and contest.
    """
    hands = row[HANDS]
    try:
        if hands is None or None in hands:
            raise NullInRow(name=HANDS)
        dead = row.get(DEAD_CARDS) or ""
        spot = Spot.parse(game, hands, read_boards(row), dead, read_range=read_range)
        odds = bulk_odds.compute_odds(spot, seconds=seconds, use_threads=True)
    except InvalidDeal as error:
        return {"error": error_text(error)}
    tally = odds.tally
    seats, contests = range(tally.players), range(len(game.contests))
    wins = [tally.count_wins(seat, contest) for seat in seats for contest in contests]
    return {
        "is_exact": odds.is_exact,
        "count": tally.total,
        "shares": [float(tally.share(seat)) for seat in seats],
        "scoops": [tally.count_pot_parts(seat)["scoop"] for seat in seats],
        "wins": [alone for alone, _, _ in wins],
        "ties": [tied for _, tied, _ in wins],
    }
