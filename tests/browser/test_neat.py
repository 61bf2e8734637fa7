"""Test that elements don't overlap, are aligned, and are not cut off."""

import pytest

from tests.browser.table import DEALT, PHONE, SIZES, expect, open_permanent_page, verdict
from tests.scope import quick_first

TWO_BOARDS = (
    "/showdown/?game=double-board-omaha&players=3&hand-0=AcKdJd3d&hand-1=5c5d6c7d&hand-2=QsJsTs9s"
    "&board=AhKh5s2sQd&board2=Jc7h7s8d9d&put-in-0=30&put-in-1=50&put-in-2=50"
)
SIX = "/showdown/?game=omaha-hilo&players=6&board=AhKh5s2s" + "".join(
    f"&hand-{seat}={hand}"
    for seat, hand in enumerate(
        ("AcKdJd3d", "5c5d6c7d", "QsJsTs9s", "8c8d9h9d", "2c3c4c6h", "QcQhTd7s")
    )
)
COVERED = """() => {
  const words = [...document.querySelectorAll(
    ".board-place > :is(label, .name), .said-of strong, .made-line, .headline, .streets label"
  )].filter((each) => each.textContent.trim() && each.offsetHeight > 4);
  const boxOf = (each) => {
    const words = document.createRange();
    words.selectNodeContents(each);
    return words.getBoundingClientRect();
  };
  return [...document.querySelectorAll(".lifted")].flatMap((card) => {
    const a = card.getBoundingClientRect();
    return words.filter((each) => {
      const b = boxOf(each);
      return a.left < b.right && b.left < a.right && a.top - 2 < b.bottom && b.top < a.bottom + 2;
    }).map((each) => `${card.title} over ${each.textContent.trim()}`);
  });
}"""
CUT_OFF = """() => [...document.querySelectorAll(".said-of strong, .made-line, .pot-pill")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth)
  .map((each) => each.textContent)"""
EDGES = """(row) => [...document.querySelectorAll(row)]
  .filter((each) => each.offsetHeight)
  .map((each) => each.getBoundingClientRect())
  .map((box) => [Math.round(box.top * 2) / 2, Math.round(box.bottom * 2) / 2])"""


@SIZES
@pytest.mark.parametrize(
    "address",
    quick_first(TWO_BOARDS, DEALT, "/showdown/rules/omaha-hilo/"),
    ids=["two boards", "a board", "rules"],
)
def test_lifted_cards_cover_no_words(open_page, size, address):
    page = open_page(address, reduced_motion="reduce", **size)
    expect(page.locator(".lifted").first).to_be_visible()
    assert page.evaluate(COVERED) == []


@SIZES
def test_amounts_are_not_cut_off(open_page, size):
    page = open_page(SIX, **size)
    for address in (SIX, SIX.replace("5s2s", "5s2sKs"), TWO_BOARDS):
        page.goto(address)
        expect(verdict(page)).to_be_visible()
        assert page.evaluate(CUT_OFF) == []


ROWS = [
    (DEALT, ".bar :is(#find-game, .tools > button, .tools summary)"),
    (DEALT, ".dock-line > :is(.stepper, button), .dock-line .main > button"),
    ("/showdown/history/", ".search :is(input, button)"),
]


@pytest.mark.long
@SIZES
def test_elements_of_a_row_are_aligned(open_page, size):
    page = open_page(DEALT, **size)
    for address, row in ROWS:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        edges = page.evaluate(EDGES, row)
        assert len(edges) > 1
        assert len({tuple(edge) for edge in edges}) == 1, (row, edges)


@pytest.mark.long
@pytest.mark.parametrize("place", ["permanent", "table"])
def test_printed_pages_have_no_buttons(open_page, place):
    page = open_page(DEALT)
    expect(verdict(page)).to_be_visible()
    if place == "permanent":
        open_permanent_page(page)
        expect(page.locator("summary", has_text="Share")).to_be_visible()
    expect(page.locator(".why").first).to_be_visible()
    page.emulate_media(media="print")
    pressed = page.locator(":is(button:not(.slot), summary, select):not(.visually-hidden)")
    assert [button.inner_text() for button in pressed.all() if button.is_visible()] == []


def test_on_a_phone_the_picker_covers_nothing_of_the_next_slot(open_page):
    page = open_page("/showdown/?game=holdem&hand-0=AsKs&hand-1=QhQd&board=2s7hTd", **PHONE)
    expect(verdict(page)).to_be_attached()
    slot, dock = page.locator(".slot.next").bounding_box(), page.locator(".dock").bounding_box()
    assert 0 <= slot["y"] < slot["y"] + slot["height"] <= dock["y"]


@pytest.mark.long
def test_odds_fit_a_phone_with_letters_of_twice_the_size(open_page):
    page = open_page("/showdown/?game=holdem&hand-0=AsKs&hand-1=QhQd&board=2s7hTd", **PHONE)
    expect(page.locator(".next-cards")).to_be_attached()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    name, share = page.locator("[name=label-0]"), page.locator(".said-of strong").first
    assert share.bounding_box()["y"] > name.bounding_box()["y"] + 10
