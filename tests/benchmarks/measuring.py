"""Timing for benchmarks, and a temporary database on the server in the settings."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time

import django


def seconds(
    work: Callable[[], object], rounds: int, clock: Callable[[], float] = process_time
) -> list[float]:
    """Return the seconds of each round after the first, which compiles and fills caches."""
    took = []
    for _ in range(rounds + 1):
        start = clock()
        work()
        took.append(clock() - start)
    return took[1:]


@contextmanager
def scratch_database() -> Iterator[None]:
    """Set up Django, and create and migrate a database that exists only within the block."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")
    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    created = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    try:
        yield
    finally:
        teardown_databases(created, verbosity=0)
