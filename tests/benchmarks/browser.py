"""Measure response times in the browser: of rulings, of uncached odds, and of the trainer.

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
  const asked = performance.now();
  const verdict = document.getElementById("verdict");
  new MutationObserver((_, watching) => {
    if (!verdict.querySelector(".headline")) return;
    watching.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - asked)));
  }).observe(verdict, { childList: true });
  document.querySelector(`[data-card="${last}"]`).click();
})"""
"""Script that picks the last card, and measures the time until the verdict is painted."""
WATCH_TRAINER = """
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
"""Script that measures the time from Enter until the title of the grade or drill is painted."""


class Spot(NamedTuple):
    """The cards to deal: hands and a board; the last card is picked."""

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
        chromium(f"http://127.0.0.1:{site.port}") as browser,
    ):
        page = browser.new_page()
        for spot in SPOTS:
            report(spot.name, list(waits_at_the_table(page, spot, times)), spot.target)
        grades, drills = waits_in_the_trainer(browser.new_page(), times)
        report("from an answer to its grade", grades, "100")
        report("from a grade to the next drill", drills, "100")


@contextmanager
def chromium(site):
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")
    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        context = browser.new_context(base_url=site, service_workers="block")
        context.set_default_timeout(60_000)
        yield context
        browser.close()


def waits_at_the_table(page, spot, times):
    """Yield the milliseconds for each of `times` different spots, so that no result is cached."""
    shuffled = random.Random(spot.name)
    for _ in range(times):
        cards = shuffled.sample(DECK, sum(spot.hands) + spot.board)
        page.goto(address_without_the_last(spot, cards))
        page.wait_for_load_state("networkidle")
        yield page.evaluate(WATCH_TABLE, cards[-1])


def address_without_the_last(spot, cards):
    remaining = iter(cards[:-1])
    hands = ("".join(islice(remaining, count)) for count in spot.hands)
    fields = {"game": spot.game, "players": len(spot.hands)}
    fields |= {f"hand-{seat}": hand for seat, hand in enumerate(hands)}
    return f"/showdown/?{urlencode(fields | {'board': ''.join(remaining)})}"


def waits_in_the_trainer(page, times):
    page.add_init_script(WATCH_TRAINER)
    page.goto("/showdown/trainer/?drill=ruling")
    grades, drills = [], []
    for _ in range(times):
        page.locator("[data-choice]").first.focus()
        grades.append(press_enter(page, "#grade-title"))
        drills.append(press_enter(page, "[data-keys]:not([hidden])"))
    return grades, drills


def press_enter(page, selector):
    page.evaluate("window.waited = 0")
    page.keyboard.press("Enter")
    page.wait_for_selector(selector)
    while not (milliseconds := page.evaluate("window.waited")):
        page.wait_for_timeout(10)
    return float(milliseconds)


def report(name, milliseconds, target):
    cuts = quantiles(milliseconds, n=10)
    print(f"{name:38}{cuts[4]:8.0f}{cuts[8]:8.0f}   {target}", flush=True)


if __name__ == "__main__":
    main()
