"""A deal settled as people do it: by clicks, by keyboard alone, without JavaScript, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.models import Showdown
from showdown.words.headlines import headline
from tests.factories import random_deal

CARDS = ["Ac", "Kd", "Jd", "3d", "5c", "5d", "6c", "7d", "Ah", "Kh", "5s", "2s", "Qd"]
SAID = "HandB scoops: three fives, and 7-6-5-2-A for low"


def hole_cards(deal):
    return [hand.cards for hand in deal.hands]


def said(page):
    return page.locator("#answer .headline")


@pytest.mark.parametrize("settings", [{}, {"viewport": {"width": 360, "height": 640}}])
def test_by_clicks_alone(open_page, settings):
    page = open_page(**settings)
    for card in CARDS:
        page.locator(f'[data-card="{card}"]').click()
    expect(said(page)).to_have_text(SAID)
    assert str(Showdown.objects.get().deal) == (
        "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
    )


def test_a_click_on_a_placed_card_takes_it_back(open_page):
    page = open_page()
    for card in CARDS:
        page.locator(f'[data-card="{card}"]').click()
    expect(said(page)).to_be_visible()
    expect(page.locator('[data-card="5d"]')).to_have_attribute("aria-pressed", "true")
    page.locator('[data-take-back="5d"]').click()
    expect(said(page)).to_have_count(0)
    expect(page.locator('[data-card="5d"]')).to_have_attribute("aria-pressed", "false")
    page.locator('[data-card="9d"]').click()
    expect(page.locator("#id_hand-1")).to_have_value("5c 6c 7d 9d")
    expect(said(page)).to_be_visible()


def test_by_keyboard_alone(open_page):
    page = open_page()
    press, write = page.keyboard.press, page.keyboard.type
    while page.evaluate("document.activeElement.id") != "id_hand-0":
        press("Tab")
    write("ackdjd3d")
    while page.evaluate("document.activeElement.id") != "id_hand-1":
        press("Tab")
    write("5♣ 5♦ 6♣ 7♦")
    while page.evaluate("document.activeElement.id") != "id_board":
        press("Tab")
    write("Ah-Kh-5s-2s")
    while not page.evaluate("document.activeElement.dataset.card ?? ''"):
        press("Tab")
    for key in ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"]:
        press(key)
    expect(said(page)).to_have_text(SAID)
    expect(page.locator("#said")).to_have_text(SAID)


@pytest.mark.parametrize("width", [360, 1200])
def test_without_javascript(open_page, width):
    page = open_page(java_script_enabled=False, viewport={"width": width, "height": 700})
    page.get_by_label("Players", exact=True).select_option("3")
    page.get_by_role("button", name="Set the table").click()
    page.get_by_label("HandA", exact=True).fill("AcKdJd3d")
    page.get_by_label("HandB", exact=True).fill("5c5d6c7d")
    page.get_by_label("HandC", exact=True).fill("Ts9s8s")
    page.get_by_label("Board", exact=True).fill("Ah Kh 5s 2s Qd")
    page.get_by_role("button", name="Settle").click()
    expect(page.locator("#id_hand-2_error")).to_have_text("HandC has 3 cards; Omaha Hi/Lo needs 4")
    page.get_by_label("HandC", exact=True).fill("Ts9s8s7s")
    page.get_by_role("button", name="Settle").click()
    expect(page.locator(".headline")).to_have_text(SAID)
    assert re.search(r"/showdown/[0-9a-f-]{36}/$", page.url)
    page.locator("summary", has_text="combinations for high").first.click()
    page.get_by_role("link", name="Show them").first.click()
    expect(page.locator(".ranked > li")).to_have_count(60)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_game(open_page, game):
    deal = random_deal(game, max(2, game.players[0]))
    page = open_page()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_label("Game").select_option(game.name)
    expect(page.locator("#table.htmx-request, #table.htmx-swapping")).to_have_count(0)
    expect(page.locator(f'[data-cards="{game.hole}"]').first).to_be_visible()
    needed = "[data-cards]:not([data-optional])"
    expect(page.locator(needed)).to_have_count(len(deal.hands) + len(game.boards))
    for card in [card for cards in (*hole_cards(deal), *deal.boards) for card in cards]:
        page.locator(f'[data-card="{card}"]').click()
    expect(said(page)).to_have_text(headline(settle(deal)))


def test_a_deal_at_random_is_settled_and_clear_empties_the_table(open_page):
    page = open_page()
    page.get_by_role("button", name="Deal at random").click()
    expect(said(page)).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#id_board")).to_have_value("")
    expect(said(page)).to_have_count(0)


def test_an_error_is_read_aloud_and_goes_with_its_cause(open_page):
    page = open_page()
    page.locator("#id_hand-0").fill("AcKdJd3d")
    page.locator("#id_hand-1").fill("AcKcJc3c")
    page.locator("#id_board").fill("Ah Kh 5s 2s Qd")
    expect(page.locator("#id_hand-1_error")).to_contain_text("A♣ appears twice")
    expect(page.locator("#said")).to_contain_text("A♣ appears twice")
    expect(page.locator("#id_hand-1")).to_have_attribute("aria-invalid", "true")
    page.locator("#id_hand-1").fill("TcKcJc3c")
    expect(said(page)).to_be_visible()
    expect(page.locator("#id_hand-1_error")).to_have_text("")


def test_chips_and_the_button(open_page):
    line = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
    page = open_page()
    page.get_by_text("Paste a whole deal").first.click()
    page.get_by_label("Paste a whole deal").fill(line)
    page.get_by_role("button", name="Put it on the table").click()
    expect(said(page)).to_have_text(SAID)
    page.get_by_text("Chips: pots, all-ins, folds and the button").click()
    page.get_by_label("HandA put in").fill("500")
    page.get_by_label("HandB put in").fill("300")
    page.get_by_label("HandB has the button").check(force=True)
    expect(page.locator(".dealer-lines")).to_contain_text("200 back to HandA: nobody called it.")
    expect(page.locator(".totals")).to_contain_text("HandB 600")


def test_a_stud_game_whose_deck_ran_out_shares_its_last_card(open_page):
    page = open_page("/showdown/?game=seven-card-stud")
    page.locator("#id_board").fill("As")
    for card in ["2c", "2d", "3c", "3d", "4c", "4d", "Ks", "Kh", "Qs", "Qh", "Js", "Jh"]:
        page.locator(f'[data-card="{card}"]').click()
    expect(said(page)).to_have_text("HandB wins with two pair, kings and queens")
    expect(page.locator("#answer .board")).to_contain_text("Shared card")


def test_boards_are_run_twice(open_page):
    page = open_page("/showdown/?game=holdem")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_label("Boards run").select_option("twice")
    expect(page.locator("#table.htmx-request, #table.htmx-swapping")).to_have_count(0)
    page.locator("#id_hand-0").fill("As Ac")
    page.locator("#id_hand-1").fill("Ks Kc")
    page.locator("#id_board").fill("2h 3h 4d 9c Xd")
    page.locator("#id_board2").fill("2h 3h 4d 9c Kd")
    expect(page.locator("#table .card.twice")).to_have_count(0)
    expect(said(page)).to_contain_text("run 2: HandB wins with three kings")
    expect(page.locator("#answer .board")).to_have_count(2)


def test_a_fold_counts_without_chips(open_page):
    page = open_page("/showdown/?line=HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd")
    expect(said(page)).to_have_text(SAID)
    page.get_by_text("Chips: pots, all-ins, folds and the button").click()
    page.get_by_label("HandB folded").check()
    expect(said(page)).to_have_text("HandA wins: everyone else has folded")
    expect(page.get_by_role("region", name="HandB")).to_contain_text("Folded")


def test_combinations_unfold_in_their_place(open_page):
    page = open_page()
    page.get_by_role("button", name="Deal at random").click()
    page.locator("summary", has_text="All 60 combinations for high").first.click()
    expect(page.locator(".ranked").first.locator("> li")).to_have_count(60)


def test_the_link_is_copied(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Deal at random").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(Showdown.objects.get().get_absolute_url())


def test_nothing_is_loaded_from_another_host(open_page, live_server):
    page = open_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.get_by_role("button", name="Deal at random").click()
    expect(said(page)).to_be_visible()
    assert len(asked) > 4
    assert all(url.startswith(live_server.url) for url in asked)


def test_nothing_is_wider_than_a_small_phone(open_page):
    page = open_page(viewport={"width": 360, "height": 640})
    page.get_by_label("Game").select_option("Six-card Omaha Hi/Lo")
    expect(page.locator('[data-cards="6"]').first).to_be_visible()
    page.get_by_role("button", name="Deal at random").click()
    expect(said(page)).to_be_visible()
    for path in ["", "rules/omaha-hilo/", "history/", "batches/", "account/sign-up/"]:
        if path:
            page.goto(f"/showdown/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") == 360
