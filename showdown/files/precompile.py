"""Run every kernel on a few deals, so that all kernels are compiled and cached.

Importing this module imports Numba.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np

from showdown.bulk import evaluation, kernel_cache, outcomes, row_checking
from showdown.bulk.capacity import count_usable_cores
from showdown.bulk.card_texts import encode_texts, read_cards
from showdown.bulk.dealing import sample_outcomes
from showdown.bulk.odds import build_spot_arrays, compute_odds
from showdown.bulk.payouts import compute_shares_of_pots, create_empty_payouts
from showdown.bulk.ranges import inclusion_exclusion, multiway
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.files.blocks import settle_block
from showdown.notation.registry import DEAL_FORMATS
from showdown.notation.spots import read_spot

_MAX_PROCESSES = 4
"""Maximum number of processes. Each takes up to 400 MB, and more would save little time."""

_DEAL = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
_TEXTS = {
    "lines of deals": ("deal-lines", "omaha-hilo", _DEAL),
    "lines with chips": ("deal-lines", "omaha-hilo", _DEAL + b" Pot:100"),
    "files of Hold'em deals": ("holdem", "holdem", b"2\nAh Kh 5s 2s Qd\nAc Kd\n5c 5d\n"),
    "files of Badugi deals": ("badugi", "badugi", b"3c 2s 4d Ah - Ac 2d 3h 4s"),
}
_SPOTS = (["AsKhQsJh", "*"], ["AA", "KK"])
"""The hands of a spot with an unknown hand, and of one with ranges."""


class CompiledGroup(NamedTuple):
    """The number of a group's kernels that had to be compiled, and the seconds to run the group."""

    group: str
    kernels: int
    seconds: float


def compile_all_kernels() -> Iterator[CompiledGroup]:
    """Run all groups of kernels in parallel processes, and yield the result of each."""
    with ProcessPoolExecutor(min(_MAX_PROCESSES, count_usable_cores())) as pool:
        yield from pool.map(_compile_group, _list_kernel_groups())


def _compile_group(group: str) -> CompiledGroup:
    kernels, start = kernel_cache.compile_counter.kernels, perf_counter()
    _list_kernel_groups()[group]()
    return CompiledGroup(
        group, kernel_cache.compile_counter.kernels - kernels, perf_counter() - start
    )


def _list_kernel_groups() -> dict[str, Callable[[], object]]:
    """Return functions by name; each runs a group of related kernels."""
    texts = {
        name: partial(
            settle_block, text, GAMES[slug], DEAL_FORMATS[deal_format], returns_arrays=False
        )
        for name, (deal_format, slug, text) in _TEXTS.items()
    }
    return {
        **texts,
        **{game.name: partial(_run_evaluation, game) for game in GAMES.values()},
        "odds by dealing": _run_dealing,
        "odds of two ranges": _run_two_ranges,
        "odds of several ranges": _run_several_ranges,
        "columns of cards": _run_card_columns,
        "winners and shares": _run_winners_and_shares,
    }


def _run_evaluation(game: Game) -> None:
    """Evaluate one arbitrary deal, including the cards that play."""
    cards = np.array([[card.number for card in game.deck]], np.uint8)
    cards = cards[:, : game.players[0] * game.hole + game.board]
    evaluation.find_cards_that_play(game, cards, evaluation.evaluate(game, cards))


def _run_dealing() -> None:
    for hands in _SPOTS:
        sample_outcomes(build_spot_arrays(read_spot(GAMES["omaha-hilo"], hands)), 1, 0, 100)


def _run_two_ranges() -> None:
    for board, dead in (("2c7d9hTs", ""), ("", "2c")):
        compute_odds(read_spot(GAMES["holdem"], ["AA", "KK"], board, dead))


def _run_card_columns() -> None:
    """Read cards as text, and check that they are a deal."""
    game = GAMES["holdem"]
    cards, _ = read_cards(game, encode_texts(["AcKd5c5dAhKh5s2sQd"]), 2 * game.hole + game.board)
    row_checking.require_valid(game, cards, 2)


def _run_winners_and_shares() -> None:
    game = GAMES["omaha-hilo"]
    outcomes.decide_winners(np.zeros((1, 2, len(game.contests)), np.uint16))
    compute_shares_of_pots(game, WSOP_2026, create_empty_payouts(1, len(game.contests)), 2)


def _run_several_ranges() -> None:
    hands, board = ["AAKK", "QQJJ"], "2c7d9hTs3c"
    multiway.count_outcomes(read_spot(GAMES["omaha-hilo"], hands, board), [(0, 1)])
    inclusion_exclusion.count_outcomes(read_spot(GAMES["omaha"], hands, board), [(0, 1)])


def load_kernels() -> None:
    """Load the stored kernels and their lookup tables, unless one would have to be compiled."""
    if not kernel_cache.is_all_compiled():
        return
    for run in (_run_two_ranges, _run_several_ranges, _run_dealing):
        run()
    for game in tuple(GAMES.values()):  # a test may add games while a thread runs this
        _run_evaluation(game)
