"""Test the trainer in a browser: by keys alone, by taps alone, and with axe."""

import re
from dataclasses import replace
from time import time

import pytest
from django.contrib.sessions.backends.db import SessionStore

from showdown.pages.views import sittings
from showdown.trainer import progress
from showdown.trainer.questions import KINDS
from showdown.trainer.sittings import Result, Sitting
from tests.browser.table import DESK, axe_violations, expect, is_on_screen
from tests.scope import quick_first

PAGE = "/showdown/trainer/"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CHIPS = f"{PAGE}?drill=chips&pattern=scoop&game=omaha-hilo"
RIGHT_RESULT = Result("holdem", "scoop", mistake="", seconds=9, kind="winners", given={})


@pytest.fixture
def experienced_visitor(monkeypatch):
    """Deal drills with more than two players, as after a visitor's first right answers."""
    monkeypatch.setattr(progress, "_BEGINNER_RIGHT_ANSWERS", 0)


def reload_until(page, is_suitable):
    """Reload the page until its drill is suitable; fail if none of 100 drills is."""
    for _ in range(100):
        if is_suitable():
            return
        page.reload()
    pytest.fail("none of 100 drills is suitable")


def test_drills_are_answered_by_keys(open_page):
    page = open_page(f"{PAGE}?drill=ruling")
    for key in ["y", "n"]:
        expect(page.locator("[data-keys]")).to_be_visible()
        page.keyboard.press("1")  # not announced
        page.keyboard.press(key)
        expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))
        page.keyboard.press("Enter")
        expect(page.locator("#drill-title")).to_be_visible()


def test_chips_are_pushed_by_taps(open_page):
    page = open_page(CHIPS, **PHONE)
    page.get_by_role("button", name="All left").tap()
    expect(page.get_by_text("gets", exact=False)).to_have_count(0)
    expect(page.locator("input[type=number]").first).to_be_hidden()
    page.get_by_role("button", name=re.compile("push to ")).first.tap()
    expect(page.locator(".chips-left")).to_have_text("0 left")
    page.get_by_role("button", name=re.compile("Clear ")).first.tap()
    expect(page.locator(".chips-left")).not_to_have_text("0 left")
    page.get_by_role("button", name=re.compile("push to ")).nth(1).tap()
    expect(page.locator(".pushed-chips").nth(1)).to_contain_text("gets")
    assert is_on_screen(page.get_by_role("button", name="Answer"))
    page.get_by_role("button", name="Answer").tap()
    expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))
    page.get_by_role("link", name="Next").tap()
    expect(page.locator("#drill-title")).to_be_visible()


SMALL = PHONE | {"viewport": {"width": 320, "height": 640}}
LANDSCAPE = PHONE | {"viewport": {"width": 844, "height": 390}}


@pytest.mark.parametrize("screen", quick_first(SMALL, PHONE, LANDSCAPE, DESK))
@pytest.mark.parametrize(
    "query",
    quick_first(
        "drill=chips&pattern=folded-into-pot&game=omaha-hilo",
        "drill=winners&game=double-board-omaha",
        "drill=ruling&pattern=side-pot-to-another&game=holdem",
        "drill=make&game=seven-card-stud",
    ),
)
def test_the_felt_stays_where_it_is_after_the_answer(open_page, query, screen):
    page = open_page(f"{PAGE}?{query}", reduced_motion="reduce", **screen)
    expect(page.locator("#drill-title")).to_be_visible()
    assert page.evaluate("inPage.shiftsSoFar") <= 0.02
    before = page.evaluate("inPage.boxesOfFelt")
    (answer_by_tap if screen.get("has_touch") else answer_by_keys)(page)
    expect(page.locator("#grade-title")).to_be_visible()
    assert page.evaluate("inPage.boxesOfFelt") == before
    assert is_on_screen(page.get_by_role("link", name="Next"))


@pytest.mark.parametrize("screen", quick_first(SMALL, DESK))
@pytest.mark.parametrize("scripts", quick_first(True, False))
def test_the_unanswered_question_is_focused_and_in_sight(open_page, screen, scripts):
    options = {"java_script_enabled": scripts, "reduced_motion": "reduce", **screen}
    page = open_page(f"{PAGE}?drill=winners&game=omaha-hilo", **options)
    page.get_by_role("group", name="High").locator(".box").first.click()
    page.get_by_role("button", name="Answer").click()
    low = page.get_by_role("group", name="Low")
    expect(low.get_by_role("alert")).to_have_text("Choose players or “Nobody”.")
    expect(low).to_be_focused()
    for option in (low.get_by_role("alert"), *low.get_by_role("checkbox").all()):
        assert is_on_screen(option)
    expect(page.get_by_role("group", name="High").get_by_role("checkbox").first).to_be_checked()


@pytest.mark.parametrize("screen", quick_first(PHONE, SMALL, LANDSCAPE, DESK))
def test_an_empty_push_has_an_error_in_sight(open_page, screen):
    page = open_page(CHIPS, reduced_motion="reduce", **screen)
    page.get_by_role("button", name="Answer").click()
    error = page.locator(".drill").get_by_role("alert")
    expect(error).to_have_text("Push the chips to a player first.")
    assert is_on_screen(error)
    expect(page.get_by_role("button", name=re.compile("^Push: push to")).first).to_be_focused()


def test_chips_are_pushed_by_the_keys_of_players(open_page):
    page = open_page(CHIPS, **DESK)
    push_buttons = page.get_by_role("button", name=re.compile("push to"))
    page.locator("#drill-title").focus()
    page.keyboard.press("Tab")
    expect(push_buttons.first).to_be_focused()
    page.keyboard.press("2")
    expect(push_buttons.nth(1)).to_be_focused()
    expect(push_buttons.nth(1)).to_contain_text("gets")
    page.get_by_role("button", name="All left").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    expect(page.locator(".chips-left")).to_have_text(re.compile("^0 left"))
    page.locator("#drill-title").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#grade-title")).to_be_visible()


def test_a_digit_is_typed_into_the_only_amount(open_page):
    page = open_page(f"{PAGE}?drill=rake", **DESK)
    page.locator("#drill-title").focus()
    page.keyboard.type("120")
    expect(page.get_by_label("Rake", exact=True)).to_have_value("120")
    page.keyboard.press("Enter")
    expect(page.locator("#grade-title")).to_be_visible()


def test_the_error_of_a_typed_amount_is_not_folded(open_page):
    page = open_page(CHIPS)
    page.locator(".amounts > summary").click()
    amount = page.get_by_role("spinbutton").first
    amount.fill("-1")
    page.locator("[data-answer]").evaluate("form => form.noValidate = true")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".amounts").get_by_role("alert")).to_be_visible()
    expect(amount).to_be_focused()


@pytest.mark.parametrize("kind", quick_first("winners", "ruling", "make", "cards", "pots"))
def test_all_options_are_on_the_first_screen_of_a_desktop(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}&game=omaha-hilo", **DESK)
    for option in page.locator(".answer-form :is([data-choice], .box, .primary)").all():
        assert is_on_screen(option)
    expect(page.locator(".answer-form .box:not([data-key])")).to_have_count(0)


@pytest.mark.parametrize("kind", quick_first("winners", "pots", "cards"))
def test_the_answer_bar_of_a_small_phone_is_below_the_felt(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}&game=six-card-omaha", **SMALL)
    felt = page.locator(".rail").bounding_box()
    bar = page.locator(".answer-form > .actions").bounding_box()
    assert felt["y"] + felt["height"] <= bar["y"]


def test_bets_of_three_in_a_row_are_below_their_names_on_a_small_phone(open_page):
    query = "drill=ruling&game=holdem&pattern=side-pot-to-another"
    page = open_page(f"{PAGE}?{query}", **SMALL)
    expect(page.locator(".drill-seat strong").first).to_be_visible()
    assert page.locator(".drill-seat").evaluate_all("inPage.countNamesUnderAmount") == 0


@pytest.mark.long
@pytest.mark.parametrize("kind", ["chips", "winners"])
def test_a_grade_with_doubled_text_size_fits_a_small_phone(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}&game=omaha-hilo", **SMALL)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    answer_by_tap(page)
    grade, link = page.locator(".grade"), page.get_by_role("link", name="Next")
    expect(link).to_be_visible()
    boxes = grade.bounding_box(), link.bounding_box()
    assert boxes[1]["x"] + boxes[1]["width"] <= boxes[0]["x"] + boxes[0]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.long
def test_folded_players_leave_no_empty_row_on_a_phone(open_page):
    page = open_page(f"{PAGE}?drill=ruling&pattern=folded-into-pot&game=omaha-hilo", **PHONE)
    reload_until(page, page.locator(".has-folded:not(.bottom)").count)
    folded_seat = page.locator(".has-folded:not(.bottom)").first
    other_seat = page.locator(".seat:not(.has-folded)").first
    assert folded_seat.bounding_box()["height"] < 0.75 * other_seat.bounding_box()["height"]


@pytest.mark.long
def test_the_question_after_a_large_deal_with_chips_is_in_sight(open_page):
    page = open_page(f"{PAGE}?drill=chips&game=double-board-omaha", **SMALL)
    answer_by_tap(page)
    page.get_by_role("link", name="Next").tap()
    expect(page.locator("#drill-title")).to_be_focused()
    felt, chips = (page.locator(name).bounding_box() for name in (".rail", ".chip-tray"))
    assert felt["y"] + felt["height"] <= chips["y"] or 0 <= felt["y"] <= 16
    assert is_on_screen(page.locator("#drill-title"))


def test_chips_with_doubled_text_size_cover_no_cards(open_page):
    page = open_page(CHIPS, **SMALL)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    felt, chips = (page.locator(name).bounding_box() for name in (".rail", ".chip-tray"))
    assert felt["y"] + felt["height"] <= chips["y"]


@pytest.mark.long
def test_names_beside_amounts_are_not_cut_off_in_landscape(open_page, experienced_visitor):
    page = open_page(f"{PAGE}?drill=chips&game=holdem", **LANDSCAPE)
    reload_until(page, page.locator(".felt:is(.seats-5, .seats-6)").count)
    assert page.locator(".drill-seat").evaluate_all("inPage.countCutNames") == 0


@pytest.mark.long
def test_seven_cards_are_legible_in_landscape(open_page, experienced_visitor):
    page = open_page(f"{PAGE}?drill=make&game=seven-card-stud", **LANDSCAPE)
    reload_until(page, page.locator(".felt:not(.seats-2, .seats-4)").count)
    assert min(card.bounding_box()["width"] for card in page.locator(".felt .card").all()) > 22


IS_WHOLE = (
    "({scrollWidth: w, clientWidth: W, scrollHeight: h, clientHeight: H}) => w <= W && h <= H"
)


def open_audition(page, sitting):
    session = SessionStore()
    session[sittings.SESSION_KEY.format("trainer_audition")] = sitting.to_json()
    session.save()
    page.context.add_cookies([{"name": "sessionid", "value": session.session_key, "url": page.url}])
    page.goto(f"{PAGE}audition/")


@pytest.mark.parametrize("size", [(794, 1123), (1123, 794)])
@pytest.mark.parametrize("wrong_count", [0, 2])
def test_a_printed_certificate_fills_one_page(open_page, size, wrong_count):
    width, height = size
    wrong_result = replace(RIGHT_RESULT, mistake="kicker-missed")
    page = open_page(PAGE, viewport={"width": width, "height": height})
    results = (wrong_result,) * wrong_count + (RIGHT_RESULT,) * (12 - wrong_count)
    open_audition(page, Sitting(seed="1", count=12, games=("holdem",), results=results))
    page.emulate_media(media="print")
    frame = page.locator(".certificate-frame")
    assert frame.bounding_box()["height"] > 0.85 * height
    expect(frame).to_contain_text(f"{12 - wrong_count} of 12 right")
    assert frame.get_by_role("heading", name="What to practice").is_visible() == bool(wrong_count)
    paper = {"width": f"{width}px", "height": f"{height}px"}
    assert page.pdf(**paper).count(b"/Type /Page\n") == 1


def test_a_passed_certificate_is_printed_without_controls(open_page):
    page = open_page(PAGE, **PHONE)
    open_audition(
        page, Sitting(seed="1", count=12, games=("holdem",), results=(RIGHT_RESULT,) * 12)
    )
    name = page.get_by_label("Name on the certificate")
    expect(page.locator("#outcome-title")).to_have_text("12 of 12 right")
    assert axe_violations(page) == []
    page.set_viewport_size(SMALL["viewport"])
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.locator(".certificate-frame .lead").bounding_box()["width"] > 180  # for whole words
    page.evaluate("document.documentElement.style.fontSize = ''")
    name.fill("Maximiliane von Hohenzollern-Sigmaringen")
    assert name.evaluate(IS_WHOLE)
    name.focus()
    page.emulate_media(media="print")
    assert name.evaluate(IS_WHOLE)
    for selector in ("h1", ".modes", "header", "nav", "button"):
        assert not any(element.is_visible() for element in page.locator(selector).all())
    expect(name).to_have_css("outline-style", "none")
    color = "element => getComputedStyle(element, '::placeholder').color"
    assert name.evaluate(color) == "rgba(0, 0, 0, 0)"  # a line to sign on
    expect(page.locator(".certificate-frame")).to_have_css("border-top-style", "double")


@pytest.mark.parametrize("kind", quick_first("pots", "make"))
def test_presets_are_above_the_drill_on_a_small_phone(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}", **SMALL)
    assert is_on_screen(page.get_by_role("link", name="Dealer's exam"))
    if kind == "pots":  # questions about pots show no cards
        assert is_on_screen(page.get_by_label("Main pot", exact=True))
        assert page.locator(".drill .card:visible").count() == 0


def test_the_end_of_the_time_limit_is_announced(open_page):
    page = open_page(PAGE, **SMALL)
    asked_at = int(time()) - 56
    sitting = Sitting(seed="1", count=12, games=("holdem",), seconds=60, asked_at=asked_at)
    open_audition(page, sitting)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\d+ s$"))
    before = page.locator(".rail").bounding_box()
    expect(page.get_by_role("timer")).to_have_text("Time's up")
    assert page.locator(".rail").bounding_box() == before


def drag_by_mouse(page, chip, seat):
    page.mouse.move(*chip)
    page.mouse.down()
    page.mouse.move(*seat, steps=5)
    yield
    page.mouse.up()


def drag_by_finger(page, chip, seat):
    touch = page.context.new_cdp_session(page)
    for kind, (x, y) in (("touchStart", chip), ("touchMove", chip), ("touchMove", seat)):
        event = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        touch.send("Input.dispatchTouchEvent", event)
    yield
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def center_of(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.long
@pytest.mark.parametrize(("drag", "screen"), [(drag_by_finger, PHONE), (drag_by_mouse, {})])
def test_chips_are_dragged_to_a_player(open_page, drag, screen):
    page = open_page(CHIPS, **screen)
    chip, seats = page.locator(".chip-button"), page.locator(".drill-seat")
    seat, amount = seats.nth(1), page.locator("input[type=number]").nth(1)
    size = chip.first.get_attribute("data-size")
    for _ in drag(page, center_of(chip.first), center_of(seat)):
        expect(seat).to_have_class(re.compile("is-target"))
    expect(amount).to_have_value(size)
    expect(seat).to_contain_text(f"gets {int(size):,}")
    expect(page.locator(".is-target, .dragging")).to_have_count(0)
    for _ in drag(page, center_of(chip.first), center_of(page.locator("h1"))):
        pass
    expect(amount).to_have_value(size)  # a chip dropped elsewhere stays in the middle
    chip.last.click()
    seats.first.click()
    expect(page.locator(".chips-left")).to_have_text("0 left")
    page.get_by_text("Type the amounts").click()
    amount.fill("")
    expect(page.locator(".chips-left")).not_to_have_text("0 left")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_refused_drill_has_a_reason(open_page):
    page = open_page(f"{PAGE}?drill=ruling", may_fail=True)
    page.evaluate("document.querySelector('[name=ticket]').value = 'nonsense'")
    page.keyboard.press("y")
    expect(page.locator("main .message")).to_contain_text("request another")


def test_an_answer_given_offline_is_sent_later(open_page):
    page = open_page(f"{PAGE}?drill=ruling", may_fail=True)
    page.context.set_offline(True)
    page.keyboard.press("y")
    expect(page.locator("[data-notice-words]")).to_contain_text("offline")
    expect(page.locator("#drill-title")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#grade-title")).to_be_visible()
    expect(page.get_by_role("link", name="Next")).to_be_focused()
    assert page.locator("header, main, footer").count() == 3
    page.keyboard.press("Enter")
    expect(page.locator("#drill-title")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}", viewport={"width": 360, "height": 800})
    assert axe_violations(page) == []
    page.locator("[data-choice], .answer-form .primary").first.click()
    assert axe_violations(page) == []


def questions(page):
    """Return the fieldsets to answer; for a question about pots, only the main pot's."""
    fieldsets = page.locator("form[data-answer] fieldset:has(.box)").all()
    return fieldsets[:1] if page.locator(".kind-pots").count() else fieldsets


def answer_by_tap(page):
    choices = page.locator("[data-choice]")
    if choices.count():
        choices.first.tap()
        return
    for contest in questions(page):
        contest.locator(".box").first.tap()
    amounts = page.locator("input[type=number]")
    if page.locator(".kind-chips").count():
        page.get_by_role("button", name=re.compile("push to ")).first.tap()
    elif amounts.count():
        amounts.first.fill("10")  # like the keyboard of a phone
    page.get_by_role("button", name="Answer").tap()


def answer_by_keys(page):
    amounts = page.locator("input[type=number]")
    if amounts.count():
        if page.locator(".kind-chips").count():
            page.locator(".amounts > summary").press("Enter")
        for contest in questions(page):
            contest.get_by_role("checkbox").first.press("Space")
        amounts.first.focus()
        page.keyboard.type("10")
    else:
        expect(page.locator("[data-keys]")).to_be_visible()
        for group in page.locator("form[data-answer] :is(.choices, .boxes)").all():
            page.keyboard.press(group.locator("[data-key]").first.get_attribute("data-key"))
        if page.locator("#grade-title, [data-choice]").count():
            return
    page.keyboard.press("Enter")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["chips", "ruling", "winners"])
def test_a_phone_in_landscape_shows_board_and_hands_beside_the_answer(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}&game=omaha-hilo", **LANDSCAPE)
    buttons = page.locator(".answer-form :is(button[data-choice], .primary, .chip-button)")
    felt = page.locator(".drill .rail").bounding_box()
    for card in page.locator(".board-cards .card, .drill-seat:first-child .card").all():
        assert is_on_screen(card)
    for button in buttons.all():
        assert button.bounding_box()["x"] >= felt["x"] + felt["width"]


@pytest.mark.parametrize(
    "pattern", quick_first("side-pot-to-another", "folded-into-pot", "quartered")
)
def test_yes_and_no_are_above_the_bar_of_a_small_phone(open_page, pattern):
    page = open_page(f"{PAGE}?drill=ruling&game=omaha-hilo&pattern={pattern}", **SMALL)
    page.locator(".felt").evaluate("inPage.fillSevenSeats")
    question = "The dealer pushes 1,415 to Anna, 1,110 to Carla and 1,200 to Boris. Is that right?"
    page.locator("#drill-title").evaluate("(title, text) => title.replaceChildren(text)", question)
    bar = page.get_by_role("navigation", name="Site").bounding_box()
    for choice in page.locator("[data-choice]").all():
        box = choice.bounding_box()
        assert box["y"] + box["height"] <= bar["y"]


@pytest.mark.parametrize("screen", quick_first(SMALL, PHONE))
def test_all_pots_and_players_fit_a_phone_at_once(open_page, screen):
    page = open_page(f"{PAGE}?drill=pots&game=double-board-omaha", **screen)
    remaining_seats = page.locator(".drill-seat:not(.has-folded)")
    reload_until(page, lambda: remaining_seats.count() <= 4)
    first = page.locator(".amount-field").first.bounding_box()
    last = page.locator(".answer-form .box").last.bounding_box()
    answer = page.locator(".answer-form > .actions").bounding_box()
    bar = page.get_by_role("navigation", name="Site").bounding_box()
    assert last["y"] + last["height"] - first["y"] + answer["height"] < bar["y"]


@pytest.mark.parametrize("kind", quick_first("ruling", "low", "make"))
def test_a_question_with_a_single_choice_takes_one_tap(open_page, kind):
    page = open_page(f"{PAGE}?drill={kind}&game=omaha-hilo", **PHONE)
    assert is_on_screen(page.locator("#drill-title"))
    assert all(is_on_screen(card) for card in page.locator(".felt .board-cards .card").all())
    chips = page.locator(".felt").get_by_text(re.compile(r"\d chips bet"))
    expect(chips).to_have_count(int(kind == "ruling"))
    page.locator("[data-choice]").first.tap()
    expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))


@pytest.mark.long
@pytest.mark.parametrize(("answer", "screen"), [(answer_by_tap, PHONE), (answer_by_keys, {})])
def test_an_audition_is_completed(open_page, answer, screen):
    page = open_page(f"{PAGE}audition/", **screen)
    page.locator(".change").click()
    page.get_by_label("Seven-card Stud", exact=True).uncheck()
    page.get_by_label("Badugi", exact=True).check()
    expect(page.locator("[data-chosen]")).to_contain_text("Badugi")
    expect(page.locator("[data-chosen]")).not_to_contain_text("Stud")
    page.get_by_role("button", name="Begin").click()
    for number in range(12):
        expect(page.locator(".trainer-head")).to_contain_text(f"Drill {number + 1} of 12")
        answer(page)
        expect(page.locator("#grade-title")).to_have_text(re.compile("Right|Wrong"))
        page.get_by_role("link", name="Next").press("Enter")
    expect(page.locator("#outcome-title")).to_have_text(re.compile("of 12 right"))
    expect(page.locator("#outcome-title")).to_be_focused()
    assert axe_violations(page) == []
