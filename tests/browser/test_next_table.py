"""What is done while another table is on its way, with one more player or in another game."""

import pytest

from tests.browser.late import expect
from tests.browser.table import EMPTY, choose_game, game_field, press_in_menu, tap


def hold_next_table(page):
    """Keeps the next request for another table on its way, until it is let go from this list."""
    held = []
    page.route(
        "**/showdown/?*action=*", lambda route: route.continue_() if held else held.append(route)
    )
    return held


@pytest.mark.long
def test_what_is_done_while_another_table_comes_is_done_on_that(open_page):
    page = open_page(EMPTY)
    held = hold_next_table(page)
    choose_game(page, "Short-deck Omaha")
    expect(page.locator("[data-stage][aria-busy]")).to_have_count(1)
    tap(page, ["As", "2c", "Kd"])
    press_in_menu(page, "Add a player")
    tap(page, ["Jd"])
    held[0].continue_()
    expect(page.get_by_label("Player 3", exact=True)).to_have_count(1)
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("As Kd Jd")
    expect(game_field(page)).to_have_value("Short-deck Omaha")


@pytest.mark.long
def test_if_another_table_never_comes_the_cards_are_put_on_this_one(open_page):
    page = open_page(EMPTY, fails=True)
    held = hold_next_table(page)
    press_in_menu(page, "Add a player")
    expect(page.locator("[data-stage][aria-busy]")).to_have_count(1)
    tap(page, ["As", "Kd"])
    held[0].abort()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("As Kd")
    expect(page.get_by_label("Player 3", exact=True)).to_have_count(0)
