"""Test failed requests, pages that open offline, and the cache."""

import re
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from showdown.evaluator.games import GAMES
from tests.browser.table import (
    CARDS,
    DEALT_TABLE,
    HEADLINE,
    expect,
    press,
    sign_in,
    slot,
    tap,
    verdict,
)
from tests.factories import UserFactory
from tests.scope import quick_first


def wait_until(page, is_met, condition):
    for _ in range(600):
        cached = page.evaluate("inPage.cacheEntries")
        if is_met(cached):
            return cached
        page.wait_for_timeout(50)
    return pytest.fail(f"timed out before {condition}: {cached}")


def wait_until_cached(page):
    pages = {f"/showdown/rules/{slug}/" for slug in GAMES} | {"/showdown/", "/showdown/rules/"}
    wait_until(page, lambda cached: pages <= {*cached["addresses"]}, "every page was cached")


@pytest.fixture
def visited_page(open_page):
    page = open_page("/showdown/rules/", may_fail=True, service_workers="allow")
    sign_in(page, UserFactory(username="secretive"))
    page.goto("/showdown/history/")
    expect(page.locator(".account")).to_contain_text("secretive")
    wait_until_cached(page)
    return page


def test_the_table_and_all_rules_open_offline(visited_page):
    visited_page.context.set_offline(True)
    visited_page.goto("/showdown/")
    expect(visited_page.locator("[data-table]")).to_be_visible()
    expect(visited_page.locator(".felt")).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
    for slug in ("omaha-hilo", "badugi", "drawmaha-49"):
        visited_page.goto(f"/showdown/rules/{slug}/")
        expect(visited_page.get_by_role("heading", level=1)).to_have_text(GAMES[slug].name)
    assert visited_page.content().count("secretive") == 0


@pytest.mark.long
def test_pages_that_need_a_connection_list_the_cards_of_a_spot(visited_page):
    visited_page.context.set_offline(True)
    # In a new tab, because the offline page reloads itself if the browser briefly goes online.
    other_page = visited_page.context.new_page()
    other_page.goto(urljoin(visited_page.url, "/showdown/history/?game=badugi"))
    expect(other_page.get_by_role("heading", level=1)).to_have_text("You're offline")
    other_page.close()
    visited_page.goto("/showdown/?game=holdem&players=2&hand-0=AsKd&label-1=Boris&hand-1=QhQd")
    expect(visited_page.get_by_role("heading", level=1)).to_have_text("You're offline")
    listed_cards = visited_page.locator("[data-listed-cards]")
    expect(listed_cards).to_have_text(re.compile(r"Player 1\s*A♠ K♦\s*Boris\s*Q♥ Q♦"))
    visited_page.context.set_offline(False)
    expect(visited_page.locator("#id_hand-1")).to_have_value("QhQd")


@pytest.mark.long
def test_cards_in_an_address_are_shown_offline(visited_page):
    visited_page.context.set_offline(True)
    visited_page.goto(DEALT_TABLE + "&label-1=Boris")
    expect(visited_page.locator("#id_hand-1")).to_have_value("5c 5d 6c 7d")
    expect(visited_page.locator(".slot.suit-d")).to_have_count(6)
    expect(visited_page.locator("#id_label-1")).to_have_value("Boris")
    expect(visited_page.locator("#verdict")).to_contain_text("the ruling needs a connection")
    assert "Anna" not in visited_page.locator("#verdict").inner_text()
    visited_page.context.set_offline(False)
    expect(verdict(visited_page)).to_have_text(HEADLINE.replace("Player 2", "Boris"))
    assert visited_page.url.endswith("&label-1=Boris")


@pytest.mark.long
def test_the_table_is_changed_offline(open_page):
    page = open_page(f"{DEALT_TABLE}&label-1=Boris", may_fail=True)
    expect(verdict(page)).to_have_text(HEADLINE.replace("Player 2", "Boris"))
    for module in ("offline_seats", "chip_animation"):  # the service worker would cache them
        page.evaluate("name => import(`/static/showdown/${name}.js`).catch(() => {})", module)
    page.context.set_offline(True)
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(page.locator("#id_board")).to_have_value("")
    page.get_by_role("button", name="One more player").click()
    expect(page.get_by_label("Name of player 3")).to_have_value("Player 3")
    expect(page.get_by_label("Name of player 2")).to_have_value("Boris")
    tap(page, [*CARDS[:8], "9c", "9d", "8c", "8d", *CARDS[8:]])
    expect(page.locator("#id_hand-2")).to_have_value("9c 9d 8c 8d")
    expect(page.locator("#verdict")).to_contain_text("the ruling needs a connection")
    expect(page.locator("[data-stale]")).to_have_count(1)
    expect(page.locator("[data-notice]")).to_be_hidden()
    page.context.set_offline(False)
    expect(verdict(page)).to_have_text(HEADLINE.replace("Player 2", "Boris"))
    page.get_by_role("button", name="One fewer player").click()
    expect(page.locator(".seat")).to_have_count(2)


THREE_PLAYERS = (
    "/showdown/?game=holdem&players=3&label-0=Anna&hand-0=AhAd&hand-1=KsKh&label-2=Cem&hand-2=QsQd"
    "&board=2c7h9dJc3s&put-in-0=50&put-in-1=60&put-in-2=70"
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("button", "removed", "expected_button"),
    [("seat-2", "Anna", "seat-1"), ("seat-1", "Player 2", ""), ("seat-0", "Cem", "seat-0")],
)
def test_removing_a_player_has_the_same_result_offline_and_online(
    open_page, button, removed, expected_button
):
    """The address and the names equal those that the site generates."""
    address = f"{THREE_PLAYERS}&button={button}"
    online, page = open_page(address), open_page(address, may_fail=True)
    online.get_by_role("button", name=f"Remove {removed}").click()
    expect(online.locator(".seat")).to_have_count(2)
    expect(verdict(page)).to_contain_text("Anna takes")
    # The service worker would cache the module.
    page.evaluate("import('/static/showdown/offline_seats.js')")
    page.context.set_offline(True)
    page.get_by_role("button", name=f"Remove {removed}").click()
    expect(page.locator(".seat")).to_have_count(2)
    expect(page).to_have_url(re.compile("players=2"))
    assert parse_qs(urlsplit(page.url).query).get("button", [""]) == [expected_button]
    expect(online).to_have_url(page.url)
    names = "all => all.map(one => one.ariaLabel ?? one.textContent.trim())"
    for selector in (".seat [aria-label]:not(.slot)", ".seat label", ".bet label", ".remove"):
        offline_names = page.locator(selector).evaluate_all(names)
        assert offline_names == online.locator(selector).evaluate_all(names)
    expect(page.locator("[data-stale]")).to_have_count(1)
    page.get_by_role("button", name="One more player").click()
    expect(page.get_by_role("button", name="Remove Player 3")).to_have_count(1)
    page.get_by_role("button", name="Remove Player 3").click()
    page.context.set_offline(False)
    expect(verdict(page)).to_have_text(verdict(online).inner_text())


@pytest.mark.long
def test_private_pages_are_not_cached(visited_page):
    addresses = visited_page.evaluate("inPage.cacheEntries")["addresses"]
    assert not any("/history/" in address or "/account/" in address for address in addresses)
    text = visited_page.evaluate("inPage.cachedTexts")
    assert "Sign in" in text
    assert "secretive" not in text


@pytest.mark.long
def test_a_new_version_deletes_files_of_the_previous_one(visited_page, monkeypatch):
    (old_name,) = visited_page.evaluate("inPage.cacheEntries")["names"]
    script = Client().get("/showdown/worker.js").text
    assert old_name.removeprefix("showdown-") in script
    new_name = "showdown-000000000000"
    new_script = script.replace(
        old_name.removeprefix("showdown-"), new_name.removeprefix("showdown-")
    )
    monkeypatch.setattr("showdown.pages.views.pwa._render_worker", lambda: new_script)
    visited_page.goto("/showdown/rules/")
    wait_until(
        visited_page, lambda cached: cached["names"] == [new_name], "the new version was cached"
    )
    wait_until_cached(visited_page)


def test_the_service_worker_and_the_manifest_are_served(client):
    script = client.get("/showdown/worker.js")
    assert script["Content-Type"].startswith("text/javascript")
    assert script["Cache-Control"] == "no-cache"
    manifest = client.get("/showdown/manifest.webmanifest").json()
    assert manifest["scope"] == manifest["start_url"] == "/showdown/"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert client.get("/favicon.ico").url.endswith("favicon.ico")


PASSWORD = "river-turn-flop"


@pytest.fixture
def table(open_page):
    page = open_page(DEALT_TABLE, may_fail=True)
    expect(verdict(page)).to_have_text(HEADLINE)
    return page


def notice(page):
    return page.locator("[data-notice]")


def stale_note(page):
    return page.locator("#verdict [data-stale]")


def press_save(page):
    press(page.get_by_role("button", name="Save").last)


def card_fields(page):
    return [page.locator(f"#id_{name}").input_value() for name in ("hand-0", "hand-1", "board")]


@pytest.mark.long
def test_the_ruling_waits_for_the_connection(table):
    before = card_fields(table)
    table.context.set_offline(True)
    press_save(table)
    expect(notice(table)).to_contain_text("You're offline")
    assert card_fields(table) == before
    with table.expect_response(lambda response: response.request.method == "POST"):
        table.context.set_offline(False)
    expect(notice(table)).to_be_hidden()
    expect(verdict(table)).to_have_text(HEADLINE)


def test_a_card_picked_offline_is_ruled_on_when_the_connection_returns(table):
    table.context.set_offline(True)
    slot(table, "board", 4).click()
    table.locator('[data-card="Kc"]').click()
    expect(stale_note(table)).to_contain_text("the ruling needs a connection")
    table.context.set_offline(False)
    expect(stale_note(table)).to_have_count(0)
    expect(verdict(table)).not_to_have_text(HEADLINE)
    expect(verdict(table)).to_be_visible()
    assert "Kc" in card_fields(table)[2]


def test_a_failed_request_marks_the_previous_answer(table):
    table.route("**/live/**", lambda route: route.fulfill(status=500, body="oh no"))
    slot(table, "board", 4).click()
    table.locator('[data-card="Kc"]').click()
    expect(stale_note(table)).to_contain_text("Not up to date.")
    expect(verdict(table)).to_have_text(HEADLINE)
    expect(table.locator("#verdict")).to_have_css("opacity", "1")
    expect(table.locator("[data-stage].outdated")).to_have_count(0)
    expect(table.locator("#tag-hand-1")).to_have_text("")
    expect(notice(table)).to_be_hidden()
    expect(table.get_by_role("button", name="Try again")).to_have_count(1)
    table.unroute("**/live/**")
    stale_note(table).get_by_role("button", name="Try again").click()
    expect(verdict(table)).not_to_have_text(HEADLINE)
    expect(stale_note(table)).to_have_count(0)
    expect(table.locator("#tag-hand-1")).not_to_have_text("")


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    quick_first(
        (429, "429.html", "Try again in 7 seconds."),
        (500, None, "Something went wrong on our side."),
        (502, None, "The site can't be reached."),
        (500, "500.html", "The error was logged."),
        (503, "503.html", "You can still settle deals on the table"),
    ),
)
def test_an_error_is_one_sentence_with_a_retry(table, status, body, sentence):
    before = card_fields(table)
    page = render_to_string(body, {"wait": 7}, RequestFactory().get("/")) if body else "oh no"
    failure = {
        "status": status,
        "body": page,
        "content_type": "text/html" if body else "text/plain",
    }
    table.route("**/showdown/", lambda route: route.fulfill(**failure))
    press_save(table)
    expect(notice(table)).to_contain_text(sentence)
    expect(notice(table)).to_have_role("alert")
    assert card_fields(table) == before
    table.unroute("**/showdown/")
    with table.expect_response(lambda response: response.ok and response.request.method == "POST"):
        notice(table).get_by_role("button", name="Try again").click()
    expect(notice(table)).to_be_hidden()
    expect(verdict(table)).to_have_text(HEADLINE)


@pytest.mark.long
def test_a_form_recovers_when_its_cookie_is_gone(table):
    table.context.clear_cookies()
    press_save(table)
    with table.expect_response(lambda response: response.ok and response.request.method == "POST"):
        pass
    expect(notice(table)).to_be_hidden()


@pytest.mark.long
def test_an_open_sign_up_form_works_after_a_sign_in_elsewhere(open_page):
    page = open_page("/showdown/account/sign-up/")
    sign_in(page, UserFactory())
    page.get_by_label("Username").fill("boris")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".account")).to_contain_text("boris")
    assert User.objects.filter(username="boris").exists()
