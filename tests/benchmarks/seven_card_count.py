"""All 133,784,560 hands of seven cards by the hold'em kernel, counted by category.

Every set of seven cards comes up once: its two lowest cards are the hand, the others the board.
The exit status is 1 where a count is not the known one.
Run: uv run python -m tests.benchmarks.seven_card_count
"""

import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from showdown.bulk import evaluation
from showdown.evaluator.games import GAMES
from showdown.evaluator.rankings import HIGH
from showdown.words.made_hands import title

KNOWN = {
    "high card": 23_294_460,
    "pair": 58_627_800,
    "two pair": 31_433_400,
    "three of a kind": 6_461_620,
    "straight": 6_180_020,
    "flush": 4_047_644,
    "full house": 3_473_184,
    "four of a kind": 224_848,
    "straight flush": 41_584,
    "royal flush": 4_324,
}
"""The royal flushes are among the straight flushes, too."""

_HOLDEM = GAMES["holdem"]
_THREADS = 2


def all_boards() -> NDArray[np.uint8]:
    """Every set of five cards, ascending; those of higher cards come last."""
    cards = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(cards, np.uint8).reshape(-1, 5)


def count_with(boards: NDArray[np.uint8], low: int, high: int) -> NDArray[np.int64]:
    """How often each strength comes up with these two cards and five higher ones."""
    higher = boards[np.searchsorted(boards[:, 0], high, side="right") :]
    cards = np.empty((len(higher), 7), np.uint8)
    cards[:, :2] = low, high
    cards[:, 2:] = higher
    strengths = evaluation.evaluate(_HOLDEM, cards)
    return np.bincount(strengths.reshape(-1), minlength=len(HIGH.ranks) + 1)


def by_category(counts: NDArray[np.int64]) -> dict[str, int]:
    found = dict.fromkeys(KNOWN, 0)
    for rank, count in zip(HIGH.ranks, counts[1:].tolist(), strict=True):
        found[HIGH.category(rank)] += count
        if title(HIGH, rank) == "royal flush":
            found["royal flush"] += count
    return found


def counted(boards: NDArray[np.uint8], pairs: Iterable[tuple[int, int]]) -> dict[str, int]:
    pairs = list(pairs)
    with ThreadPoolExecutor(_THREADS) as pool:
        each = pool.map(lambda pair: count_with(boards, *pair), pairs)
        return by_category(sum(tqdm(each, total=len(pairs), unit="pair"), np.int64(0)))


def main() -> None:
    boards = all_boards()
    start = perf_counter()
    found = counted(boards, combinations(range(47), 2))
    took = perf_counter() - start
    for category, known in KNOWN.items():
        sign = "" if found[category] == known else "  WRONG"
        print(f"{category:16}{found[category]:14,}{known:14,}{sign}")
    total = sum(found.values()) - found["royal flush"]
    print(f"{'all':16}{total:14,} in {took:.1f} s")
    sys.exit(found != KNOWN)


if __name__ == "__main__":
    main()
