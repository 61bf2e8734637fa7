"""Test pages other than the table in a browser, with and without JavaScript."""

import pytest
from django.contrib.auth.models import User

from showdown.evaluator.rule_sets import RULE_SETS
from showdown.models import Showdown
from showdown.models.people import Person
from tests.browser.table import expect, press
from tests.factories import ShowdownFactory, UserFactory
from tests.scope import quick_first

PASSWORD = "river-turn-flop"
WAYS = pytest.mark.parametrize(
    "way", quick_first({}, {"java_script_enabled": False}), ids=["with", "without"]
)


@pytest.fixture
def account(db):
    return UserFactory(username="ann", password=PASSWORD)


@pytest.fixture
def signed_in(open_page, account):
    """Return a function that opens a page for a user who has signed in by the form."""

    def signed_in(path, **settings):
        page = open_page(f"/showdown/account/sign-in/?next={path}", **settings)
        page.get_by_label("Username").fill("ann")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator(".account")).to_contain_text("ann")
        return page

    return signed_in


@pytest.fixture
def deals(account):
    person = Person(account=account)
    made = [ShowdownFactory(deal__labels=["Anna", "Boris"], person=person) for _ in range(2)]
    Showdown.objects.filter(pk=made[1].pk).update(note="the last one of the night")
    return made


@WAYS
def test_a_deal_is_deleted_and_restored(signed_in, deals, way):
    page = signed_in("/showdown/history/", **way)
    listed = page.locator(".deal")
    expect(listed).to_have_count(2)
    latest = listed.first
    expect(latest).to_contain_text("the last one of the night")
    expect(latest.get_by_role("img")).to_have_count(13)
    press(latest.get_by_role("button", name="Delete"))
    expect(listed).to_have_count(1)
    press(page.get_by_role("button", name="Undo"))
    expect(listed).to_have_count(2)
    expect(listed.first).to_contain_text("the last one of the night")


@pytest.mark.long
@WAYS
def test_reloading_creates_no_second_token_and_revoking_needs_confirmation(signed_in, way):
    page = signed_in("/showdown/account/", **way)
    page.get_by_label("Name of the program").fill("laptop")
    press(page.get_by_role("button", name="Create a token"))
    expect(page.locator(".secret")).to_contain_text("showdown_")
    page.reload()
    expect(page.locator(".secret")).to_have_count(0)
    expect(page.get_by_role("link", name="Revoke laptop")).to_have_count(1)
    press(page.get_by_role("link", name="Revoke laptop"))
    press(page.get_by_role("link", name="Keep it"))
    press(page.get_by_role("link", name="Revoke laptop"))
    press(page.get_by_role("button", name="Revoke the token"))
    expect(page.get_by_text("Token laptop revoked.")).to_be_visible()


@pytest.mark.long
def test_data_is_downloaded_and_the_account_is_deleted(signed_in, deals):
    page = signed_in("/showdown/account/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download your data").click()
    assert download.value.suggested_filename == "showdown-ann.zip"
    page.get_by_role("link", name="Delete your account").click()
    expect(page.get_by_role("heading", name="What is kept")).to_be_visible()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    expect(page.locator(".account")).to_contain_text("Sign in")
    assert not User.objects.filter(username="ann").exists()


SIX_CARDS = (
    "?game=six-card-omaha-hilo&hand-0=AcKdJd3d2c2d&hand-1=5c5d6c7d8c8d&board=AhKh5s2sQd&put-in-0=30"
)
PATHS = [
    *("", SIX_CARDS, "history/", "batches/", "audits/", "rules/", "rules/omaha-hilo/"),
    *("account/", "account/delete/"),
]
RIGHT_EDGE = "element => element.getBoundingClientRect().right"


@pytest.mark.parametrize("width", quick_first(360, 768, 1280))
def test_no_page_is_wider_than_the_screen(signed_in, deals, width):
    page = signed_in("/showdown/account/", viewport={"width": width, "height": 740})
    for path in [f"/showdown/{path}" for path in PATHS] + ["/api/docs/"]:
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
        if path != "/api/docs/":
            assert page.locator(".account svg").evaluate(RIGHT_EDGE) <= width, path


@WAYS
def test_an_empty_file_is_refused_with_a_reason(open_page, tmp_path, way):
    file = tmp_path / "empty.txt"
    file.write_bytes(b"")
    page = open_page("/showdown/batches/", fails=True, **way)
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("The file is missing or empty.")).to_be_visible()
    expect(page.locator("progress")).to_be_hidden()
    expect(page.get_by_role("button", name="Upload")).to_be_enabled()


def test_a_failed_upload_shows_the_reason(open_page, tmp_path):
    file = tmp_path / "night.txt"
    file.write_bytes(b"HandA:Ac-Kd\n" * 1000)
    page = open_page("/showdown/batches/", fails=True)
    page.get_by_label("File").set_input_files(file)
    page.context.set_offline(True)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("You’re offline.")).to_be_visible()
    page.context.set_offline(False)
    page.route("**/batches/", lambda route: route.fulfill(status=502, body="bad gateway"))
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("The site can’t be reached.")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_sheet_is_three_pages_of_paper(open_page, paper):
    page = open_page("/showdown/rules/")
    for slug in RULE_SETS:
        page.goto(f"/showdown/rules/sheet/?rules={slug}")
        assert page.pdf(format=paper).count(b"/Type /Page\n") == 3


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_operation_of_the_api_can_be_tried(open_page, scheme):
    page = open_page("/api/docs/", color_scheme=scheme)
    operation = page.locator("#operations-showdowns-settle")
    operation.locator(".opblock-summary-control").click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text("HandB scoops")
    is_dark = page.evaluate("document.documentElement.classList.contains('dark-mode')")
    assert is_dark == (scheme == "dark")


@pytest.mark.long
@pytest.mark.parametrize("game", ["six-card-omaha", "five-card-draw", "badugi"])
def test_the_cards_of_a_deal_in_the_history_can_be_seen(open_page, game):
    hole = {"badugi": 4, "five-card-draw": 5, "six-card-omaha": 6}[game]
    deck = "2c3c4c5c6c7c8c9cTcJcQcKcAc2d3d4d5d6d7d8d9d"
    hands = [deck[2 * hole * seat : 2 * hole * (seat + 1)] for seat in (0, 1)]
    board = deck[4 * hole : 4 * hole + 10] if game == "six-card-omaha" else ""
    page = open_page(
        f"/showdown/?game={game}&players=2&hand-0={hands[0]}&hand-1={hands[1]}&board={board}"
    )
    page.get_by_role("button", name="Save").last.click()
    expect(page.locator("#answer .message.success")).to_be_visible()
    page.goto("/showdown/history/")
    boxes = [card.bounding_box() for card in page.locator(".listed .seat .card").all()]
    assert len(boxes) == 2 * hole
    assert min(box["width"] for box in boxes) > 20
