"""Databases that a site can't use: one that is unreachable, and one without tables."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

from django.db import connection
from psycopg import connect

UNREACHABLE = "postgresql://nobody@127.0.0.1:1/nothing"


@contextmanager
def database_without_tables(options: str = "") -> Iterator[str]:
    """Yield the URL of a database that was never migrated, on the server of the tests."""
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password")
    server = {name: parameters[name] for name in names if parameters.get(name)}
    name = f"{connection.settings_dict['NAME']}_without_tables"
    with connect(**server, dbname="postgres", autocommit=True) as administrator:
        administrator.execute(f'DROP DATABASE IF EXISTS "{name}"')
        administrator.execute(f'CREATE DATABASE "{name}" {options}')
        words = (f"{word}={quote(str(value))}" for word, value in server.items())
        yield f"postgresql:///{name}?{'&'.join(words)}"
        administrator.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def run_with(
    database: str, code: str, *arguments: str, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Run code in a process with this database and these settings, and return the process."""
    environment = os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "omahasite.settings",
        "ALLOWED_HOSTS": "testserver",
        **settings,
    }
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
