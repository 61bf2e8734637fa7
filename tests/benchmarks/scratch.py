"""A temporary database for a benchmark, on the server in the settings."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django


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
