"""Compare counts of several ranges, and of ranges of larger hands, with dealing every deal."""

import random
from math import inf

import pytest

from showdown.bulk import dealing
from showdown.bulk.odds import ChipPot, build_spot_arrays, compute_odds
from showdown.bulk.ranges import inclusion_exclusion, multiway
from showdown.bulk.ranges.boards import has_tables
from showdown.evaluator.games import GAMES
from showdown.notation.spots import read_spot
from tests.odds.random_spots import deal_ranges
from tests.scope import examples

GAMES_WITH_TABLES = [game for game in GAMES.values() if has_tables(game)]


def assert_equals_dealing(spot):
    player_sets = [tuple(range(len(spot.holdings))), (0, 1)]
    pots = [ChipPot(1, players) for players in player_sets]
    counts = multiway.count_outcomes(spot, player_sets)
    dealt_tallies = dealing.deal_all(build_spot_arrays(spot, pots))
    for tally, dealt_tally in zip(counts.tallies, dealt_tallies, strict=False):
        assert tally.outcomes == dealt_tally.outcomes
        if dealt_tally.categories:
            assert tally.categories == dealt_tally.categories


@pytest.mark.parametrize("game", GAMES_WITH_TABLES, ids=str)
@pytest.mark.parametrize(
    ("sizes", "street", "spot_count"),
    [
        *(((6, 1, 9), 4, 1), ((5, 3, 4, 2), 5, 1), ((4, 12), 3, 1)),
        *(
            pytest.param(sizes, street, examples(10), marks=pytest.mark.long)
            for sizes, street in (((9, 25, 17), 4), ((25, 20), 3))
        ),
    ],
    ids=str,
)
def test_counts_of_every_combination_equal_dealing_every_deal(game, sizes, street, spot_count):
    for seed in range(spot_count):
        rng = random.Random(f"{game.slug} {sizes} {seed}")
        dead = rng.choice([0, 3])
        assert_equals_dealing(deal_ranges(rng, game, sizes, street, dead, 100, card_count=24))


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("holdem", ["88+, AQ+", "77, KQ", "22-66, 98s"], "2h7h9s3d"),
        ("omaha-hilo", ["AsKhQsJh", "AA"], "2h7d9c3s"),
        ("omaha", ["AAxx, KK", "QQJJ"], "2h7d9c3s"),
    ],
)
def test_ranges_of_several_players_and_of_omaha_are_exact(game, hands, board):
    spot = read_spot(GAMES[game], hands, board)
    odds = compute_odds(spot, next_card=True)
    assert odds.is_exact
    (dealt_tally,) = dealing.deal_all(build_spot_arrays(spot))
    assert odds.tally.outcomes == dealt_tally.outcomes
    for next_card in random.Random(1).sample(odds.next_cards, 2):
        after = compute_odds(read_spot(GAMES[game], hands, board + str(next_card.card))).tally
        assert next_card.shares == tuple(after.share(seat) for seat in range(len(hands)))


@pytest.mark.parametrize("game", GAMES_WITH_TABLES, ids=str)
@pytest.mark.parametrize(
    ("street", "sizes"),
    [
        *((3, (10, 15)), (4, (40, 60)), (5, (40, 60))),
        *(
            pytest.param(street, sizes, marks=pytest.mark.long)
            for street, sizes in ((3, (40, 60)), (4, (1, 500)), (4, (200, 200)), (5, (3, 500)))
        ),
    ],
)
def test_counts_by_strength_equal_counts_of_every_combination(game, street, sizes):
    rng = random.Random(f"{game.slug} {street}")
    spot = deal_ranges(rng, game, sizes, street, rng.choice([0, 3]), 100, card_count=24)
    by_strength = inclusion_exclusion.count_outcomes(spot, [(0, 1)])
    by_combination = multiway.count_outcomes(spot, [(0, 1)])
    assert list(by_strength.tallies) == list(by_combination.tallies)
    assert list(by_strength.next_cards) == list(by_combination.next_cards)


@pytest.mark.parametrize("game", ["omaha", "omaha-hilo"])
def test_a_range_that_is_alone_in_a_pot_wins_it(game):
    spot = read_spot(GAMES[game], ["A2", "KKQQ"], "2h7d9c3s")
    odds = compute_odds(spot, [ChipPot(100, (0, 1)), ChipPot(7, (1,))])
    assert odds.is_exact
    assert odds.pots[1].chips == (7,)
    assert odds.pots[0].chips == tuple(100 * odds.tally.share(seat) for seat in range(2))


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        pytest.param("omaha-hilo", ("A2", "$ds"), "2h7d9cKs", marks=pytest.mark.long),
        ("five-card-omaha", ("AAK", "KKQ"), "2h7d9cKs"),
        ("six-card-omaha-hilo", ("AAKKQ2", "AA23"), "2h7d9cKsTs"),
        ("holdem-hilo", ("10%", "*"), "2h7d9cKs"),
        ("omaha", ("AA", "KsQsJsTs"), "2h7d9c3s"),
    ],
)
def test_swapping_large_ranges_swaps_their_shares(game, hands, board):
    one = compute_odds(read_spot(GAMES[game], hands, board))
    other = compute_odds(read_spot(GAMES[game], hands[::-1], board))
    assert one.is_exact
    assert one.tally.total == other.tally.total
    assert one.tally.share(0) == other.tally.share(1)
    assert one.tally.share(0) + one.tally.share(1) == 1


def test_hands_with_too_many_sets_of_cards_are_not_counted_by_strength():
    """Limited memory allows two unknown hands of four cards, but not of six cards."""
    four_cards, six_cards = (
        read_spot(GAMES[game], ["*", "*"], "2h7d9c3sKs")
        for game in ("omaha-hilo", "six-card-omaha")
    )
    assert inclusion_exclusion.estimate_milliseconds(four_cards) < 2000
    assert inclusion_exclusion.estimate_milliseconds(six_cards) == inf
