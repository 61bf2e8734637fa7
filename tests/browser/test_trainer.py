"""The trainer in a browser: by keys alone, by taps alone, and without a fault for axe."""

import re

import pytest

from showdown.trainer.kinds import KINDS
from tests.browser.late import expect, faults_of

PAGE = "/showdown/trainer/"


def test_drills_are_answered_by_keys_alone(open_page):
    page = open_page(f"{PAGE}?drill=ruling")
    for _ in range(3):
        expect(page.locator("[data-keys]")).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))
        page.keyboard.press("Enter")
        expect(page.locator("#drill-title")).to_be_visible()


def test_chips_are_pushed_by_taps_alone(open_page):
    page = open_page(
        f"{PAGE}?drill=chips&pattern=scoop&game=omaha-hilo",
        viewport={"width": 390, "height": 844},
        has_touch=True,
    )
    page.get_by_role("button", name="All left").tap()
    page.get_by_role("button", name=re.compile("Push to ")).first.tap()
    expect(page.locator(".left")).to_have_text("0 left")
    page.get_by_role("button", name=re.compile("Clear ")).first.tap()
    expect(page.locator(".left")).not_to_have_text("0 left")
    page.get_by_role("button", name=re.compile("Push to ")).nth(1).tap()
    page.get_by_role("button", name="Answer").tap()
    expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))
    page.get_by_role("link", name="Next").tap()
    expect(page.locator("#drill-title")).to_be_visible()


def test_a_drill_is_answered_without_javascript(open_page):
    page = open_page(f"{PAGE}?drill=ruling", java_script_enabled=False)
    page.get_by_label("Yes").check()
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))


@pytest.mark.parametrize(
    "kind", ["chips", *(pytest.param(k, marks=pytest.mark.long) for k in KINDS)]
)
def test_axe_finds_nothing(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}", viewport={"width": 360, "height": 800})
    assert faults_of(page) == []
    page.get_by_role("button", name="Answer").click()
    assert faults_of(page) == []


@pytest.mark.long
def test_a_streak_of_two_hundred_goes_on(open_page, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"drill": (10_000, 60), "form": (10_000, 60)}
    page = open_page(f"{PAGE}?drill=ruling")
    for _ in range(200):
        expect(page.locator("[data-keys]")).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator("#grade-title")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.locator("#drill-title")).to_be_visible()


def sit(page, give):
    """An audition from start to certificate; `give` gives any answer to the drill that is shown."""
    for game in ("Razz", "Badugi", "Texas Hold'em", "Omaha"):
        page.get_by_label(game, exact=True).check()
    page.get_by_role("button", name="Begin").click()
    for number in range(12):
        expect(page.locator(".trainer-head")).to_contain_text(f"Drill {number + 1} of 12")
        give(page)
        expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))
        page.get_by_role("link", name="Next").press("Enter")
    expect(page.locator("#over-title")).to_have_text(re.compile("of 12 right"))
    assert faults_of(page) == []


def by_tap(page):
    boxes = page.locator("form[data-answer] .box")
    if boxes.count():
        boxes.first.tap()
    amounts = page.locator("input[type=number]")
    if page.locator(".kind-chips").count():
        page.get_by_role("button", name=re.compile("Push to ")).first.tap()
    elif amounts.count():
        amounts.first.fill("10")  # as on the keys that a phone shows
    page.get_by_role("button", name="Answer").tap()


def by_keys(page):
    amounts = page.locator("input[type=number]")
    if amounts.count():
        amounts.first.focus()
        page.keyboard.type("10")
    else:
        expect(page.locator("[data-keys]")).to_be_visible()
        page.keyboard.press("1")
    page.keyboard.press("Enter")


@pytest.mark.long
def test_an_audition_by_taps_on_a_phone(open_page):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    sit(open_page(f"{PAGE}audition/", **phone), by_tap)


@pytest.mark.long
def test_an_audition_by_keys_at_a_desk(open_page):
    sit(open_page(f"{PAGE}audition/"), by_keys)
