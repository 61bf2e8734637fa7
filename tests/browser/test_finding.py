"""Test the choice of a game by name, with the keyboard, and without JavaScript."""

import re

import pytest

from showdown.evaluator.games import GAMES
from tests.browser.table import EMPTY_TABLE, choose_game, expect, game_field, press_in_menu, tap

SEARCHES = [
    ("plo 8", "omaha-hilo"),
    ("omaha eight", "omaha-hilo"),
    ("omaha 8", "omaha-hilo"),
    ("Omaha Hi-Lo", "omaha-hilo"),
    ("plo", "omaha"),
    ("BigO", "five-card-omaha-hilo"),
    ("5 card omaha hilo", "five-card-omaha-hilo"),
    ("courchevel", "five-card-omaha"),
    ("six card plo", "six-card-omaha"),
    ("hold’em", "holdem"),
    ("27", "deuce-to-seven"),
    ("two to seven", "deuce-to-seven"),
    ("a5 triple", "ace-to-five"),
    ("short", "short-deck"),
    ("stud eight", "stud-hilo"),
    ("7 card", "seven-card-stud"),
    ("dramaha", None),
    ("double board holdem", "double-board-holdem"),
    ("bridge", None),
]


def open_game_list(open_page):
    page = open_page("/showdown/?game=holdem")
    game_field(page).click()
    expect(page.get_by_role("listbox", name="Games")).to_be_visible()
    return page


def test_typing_finds_the_game(open_page):
    page = open_game_list(open_page)
    first_games = {
        text: [*page.evaluate("inPage.findGames", text), None][0] for text, _ in SEARCHES
    }
    assert first_games == dict(SEARCHES)


def test_a_game_chosen_by_keyboard_is_listed_first_the_next_time(open_page):
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
    expect(page).to_have_url(re.compile("game=five-card-omaha-hilo"))
    page.reload()
    field.click()
    groups = page.locator('#found-games [role="group"]')
    expect(groups.first).to_have_accessible_name("Recently played")
    expect(groups.first.get_by_role("option")).to_have_text(
        ["Five-card Omaha Hi/Lo", "Texas Hold'em"]
    )
    field.fill("bridge")
    expect(page.locator("#found-games")).to_have_text("No game has that name.")
    page.keyboard.press("Escape")
    expect(page.locator("#found-games")).to_be_hidden()
    expect(field).to_have_value("Five-card Omaha Hi/Lo")


@pytest.mark.long
def test_games_are_in_a_select_field_without_javascript(open_page):
    page = open_page("/showdown/?game=holdem", java_script_enabled=False)
    expect(page.get_by_role("combobox")).not_to_have_count(0)
    page.locator("#id_game").select_option("badugi")
    expect(page.locator("#find-game")).to_be_hidden()
    titles = page.locator("#id_game optgroup").evaluate_all("all => all.map((each) => each.label)")
    assert titles == ["Community cards", "Stud", "Draw"]


def hold_next_table(page):
    routes = []
    page.route(
        "**/showdown/?*action=*",
        lambda route: route.continue_() if routes else routes.append(route),
    )
    return routes


@pytest.mark.long
def test_actions_during_a_table_change_apply_to_the_new_table(open_page):
    page = open_page(EMPTY_TABLE)
    routes = hold_next_table(page)
    choose_game(page, "Short-deck Omaha")
    expect(page.locator("[data-stage][aria-busy]")).to_have_count(1)
    tap(page, ["As", "2c", "Kd"])
    press_in_menu(page, "Add a player")
    tap(page, ["Jd"])
    routes[0].continue_()
    expect(page.get_by_label("Player 3", exact=True)).to_have_count(1)
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("As Kd Jd")
    expect(game_field(page)).to_have_value("Short-deck Omaha")


@pytest.mark.long
def test_cards_are_put_on_the_current_table_if_a_new_table_does_not_load(open_page):
    page = open_page(EMPTY_TABLE, may_fail=True)
    routes = hold_next_table(page)
    press_in_menu(page, "Add a player")
    expect(page.locator("[data-stage][aria-busy]")).to_have_count(1)
    tap(page, ["As", "Kd"])
    routes[0].abort()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("As Kd")
    expect(page.get_by_label("Player 3", exact=True)).to_have_count(0)


def test_rules_are_found_by_every_name(open_page):
    page = open_page("/showdown/rules/", viewport={"width": 390, "height": 844})
    for text, found_slugs, hidden_slugs in (
        ("big o", ["five-card-omaha-hilo"], ["holdem", "omaha"]),
        ("2-7", ["deuce-to-seven"], ["badugi"]),
        ("bridge", [], [*GAMES]),
        ("", [*GAMES], []),
    ):
        page.get_by_label("Find a game").fill(text)
        for slug in (*found_slugs, *hidden_slugs):
            link = page.locator(f".games a[href$='/rules/{slug}/']")
            expect(link).to_be_visible(visible=slug in found_slugs)
        expect(page.get_by_text("No game has that name.")).to_have_count(int(not found_slugs))
    page.get_by_label("Find a game").fill("plo8")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/rules/omaha-hilo/"))


@pytest.mark.long
def test_games_are_found_by_names_and_features(open_page):
    page = open_game_list(open_page)
    for game in GAMES.values():
        for name in (game.name, game.slug, *game.aliases):
            assert page.evaluate("inPage.findGames", name)[0] == game.slug, name
    draw_games, low_games, all_games = (
        {*page.evaluate("inPage.findGames", text)} for text in ("draw", "low", "")
    )
    assert draw_games >= {"badugi", "archie", "five-card-draw"}
    assert low_games >= {"razz", "deuce-to-seven", "ace-to-five"}
    assert all_games == {*GAMES}
