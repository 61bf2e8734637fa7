"""Test odds: exact counts, chips under a rule set, and pointers of errors."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from showdown.bulk import capacity
from showdown.bulk.capacity import Turns
from showdown.evaluator.cards import DECK
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.notation.odds_json import OddsJson
from showdown.notation.wagers_json import wagers_from_json
from tests.api.clients import check_problem
from tests.odds import known

pytestmark = pytest.mark.django_db

_ODDS = TypeAdapter(OddsJson)


def post_spot(client, **spot):
    return client.post("/api/odds/", json.dumps(spot), content_type="application/json")


def get_odds(client, **spot):
    response = post_spot(client, **spot)
    assert response.status_code == 200, response.json()
    return _ODDS.validate_python(response.json())


def get_error(client, **spot):
    document = check_problem(post_spot(client, **spot), 422)
    (error,) = document["errors"]
    return document["type"].split("/")[-2], error.get("pointer")


def test_odds_equal_known_figures(client):
    game, hands, board, boards, shares, scoops, high, low = known.SPOTS[2]
    odds = get_odds(client, game=game, hands=hands.split(), board=board)
    players = odds["players"]
    assert (odds["exact"], odds["boards"], odds["next_card"]) == (True, boards, [])
    assert [Fraction(player["share"]) * boards for player in players] == shares
    assert [player["scoop"] for player in players] == scoops
    for name, counts in (("high", high), ("low", low)):
        contests = [player["contests"][name] for player in players]
        assert [(contest["win"], contest["tie"]) for contest in contests] == counts
    assert all(player["chips"] is None for player in players)


def test_cards_may_be_lists_or_text(client):
    from_texts = get_odds(client, game="omaha", hands=["AsKhQsJh", "2c3d4c5d"], board="Ah7c2d")
    hands = {"Ann": ["As", "Kh", "Qs", "Jh"], "Bob": ["2c", "3d", "4c", "5d"]}
    null_fields = dict.fromkeys(["boards", "wagers", "rules"])
    from_lists = get_odds(
        client, game="omaha", hands=hands, board=["Ah", "7c", "2d"], **null_fields
    )
    assert [player.pop("label") for player in from_lists["players"]] == ["Ann", "Bob"]
    assert [player.pop("label") for player in from_texts["players"]] == ["HandA", "HandB"]
    assert from_lists == from_texts


def test_next_cards_are_returned_on_request(client):
    hands = ["Ad2cKsKh", "Ah3s4hQc"]
    odds = get_odds(client, game="omaha-hilo", hands=hands, board="7c8dKd", next_card=True)
    effects_by_card = {
        next_card["card"]: {(effect["what"], effect["label"]) for effect in next_card["effects"]}
        for next_card in odds["next_card"]
    }
    assert len(effects_by_card) == 52 - 11
    assert effects_by_card["5s"] == {("makes", "HandA"), ("makes", "HandB")}


WAGERS = [
    {"pots": [{"amount": 91}, {"amount": 41, "eligible": ["HandB", "HandC"]}], "button": "HandB"},
    {"contributions": {"HandA": 31, "HandB": 52, "HandC": 50, "Zoe": 7}, "folded": ["Zoe"],
     "dead": 3, "seats": ["HandC", "Zoe", "HandA", "HandB"], "button": "HandC"},
    {"pots": [{"amount": "12.55"}], "rake": {"percent": "5", "cap": "0.50", "jackpot": "0.05"}},
    {"pots": [{"amount": 175}, {"amount": 50, "eligible": ["HandA", "HandC"]}], "unit": 25,
     "rake": {"amount": 25, "taken_from": "main"}, "button": "HandA"},
    {"pots": [{"amount": 10}, {"amount": 5, "eligible": ["HandA"]}]},
]  # fmt: skip
"""Wagers with odd amounts, side pots, an uncalled bet, cents, rake, and a pot of one player."""
HANDS = ["Ad2c9s9h", "As2hKdQd", "Ac2d9c9d"]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("wagers", WAGERS, ids=["pots", "put in", "cents", "unit", "alone"])
def test_expected_chips_are_the_mean_payout_over_all_rivers(client, wagers, rules):
    """Compare the expected chips on the turn with the payouts after each river."""
    board, game = "3c7d8hKs", GAMES["omaha-hilo"]
    dealt_text = "".join([board, *HANDS])
    rivers = [str(card) for card in DECK if str(card) not in dealt_text]
    parsed_wagers = wagers_from_json(wagers)
    totals = dict.fromkeys(["HandA", "HandB", "HandC"], 0)
    for river in rivers:
        payout = settle(
            Deal.parse(game, HANDS, board + river), parsed_wagers, RULE_SETS[rules]
        ).payout
        for label in totals:
            totals[label] += payout.player(label).total
    units_per_chip = 100 if payout.decimals else 1
    odds = get_odds(client, game=game.slug, hands=HANDS, board=board, wagers=wagers, rules=rules)
    expected_chips = {player["label"]: player["chips"] for player in odds["players"]}
    mean = {label: Fraction(total, units_per_chip * len(rivers)) for label, total in totals.items()}
    assert {label: Fraction(chips["total"]) for label, chips in expected_chips.items()} == mean
    for chips in expected_chips.values():
        assert sum(map(Fraction, chips["pots"].values())) == Fraction(chips["total"])


def test_the_cards_of_a_folded_hand_are_dead(client):
    flop = {"game": "omaha-hilo", "board": "Ah7c2d"}
    hands = ["AsKhQsJh", "9h9dTc ?", "2c3d4c5d"]
    folded = get_odds(client, **flop, hands=hands, wagers={"folded": ["HandB"]})
    hands = {"HandA": "AsKhQsJh", "HandC": "2c3d4c5d"}
    assert folded == get_odds(client, **flop, hands=hands, dead="9h9dTc")


def test_a_hand_that_is_eligible_for_no_pot_is_left_out(client):
    pots = [{"amount": 10, "eligible": ["HandA", "HandC"]}]
    hands = ["AsKhQsJh", "9h9dTcTs", "2c3d4c5d"]
    odds = get_odds(client, game="omaha", hands=hands, wagers={"pots": pots})
    assert [player["label"] for player in odds["players"]] == ["HandA", "HandC"]


HILO = {"game": "omaha-hilo", "hands": ["AsKhQsJh", "2c3d4c5d"]}
HOLDEM = {"game": "holdem", "hands": {"Ann": "AhKh", "Bob": "QsQd"}}


def test_the_error_for_too_many_deals_names_the_command(client):
    detail = post_spot(client, **HILO | {"hands": ["*", "*"]}).json()["detail"]
    assert "manage.py odds" in detail


@pytest.mark.parametrize(
    ("spot", "name", "pointer"),
    [
        (HILO | {"hands": ["AsKhQsJh", "A" * 2001]}, "too-long", "#/hands/1"),
        (HILO | {"hands": ["AsKhQsJh", "?" * 10**6]}, "too-long", "#/hands/1"),
        (HILO | {"hands": ["*"] * 14}, "too-long", "#/hands"),
        (HILO | {"hands": ["AsKhQsJh", ["Ac"] * 53]}, "too-long", "#/hands/1"),
        (HILO | {"board": "A" * 201}, "too-long", "#/board"),
        (HILO | {"dead": "A" * 10**6}, "too-long", "#/dead"),
        (HILO | {"hands": ["AsKhQsJh", "(" * 100]}, "too-deep", "#/hands/1"),
        (HILO | {"hands": ["AsKhQsJh", "*!AA," * 399 + "KK"]}, "too-many-hands", "#/hands/1"),
        ({"game": "five-card-omaha", "hands": ["AsKhQsJh9s", "*!AA"]}, "too-many-hands",
         "#/hands/1"),
        (HILO | {"wagers": {"pots": [{"amount": 1}] * 14}}, "too-long", "#/wagers/pots"),
    ],
)  # fmt: skip
def test_too_expensive_requests_are_refused(client, spot, name, pointer):
    assert get_error(client, **spot) == (name, pointer)


def test_a_long_calculation_is_refused_while_another_runs(client, monkeypatch):
    """Each of the 21 hands of the range takes 3 ms; the odds of a short spot are still returned."""
    long_spot = {"game": "holdem-hilo", "hands": ["AhKh", "JJ+, AKs"]}
    monkeypatch.setattr(capacity, "ODDS_TURNS", Turns(1))
    with capacity.ODDS_TURNS.take():
        response = post_spot(client, **long_spot)
        check_problem(response, 503, "odds-busy")
        assert response["Retry-After"] == "1"
        assert post_spot(client, **HILO).status_code == 200
    assert post_spot(client, **long_spot).status_code == 200


def test_the_documented_example_works(client):
    """The house takes 5 of 105 chips; HandA gets its share of 24.09% of the other 100."""
    page = (Path(__file__).parents[2] / "docs" / "odds.md").read_text()
    command = page.partition("/api/odds/ -H")[2]
    example = json.loads(command.partition("'")[2].partition("'")[0])
    first = get_odds(client, **example)["players"][0]
    assert (first["percent"], first["chips"]["about"]) == (24.09, 24.09)


def test_dollar_equity_is_returned_for_a_tournament(client):
    icm = {"stacks": {"HandA": 5000, "HandB": 3000, "Zoe": 2000}, "payouts": [50, "30.00", 20]}
    equity = get_odds(client, game="holdem", hands=["AsAh", "KsKh"], icm=icm)["icm"]
    assert [round(player["after"], 2) for player in equity["players"]] == [43.14, 23.66, 33.2]
    assert equity["finishes"][0]["players"][1] == {"label": "HandB", "chips": "0", "dollars": 20.0}
    assert "icm" not in get_odds(client, game="holdem", hands=["AsAh", "KsKh"])


def test_standing_and_each_hand_of_ranges_are_returned_if_requested(client):
    """The top 15% against any hand on a flop: 45 * 44 / 2 boards for each pair of hands."""
    spot = {"game": "holdem", "hands": ["15%", "*"], "board": "2h7h9s"}
    odds = get_odds(client, **spot, each_hand=True, standing=True)
    first, second = odds["players"]
    assert odds["exact"] is True
    assert Fraction(first["share"]) + Fraction(second["share"]) == 1
    assert len(second["hands"]) == 1176
    row = first["hands"][0]
    assert (row["hand"], row["deals"]) == ("AsAh", 990 * 1081)
    for player in (first, second):
        parts = [group["part"] for group in player["standing"]["groups"]]
        assert sum(parts) == pytest.approx(100, abs=1)
    assert all("standing" not in player for player in get_odds(client, **spot)["players"])
