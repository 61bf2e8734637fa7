"""What `settle_many` costs with its check of the cards, over what it costs with `trusted=True`.

Both are run in turn, many times, and the medians of CPU time compared: for two players and for six.
Run: uv run python -m tests.benchmarks.checking [GAME …]
"""

import sys
from statistics import median
from time import process_time

import numpy as np

import showdown
from tests.library.dealing import random_deals

GAMES = ("holdem", "short-deck", "seven-card-stud", "razz", "badugi", "omaha", "omaha-hilo")
PLAYERS = (2, 6)
DEALS, ROUNDS = 200_000, 41


def main() -> None:
    print("| game, players | trusted, ns a deal | checked | more |\n| --- | ---: | ---: | ---: |")
    for slug in sys.argv[1:] or GAMES:
        for players in PLAYERS:
            cards = random_deals(np.random.default_rng(1), showdown.games[slug], DEALS, players)
            rounds = [[taken(slug, cards, how) for how in (True, False)] for _ in range(ROUNDS)]
            trusted, checked = map(median, zip(*rounds[1:], strict=True))
            more = checked / trusted - 1
            print(f"| {slug}, {players} | {trusted:.2f} | {checked:.2f} | {more:.0%} |", flush=True)


def taken(slug, cards, trusted) -> float:
    """Return the CPU time in nanoseconds per deal."""
    start = process_time()
    showdown.settle_many(slug, cards, trusted=trusted)
    return (process_time() - start) * 1e9 / DEALS


if __name__ == "__main__":
    main()
