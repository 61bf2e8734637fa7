"""Options and timing of benchmarks, and a temporary database on the server in the settings."""

import os
from argparse import ArgumentParser
from contextlib import contextmanager
from time import process_time

import django

from omahasite.embedded.server import create_cluster


def time_rounds(work, rounds, clock=process_time):
    """Return the seconds of each round after the first, which compiles kernels and fills caches."""
    durations = []
    for _ in range(rounds + 1):
        start = clock()
        work()
        durations.append(clock() - start)
    return durations[1:]


def parse_options(description, **defaults):
    parser = ArgumentParser(description=description)
    for name, default in defaults.items():
        is_flag = isinstance(default, bool)
        argument = (
            {"action": "store_true"} if is_flag else {"type": type(default), "default": default}
        )
        parser.add_argument(f"--{name.replace('_', '-')}", **argument)
    return parser.parse_args()


@contextmanager
def scratch_database():
    """Set up Django, and create a migrated database that exists only within the block.

    Create the embedded database cluster if it doesn't exist.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")
    django.setup()
    from django.db import connection
    from django.test.utils import setup_databases, teardown_databases

    if data_directory := connection.settings_dict.get("DATA_DIRECTORY"):
        create_cluster(data_directory)
    old_config = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
    try:
        yield
    finally:
        teardown_databases(old_config, verbosity=0)
