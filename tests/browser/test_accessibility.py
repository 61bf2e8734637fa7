"""Test every page with axe-core, at several widths and text sizes, and with random requests."""

import random
import re
from pathlib import Path

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.urls import resolve
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from showdown.batches import storage
from showdown.batches.audits import audit
from showdown.models.people import Person
from showdown.pages.urls import urlpatterns
from tests.browser.table import DESK, PHONE, axe_violations, expect, open_permanent_page, sign_in
from tests.factories import (
    ApiTokenFactory,
    AuditFactory,
    BatchFactory,
    ExportFactory,
    NightLinkFactory,
    ShowdownFactory,
    UserFactory,
)
from tests.scope import examples, quick_first

LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d HandC:Ts-9s-8s-7s Board:Ah-Kh-5s-2s-Qd Pot:4765"
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
NARROW, WIDE = 360, 1200
SCROLL_WIDTH = "document.documentElement.scrollWidth"
RIGHT_EDGE = "element => element.getBoundingClientRect().right"
SIX_CARDS = (
    "/showdown/?game=six-card-omaha-hilo&hand-0=AcKdJd3d2c2d&hand-1=5c5d6c7d8c8d&board=AhKh5s2sQd"
    "&put-in-0=30"
)
PATHS = [
    "/showdown/",
    "/showdown/?game=omaha-hilo&hand-0=AsKhQsJh&hand-1=2c3d4c5d&board=Ah7c2d",
    "/showdown/?game=holdem&players=2&hand-0=15%25&hand-1=QQ%2B,AKs&board=2c3d4h",
    "/showdown/?game=holdem&hand-0=AsAh&hand-1=KsKh&stacks=50,30,20&payouts=50,30",
    "/showdown/trainer/",
    "/showdown/trainer/today/",
    "/showdown/trainer/audition/",
    "/showdown/?game=holdem&hand-0=AhKh&hand-1=QsQc&board=Qh7h2c3d&street=1",
    "/showdown/rules/",
    "/showdown/rules/sheet/?rules=tda-2026",
    "/showdown/settle-up/?player=Anna&in=20&out=45&player=Boris&in=20&out=0&payer=Boris&cost=3",
    "/showdown/deal/?player=Anna&chips=5000&player=Boris&chips=3000&prizes=500+300&left=50",
    "/showdown/rules/omaha-hilo/",
    "/showdown/?game=seven-card-stud&players=8",
    "/showdown/history/",
    "/showdown/batches/",
    "/showdown/audits/",
    "/showdown/account/sign-in/",
    "/showdown/account/sign-up/",
    "/showdown/account/reset/",
    "/showdown/account/reset/sent/",
    "/showdown/offline/",
]
MORE_PATHS = [
    "/showdown/?game=omaha-hilo&players=6",
    "/showdown/rules/badugi/",
    "/showdown/rules/double-board-omaha/",
    "/showdown/rules/stud-hilo/",
    "/showdown/?game=double-board-omaha",
    "/showdown/history/?q=Anna",
    "/showdown/history/?after=nonsense",
]


EXAMPLES = {
    "showdown": "{deal}/",
    "showdown_floor": "{deal}/floor/",
    "combinations": "combinations/omaha-hilo/low/?hole=5c5d6c7d&board=AhKh5s2sQd",
    "game_rules": "rules/omaha-hilo/",
    "batch": "batches/{batch}/",
    "batch_table": "batches/{batch}/settled.csv",
    "cancel_batch": "batches/{queued}/cancel/",
    "remove_batch": "batches/{batch}/remove/",
    "audit": "audits/{audit}/",
    "audited_hand": "audits/{audit}/line/1/",
    "audit_report": "audits/{audit}/report.html",
    "night_hand": "audits/{audit}/hands/1/",
    "shared_night": "nights/{secret}/",
    "shared_night_hand": "nights/{secret}/hands/1/",
    "delete_deal": "history/{deal}/delete/",
    "revoke_token": "account/tokens/{token}/revoke/",
    "reset_confirm": "account/reset/{user}/{reset}/",
}
"""A page of each route with arguments; the fixture `address_parts` fills the braces."""
POST_ONLY, FILE = "accepts only POST", "is a file"
NO_PAGES = {
    "resume_batch": ("batches/{batch}/resume/", POST_ONLY),
    "repeat_night": ("audits/{audit}/night/", POST_ONLY),
    "share_night": ("audits/{audit}/link/", POST_ONLY),
    "batch_records": ("batches/{batch}/settled.txt", FILE),
    "batch_errors": ("batches/{batch}/errors.csv", FILE),
    "converted_log": ("audits/{audit}/log.txt", FILE),
    "showdown_preview": ("{deal}/preview.png", FILE),
}
"""Routes with arguments that have no page to check, and the reason."""
LOG = Path(__file__).parents[1] / "data" / "logs" / "cash_outs.txt"


def routes(patterns, path="/showdown/"):
    for pattern in patterns:
        full_path = path + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from routes(pattern.url_patterns, full_path)
        elif "/live/" not in full_path:
            yield pattern.name, full_path


ROUTES = list(routes(urlpatterns))


@pytest.mark.parametrize("path", [path for _, path in ROUTES if "<" not in path])
def test_every_page_without_arguments_is_checked(client, db, path):
    response = client.get(path)
    is_page = response.status_code == 200 and b"<main" in getattr(response, "content", b"")
    is_checked = path in {checked.partition("?")[0] for checked in PATHS}
    assert is_checked or not is_page, f"{path} is a page: add it to PATHS"


NOT_LINKED = {"/showdown/account/reset/sent/", "/showdown/offline/"}
"""Pages that a redirect or the service worker shows."""


def test_every_page_is_linked(client, db):
    linked_paths = set()
    for path in PATHS:
        linked_paths |= set(re.findall(r'href="([^"?#]+)', client.get(path).text))
    unlinked_paths = {path.partition("?")[0] for path in PATHS} - linked_paths
    assert unlinked_paths == NOT_LINKED, "link each page from another page"


def test_every_route_with_arguments_has_an_example_or_no_page():
    names = {name for name, path in ROUTES if "<" in path}
    listed_names = EXAMPLES.keys() | NO_PAGES.keys()
    assert names - listed_names == set(), "add an example to EXAMPLES, or a reason to NO_PAGES"
    assert listed_names - names == set(), "there are no such routes"
    assert EXAMPLES.keys() & NO_PAGES.keys() == set()


@pytest.fixture
def address_parts(db, settings, tmp_path):
    """Return an account, and the keys and secrets in the addresses of its pages, by name."""
    settings.MEDIA_ROOT, settings.AUDIT_KEY_FILE = str(tmp_path), tmp_path / "audit-key"
    account = UserFactory()
    batch, queued_batch = BatchFactory(owner=account, done=True), BatchFactory(owner=account)
    ExportFactory(batch=batch)
    log = LOG.read_bytes()
    audit_batch = AuditFactory(owner=account, input_bytes=len(log))
    for upload, content in ((audit_batch, log), (batch, b"A"), (queued_batch, b"A")):
        storage.overwrite(storage.piece_name(upload.id, 0), content)
    audit(batch=audit_batch.pk)
    return {
        "account": account,
        "deal": ShowdownFactory(person=Person(account=account)).pk,
        "batch": batch.id,
        "queued": queued_batch.id,
        "audit": audit_batch.id,
        "secret": NightLinkFactory(batch=audit_batch).secret,
        "token": ApiTokenFactory(owner=account).pk,
        "user": urlsafe_base64_encode(force_bytes(account.pk)),
        "reset": default_token_generator.make_token(account),
    }


def example_address(name, route, address_parts):
    """Return the address of an example, after checking that it belongs to the route."""
    address = "/showdown/" + route.format(**address_parts)
    assert resolve(address.partition("?")[0]).url_name == name
    return address


def test_exactly_the_examples_are_pages(client, address_parts):
    client.force_login(address_parts["account"])
    for name, route in EXAMPLES.items():
        response = client.get(example_address(name, route, address_parts), follow=True)
        assert response.status_code in (200, 202), name
        assert b"<main" in b"".join(response), name

    for name, (route, reason) in NO_PAGES.items():
        response = client.get(example_address(name, route, address_parts))
        if reason == POST_ONLY:
            assert response.status_code == 405, name
        else:
            assert response.status_code == 200, name
            assert not response["Content-Type"].startswith("text/html"), name


METHODS = ["GET", "GET", "GET", "HEAD", "OPTIONS", "PUT", "PATCH"]
MEDIA = ["application/json", "text/plain", "application/x-www-form-urlencoded", "x", "a/b"]
MEDIA += ["application/octet-stream", "multipart/form-data", "multipart/form-data; boundary=x"]
WORDS = ["game", "zzz", "older", "newer", "after", "as", "page", "batch", "players", "hand-0"]
WORDS += ["csv", "winner", "q", "%00", "%C3%A9", "%FF", "rules", "line", "board", "format"]
BITS = [b"{", b"}", b"[", b'"', b",", b":", b"null", b"1e999", b"-1", b"\x00", b"\xff", b"&", b"="]
BITS += [b"\\ud800", b"--x\r\n", b'"game"', b"badugi", b"hands=", b"board=", b"Ac4h3d2s", b"file="]


@pytest.mark.long
def test_random_requests_for_pages_are_answered(client, address_parts, settings):
    """Only a visitor sends POST and DELETE, so that the account keeps its objects."""
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (1_000_000, 60))
    rng = random.Random(14)
    other_addresses = ["/", "/healthz", "/metrics", "/admin/", "/static/../settings.py"]
    addresses = other_addresses + [path for _, path in ROUTES if "<" not in path]
    routes = EXAMPLES | {name: route for name, (route, _) in NO_PAGES.items()}
    own_addresses = [example_address(name, route, address_parts) for name, route in routes.items()]
    for methods in ([*METHODS, "POST", "DELETE"], METHODS):
        for address in (addresses + own_addresses) * examples(50):
            words = "&".join(f"{rng.choice(WORDS)}={rng.choice(WORDS)}" for _ in range(6))
            body = b"".join(rng.choices(BITS, k=rng.randrange(30)))
            target = f"{address}{'&' if '?' in address else '?'}{words}"
            request = rng.choice(methods), target, body, rng.choice(MEDIA)
            response = client.generic(*request)
            b"".join(response)
            assert response.status_code < 500, request
        client.force_login(address_parts["account"])


def find_faults(page, *, widths=(NARROW, WIDE), disabled_rules=()):
    rules = {rule: {"enabled": False} for rule in disabled_rules}
    options = {"rules": rules, "resultTypes": ["violations"]}
    faults = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        faults += [
            (width, fault["id"], [node["html"] for node in fault["nodes"]])
            for fault in axe_violations(page, options=options)
        ]
    return faults


@pytest.mark.parametrize(("width", "scheme"), quick_first((NARROW, "light"), (WIDE, "dark")))
@pytest.mark.parametrize(
    "paths", quick_first(PATHS[:2], PATHS[2:] + MORE_PATHS), ids=["table", "others"]
)
def test_axe_finds_nothing_on_pages(open_page, paths, width, scheme):
    page = open_page(color_scheme=scheme)
    for path in paths:
        page.goto(path)
        assert find_faults(page, widths=[width]) == [], path


@pytest.mark.long
def test_axe_finds_nothing_on_pages_of_an_account(open_page, address_parts):
    page = open_page()
    sign_in(page, address_parts["account"])
    for name, route in EXAMPLES.items():
        page.goto(example_address(name, route, address_parts))
        # The page of an export reloads until the file exists.
        disabled_rules = ["meta-refresh"] if name == "batch_table" else []
        assert find_faults(page, widths=[NARROW], disabled_rules=disabled_rules) == [], name
    account_paths = ("account/password", "account/email", "account/delete", "account")
    for path in ("batches", "audits", *account_paths):
        page.goto(f"/showdown/{path}/")
        assert find_faults(page) == [], path
    page.get_by_label("Name of the program").fill("laptop")
    page.get_by_role("button", name="Create a token").click()
    expect(page.locator(".secret")).to_contain_text("showdown_")
    assert find_faults(page) == []
    page.goto("/showdown/history/")
    page.get_by_role("link", name="Delete").first.click()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("The deal was deleted.")).to_be_visible()
    assert find_faults(page) == []


@pytest.mark.parametrize("width", quick_first(360, 320, 390, 768, 1280))
def test_no_page_is_wider_than_the_screen_at_any_text_size(open_page, address_parts, width):
    page = open_page("/api/docs/", viewport={"width": width, "height": 844})
    assert page.evaluate(SCROLL_WIDTH) == width
    sign_in(page, address_parts["account"])
    route_addresses = [
        example_address(name, route, address_parts) for name, route in EXAMPLES.items()
    ]
    account_paths = ("/showdown/account/", "/showdown/account/delete/")
    for path in (*PATHS, SIX_CARDS, *account_paths, *route_addresses):
        page.goto(path)
        assert page.evaluate(SCROLL_WIDTH) == width, path
        assert page.locator(".account svg").evaluate(RIGHT_EDGE) <= width, path
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(SCROLL_WIDTH) == width, path


def test_a_night_with_doubled_text_size_fits_a_phone(open_page, address_parts):
    page = open_page(viewport={"width": 320, "height": 640})
    sign_in(page, address_parts["account"])
    for name in ("audit", "night_hand"):
        page.goto(example_address(name, EXAMPLES[name], address_parts))
        assert page.evaluate("inPage.overlapsOfNight") == [], name
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.locator(".seat .disc").count() > 0
        assert page.evaluate("inPage.overlapsOfNight") == [], name
        assert page.locator(".listed .tag-text strong").evaluate_all("inPage.cutTexts") == [], name
        assert page.locator(".luck-chart text").evaluate_all("inPage.textsPastTheEdge") == [], name


@pytest.mark.parametrize("width", [320, 1280])
def test_the_dealer_button_and_the_name_cover_no_large_amount(open_page, address_parts, width):
    page = open_page(viewport={"width": width, "height": 640})
    sign_in(page, address_parts["account"])
    page.goto(example_address("audit", EXAMPLES["audit"], address_parts))
    page.locator(".listed .seat strong").evaluate_all("inPage.writeLargeAmounts")
    assert page.locator(".listed .seat .disc").count() > 0
    assert page.evaluate("inPage.overlapsOfNight") == []


@SCHEMES
@pytest.mark.long
def test_axe_finds_nothing_in_the_documentation_of_the_api(open_page, scheme):
    page = open_page("/api/docs/", color_scheme=scheme)
    expect(page.locator(".opblock").first).to_be_visible()
    assert find_faults(page) == []


@pytest.mark.long
def test_axe_finds_nothing_in_the_admin(open_page, admin_user):
    page = open_page()
    sign_in(page, admin_user)
    for path in ("", f"auth/user/{admin_user.pk}/change/", "auth/group/add/", "showdown/showdown/"):
        page.goto(f"/admin/{path}")
        assert find_faults(page, widths=[WIDE]) == [], path


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_documentation_of_the_api_does_not_shift(open_page, size):
    page = open_page("/api/docs/", **size)
    page.evaluate("inPage.watchShifts")
    expect(page.locator(".opblock").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    shifts = page.evaluate("window.shifts")
    assert sum(shift for shift, _ in shifts) < 0.02, shifts


@SCHEMES
@pytest.mark.long
def test_axe_finds_nothing_on_a_result(open_page, scheme):
    page = open_page(f"/showdown/?line={LINE}", color_scheme=scheme)
    expect(page.locator(".headline")).to_be_visible()
    page.get_by_role("button", name="Chips").click()
    assert find_faults(page) == []
    page.locator("summary", has_text="Every combination").click()
    page.locator("summary", has_text="combinations for high").first.click()
    expect(page.locator(".ranked").first).to_be_visible()
    assert find_faults(page) == []
    open_permanent_page(page)
    expect(page.locator(".as-text .record")).to_be_visible()
    assert find_faults(page) == []


@pytest.mark.long
def test_axe_finds_nothing_on_errors_and_dialogs(open_page):
    page = open_page("/showdown/nothing/", may_fail=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    assert find_faults(page) == []
    page.goto(f"/showdown/?line={LINE.replace('Ts', 'Ah')}")
    expect(page.locator("#id_line_error")).to_have_text(
        "A♥ appears twice, in HandC and Board. The table is unchanged."
    )
    assert find_faults(page) == []
    page.goto("/showdown/?game=omaha&line=As Kd vs Qh Qd on 2c 3d 5h 9s Th")
    expect(page.locator(".offer")).to_be_visible()
    page.get_by_role("combobox", name="Game").click()
    expect(page.get_by_role("option").first).to_be_visible()
    assert find_faults(page) == []
    page.goto("/showdown/?game=omaha-hilo&board=AhKh5s2s2s")
    page.get_by_role("button", name="Save").last.click()
    expect(page.locator("#verdict .message.error")).to_be_visible()
    assert find_faults(page) == []
    page.goto("/showdown/?game=holdem&players=2")
    page.get_by_role("button", name="Range of").first.click()
    page.locator("[data-range-text]").fill("QQ+, A5s@25")
    expect(page.locator("[data-range-status]")).to_contain_text("hands")
    assert find_faults(page) == []
