"""Test failed requests: one sentence states the reason, the cards stay, and a retry is offered."""

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.browser.table import DEALT, HEADLINE, expect, press, sign_in, slot, verdict
from tests.factories import UserFactory
from tests.scope import quick_first

PASSWORD = "river-turn-flop"


@pytest.fixture
def table(open_page):
    page = open_page(DEALT, fails=True)
    expect(verdict(page)).to_have_text(HEADLINE)
    return page


def notice(page):
    return page.locator("[data-notice]")


def stale_note(page):
    return page.locator("#verdict [data-stale]")


def press_save(page):
    press(page.get_by_role("button", name="Save").last)


def card_fields(page):
    return [page.locator(f"#id_{name}").input_value() for name in ("hand-0", "hand-1", "board")]


@pytest.mark.long
def test_the_ruling_waits_for_the_connection(table):
    before = card_fields(table)
    table.context.set_offline(True)
    press_save(table)
    expect(notice(table)).to_contain_text("You're offline")
    assert card_fields(table) == before
    with table.expect_response(lambda answer: answer.request.method == "POST"):
        table.context.set_offline(False)
    expect(notice(table)).to_be_hidden()
    expect(verdict(table)).to_have_text(HEADLINE)


def test_a_card_picked_offline_is_ruled_on_when_the_connection_returns(table):
    table.context.set_offline(True)
    slot(table, "board", 4).click()
    table.locator('[data-card="Kc"]').click()
    expect(stale_note(table)).to_contain_text("the ruling needs a connection")
    table.context.set_offline(False)
    expect(stale_note(table)).to_have_count(0)
    expect(verdict(table)).not_to_have_text(HEADLINE)
    expect(verdict(table)).to_be_visible()
    assert "Kc" in card_fields(table)[2]


def test_a_failed_request_marks_the_previous_answer(table):
    table.route("**/live/**", lambda route: route.fulfill(status=500, body="oh no"))
    slot(table, "board", 4).click()
    table.locator('[data-card="Kc"]').click()
    expect(stale_note(table)).to_contain_text("Not up to date.")
    expect(verdict(table)).to_have_text(HEADLINE)
    expect(table.locator("#verdict")).to_have_css("opacity", "1")
    expect(table.locator("[data-stage].outdated")).to_have_count(0)
    expect(table.locator("#tag-hand-1")).to_have_text("")
    expect(notice(table)).to_be_hidden()
    expect(table.get_by_role("button", name="Try again")).to_have_count(1)
    table.unroute("**/live/**")
    stale_note(table).get_by_role("button", name="Try again").click()
    expect(verdict(table)).not_to_have_text(HEADLINE)
    expect(stale_note(table)).to_have_count(0)
    expect(table.locator("#tag-hand-1")).not_to_have_text("")


@pytest.mark.parametrize(
    ("status", "body", "sentence"),
    quick_first(
        (429, "429.html", "Try again in 7 seconds."),
        (500, None, "Something went wrong on our side."),
        (502, None, "The site can't be reached."),
        (500, "500.html", "The error was logged."),
        (503, "503.html", "You can still settle deals on the table"),
    ),
)
def test_an_error_is_one_sentence_with_a_retry(table, status, body, sentence):
    before = card_fields(table)
    page = render_to_string(body, {"wait": 7}, RequestFactory().get("/")) if body else "oh no"
    fails = {"status": status, "body": page, "content_type": "text/html" if body else "text/plain"}
    table.route("**/showdown/", lambda route: route.fulfill(**fails))
    press_save(table)
    expect(notice(table)).to_contain_text(sentence)
    expect(notice(table)).to_have_role("alert")
    assert card_fields(table) == before
    table.unroute("**/showdown/")
    with table.expect_response(lambda answer: answer.ok and answer.request.method == "POST"):
        notice(table).get_by_role("button", name="Try again").click()
    expect(notice(table)).to_be_hidden()
    expect(verdict(table)).to_have_text(HEADLINE)


@pytest.mark.long
def test_a_form_recovers_when_its_cookie_is_gone(table):
    table.context.clear_cookies()
    press_save(table)
    with table.expect_response(lambda answer: answer.ok and answer.request.method == "POST"):
        pass
    expect(notice(table)).to_be_hidden()


@pytest.mark.long
def test_an_open_sign_up_form_works_after_a_sign_in_elsewhere(open_page):
    page = open_page("/showdown/account/sign-up/")
    sign_in(page, UserFactory())
    page.get_by_label("Username").fill("boris")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("#id_password2").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".account")).to_contain_text("boris")
    assert User.objects.filter(username="boris").exists()
