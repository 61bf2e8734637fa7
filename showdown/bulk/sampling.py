"""Sample spots in workers until the margin of error is small enough.

Workers are processes, so that only they import the compiler. Threads are used instead if the caller
has already imported it, or if its program can't be started again as a process. The result depends
on the seed and on the time limit, not on the kind of worker.
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

_FIRST_PART, _MAX_IN_A_PART = 12, 18
"""Sizes of parts as exponents of two. Parts double in size, so that the first is done early."""
_PARTS_AHEAD = 2
"""Number of parts per worker that are submitted in advance."""
_DEALT_JOINTLY = 1 << 20
"""Number of deals from which joint outcomes are counted."""
_WORKERS = count_usable_cores()
_STANDARD_ERRORS = 1.96
"""The exact value is within this number of standard errors of the mean with 95% confidence."""
_UNSEEN = 3.69
"""An event with this expected number of occurrences is absent from 2.5% of samples."""


def margin_of_error(tally: Tally) -> float:
    """Return the largest error of a share in a sample of n deals, with 95% confidence.

    It is at least _UNSEEN / n, because an outcome of this frequency may be absent from the sample.
    """
    worst = max(tally.deviation(player) for player in range(tally.players))
    return max(_STANDARD_ERRORS * worst / sqrt(tally.total), _UNSEEN / tally.total)


def sample_tallies(
    spot: SpotArrays, *, seed: int, within: float, seconds: float, use_threads: bool = False
) -> Iterator[tuple[Tally, ...]]:
    """Yield the tally of each field of the table, for more and more deals.

    Stop when the margin is at most `within`, or `seconds` after the first result; workers may have
    to start and import the compiler before that result. If `use_threads` is true, threads deal.
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
        if margin_of_error(tallies[0]) <= within or monotonic() >= end:
            return


def sample_jointly(
    spot: SpotArrays, player_sets: Sequence[Sequence[int]], *, seed: int
) -> JointOutcomes:
    """Count joint outcomes among the sets of players in a million random deals."""
    parts = range(_DEALT_JOINTLY >> _MAX_IN_A_PART)
    deals = 1 << _MAX_IN_A_PART
    futures = [
        submit(
            dealing.sample_joint_outcomes, spot, player_sets, seed, part, deals, use_threads=False
        )
        for part in parts
    ]
    return sum((future.result() for future in futures), Counter())


def _deal_parts(spot: SpotArrays, seed: int, *, use_threads: bool) -> Iterator[tuple[Tally, ...]]:
    """Yield the parts in order, while workers deal the next ones."""
    ahead: deque[Future[tuple[Tally, ...]]] = deque()
    numbers = count()
    try:
        while True:
            while len(ahead) < _PARTS_AHEAD * _WORKERS:
                number = next(numbers)
                deals = 1 << min(_FIRST_PART + number, _MAX_IN_A_PART)
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
    """Submit work to a worker. Replace the processes if they are broken by a killed worker."""
    workers = _threads if use_threads else _processes
    try:
        return workers().submit(work, *arguments)
    except BrokenExecutor:
        workers.cache_clear()
        return workers().submit(work, *arguments)


@cache
def _processes() -> Executor:
    """Return an executor that spawns processes, because forking a process with threads is unsafe.

    `futures` imports the class on first access; most odds need no workers.
    """
    return futures.ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn"))


@cache
def _threads() -> Executor:
    return ThreadPoolExecutor(_WORKERS, thread_name_prefix="showdown-odds")
