"""Test that chips in tables are paid as in the library, by kernels and row by row."""

import random

import pyarrow as pa
import pytest

import showdown
import showdown.arrow
from showdown.evaluator.errors import InvalidDeal
from showdown.words.errors import error_text
from tests.tables.test_settling import answers
from tests.tables.writing import deals_table, remove_categories, row_of

COLUMNS = {
    "pots": pa.list_(pa.int64()),
    "eligible": pa.list_(pa.list_(pa.int8())),
    "contributions": pa.list_(pa.int32()),
    "dead": pa.int64(),
    "folded": pa.list_(pa.int8()),
    "button": pa.int8(),
}
GAMES = ["omaha-hilo", "holdem", "badugi", "stud-hilo", "double-board-omaha-hilo", "drawmaha"]


def random_chips(rng, players):
    seats = range(players)

    def sample_seats():
        return rng.sample(seats, rng.randint(1, players))

    chips = rng.choice(
        [
            {"pots": [rng.randint(1, 500) for _ in range(rng.choice([1, 1, 3]))]},
            {"pots": [100, 61, 7], "eligible": [None, sample_seats(), sample_seats()]},
            {"pots": [100, 60], "eligible": [sample_seats()]},
            {"contributions": [rng.choice([0, 40, 40, 77])] * players},
            {"contributions": [rng.choice([0, 5, 50, 77, 1000]) for _ in seats]},
            {"contributions": [rng.randint(1, 9) for _ in seats]},
            {"contributions": [rng.choice([None, 5, 50]) for _ in seats]},
            {"pots": [0]},
            {"pots": [-5]},
            {"contributions": [5] * (players + 1)},
            {"eligible": [[0]]},
            {},
        ]
    )
    if "contributions" in chips or rng.random() < 0.05:
        chips |= rng.choice([{}, {}, {"dead": rng.randint(0, 9)}])
    chips |= rng.choice(
        [{}, {"folded": sample_seats()[1:]}, {"folded": rng.choice([[0, 0], [players]])}]
    )
    return chips | rng.choice([{}, {"button": rng.choice(seats)}, {"button": players}])


def expected_row(game, rules, deal, chips):
    names = [f"Hand{letter}" for letter in "ABCDEFGHI"[: len(deal["hands"])]]
    hands = {name: hand for name, hand in zip(names, deal["hands"], strict=True) if hand}
    folded = chips.get("folded", [])
    boards = deal["boards"] or None
    seats = [chips.get("button", 0), len(chips.get("contributions", [])) - 1, *folded]
    eligible = chips.get("eligible", [])
    contributions = zip(names, chips.get("contributions", []), strict=False)
    wagers = {
        "pots": [
            (amount, [names[seat] for seat in eligible[index]])
            if index < len(eligible) and eligible[index]
            else amount
            for index, amount in enumerate(chips.get("pots", []))
        ],
        "contributions": {name: amount for name, amount in contributions if amount is not None},
        "dead": chips.get("dead", 0),
        "folded": [name for name in names if name not in hands]
        + [names[seat] for seat in folded if seat < len(names)],
        "button": names[chips["button"] % len(names)] if "button" in chips else None,
    }
    try:
        if max(seats) >= len(names):
            showdown.settle(game, hands, boards=boards)
            return f"there is no seat {len(names)}; the seats are 0 to {len(names) - 1}"
        settled = showdown.settle(game, hands, boards=boards, rules=rules, seats=names, **wagers)
        return row_of(settled, names)
    except InvalidDeal as error:
        return error_text(error)


def remove_some_hands(rng, row):
    """Return the row; in half of all cases, with one or two null hands."""
    seats = rng.sample(range(len(row["hands"])), rng.choice([0, 0, 1, 2]))
    hands = [None if seat in seats else hand for seat, hand in enumerate(row["hands"])]
    return row | {"hands": hands}


def assert_paid_as_in_the_library(game, rules, text, chips):
    rows = answers(text, game, rules=rules)
    for row, deal, deal_chips in zip(rows, text.to_pylist(), chips, strict=True):
        expected = expected_row(game, rules, deal, deal_chips)
        assert expected in (row["error"], remove_categories(row))


def add_chips(table, chips):
    for name, column_type in COLUMNS.items():
        table = table.append_column(name, pa.array([row.get(name) for row in chips], column_type))
    return table


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("rules", ["wsop-2026", "tda-2026", "roberts", "exact"])
def test_random_chips_are_paid_as_in_the_library(slug, rules):
    rng = random.Random(f"{slug} {rules}")
    game, players = showdown.games[slug], rng.choice([2, 3, 5])
    binary, text = deals_table(game, 40, players=players, seed=game.number)
    chips = [random_chips(rng, players) for _ in range(40)]
    assert_paid_as_in_the_library(game, rules, add_chips(text, chips), chips)
    assert answers(add_chips(binary, chips), slug, rules=rules) == answers(
        add_chips(text, chips), slug, rules=rules
    )


LONG_SLUGS = ("omaha-hilo", "double-board-omaha-hilo", "holdem")


@pytest.mark.parametrize("rules", ["wsop-2026", "tda-2026", "roberts", "exact"])
@pytest.mark.parametrize(
    ("slug", "numbers_of_players", "rows"),
    [
        ("omaha-hilo", (5,), 60),
        *(pytest.param(slug, (2, 3, 4, 6, 9), 300, marks=pytest.mark.long) for slug in LONG_SLUGS),
    ],
)
def test_null_hands_count_as_folded(slug, numbers_of_players, rows, rules):
    rng = random.Random(f"{slug} {rules}")
    game = showdown.games[slug]
    for players in numbers_of_players:
        _, text = deals_table(game, rows, players=players, seed=players)
        text = pa.Table.from_pylist([remove_some_hands(rng, row) for row in text.to_pylist()])
        chips = [random_chips(rng, players) for _ in range(rows)]
        assert_paid_as_in_the_library(game, rules, add_chips(text, chips), chips)


@pytest.mark.parametrize(
    ("chips", "error"),
    [
        ({"pots": [[None]]}, "pots is null"),
        ({"pots": [[5]], "eligible": [[[None]]]}, "a seat is null"),
        ({"contributions": [[5, 5]], "folded": [[None]]}, "a seat is null"),
    ],
)
def test_a_null_among_chips_is_an_error_of_its_row(chips, error):
    _, text = deals_table(showdown.games["holdem"], 1)
    for name, value in chips.items():
        text = text.append_column(name, pa.array(value, COLUMNS[name]))
    (row,) = answers(text, "holdem")
    assert row["error"] == error
