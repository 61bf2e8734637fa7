"""Settings and fixtures of all tests: random examples, databases, and browsers.

Without Chromium, browser tests are skipped, except in CI, where they fail.
"""

import asyncio
import gc
import os
import shutil
import signal
import subprocess
import sys
from collections import defaultdict

import pytest
from django.conf import settings
from django.db import connection, connections
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.models import FETCH_RAISE, query
from django.db.models.signals import post_migrate
from hypothesis import is_hypothesis_test
from hypothesis import settings as hypothesis_settings

from omahasite.embedded.server import create_cluster
from showdown.bulk import capacity
from showdown.pages import answers
from tests import ROOT
from tests.databases import UNREACHABLE, database_without_tables
from tests.scope import examples

# Keep compiled code regardless of the environment, because compiling takes most of the time.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Examples would exceed a deadline on a busy machine, or when the first example imports Numba.
hypothesis_settings.register_profile("many", deadline=None, max_examples=examples(500))
hypothesis_settings.register_profile("few", deadline=None, max_examples=20)

_COMPILED_KERNELS = "showdown/files/kernels/__pycache__/deal_lines.*.nbi"
# In the headless shell, a page opens in a third of the time that it needs in Chromium.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, _BROWSERS)), None)
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_CHROMIUM = "Chromium is not installed"


def _is_quick(config):
    return config.option.markexpr == "not long"


def pytest_configure(config):
    settings.PASSWORD_HASHERS = ["tests.factories.QuickHasher"]
    # Raise FieldFetchBlocked where related rows or deferred fields are loaded one by one.
    query.DEFAULT_FETCH_MODE = FETCH_RAISE
    hypothesis_settings.load_profile("few" if _is_quick(config) else "many")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Mark Hypothesis tests as long, except in quick runs, which try only a few examples."""
    for item in items:
        if not _is_quick(config) and is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("long")


def pytest_collection_finish(session):
    """Exclude the collected tests from garbage collection, which would take 5% of the time."""
    gc.freeze()


def pytest_sessionstart(session):
    """Create the embedded database of this checkout and compile its kernels, in one process."""
    # Restore the handlers of ignored signals, because child processes inherit ignored signals.
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(session.config, "workerinput"):
        return
    home = settings.DATABASES["default"].get("DATA_DIRECTORY")
    if home is not None:
        create_cluster(home)
    if not any(ROOT.glob(_COMPILED_KERNELS)):
        subprocess.run([sys.executable, "manage.py", "compile"], cwd=ROOT, check=True)


def pytest_terminal_summary(terminalreporter):
    """Print the number of skipped browser tests, the reason, and the command to enable them."""
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum(NO_CHROMIUM in str(report.longrepr) for report in skipped)
    if count:
        tests = "1 browser test was" if count == 1 else f"{count:,} browser tests were"
        terminalreporter.write_line(f"{tests} skipped: {NO_CHROMIUM} (apt-get install chromium)")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Set up the test database without durability."""
    DatabaseOperations.sql_flush = _sql_flush
    post_migrate.receivers.clear()  # they would refill the _KEPT_TABLES
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        name = connection.ops.quote_name(connection.settings_dict["NAME"])
        cursor.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        connection.close()


_KEPT_TABLES = ("django_content_type", "auth_permission")
"""Tables filled by receivers of post_migrate, which are not emptied after each test."""


def _sql_flush(operations, style, tables, *, reset_sequences=False, allow_cascade=False):
    """Delete rows, because TRUNCATE creates a hundred files that the next checkpoint syncs."""
    names = [operations.quote_name(table) for table in tables if table not in _KEPT_TABLES]
    if not names:
        return []
    lock = f"LOCK TABLE {', '.join(names)}"  # waits for running writers, like TRUNCATE
    return ["; ".join([lock, *(f"DELETE FROM {name}" for name in names)])]  # noqa: S608


@pytest.fixture(scope="session", autouse=True)
def _media(tmp_path_factory):
    settings.MEDIA_ROOT = str(tmp_path_factory.mktemp("media"))


@pytest.fixture(params=["unreachable", pytest.param("without tables", marks=pytest.mark.long)])
def unusable_database(request, django_db_setup, django_db_blocker):
    """Yield the URL of a database that a site can't use."""
    if request.param == "unreachable":
        yield UNREACHABLE
        return
    with django_db_blocker.unblock(), database_without_tables() as url:
        yield url


@pytest.fixture(scope="session")
def driver():
    """Yield Chromium and the event loop of its driver, started once by each test process."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail(NO_CHROMIUM)
        pytest.skip(NO_CHROMIUM)
    from playwright.sync_api import sync_playwright  # slow, and most processes open no page

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def chromium(driver, monkeypatch):
    """Yield the browser. Its driver's event loop counts as running only within the fixture.

    Other tests start their own loops, and while a loop runs, Django refuses to query the database.
    """
    browser, loop = driver
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    asyncio._set_running_loop(loop)
    yield browser
    connections.close_all()
    asyncio._set_running_loop(None)


def _wait_for_odds():
    """Wait until no odds are being calculated for a closed page."""
    turns = range(3)  # the maximum number of calculations that run or wait
    for _ in turns:
        capacity.ODDS_TURNS._admitted.acquire()
    for _ in turns:
        capacity.ODDS_TURNS._admitted.release()


@pytest.fixture(scope="session")
def idle_pages():
    """Return lists of unused pages, by the options of their contexts.

    An unused page opens an address in a third of the time that a new page needs.
    """
    return defaultdict(list)


_DEFAULT_LOOK = {
    "color_scheme": "light",
    "forced_colors": "none",
    "reduced_motion": "no-preference",
    "viewport": {"width": 1280, "height": 720},
}
"""Options that can be changed for an open page, with Playwright's defaults."""


def _new_page(chromium, address, context_options):
    context = chromium.new_context(base_url=address, **context_options)
    context.add_init_script(path=ROOT / "tests/browser/in_page.js")
    context.set_default_timeout(30_000)
    context.set_default_navigation_timeout(60_000)  # the first request imports many modules
    return context.new_page()


def _reset_page(page):
    page.context.set_offline(False)
    page.unroute_all()
    for other in page.context.pages:
        if other is not page:
            other.close()


def _clear_page(page):
    page.goto("/healthz")
    page.mouse.move(0, 0)
    page.evaluate("sessionStorage.clear(); localStorage.clear();")
    page.context.clear_cookies()


@pytest.fixture
def open_page(chromium, idle_pages, live_server, transactional_db, monkeypatch):
    """Yield a function that opens pages of the site; browser errors fail the test.

    With `may_fail`, a failed request is not an error. No service worker runs unless requested.
    """
    opened_pages, page_errors = [], []
    monkeypatch.setattr(answers, "_SAMPLING_SECONDS", (0.05, 0.1, 0.2))
    # The threads of the server live as long as the pages, which outlive the database.
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 0)

    def open_page(path="/showdown/", *, may_fail=False, service_workers="block", **context_options):
        look = {name: context_options.pop(name, default) for name, default in _DEFAULT_LOOK.items()}
        context_options["service_workers"] = service_workers
        idle = idle_pages[repr(sorted(context_options.items()))]
        page = idle.pop() if idle else _new_page(chromium, live_server.url, context_options)
        page.set_viewport_size(look.pop("viewport"))
        page.emulate_media(media="null", **look)

        def record_message(message):
            is_expected = may_fail and message.text.startswith("Failed to load resource")
            if message.type == "error" and not is_expected:
                page_errors.append(message.text)

        listeners = {
            "pageerror": lambda error: page_errors.append(str(error)),
            "console": record_message,
        }
        for event, listener in listeners.items():
            page.on(event, listener)
        opened_pages.append((page, listeners, idle if service_workers == "block" else None))
        page.goto(path)
        return page

    yield open_page
    for page, listeners, idle in opened_pages:
        _reset_page(page)
        for event, listener in listeners.items():
            page.remove_listener(event, listener)
        if idle is None:
            page.context.close()
        else:
            _clear_page(page)
            idle.append(page)
    _wait_for_odds()
    assert page_errors == []
