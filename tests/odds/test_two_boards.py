"""Odds on two boards, and with contests of the players' own cards: every deal is counted."""

import random

import pytest

from showdown.bulk import dealing
from showdown.bulk.odds import ChipPot, milliseconds, odds, table_of
from showdown.evaluator.games import GAMES
from showdown.notation.spots import read_spot
from tests.odds.brute_force import spot_on
from tests.scope import examples

TWO_BOARDS = [game for game in GAMES.values() if game.boards == (5, 5)]
DRAWMAHA = [game for game in GAMES.values() if game.slug.startswith("drawmaha")]


def equals_every_deal(spot):
    players = range(len(spot.holdings))
    pots = [ChipPot(100, tuple(players)), ChipPot(60, (0, 1)), ChipPot(5, (1,))]
    dealt = dealing.deal_all(table_of(spot, pots))
    counted = odds(spot, pots)
    assert milliseconds(spot, pots) < 1000
    assert counted.tally.outcomes == dealt[0].outcomes
    assert counted.tally.categories == dealt[0].categories
    for pot, tally in zip(counted.pots, dealt, strict=True):
        assert pot.chips == tuple(
            pot.pot.amount * tally.share(player) for player in range(tally.players)
        )


@pytest.mark.parametrize("game", TWO_BOARDS, ids=str)
@pytest.mark.parametrize("streets", [(4, 4), (5, 4), (4, 5), (5, 5), (4, 3)])
def test_two_boards_are_counted_as_if_each_deal_were_dealt(game, streets):
    rng = random.Random(f"{game.slug} {streets}")
    equals_every_deal(spot_on(rng, game, rng.choice([3, 4]), streets, rng.choice([0, 5])))


@pytest.mark.long
@pytest.mark.parametrize("game", TWO_BOARDS, ids=str)
@pytest.mark.parametrize("seed", range(examples(20)))
def test_two_flops_are_counted_as_if_each_deal_were_dealt(game, seed):
    rng = random.Random(f"{game.slug} {seed}")
    equals_every_deal(spot_on(rng, game, rng.choice([3, 4]), (3, 3), rng.choice([0, 8])))


@pytest.mark.parametrize("game", DRAWMAHA, ids=str)
@pytest.mark.parametrize("street", [3, 4, 5])
def test_drawmaha_is_counted_as_if_each_deal_were_dealt(game, street):
    rng = random.Random(f"{game.slug} {street}")
    equals_every_deal(spot_on(rng, game, 3, (street,), rng.choice([0, 5])))


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("double-board-holdem", ["AhKh", "QQ+"], "2h7h9s4c/JdTd3c"),
        ("double-board-omaha", ["AsKhQsJh", "AAKK"], "2c3d4c5h/Td9d8h7c"),
        ("drawmaha", ["AsKhQsJh2c", "9s|9h8h7h6h"], "2h7d9c"),
        ("drawmaha-49", ["AsKhQsJh2c", "2s3s4s5s7s"], ""),
    ],
)
def test_ranges_and_unknown_cards_are_exact(game, hands, board):
    spot = read_spot(GAMES[game], hands, board)
    counted = odds(spot)
    assert counted.is_exact
    assert sum(counted.tally.share(player) for player in range(2)) == 1
    if board:
        (dealt,) = dealing.deal_all(table_of(spot))
        assert counted.tally.outcomes == dealt.outcomes
