"""Test that pages open without a connection, and that no private data is cached."""

import re
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.test import Client

from showdown.evaluator.games import GAMES
from tests.browser.table import CARDS, DEALT, HEADLINE, expect, sign_in, tap, verdict
from tests.factories import UserFactory


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
    page = open_page("/showdown/rules/", fails=True, service_workers="allow")
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
    other = visited_page.context.new_page()
    other.goto(urljoin(visited_page.url, "/showdown/history/?game=badugi"))
    expect(other.get_by_role("heading", level=1)).to_have_text("You're offline")
    other.close()
    visited_page.goto("/showdown/?game=holdem&players=2&hand-0=AsKd&label-1=Boris&hand-1=QhQd")
    expect(visited_page.get_by_role("heading", level=1)).to_have_text("You're offline")
    listed = visited_page.locator("[data-listed-cards]")
    expect(listed).to_have_text(re.compile(r"Player 1\s*A♠ K♦\s*Boris\s*Q♥ Q♦"))
    visited_page.context.set_offline(False)
    expect(visited_page.locator("#id_hand-1")).to_have_value("QhQd")


@pytest.mark.long
def test_cards_in_an_address_are_shown_offline(visited_page):
    visited_page.context.set_offline(True)
    visited_page.goto(DEALT + "&label-1=Boris")
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
    page = open_page(f"{DEALT}&label-1=Boris", fails=True)
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


THREE = (
    "/showdown/?game=holdem&players=3&label-0=Anna&hand-0=AhAd&hand-1=KsKh&label-2=Cem&hand-2=QsQd"
    "&board=2c7h9dJc3s&put-in-0=50&put-in-1=60&put-in-2=70"
)


@pytest.mark.long
@pytest.mark.parametrize(
    ("button", "removed", "left"),
    [("seat-2", "Anna", "seat-1"), ("seat-1", "Player 2", ""), ("seat-0", "Cem", "seat-0")],
)
def test_removing_a_player_has_the_same_result_offline_and_online(open_page, button, removed, left):
    """The address and the names equal those that the site generates."""
    address = f"{THREE}&button={button}"
    online, page = open_page(address), open_page(address, fails=True)
    online.get_by_role("button", name=f"Remove {removed}").click()
    expect(online.locator(".seat")).to_have_count(2)
    expect(verdict(page)).to_contain_text("Anna takes")
    # The service worker would cache the module.
    page.evaluate("import('/static/showdown/offline_seats.js')")
    page.context.set_offline(True)
    page.get_by_role("button", name=f"Remove {removed}").click()
    expect(page.locator(".seat")).to_have_count(2)
    expect(page).to_have_url(re.compile("players=2"))
    assert parse_qs(urlsplit(page.url).query).get("button", [""]) == [left]
    expect(online).to_have_url(page.url)
    names = "all => all.map(one => one.ariaLabel ?? one.textContent.trim())"
    for selector in (".seat [aria-label]:not(.slot)", ".seat label", ".bet label", ".remove"):
        shown, expected = (each.locator(selector).evaluate_all(names) for each in (page, online))
        assert shown == expected
    expect(page.locator("[data-stale]")).to_have_count(1)
    page.get_by_role("button", name="One more player").click()
    expect(page.get_by_role("button", name="Remove Player 3")).to_have_count(1)
    page.get_by_role("button", name="Remove Player 3").click()
    page.context.set_offline(False)
    expect(verdict(page)).to_have_text(verdict(online).inner_text())


@pytest.mark.long
def test_private_pages_are_not_cached(visited_page):
    addresses = visited_page.evaluate("inPage.cacheEntries")["addresses"]
    assert not any("/history/" in each or "/account/" in each for each in addresses)
    pages = visited_page.evaluate("inPage.cachedTexts")
    assert "Sign in" in pages
    assert "secretive" not in pages


@pytest.mark.long
def test_a_new_version_deletes_files_of_the_previous_one(visited_page, monkeypatch):
    (before,) = visited_page.evaluate("inPage.cacheEntries")["names"]
    script = Client().get("/showdown/worker.js").text
    assert before.removeprefix("showdown-") in script
    name = "showdown-000000000000"
    later = script.replace(before.removeprefix("showdown-"), name.removeprefix("showdown-"))
    monkeypatch.setattr("showdown.pages.views.pwa._render_worker", lambda: later)
    visited_page.goto("/showdown/rules/")
    wait_until(visited_page, lambda cached: cached["names"] == [name], "the new version was cached")
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
