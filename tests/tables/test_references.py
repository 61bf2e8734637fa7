"""Check settle_many and Arrow tables against the contests' examples and brute force."""

import re
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

import showdown
import showdown.arrow
from tests.evaluator import reference
from tests.library.dealing import random_deals
from tests.made_up_games import EVERY_GAME
from tests.tables.writing import as_binary

EXAMPLES = Path(__file__).parents[1] / "data"
GAMES = [game for game in EVERY_GAME if game.slug in showdown.games]


def lines(name):
    return (EXAMPLES / name).read_text().splitlines()


def omaha_hilo():
    """Yield hands, a board, and the winners of high and of low as bits."""
    rulings = [line for line in lines("omahacomp-output.txt") if line.startswith("=>")]
    for line, ruling in zip(lines("omahacomp-input.txt"), rulings, strict=True):
        *hands, board = re.findall(r":(\S+)", line)
        high, low = ruling.split("; ")
        yield hands, board, [_bits(high), _bits(low)]


def _bits(ruling):
    if "No hand" in ruling:
        return 0
    return {"HandA": 1, "HandB": 2}.get(re.sub(r"^=> ", "", ruling).split()[0], 3)


def badugi():
    for line, won in zip(lines("badugi-input.txt"), lines("badugi-output.txt"), strict=True):
        hands, winners = line.split(" - "), won.split(" - ")
        yield hands, None, [sum((hand in winners) << seat for seat, hand in enumerate(hands))]


def holdem():
    """Yield hands, a board, and the winners as bits; the files write a ten as X."""
    rows = iter(lines("holdem-input.txt"))
    for won in lines("holdem-output.txt"):
        count, board = int(next(rows)), next(rows).replace("X", "T")
        hands = [next(rows).replace("X", "T") for _ in range(count)]
        yield hands, board, [sum(1 << int(seat) - 1 for seat in won.split())]


@pytest.mark.parametrize(
    ("slug", "examples"), [("omaha-hilo", omaha_hilo), ("badugi", badugi), ("holdem", holdem)]
)
def test_the_contests_examples_have_the_expected_winners(slug, examples):
    for hands, board, winners in examples():
        boards = [[board]] if board else []
        settled = showdown.settle_many(slug, [*([hand] for hand in hands), *boards])
        assert settled.winners.tolist() == [winners]
        columns = {"hands": [hands]} | ({"board": [board]} if board else {})
        (row,) = showdown.arrow.settle(pa.table(columns), slug).read_all().to_pylist()
        assert row["winners"] == winners


def by_brute_force(game, cards):
    """Yield the winners of each two-player deal as bits, by contest."""
    end = 2 * game.hole
    for numbers in cards.tolist():
        names = [reference.DECK[number] for number in numbers]
        ranks = [
            reference.strengths(game.slug, names[start : start + game.hole], names[end:])
            for start in (0, game.hole)
        ]
        yield [reference_winners(*both) for both in zip(*ranks, strict=True)]


def reference_winners(first, second):
    """Return the winners as bits; None does not qualify."""
    if first is None or second is None:
        return (first is not None) | (second is not None) << 1
    return int(first >= second) | (second >= first) << 1


def hold_both_to_brute_force(game, deals):
    cards = random_deals(np.random.default_rng([26, game.number]), game, deals)
    expected = list(by_brute_force(game, cards))
    assert showdown.settle_many(game, cards).winners.tolist() == expected
    table = pa.table({"cards": as_binary(cards)})
    assert showdown.arrow.settle(table, game).read_all()["winners"].to_pylist() == expected


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_tables_of_every_game_are_settled_as_by_brute_force(game):
    hold_both_to_brute_force(game, 20)


@pytest.mark.long
@pytest.mark.parametrize("slug", ["omaha-hilo", "holdem", "badugi"])
def test_twenty_thousand_deals_of_the_contests_games_are_settled_as_by_brute_force(slug):
    hold_both_to_brute_force(showdown.games[slug], 20_000)
