"""Measure the nanoseconds to rank a hand in memory on one core, by kernels and by the evaluator.

Run: uv run python -m tests.benchmarks.kernels [--deals 500000] [--rounds 15] [--game razz …]
"""

import argparse
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np

from showdown.bulk import evaluation
from showdown.bulk.evaluation import list_evaluator_names
from showdown.evaluator.deals import Deal
from showdown.evaluator.games import GAMES
from showdown.evaluator.settlement import settle
from tests.benchmarks.measuring import time_rounds
from tests.library.dealing import random_deals

PLAYER_COUNTS = {"holdem": (2, 10)}
TARGET_NANOSECONDS = {
    ("omaha-hilo", 2): 15,
    ("holdem", 2): 3,
    ("holdem", 10): 2,
    ("badugi", 2): 10,
    ("seven-card-stud", 2): 6,
    ("razz", 2): 6,
    ("deuce-to-seven-razz", 2): 6,
    ("five-card-stud", 2): 4,
    ("five-card-draw", 2): 4,
    ("deuce-to-seven", 2): 4,
    ("ace-to-five", 2): 4,
}
_PYTHON_DEALS = 500


class Figures(NamedTuple):
    """Nanoseconds per hand: median and minimum of the kernels, and median of the evaluator."""

    median: float
    best: float
    python: float


def measure(game, players, count, rounds):
    cards = random_deals(np.random.default_rng(52), game, count, players)
    hands = count * players
    durations = time_rounds(lambda: evaluation.evaluate(game, cards), rounds, perf_counter)
    kernel_times = [duration / hands * 1e9 for duration in durations]
    deals = [Deal.from_numbers(game, row.tobytes()) for row in cards[:_PYTHON_DEALS]]
    python = median(time_rounds(lambda: [settle(deal) for deal in deals], 3, perf_counter))
    return Figures(median(kernel_times), min(kernel_times), python / len(deals) / players * 1e9)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--deals", type=int, default=500_000)
    arguments.add_argument("--rounds", type=int, default=15)
    arguments.add_argument("--game", action="append", choices=GAMES, dest="games")
    options = arguments.parse_args()
    print("nanoseconds a hand", " " * 21, "median  best   target    Python  evaluated by")
    for game in map(GAMES.__getitem__, options.games or GAMES):
        for players in PLAYER_COUNTS.get(game.slug, (2,)):
            deals = options.deals * 2 // players
            figures = measure(game, players, deals, options.rounds)
            name = f"{game.name}, {players} players"
            target = TARGET_NANOSECONDS.get((game.slug, players), "")
            kernels = ", ".join(dict.fromkeys(list_evaluator_names(game).values()))
            print(
                f"{name:38}{figures.median:9.1f}{figures.best:7.1f}{target:6}"
                f"{figures.python:10,.0f}  {kernels}"
            )


if __name__ == "__main__":
    main()
