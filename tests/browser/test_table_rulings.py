"""Test odds, errors and chips on the table page, and that a ruling is stored once."""

import re

import pytest

from showdown.models import Showdown
from tests.browser.table import (
    DEALT_TABLE,
    DESK,
    HEADLINE,
    PHONE,
    SIZES,
    expect,
    is_on_screen,
    open_details,
    slot,
    tap,
    verdict,
)


@SIZES
def test_odds_beside_each_hand_become_the_ruling(open_page, size):
    page = open_page("/showdown/?game=omaha-hilo&players=2&hand-0=AsKhQsJh", **size)
    tap(page, ["2c", "3d", "4c", "5d"], size)
    expect(page.locator("#tag-hand-0")).to_contain_text("42.0%")
    expect(page.locator("#tag-hand-1")).to_contain_text("58.0%")
    expect(page.locator("#verdict")).to_contain_text("Exact: all 1,086,008 boards counted")
    tap(page, ["Ah", "7c", "2d"], size)
    expect(page.locator("#tag-hand-0")).to_contain_text("24.1%")
    expect(page.locator(".next-cards li")).to_have_count(41)
    expect(page.locator(".next-cards")).to_contain_text("Player 2 scoops")
    best = page.locator(".next-cards li .percent").first
    expect(best).to_have_text("41%")
    page.locator("#next-for").focus()
    page.locator("#next-for").select_option("Player 2")
    expect(best).to_have_text("100%")
    expect(page.locator("#next-for")).to_be_focused()
    assert page.url.endswith("next-for=1")
    tap(page, ["9h", "9s"], size)
    expect(page.locator("#tag-hand-1")).to_contain_text("7-4-3-2-A")
    expect(page.locator(".next-cards")).to_have_count(0)
    assert not Showdown.objects.exists()


@pytest.mark.long
def test_odds_that_cannot_be_counted_are_estimated(open_page):
    page = open_page("/showdown/?game=omaha-hilo&hand-0=AsKhQsJh")
    slot(page, "hand-1", 0).focus()
    page.keyboard.type("*")
    expect(page.locator("#verdict")).to_contain_text("Estimate", timeout=60_000)
    expect(page.locator("#tag-hand-0")).to_contain_text("%")


def test_an_error_is_removed_with_its_cause(open_page):
    page = open_page(f"{DEALT_TABLE}&pots=12&put-in-0=5")
    expect(page.locator("#id_put-in-0_error")).to_contain_text("not both")
    page.get_by_label("Pot", exact=True).fill("12x")
    expect(page.locator("#id_pots_error")).to_contain_text("isn't an amount")
    expect(page.locator("#announcement")).to_contain_text("isn't an amount")
    expect(page.locator("#id_pots")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Player 1 bet").fill("")
    page.get_by_label("Pot", exact=True).fill("1250")
    expect(page.locator(".totals")).to_contain_text("Player 2 1,250")
    expect(page.locator("#id_pots_error")).to_have_text("")
    assert not Showdown.objects.exists()


def test_only_save_stores_a_deal(open_page):
    page = open_page(DEALT_TABLE)
    page.get_by_label("Name of player 2").fill("Boris")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_contain_text("Boris scoops")
    page.get_by_role("button", name="Chips").click()
    page.get_by_label("Pot", exact=True).fill("1250")
    page.keyboard.press("Enter")
    expect(page.locator(".totals")).to_contain_text("Boris 1,250")
    assert not Showdown.objects.exists()
    open_details(page)
    page.get_by_label("Note").fill("Friday")
    for _ in range(2):
        with page.expect_response(lambda response: response.request.method == "POST"):
            page.get_by_role("button", name="Save").last.click()
        expect(page.locator("#answer .message.success")).to_contain_text("Saved: Friday.")
    assert Showdown.objects.get().note == "Friday"


@SIZES
def test_bets_are_typed_in_a_row_while_the_ruling_stays(open_page, size):
    page = open_page(f"{DEALT_TABLE}&players=3&hand-2=9c9d9h9s", **size)
    expect(verdict(page)).to_contain_text("Player 2")
    page.get_by_role("button", name="Chips").click()
    bets = [page.get_by_label(f"Player {number} bet") for number in (1, 2, 3)]
    for bet, amount, so_far in zip(bets[:2], ("30", "50"), ("30", "80"), strict=True):
        expect(bet).to_be_focused()
        assert is_on_screen(bet)
        page.keyboard.type(amount)
        page.keyboard.press("Enter")
        expect(page.locator("#pots")).to_contain_text(f"{so_far} so far")
    expect(verdict(page)).to_have_text(HEADLINE)
    expect(page.locator("#verdict")).to_contain_text("Finish the bets: Player 3")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    expect(bets[2]).to_be_focused()
    page.get_by_role("button", name="Chips").focus()
    expect(bets[2]).to_have_attribute("aria-invalid", "true")
    bets[2].focus()
    page.get_by_role("button", name="Same as before").click()
    expect(page.locator("#pots [data-pot]")).to_have_count(2)
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    expect(page.get_by_role("button", name="Chips")).to_be_focused()
    bets[0].focus()
    page.get_by_role("button", name="25 more").click()
    expect(bets[0]).to_have_value("55")
    expect(page.locator(".seat").first).to_contain_text("bet 55")
    page.get_by_label("Dealer button").select_option("Player 2")
    expect(page).to_have_url(re.compile("button=seat-1"))


def test_a_fold_and_a_muck_count_without_chips(open_page):
    page = open_page(DEALT_TABLE)
    expect(verdict(page)).to_have_text(HEADLINE)
    page.get_by_role("button", name="Chips").click()
    page.get_by_label("Player 2 folded").check()
    expect(verdict(page)).to_have_text("Player 1 wins: everyone else has folded")
    expect(page.locator("#tag-hand-1")).to_contain_text("folded")
    page.get_by_label("Player 2 folded").uncheck()
    page.get_by_role("button", name="Muck").last.click()
    expect(verdict(page)).to_have_text("Player 1 wins: nobody else shows a hand")


HANDS = "players=2&hand-0=AsKs&hand-1=QhQd&board=2s7hTd5c3c"
TWO_BOARDS = f"/showdown/?game=double-board-holdem&{HANDS}&board2=2c7cTc5d3h"


@pytest.mark.parametrize(
    ("address", "headings", "open_count"),
    [
        (DEALT_TABLE, ["High", "Low"], 2),
        (f"/showdown/?game=holdem&{HANDS}", [], 1),
        (TWO_BOARDS, ["Board 1", "Board 2"], 1),
    ],
    ids=["high and low", "one contest", "two highs"],
)
def test_the_first_contest_and_the_low_are_open(open_page, address, headings, open_count):
    page = open_page(address)
    expect(page.locator(".decisions .side-by-side").first).to_be_visible()
    assert page.locator(".contest-name").all_inner_texts() == headings
    lists = page.locator(".decisions .why-contest > ol").all()
    assert [hands.is_visible() for hands in lists] == [True] * open_count


def test_the_reasons_are_reached_by_tab(open_page):
    page = open_page(DEALT_TABLE.replace("players=2", "players=3&hand-2=6s7s8d8h"))
    page.get_by_role("button", name="Save").last.focus()
    focused_texts = set()
    for _ in range(8):
        page.keyboard.press("Tab")
        focused_texts.add(page.evaluate("document.activeElement.textContent.trim()"))
    assert {"1 other hand", "Every combination"} <= focused_texts


RANGES = "/showdown/?game=holdem&players=2&hand-0=AKs&hand-1=QQ&board=QdJd2c3c4c"
PIXELS_BELOW_PLATES = """() => [...document.querySelectorAll(".felt .seat")].map((seat) => {
  const line = document.createRange();
  line.selectNodeContents(seat.querySelector(".made-line"));
  const plate = seat.querySelector(".plate").getBoundingClientRect();
  return Math.round(line.getBoundingClientRect().top - plate.bottom);
})"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_saved_deal_can_be_shared_and_its_lines_are_as_on_the_table(open_page, size):
    page = open_page(f"{DEALT_TABLE}&pots=90", **size)
    expect(verdict(page)).to_be_visible()
    distances_on_table = page.evaluate(PIXELS_BELOW_PLATES)
    page.get_by_role("button", name="Chips", exact=True).click()
    page.get_by_role("button", name="Save").last.click()
    saved_message = page.locator(".message.success")
    expect(saved_message.get_by_role("button", name="Share")).to_be_visible()
    saved_message.get_by_role("link", name="Permanent link").click()
    expect(page.locator(".read-only.felt")).to_be_visible()
    assert page.evaluate(PIXELS_BELOW_PLATES) == distances_on_table


def test_a_range_is_refused_once(open_page):
    page = open_page(RANGES, **PHONE)
    expect(page.locator("#verdict .headline")).to_be_visible()
    page.get_by_role("button", name="Save").last.click()
    error = page.get_by_text("a range can't be saved. Pick the cards of Player 1 and Player 2")
    expect(page.locator("#verdict").filter(has=error)).to_be_visible()
    visible_count = page.get_by_text("range can't be saved").evaluate_all(
        "all => all.filter((one) => one.offsetHeight > 4).length"
    )
    assert visible_count == 1


@pytest.mark.parametrize("scripts", [True, False])
def test_the_hint_about_odd_chips_is_gone_with_a_dealer_button(open_page, scripts):
    address = f"{DEALT_TABLE}&put-in-0=5&put-in-1=5&button=seat-1"
    page = open_page(address, java_script_enabled=scripts, **PHONE)
    if scripts:
        page.get_by_role("button", name="Chips", exact=True).click()
    hint = page.get_by_text("Without a dealer button")
    expect(page.get_by_text("side pots are calculated")).to_be_visible()
    expect(hint).to_be_hidden()
    if scripts:
        page.get_by_label("Dealer button").select_option("nobody")
        expect(hint).to_be_visible()
