"""The game is found by typing, by keyboard, and without a script in a list by families."""

from playwright.sync_api import expect

from tests.words.test_finding import FOUND

FIRST = """(typed) => {
  const input = document.getElementById("find-game");
  input.value = typed;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  return document.querySelector('#found-games [role="option"]')?.dataset.value ?? null;
}"""


def test_the_script_finds_what_the_server_finds(open_page):
    page = open_page("/showdown/?game=holdem")
    found = {typed: page.evaluate(FIRST, typed) for typed, _ in FOUND}
    assert found == dict(FOUND)


def test_a_game_is_chosen_by_keyboard_and_is_there_the_next_time(open_page):
    page = open_page("/showdown/?game=holdem")
    field = page.get_by_role("combobox", name="Game")
    field.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option", name="Texas Hold'em").first).to_be_visible()
    field.fill("big o")
    expect(page.get_by_role("option").first).to_have_text("Five-card Omaha Hi/Lo")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#id_game")).to_have_value("five-card-omaha-hilo")
    expect(field).to_have_value("Five-card Omaha Hi/Lo")
    expect(field).to_be_focused()
    page.reload()
    field.click()
    groups = page.locator('#found-games [role="group"]')
    expect(groups.first).to_have_accessible_name("Played last")
    expect(groups.first.get_by_role("option")).to_have_text(
        ["Five-card Omaha Hi/Lo", "Texas Hold'em"]
    )
    field.fill("bridge")
    expect(page.locator("#found-games")).to_have_text("No game is called that.")
    page.keyboard.press("Escape")
    expect(page.locator("#found-games")).to_be_hidden()
    expect(field).to_have_value("Five-card Omaha Hi/Lo")


def test_a_game_is_chosen_by_a_tap(open_page):
    page = open_page("/showdown/?game=holdem", viewport={"width": 360, "height": 740})
    page.get_by_role("combobox", name="Game").click()
    page.get_by_role("option", name="Razz", exact=True).click()
    expect(page.locator("#id_game")).to_have_value("razz")


def test_without_a_script_there_is_a_list(open_page):
    page = open_page("/showdown/?game=holdem", java_script_enabled=False)
    expect(page.get_by_role("combobox")).not_to_have_count(0)
    page.locator("#id_game").select_option("badugi")
    expect(page.locator("#find-game")).to_be_hidden()
    titles = page.locator("#id_game optgroup").evaluate_all("all => all.map((each) => each.label)")
    assert titles == ["With a board", "Stud", "Draw"]
