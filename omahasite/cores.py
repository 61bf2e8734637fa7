"""The processor cores that this process may use, and keeping to one of them.

A web process runs Python on one core at a time. Where there is one for each core, each keeps to its
own. If the system moves them about, two often share a core for a second, and their clients wait.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CAN_KEEP = hasattr(os, "sched_setaffinity")
CORES = frozenset(os.sched_getaffinity(0)) if CAN_KEEP else frozenset()
"""Those it may use when it starts; empty where the system doesn't say."""


def core_for_each(processes: int) -> list[int | None]:
    """The core of each process: a different one if there are as many cores, otherwise None."""
    return [*sorted(CORES)] if len(CORES) == processes > 1 else [None] * processes


def keep_to(core: int) -> None:
    """Keep the calling thread, and what it starts from now on, to this core if it is there."""
    with suppress(OSError):
        os.sched_setaffinity(0, {core})


@contextmanager
def on_all_cores() -> Iterator[None]:
    """Let whatever the calling thread starts in the meantime use all cores."""
    if not CAN_KEEP:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, CORES)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
