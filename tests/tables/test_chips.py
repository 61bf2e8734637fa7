"""Chips in tables are paid as by the library, whether loops pay them or the readable rules."""

import random

import pyarrow as pa
import pytest

import showdown
import showdown.arrow
from showdown.evaluator.errors import InvalidDeal
from showdown.words.errors import error_text
from tests.tables.test_settling import answers, expected, without_categories
from tests.tables.writing import deals_table

COLUMNS = {
    "pots": pa.list_(pa.int64()),
    "eligible": pa.list_(pa.list_(pa.int8())),
    "contributions": pa.list_(pa.int32()),
    "folded": pa.list_(pa.int8()),
    "button": pa.int8(),
}
GAMES = ["omaha-hilo", "holdem", "badugi", "stud-hilo", "double-board-omaha-hilo", "drawmaha"]


def random_chips(rng, players):
    """Pots for all, pots for some, contributions with side pots or none; now and then nonsense."""
    seats = range(players)
    chips = rng.choice(
        [
            {"pots": [rng.randint(1, 500) for _ in range(rng.choice([1, 1, 3]))]},
            {"pots": [100, 60], "eligible": [None, rng.sample(seats, 2)]},
            {"contributions": [rng.choice([40, 40, 77])] * players},
            {"contributions": [rng.choice([0, 5, 50, 77]) for _ in seats]},
            {"contributions": [20] * players, "folded": [rng.choice(seats)]},
            {"pots": [0]},
            {"pots": [-5]},
            {"contributions": [5] * (players + 1)},
            {},
        ]
    )
    return chips | rng.choice([{}, {"button": rng.choice(seats)}, {"button": players}])


def by_the_library(game, rules, deal, chips):
    """The row as the library has it; only the text of the error, where the chips make none."""
    names = [f"Hand{letter}" for letter in "ABCDEF"[: len(deal["hands"])]]
    if max([chips.get("button", 0), len(chips.get("contributions", [])) - 1]) >= len(names):
        return f"there is no seat {len(names)}; the seats are 0 to {len(names) - 1}"
    eligible = chips.get("eligible", [])
    given = {
        "pots": [
            (amount, [names[seat] for seat in eligible[place]])
            if place < len(eligible) and eligible[place]
            else amount
            for place, amount in enumerate(chips.get("pots", []))
        ],
        "contributions": dict(zip(names, chips.get("contributions", []), strict=False)),
        "folded": [names[seat] for seat in chips.get("folded", [])],
        "button": names[chips["button"]] if "button" in chips else None,
    }
    given = {name: value for name, value in given.items() if value not in ([], {}, None)}
    try:
        return expected(game, deal["hands"], deal["boards"], rules=rules, **given)
    except InvalidDeal as error:
        return error_text(error)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("rules", ["wsop-2024", "tda-2024", "roberts"])
def test_random_chips_are_paid_as_by_the_library(slug, rules):
    rng = random.Random(f"{slug} {rules}")
    game, players = showdown.games[slug], rng.choice([2, 3, 5])
    binary, text = deals_table(game, 40, players=players, seed=game.number)
    chips = [random_chips(rng, players) for _ in range(40)]
    for name, kind in COLUMNS.items():
        column = pa.array([row.get(name) for row in chips], kind)
        binary, text = (table.append_column(name, column) for table in (binary, text))
    found = answers(text, slug, rules=rules)
    assert found == answers(binary, slug, rules=rules)
    for row, deal, given in zip(found, text.to_pylist(), chips, strict=True):
        wanted = by_the_library(game, rules, deal, given)
        assert wanted in (row["error"], without_categories(row))


@pytest.mark.parametrize(
    ("chips", "error"),
    [
        ({"pots": [[None]]}, "pots is null"),
        ({"pots": [[5]], "eligible": [[[None]]]}, "a seat is null"),
        ({"contributions": [[5, 5]], "folded": [[None]]}, "a seat is null"),
    ],
)
def test_nulls_among_chips_are_the_rows_error(chips, error):
    _, text = deals_table(showdown.games["holdem"], 1)
    for name, value in chips.items():
        text = text.append_column(name, pa.array(value, COLUMNS[name]))
    (row,) = answers(text, "holdem")
    assert row["error"] == error
