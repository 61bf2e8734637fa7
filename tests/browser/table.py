"""Helpers for tests in a browser: addresses, screen sizes, fields, slots, and expectations."""

from urllib.parse import urlencode, urljoin

import pytest
from django.test import Client

from tests.scope import quick_first

EMPTY_TABLE = "/showdown/?game=omaha-hilo"
DECK = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
FIRST_HAND = ["Ac", "Kd", "Jd", "3d"]
SECOND_HAND = ["5c", "5d", "6c", "7d"]
BOARD = ["Ah", "Kh", "5s", "2s", "Qd"]
CARDS = [*FIRST_HAND, *SECOND_HAND, *BOARD]
DEALT_TABLE = (
    "/showdown/?game=omaha-hilo&players=2&hand-0=AcKdJd3d&hand-1=5c5d6c7d&board=AhKh5s2sQd"
)
HEADLINE = "Player 2 scoops: three fives, and 7-6-5-2-A for low"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
SIZES = pytest.mark.parametrize("size", quick_first(PHONE, DESK), ids=["phone", "desk"])


def per_seat(field, values):
    """Return query parameters with a value for each seat, with a leading `&`."""
    return "".join(f"&{field}-{seat}={value}" for seat, value in enumerate(values))


def dealt_address(game, players, hole, board=5, **fields):
    hands = {f"hand-{seat}": "".join(DECK[seat::players][:hole]) for seat in range(players)}
    query = {"game": game, "players": players, "board": "".join(DECK[-5:][:board]), **hands}
    return f"/showdown/?{urlencode(query | fields)}"


def game_field(page):
    return page.get_by_role("combobox", name="Game")


def choose_game(page, name):
    game_field(page).fill(name)
    page.get_by_role("listbox", name="Games").wait_for()
    page.keyboard.press("Enter")


def press_in_menu(page, name):
    menu = page.locator("[data-menu]")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    menu.get_by_role("button", name=name).click()


def open_details(page):
    page.locator(".more > summary").click()


def open_permanent_page(page):
    page.get_by_role("button", name="Save").last.click()
    page.get_by_role("link", name="Permanent link").click()


def sign_in(page, account):
    client = Client()
    client.force_login(account)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    page.context.add_cookies([session | {"url": urljoin(page.url, "/")}])


def verdict(page):
    return page.locator("#verdict .headline")


def slot(page, field, number):
    group = page.locator("[data-card-group]").filter(has=page.locator(f"#id_{field}"))
    return group.locator("[data-slot]").nth(number)


def tap(page, cards, size=DESK):
    for card in cards:
        button = page.locator(f'[data-card="{card}"]')
        button.tap() if size.get("has_touch") else button.click()


def has_focused_element(page):
    return page.evaluate("document.activeElement.tagName") != "BODY"


def is_on_screen(locator):
    return locator.evaluate("inPage.isOnScreen")


def cut_tables(page):
    """Return the names of tables that a screen of 320 pixels cuts off, also in details."""
    page.set_viewport_size({"width": 320, "height": 640})
    return page.evaluate("inPage.cutTables")


def expect(subject):
    """Return Playwright's assertions for a page or a locator, with a timeout for a busy machine."""
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)
    return expect(subject)


def press(button):
    """Press a button after its page has loaded, with its styles.

    Without JavaScript, Playwright can't check that a click hits its target, and a page moves until
    its styles are loaded.
    """
    button.wait_for()
    button.page.wait_for_load_state()
    button.click()


def axe_violations(page, **options):
    from axe_playwright_python.sync_playwright import Axe

    return Axe().run(page, **options).response["violations"]
