"""Measure response times in the browser: of rulings, uncached odds, and the trainer.

Run: uv run python -m tests.benchmarks.browser [--times 40]
"""

import os
import random
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlencode

import django

from omahasite.settings import RATE_LIMITS
from tests.benchmarks.measuring import parse_options
from tests.settings import environment_with
from tests.site.running import run_site

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
WATCH_TABLE = """last => new Promise((done) => {
  const start = performance.now();
  const verdict = document.getElementById("verdict");
  new MutationObserver((_, observer) => {
    if (!verdict.querySelector(".headline")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  }).observe(verdict, { childList: true });
  document.querySelector(`[data-card="${last}"]`).click();
})"""
"""Script that picks the last card, and measures the time until the verdict is painted."""
WATCH_TRAINER = """
  let start = 0, lastId = "";
  const begin = ({ key }) => { if (key === "Enter") start = performance.now(); };
  addEventListener("keydown", begin, true);
  new MutationObserver(() => {
    const title = document.querySelector("#grade-title, #drill-title:focus");
    if (!title || title.id === lastId) return;
    lastId = title.id;
    requestAnimationFrame(() => setTimeout(() => { window.waited = performance.now() - start; }));
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""
"""Script that measures the time from Enter until the title of the grade or drill is painted."""


class Spot(NamedTuple):
    """Numbers of cards to deal for hands and board, and target times in milliseconds.

    The browser picks the last card.
    """

    name: str
    game: str
    hands: tuple[int, ...]
    board: int
    target: str


SPOTS = (
    Spot("a ruling, Hold'em, two hands", "holdem", (2, 2), 5, "60, 120"),
    Spot("a ruling, Omaha Hi/Lo, two hands", "omaha-hilo", (4, 4), 5, "60, 120"),
    Spot("a ruling, Omaha Hi/Lo, six hands", "omaha-hilo", (4,) * 6, 5, "60, 120"),
    Spot("the odds, Hold'em on the turn", "holdem", (2, 2), 4, ""),
    Spot("the odds, Omaha Hi/Lo on the flop", "omaha-hilo", (4, 4), 3, ""),
    Spot("cold odds, Razz on fourth street", "razz", (4, 4), 0, "1000"),
    Spot("cold odds, Razz, three hands", "razz", (4, 4, 4), 0, "1000"),
)


def main():
    times = parse_options(__doc__, times=40).times
    print(f"{'milliseconds':38}{'median':>8}{'90th':>8}   target")
    unlimited = environment_with(RATE_LIMITS=dict.fromkeys(RATE_LIMITS, (10**6, 60)))
    with (
        TemporaryDirectory() as directory,
        run_site(Path(directory), "--workers", "0", **unlimited) as site,
        open_chromium(f"http://127.0.0.1:{site.port}") as browser,
    ):
        page = browser.new_page()
        for spot in SPOTS:
            report(spot.name, list(measure_table(page, spot, times)), spot.target)
        grades, drills = measure_trainer(browser.new_page(), times)
        report("from an answer to its grade", grades, "100")
        report("from a grade to the next drill", drills, "100")


@contextmanager
def open_chromium(base_url):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")
    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        context = browser.new_context(base_url=base_url, service_workers="block")
        context.set_default_timeout(60_000)
        yield context
        browser.close()


def measure_table(page, spot, times):
    """Yield the milliseconds for each of `times` spots, all different, so that none is cached."""
    rng = random.Random(spot.name)
    for _ in range(times):
        cards = rng.sample(DECK, sum(spot.hands) + spot.board)
        page.goto(build_path_without_last_card(spot, cards))
        page.wait_for_load_state("networkidle")
        yield page.evaluate(WATCH_TABLE, cards[-1])


def build_path_without_last_card(spot, cards):
    remaining = iter(cards[:-1])
    hands = ("".join(islice(remaining, count)) for count in spot.hands)
    fields = {"game": spot.game, "players": len(spot.hands)}
    fields |= {f"hand-{seat}": hand for seat, hand in enumerate(hands)}
    return f"/showdown/?{urlencode(fields | {'board': ''.join(remaining)})}"


def measure_trainer(page, times):
    page.add_init_script(WATCH_TRAINER)
    page.goto("/showdown/trainer/?drill=ruling")
    grades, drills = [], []
    for _ in range(times):
        page.locator("[data-choice]").first.focus()
        grades.append(press_enter(page, "#grade-title"))
        drills.append(press_enter(page, "[data-keys]:not([hidden])"))
    return grades, drills


def press_enter(page, selector):
    """Press Enter, and return the milliseconds until the title is painted."""
    page.evaluate("window.waited = 0")
    page.keyboard.press("Enter")
    page.wait_for_selector(selector)
    while not (milliseconds := page.evaluate("window.waited")):
        page.wait_for_timeout(10)
    return float(milliseconds)


def report(name, milliseconds, target):
    deciles = quantiles(milliseconds, n=10)
    print(f"{name:38}{deciles[4]:8.0f}{deciles[8]:8.0f}   {target}", flush=True)


if __name__ == "__main__":
    main()
