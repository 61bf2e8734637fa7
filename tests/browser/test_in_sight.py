"""What must be in sight: on phones, beside notices, and in forced colours."""

import re

import pytest

from tests.browser.late import expect
from tests.browser.table import DEALT, DESK, EMPTY, PHONE, is_on_screen, slot, tap, verdict


def test_on_a_phone_a_player_is_added_with_the_felt_in_sight(open_page):
    page = open_page(EMPTY, **PHONE)
    tap(page, ["As"], PHONE)
    for name in ("One player more", "Chips", "Put the cards away"):
        assert is_on_screen(page.get_by_role("button", name=name))
    page.get_by_role("button", name="One player more").tap()
    expect(page.locator(".seat")).to_have_count(3)
    assert is_on_screen(page.locator(".slot.next"))


def test_on_a_phone_what_is_wrong_in_a_paste_is_in_sight(open_page):
    page = open_page(EMPTY, **PHONE)
    page.locator("#id_line").fill("AcKdJd3d vs 5c5d6c7z on AhKh5s2sQd")
    page.locator("#id_line").press("Enter")
    expect(page.locator("#id_line_error")).to_contain_text("“7z” isn't a card")
    assert is_on_screen(page.locator("#id_line_error"))
    assert is_on_screen(page.locator(".pasted mark"))


def test_on_a_phone_on_its_side_hands_are_in_sight_while_cards_are_picked(open_page):
    page = open_page(EMPTY, **{**PHONE, "viewport": {"width": 844, "height": 390}})
    tap(page, ["As", "2c"], PHONE)
    assert is_on_screen(slot(page, "hand-0", 0))
    assert is_on_screen(page.locator(".slot.next"))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_notice_covers_neither_the_navigation_nor_the_paste(open_page, size):
    page = open_page(DEALT, fails=True, **size)
    expect(verdict(page)).to_be_visible()
    page.route(re.compile("/showdown/$"), lambda route: route.fulfill(status=500, body="oh no"))
    page.get_by_role("button", name="Save").last.click()
    notice = page.locator("[data-notice]")
    expect(notice).to_be_visible()
    box = notice.bounding_box()
    for other in (page.locator(".site-header"), page.locator("#id_line")):
        beside = other.bounding_box()
        assert beside["y"] + beside["height"] <= box["y"]


@pytest.mark.parametrize("shape", ["none", "active"])
def test_the_next_slot_has_a_ring_in_forced_colours_too(open_page, shape):
    page = open_page(EMPTY, forced_colors=shape)
    tap(page, ["As"])
    ring = page.locator(".slot.next")
    outline = ring.evaluate("ring => getComputedStyle(ring).outlineStyle")
    shadow = ring.evaluate("ring => getComputedStyle(ring).boxShadow")
    assert outline == "solid" if shape == "active" else "solid" in outline or shadow != "none"
