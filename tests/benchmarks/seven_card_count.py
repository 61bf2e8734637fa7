"""All hands of seven cards, 133,784,560 of them or 8,347,680 of the short deck, counted.

Every set of seven cards comes up once: its two lowest cards and five higher ones. How often each
rank comes is compared with brute force over one hand of each kind, and the categories of Texas
Hold'em and Razz with the published counts, too. The exit status is 1 where a count is another.
Run: uv run python -m tests.benchmarks.seven_card_count [--game holdem --game razz …]
"""

import argparse
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, combinations
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from showdown.bulk import evaluation
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rankings import HIGH, Ranking
from showdown.words.made_hands import title
from tests.bulk.kinds import every_kind
from tests.evaluator import reference

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
"""Counts of hands by category; straight flushes include royal flushes."""

KNOWN_OF_RAZZ = {
    "K low": 13_939_200,
    "Q low": 21_457_920,
    "J low": 24_837_120,
    "T low": 23_675_904,
    "9 low": 19_174_400,
    "8 low": 13_171_200,
    "7 low": 7_426_560,
    "6 low": 3_151_360,
    "5 low": 781_824,
}
"""Counts of lows without a pair."""

PUBLISHED = {"holdem": KNOWN, "razz": KNOWN_OF_RAZZ}
SLUGS = ("holdem", "short-deck", "razz", "deuce-to-seven-razz")
_THREADS = 2


def all_boards(lowest: int = 0) -> NDArray[np.uint8]:
    """Return every set of five cards from this number on, ascending."""
    cards = chain.from_iterable(combinations(range(lowest, 52), 5))
    return np.fromiter(cards, np.uint8).reshape(-1, 5)


def count_with(game: Game, boards: NDArray[np.uint8], low: int, high: int) -> NDArray[np.int64]:
    """Count each strength with these two cards and five higher ones."""
    higher = boards[np.searchsorted(boards[:, 0], high, side="right") :]
    cards = np.empty((len(higher), 7), np.uint8)
    cards[:, :2] = low, high
    cards[:, 2:] = higher
    strengths = evaluation.evaluate(game, cards)
    return np.bincount(strengths.reshape(-1), minlength=len(ranking_of(game).ranks) + 1)


def ranking_of(game: Game) -> Ranking:
    return game.contests[0].ranking


def all_counted(game: Game) -> NDArray[np.int64]:
    """Count each strength among all hands of the deck."""
    lowest = min(card.number for card in game.deck)
    boards = all_boards(lowest)
    pairs = list(combinations(range(lowest, 47), 2))
    with ThreadPoolExecutor(_THREADS) as pool:
        counts = pool.map(lambda pair: count_with(game, boards, *pair), pairs)
        return sum(tqdm(counts, total=len(pairs), unit="pair"), np.int64(0))


def by_category(ranking: Ranking, counts: NDArray[np.int64]) -> dict[str, int]:
    """Return the counts by category, with royal flushes of high hands."""
    categories: Counter[str] = Counter()
    for rank, count in zip(ranking.ranks, counts[1:].tolist(), strict=True):
        categories[ranking.category(rank)] += count
        if ranking is HIGH and title(HIGH, rank) == "royal flush":
            categories["royal flush"] += count
    return dict(+categories)


def by_brute_force(game: Game) -> list[int]:
    """Return the count of each rank, from worst to best, with one hand of each kind."""
    ranks: Counter[tuple[int, ...]] = Counter()
    kinds = every_kind(7, tuple(sorted({card.rank for card in game.deck})))
    for hand, count in zip(kinds.cards.tolist(), kinds.hands.tolist(), strict=True):
        names = [reference.DECK[card] for card in hand]
        ranks[reference.strengths(game.slug, names, [])[0]] += count
    return [count for _, count in sorted(ranks.items())]


def agrees(game: Game) -> bool:
    """Count one game, print it, and compare."""
    start = perf_counter()
    counts = all_counted(game)
    took = perf_counter() - start
    categories = by_category(ranking_of(game), counts)
    print(f"{game.name}: {counts.sum():,} hands in {took:.1f} s")
    for category, count in categories.items():
        print(f"  {category:16}{count:14,}")
    right = counts[counts > 0].tolist() == by_brute_force(game)
    right &= categories.items() >= PUBLISHED.get(game.slug, {}).items()
    print(f"  {np.count_nonzero(counts):,} ranks, {'' if right else 'NOT '}as by brute force")
    return right


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--game", action="append", choices=SLUGS, dest="games")
    options = arguments.parse_args()
    results = [agrees(GAMES[slug]) for slug in options.games or SLUGS]
    sys.exit(not all(results))


if __name__ == "__main__":
    main()
