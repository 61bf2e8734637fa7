"""Settle a deal by taps, by keyboard alone, without JavaScript, and on a phone."""

import re
from itertools import batched
from time import sleep

import pytest

from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from showdown.models import Showdown
from showdown.pages.presentation import with_page_labels
from showdown.words.headlines import headline
from tests.browser.table import (
    CARDS,
    DEALT_TABLE,
    EMPTY_TABLE,
    HEADLINE,
    PHONE,
    SIZES,
    choose_game,
    expect,
    game_field,
    has_focused_element,
    is_on_screen,
    open_details,
    press,
    press_in_menu,
    slot,
    tap,
    verdict,
)
from tests.factories import DealFactory
from tests.scope import quick_first


@SIZES
def test_two_hands_and_a_board_take_thirteen_taps_without_scrolling(open_page, size):
    page = open_page(EMPTY_TABLE, **size)
    boxes = page.locator("[data-card]").evaluate_all(
        "all => all.map(card => card.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert len(boxes) == 52
    assert size is not PHONE or all(width >= 40 and height >= 48 for width, height in boxes)
    for card in CARDS:
        assert is_on_screen(page.locator(f'[data-card="{card}"]'))
        assert is_on_screen(page.locator(".slot.next"))
        tap(page, [card], size)
    expect(verdict(page)).to_have_text(HEADLINE)
    assert page.evaluate("scrollY") == 0
    assert is_on_screen(verdict(page))
    assert not Showdown.objects.exists()


def delay_response(route):
    sleep(0.6)
    route.continue_()


@SIZES
def test_nothing_jumps_while_cards_are_picked(open_page, size):
    """The browser ignores layout shifts within half a second of a tap, so responses come later."""
    page = open_page(EMPTY_TABLE, **size)
    page.wait_for_load_state("networkidle")
    page.route("**/live/**", delay_response)
    page.evaluate("inPage.watchShifts")
    tap(page, CARDS, size)
    expect(verdict(page)).to_have_text(HEADLINE)
    shifts = page.evaluate("window.shifts")
    assert sum(shift for shift, _ in shifts) < 0.02, shifts


def test_picking_a_card_again_removes_it(open_page):
    page = open_page(DEALT_TABLE)
    slot(page, "board", 4).click()
    page.locator('[data-card="Qd"]').click()
    expect(page.locator('[data-card="Qd"]')).to_have_attribute("aria-pressed", "true")
    slot(page, "hand-1", 3).click()
    slot(page, "hand-1", 3).click()
    expect(page.locator("#id_hand-1")).to_have_value("5c 5d 6c")
    expect(verdict(page)).to_have_count(0)
    expect(page.locator('[data-card="7d"]')).to_have_attribute("aria-pressed", "false")
    page.locator('[data-card="Kd"]').click()
    expect(page.locator("#id_hand-0")).to_have_value("Ac - Jd 3d")
    tap(page, ["9d", "8d"])
    expect(page.locator("#id_hand-0")).to_have_value("Ac 9d Jd 3d")
    expect(page.locator("#id_hand-1")).to_have_value("5c 5d 6c 8d")
    expect(verdict(page)).to_be_visible()


@pytest.mark.long
def test_a_card_picked_for_a_full_slot_swaps_places(open_page):
    page = open_page(DEALT_TABLE)
    slot(page, "hand-0", 0).click()
    page.locator('[data-card="5c"]').click()
    expect(page.locator("#id_hand-0")).to_have_value("5c Kd Jd 3d")
    expect(page.locator("#id_hand-1")).to_have_value("Ac 5d 6c 7d")
    expect(page.locator("#moved")).to_have_text(re.compile(" moved from Player [12]$"))


@SIZES
def test_changes_are_undone_and_redone_even_after_a_reload(open_page, size):
    page = open_page(EMPTY_TABLE, **size)
    tap(page, CARDS[:3], size)
    page.locator("[data-undo]:visible").first.click()
    page.reload()
    page.keyboard.press("Control+z")
    expect(page.locator("#id_hand-0")).to_have_value("Ac")
    page.reload()
    for text in ("Ac Kd", "Ac Kd Jd"):
        page.keyboard.press("Control+Shift+z")
        expect(page.locator("#id_hand-0")).to_have_value(text)
    press_in_menu(page, "Deal a random hand")
    expect(verdict(page)).to_be_visible()
    expect(page.locator("#id_hand-0")).not_to_have_value(re.compile("^Ac Kd Jd"))
    page.keyboard.press("Control+z")
    expect(page.locator("#id_hand-0")).to_have_value("Ac Kd Jd")
    expect(page.locator("#id_board")).to_have_value("")
    page.goto(EMPTY_TABLE)
    expect(page.locator("[data-undo]").first).to_be_disabled()


def test_a_bet_is_undone_as_a_whole(open_page):
    page = open_page(f"{DEALT_TABLE}&put-in-1=1200")
    bet_on_felt = page.locator("[data-bet-of=put-in-1]")
    expect(bet_on_felt).to_have_text("1,200")
    page.get_by_role("button", name="Chips").click()
    bet = page.get_by_label("Player 1 bet")
    bet.press_sequentially("1500", delay=10)
    page.get_by_label("Player 2 bet").focus()
    expect(page.locator("[data-bet-of=put-in-0]")).to_have_text("1,500")
    bet.press_sequentially("0")
    for before in ("1500", ""):
        page.locator("[data-undo]").first.click()
        expect(bet).to_have_value(before)


@pytest.mark.parametrize("scripts", quick_first(True, False))
def test_cards_are_kept_or_cleared_after_a_change_to_a_game_with_fewer_cards(open_page, scripts):
    page = open_page(DEALT_TABLE.replace("omaha-hilo", "holdem"), java_script_enabled=scripts)
    expect(page.locator("#verdict")).to_contain_text("Texas Hold'em has fewer cards")
    expect(page.locator("#id_hand-0_error")).to_be_hidden()
    press(page.get_by_role("button", name="Keep the first two"))
    expect(page.locator("#id_hand-1")).to_have_value(re.compile("^5c ?5d$"))
    expect(verdict(page)).to_have_text("Player 2 wins with three fives")
    page.go_back() if not scripts else page.keyboard.press("Control+z")
    press(page.get_by_role("button", name="Clear the cards"))
    expect(page.locator("#id_hand-1")).to_have_value("")
    expect(page.locator("#id_board")).to_have_value("")


def test_a_deal_is_settled_by_keyboard_alone(open_page):
    page = open_page(EMPTY_TABLE)
    press, type_text = page.keyboard.press, page.keyboard.type
    while page.evaluate("document.activeElement.dataset.slot ?? ''") == "":
        press("Tab")
    type_text("ackdjd3d")
    expect(slot(page, "hand-1", 0)).to_be_focused()
    type_text("5c5d6c8d")
    press("Backspace")
    expect(slot(page, "hand-1", 3)).to_be_focused()
    type_text("7dAhKh5s2s")
    while not page.evaluate("document.activeElement.dataset.card ?? ''"):
        press("Tab")
    for key in ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"]:
        press(key)
    expect(verdict(page)).to_have_text(HEADLINE)
    expect(page.locator("#announcement")).to_have_text(HEADLINE)
    assert has_focused_element(page)
    page.get_by_label("Name of player 1").focus()
    type_text("Anna\n")
    expect(slot(page, "hand-0", 0)).to_be_focused()
    page.get_by_role("button", name="Save").last.focus()
    press("Enter")
    link = page.get_by_role("link", name="Permanent link")
    expect(link).to_be_visible()
    assert has_focused_element(page)
    assert Showdown.objects.count() == 1
    link.press("Enter")
    menu = page.locator("[data-menu]")
    menu.locator("summary").press("Enter")
    expect(menu).to_have_attribute("open", "")
    for _ in range(12):
        press("Tab")
    expect(menu).not_to_have_attribute("open", "")


@pytest.mark.long
def test_the_focus_is_never_lost(open_page):
    page = open_page(EMPTY_TABLE)
    for value in ("add", "deal", "remove-1", "add"):
        page.locator("[data-menu]").evaluate("menu => { menu.open = true; }")
        button = page.locator(f'[data-change][value="{value}"]')
        button.focus()
        with page.expect_response(re.compile("action=")):
            page.keyboard.press("Enter")
        expect(page.locator("[data-stage][aria-busy]")).to_have_count(0)
        assert has_focused_element(page), value
    with page.expect_response(re.compile("action=table")):
        choose_game(page, "Razz")
    expect(page.locator('[data-cards="7"]').first).to_be_attached()
    expect(game_field(page)).to_be_focused()


@pytest.mark.parametrize("name", quick_first("Texas Hold'em", "Omaha Hi/Lo"))
def test_choosing_another_game_or_clearing_the_table_removes_the_example(open_page, name):
    page = open_page()
    choose_game(page, name)
    if name == "Omaha Hi/Lo":
        expect(page.locator(".intro")).to_be_visible()
        page.get_by_role("button", name="Clear", exact=True).press("Enter")
    expect(page.locator("#id_hand-0")).to_have_value("")
    expect(page.get_by_label("Name of player 1")).to_have_value("Player 1")
    expect(page.locator(".intro")).to_have_count(0)
    expect(page.locator("#streets label")).to_have_count(0)


def test_the_focus_and_typed_text_stay_while_another_table_is_requested(open_page):
    page = open_page(EMPTY_TABLE)
    game_field(page).focus()
    page.route("**/showdown/?*", delay_response)
    with page.expect_response(re.compile("action=table")):
        choose_game(page, "Texas Hold'em")
        page.keyboard.press("Tab")
        page.keyboard.type("AsKd")
    expect(page.locator('[data-cards="2"]')).to_have_count(2)
    expect(page.locator("#id_line")).to_be_focused()
    expect(page.locator("#id_line")).to_have_value("AsKd")


def test_the_number_of_runs_is_changed_by_keyboard(open_page):
    page = open_page("/showdown/?game=holdem&hand-0=AsAc&hand-1=KsKc&board=2h3h4d")
    page.locator(".more > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Note to keep").fill("Run twice")
    runs = page.get_by_label("Run it")
    runs.focus()
    for count in (2, 3):
        page.keyboard.press("ArrowDown")
        expect(page.locator(".board-cards")).to_have_count(count)
        expect(runs).to_be_focused()
    expect(page.get_by_label("Note to keep")).to_have_value("Run twice")


@pytest.mark.parametrize("width", quick_first(360, 1200))
def test_a_deal_is_settled_without_javascript(open_page, width):
    page = open_page(java_script_enabled=False, viewport={"width": width, "height": 700})
    expect(verdict(page)).to_have_text("Boris scoops: three fives, and 7-6-5-2-A for low")
    press(page.get_by_role("button", name="Clear the table"))
    expect(verdict(page)).to_have_count(0)
    page.get_by_label("Players", exact=True).select_option("3")
    press(page.get_by_role("button", name="Update the table"))
    page.get_by_label("Player 3", exact=True).fill("Ts9s8s")
    page.get_by_label("Player 1", exact=True).fill("AcKdJd3d")
    page.get_by_label("Player 2", exact=True).fill("5c5d6c7d")
    page.get_by_label("Board", exact=True).fill("Ah Kh 5s 2s Qd")
    page.wait_for_load_state()
    open_details(page)
    page.get_by_label("Note").fill("By hand")
    press(page.get_by_role("button", name="Save").last)
    expect(page.locator("#id_hand-2_error")).to_have_text(
        "Player 3 has 3 cards; Omaha Hi/Lo needs 4"
    )
    page.get_by_label("Player 3", exact=True).fill("Ts9s8s7s")
    press(page.get_by_role("button", name="Save").last)
    expect(page.locator(".headline")).to_have_text(HEADLINE)
    assert re.search(r"/showdown/[0-9a-f-]{36}/$", page.url)
    assert Showdown.objects.get().note == "By hand"
    press(page.locator("summary", has_text="Every combination"))
    page.locator("summary", has_text="combinations for high").first.click()
    page.get_by_role("link", name="Show them").first.click()
    expect(page.locator(".ranked > li")).to_have_count(60)


GAMES_TOGETHER = [
    [GAMES["razz"]],  # the first test of this module settles a game with a board
    *(pytest.param(games, marks=pytest.mark.long) for games in batched(GAMES.values(), 7)),
]


@pytest.mark.parametrize("games", GAMES_TOGETHER, ids=lambda games: games[0].slug)
def test_each_game_is_settled_by_taps(open_page, games):
    page = open_page("/showdown/")
    for game in games:
        page.goto(EMPTY_TABLE if game.slug != "omaha-hilo" else "/showdown/?game=razz")
        deal = DealFactory(game=game, players=max(2, game.players[0]))
        choose_game(page, game.name)
        hands, boards = len(deal.hands), list(game.boards)
        fields_of_hole_size = page.locator(f"#table [data-cards='{game.hole}']")
        expect(fields_of_hole_size).to_have_count(hands + boards.count(game.hole))
        required_fields = page.locator("[data-cards]:not([data-optional])")
        expect(required_fields).to_have_count(hands + len(boards))
        tap(page, [card for hand in deal.hands for card in hand.cards])
        tap(page, [card for board in deal.boards for card in board])
        expect(verdict(page)).to_have_text(headline(with_page_labels(settle(deal))))


@SIZES
def test_the_url_contains_the_spot(open_page, size):
    page = open_page(DEALT_TABLE.removesuffix("Qd"), **size)
    page.get_by_label("Name of player 1").fill("Anna")
    tap(page, ["Qd"], size)
    expect(verdict(page)).to_have_text(HEADLINE)
    page.reload()
    expect(verdict(page)).to_have_text(HEADLINE)
    expect(page.get_by_label("Name of player 1")).to_have_value("Anna")
    page.goto("/showdown/rules/")
    page.go_back()
    expect(verdict(page)).to_have_text(HEADLINE)
    page_without_scripts = open_page(page.url, java_script_enabled=False)
    expect(verdict(page_without_scripts)).to_have_text(HEADLINE)
    assert not Showdown.objects.exists()


@pytest.mark.long
def test_invalid_cards_are_shown_as_typed(open_page):
    page = open_page("/showdown/?game=omaha-hilo&hand-0=AcKdJd1d&hand-1=5c5d6c7d")
    expect(page.locator("#id_hand-0")).to_be_visible()
    expect(page.locator("#id_hand-0_error")).to_contain_text("isn't a card")
    page.locator("#id_hand-0").fill("AcKdJd3d")
    expect(page.locator("#tag-hand-0")).to_contain_text("%")


@pytest.mark.long
def test_a_stud_game_whose_deck_ran_out_shares_its_last_card(open_page):
    page = open_page("/showdown/?game=seven-card-stud")
    slot(page, "board", 0).click()
    tap(page, ["As"])
    tap(page, ["2c", "2d", "3c", "3d", "4c", "4d", "Ks", "Kh", "Qs", "Qh", "Js", "Jh"])
    expect(verdict(page)).to_have_text("Player 2 wins with two pair, kings and queens")
    expect(page.locator(".board-cards label")).to_contain_text("Shared card")


def test_a_second_run_begins_with_the_flop(open_page):
    page = open_page("/showdown/?game=holdem&hand-0=AsAc&hand-1=KsKc&board=2h3h4d")
    page.locator("summary", has_text="boards run twice").click()
    page.locator("#id_runs").select_option("2")
    expect(page.locator("#id_board2")).to_have_value(re.compile("2h ?3h ?4d"))
    expect(slot(page, "board", 3)).to_have_attribute("aria-current", "true")
    tap(page, ["9c", "Td", "9d", "Kd"])
    expect(verdict(page)).to_contain_text("Player 2 wins run 2 with three kings")


def test_a_card_of_the_first_run_is_picked_for_the_second(open_page):
    page = open_page("/showdown/?game=holdem&runs=2&hand-0=AsAc&hand-1=KsKc&board=2h3h4d9cTd")
    slot(page, "board2", 0).click()
    tap(page, ["2h", "3h", "4d", "9d", "Kd"])
    expect(page.locator("#table .card.duplicate")).to_have_count(0)
    expect(page.locator(".board-cards [data-slots]")).to_have_count(2)
    expect(verdict(page)).to_contain_text("Player 2 wins run 2 with three kings")
