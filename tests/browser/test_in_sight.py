"""Test what is visible on phones, beside notices, and in forced colors."""

import re

import pytest

from tests.browser.table import (
    DEALT_TABLE,
    DECK,
    DESK,
    EMPTY_TABLE,
    FIRST_HAND,
    HEADLINE,
    PHONE,
    SECOND_HAND,
    SIZES,
    TABLET,
    dealt_address,
    expect,
    is_on_screen,
    open_permanent_page,
    per_seat,
    slot,
    tap,
    verdict,
)
from tests.scope import quick_first

SMALL = {"width": 320, "height": 640}
PORTRAIT = {"width": 390, "height": 844}
LANDSCAPE = {"width": 844, "height": 390}


@pytest.mark.parametrize("size", quick_first(PORTRAIT, SMALL))
def test_save_and_its_error_are_visible_beside_the_open_picker_on_a_phone(open_page, size):
    page = open_page(EMPTY_TABLE, **PHONE | {"viewport": size})
    save = page.locator("[data-dock]").get_by_role("button", name="Save")
    assert is_on_screen(save)
    save.tap()
    expect(page.locator("#verdict")).to_contain_text("Not saved: Player 1 has no cards")
    assert is_on_screen(page.locator(".dock-verdict"))


@pytest.mark.long
def test_a_player_is_added_on_a_phone_with_the_felt_in_sight(open_page):
    page = open_page(EMPTY_TABLE, **PHONE)
    tap(page, ["As"], PHONE)
    for name in ("One more player", "Chips", "Close the card picker"):
        assert is_on_screen(page.get_by_role("button", name=name))
    page.get_by_role("button", name="One more player").tap()
    expect(page.locator(".seat")).to_have_count(3)
    assert is_on_screen(page.locator(".slot.next"))


def test_the_error_of_a_paste_is_in_sight_on_a_phone(open_page):
    page = open_page(EMPTY_TABLE, **PHONE)
    line, error = page.locator("#id_line"), page.locator("#id_line_error")
    for text, message in (
        ("AcKdJd3d vs 5c5d6c7z on AhKh5s2sQd", "“7z” isn't a card"),
        ("7-card stud, deuces wild: 5c6h7d9c4d2sTc vs AsAh3d8cJdQsKc", "Not sure what “deuces"),
    ):
        line.fill(text)
        line.press("Enter")
        expect(error).to_contain_text(message)
        assert is_on_screen(error)
    expect(page.locator(".pasted")).to_have_count(0)


def test_the_form_for_an_audit_is_on_the_first_screen_of_a_phone(open_page):
    page = open_page("/showdown/audits/", **PHONE)
    assert is_on_screen(page.get_by_label("Log"))
    hint = page.get_by_text("You can also drop files anywhere")
    expect(hint).to_have_count(1)
    expect(hint).to_be_hidden()


def test_each_part_of_the_site_is_a_tap_away_on_a_phone(open_page):
    page = open_page("/showdown/rules/", **PHONE)
    for name in ("Table", "Trainer", "History", "Rules", "Audit", "Settle up", "Final table"):
        link = page.get_by_role("navigation").get_by_role("link", name=name, exact=True)
        assert is_on_screen(link)
    for name in ("Batches", "API", "Final table deal"):
        expect(page.get_by_role("contentinfo").get_by_role("link", name=name)).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    "viewport", [PORTRAIT, LANDSCAPE, SMALL], ids=["portrait", "landscape", "small"]
)
def test_the_verdict_comes_into_sight_with_the_last_card(open_page, viewport):
    device = {**PHONE, "viewport": viewport}
    hands = "hand-0=AcKdJd3d&hand-1=5c5d6c7d&hand-2=As2dQc9h"
    page = open_page(f"/showdown/?game=omaha-hilo&players=3&{hands}&board=AdKh5s", **device)
    tap(page, ["2s", "Qd"], device)
    expect(verdict(page)).to_contain_text("scoops")
    expect(verdict(page)).to_be_in_viewport(ratio=1)
    assert is_on_screen(verdict(page))
    for player in range(3):
        assert is_on_screen(slot(page, f"hand-{player}", 0))
    assert is_on_screen(slot(page, "board", 4))


DOUBLE_BOARD = (
    "/showdown/?game=double-board-omaha&players=3&hand-0=AcKdJd3d&hand-1=5c5d6c7d&hand-2=QsJsTs9s"
    "&board=2h7hTh9h4c&board2=2c7s8sKh4s"
)


def test_the_verdict_of_a_link_is_in_sight_on_a_small_phone(open_page):
    page = open_page(DOUBLE_BOARD, **{**PHONE, "viewport": {"width": 320, "height": 568}})
    expect(verdict(page)).to_contain_text("Player 3 scoops")
    assert is_on_screen(page.locator(".felt .headline"))


SIDE_POTS = (
    "/showdown/?game=omaha-hilo&players=6&board=2c3sKd9cQs"
    + per_seat("hand", ["AsKsQd2d", "7c8c9hTh", "2h4h6s8s", "JcJdTcTd", "3c3d4c5d", "AhKh6h7h"])
    + per_seat("put-in", [50, 100, 200, 350, 350, 350])
)


@pytest.mark.long
@pytest.mark.parametrize("view", ["permanent", "table"])
@pytest.mark.parametrize("viewport", [SMALL, PORTRAIT, LANDSCAPE], ids=["320", "390", "landscape"])
def test_the_verdict_on_side_pots_is_on_the_first_screen(open_page, viewport, view):
    page = open_page(SIDE_POTS, **{**PHONE, "viewport": viewport})
    expect(page.locator("[data-pot]")).to_have_count(4)
    if view == "permanent":
        open_permanent_page(page)
        expect(page.locator(".read-only")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    headline = page.locator(".felt .headline")
    expect(headline).to_have_text("Player 4 takes 1,400")
    assert is_on_screen(headline)
    pots = page.locator("[data-pot]").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(set(pots)) <= (2 if viewport["width"] == 320 else 1)
    assert headline.bounding_box()["y"] < page.locator("[data-pot]").first.bounding_box()["y"]
    if view == "permanent":
        page.locator("summary", has_text="Share").click()
        page.get_by_role("button", name="Copy link").click()
        menu = page.locator(".menu-list").bounding_box()
        assert menu["x"] >= 0
        assert menu["x"] + menu["width"] <= viewport["width"]


@pytest.mark.long
def test_all_cards_of_the_picker_fit_a_small_phone(open_page):
    page = open_page(EMPTY_TABLE, **{**PHONE, "viewport": SMALL})
    assert page.locator("#id_line").bounding_box()["width"] > 290
    tap(page, [*FIRST_HAND, *SECOND_HAND], PHONE)
    assert all(is_on_screen(page.locator(f'[data-card="{card}"]')) for card in DECK)
    assert is_on_screen(slot(page, "board", 0))


@pytest.mark.parametrize("viewport", [SMALL, PHONE["viewport"]], ids=["320", "360"])
def test_the_field_for_text_stays_in_sight_on_a_short_phone(open_page, viewport):
    device = {**PHONE, "viewport": viewport}
    page = open_page(EMPTY_TABLE, **device)
    tap(page, FIRST_HAND, device)
    field = page.locator("#id_line")
    assert is_on_screen(field)
    field.tap()
    assert field.bounding_box()["width"] > 290


@pytest.mark.parametrize("players", quick_first(9, 3))
def test_nothing_overlaps_on_the_felt_with_open_bets_in_a_short_window(open_page, players):
    address = dealt_address("holdem", players, hole=2)
    page = open_page(address, viewport={"width": 1280, "height": 720})
    expect(verdict(page)).to_be_visible()
    page.get_by_role("button", name="Chips").click()
    expect(page.locator("[data-bets]")).to_be_visible()
    assert is_on_screen(page.locator("#id_line"))
    assert page.evaluate(FAULTS) == NO_FAULTS
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert is_on_screen(page.locator("#id_line"))


def test_a_player_of_a_complete_deal_is_removed_by_touch_without_scripts(open_page):
    deal = DEALT_TABLE.replace("players=2", "players=3&hand-2=9c9d9h9s")
    page = open_page(deal, java_script_enabled=False, **PHONE)
    page.locator("[name=hand-1]").tap()
    page.get_by_role("button", name="Remove Player 2").tap()
    expect(page.locator("[name=hand-1]")).to_have_value(re.compile("^9c ?9d"))
    expect(page.locator("[name=hand-2]")).to_have_count(0)


@pytest.mark.long
@SIZES
def test_a_text_with_all_hands_leaves_the_odds_uncovered(open_page, size):
    page = open_page("/showdown/?game=holdem&players=2", **size)
    page.locator("#id_line").fill("15% vs QQ+, AKs on 2c3d4h")
    page.locator("#id_line").press("Enter")
    expect(verdict(page)).to_contain_text("favorite")
    expect(page.locator("[data-picker]")).to_be_visible(visible=size is DESK)
    slot(page, "board", 3).click()
    expect(page.locator("[data-picker]")).to_be_visible()


@SIZES
def test_a_notice_covers_neither_the_navigation_nor_the_paste(open_page, size):
    page = open_page(DEALT_TABLE, may_fail=True, **size)
    expect(verdict(page)).to_be_visible()
    page.route(re.compile("/showdown/$"), lambda route: route.fulfill(status=500, body="oh no"))
    page.get_by_role("button", name="Save").last.click()
    notice = page.locator("[data-notice]")
    expect(notice).to_be_visible()
    box = notice.bounding_box()
    for other in (page.locator(".site-header"), page.locator("#id_line")):
        other_box = other.bounding_box()
        assert other_box["y"] + other_box["height"] <= box["y"]
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_be_hidden()


NAMES = ("Maximilian", "Konstantin", "Bartholomew", "Anna", "Wilhelmina", "Zoë")
HANDS = ("AcKd", "QhQs", "7d7c", "JsTs", "9c9d", "5h4h")
UNNAMED_PLAYERS = "/showdown/?game=holdem&players=6" + per_seat("hand", HANDS)
SIX_PLAYERS = f"{UNNAMED_PLAYERS}&pots=1250{per_seat('label', NAMES)}"
CUT_TEXTS = "inPage.cutTexts"
AMOUNTS_OUTSIDE = "inPage.countAmountsOutside"


@pytest.mark.parametrize("width", quick_first(320, 390, 1280))
def test_default_names_are_not_cut_off_beside_amounts(open_page, width):
    shared = UNNAMED_PLAYERS.replace("AcKd", "AcQc").replace("QhQs", "AdQd")
    unfinished_board = f"{UNNAMED_PLAYERS}&pots=1250&board=2d5s8c"
    page = open_page(f"{unfinished_board}KsKh", viewport={"width": width, "height": 844})
    for address, amount in (
        (page.url, "1,250"),
        (f"{shared}&board=2d5s8cQhKh", "½"),
        (unfinished_board, "%"),
        (f"{DOUBLE_BOARD}&put-in-0=30&put-in-1=50&put-in-2=50", "130"),
    ):
        page.goto(address)
        expect(page.locator(".seat strong", has_text=amount).first).to_be_visible()
        for selector in (".seat input[name^=label-]", ".seat strong", ".made-line, .pot-pill"):
            assert page.locator(selector).evaluate_all(CUT_TEXTS) == []
        assert page.locator(".seat").evaluate_all(AMOUNTS_OUTSIDE) == 0


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_covers_amounts_beside_long_names(open_page, width):
    page = open_page(f"{SIX_PLAYERS}&board=2d5s8cKsKh", viewport={"width": width, "height": 844})
    expect(verdict(page)).to_have_text("Maximilian wins with three kings")
    names = page.locator(".seat input[name^=label-]")
    assert width < 1280 or names.evaluate_all(CUT_TEXTS) == []
    assert page.locator(".seat strong").evaluate_all(CUT_TEXTS) == []
    assert page.locator(".seat").evaluate_all(AMOUNTS_OUTSIDE) == 0
    page.get_by_role("button", name="Chips").click()
    page.mouse.move(0, 0)  # × is shown on hover
    assert page.locator(".remove").evaluate_all("inPage.countVisible") == 0
    for seat in range(6):
        page.locator(".seat .slots").nth(seat).hover()
        assert page.locator(".remove").evaluate_all("inPage.countVisible") == 1
        assert page.locator(".seat:hover").evaluate_all("inPage.countRemoveOverAmount") == 0
    page.mouse.move(2, 2)
    open_permanent_page(page)
    expect(page.locator(".read-only .name")).to_have_count(6)
    for media in ("screen", "print"):
        page.emulate_media(media=media)
        assert page.locator(".read-only .headline").evaluate_all(CUT_TEXTS) == []
        assert page.locator(".read-only .name").evaluate_all("inPage.countBrokenNames") == 0
        assert page.locator(".read-only .seat").evaluate_all(AMOUNTS_OUTSIDE) == 0


NINE_NAMES = (
    "Alexandra",
    "Bartholomew",
    "Maximilian",
    "Christopher",
    "Boris",
    "Anna",
    "Konstantin",
    "Wilhelmina",
    "Theodore",
)
COMMAS_AFTER_BREAKS = """headline => [...headline.childNodes].filter((node) => {
  if (!node.data?.startsWith(",")) return false;
  const comma = document.createRange();
  comma.setStart(node, 0);
  comma.setEnd(node, 1);
  const lastLine = [...node.previousSibling.getClientRects()].at(-1);
  return comma.getBoundingClientRect().top > lastLine.top + 9;
}).length"""


@pytest.mark.long
@pytest.mark.parametrize("screen", [SMALL, PORTRAIT, LANDSCAPE])
def test_nine_names_beside_amounts_are_not_cut_off(open_page, screen):
    names = {f"label-{seat}": name for seat, name in enumerate(NINE_NAMES)}
    bets = {f"put-in-{seat}": 100 for seat in range(9)}
    address = dealt_address("holdem", 9, hole=2, **names, **bets, button="seat-0")
    page = open_page(address, viewport=screen)
    expect(page.locator(".seat strong", has_text="225").first).to_be_visible()
    fields = page.locator(".seat input[name^=label-]")
    assert (
        fields.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth)") == []
    )
    assert page.locator(".headline").evaluate_all(CUT_TEXTS) == []
    assert page.locator(".headline").evaluate(COMMAS_AFTER_BREAKS) == 0
    count_areas = "all => [...new Set(all.map((one) => getComputedStyle(one).gridArea))].length"
    assert page.locator(".seat strong").evaluate_all(count_areas) == 1


LARGE_BETS = (
    "/showdown/?game=holdem&players=3&board=2c3d4h9sTd"
    + per_seat("label", ["Alexandra", "Bartholomew", "Maximilian"])
    + per_seat("hand", ["AsKd", "QsQh", "7c7h"])
    + per_seat("put-in", ["1000000.50", "2088900.50", "2088900.50"])
)


@pytest.mark.parametrize("width", quick_first(390, 320, 844))
def test_names_are_legible_beside_large_amounts(open_page, width):
    page = open_page(f"{LARGE_BETS}&button=seat-1", viewport={"width": width, "height": 844})
    expect(page.locator(".seat strong", has_text="5,177,801.50")).to_be_visible()
    assert page.locator(".seat strong, .put-in:visible").evaluate_all(CUT_TEXTS) == []
    assert page.locator(".seat").evaluate_all(AMOUNTS_OUTSIDE) == 0
    names = page.locator(".seat input[name^=label-]")
    assert names.evaluate_all("all => Math.min(...all.map((one) => one.clientWidth))") > 70


def test_a_range_is_not_cut_off_on_a_phone_until_it_is_edited(open_page):
    hands = "hand-0=QQ%2B,AKs&hand-1=15%25&hand-2=AsKs"
    page = open_page(f"/showdown/?game=holdem&players=3&{hands}", viewport=SMALL)
    fields, buttons = page.locator(".as-text .typed input"), page.locator(".as-text .range-button")
    expect(fields).to_have_count(2)
    assert fields.evaluate_all(CUT_TEXTS) == []
    assert buttons.evaluate_all("inPage.countVisible") == 0
    fields.first.focus()
    assert buttons.evaluate_all("inPage.countVisible") == 1


@pytest.mark.parametrize("cards", quick_first(5, 3))
@pytest.mark.parametrize("height", quick_first(800, 720))
def test_the_dock_covers_neither_bets_nor_made_hands_of_six_players(open_page, cards, height):
    bets = {f"put-in-{n}": bet for n, bet in enumerate((100, 250, 400, 400, 400, 400))}
    address = dealt_address("holdem", 6, hole=2, board=cards, **bets)
    page = open_page(address, viewport={"width": 1280, "height": height})
    expect(page.locator("#verdict .headline")).to_be_visible()
    assert page.evaluate("inPage.gapAboveDock") >= 0


@pytest.mark.parametrize("width", quick_first(320, 260, 390))
def test_amounts_and_lows_are_not_wrapped(open_page, width):
    bets = "&label-0=Maximilian&label-1=Bartholomew&put-in-0=12022&put-in-1=12022&put-in-2=24044"
    page = open_page(f"{DEALT_TABLE}{bets}".replace("players=2", "players=3&hand-2=6s7s8d8h"))
    page.set_viewport_size({"width": width, "height": 740})
    expect(page.locator("#answer .unbroken", has_text="36,066").first).to_be_visible()
    unbroken = page.locator(".unbroken").filter(visible=True)
    texts = unbroken.evaluate_all("all => all.map((one) => one.textContent)")
    assert {"12,022", "36,066", "7-6-5-2-A"} <= set(texts)
    assert unbroken.evaluate_all("inPage.textsOnOneLine") == texts


TOPS = "all => all.map((one) => Math.round(one.getBoundingClientRect().top))"
HEIGHTS = "all => all.map((one) => one.offsetHeight)"
DUPLICATE_CARD = "/showdown/?game=holdem&players=2&hand-0=AsKd&hand-1=AsQh&board=2c3d4h9sTd"
DECIMALS = f"{DEALT_TABLE}&put-in-0=1,030.50&put-in-1=1.234"
ERRORS = {
    "card": (DUPLICATE_CARD, "A♠ appears twice, in Player 1 and Player 2."),
    "bet": (f"{DEALT_TABLE}&put-in-0=30&put-in-1=abc", "Player 2: “abc” isn't an amount of chips."),
    "bet with three decimals": (DECIMALS, "Player 2: “1.234” isn't an amount of chips."),
}


@pytest.mark.parametrize("viewport", quick_first(SMALL, PORTRAIT, LANDSCAPE, DESK["viewport"]))
@pytest.mark.parametrize("error_name", ERRORS)
def test_a_single_error_is_stated_once(open_page, error_name, viewport):
    address, error = ERRORS[error_name]
    page = open_page(address, viewport=viewport)
    expect(page.locator("#verdict .message")).to_have_text(error)
    expect(page.locator("[aria-invalid]")).to_have_count(1)
    assert page.locator(".table .error").evaluate_all("inPage.visibleTexts") == [error]
    expect(page.locator(".put-in:visible")).to_have_count(int(error_name.startswith("bet")))
    messages = page.locator("#verdict .message, [data-verdict-line]").all()
    assert any(is_on_screen(one) for one in messages)
    tops = page.locator(".plate").evaluate_all(TOPS)
    assert len(set(tops)) == 1


def test_the_strip_of_bets_covers_no_made_hand_of_six_players(open_page):
    address = f"{SIDE_POTS}{per_seat('label', NAMES)}&button=seat-2"
    page = open_page(address, viewport={"width": 1280, "height": 720})
    expect(verdict(page)).to_be_visible()
    page.locator("[data-chips]").evaluate("one => one.click()")
    expect(page.locator("[data-bets]")).to_be_visible()
    assert page.evaluate("inPage.gapAboveDock") >= 0
    names = page.locator(".bet-name")
    assert names.evaluate_all("inPage.textsOnOneLine") == names.all_text_contents()


@pytest.mark.parametrize("viewport", quick_first(PORTRAIT, SMALL, TABLET["viewport"]))
def test_bets_of_players_in_one_row_are_level(open_page, viewport):
    address = f"{UNNAMED_PLAYERS}&board=2d5s8cKsKh{per_seat('put-in', [400] * 6)}"
    page = open_page(address, viewport=viewport)
    expect(page.locator(".made-line", has_text="three kings")).to_be_visible()
    tops = page.locator(".put-in").evaluate_all(TOPS)
    assert len(set(tops)) == 2
    assert len(set(page.locator(".made-line").evaluate_all(HEIGHTS))) > 1


@pytest.mark.parametrize("width", quick_first(320, 390))
def test_names_are_not_cut_off_at_twice_the_font_size(open_page, width):
    page = open_page(f"{SIX_PLAYERS}&board=2d5s8cKsKh", viewport={"width": width, "height": 844})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(verdict(page)).to_contain_text("Maximilian")
    for selector in (".seat input[name^=label-]", ".seat strong", ".headline", ".headline em"):
        assert page.locator(selector).evaluate_all(CUT_TEXTS) == []


@pytest.mark.parametrize("viewport", quick_first(SMALL, {"width": 375, "height": 667}))
def test_the_picker_leaves_board_and_bottom_row_in_sight_on_a_short_phone(open_page, viewport):
    device = {**PHONE, "viewport": viewport}
    page = open_page(f"{UNNAMED_PLAYERS}&board=2d5s8c", **device)
    expect(page.locator(".seat strong", has_text="%")).to_have_count(6)
    tap(page, ["Ks"], device)
    expect(page.locator("[data-verdict-line]")).to_contain_text("favorite")
    for number in range(5):
        assert is_on_screen(slot(page, "board", number))
    slot(page, "hand-5", 0).tap()
    expect(slot(page, "hand-5", 0)).to_have_class(re.compile("next"))
    for player in (3, 4, 5):
        assert is_on_screen(page.locator(".plate").nth(player))
    for number in range(5):
        assert is_on_screen(slot(page, "board", number))


@pytest.mark.parametrize("viewport", quick_first(PORTRAIT, SMALL, TABLET["viewport"]))
def test_a_second_tap_after_the_picker_has_closed_hits_nothing(open_page, viewport):
    page = open_page(DEALT_TABLE.removesuffix("Qd"), **{**PHONE, "viewport": viewport})
    tap(page, ["Qd"], PHONE)
    expect(verdict(page)).to_have_text(HEADLINE)
    slot(page, "board", 0).tap()
    assert page.evaluate("inPage.hitsOfSave") == [False, True]
    expect(page.locator(".remove").first).to_have_css("opacity", "0")


def test_text_on_the_bright_middle_of_the_felt_is_legible(open_page):
    page = open_page(EMPTY_TABLE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert min(page.evaluate("inPage.contrastsOnFelt")) >= 4.5, scheme


@pytest.mark.long
def test_a_long_name_of_a_game_is_abbreviated_on_a_phone(open_page):
    page = open_page("/showdown/?game=double-board-holdem", **PHONE)
    short_name = page.locator(".short-name")
    expect(short_name).to_have_text("2-board Hold'em")
    page.goto("/showdown/?game=holdem")
    expect(short_name).to_have_text("Hold'em")
    assert short_name.evaluate_all(CUT_TEXTS) == []
    expect(page.get_by_role("combobox", name="Game")).to_have_value("Texas Hold'em")


@SIZES
def test_the_verdict_is_on_the_felt_or_in_the_dock(open_page, size):
    page = open_page(f"{SIX_PLAYERS}&board=2d5s8c", **size)
    verdict_line = page.locator("[data-verdict-line]")
    expect(verdict_line).not_to_be_empty()
    page.locator("#verdict").evaluate("one => one.scrollIntoView({ block: 'start' })")
    expect(verdict_line).to_be_hidden()
    page.evaluate("document.querySelector('.rail').style.marginBottom = '200vh'")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(verdict_line).to_be_visible()


THREE_WINNERS = (
    "/showdown/?game=omaha-hilo&players=3&board=5c7d8sKsJh"
    + per_seat("hand", ["As2sKdKc", "3h4hQsQd", "9c9dTcTh"])
    + per_seat("put-in", [125, 500, 505])
)


@pytest.mark.parametrize("viewport", [SMALL, PORTRAIT], ids=["320", "390"])
def test_the_verdict_line_keeps_each_winner_and_amount_on_one_line(open_page, viewport):
    page = open_page(THREE_WINNERS, **{**PHONE, "viewport": viewport})
    expect(page.locator("#verdict .headline")).to_contain_text("Player 3 takes 563")
    page.get_by_role("button", name="Chips").tap()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    winners = page.locator("[data-verdict-line] .clause")
    expected_texts = ["Player 3 takes 563", "Player 2 375", "Player 1 187"]
    expect(winners).to_have_text(expected_texts)
    expect(winners.first).to_be_visible()
    assert winners.evaluate_all("inPage.textsOnOneLine") == expected_texts


NO_FAULTS = {"overlaps": 0, "touched": 0, "outside": 0, "tiny": 0, "wide": 0}
FAULTS = "inPage.faultsOfFelt"


@pytest.mark.parametrize(
    ("game", "players", "hole", "bet"),
    quick_first(
        ("six-card-omaha", 7, 6, ""),
        ("omaha-hilo", 6, 4, ""),
        ("holdem", 9, 2, ""),
        ("omaha-hilo", 9, 4, ""),
        ("five-card-omaha-hilo", 8, 5, ""),
        ("seven-card-stud", 7, 7, ""),
        ("holdem", 3, 2, "150.00"),
        ("holdem", 9, 2, "30000"),
    ),
)
def test_no_text_is_cut_off_with_many_players_on_a_phone(open_page, game, players, hole, bet):
    names = {f"label-{seat}": name for seat, name in enumerate(NAMES)}
    bets = {f"put-in-{seat}": bet for seat in range(players) if bet}
    board = 0 if game == "seven-card-stud" else 5
    address = dealt_address(game, players, hole, board, button="seat-2", **names, **bets)
    page = open_page(address, viewport=PORTRAIT)
    expect(page.locator(".made-line:not(:empty)")).to_have_count(players)
    expect(page.locator(".put-in:visible")).to_have_count(len(bets))
    for viewport in (PORTRAIT, SMALL, LANDSCAPE):
        page.set_viewport_size(viewport)
        assert page.evaluate(FAULTS) == NO_FAULTS
        for selector in (".seat strong", ".made-line", ".put-in:visible"):
            assert page.locator(selector).evaluate_all(CUT_TEXTS) == []
        rail, dock = (page.locator(part).bounding_box() for part in (".rail", "[data-dock]"))
        assert rail["y"] + rail["height"] <= dock["y"] + 1


@pytest.mark.long
def test_the_next_slot_and_the_street_are_visible_in_forced_colors(open_page):
    page = open_page(EMPTY_TABLE, forced_colors="active")
    tap(page, ["As"])
    expect(page.locator(".slot.next")).to_have_css("outline-style", "solid")
    page.goto(DEALT_TABLE)
    street = page.locator(".streets :checked + span")
    expect(street).to_have_css("forced-color-adjust", "none")
    chip = page.get_by_role("button", name="Chips").locator(".chip")
    expect(chip).to_have_css("forced-color-adjust", "none")


def test_a_verdict_in_sight_is_not_repeated_above_the_picker(open_page):
    screen = {"viewport": PORTRAIT, "has_touch": True, "is_mobile": True}
    hands = "&hand-0=AsKhQsJh&hand-1=2c3d4c5d&hand-2=9h9sTdTh"
    page = open_page(f"{EMPTY_TABLE}&players=3{hands}&board=Ah7c2d", **screen)
    expect(verdict(page)).to_contain_text("favorite")
    expect(page.locator(".stage.picking")).to_have_count(1)
    assert is_on_screen(verdict(page))
    expect(page.locator("[data-verdict-line]")).to_be_hidden()


def test_the_placeholder_beside_the_game_is_short(open_page):
    device = {**PHONE, "viewport": SMALL}
    page = open_page(EMPTY_TABLE, **device)
    tap(page, FIRST_HAND, device)
    content = "line => getComputedStyle(line, '::before').content"
    assert page.locator(".paste-line").evaluate(content).startswith('"Paste"')


@pytest.mark.long
@pytest.mark.parametrize("screen", [SMALL, PORTRAIT, LANDSCAPE])
def test_save_is_reached_by_tab_on_a_phone(open_page, screen):
    page = open_page(DEALT_TABLE, viewport=screen, has_touch=True, is_mobile=True)
    page.locator("[data-paste] textarea").focus()
    save = page.get_by_role("button", name="Save")
    for _ in range(80):
        page.keyboard.press("Tab")
        if save.evaluate("save => save === document.activeElement"):
            break
        assert not page.locator(".stage.picking").count()
    else:
        pytest.fail("Save was not reached")
    assert is_on_screen(save)
    page.locator(".slot").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".stage.picking")).to_have_count(1)


def test_the_buttons_for_bets_are_in_sight_while_a_bet_is_entered_on_a_phone(open_page):
    page = open_page(
        dealt_address("omaha-hilo", 3, 4), **PHONE | {"viewport": {"width": 390, "height": 844}}
    )
    expect(verdict(page)).to_be_visible()
    page.get_by_role("button", name="Chips").tap()
    for field in page.locator("[name^=put-in-]").all():
        field.tap()
        expect(field).to_be_focused()
        assert is_on_screen(page.get_by_role("button", name="Same as before"))
        assert is_on_screen(field)


def test_a_long_name_has_a_title_and_wraps_on_a_saved_page(open_page):
    name = "Bartholomew Longfell"
    address = dealt_address("holdem", 6, 2, **{"label-5": name})
    page = open_page(address, viewport={"width": 390, "height": 844})
    expect(page.locator("[name=label-5]")).to_have_attribute("title", name)
    expect(page.locator("[name=label-1]")).not_to_have_attribute("title", re.compile("."))
    open_permanent_page(page)
    plate = page.get_by_role("group", name=name).locator(".name")
    assert plate.evaluate(
        "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
    ) == [0, 0]
    assert plate.evaluate("e => getComputedStyle(e).textOverflow") == "ellipsis"
