"""Test combinations, rules, sample files, and parts of rulings."""

from html import unescape

import pytest

from showdown.evaluator.games import GAMES
from showdown.models import Batch
from showdown.words.games import rules_text


@pytest.mark.parametrize(
    ("game", "contest", "query", "count", "best"),
    [
        ("omaha", "high", "hole=5c5d6c7d&board=AhKh5s2sQd", 60, "three fives"),
        ("holdem", "high", "hole=AhKh&board=QhJhTh2c2d", 21, "royal flush"),
        ("badugi", "badugi", "hole=AcAd2c3h&board=", 9, "three cards, 3-2-A"),
        ("omaha-hilo", "low", "hole=TcTdJcQs&board=AhKh5s2sQd", 0, "No combination qualifies"),
    ],
)
def test_every_combination_is_ranked(visitor, game, contest, query, count, best):
    address = f"/showdown/combinations/{game}/{contest}/?{query}"
    page = visitor.get(address, headers={"X-Part": "answer"}).text
    assert page.count('class="cards small"') == count
    assert best in page[: page.find("</li>", page.find("</ul>"))]


@pytest.mark.parametrize(
    "address",
    [
        "combinations/bridge/high/?hole=AhKh&board=QhJhTh2c2d",
        "combinations/holdem/low/?hole=AhKh&board=QhJhTh2c2d",
        "combinations/holdem/high/?hole=AhKh&board=QhJhTh2c",
        "combinations/holdem/high/?hole=AhKh&board=QhJhTh2cAh",
        "combinations/holdem/high/?hole=AhKx&board=QhJhTh2c3c",
        "rules/bridge/",
        "89fa954f-bb37-4383-ac84-3aef563555a4/",
        "89fa954f-bb37-4383-ac84-3aef563555a4/preview.png",
    ],
)
def test_invalid_hands_unknown_games_and_missing_deals_have_no_page(visitor, address):
    response = visitor.get(f"/showdown/{address}")
    assert response.status_code == 404
    assert "Page not found" in response.text


@pytest.mark.parametrize("slug", GAMES)
def test_each_game_has_rules_with_a_worked_example(visitor, slug):
    page = visitor.get(f"/showdown/rules/{slug}/").text
    assert rules_text(GAMES[slug]).split(".")[0] in unescape(page)
    assert 'class="headline"' in page
    assert f"/showdown/rules/{slug}/" in visitor.get("/showdown/rules/").text


def test_rules_use_the_terms_of_players(client):
    razz, omaha, drawmaha = (
        client.get(f"/showdown/rules/{slug}/").text for slug in ("razz", "omaha", "drawmaha-badugi")
    )
    assert "<li>10-low</li>" in razz
    assert '<th scope="row">Cards</th><td>7</td>' in razz
    assert '<th scope="row">Hole cards</th><td>4</td>' in omaha
    assert '<th scope="row">Ways to choose the cards for Omaha</th><td>100</td>' in drawmaha
    assert "<h2>Hand rankings for the draw</h2>" in drawmaha


@pytest.mark.parametrize(
    ("address", "sample", "game"),
    [
        ("batches", "omaha-hilo.txt", "omaha-hilo"),
        ("batches", "holdem.txt", "holdem"),
        ("batches", "badugi.txt", "badugi"),
        ("audits", "log.txt", None),
    ],
)
def test_a_sample_becomes_a_batch_of_the_visitor(owner, stranger, address, sample, game):
    page = owner.get(f"/showdown/{address}/").text
    assert f'value="{sample}"' in page
    response = owner.post(f"/showdown/{address}/", {"sample": sample})
    batch = Batch.objects.get()
    assert response.url == batch.get_absolute_url()
    assert (batch.name, batch.game and batch.game.slug) == (sample, game)
    assert batch.input_bytes > 50
    assert stranger.get(response.url).status_code == 404


@pytest.mark.parametrize("sample", ["../README.md", "log.txt", "nothing"])
def test_no_other_file_is_a_sample(owner, sample):
    assert owner.post("/showdown/batches/", {"sample": sample}).status_code == 404
    assert not Batch.objects.exists()


def test_a_refused_sample_is_reported(owner, settings):
    settings.BATCH_MAX_STORED_BYTES = 10
    response = owner.post("/showdown/audits/", {"sample": "log.txt"})
    assert response.status_code == 422
    assert "larger than" in response.text


def test_players_who_folded_without_showing_are_named(visitor, deal_form):
    page = visitor.live(deal_form | {"away": "Dora"}).text
    assert "Dora folded without showing" in page
    page = visitor.live(deal_form | {"away": "Dora=20", "put-in-0": "20", "put-in-1": "20"}).text
    assert "matters only for chips" not in page


@pytest.mark.parametrize(("pot", "is_odd"), [("90", False), ("91", True)])
def test_the_ruling_cites_the_rule_of_an_odd_chip(visitor, pot, is_odd):
    tie = {"game": "holdem", "players": "2", "hand-0": "2c3d", "hand-1": "2d3c"}
    page = visitor.get("/showdown/", tie | {"board": "AhKhQhJhTh", "pots": pot}).text
    assert "Push the chips" in page
    assert ("Odd chips by: World Series of Poker" in page) is is_odd
