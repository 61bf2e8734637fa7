"""Test rulings for chats, printers and the floor: title, image, QR code and large print."""

import io
import random
import re
from dataclasses import replace
from html import unescape

import pytest
from django.template.loader import render_to_string
from PIL import Image

from omahasite import VERSION
from showdown.evaluator.cards import parse_cards
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.evaluator.settlement import settle
from showdown.evaluator.wagers import Wagers
from showdown.pages.presentation import present, present_without_reasons
from showdown.pages.preview_images import arrange_players, render_png
from showdown.pages.table_actions import make_random_deal
from showdown.pages.table_input import Seating
from showdown.words.ranks import card_name
from tests.factories import ShowdownFactory
from tests.pages.reading import values_of

WHEEL = "Ac-2d-3h-4s-5c-Kd-Kh"


@pytest.fixture
def showdown(db):
    return ShowdownFactory(deal__game=GAMES["omaha"], deal__labels=["Anna", "Boris"])


def test_a_ruling_has_a_title_and_a_picture_for_chats(client, showdown):
    response = client.get(showdown.get_absolute_url())
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    page = response.text
    preview = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))
    assert preview["title"] == present(showdown.settlement).headline
    assert preview["description"].startswith("Omaha. Anna ")
    assert preview["url"] == f"http://testserver{showdown.get_absolute_url()}"
    picture = client.get(preview["image"])
    assert picture["Content-Type"] == "image/png"
    image = Image.open(io.BytesIO(picture.content))
    assert image.size == (int(preview["image:width"]), int(preview["image:height"])) == (1200, 630)
    assert 'class="qr"' in page
    assert 'id="ruling-text"' in page


def test_a_picture_is_cached_by_browsers(client, showdown):
    address = f"{showdown.get_absolute_url()}preview.png"
    first = client.get(address)
    assert first["Cache-Control"] == "public, max-age=31536000, immutable"
    assert first["X-Robots-Tag"] == "noindex"
    assert first["ETag"] == f'"{showdown.pk.hex}-{VERSION}"'
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize("slug", ["omaha-hilo", "razz", "double-board-omaha-hilo", "badugi"])
def test_the_fullest_table_makes_a_small_picture(slug):
    game = GAMES[slug]
    deal = make_random_deal(Seating(game, game.players[-1]), random.Random(5))
    ruling = present_without_reasons(settle(deal))
    players, columns = arrange_players(ruling)
    assert columns <= len(players) <= 2 * columns
    assert len(render_png(ruling)) < 60_000


def test_the_picture_counts_the_hands_that_do_not_fit():
    deal = make_random_deal(Seating(GAMES["holdem"], 9), random.Random(5))
    ruling = present_without_reasons(settle(deal))
    players, _ = arrange_players(ruling)
    others = tuple(player for player in ruling.players if player not in players)
    pictures = {
        render_png(replace(ruling, players=(*players, *others[:count]))) for count in range(4)
    }
    assert (len(players), len(others), len(pictures)) == (6, 3, 4)


def test_the_picture_shows_the_winners_first():
    ruling, ruling_with_dot = (
        present_without_reasons(
            settle(Deal.parse(GAMES["razz"], {"Ж": "Kc-Qd-Jh-Ts-9c-8d-7h", name: WHEEL}))
        )
        for name in ("A名", "A·")
    )
    assert [player.label for player in arrange_players(ruling)[0]] == ["A名", "Ж"]
    assert render_png(ruling) == render_png(ruling_with_dot)


def test_the_picture_keeps_the_space_before_the_name_of_a_winner():
    ruling = present_without_reasons(
        settle(Deal.parse(GAMES["razz"], {"Anna": WHEEL, "Boris": "Ad-2h-3s-4c-5d-Ks-Kc"}))
    )
    picture_with_space, picture_without_space = (
        render_png(replace(ruling, headline=text))
        for text in ("Anna takes 5, Boris 4", "Anna takes 5,Boris 4")
    )
    assert picture_with_space != picture_without_space


def test_only_cards_that_win_something_are_ringed():
    """Anna wins only the low, so the cards of her losing high hand are not ringed."""
    hands = {"Anna": "Ac-2d-Kd-Jd", "Boris": "Qs-Qc-9s-9c"}
    deal = Deal.parse(GAMES["omaha-hilo"], hands, "Qh-7h-5s-4s-Kh")
    ringed_by_player = [
        {str(shown.card) for shown in player.hole if shown.is_lifted}
        for player in present_without_reasons(settle(deal)).players
    ]
    assert ringed_by_player == [{"Ac", "2d"}, {"Qs", "Qc"}]


def headline_of(page):
    (headline,) = re.findall(r'<h2 class="headline"[^>]*>(.*?)</h2>', page)
    return unescape(re.sub("<[^>]*>", "", headline))


def ringed_cards(html):
    group = r'<div role="group" class="card-group[^>]*aria-label="([^"]*)">.*?(<ul.*?</ul>)'
    card = r'<li class="lifted[^>]*><span [^>]*aria-label="([^"]*)"'
    return {name: set(re.findall(card, cards)) for name, cards in re.findall(group, html, re.S)}


@pytest.mark.parametrize("slug", ["omaha-hilo", "holdem", "razz", "double-board-holdem"])
def test_every_drawing_of_a_ruling_rings_the_same_cards(client, db, slug):
    showdown = ShowdownFactory(deal__game=GAMES[slug], deal__labels=["Anna", "Boris", "Cem"])
    ruling = present_without_reasons(showdown.settlement)
    groups = {board.name: board.cards for board in ruling.boards}
    groups |= {player.label: player.hole for player in ruling.players}
    expected = {
        name: {card_name(shown.card) for shown in cards if shown.is_lifted}
        for name, cards in groups.items()
    }

    page = client.get(showdown.get_absolute_url()).text
    cards_on_felt = ringed_cards(page)
    assert ruling.headline in headline_of(page)
    assert {name: cards_on_felt[name] for name in expected} == expected
    context = {"players": ruling.players, "boards": ruling.boards}
    html = render_to_string("showdown/parts/listed_cards.html", context)
    assert ringed_cards(html) == cards_on_felt
    assert ringed_cards(client.get(f"{showdown.get_absolute_url()}floor/").text) == cards_on_felt

    table = client.get("/showdown/", values_of(page)).text
    names = ["Anna", "Boris", "Cem", *(board.name for board in ruling.boards)]
    plays = [
        {card_name(parse_cards(code.partition(":")[0])[0]) for code in codes.split(" ") if code}
        for codes in re.findall(r'data-plays="([^"]*)"', table)
    ]
    cards_on_table = dict(zip(names, plays, strict=False))
    assert {name: cards_on_table[name] for name in expected} == expected
    assert ruling.headline in headline_of(table)


@pytest.mark.parametrize(
    ("rules", "cited"),
    [
        ("tda-2026", ["rule 13", "rule 21", "rule 23"]),
        ("roberts", ["“The Showdown”, 2", "“Ties”, 5", "“Ties”, 6"]),
        ("wsop-2026", ["cards speak", "odd chips", "side pots"]),
    ],
)
def test_the_floor_page_states_payments_and_rules(client, db, rules, cited):
    hands = {"Anna": "2s-2d", "Boris": "3s-3d", "Cem": "4s-4d"}
    tie = Deal.parse(GAMES["holdem"], hands, "Ah-Kh-Qh-Jh-Th")
    wagers = Wagers(contributions={"Anna": 33, "Boris": 50, "Cem": 50}, dead=2)
    showdown = ShowdownFactory(deal=tie, wagers=wagers, rules=RULE_SETS[rules])
    page = client.get(f"{showdown.get_absolute_url()}floor/").text
    for rule in cited:
        assert rule in page
    assert showdown.created.strftime("%H:%M UTC") in page
    assert "Back to the ruling" in page
    without_chips = client.get(f"{ShowdownFactory().get_absolute_url()}floor/").text
    assert "cards speak" in without_chips
    assert "odd chips" not in without_chips
