"""Tables of polars, pandas and DuckDB are accepted; each invalid row has its own error.

Tests of a package that isn't installed are skipped; CONTRIBUTING.md has the command that installs
all three.
"""

from decimal import Decimal

import pytest

import showdown
import showdown.arrow

pytestmark = pytest.mark.long

GOOD = ["9d-9c-Kc-3d", "Ac-Qd-Jd-2d"]
TWICE = ["9d-9c-Kc-3d", "9d-Qd-Jd-2d"]
BOARD = "Ah-Kh-5s-4s-Qs"
HANDS = [GOOD, TWICE, GOOD]
WINNERS = [2, 0]
REPEATED = "9♦ appears twice, in HandA and HandB"
HALF = "isn't a whole number; count in the smallest chip"


def answers(table, **more):
    return showdown.arrow.settle(table, "omaha-hilo", **more).read_all().to_pylist()


def errors(table):
    """Return the errors of the rows, after checking that exactly the others have winners."""
    rows = answers(table)
    for row in rows:
        assert (row["winners"] == WINNERS) == (row["error"] is None)
    return [row["error"] for row in rows]


def payouts(table):
    return [row["error"] or row["payouts"] for row in answers(table)]


@pytest.fixture
def polars():
    return pytest.importorskip("polars")


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas")


@pytest.fixture
def duckdb():
    return pytest.importorskip("duckdb")


def types_of_text(polars):
    return {
        "plain": {},
        "categorical board": {"board": polars.Categorical},
        "enum board": {"board": polars.Enum([BOARD])},
        "categorical hands": {"hands": polars.List(polars.Categorical)},
        "arrays of hands": {"hands": polars.Array(polars.String, 2)},
    }


@pytest.mark.parametrize(
    "kind",
    ["plain", "categorical board", "enum board", "categorical hands", "arrays of hands"],
)
def test_a_bad_row_of_polars_is_its_error(polars, kind):
    frame = polars.DataFrame(
        {"hands": HANDS, "board": [BOARD] * 3}, schema_overrides=types_of_text(polars)[kind]
    )
    assert errors(frame) == [None, REPEATED, None]
    assert errors(frame[1:]) == [REPEATED, None]
    odds = showdown.arrow.odds(frame, "omaha-hilo").read_all().to_pylist()
    assert [row["error"] for row in odds] == [None, REPEATED, None]


def test_nulls_of_polars_are_the_rows_errors(polars):
    frame = polars.DataFrame({"hands": [GOOD, None, GOOD], "board": [None, BOARD, BOARD]})
    assert errors(frame) == [
        "Board is missing; Omaha Hi/Lo needs 5 board cards",
        "hands is null",
        None,
    ]
    nothing = polars.DataFrame({"hands": HANDS, "board": [None] * 3})
    assert all(row["error"].startswith("Board is missing") for row in answers(nothing))


def test_a_bad_row_of_pandas_is_its_error(pandas):
    frame = pandas.DataFrame({"hands": HANDS, "board": [BOARD] * 3})
    assert errors(frame) == [None, REPEATED, None]
    assert errors(frame.assign(board=frame.board.astype("category"))) == [None, REPEATED, None]
    assert errors(frame.astype({"board": "string"})) == [None, REPEATED, None]
    missing = errors(frame.assign(board=[float("nan"), BOARD, BOARD]))
    assert missing[0].startswith("Board is missing")


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"button": [1, float("nan"), 0.5]}, [[0, 91], [0, 91], f"button has 0.5, which {HALF}"]),
        ({"button": [1, None, 2]}, [[0, 91], [0, 91], "there is no seat 2; the seats are 0 to 1"]),
        ({"pots": [[91.0], float("nan"), [91.5]]}, [[0, 91], None, f"pots has 91.5, which {HALF}"]),
        (
            {"pots": [[Decimal("91.50")], [Decimal("91.00")], [Decimal(7)]]},
            [f"pots has 91.50, which {HALF}", [0, 91], [0, 7]],
        ),
        ({"pots": None, "contributions": [[5, 5]] * 3, "dead": [float("nan"), 3, 0.5]}, None),
    ],
)
def test_chips_of_pandas_may_be_floats_with_gaps(pandas, columns, expected):
    deals = {"hands": [GOOD] * 3, "board": [BOARD] * 3, "pots": [[91]] * 3}
    paid = payouts(pandas.DataFrame(deals | columns))
    assert paid == (expected or [[0, 10], [0, 13], f"dead has 0.5, which {HALF}"])


@pytest.mark.parametrize(
    ("pots", "expected"),
    [
        ("[91::hugeint]", [0, 91]),
        ("[91::double]", [0, 91]),
        ("[91.00::decimal(9, 2)]", [0, 91]),
        ("[(select sum(x) from range(14) as t(x))]", [0, 91]),
        ("[91.50::decimal(9, 2)]", f"pots has 91.50, which {HALF}"),
        ("['nan'::double]", f"pots has nan, which {HALF}"),
        ("['infinity'::double]", f"pots has inf, which {HALF}"),
    ],
)
@pytest.mark.parametrize("board", [f"'{BOARD}'", f"'{BOARD}'::enum('{BOARD}')"])
def test_results_of_duckdb_are_tables(duckdb, board, pots, expected):
    query = f"select {GOOD} as hands, {board} as board, {pots} as pots, 1::hugeint as button"
    assert payouts(duckdb.sql(query)) == [expected]
    assert payouts(duckdb.sql(f"{query} union all {query}")) == [expected] * 2
