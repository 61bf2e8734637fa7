"""Test the results and errors of the library for deals, spots, logs and pasted texts."""

import gzip
import io
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import showdown

HANDS = {"Anna": "6d-6c-Kc-4d", "Boris": "Ac-Kd-Jd-3d"}
BOARD = "Ah-Kh-5s-2s-Qd"


def test_a_deal_has_winners_shares_and_reasons():
    settled = showdown.settle("omaha-hilo", HANDS, BOARD)
    assert settled.winners == {"high": ("Boris",), "low": ("Anna",)}
    assert settled.shares == {"Anna": Fraction(1, 2), "Boris": Fraction(1, 2)}
    assert settled.reasons["high"] == "two pair, aces and kings beats a pair of kings"
    assert settled.payouts == {}
    assert settled.returned == {}


RIVER = "2c-3d-7h-9s-Jc"
TIE = ("omaha-hilo", ["6sQdQc4h", "4sKd6hJh"], "9s5s7c3d5h")


@pytest.mark.parametrize(
    ("deal", "chips", "payouts"),
    [
        (("omaha-hilo", HANDS, BOARD), {"pots": [91]}, [45, 46]),
        (("holdem", ["AsAh", "KsKh", "QsQh"], RIVER), {"pots": [300, (200, ["HandB", "HandC"])]},
         [300, 200, 0]),
        (TIE, {"pots": [12_022], "button": "HandB", "rules": "wsop-2026"}, [6011, 6011]),
        (TIE, {"pots": [12_022], "button": "HandB", "rules": "tda-2026"}, [6012, 6010]),
        (("holdem", ["AsAh", "mucked", "KsKh"], RIVER), {"pots": [90], "folded": ["HandA"]},
         [0, 0, 90]),
    ],
)  # fmt: skip
def test_pots_are_paid(deal, chips, payouts):
    assert list(showdown.settle(*deal, **chips).payouts.values()) == payouts


def test_contributions_form_the_pots():
    contributions = {"HandA": 50, "HandB": Decimal("80.50"), "Cem": 10}
    chips = {"contributions": contributions, "folded": ["Cem"]}
    settled = showdown.settle("holdem", ["AsAh", "KsKh"], RIVER, **chips)
    assert settled.payouts["HandA"] == 110
    assert settled.returned == {"HandB": Decimal("30.50")}


def test_a_board_run_twice_has_winners_for_each_run():
    boards = ["Td-9c-4s-Ac-Kh", "Td-9c-4s-2c-2h"]
    settled = showdown.settle("holdem", ["As-Ah", "Ts-Th"], boards=boards, pots=[100])
    assert settled.winners == {"high": ("HandA",), "high of run 2": ("HandB",)}
    assert settled.payouts == {"HandA": 50, "HandB": 50}


def test_results_convert_to_json():
    settled = showdown.settle("omaha-hilo", HANDS, BOARD, pots=[91])
    document = json.loads(json.dumps(settled.to_json()))
    assert document["headline"] == settled.headline
    assert [player["label"] for player in document["players"]] == ["Anna", "Boris"]
    document = showdown.odds("holdem", ["AsAh", "KdKc"], "2c3d7h", next_card=True).to_json()
    assert document["boards"] == 990
    assert document["next_card"]


@pytest.mark.parametrize("game", showdown.games.values(), ids=str)
def test_the_representation_fits_on_a_screen(game):
    deck, count = list(map(str, game.deck)), min(game.players[-1], 6)
    hands = [[deck.pop() for _ in range(game.hole)] for _ in range(count)]
    boards = [[deck.pop() for _ in range(size)] for size in game.boards]
    text = repr(showdown.settle(game, hands, boards=boards or None, pots=[1000]))
    assert text.startswith(f"<SettledDeal: {game.name}")
    assert len(text.splitlines()) <= 24


LOG = Path(__file__).parents[2] / "examples" / "log.txt"


def test_a_log_is_audited():
    wrong_hands = [audited for audited in showdown.audit(LOG) if audited.is_wrong]
    assert wrong_hands[0].hand.origin.hand == "1001"
    assert "wins it" in wrong_hands[0].reason


def test_a_damaged_file_is_reported():
    damaged = io.BytesIO(gzip.compress(LOG.read_bytes())[:-20])
    with pytest.raises(showdown.UnusableInput):
        list(showdown.read_log(damaged))


def test_a_text_is_read_as_a_deal():
    read = showdown.read_text("Hero: As Kd, Villain: Qh Qd, board 2c 3d 5h 9s Th, pot 1k")
    assert read.is_whole
    assert read.game.slug == "holdem"
    assert read.hands == {"Hero": "As Kd", "Villain": "Qh Qd"}
    assert read.boards == ("2c 3d 5h 9s Th",)
    assert read.settle().payouts == {"Hero": 0, "Villain": 1000}
    assert "Hero: As Kd" in repr(read)


def test_a_text_with_ranges_has_odds_but_no_settlement():
    read = showdown.read_text("AhKh vs QQ on Td9d2c")
    odds = showdown.odds("holdem", ["AhKh", "QQ"], "Td9d2c")
    assert read.odds().shares == odds.shares
    with pytest.raises(showdown.InvalidDeal, match="question about odds"):
        read.settle()


def test_invalid_text_is_described_without_an_exception():
    read = showdown.read_text("AsKd vs QhQz")
    assert not read.is_whole
    reason = "“Qz” isn't a card: there is no suit z; is this an unknown card? Write “?” for it."
    assert read.not_understood == reason
    with pytest.raises(showdown.InvalidDeal, match="Qz"):
        read.settle()


def test_the_game_is_recognized_unless_given():
    assert showdown.read_text("AcKdJd3d vs 5c5d6c7d").game.slug == "omaha-hilo"
    assert showdown.read_text("3c 2s 4d Ah - As 3h 2d 4h").game.slug == "badugi"
    assert showdown.read_text("AcKdJd3d vs 5c5d6c7d", "PLO").game.slug == "omaha"
    with pytest.raises(showdown.InvalidDeal, match="bridge"):
        showdown.read_text("AsKd", "bridge")


def test_the_address_of_a_stored_deal_is_not_read():
    read = showdown.read_text("https://x.org/showdown/0198c5d2-0000-7000-8000-000000000001/")
    assert not read.is_whole
    assert read.not_understood == "A stored deal can only be opened on its site."


def test_odds_of_a_complete_board_equal_the_settlement():
    odds = showdown.odds("omaha-hilo", HANDS, BOARD)
    assert odds.count == 1
    assert odds.shares == showdown.settle("omaha-hilo", HANDS, BOARD).shares
    assert odds.takes["Anna"]["half"] == 1


@pytest.mark.long
def test_a_sample_is_the_same_each_time():
    spot = {"game": "razz", "hands": ["As2s3s4s5hKdKc", "*"], "within": 0.01}
    one, two = showdown.odds(**spot), showdown.odds(**spot)
    assert not one.is_exact
    assert 0 < one.margin <= 0.01
    assert one.shares == two.shares
    assert repr(one).startswith("<SpotOdds: Razz")


def test_an_ambiguous_hand_states_how_it_was_read():
    odds = showdown.odds("omaha", ["AsAh2c3d", "KsKhQsJx"], "4c5d7h")
    assert odds.readings.keys() == {"HandB"}
    assert odds.readings["HandB"] in repr(odds)


def test_many_spots_are_answered_in_their_order():
    boards = ["2c3d7h", "2c3d7h8c", ""]
    spots = [{"hands": ["AsAh", "KdKc"], "board": board} for board in boards]
    results = list(showdown.odds_many("holdem", spots, dead_cards="Ks"))
    for board, odds in zip(boards, results, strict=True):
        expected = showdown.odds("holdem", ["AsAh", "KdKc"], board, dead_cards="Ks")
        assert (odds.count, odds.shares) == (expected.count, expected.shares)


def test_an_invalid_spot_among_many_raises_an_error_when_it_is_reached():
    spots = [{"hands": ["AsAh", "KdKc"]}, {"hands": ["AsAh", "AsKc"]}]
    results = showdown.odds_many("holdem", spots)
    assert next(results).is_exact
    with pytest.raises(showdown.InvalidDeal) as error:
        next(results)
    assert error.value.__notes__ == ["in spot 1"]
