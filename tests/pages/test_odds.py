"""Odds on the table: how hands were read, pictures of ranges, and dollar equity."""

import re

import pytest

from showdown.models import Showdown

pytestmark = pytest.mark.django_db

RANGES = {"game": "holdem", "players": "2", "hand-0": "15%", "hand-1": "QQ+, AKs"}
ACES = {"game": "holdem", "players": "2", "hand-0": "AsAh", "hand-1": "KsKh"}
TOURNAMENT = {"stacks": "5000, 3000, 2000", "payouts": "50, 30, 20"}


def shown(client, **typed):
    return client.get("/showdown/", typed).text


def tables_of(page):
    """Return each table as rows of cells, by its name."""
    tables = {}
    for name, table in re.findall(
        r'role="region" aria-label="([^"]*)".*?(<table>.*?</table>)', page, re.S
    ):
        rows = re.findall(r"<tr.*?</tr>", table, re.S)
        tables[name] = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S) for row in rows]
    return tables


def test_ranges_have_pictures_and_behind_each_its_table(client):
    page = shown(client, **RANGES, board="2c3d4h")
    tables = tables_of(page)
    assert page.count('class="picture ') == 1 + 6  # the next cards stand in a list anyway
    assert list(tables) == [
        "Equity distribution, as a table",
        "Player 1: each hand, as a table",
        "Player 2: each hand, as a table",
        "Player 1’s range by made hand, as a table",
        "Player 2’s range by made hand, as a table",
    ]
    hands = {row[0]: row[1:] for row in tables["Player 2: each hand, as a table"]}
    assert set(hands) == {"Hand", "AA", "KK", "QQ", "AKs"}
    assert hands["AA"][0] == "6"
    made = {row[0] for row in tables["Player 2’s range by made hand, as a table"]}
    assert made == {"Makes", "pair", "high card"}
    assert "200 combos" in page
    assert page.count("<summary>As tables</summary>") == 1
    assert page.count('class="picture scale"') == 1


def test_next_cards_are_a_picture_too(client):
    page = shown(client, **ACES, board="2c3d4h5s")
    assert 'class="picture card-heat"' in page
    assert "Player 1: after each next card" in page
    other = shown(client, **ACES, board="2c3d4h5s", **{"next-for": "1"})
    assert "Player 2: after each next card" in other


def test_how_a_hand_was_read_is_said(client):
    page = shown(client, game="omaha", players="2", board="2c3d4h5s",
                 **{"hand-0": "AsKhQsJx", "hand-1": "9c9d8c8d"})  # fmt: skip
    assert "Player 1, Jx: Jd or Jc" in page


def test_dollar_equity_is_said_where_stacks_and_payouts_are(client):
    page = shown(client, **ACES, **TOURNAMENT)
    cells = re.findall(r'<th scope="row">(Player .)</th><td>(.*?)</td><td>(.*?)</td>', page)
    assert cells == [
        ("Player 1", "38.39", "43.14"),
        ("Player 2", "32.75", "23.66"),
        ("Player 3", "28.86", "33.20"),
    ]
    assert "8,000 chips" in page
    assert "ICM</h2>" not in shown(client, **ACES)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"stacks": "5000, x"}, "“x” isn't a stack"),
        ({"stacks": "5000"}, "dollar equity needs the stacks of at least two players"),
        ({"payouts": "5, 4, 3, 2"}, "there are more payouts than the 3 players"),
        ({"pots": "500"}, "dollar equity needs each player's bet, not pots"),
        ({"put-in-0": "9000", "put-in-1": "5"}, "Player 1 bet more than the stack"),
    ],
)
def test_what_is_wrong_with_a_tournament_stands_beside_it(client, typed, message):
    page = shown(client, **ACES, **TOURNAMENT | typed).replace("&#39;", "'")
    assert message.lower() in page.lower()


def test_stacks_are_nothing_of_a_deal(client):
    typed = ACES | TOURNAMENT | {"board": "2c3d4h5s6c", "action": "settle"}
    client.post("/showdown/", typed)
    assert Showdown.objects.get().settlement.payout is None
