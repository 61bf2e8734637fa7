"""Test widths, rows, printing and uploads of pages, and the documentation of the API."""

import pytest

from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.models.people import Person
from tests.browser.table import (
    DEALT_TABLE,
    DESK,
    PHONE,
    SIZES,
    axe_violations,
    cut_tables,
    expect,
    open_permanent_page,
    sign_in,
    verdict,
)
from tests.factories import ShowdownFactory, UserFactory

RANGES = "?game=holdem&board=2c3d4h&hand-0=15%25&hand-1=QQ%2B,AKs"
WIDTH = "document.documentElement.scrollWidth"
ROWS = [
    (DEALT_TABLE, ".bar :is(#find-game, .tools > button, .tools summary)"),
    (DEALT_TABLE, ".dock-line > :is(.stepper, button), .dock-line .dock-buttons > button"),
    ("/showdown/history/", ".search :is(input, button)"),
]


@pytest.mark.long
@SIZES
def test_elements_of_a_row_are_aligned(open_page, size):
    page = open_page(DEALT_TABLE, **size)
    for address, row in ROWS:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        edges = page.evaluate("inPage.edges", row)
        assert len(edges) > 1
        assert len({tuple(edge) for edge in edges}) == 1, (row, edges)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_charts_of_ranges_fit_the_page(open_page, size):
    page = open_page(f"/showdown/{RANGES}", **size)
    expect(page.locator(".pictures .picture")).to_have_count(6)
    assert page.evaluate(WIDTH) == size["viewport"]["width"]
    grids = [grid.bounding_box() for grid in page.locator(".range-grid").all()]
    assert (grids[0]["y"] == grids[1]["y"]) == (size is DESK)
    page.get_by_text("As tables").click()
    table = page.get_by_role("region", name="Player 2: each hand, as a table")
    expect(table.get_by_role("row", name="AKs 4")).to_be_visible()


@pytest.mark.long
def test_the_cards_of_a_deal_in_the_history_can_be_seen(open_page):
    page, account = open_page(), UserFactory()
    for game in ("six-card-omaha", "five-card-draw", "badugi"):
        ShowdownFactory(deal__game=GAMES[game], person=Person(account=account))
    sign_in(page, account)
    page.goto("/showdown/history/")
    boxes = [card.bounding_box() for card in page.locator(".listed .seat .card").all()]
    assert len(boxes) == 2 * (6 + 5 + 4)
    assert min(box["width"] for box in boxes) > 20


@pytest.mark.long
@pytest.mark.parametrize("view", ["permanent", "table"])
def test_a_ruling_is_printed_on_one_page_without_buttons(open_page, view):
    page = open_page(DEALT_TABLE, color_scheme="dark")
    expect(verdict(page)).to_be_visible()
    if view == "permanent":
        open_permanent_page(page)
        expect(page.locator("summary", has_text="Share")).to_be_visible()
    expect(page.locator(".why").first).to_be_visible()
    assert page.pdf(format="A4").count(b"/Type /Page\n") == 1
    page.emulate_media(media="print")
    expect(page.locator(".headline").first).to_be_visible()
    expect(page.locator("body")).to_have_css("color", "rgb(29, 35, 32)")
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    controls = page.locator(":is(button:not(.slot), summary, select):not(.visually-hidden)")
    assert [button.inner_text() for button in controls.all() if button.is_visible()] == []


def test_the_history_is_printed_without_the_links_of_deals(open_page):
    page, account = open_page("/showdown/"), UserFactory()
    ShowdownFactory(person=Person(account=account))
    sign_in(page, account)
    page.goto("/showdown/history/")
    delete = page.get_by_role("link", name="Delete")
    expect(delete).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".deal-foot .hint")).to_be_visible()
    expect(delete).to_be_hidden()


LONG_NAME = "Maximiliane von Hohenstein"
NIGHT = f"player={LONG_NAME}&in=20000&out=41050.50&player=Boris&in=25000&out=3949.50"
FINALISTS = (
    f"player={LONG_NAME}&chips=5000000&player=Boris&chips=100000&prizes=1000000+500000&left=9"
)


@pytest.mark.parametrize("address", [f"settle-up/?{NIGHT}", f"deal/?{FINALISTS}"])
def test_amounts_of_players_with_long_names_fit_a_phone(open_page, address):
    page = open_page(f"/showdown/{address}", **PHONE)
    name = page.locator("tbody th", has_text=LONG_NAME).first
    assert cut_tables(page) == []
    assert name.bounding_box()["height"] < 40
    assert page.evaluate(WIDTH) == 320


def test_an_added_row_has_numbered_labels(open_page):
    page = open_page(f"/showdown/settle-up/?{NIGHT}&payer=Boris&cost=3")
    page.get_by_role("button", name="Add a player").click()
    expect(page.get_by_label("Name of player 5")).to_have_attribute("placeholder", "Player 5")
    expect(page.get_by_label("Buy-ins of player 5")).to_have_attribute("placeholder", "20+20")
    expect(page.get_by_label("Cash-out of player 5")).to_have_attribute("placeholder", "0")
    page.get_by_role("button", name="Add an expense").click()
    expect(page.get_by_label("Names of those who share expense 3")).to_have_count(1)


def test_forms_with_rows_have_room_for_a_full_table_without_scripts(open_page):
    page = open_page("/showdown/settle-up/", java_script_enabled=False)
    for number in range(1, 11):
        page.get_by_label(f"Name of player {number}", exact=True).fill(f"P{number}")
        page.get_by_label(f"Buy-ins of player {number}", exact=True).fill("20")
        page.get_by_label(f"Cash-out of player {number}", exact=True).fill("20")
    page.get_by_role("button", name="Who pays whom?").click()
    expect(page.get_by_text("Everybody is even.")).to_be_visible()
    expect(page.get_by_label("Name of player 17")).to_have_count(1)
    page.goto("/showdown/deal/")
    expect(page.get_by_label("Chips of player 10")).to_be_visible()


def test_the_first_error_of_a_form_with_rows_is_focused_and_others_are_linked(open_page):
    query = "player=Anna&chips=5000&player=Boris&chips=30o0&prizes=5x"
    page = open_page(f"/showdown/deal/?{query}", may_fail=True, **PHONE)
    expect(page.get_by_label("Chips of player 2")).to_be_focused()
    expect(page.get_by_text("“30o0” isn't a stack")).to_be_in_viewport(ratio=1)
    page.get_by_role("alert").get_by_role("link", name="Prizes left").click()
    expect(page.get_by_label("Prizes left")).to_be_focused()
    page.get_by_role("button", name="Add a player").click()
    expect(page.get_by_label("Name of player 5")).to_be_focused()
    expect(page.locator("#player-5")).to_have_count(1)
    assert axe_violations(page) == []


@pytest.mark.long
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_sheet_is_printed_on_three_pages(open_page, paper):
    page = open_page("/showdown/rules/")
    for slug in RULE_SETS:
        page.goto(f"/showdown/rules/sheet/?rules={slug}")
        assert page.pdf(format=paper).count(b"/Type /Page\n") == 3


def test_a_failed_upload_shows_the_reason(open_page, tmp_path):
    file = tmp_path / "night.txt"
    page = open_page("/showdown/batches/", may_fail=True)

    def upload(content):
        file.write_bytes(content)
        page.get_by_label("File").set_input_files(file)
        page.get_by_role("button", name="Upload").click()

    upload(b"")
    expect(page.get_by_text("The file is empty.")).to_be_visible()
    expect(page.locator("progress")).to_be_hidden()
    page.context.set_offline(True)
    upload(b"HandA:Ac-Kd\n" * 1000)
    expect(page.get_by_text("You're offline.")).to_be_visible()
    page.context.set_offline(False)
    page.route("**/batches/", lambda route: route.fulfill(status=502, body="bad gateway"))
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("The site can't be reached.")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_operation_of_the_api_can_be_tried(open_page, scheme):
    page = open_page("/api/docs/", color_scheme=scheme)
    operation = page.locator("#operations-showdowns-settle")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text("HandB scoops")
    is_dark = page.evaluate("document.documentElement.classList.contains('dark-mode')")
    assert is_dark == (scheme == "dark")
