"""A log handed in by a person, who looks at what was paid wrong, and opens a hand."""

import pytest

from tests.audits.test_command import bad_log
from tests.browser.late import expect, faults_of, press

LOOKS = {
    "phone": {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}},
    "without JavaScript": {"java_script_enabled": False},
}


def faults(page):
    return [fault["id"] for fault in faults_of(page)]


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_log_is_audited_and_a_hand_is_opened(open_page, workers, tmp_path, look):
    """On the phone an empty file comes first, and the form says why it isn't taken."""
    log = tmp_path / "night.ohh"
    log.write_bytes(bad_log())
    page = open_page("/showdown/audits/", fails=True, **look)
    has_scripts = look.get("java_script_enabled", True)
    if has_scripts:
        (tmp_path / "empty").write_bytes(b"")
        page.get_by_label("Log").set_input_files(tmp_path / "empty")
        page.get_by_role("button", name="Audit", exact=True).click()
        expect(page.locator("[data-upload-said]")).to_have_text("The file is missing or empty.")
    page.get_by_label("Log").set_input_files(log)
    page.get_by_role("button", name="Audit", exact=True).click()
    expect(page.locator(".state")).to_have_text("Queued")
    workers.run("worker", "--until-idle")
    summary = page.get_by_text("12 hands read, 12 settled, 1 paid wrong.")
    expect(summary).to_be_visible(timeout=60_000)
    assert not has_scripts or faults(page) == []

    if has_scripts:
        page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Kind").select_option("winner")
    press(page.get_by_role("button", name="Show"))
    expect(page.locator(".differences .kind")).to_have_count(1)
    press(page.locator("li:has(.kind)").get_by_role("link", name="Hand h3"))
    expect(page.get_by_role("heading", name="Hand h3: wrong winner")).to_be_visible()
    expect(page.locator(".card").first).to_be_visible()
    assert not has_scripts or faults(page) == []
    press(page.get_by_role("button", name="Open it on the table"))
    expect(page.locator("#id_board")).not_to_have_value("")

    page.go_back()
    press(page.get_by_role("link", name="night.ohh"))
    page.get_by_text("Report", exact=True).click()
    press(page.get_by_role("link", name="A page to print"))
    expect(page.get_by_role("heading", name="Audit of night.ohh")).to_be_visible()
    assert not has_scripts or faults(page) == []
