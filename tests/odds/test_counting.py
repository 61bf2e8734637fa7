"""Compare exact odds with known figures and with dealing every board."""

import random
import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from showdown.bulk import dealing
from showdown.bulk.odds import ChipPot, build_spot_arrays, compute_odds, estimate_milliseconds
from showdown.bulk.tally import POT_PARTS
from showdown.evaluator.deals import Deal, Hand
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.evaluator.spots import Spot
from showdown.notation.spots import read_spot
from tests.odds import known
from tests.odds.random_spots import COUNTABLE_GAMES, deal_spot, random_spot, spot_of
from tests.scope import examples, quick_first


@pytest.mark.parametrize(known.FIGURES, known.SPOTS)
def test_odds_equal_known_figures(game, hands, board, boards, shares, scoops, high, low):
    tally = compute_odds(spot_of(game, hands, board)).tally
    players = range(tally.players)
    assert tally.total == boards
    assert [tally.share(player) * boards for player in players] == shares
    assert [tally.count_pot_parts(player)["scoop"] for player in players] == scoops
    assert [tally.count_wins(player, 0)[:2] for player in players] == high
    if low:
        assert [tally.count_wins(player, 1)[:2] for player in players] == low


def assert_equals_dealing(spot):
    everyone = tuple(range(len(spot.holdings)))
    pots = [ChipPot(100, everyone), ChipPot(60, everyone[:-1]), ChipPot(5, (1,))]
    dealt_tallies = dealing.deal_all(build_spot_arrays(spot, pots))
    odds = compute_odds(spot, pots)
    assert estimate_milliseconds(spot, pots) < 1000
    assert odds.tally.outcomes == dealt_tallies[0].outcomes
    assert odds.tally.categories == dealt_tallies[0].categories
    for pot, tally in zip(odds.pots, dealt_tallies, strict=True):
        shares = map(tally.share, range(tally.players))
        assert pot.chips == tuple(pot.pot.amount * share for share in shares)


@pytest.mark.parametrize("game", COUNTABLE_GAMES, ids=str)
@pytest.mark.parametrize(("players", "street"), quick_first((3, 4), (2, 3), (4, 2), (6, 3), (3, 5)))
def test_counting_equals_dealing_every_board(game, players, street):
    rng = random.Random(f"{game.slug} {players} {street}")
    for dead in (0, 7):
        assert_equals_dealing(random_spot(rng, game, players, street, dead))


@pytest.mark.parametrize("game", quick_first(*COUNTABLE_GAMES), ids=str)
def test_counting_before_the_flop_equals_dealing_every_board(game):
    assert_equals_dealing(random_spot(random.Random(game.slug), game, players=5, street=0, dead=9))


@st.composite
def spots(draw, streets, max_players=4):
    game = draw(st.sampled_from(COUNTABLE_GAMES))
    rng = draw(st.randoms(use_true_random=False))
    players = draw(st.integers(2, min(max_players, game.players[-1])))
    return random_spot(rng, game, players, draw(st.sampled_from(streets)))


@given(spots(streets=(0, 3, 4, 5)))
def test_every_board_is_counted_once(spot):
    tally = compute_odds(spot).tally
    players = range(tally.players)
    assert sum(tally.share(player) for player in players) == 1
    for player in players:
        pot_parts = tally.count_pot_parts(player)
        assert tuple(pot_parts) == POT_PARTS
        assert sum(pot_parts.values()) == tally.total
        for contest in range(len(tally.categories)):
            alone, tied, nobody = tally.count_wins(player, contest)
            assert sum(tally.count_winning_categories(player, contest).values()) == alone + tied
            assert alone + tied + nobody <= tally.total


@given(spots(streets=(5,), max_players=6))
def test_odds_on_the_river_equal_the_settlement(spot):
    hands = tuple(Hand(holding.label, holding.cards) for holding in spot.holdings)
    settlement = settle(Deal(spot.game, hands, spot.boards))
    tally = compute_odds(spot).tally
    assert tally.total == 1
    assert [tally.share(seat) for seat in range(tally.players)] == [
        player.share for player in settlement.players
    ]


@given(spots(streets=(1, 3, 4), max_players=3))
@settings(max_examples=15)
def test_next_cards_have_the_odds_of_the_spot_with_the_card(spot):
    odds = compute_odds(spot, next_card=True)
    assert {next_card.card for next_card in odds.next_cards} == set(spot.stub)
    assert list(odds.next_cards) == sorted(
        odds.next_cards, key=lambda next_card: next_card.shares, reverse=True
    )
    for next_card in random.Random(1).sample(odds.next_cards, 5):
        boards = ((*spot.boards[0], next_card.card),)
        after = compute_odds(Spot(spot.game, spot.holdings, boards, spot.dead)).tally
        assert next_card.shares == tuple(after.share(player) for player in range(after.players))


def test_next_cards_before_the_flop_are_equally_likely():
    odds = compute_odds(spot_of("omaha-hilo", "AsKhQsJh 2c3d4c5d"), next_card=True)
    mean = sum(next_card.shares[0] for next_card in odds.next_cards) / len(odds.next_cards)
    assert mean == odds.tally.share(0)


@pytest.mark.parametrize("game", ["omaha-hilo", "holdem"])
def test_the_maximum_number_of_players_can_be_counted(game):
    players = GAMES[game].players[-1]
    spot = random_spot(random.Random(1), GAMES[game], players, 0, 0)
    assert sum(compute_odds(spot).tally.share(player) for player in range(players)) == 1


def test_a_rule_that_pays_whole_chips_is_followed():
    """The rule pays the odd one of five chips to the first player, instead of dividing it."""
    spot = spot_of("holdem", "AhKd AsKc", "2c3c4d9h9s")

    def pay(pot, outcome):
        return [Fraction(3), Fraction(2)]

    assert compute_odds(spot, [ChipPot(5, (0, 1))]).pots[0].chips == (Fraction(5, 2),) * 2
    assert compute_odds(spot, [ChipPot(5, (0, 1))], pay=pay).pots[0].chips == (3, 2)


def test_known_hands_are_counted_without_numba_and_django():
    code = (
        "import sys; from showdown.bulk.odds import compute_odds;"
        "from showdown.evaluator.games import GAMES;"
        "from showdown.notation.spots import read_spot;"
        "compute_odds(read_spot(GAMES['omaha-hilo'], ['AsKhQsJh', '2c3d4c5d']));"
        "assert not {'numba', 'llvmlite', 'django'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


TWO_BOARDS = [game for game in GAMES.values() if game.boards == (5, 5)]


@pytest.mark.parametrize("game", TWO_BOARDS, ids=str)
@pytest.mark.parametrize(
    ("streets", "dead", "spot_count"),
    [
        *((streets, 5, 1) for streets in ((4, 4), (5, 4), (4, 5), (5, 5), (4, 3))),
        pytest.param((3, 3), 8, examples(20), marks=pytest.mark.long),
    ],
)
def test_counts_of_two_boards_equal_dealing_every_deal(game, streets, dead, spot_count):
    for seed in range(spot_count):
        rng = random.Random(f"{game.slug} {streets} {seed}")
        players, dead_cards = rng.choice([3, 4]), rng.choice([0, dead])
        assert_equals_dealing(deal_spot(rng, game, players, streets, dead_cards))


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        ("double-board-holdem", ["AhKh", "QQ+"], "2h7h9s4c/JdTd3c"),
        ("double-board-omaha", ["AsKhQsJh", "AAKK"], "2c3d4c5h/Td9d8h7c"),
        ("drawmaha", ["AsKhQsJh2c", "9s|9h8h7h6h"], "2h7d9c"),
        ("drawmaha-49", ["AsKhQsJh2c", "2s3s4s5s7s"], ""),
        ("holdem", ["AhKh", "Qs?"], "2h3h9s4d"),
        ("holdem", ["AhKh", "QQ+@50,AKs"], "2h3h9s"),
    ],
)
def test_ranges_and_unknown_cards_are_exact(game, hands, board):
    spot = read_spot(GAMES[game], hands, board)
    odds = compute_odds(spot)
    assert odds.is_exact
    assert sum(odds.tally.share(player) for player in range(2)) == 1
    if board:
        (dealt_tally,) = dealing.deal_all(build_spot_arrays(spot))
        assert odds.tally.outcomes == dealt_tally.outcomes
