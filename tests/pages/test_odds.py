"""Test odds on the table: bars, outs, streets, grids and charts of ranges, and dollar equity."""

import re
from dataclasses import replace
from html import unescape

import pytest

from showdown.bulk.odds import compute_odds
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Spot
from showdown.models import Showdown
from showdown.notation.ranges import read_range
from showdown.pages import odds_presentation
from showdown.pages.odds_presentation import find_outs, make_bars
from showdown.pages.range_grids import GRID_GAMES, example_ranges, grid_ranks
from showdown.words.odds import short_percent_text
from tests.odds.known import SPOTS

pytestmark = pytest.mark.django_db

TABLE = "/showdown/"
TURN = {"game": "holdem", "players": "2", "hand-0": "AhKh", "hand-1": "QsQc", "board": "Qh7h2c3d"}


def spot(game, hands, board):
    return Spot.parse(GAMES[game], hands, board)


@pytest.mark.parametrize("row", SPOTS[1:3], ids=["flop", "tied lows"])
def test_bars_are_the_percentages_of_wins_and_ties(row):
    game, hands, board, boards, _, scoops, *contests = row
    odds = compute_odds(spot(game, hands.split(), board))
    for player, scoop_count in enumerate(scoops):
        bars = [(bar.alone, bar.tied) for bar in make_bars(odds, player)]
        assert bars[0][0] == pytest.approx(100 * scoop_count / boards)
        for bar, won in zip(bars[1:], contests, strict=True):
            assert bar == pytest.approx([100 * count / boards for count in won[player]])


@pytest.mark.parametrize(
    ("hands", "board", "outs"),
    [
        (["AhKh", "QsQc"], "Qh7h2c3d", {"7 cards win for HandA": "4h5h6h8h9hThJh"}),
        (
            ["AhKd", "AcQs"],
            "AdAsJc3d",
            {"3 cards win for HandB": "QcQdQh", "6 cards split for HandB": "JdJhJs3c3h3s"},
        ),
    ],
)
def test_outs_are_the_last_cards_that_win_or_split(hands, board, outs):
    groups = find_outs(compute_odds(spot("holdem", hands, board), next_card=True))
    assert {group.text: {*group.cards} for group in groups} == {
        text: {*parse_cards(cards)} for text, cards in outs.items()
    }


def test_outs_do_not_win_before_the_last_card():
    flop = spot("holdem", ["7h6h", "AsAc"], "Ad8h2c")
    assert all("win for" not in out.text for out in find_outs(compute_odds(flop, next_card=True)))


SPLIT = {"game": "omaha-hilo", "players": "2", "hand-0": "Ac2dKhJs", "hand-1": "As3d4h9c"}
TIE = {"game": "holdem", "players": "2", "hand-0": "AhKd", "hand-1": "AsKc", "board": "QhJs2c"}


@pytest.mark.parametrize(
    ("deal_form", "bars"), [(TURN, 0), (TIE, 2), (SPLIT | {"board": "7h8c5dQh"}, 6)]
)
def test_bars_are_drawn_unless_the_felt_shows_the_same_share(visitor, deal_form, bars):
    """A share is shown once: on the plate of the player."""
    page = visitor.live(deal_form).text
    assert page.count('class="odds-bar"') == bars
    if not bars:
        odds = compute_odds(spot("holdem", ["AhKh", "QsQc"], "Qh7h2c3d"))
        assert page.count(f">{short_percent_text(odds.tally.share(0))}<") == 1


def test_the_page_draws_outs(visitor):
    page = visitor.live(TURN).text
    assert "7 cards win for Player 1" in page
    assert 'class="worse"' in page


RIVER = TURN | {"board": "Qh7h2c3dAs"}
INVALID_STREETS = ("-1", "99999999", "x", "3")


def test_the_table_goes_back_street_by_street(visitor):
    flop = visitor.get(TABLE, RIVER | {"street": "1"}).text
    odds = compute_odds(spot("holdem", ["AhKh", "QsQc"], "Qh7h2c"))
    assert short_percent_text(odds.tally.share(0)) in flop
    assert 'value="Qh7h2c3dAs"' in flop
    assert "wins with" not in flop
    assert "Player 2 wins with three queens" in visitor.get(TABLE, RIVER | {"street": ""}).text


STUD = {"game": "razz", "players": "2", "hand-0": "As2d3h7cKd", "hand-1": "4s5d6hKc9h"}


@pytest.mark.parametrize(
    ("deal_form", "streets", "current"),
    [
        (STUD | {"street": "0"}, ["Third street", "Fourth street", "Fifth street"], 0),
        *((TURN | {"street": street}, ["Deal", "Flop", "Turn"], 2) for street in INVALID_STREETS),
        ({"game": "holdem"}, [], None),
        (TURN | {"board": ""}, [], None),
        (TURN | {"board": "zz"}, [], None),
        ({"game": "badugi"}, [], None),
    ],
)
def test_the_streets_so_far_are_shown(visitor, deal_form, streets, current):
    buttons = re.findall(r'name="street"([^>]*)><span>([^<]*)', visitor.get(TABLE, deal_form).text)
    assert [(name, "checked" in attributes) for attributes, name in buttons] == [
        (name, index == current) for index, name in enumerate(streets)
    ]


def test_the_headline_names_the_favorite_and_the_announcement_also_the_share(visitor):
    page = visitor.live(TURN | {"street": "1"}).text
    assert '<p class="headline">Player 2 is the favorite</p>' in page
    assert re.search(r'id="announcement" data-replaces>Player 2 is an? \d+\.\d% favorite<', page)


def test_scoops_are_stated_only_among_the_bars(visitor):
    page = visitor.live(SPLIT | {"board": "7h8c5dQh"}).text
    assert "Scoop" in page
    assert not re.search(r"scoops \d", page)


def test_odds_of_a_street_that_cannot_be_counted_are_sampled_in_rounds(visitor):
    hands = {"game": "omaha-hilo", "players": "2", "hand-0": "AsKhQsJh", "hand-1": "*"}
    deal_form = hands | {"board": "2c3d4c", "street": "0"}
    assert "Calculating the odds" in visitor.live(deal_form).text
    assert "Estimate" in visitor.live(deal_form, sampling_round=1).text


def test_saving_on_an_earlier_street_stores_the_whole_deal(visitor):
    visitor.settle(RIVER | {"street": "0"})
    assert Showdown.objects.get().settlement.deal.boards[0] == parse_cards("Qh7h2c3dAs")


def test_saving_too_early_names_the_missing_card(visitor):
    page = visitor.settle(TURN, by_script=True).text
    assert "Not saved: Board has 4 cards" in page
    assert "favorite" in page
    assert not Showdown.objects.exists()


RANGES = {"game": "holdem", "players": "2", "hand-0": "15%", "hand-1": "QQ+, AKs"}
ACES = {"game": "holdem", "players": "2", "hand-0": "AsAh", "hand-1": "KsKh"}
TOURNAMENT = {"stacks": "5000, 3000, 2000", "payouts": "50, 30, 20"}


def table_of(client, **deal_form):
    return client.get("/showdown/", deal_form).text


def tables_of(page):
    tables = {}
    region = r'role="region" aria-label="([^"]*)".*?(<table>.*?</table>)'
    for name, table in re.findall(region, page, re.S):
        rows = re.findall(r"<tr.*?</tr>", table, re.S)
        tables[name] = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in rows]
    return tables


def test_ranges_have_charts_with_tables(client):
    page = unescape(table_of(client, **RANGES, board="2c3d4h"))
    tables = tables_of(page)
    # Six pictures of ranges have tables; the picture of next cards has a list.
    assert page.count('class="picture ') == 1 + 6
    assert list(tables) == [
        "Equity distribution, as a table",
        "Player 1: each hand, as a table",
        "Player 2: each hand, as a table",
        "Player 1's range by made hand, as a table",
        "Player 2's range by made hand, as a table",
    ]
    hands = {row[0]: row[1:] for row in tables["Player 2: each hand, as a table"]}
    assert set(hands) == {"Hand", "AA", "KK", "QQ", "AKs"}
    assert hands["AA"][0] == "6"
    made_hands = {row[0] for row in tables["Player 2's range by made hand, as a table"]}
    assert made_hands == {"Made hand", "pair", "high card"}
    assert "200 combos" in page
    assert page.count("<summary>As tables</summary>") == 1
    assert page.count('class="picture scale"') == 1


def test_next_cards_have_a_chart(client):
    page = table_of(client, **ACES, board="2c3d4h5s")
    assert 'class="picture card-heat"' in page
    assert "Player 1: after each next card" in page
    page = table_of(client, **ACES, board="2c3d4h5s", **{"next-for": "1"})
    assert "Player 2: after each next card" in page


def test_choices_of_suits_are_stated(client):
    page = table_of(client, game="omaha", players="2", board="2c3d4h5s",
                 **{"hand-0": "AsKhQsJx", "hand-1": "9c9d8c8d"})  # fmt: skip
    assert "Player 1, Jx: Jd or Jc" in page


def test_dollar_equity_is_stated_with_stacks_and_payouts(client):
    page = table_of(client, **ACES, **TOURNAMENT)
    cells = re.findall(r'<th scope="row">(Player .)</th><td>(.*?)</td><td>(.*?)</td>', page)
    assert cells == [
        ("Player 1", "38.39", "43.14"),
        ("Player 2", "32.75", "23.66"),
        ("Player 3", "28.86", "33.20"),
    ]
    assert "8,000 chips" in page
    assert "ICM</h2>" not in table_of(client, **ACES)


@pytest.mark.parametrize(
    ("listed_count", "text"),
    [(1, "And 2 less likely outcomes."), (2, "And 1 less likely outcome.")],
)
def test_dollar_equity_is_listed_for_the_likeliest_outcomes(
    client, monkeypatch, listed_count, text
):
    monkeypatch.setattr(odds_presentation, "MAX_LISTED_OUTCOMES", listed_count)
    assert text in table_of(client, **ACES, **TOURNAMENT)


@pytest.mark.parametrize(
    ("deal_form", "message"),
    [
        ({"stacks": "5000, x"}, "“x” isn't a stack"),
        ({"stacks": "5000"}, "dollar equity needs the stacks of at least two players"),
        ({"payouts": "5, 4, 3, 2"}, "there are more payouts than the 3 players"),
        ({"pots": "500"}, "dollar equity needs each player's bet, not pots"),
        ({"put-in-0": "9000", "put-in-1": "5"}, "Player 1 bet more than Player 1's stack"),
    ],
)
def test_errors_of_a_tournament_are_shown_beside_it(client, deal_form, message):
    page = table_of(client, **ACES, **TOURNAMENT | deal_form).replace("&#39;", "'")
    assert message.lower() in page.lower()


def test_stacks_are_not_a_part_of_the_deal(client):
    deal_form = ACES | TOURNAMENT | {"board": "2c3d4h5s6c", "action": "settle"}
    client.post("/showdown/", deal_form)
    assert Showdown.objects.get().settlement.payout is None


@pytest.mark.parametrize("slug", GAMES)
def test_a_player_without_opponents_has_a_page(visitor, slug):
    hand = "".join(map(str, GAMES[slug].deck[-GAMES[slug].hole :]))
    page = visitor.get(TABLE, {"game": slug, "players": "1", "hand-0": hand})
    assert page.status_code == 200


@pytest.mark.parametrize("board", ["", "Qh7h2c", "Qh7h2c3d"])
def test_a_player_without_opponents_is_the_only_player(visitor, board):
    page = visitor.get(TABLE, TURN | {"players": "1", "board": board})
    assert "Player 1 is the only player" in page.text


def get_range(client, text, game="holdem"):
    return client.get("/showdown/range/", {"game": game, "hand": text})


@pytest.mark.parametrize(
    ("text", "weights", "hands"),
    [
        ("AA", {"AA": 1}, 6),
        ("AKs, AKo", {"AKs": 1, "AKo": 1}, 16),
        ("QQ+, A5s-A4s@50", {"QQ": 1, "KK": 1, "AA": 1, "A5s": 0.5, "A4s": 0.5}, 22),
        ("AsKs", {"AKs": 0.25}, 1),
        ("AhKd, AdKh, AhKs", {"AKo": 0.25}, 3),
    ],
)
def test_a_range_has_a_weight_for_each_class_of_hands(client, text, weights, hands):
    grid = get_range(client, text).json()
    assert grid["weights"] == weights
    assert grid["hands"] == hands
    assert grid["percent"] == round(100 * hands / 1326, 1)


def test_a_percentage_is_that_part_of_all_hands(client):
    assert get_range(client, "15%").json()["percent"] == 15
    assert sum(get_range(client, "100%").json()["weights"].values()) == 169


@pytest.mark.parametrize(
    ("text", "message"),
    [("E", "isn't allowed"), ("", "incomplete"), ("A" * 2001, "2000"), ("AA!AA", "no hand")],
)
def test_an_invalid_range_is_an_error(client, text, message):
    assert message in get_range(client, text).json()["error"]


@pytest.mark.parametrize("game", ["omaha", "badugi", "bridge", ""])
def test_games_without_a_grid_have_no_page(client, game):
    assert get_range(client, "AA", game).status_code == 404


def test_every_example_is_a_range_of_its_game():
    """A game with an unknown order of hands has no percentage among its examples."""
    _, low = GAMES["holdem-hilo"].contests
    holdem_low = replace(GAMES["holdem"], slug="holdem-low", parts=((low,),))
    assert example_ranges(holdem_low)
    for game in (*GAMES.values(), holdem_low):
        for text in example_ranges(game):
            if game.hole <= 4:
                assert len(read_range(text, game))


def test_the_grid_has_the_ranks_of_the_deck():
    assert grid_ranks(GAMES["holdem"]) == "AKQJT98765432"
    assert grid_ranks(GAMES["short-deck"]) == "AKQJT9876"
    assert grid_ranks(GAMES["omaha"]) == ""
    assert set(GRID_GAMES) >= {"holdem", "short-deck", "double-board-holdem"}
