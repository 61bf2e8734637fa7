"""Test the range editor, and the arrow keys that show earlier streets."""

import random

import pytest

from showdown.evaluator.games import GAMES
from showdown.pages.range_grids import build_range_grid
from tests.browser.table import DESK, PHONE, TABLET, expect, press, slot, tap
from tests.scope import quick_first

HOLDEM = "/showdown/?game=holdem&players=2"


def open_range_dialog(open_page, address=HOLDEM, **size):
    page = open_page(address, **size)
    page.get_by_role("button", name="Range of").first.click()
    expect(page.locator("dialog")).to_be_visible()
    return page


def test_a_painted_range_is_used(open_page):
    page = open_range_dialog(open_page, **DESK)
    text = page.locator("[data-range-text]")
    page.locator('[data-class="AQs"]').hover()
    page.mouse.down()
    for name in ("AJs", "ATs", "A9s"):
        page.locator(f'[data-class="{name}"]').hover()
    page.mouse.up()
    expect(text).to_have_value("AQs-A9s")
    expect(page.locator("[data-range-status]")).to_contain_text("16 combos")
    page.locator("[data-range-weight]").select_option("0.5")
    page.locator('[data-class="AKs"]').click()
    expect(text).to_have_value("AQs-A9s, AKs@50")
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#id_hand-0")).to_have_value("AQs-A9s, AKs@50")
    assert "hand-0=AQs" in page.url


def test_the_text_of_a_range_is_shown_on_the_grid(open_page):
    page = open_range_dialog(open_page, **PHONE)
    page.locator("[data-range-text]").fill("QQ+, A5s@25")
    expect(page.locator('[data-class="KK"]')).to_have_attribute("aria-selected", "true")
    expect(page.locator('[data-class="A5s"]')).to_have_attribute("aria-label", "A5s, 25%")
    page.locator("[data-range-text]").fill("QQ+, E")
    expect(page.locator("[data-range-status]")).to_contain_text("isn't allowed")
    page.locator("[data-range-percent]").fill("15")
    expect(page.locator("[data-range-text]")).to_have_value("15%")
    expect(page.locator("[data-range-status]")).to_contain_text("(15%)")


def test_a_range_is_painted_with_the_keyboard(open_page):
    page = open_range_dialog(open_page, **DESK)
    page.locator('[data-class="AA"]').focus()
    for key in ("Space", "ArrowRight", "Space", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-range-text]")).to_have_value("KK+, AKs")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#id_hand-0")).to_have_value("")


def test_an_invalid_range_is_not_used(open_page):
    page = open_range_dialog(open_page, **PHONE)
    text, use = page.locator("[data-range-text]"), page.get_by_role("button", name="Use it")
    text.fill("foo")
    use.click()
    expect(page.locator("[data-range-status]")).to_have_class("hint wrong")
    expect(text).to_be_focused()
    expect(page.locator("#id_hand-0")).to_have_value("")
    text.fill("QQ+")
    use.click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#id_hand-0")).to_have_value("QQ+")


def test_other_games_have_a_field_with_examples(open_page):
    page = open_range_dialog(open_page, "/showdown/?game=omaha&players=2", **DESK)
    assert page.locator("[data-class]").count() == 0
    page.get_by_role("button", name="AA:$ds").click()
    page.get_by_role("button", name="Use it").click()
    expect(page.locator("#id_hand-0")).to_have_value("AA:$ds")


@pytest.mark.parametrize("game", quick_first("holdem", "short-deck"))
def test_the_text_of_a_grid_is_parsed_to_the_same_grid(open_page, game):
    """JavaScript writes the text of random grids, and the range parser of the site reads it."""
    page = open_range_dialog(open_page, f"/showdown/?game={game}&players=2", **DESK)
    names = page.locator("[data-class]").evaluate_all("cells => cells.map(c => c.dataset.class)")
    assert len(names) == {"holdem": 169, "short-deck": 81}[game]
    rng = random.Random(3)
    files = page.evaluate("performance.getEntriesByType('resource').map(e => e.name)")
    module = next(name for name in files if "/range_editor." in name and name.endswith(".js"))
    for count in (1, 5, 30, 80):
        sample = rng.sample(names, count)
        weights = {name: rng.choice([1, 1, 0.5, 0.25]) for name in sample} | {sample[0]: 1}
        script = "async ([file, it]) => (await import(file)).rangeText(new Map(Object.entries(it)))"
        text = page.evaluate(script, [module, weights])
        assert build_range_grid(text, GAMES[game])["weights"] == weights


@pytest.mark.long
def test_the_arrow_keys_show_earlier_streets(open_page):
    page = open_page(f"{HOLDEM}&hand-0=AhKh&hand-1=QsQc&board=Qh7h2c3d9s", **DESK)
    expect(page.locator(".seat[data-state=wins]")).to_have_count(1)
    page.get_by_role("radio", name="River").focus()
    for street, later_cards in (("Turn", 1), ("Flop", 2), ("Deal", 5)):
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("radio", name=street)).to_be_checked()
        expect(page.locator(".slot.later")).to_have_count(later_cards)
        expect(page.locator("#tag-hand-0")).to_contain_text("%")
        expect(page.locator(".seat[data-state=wins]")).to_have_count(0)
        expect(page.get_by_role("radio", name=street)).to_be_focused()
    slot(page, "board", 4).click()
    page.keyboard.type("9c")
    expect(page.get_by_role("radio", name="River")).to_be_checked()
    expect(page.locator(".slot.later")).to_have_count(0)
    expect(page.locator("#id_board")).to_have_value("Qh 7h 2c 3d 9c")


@pytest.mark.parametrize(
    ("game", "players", "width"), quick_first(("holdem", 9, 1024), ("omaha", 10, 1280))
)
def test_range_buttons_overlap_neither_cards_nor_the_rail(open_page, game, players, width):
    path = f"/showdown/?game={game}&players={players}"
    page = open_page(path, viewport={"width": width, "height": 844})
    expect(page.locator(".slot.next")).to_be_visible()
    assert page.evaluate("inPage.rangeButtonsAreApart")


def test_odds_of_ranges_are_calculated_without_scripts(open_page):
    query = "game=holdem&players=3&hand-0=AA&hand-1=KK&hand-2=QQ"
    page = open_page(f"/showdown/?{query}", java_script_enabled=False)
    press(page.get_by_role("button", name="Calculate the odds"))
    expect(page.locator("#verdict")).to_contain_text("Player 1 is the favorite")
    expect(page.locator("#id_hand-2")).to_have_value("QQ")


@pytest.mark.parametrize("size", quick_first(PHONE, TABLET))
def test_the_dock_of_a_touch_screen_opens_the_range_of_the_next_hand(open_page, size):
    page = open_page("/showdown/?game=holdem&players=3&hand-0=AcKc", **size)
    button = page.get_by_role("button", name="Range of the next player")
    expect(page.locator(".seat .range-button").first).to_be_hidden()
    button.tap()
    expect(page.get_by_role("heading", name="Range of Player 2")).to_be_visible()
    page.get_by_role("button", name="Cancel").tap()
    tap(page, ["Ah"], size)
    expect(button).to_be_hidden()
