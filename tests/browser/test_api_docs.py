"""The documentation of the API in a browser: the viewer shows it, and a request can be tried."""

import pytest

from tests.browser.late import expect


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_operation_can_be_tried(open_page, scheme):
    page = open_page("/api/docs/", color_scheme=scheme)
    operation = page.locator("#operations-showdowns-settle")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text("HandB scoops")
    is_dark = page.evaluate("document.documentElement.classList.contains('dark-mode')")
    assert is_dark == (scheme == "dark")
