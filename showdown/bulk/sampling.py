"""Sample spots in workers until the margin of error is small enough.

Workers are processes, so that only they import Numba, which is slow. `use_threads` is for callers
that have already imported it, or whose main module a spawned process can't import. The result
depends on the seed and on the time limit, not on the kind of worker.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from functools import cache
from itertools import count
from math import sqrt
from multiprocessing import get_context
from time import monotonic
from typing import Any

from showdown.bulk import dealing
from showdown.bulk.capacity import count_usable_cores
from showdown.bulk.dealing import JointOutcomes, SpotArrays
from showdown.bulk.tally import Tally, merge_tallies

_FIRST_PART_EXPONENT, _MAX_PART_EXPONENT = 12, 18
"""Exponents of two for the number of deals in the first and in the largest parts of a sample.

A part is sampled as one task. The number of deals doubles from part to part until the maximum, so
that the first result is early.
"""
_PARTS_AHEAD = 2
"""Number of parts per worker that are submitted in advance."""
_JOINT_SAMPLE_SIZE = 1 << 20
"""Number of random deals in which joint outcomes are counted."""
_WORKERS = count_usable_cores()
_STANDARD_ERRORS = 1.96
"""The exact value is within this number of standard errors of the mean with 95% confidence."""
_MAX_UNSEEN_COUNT = 3.69
"""An event with this expected number of occurrences is absent from 2.5% of samples."""


def compute_margin_of_error(tally: Tally) -> float:
    """Return the largest error of a share in a sample of n deals, with 95% confidence.

    It is at least _MAX_UNSEEN_COUNT / n, because an outcome of this frequency may be absent from
    the sample.
    """
    worst = max(tally.deviation(player) for player in range(tally.players))
    return max(_STANDARD_ERRORS * worst / sqrt(tally.total), _MAX_UNSEEN_COUNT / tally.total)


def sample_tallies(
    spot: SpotArrays, *, seed: int, within: float, seconds: float, use_threads: bool = False
) -> Iterator[tuple[Tally, ...]]:
    """After each part, yield the tallies of all deals so far, one for each of `spot.player_sets`.

    Stop when the margin of the first tally, which has all players, is at most `within`, or
    `seconds` after the first result. Before that result, workers may have to start and import
    Numba. If `use_threads` is true, threads deal.
    """
    end = 0.0
    tallies: tuple[Tally, ...] = ()
    for part in _deal_parts(spot, seed, use_threads=use_threads):
        end = end or monotonic() + seconds
        pairs = zip(tallies or part, part, strict=True)
        tallies = (
            tuple(merge_tallies([(total, 1), (added, 1)]) for total, added in pairs)
            if tallies
            else part
        )
        yield tallies
        if compute_margin_of_error(tallies[0]) <= within or monotonic() >= end:
            return


def sample_jointly(
    spot: SpotArrays, player_sets: Sequence[Sequence[int]], *, seed: int
) -> JointOutcomes:
    """Count joint outcomes among the sets of players in a million random deals."""
    parts = range(_JOINT_SAMPLE_SIZE >> _MAX_PART_EXPONENT)
    deals = 1 << _MAX_PART_EXPONENT
    tasks = [
        submit(
            dealing.sample_joint_outcomes, spot, player_sets, seed, part, deals, use_threads=False
        )
        for part in parts
    ]
    return sum((future.result() for future in tasks), Counter())


def _deal_parts(spot: SpotArrays, seed: int, *, use_threads: bool) -> Iterator[tuple[Tally, ...]]:
    """Yield the parts in order, while workers deal the next ones."""
    ahead: deque[Future[tuple[Tally, ...]]] = deque()
    part_numbers = count()
    try:
        while True:
            while len(ahead) < _PARTS_AHEAD * _WORKERS:
                number = next(part_numbers)
                deals = 1 << min(_FIRST_PART_EXPONENT + number, _MAX_PART_EXPONENT)
                ahead.append(
                    submit(
                        dealing.sample_outcomes, spot, seed, number, deals, use_threads=use_threads
                    )
                )
            yield ahead.popleft().result()
    finally:
        for future in ahead:
            future.cancel()


def submit[T](work: Callable[..., T], *arguments: Any, use_threads: bool) -> Future[T]:
    """Submit work to a worker. If a worker was killed, replace all workers."""
    workers = _get_threads if use_threads else _get_processes
    try:
        return workers().submit(work, *arguments)
    except BrokenExecutor:
        workers.cache_clear()
        return workers().submit(work, *arguments)


@cache
def _get_processes() -> Executor:
    """Return an executor that spawns processes, because forking a process with threads is unsafe.

    `concurrent.futures` imports ProcessPoolExecutor only when it is accessed here, because most
    odds need no workers.
    """
    return futures.ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn"))


@cache
def _get_threads() -> Executor:
    return ThreadPoolExecutor(_WORKERS, thread_name_prefix="showdown-odds")
