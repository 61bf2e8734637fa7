"""Test pasted text and dropped files on the table, with and without JavaScript."""

import random
import re

import pytest

from showdown.evaluator.games import GAMES
from tests.browser.table import HEADLINE, PHONE, expect, is_on_screen, press, verdict
from tests.log_writers import write_pokerstars
from tests.logs import make_correct_hand
from tests.scope import quick_first

LOG = write_pokerstars(make_correct_hand(random.Random(3), GAMES["holdem"]))
LINES = """HandA:As-Kd HandB:Qh-Qd Board:2c-3d-5h-9s-Th
HandA:Ac-Kc HandB:Qh-Qd Board:2c-3d-5h-9s-Th
"""

OMAHA_HILO = "AcKdJd3d vs 5c5d6c7d on AhKh5s2sQd"
HOLDEM = "As Kd vs Qh Qd on 2c 3d 5h 9s Th"


@pytest.mark.parametrize("target", quick_first("[data-slot]", "#id_line"))
def test_text_pasted_anywhere_is_read_at_once(open_page, target):
    page = open_page("/showdown/?game=omaha-hilo&hand-0=AsKs")
    page.locator(target).first.focus()
    page.evaluate("inPage.paste", OMAHA_HILO)
    expect(verdict(page)).to_have_text(HEADLINE)
    expect(page.locator("#id_line")).to_have_value("")
    page.locator("[data-undo]").first.click()
    expect(page.locator("#id_hand-0")).to_have_value(re.compile("^As ?Ks$"))


def test_an_unknown_card_leaves_the_table_unchanged(open_page):
    page = open_page("/showdown/?game=omaha-hilo&hand-0=9c9d9h9s")
    page.locator("#id_line").fill(OMAHA_HILO.replace("7d", "7z"))
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator("#id_line_error")).to_have_text(
        "“7z” isn't a card: there is no suit z; is this an unknown card? Write “?” for it."
        " The table is unchanged."
    )
    expect(page.locator("#id_hand-0")).to_have_value(re.compile("^9c ?9d ?9h ?9s$"))
    expect(page.locator("#id_hand-1")).to_have_value("")
    assert selected_text(page) == "7z"
    page.locator("#id_line").fill(f"{OMAHA_HILO.replace('7d', '7z')}\nRake:5\n")
    page.get_by_role("button", name="Read the text").click()
    page.locator(".pasted mark").first.click()
    assert selected_text(page) == "7z"


def test_reasons_of_the_previous_deal_are_removed_by_a_paste(open_page):
    page = open_page("/showdown/?game=holdem&players=2&hand-0=AsKd&hand-1=QhQs&board=2c3d5h9sTh")
    expect(page.locator(".why").first).to_be_visible()
    page.route(re.compile("/live/"), lambda route: None)
    page.locator("#id_line").fill("Ac Kc vs Jh Jd on 2c 3d 5h 9s Th")
    page.locator("#id_line").press("Enter")
    expect(page.locator("#id_hand-1")).to_have_value(re.compile("^Jh ?Jd$"))
    expect(page.locator(".why")).to_have_count(0)


def selected_text(page):
    field = page.locator("#id_line")
    return field.evaluate("input => input.value.slice(input.selectionStart, input.selectionEnd)")


def drop(page, *texts, name="dropped.txt", kind="text/plain"):
    page.evaluate("inPage.drop", {"texts": texts, "name": name, "type": kind})


@pytest.mark.parametrize(
    ("text", "folder"),
    quick_first(("A preface.\n" * 5_000 + LOG, "audits"), (LOG, "audits"), (LINES, "batches")),
    ids=["preface", "log", "lines"],
)
def test_a_dropped_file_is_sent_to_the_page_for_its_kind(open_page, text, folder):
    page = open_page("/showdown/?game=holdem")
    drop(page, text)
    expect(page).to_have_url(re.compile(rf"/showdown/{folder}/[0-9a-f-]{{36}}/$"))


def test_a_dropped_picture_is_refused_with_a_reason(open_page):
    page = open_page("/showdown/?game=holdem&hand-0=AsKs")
    drop(page, "\x89PNG", name="table.png", kind="image/png")
    expect(page.locator("#id_line_error")).to_contain_text("A picture can't be read")
    expect(page.locator("#id_hand-0")).to_have_value(re.compile("^As ?Ks$"))
    drop(page, HOLDEM)
    expect(page.locator("#id_board")).to_have_value("2c 3d 5h 9s Th")


@pytest.mark.parametrize("path", quick_first("", "audits/"))
def test_two_dropped_logs_are_audited_together(open_page, path):
    page = open_page(f"/showdown/{path}")
    drop(page, LOG, LOG)
    expect(page).to_have_url(re.compile(r"/showdown/audits/[0-9a-f-]{36}/$"))


@pytest.mark.parametrize("scripts", quick_first(True, False))
def test_typing_replaces_the_example_on_a_first_visit(open_page, scripts):
    """The text is like the field's placeholder, and its game isn't the example's game."""
    page = open_page("/showdown/", java_script_enabled=scripts)
    page.locator("#id_line").fill("AKs vs QQ on Td9d2c")
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator("#id_hand-1")).to_have_value("QQ")
    expect(page.locator("#id_board")).to_have_value(re.compile("^Td ?9d ?2c$"))
    expect(page.locator("#verdict")).to_contain_text("Player 2")
    expect(page.locator("#verdict")).not_to_contain_text("Boris")


def test_the_picker_covers_neither_a_question_about_a_text_nor_the_result(open_page):
    page = open_page("/showdown/?game=holdem&players=2", **PHONE)
    page.locator("#id_line").fill(f"{HOLDEM}\nDid I have outs?")
    page.get_by_role("button", name="Read the text").click()
    ignore = page.get_by_role("button", name="Ignore these words")
    expect(ignore).to_be_visible()
    expect(page.locator("[data-picker]")).to_be_hidden()
    assert is_on_screen(ignore)
    ignore.click()
    expect(page.locator("#verdict")).to_contain_text("Player")
    expect(page.locator("[data-picker]")).to_be_hidden()


@pytest.mark.parametrize("path", ["?game=omaha-hilo", ""], ids=["empty", "example"])
def test_a_text_of_another_game_switches_an_empty_table_or_the_example(open_page, path):
    page = open_page(f"/showdown/{path}")
    before = page.locator("#id_hand-0").input_value().replace(" ", "")
    page.locator("#id_line").fill(HOLDEM)
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".switched")).to_contain_text("Switched to Texas Hold'em.")
    expect(page.locator("#id_hand-1")).to_have_value("Qh Qd")
    page.locator(".switched").get_by_role("button", name="Undo").click()
    expect(page.locator("[name=game]")).to_have_value("omaha-hilo")
    expect(page.locator("#id_hand-0")).to_have_value(before)
    expect(page.locator(".switched")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "message"),
    quick_first(("Side pot", "Boris"), ("Split pot", "Anna"), ("AKs vs QQ", "Player 2")),
)
def test_a_first_visit_offers_examples(open_page, name, message):
    page = open_page("/showdown/")
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.locator("#verdict")).to_contain_text(message)
    expect(page.locator(".intro")).to_have_count(0)


@pytest.mark.parametrize("scripts", quick_first(True, False))
def test_the_first_of_several_deals_is_shown_with_a_link_to_the_next(open_page, scripts):
    page = open_page("/showdown/?game=holdem", java_script_enabled=scripts)
    page.locator("#id_line").fill(LINES)
    page.get_by_role("button", name="Read the text").click()
    expect(page.locator(".understood")).to_contain_text("2 hands; this is the first")
    press(page.get_by_role("button", name="Next"))
    expect(page.locator(".understood")).to_contain_text("2 hands; this is the second")
    expect(page.locator("#id_hand-0")).to_have_value("Ac Kc")
    expect(page.get_by_role("link", name="Settle all as a batch")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "message"),
    quick_first(
        ("AsKsQhJh 2c3d4c5d board Ah7c2d8s9s", "Not saved: first answer the question above."),
        ("AsKd vs QhQd, deuces wild", "Not saved: first answer the question above."),
        ("AsKd vs QhQz", "Not saved: first correct or delete the text."),
        (LINES, "Not saved: first check the cards that were read."),
        (HOLDEM, "Saved. Permanent link Share"),
    ),
)
def test_save_reads_the_text_first_and_leaves_one_table(open_page, text, message):
    page = open_page("/showdown/?game=holdem&players=2")
    page.locator("#id_line").fill(text)
    page.get_by_role("button", name="Save").last.click()
    expect(page.locator("[data-not-saved], .message.success")).to_have_text(message)
    for selector in (".rail", "#verdict", "#id_line", "#id_hand-0"):
        expect(page.locator(selector)).to_have_count(1)
    is_on_table = text in (LINES, HOLDEM)
    expect(page.locator("#id_hand-0")).to_have_value("As Kd" if is_on_table else "")


@pytest.mark.long
def test_a_text_that_is_too_long_leads_to_audit(open_page):
    page = open_page("/showdown/?game=holdem")
    page.locator("[data-slot]").first.focus()
    page.evaluate("inPage.paste", "As Kd " * 10_000)
    expect(page.locator("#id_line_error")).to_contain_text("too long for one deal")
    page.get_by_role("link", name="Audit it").click()
    expect(page).to_have_url(re.compile(r"/showdown/audits/[0-9a-f-]{36}/$"))


LINES_OF_PLACEHOLDER = """field => {
  const own = getComputedStyle(field), placeholder = getComputedStyle(field, "::placeholder");
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = placeholder.font;
  const width = field.clientWidth - parseFloat(own.paddingLeft) - parseFloat(own.paddingRight);
  const height = field.clientHeight - parseFloat(own.paddingTop) - parseFloat(own.paddingBottom);
  const lines = Math.floor(height / parseFloat(placeholder.lineHeight));
  const text = pen.measureText(field.placeholder).width;
  return [text / width, own.whiteSpace === "nowrap" ? 1 : lines];
}"""


@pytest.mark.parametrize("scripts", [True, False])
def test_the_placeholder_fits_on_a_small_phone(open_page, scripts):
    screen = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
    page = open_page("/showdown/?game=omaha", java_script_enabled=scripts, **screen)
    needed, lines = page.locator("#id_line").evaluate(LINES_OF_PLACEHOLDER)
    assert needed <= lines
