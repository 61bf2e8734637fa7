"""A file handed in by a person, who watches it being settled and fetches what came of it."""

from pathlib import Path

import pytest

from showdown.models import Batch
from tests.batches.conftest import deals, settled, until
from tests.browser.late import expect, faults_of, press


def test_a_file_is_uploaded_watched_and_fetched(open_page, workers, hold_up, tmp_path):
    file = tmp_path / "night.txt"
    file.write_bytes(deals(600, bad_every=100))
    page = open_page("/showdown/batches/")
    page.get_by_label("File").set_input_files(file)
    page.get_by_label("Store the deals").check()
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("heading", name="night.txt")).to_be_visible()
    expect(page.locator(".state")).to_have_text("Queued")

    held = hold_up()
    workers.start()
    held.until_waiting(1)
    expect(page.locator(".state")).to_have_text("Running")
    expect(page.locator("progress")).to_have_attribute("value", "0.0000")
    held.end()
    expect(page.locator(".state")).to_have_text("Done", timeout=120_000)
    expect(page.locator(".counts")).to_contain_text("594")
    expect(page.get_by_role("heading", name="What won high")).to_be_visible()
    assert faults_of(page) == []

    with page.expect_download() as download:
        page.get_by_role("link", name="The answers, as text").click()
    assert Path(download.value.path()).read_bytes() == settled(file.read_bytes())
    page.get_by_role("link", name="Its deals in the history").click()
    expect(page.locator(".deals > li")).to_have_count(25)


@pytest.mark.long
def test_without_javascript_the_page_refreshes_itself(open_page, workers, tmp_path):
    file = tmp_path / "night.txt"
    file.write_bytes(deals(20))
    page = open_page("/showdown/batches/", java_script_enabled=False)
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    expect(page.locator(".state")).to_have_text("Queued")
    workers.start()
    until(lambda: Batch.objects.get().is_done, "the batch to be done")
    expect(page.locator(".state")).to_have_text("Done", timeout=60_000)
    press(page.get_by_role("link", name="Delete this batch"))
    press(page.get_by_role("button", name="Delete", exact=True))
    expect(page.get_by_text("night.txt deleted.")).to_be_visible()
