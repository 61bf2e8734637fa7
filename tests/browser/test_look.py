"""Test the table page at every screen size: input, visibility, motion, sharing and bytes."""

import gzip

import pytest

from tests.browser.table import (
    DEALT_TABLE,
    DESK,
    EMPTY_TABLE,
    HEADLINE,
    PHONE,
    SIZES,
    TABLET,
    expect,
    is_on_screen,
    open_permanent_page,
    per_seat,
    press_in_menu,
    slot,
    tap,
    verdict,
)
from tests.scope import quick_first

THREE_HANDS = (
    "/showdown/?game=omaha-hilo&players=3&hand-0=Ac3h9dTs&hand-1=KhQcJs8s&hand-2=QhQsJcTd"
    "&board=2d5h7cKsKd"
)
MAX_FIRST_VISIT_BYTES = 80_000
HEADER_BYTES = 420  # estimated size of the headers of a response
SCROLL_WIDTH = "document.documentElement.scrollWidth"


def test_holdem_before_the_flop_takes_seven_taps(open_page):
    """Start with a first visit: clear the example, choose the game, and pick four cards."""
    page = open_page("/showdown/", **PHONE)
    page.get_by_role("button", name="Clear the table").tap()
    expect(page.locator(".intro")).to_have_count(0)
    assert "example" not in page.url
    page.get_by_role("combobox", name="Game").tap()
    page.get_by_role("option", name="Texas Hold'em").tap()
    expect(page.locator('[data-cards="2"]')).to_have_count(2)
    tap(page, ["Ah", "Kh", "Qs", "Qd"], PHONE)
    expect(verdict(page)).to_have_text("Player 2 is the favorite")


@pytest.mark.long
def test_three_hands_and_a_side_pot_take_26_taps(open_page):
    """Count taps and key presses. The amounts need 3, 0, Enter, 5, 0, Enter, and Same as before."""
    page = open_page("/showdown/?game=omaha-hilo&players=2", **PHONE)
    page.evaluate("inPage.countTaps")
    page.get_by_role("button", name="One more player").tap()
    expect(page.get_by_label("Name of player 3")).to_have_count(1)
    cards = ["Ac", "3h", "9d", "Ts", "Kh", "Qc", "Js", "8s", "Qh", "Qs", "Jc", "Td"]
    tap(page, [*cards, "2d", "5h", "7c", "Ks", "Kd"], PHONE)
    expect(verdict(page)).to_be_visible()  # the button moves when the picker closes
    page.get_by_role("button", name="Chips").tap()
    for amount in ("30", "50"):
        page.keyboard.type(amount)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Same as before").tap()
    expect(page.locator("#pots [data-pot]")).to_have_count(2)
    expect(page.locator("#tag-hand-1 strong")).to_have_text("85")
    assert page.evaluate("window.taps") <= 26


def test_letters_are_cards_unless_a_text_field_has_the_focus(open_page):
    page = open_page(EMPTY_TABLE)
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.type("ackd")
    expect(page.locator("#id_hand-0")).to_have_value("Ac Kd")
    page.get_by_role("button", name="Chips").focus()
    page.keyboard.type("jd")
    expect(page.locator("#id_hand-0")).to_have_value("Ac Kd Jd")
    page.get_by_label("Name of player 1").press_sequentially("as")
    expect(page.locator("#id_hand-0")).to_have_value("Ac Kd Jd")
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(slot(page, "hand-0", 0)).to_be_focused()
    page.keyboard.type("ac")
    expect(page.locator("#id_hand-0")).to_have_value("Ac")


@pytest.mark.parametrize("size", quick_first(PHONE, TABLET, DESK), ids=["phone", "tablet", "desk"])
def test_ten_players_are_on_one_screen(open_page, size):
    hands = ["AsKs", "QhQd", "7c7d", "JsTs", "AdKd", "9h9c", "5s4s", "AcQc", "8d8h", "KcTc"]
    address = "/showdown/?game=holdem&players=10&board=2s7hTdQs3c"
    page = open_page(address + per_seat("hand", hands), **size)
    expect(verdict(page)).to_have_text("Player 2 wins with three queens")
    assert all(is_on_screen(seat) for seat in page.locator(".seat .slots").all())
    assert is_on_screen(verdict(page))


@pytest.mark.parametrize("scripts", quick_first(False, True))
def test_cards_that_win_are_marked_by_contest(open_page, scripts):
    """Player 2 scoops with 5-5-5-A-K for high and 7-6-5-2-A for low."""
    page = open_page(DEALT_TABLE)
    expect(verdict(page)).to_be_visible()
    slots = page.locator(".felt .slot").evaluate_all("all => all.map(slot => slot.title)")
    assert len(slots) == len(set(slots)) == 13
    if not scripts:
        page.get_by_role("button", name="Save").last.click()
        address = page.get_by_role("link", name="Permanent link").get_attribute("href")
        page = open_page(address, java_script_enabled=False)
        expect(page.locator(".felt .card")).to_have_count(13)
        expect(page.locator(".felt .headline em")).to_have_text("Player 2")
    read_marks = "all => all.map(one => one.textContent.trim()[0] + one.dataset.wins)"
    # Rank, then the contests in which the card wins: H for high, L for low.
    marks = page.locator(".felt .lifted").evaluate_all(read_marks)
    assert sorted(marks) == sorted(["5H", "5H", "6L", "7L", "AHL", "KH", "5HL", "2L"])
    assert page.locator(".felt .lifted.low").count() == 3
    unplayed = page.locator(".board-cards .card").last
    assert "brightness" in unplayed.evaluate("card => getComputedStyle(card).filter")


CARD_TEXTS = "all => all.map(card => card.textContent).sort().join(' ')"


@pytest.mark.long
@pytest.mark.parametrize("page_kind", ["permanent", "table"])
@pytest.mark.parametrize("trigger", ["hover", "focus"])
def test_names_pots_and_headings_highlight_their_cards(open_page, page_kind, trigger):
    """Player 2 scoops; Player 1 makes two pair and no low."""
    page = open_page(f"{DEALT_TABLE}&pots=90")
    expect(page.locator("#pots [data-pot]")).to_have_count(1)
    if page_kind == "permanent":
        open_permanent_page(page)
        expect(page.locator(".read-only .card")).to_have_count(13)
    highlighted, seats = page.locator(".felt [data-highlighted]"), page.locator(".felt .plate")
    name = "input[name^=label-]" if page_kind == "table" else ".name"
    for source, cards in (
        (page.locator(".contest-name", has_text="High"), "5♠ 5♣ 5♦ A♥ K♥"),
        (page.locator(".contest-name", has_text="Low"), "2♠ 5♠ 6♣ 7♦ A♥"),
        (page.locator("[data-pot]"), "2♠ 5♠ 5♣ 5♦ 6♣ 7♦ A♥ K♥"),
        (seats.first.locator(name), "A♣ A♥ K♥ K♦ Q♦"),
    ):
        # A name on a permanent page isn't focusable.
        if trigger == "focus" and page_kind == "permanent" and cards.startswith("A"):
            continue
        source.hover() if trigger == "hover" else source.focus()
        assert set(highlighted.evaluate_all(CARD_TEXTS).split()) == set(cards.split())
    page.mouse.move(2, 2)
    page.evaluate("document.activeElement.blur()")
    expect(highlighted).to_have_count(0)


def test_a_hand_stays_highlighted_while_its_player_is_renamed(open_page):
    page = open_page(DEALT_TABLE)
    name = page.locator("input[name^=label-]").first
    highlighted = page.locator(".felt [data-highlighted]")
    with page.expect_response("**/live/**"):
        name.fill("Carla")
    expect(page.locator(".why").first).to_contain_text("Carla")
    assert set(highlighted.evaluate_all(CARD_TEXTS).split()) == {"A♣", "A♥", "K♥", "K♦", "Q♦"}


def test_typing_replaces_a_default_name(open_page):
    page = open_page("/showdown/?game=holdem", **PHONE)
    name = page.locator("input[name^=label-]").first
    name.tap()
    page.keyboard.type("Bob")
    expect(name).to_have_value("Bob")


def test_saving_brings_its_confirmation_into_view(open_page):
    page = open_page(f"{DEALT_TABLE}&put-in-0=50&put-in-1=50", **PHONE)
    page.locator("[data-chips]").first.tap()
    page.locator("[data-dock] [value=settle]").tap()
    expect(page.locator(".message.success")).to_be_in_viewport(ratio=0.9)


def test_pressing_a_contest_heading_scrolls_to_the_table(open_page):
    page = open_page(DEALT_TABLE, **PHONE)
    reason, more = page.locator(".why").first, page.locator(".more")
    assert reason.bounding_box()["y"] < more.bounding_box()["y"]
    heading = page.locator(".contest-name", has_text="Low")
    heading.scroll_into_view_if_needed()
    page.mouse.wheel(0, 400)
    heading.press("Enter")
    expect(heading).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".felt [data-highlighted]")).to_have_count(5)
    expect(page.locator(".rail")).to_be_in_viewport(ratio=0.9)
    heading.press("Enter")
    expect(page.locator(".felt [data-highlighted]")).to_have_count(0)


@pytest.mark.parametrize(
    ("width", "height"),
    quick_first((320, 200), (360, 640), (844, 390)),
    ids=["400%", "small", "landscape"],
)
def test_cards_can_be_picked_on_small_screens(open_page, width, height):
    page = open_page(EMPTY_TABLE, viewport={"width": width, "height": height})
    tap(page, ["As", "2c"])
    assert page.evaluate(SCROLL_WIDTH) == width
    slot(page, "board", 4).click()
    tap(page, ["Kd"])
    expect(page.locator("#id_board")).to_have_value("- - - - Kd")


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.long)])
def test_right_to_left_text_fits_the_width(open_page, width):
    names = "&label-0=محمد&label-1=דוד"
    page = open_page(f"{DEALT_TABLE}{names}", viewport={"width": width, "height": 740})
    expect(page.locator("#verdict em")).to_have_text("דוד")
    expect(page.locator("#verdict em")).to_have_css("unicode-bidi", "isolate")
    assert page.evaluate(SCROLL_WIDTH) == width
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(SCROLL_WIDTH) == width
    page.keyboard.press("Tab")
    assert is_on_screen(page.locator(".skip"))


@pytest.mark.long
@pytest.mark.parametrize("game", ["omaha", "holdem"])
def test_the_picker_leaves_ten_players_in_sight_on_a_tablet(open_page, game):
    page = open_page(f"/showdown/?game={game}&players=10", viewport={"width": 820, "height": 1180})
    assert all(is_on_screen(seat) for seat in page.locator(".seat .plate").all())


def test_the_dealer_button_is_dragged_to_another_seat(open_page):
    page = open_page(f"{THREE_HANDS}&put-in-0=30&put-in-1=50&put-in-2=50&button=seat-0")
    expect(page.locator("#pots [data-pot]")).to_have_count(2)
    expect(page.locator(".disc").nth(0)).to_be_visible()
    page.locator(".disc").nth(0).drag_to(page.locator(".seat").nth(2))
    expect(page.locator(".disc").nth(2)).to_be_visible()
    expect(page.locator(".disc").nth(0)).to_be_hidden()
    page.wait_for_url("**button=seat-2**")


@pytest.mark.long
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_chips_slide_to_the_winner_without_reduced_motion(open_page, motion):
    page = open_page(THREE_HANDS, reduced_motion=motion)
    page.evaluate("inPage.countSlides")
    page.get_by_role("button", name="Chips").click()
    with page.expect_response("**/chip_animation*.js") as loading:
        page.get_by_label("Pot", exact=True).fill("100")
    loading.value.finished()
    if motion == "no-preference":
        page.wait_for_function("window.slid > 0")
    expect(page.locator("#pots [data-pot]")).to_have_count(1)
    expect(page.locator(".chip.sliding")).to_have_count(0)
    assert (page.evaluate("window.slid") > 0) == (motion == "no-preference")


def test_the_first_visit_stays_below_80_kb_without_third_parties(open_page, live_server):
    page = open_page("/showdown/")
    page.wait_for_load_state("networkidle")
    list_urls = "type => performance.getEntriesByType(type).map((each) => each.name)"
    files = page.evaluate(list_urls, "navigation") + page.evaluate(list_urls, "resource")
    assert all(file.startswith(live_server.url) for file in files)
    uncompressed = {"Accept-Encoding": "identity"}
    bodies = [page.request.get(file, headers=uncompressed).body() for file in files]
    fonts = [body for body in bodies if body[:4] == b"wOF2"]
    assert fonts
    assert sum(map(len, fonts)) <= 25_000
    assert not any("dragging" in file for file in files)  # there is no dealer button to drag
    transferred = (body if body in fonts else gzip.compress(body) for body in bodies)
    transferred_bytes = sum(map(len, transferred))
    assert transferred_bytes + HEADER_BYTES * len(files) < MAX_FIRST_VISIT_BYTES


def test_doubled_text_size_fits_a_phone(open_page):
    double_font_size = "document.documentElement.style.fontSize = '200%'"
    page = open_page(EMPTY_TABLE, **PHONE)
    height = page.locator(".dock").bounding_box()["height"]
    max_height = min(1.1 * height, 0.56 * PHONE["viewport"]["height"])
    page.evaluate(double_font_size)
    assert page.evaluate(SCROLL_WIDTH) == 360
    tap(page, ["As", "2c"], PHONE)
    expect(page.locator("#id_hand-0")).to_have_value("As 2c")
    assert is_on_screen(page.locator('[data-card="2c"]'))
    assert is_on_screen(page.locator(".slot.next"))
    assert page.locator(".dock").bounding_box()["height"] < max_height
    assert is_on_screen(page.get_by_role("button", name="Close the card picker"))
    page.goto("/showdown/?game=holdem&hand-0=AsKs&hand-1=QhQd&board=2s7hTd")
    expect(page.locator(".next-cards")).to_be_attached()
    page.evaluate(double_font_size)
    assert page.evaluate(SCROLL_WIDTH) == 360
    name = page.locator("[name=label-0]").bounding_box()
    share = page.locator(".tag-text strong").first.bounding_box()
    assert name["x"] + name["width"] <= share["x"] + 1


def test_the_ruling_and_its_address_are_copied(open_page):
    page = open_page(DEALT_TABLE, permissions=["clipboard-read", "clipboard-write"])
    read_clipboard = "navigator.clipboard.readText()"
    press_in_menu(page, "Copy as text")
    expect(page.locator("[data-copy-text=ruling-text]")).to_have_text("Copied")
    assert page.evaluate(read_clipboard).startswith(f"Omaha Hi/Lo. {HEADLINE}.")
    assert "Player 1: A♣ K♦ J♦ 3♦" in page.evaluate(read_clipboard)
    page.evaluate("delete Navigator.prototype.share")
    share = page.locator("[data-share]")
    share.click()
    expect(share).to_have_text("Copied")
    assert page.evaluate(read_clipboard) == page.url
    expect(share).to_have_text("Share")
    page.get_by_role("button", name="Save").last.click()
    link = page.get_by_role("link", name="Permanent link")
    expect(link).to_be_visible()
    for share in page.locator("[data-share]").all():
        page.evaluate("navigator.clipboard.writeText('')")
        share.click()
        expect(share).to_have_text("Copied")
        assert page.evaluate(read_clipboard).endswith(link.get_attribute("href"))
    link.click()
    page.locator("summary", has_text="Share").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate(read_clipboard) == page.url


TWO_BOARDS = (
    "/showdown/?game=double-board-omaha&players=3&hand-0=AcKdJd3d&hand-1=5c5d6c7d&hand-2=QsJsTs9s"
    "&board=AhKh5s2sQd&board2=Jc7h7s8d9d&put-in-0=30&put-in-1=50&put-in-2=50"
)


@SIZES
@pytest.mark.parametrize(
    "address",
    quick_first(TWO_BOARDS, DEALT_TABLE, "/showdown/rules/omaha-hilo/"),
    ids=["two boards", "a board", "rules"],
)
def test_raised_cards_cover_no_text(open_page, size, address):
    page = open_page(address, reduced_motion="reduce", **size)
    expect(page.locator(".lifted").first).to_be_visible()
    assert page.evaluate("inPage.wordsUnderLiftedCards") == []


@pytest.mark.parametrize("size", quick_first(DESK, TABLET))
def test_the_picker_at_doubled_text_size_leaves_room_for_the_felt(open_page, size):
    page = open_page(EMPTY_TABLE, **size)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    keys = page.locator("[data-card]")
    assert keys.evaluate_all("keys => keys.filter(key => key.scrollWidth > key.clientWidth)") == []
    top = page.locator(".dock").bounding_box()["y"]
    assert top > size["viewport"]["height"] * 0.45
