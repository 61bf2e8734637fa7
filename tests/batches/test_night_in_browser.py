"""A log dropped on any page: its night is looked at, and the arrow keys turn its hands."""

import re

import pytest

from tests.audits.night.nights import LOGS
from tests.audits.night.test_stud_and_draws import EARLY
from tests.browser.late import expect, faults_of
from tests.browser.test_pasting import drop

IN_EURO = EARLY.replace("USD", "EUR").replace("$", "€")
LOG = f"{(LOGS / 'cash_outs.txt').read_text()}\n\n{IN_EURO}"


@pytest.mark.long
@pytest.mark.parametrize("page", ["/showdown/rules/", "/showdown/audits/"])
def test_a_log_is_dropped_and_its_hands_are_turned(open_page, workers, page):
    page = open_page(page, viewport={"width": 360, "height": 740})
    drop(page, LOG)
    expect(page).to_have_url(re.compile(r"/showdown/audits/[0-9a-f-]{36}/$"))
    workers.run("worker", "--until-idle")
    expect(page.get_by_role("heading", name="The night")).to_be_visible(timeout=60_000)
    assert faults_of(page) == []
    page.get_by_role("link", name="Hand after hand").click()
    expect(page.get_by_role("heading", name="Hand 3001")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", name="Hand HD3002")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Hand 3001")).to_be_visible()
    assert faults_of(page) == []
