"""Answers drills in a browser, one after the other, and says how long people wait.

From the key that answers to the grade, and from the key that goes on to the next drill, each until
it is painted; on a busy machine, look at the processor time of the page's thread. The site must be
running; the answers come no faster than it lets one address ask.
Run: uv run python -m tests.benchmarks.trainer http://127.0.0.1:8000 [--answers 200]
"""

import argparse
from statistics import median, quantiles
from typing import NamedTuple

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.conftest import ARGUMENTS, CHROMIUM

_BETWEEN = 550
"""Milliseconds: with more than two answers a second the site turns somebody away."""
_WATCH = """
  let since = 0, shown = "";
  const begin = ({ key }) => { if (key === "Enter") since = performance.now(); };
  addEventListener("keydown", begin, true);
  new MutationObserver(() => {
    const title = document.querySelector("#grade-title, #drill-title:focus");
    if (!title || title.id === shown) return;
    shown = title.id;
    requestAnimationFrame(() => setTimeout(() => { window.waited = performance.now() - since; }));
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""


class Wait(NamedTuple):
    """Milliseconds from Enter to what was waited for, and of the processor in between."""

    milliseconds: float
    processor: float


def waited(page: Page, thread: CDPSession, selector: str) -> Wait:
    """How long it takes until this is painted."""
    page.evaluate("window.waited = 0")
    before = processor(thread)
    page.keyboard.press("Enter")
    page.wait_for_selector(selector)
    while not (milliseconds := page.evaluate("window.waited")):
        page.wait_for_timeout(10)
    return Wait(float(milliseconds), processor(thread) - before)


def processor(thread: CDPSession) -> float:
    """Milliseconds that the page's thread has used so far."""
    metrics = thread.send("Performance.getMetrics")["metrics"]
    return next(1000 * one["value"] for one in metrics if one["name"] == "TaskDuration")


def report(name: str, waits: list[Wait]) -> None:
    milliseconds = [wait.milliseconds for wait in waits]
    late, used = quantiles(milliseconds, n=20)[-1], median(wait.processor for wait in waits)
    print(
        f"{name}: median {median(milliseconds):.0f} ms, 95 % in {late:.0f} ms;"
        f" {used:.0f} ms of the page's thread"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site")
    parser.add_argument("--answers", type=int, default=200)
    options = parser.parse_args()
    grades, drills = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.add_init_script(_WATCH)
        thread = page.context.new_cdp_session(page)
        thread.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(f"{options.site}/showdown/trainer/?drill=ruling")
        for _ in range(options.answers):
            page.wait_for_timeout(_BETWEEN)
            page.keyboard.press("1")
            grades.append(waited(page, thread, "#grade-title"))
            drills.append(waited(page, thread, "[data-keys]:not([hidden])"))
        browser.close()
    report("from the answer to its grade", grades)
    report("from the grade to the next drill", drills)


if __name__ == "__main__":
    main()
