"""What is imported when the first page is open: it takes long, and to collect tests needs none."""

from typing import Any


def expect(subject: Any) -> Any:
    """Playwright's expectations of a page or a locator, with time for a busy machine."""
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)
    return expect(subject)


def press(button: Any) -> None:
    """Press what an answer has brought, when the answer has its styles, too.

    Without JavaScript nothing checks that a click hits what it is meant for, and until its styles
    are there, a page moves.
    """
    button.wait_for()
    button.page.wait_for_load_state()
    button.click()


def faults_of(page: Any, **options: Any) -> list[dict[str, Any]]:
    """What axe finds wrong with the page."""
    from axe_playwright_python.sync_playwright import Axe

    faults: list[dict[str, Any]] = Axe().run(page, **options).response["violations"]
    return faults
