"""Deal spots in workers until the error is small enough.

Workers are processes, which alone import the compiler; or threads of this process, for callers that
have imported it anyway, or whose program can't be started again as a process. The result depends on
the seed and on the time limit, not on the kind of workers.
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
from showdown.bulk.capacity import usable_cores
from showdown.bulk.dealing import Joint, Table
from showdown.bulk.tally import Tally, merged

_FIRST_PART, _MOST_IN_A_PART = 12, 18
"""Powers of two: each part has twice the deals of the one before, so that the first comes soon."""
_PARTS_AHEAD = 2
_DEALT_JOINTLY = 1 << 20
_WORKERS = usable_cores()
_STANDARD_ERRORS = 1.96
"""Standard errors of the mean around it that contain the exact value 95 times of 100."""

_UNSEEN = 3.69
"""An event of this frequency in n deals stays away 25 times of 1,000: e ** -3.69."""


def margin(tally: Tally) -> float:
    """Return the largest error of a share of the sample, with 95 % confidence.

    If all deals of the sample came out alike, others may still be as likely as _UNSEEN in n.
    """
    worst = max(tally.deviation(player) for player in range(tally.players))
    return max(_STANDARD_ERRORS * worst / sqrt(tally.total), _UNSEEN / tally.total)


def sampled(
    table: Table, *, seed: int, within: float, seconds: float, here: bool = False
) -> Iterator[tuple[Tally, ...]]:
    """Yield the outcomes for each field of the table, of ever more deals; `here`: dealt by threads.

    It ends when the margin is small enough or time is up. Time begins with the first part: workers
    that have yet to start and to import the compiler would use up much of it.
    """
    end = 0.0
    tallies: tuple[Tally, ...] = ()
    for part in _parts(table, seed, here=here):
        end = end or monotonic() + seconds
        pairs = zip(tallies or part, part, strict=True)
        tallies = tuple(merged([(one, 1), (two, 1)]) for one, two in pairs) if tallies else part
        yield tallies
        if margin(tallies[0]) <= within or monotonic() >= end:
            return


def sampled_deals(table: Table, *, seed: int, deals: int, here: bool = False) -> tuple[Tally, ...]:
    """Return the outcomes of this many deals, without a time limit: the same on any worker."""
    return _submitted(dealing.sample, table, seed, 0, deals, here=here).result()


def sampled_jointly(table: Table, fields: Sequence[Sequence[int]], *, seed: int) -> Joint:
    """Return the outcomes of each set of players in the same million random deals."""
    parts = range(_DEALT_JOINTLY >> _MOST_IN_A_PART)
    deals = 1 << _MOST_IN_A_PART
    futures = [
        _submitted(dealing.joint_sample, table, fields, seed, part, deals, here=False)
        for part in parts
    ]
    return sum((future.result() for future in futures), Counter())


def all_dealt(table: Table, *, here: bool = False) -> tuple[Tally, ...]:
    """Return the outcomes of every deal, for each field of the table."""
    return _submitted(dealing.deal_all, table, here=here).result()


def _parts(table: Table, seed: int, *, here: bool) -> Iterator[tuple[Tally, ...]]:
    """Yield the parts in order, while workers deal the next ones."""
    ahead: deque[Future[tuple[Tally, ...]]] = deque()
    numbers = count()
    try:
        while True:
            while len(ahead) < _PARTS_AHEAD * _WORKERS:
                number = next(numbers)
                deals = 1 << min(_FIRST_PART + number, _MOST_IN_A_PART)
                ahead.append(_submitted(dealing.sample, table, seed, number, deals, here=here))
            yield ahead.popleft().result()
    finally:
        for future in ahead:
            future.cancel()


def _submitted[T](work: Callable[..., T], *arguments: Any, here: bool) -> Future[T]:
    """Submit work to a worker. If the workers are gone (one was killed), start new ones."""
    workers = _threads if here else _processes
    try:
        return workers().submit(work, *arguments)
    except BrokenExecutor:
        workers.cache_clear()
        return workers().submit(work, *arguments)


@cache
def _processes() -> Executor:
    """Return workers that start anew, not as copies of this process, which may have threads.

    Their class is imported on first use: most odds need no workers.
    """
    return futures.ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn"))


@cache
def _threads() -> Executor:
    return ThreadPoolExecutor(_WORKERS, thread_name_prefix="showdown-odds")
