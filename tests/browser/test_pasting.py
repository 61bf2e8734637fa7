"""Pasting: into the field, into a slot, with the offer of another game, and without JavaScript."""

import re

import pytest

from tests.browser.late import expect

KNOWN = "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd"
SAID = "HandB scoops: three fives, and 7-6-5-2-A for low"
HOLDEM = "As Kd vs Qh Qd on 2c 3d 5h 9s Th"

PASTE = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const target = document.activeElement;
  const event = new ClipboardEvent("paste", {
    clipboardData: data, bubbles: true, cancelable: true,
  });
  if (target.dispatchEvent(event) && target.setRangeText) target.setRangeText(text);
}"""


def verdict(page):
    return page.locator("#verdict .headline")


@pytest.mark.parametrize("into", ["#id_line", "[data-slot]"])
def test_what_is_pasted_anywhere_is_read_at_once(open_page, into):
    page = open_page("/showdown/?game=omaha-hilo")
    page.locator(into).first.focus()
    page.evaluate(PASTE, KNOWN)
    expect(verdict(page)).to_have_text(SAID)
    expect(page.locator("#id_line")).to_have_value("")


def test_another_game_is_offered_and_one_press_switches(open_page):
    page = open_page("/showdown/?game=omaha-hilo")
    page.locator("#id_line").fill(HOLDEM)
    page.keyboard.press("Enter")
    expect(page.locator(".offer")).to_contain_text("This looks like Texas Hold'em")
    page.get_by_role("button", name="Switch to Texas Hold'em").click()
    expect(page.locator("#id_board")).to_have_value("2c 3d 5h 9s Th")
    expect(verdict(page)).to_have_text("HandB wins with a pair of queens")
    expect(page).to_have_url(re.compile("game=holdem"))


def test_what_has_no_place_is_marked_and_the_table_stays(open_page):
    page = open_page("/showdown/?game=omaha-hilo&hand-0=9c9d9h9s")
    page.locator("#id_line").fill(KNOWN.replace("7d", "7z"))
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".pasted mark")).to_have_text("7z")
    expect(page.locator("#id_line_error")).to_have_text("“7z” isn't a card: there is no suit z.")
    expect(page.locator("#id_hand-0")).to_have_value(re.compile("^9c ?9d ?9h ?9s$"))
    expect(page.locator("#id_hand-1")).to_have_value("")
    page.locator(".pasted mark").click()
    field = page.locator("#id_line")
    picked = field.evaluate("each => each.value.slice(each.selectionStart, each.selectionEnd)")
    assert picked == "7z"


def test_a_paste_is_undone(open_page):
    page = open_page("/showdown/?game=omaha-hilo&hand-0=AsKs")
    page.locator("#id_line").fill(KNOWN)
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text(SAID)
    page.locator("[data-undo]").first.click()
    expect(page.locator("#id_hand-0")).to_have_value(re.compile("^As ?Ks$"))


def test_without_a_script_the_offer_and_the_marks_are_there(open_page):
    page = open_page("/showdown/?game=omaha-hilo", java_script_enabled=False)
    page.locator("#id_line").fill(HOLDEM)
    page.get_by_role("button", name="Read the text").click()
    page.get_by_role("button", name="Switch to Texas Hold'em").click()
    expect(page.locator("#id_board")).to_have_value("2c 3d 5h 9s Th")
    expect(verdict(page)).to_have_text("HandB wins with a pair of queens")
    page.locator("#id_line").fill("AsKd vs QhQz")
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".pasted mark")).to_have_text("Qz")
