"""Charts of ranges appear after typing ranges at the table, on a phone and on a desktop."""

import pytest

from tests.browser.table import expect

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}


def type_in(page, field, text):
    place = page.locator("[data-place]").filter(has=page.locator(f"#id_{field}"))
    button = place.get_by_role("button", name="Type cards", exact=True)
    if button.count() and button.is_visible():
        place.locator("[name^='label-']").click()
        button.click()
    page.locator(f"#id_{field}").fill(text)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_ranges_show_charts(open_page, size):
    page = open_page("/showdown/?game=holdem&board=2c3d4h", **size)
    if not page.locator("#id_hand-0").is_visible():
        page.get_by_role("button", name="Chips").click()
    type_in(page, "hand-0", "15%")
    type_in(page, "hand-1", "QQ+, AKs")
    expect(page.locator(".pictures .picture")).to_have_count(6)
    room = page.evaluate("document.documentElement.clientWidth")
    for picture in page.locator(".picture").all():
        box = picture.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= room
    grids = [page.locator(".range-grid").nth(number).bounding_box() for number in (0, 1)]
    assert (grids[0]["y"] == grids[1]["y"]) == (size is DESK)
    page.get_by_text("As tables").click()
    table = page.get_by_role("region", name="Player 2: each hand, as a table")
    expect(table.get_by_role("row", name="AKs 4")).to_be_visible()
