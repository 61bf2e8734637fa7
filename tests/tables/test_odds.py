"""The odds of a table are those of each row, and errors are in a column."""

import pyarrow as pa
import pytest

import showdown
import showdown.arrow

ROWS = [
    {"hands": ["AsKhQsJh", "2c3d4h5c"], "board": "Ah7c2d", "dead_cards": None},
    {"hands": ["AsKhQsJh", "AA!AAA"], "board": "Ah7c2d", "dead_cards": None},
    {"hands": ["AsKhQsJh", "2c3d4h5c", "9s9h8s8h"], "board": "Ah7c2dTd", "dead_cards": "9c"},
    {"hands": ["AsKhQsJh", "2c3d4h5c"], "board": "", "dead_cards": "9c9d"},
]


def test_each_row_has_its_odds():
    table = pa.Table.from_pylist(ROWS)
    answers = showdown.arrow.odds(table, "omaha-hilo").read_all().to_pylist()
    for row, answer in zip(ROWS, answers, strict=True):
        spot = {**row, "dead_cards": row["dead_cards"] or ""}
        odds = showdown.odds("omaha-hilo", **spot)
        assert answer["error"] is None
        assert answer["is_exact"]
        assert answer["count"] == odds.count
        assert answer["shares"] == pytest.approx([float(share) for share in odds.shares.values()])
        assert answer["scoops"] == [takes["scoop"] for takes in odds.takes.values()]
        players = odds.to_json()["players"]
        contests = [contest for player in players for contest in player["contests"].values()]
        assert answer["wins"] == [contest["win"] for contest in contests]
        assert answer["ties"] == [contest["tie"] for contest in contests]


def test_errors_of_a_row_are_reported_with_it():
    rows = [*ROWS[:1], {"hands": ["AsKhQsJh", None]}, {"hands": None}, {"hands": ["AsKh", "Zz"]}]
    answers = showdown.arrow.odds(pa.Table.from_pylist(rows), "omaha-hilo").read_all().to_pylist()
    assert [row["error"] is None for row in answers] == [True, False, False, False]
    assert [row["shares"] is None for row in answers] == [False, True, True, True]


def test_the_schema_and_the_kept_columns():
    table = pa.Table.from_pylist([row | {"id": 7} for row in ROWS[:1]])
    schema = showdown.arrow.odds(table, "omaha-hilo", keep=["id"]).schema
    assert schema.names == ["id", *showdown.arrow.ODDS.names]
