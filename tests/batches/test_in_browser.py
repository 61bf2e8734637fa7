"""Test uploads of files and logs, their progress, and their results in a browser."""

import re
from pathlib import Path

import pytest

from showdown.models import Batch
from tests.audits.night.nights import LOGS
from tests.audits.night.test_equities import THIRD_STREET
from tests.audits.test_command import BAD_LOG
from tests.batches.conftest import command_output, deals
from tests.browser.table import axe_violations, cut_tables, expect, press
from tests.browser.test_pasting import drop


def audit_bad_log(page, workers, tmp_path, *, has_javascript=True):
    (tmp_path / "night.ohh").write_bytes(BAD_LOG)
    page.get_by_label("Log").set_input_files(tmp_path / "night.ohh")
    if not has_javascript:
        page.get_by_role("button", name="Audit", exact=True).click()
    expect(page.locator(".state")).to_have_text("Queued")
    workers.run("worker", "--until-idle")
    summary = page.get_by_text("12 hands read, 12 settled, 1 paid incorrectly.")
    expect(summary).to_be_visible(timeout=60_000)


def test_a_file_is_uploaded_and_its_results_are_downloaded(
    open_page, workers, lock_workers, tmp_path
):
    file = tmp_path / "night.txt"
    file.write_bytes(deals(600, bad_every=100))
    page = open_page("/showdown/batches/")
    page.get_by_label("File").set_input_files(file)
    page.get_by_label("Store the deals").check()
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("heading", name="night.txt")).to_be_visible()
    expect(page.locator(".state")).to_have_text("Queued")

    lock = lock_workers()
    workers.start()
    lock.wait_for_workers(1)
    expect(page.locator(".state")).to_have_text("Running")
    expect(page.locator("progress")).to_have_attribute("value", "0.0000")
    lock.release()
    expect(page.locator(".state")).to_have_text("Done", timeout=120_000)
    expect(page.locator(".counts")).to_contain_text("594")
    expect(page.get_by_role("heading", name="Winning hands, high")).to_be_visible()
    assert axe_violations(page) == []
    assert cut_tables(page) == []

    with page.expect_download() as download:
        page.get_by_role("link", name="Results as text").click()
    assert Path(download.value.path()).read_bytes() == command_output(file.read_bytes())
    page.get_by_role("link", name="Stored deals").click()
    expect(page.locator(".deals > li")).to_have_count(25)


@pytest.mark.long
def test_a_hand_of_an_audit_is_opened_on_a_phone(open_page, workers, tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    phone = {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}}
    page = open_page("/showdown/audits/", may_fail=True, **phone)
    page.get_by_label("Log").set_input_files(tmp_path / "empty")
    expect(page.locator("[data-upload-error]")).to_have_text("The file is empty.")
    audit_bad_log(page, workers, tmp_path)
    assert axe_violations(page) == []

    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Kind").select_option("winner")
    press(page.get_by_role("button", name="Show"))
    expect(page.locator(".differences .kind")).to_have_count(1)
    press(page.locator("li:has(.kind)").get_by_role("link", name="Hand h3"))
    expect(page.get_by_role("heading", name="Hand h3: wrong winner")).to_be_visible()
    expect(page.locator(".card").first).to_be_visible()
    assert axe_violations(page) == []
    press(page.get_by_role("button", name="Open on the table"))
    expect(page.locator("#id_board")).not_to_have_value("")

    page.go_back()
    press(page.get_by_role("link", name="night.ohh"))
    page.get_by_text("Report", exact=True).click()
    press(page.get_by_role("link", name="Printable page"))
    expect(page.get_by_role("heading", name="Audit of night.ohh")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert axe_violations(page) == []


@pytest.mark.long
def test_the_page_of_an_audit_refreshes_itself_without_javascript(open_page, workers, tmp_path):
    page = open_page("/showdown/audits/", java_script_enabled=False)
    audit_bad_log(page, workers, tmp_path, has_javascript=False)
    press(page.locator("li:has(.kind)").get_by_role("link", name="Hand h3"))
    press(page.get_by_role("button", name="Open on the table"))
    expect(page.locator("#id_board")).not_to_have_value("")


def test_choosing_logs_starts_the_upload_with_the_house_rules(open_page, tmp_path):
    (tmp_path / "empty").write_bytes(b"")
    page = open_page("/showdown/audits/", may_fail=True)
    field, error = page.get_by_label("Logs"), page.locator("[data-upload-error]")
    expect(page.get_by_role("button", name="Audit", exact=True)).to_be_hidden()
    page.keyboard.press("Tab")
    field.focus()
    for _ in range(2):  # the same file can be chosen again
        field.set_input_files(tmp_path / "empty")
        expect(error).to_have_text("The file is empty.")
        error.evaluate("element => element.textContent = ''")
        assert field.evaluate("element => element === document.activeElement")
    assert axe_violations(page) == []
    page.get_by_text("House rules, names, chip value").click()
    page.get_by_label("Rake rule").fill("unclear")
    field.set_input_files(LOGS / "winamax.txt")
    expect(error).to_contain_text("Rake rule: “unclear” ")
    page.get_by_label("Rake rule").fill("5% cap 3")
    field.set_input_files([LOGS / "pokernow.csv", LOGS / "winamax.txt"])
    expect(page.get_by_role("heading", name="pokernow.csv and 1 more")).to_be_visible()
    assert Batch.objects.get().terms["rake"] == "5% cap 3"


def test_a_folded_hand_without_cards_has_a_low_seat_in_a_list(open_page, workers):
    page = open_page("/showdown/audits/", viewport={"width": 390, "height": 844})
    page.get_by_label("Log").set_input_files(LOGS / "pokernow.csv")
    expect(page.locator(".state")).to_have_text("Queued")
    workers.run("worker", "--until-idle")
    seat = page.locator(".deal", has_text="Hand 3c3c3c").get_by_role("group", name="Ada")
    expect(seat).to_contain_text("folded", timeout=60_000)
    assert seat.bounding_box()["height"] < 1.5 * seat.locator(".plate").bounding_box()["height"]


EURO_LOG = THIRD_STREET.replace("USD", "EUR").replace("$", "€")
LOG = f"{(LOGS / 'cash_outs.txt').read_text()}\n\n{EURO_LOG}"


@pytest.mark.long
@pytest.mark.parametrize("path", ["/showdown/rules/", "/showdown/audits/"])
def test_hands_of_a_dropped_log_are_browsed_with_the_arrow_keys(open_page, workers, path):
    page = open_page(path, viewport={"width": 360, "height": 740})
    drop(page, LOG)
    expect(page).to_have_url(re.compile(r"/showdown/audits/[0-9a-f-]{36}/$"))
    workers.run("worker", "--until-idle")
    expect(page.get_by_role("heading", name="The night")).to_be_visible(timeout=60_000)
    assert axe_violations(page) == []
    cards = page.locator(".listed .card").all()
    assert min(card.bounding_box()["width"] for card in cards) > 20
    assert cut_tables(page) == []
    page.get_by_role("link", name="Hand by hand").click()
    expect(page.get_by_role("heading", name="Hand 3001")).to_be_visible()
    assert cut_tables(page) == []
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Hand HD3002")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Hand 3001")).to_be_visible()
    assert axe_violations(page) == []
