"""Test that tables from any source are settled like single deals, even with invalid rows."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import showdown
import showdown.arrow
from showdown.tables import source
from tests.library.dealing import random_deals
from tests.tables.writing import binary_column, deals_table, hands_of, remove_categories, row_of

GAMES = list(showdown.games.values())
OMAHA = showdown.games["omaha-hilo"]
HANDS = ["6d-6c-Kc-4d", "Ac-Kd-Jd-3d"]
BOARD = "Ah-Kh-5s-2s-Qd"


def answers(table, game, **options):
    return showdown.arrow.settle(table, game, **options).read_all().to_pylist()


def expected_row(game, hands, boards):
    settled = showdown.settle(game, hands, boards=boards or None)
    return row_of(settled, list(settled.shares))


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("players", [2, 5])
def test_settling_a_table_of_numbers_or_text_equals_settling_each_deal(game, players):
    binary, text = deals_table(game, 12, players=players, seed=game.number)
    settled = answers(text, game)
    assert settled == answers(binary, game)
    for row, deal in zip(settled, text.to_pylist(), strict=True):
        assert remove_categories(row) == expected_row(game, deal["hands"], deal["boards"])


def test_the_schema_is_the_same_for_every_game():
    schemas = {
        showdown.arrow.settle(deals_table(game, 1)[0], game).schema.to_string() for game in GAMES
    }
    assert schemas == {showdown.arrow.SETTLED.to_string()}


def test_rows_with_different_numbers_of_players_keep_their_order():
    rng = np.random.default_rng(2)
    rows = []
    for players in (2, 9, 3, 2, 11, 4) * 5:
        (cards,) = random_deals(rng, OMAHA, 1, players)
        (hands,) = hands_of(OMAHA, cards[None], players)
        rows.append({"hands": hands, "board": showdown.card_texts(cards[None, -5:])[0]})
    settled = answers(pa.Table.from_pylist(rows), "omaha-hilo")
    for row, deal in zip(settled, rows, strict=True):
        assert remove_categories(row) == expected_row(OMAHA, deal["hands"], [deal["board"]])


def test_an_invalid_row_does_not_affect_the_others():
    rows = [
        {"hands": HANDS, "board": BOARD},
        {"hands": ["6d-6c-Kc-4d", "6d-Kd-Jd-3d"], "board": BOARD},
        {"hands": None, "board": BOARD},
        {"hands": HANDS, "board": None},
        {"hands": HANDS, "board": "Ah-Kh"},
        {"hands": [], "board": BOARD},
        {"hands": ["6d-6c-Kc-4d", "Zc-Kd-Jd-3d"], "board": BOARD},
        {"hands": [*HANDS] * 20, "board": BOARD},
        {"hands": ["6♦ 6♣ K♣ 4♦", "Ac-Kd-Jd-3d"], "board": BOARD},
        {"hands": ["6d-6c-Kc-4d", "mucked"], "board": BOARD},
    ]
    settled = answers(pa.Table.from_pylist(rows), "omaha-hilo")
    errors = [row["error"] for row in settled]
    assert errors == [
        None,
        "6♦ appears twice, in HandA and HandB",
        "hands is null",
        "Board is missing; Omaha Hi/Lo needs 5 board cards",
        "Board has 2 cards; Omaha Hi/Lo needs 5",
        "0 hands; Omaha Hi/Lo is for 2 to 11 players",
        "“Zc” isn't a card: there is no rank Z",
        "hands can have at most 26 entries",
        None,
        None,
    ]
    assert settled[0]["winners"] == settled[8]["winners"] == [2, 1]
    assert settled[9]["shares"] == [1, 0]
    assert all(row["winners"] is None for row in settled if row["error"])


@pytest.mark.parametrize(
    ("cards", "error"),
    [
        (bytes([200, *range(12)]), "200 isn't a card number: card numbers are 0 to 51"),
        (bytes([52, *range(12)]), "52 isn't a card number: card numbers are 0 to 51"),
        (bytes([1, *range(12)]), "2♦ appears twice, both times in HandA"),
        (None, "cards is null"),
    ],
)
def test_invalid_card_numbers_are_an_error(cards, error):
    column = pa.array([bytes(range(13)), cards], pa.binary(13))
    good, bad = answers(pa.table({"cards": column}), "omaha-hilo")
    assert good["error"] is None
    assert bad["error"] == error


@pytest.mark.parametrize("column_type", [pa.list_(pa.uint8()), pa.list_(pa.uint8(), 13)], ids=str)
def test_a_null_among_card_numbers_is_an_error(column_type):
    column = pa.array(
        [[*range(1, 13), None], [*range(13)], [None] * 13, [None, 0, *range(11)]], column_type
    )
    rows = answers(pa.table({"cards": column}), "omaha-hilo")
    assert [row["error"] for row in rows] == [
        "cards is null",
        None,
        "cards is null",
        "cards is null",
    ]


def test_an_impossible_width_is_an_error_of_each_row():
    column = pa.array([bytes(range(12))], pa.binary(12))
    (row,) = answers(pa.table({"cards": column}), "omaha-hilo")
    assert "a row of 12 cards isn't a deal" in row["error"]


def test_a_game_without_a_board_needs_no_column_of_boards():
    (row,) = answers(pa.table({"hands": [["3c2s4dAh", "As3h2d4h"]]}), "badugi")
    assert row["winners"] == [1]


def test_columns_are_kept_before_the_answer():
    table = pa.table({"id": ["a", "b"], "hands": [HANDS] * 2, "board": [BOARD] * 2})
    settled = showdown.arrow.settle(table, "omaha-hilo", keep=["id"]).read_all()
    assert settled.column_names == ["id", *showdown.arrow.SETTLED.names]
    assert settled["id"].to_pylist() == ["a", "b"]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (pa.table({"hands": [HANDS], "board": [BOARD]}), "no column id"),
        (pa.table({"id": [1]}), "no column hands or cards"),
        (pa.table({"hands": [HANDS]}), "no column board"),
        (pa.table({"hands": ["AhKh"], "board": [BOARD]}), "must be a list of text"),
        (pa.table({"cards": [1]}), "must be binary"),
        (5, "an object of type int isn't a table"),
        *(
            (
                pa.table({"hands": [HANDS], "board": [BOARD]} | chips),
                f"column {next(iter(chips))} is",
            )
            for chips in ({"pots": [91]}, {"pots": [["91"]]}, {"button": [[1]]}, {"dead": [True]})
        ),
    ],
)
def test_missing_and_unsupported_columns_are_an_error_at_once(table, message):
    with pytest.raises(showdown.InvalidDeal, match=message):
        showdown.arrow.settle(table, "omaha-hilo", keep=["id"])


TYPES = {
    "string": (pa.list_(pa.string()), pa.string()),
    "large_string": (pa.large_list(pa.large_string()), pa.large_string()),
    "string_view": (pa.list_(pa.string_view()), pa.string_view()),
    "fixed_size_list": (pa.list_(pa.string(), 2), pa.string()),
    "dictionary": (pa.list_(pa.string()), pa.dictionary(pa.int32(), pa.string())),
    "dictionary of views": (pa.list_(pa.string_view()), pa.dictionary(pa.int8(), pa.string())),
    "list of cards": (pa.list_(pa.string()), pa.list_(pa.string())),
}


@pytest.mark.parametrize("type_name", TYPES)
def test_every_type_of_text_is_read(type_name):
    hands_type, board_type = TYPES[type_name]
    hands = [HANDS, HANDS, ["6d-6c-Kc-4d", "6d-Kd-Jd-3d"], HANDS]
    board = BOARD.split("-") if type_name == "list of cards" else BOARD
    table = pa.table(
        {"hands": pa.array(hands, hands_type), "board": pa.array([board] * 4, board_type)}
    )
    for part, invalid_row in ((table, 2), (table.slice(1, 2), 1)):
        rows = answers(part, "omaha-hilo")
        assert rows.pop(invalid_row)["error"] == "6♦ appears twice, in HandA and HandB"
        assert {(row["error"], str(row["winners"])) for row in rows} == {(None, "[2, 1]")}


NUMBER_TYPES = (pa.int8(), pa.uint64(), pa.float32(), pa.float64(), pa.decimal128(20, 4))


@pytest.mark.parametrize("column_type", NUMBER_TYPES, ids=str)
def test_chips_and_seats_are_whole_numbers_of_any_type(column_type):
    columns = {
        "pots": pa.array([[91], [91, 20], None], pa.list_(column_type)),
        "eligible": pa.array([None, [None, [0]], None], pa.list_(pa.list_(column_type))),
        "button": pa.array([1, None, 0], column_type),
    }
    table = pa.table({"hands": [HANDS] * 3, "board": [BOARD] * 3} | columns)
    settled = answers(table, "omaha-hilo")
    assert [row["error"] for row in settled] == [None] * 3
    assert [row["payouts"] for row in settled] == [[45, 46], [65, 46], None]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.5"), (float("nan"), "nan"), (float("inf"), "inf"), (Decimal("1.10"), "1.10")],
)
@pytest.mark.parametrize("name", ["pots", "contributions", "dead", "folded", "button"])
def test_a_fraction_is_an_error_of_its_row(name, value, text):
    column_type = pa.float64() if isinstance(value, float) else pa.decimal128(9, 2)
    in_list = name not in ("dead", "button")
    chips = {"pots": [[91]] * 2, name: [[1, value] if in_list else value, None]}
    column_types = {name: pa.list_(column_type) if in_list else column_type}
    table = pa.table(
        {"hands": [HANDS] * 2, "board": [BOARD] * 2}
        | {key: pa.array(chips[key], column_types.get(key)) for key in chips}
    )
    bad, good = answers(table, "omaha-hilo")
    assert bad["error"].startswith(f"{name} has {text}, which isn't a whole number")
    assert good["error"] is None


def test_card_numbers_may_be_lists_or_binary():
    cards = random_deals(np.random.default_rng(5), OMAHA, 6)
    expected_answer = answers(pa.table({"cards": binary_column(cards)}), OMAHA)
    lists, binary = cards.tolist(), [row.tobytes() for row in cards]
    list_types = (pa.list_(pa.uint8()), pa.large_list(pa.uint8()), pa.list_(pa.uint8(), 13))
    binary_types = (pa.binary(), pa.large_binary(), pa.binary_view())
    columns = [pa.array(lists, column_type) for column_type in list_types]
    columns += [pa.array(binary, column_type) for column_type in binary_types]
    for column in columns:
        table = pa.table({"cards": column})
        assert answers(table, OMAHA) == expected_answer
        assert answers(table.slice(2, 3), OMAHA) == expected_answer[2:5]


def test_long_tables_are_settled_in_small_batches_in_order(monkeypatch):
    monkeypatch.setattr(source, "MAX_BATCH_ROWS", 7)
    binary, text = deals_table(OMAHA, 40)
    whole = showdown.arrow.settle(binary.combine_chunks(), OMAHA)
    batches = list(whole)
    assert max(batch.num_rows for batch in batches) <= 7
    cards = np.array([list(row["cards"]) for row in binary.to_pylist()], np.uint8)
    winners = showdown.settle_many(OMAHA, cards).winners.tolist()
    assert pa.Table.from_batches(batches)["winners"].to_pylist() == winners
    assert showdown.arrow.settle(text, OMAHA).read_all()["winners"].to_pylist() == winners


def test_a_table_is_read_in_batches_on_demand():
    binary, _ = deals_table(OMAHA, 10)
    read_batches = []

    def batches():
        for number in range(100):
            read_batches.append(number)
            yield from binary.to_batches()

    reader = pa.RecordBatchReader.from_batches(binary.schema, batches())
    answer = showdown.arrow.settle(reader, OMAHA)
    answer.read_next_batch()
    assert len(read_batches) < 3


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "hands": st.none()
                | st.lists(st.none() | st.text("AKQJT98765432cdhs- ♠", max_size=12), max_size=4),
                "board": st.none() | st.text("AKQ2345cdhs- ", max_size=16),
            }
        ),
        max_size=6,
    )
)
def test_columns_with_any_text_are_answered_row_by_row(rows):
    schema = pa.schema([("hands", pa.list_(pa.string())), ("board", pa.string())])
    settled = answers(pa.Table.from_pylist(rows, schema=schema), "holdem")
    assert len(settled) == len(rows)
    assert all((row["error"] is None) != (row["winners"] is None) for row in settled)


@given(st.lists(st.none() | st.binary(min_size=9, max_size=9), max_size=6))
def test_any_bytes_are_answered_row_by_row(rows):
    settled = answers(pa.table({"cards": pa.array(rows, pa.binary(9))}), "holdem")
    for row, cards in zip(settled, rows, strict=True):
        is_deal = cards is not None and max(cards) < 52 and len(set(cards)) == 9
        assert (row["error"] is None) == is_deal


SPOTS = [
    {"hands": ["AsKhQsJh", "2c3d4h5c"], "board": "Ah7c2d", "dead_cards": None},
    {"hands": ["AsKhQsJh", "AA!AAA"], "board": "Ah7c2d", "dead_cards": None},
    {"hands": ["AsKhQsJh", "2c3d4h5c", "9s9h8s8h"], "board": "Ah7c2dTd", "dead_cards": "9c"},
    {"hands": ["AsKhQsJh", "2c3d4h5c"], "board": "", "dead_cards": "9c9d"},
]


def test_each_row_has_its_odds():
    table = pa.Table.from_pylist(SPOTS)
    answers = showdown.arrow.odds(table, "omaha-hilo").read_all().to_pylist()
    for row, answer in zip(SPOTS, answers, strict=True):
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
    rows = [*SPOTS[:1], {"hands": ["AsKhQsJh", None]}, {"hands": None}, {"hands": ["AsKh", "Zz"]}]
    answers = showdown.arrow.odds(pa.Table.from_pylist(rows), "omaha-hilo").read_all().to_pylist()
    assert [row["error"] is None for row in answers] == [True, False, False, False]
    assert [row["shares"] is None for row in answers] == [False, True, True, True]


def test_the_schema_includes_the_kept_columns():
    table = pa.Table.from_pylist([row | {"id": 7} for row in SPOTS[:1]])
    schema = showdown.arrow.odds(table, "omaha-hilo", keep=["id"]).schema
    assert schema.names == ["id", *showdown.arrow.ODDS.names]
