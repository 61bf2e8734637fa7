"""Databases that a site can't use: one that is unreachable, and one without tables."""

import json
import os
import sys
from contextlib import contextmanager
from typing import NamedTuple
from urllib.parse import quote, urlencode

from django.db import connection
from psycopg import connect

from tests import run_program

UNREACHABLE = "postgresql://nobody@127.0.0.1:1/nothing"


def _server():
    parameters = connection.get_connection_params()
    names = ("host", "port", "user", "password")
    return {name: str(parameters[name]) for name in names if parameters.get(name)}


def connection_url(name=""):
    name = name or connection.get_connection_params()["dbname"]
    return f"postgresql:///{name}?{urlencode(_server(), quote_via=quote)}"


@contextmanager
def database_without_tables(options=""):
    server = _server()
    name = f"{connection.settings_dict['NAME']}_without_tables"
    with connect(**server, dbname="postgres", autocommit=True) as administrator:
        administrator.execute(f'DROP DATABASE IF EXISTS "{name}"')
        administrator.execute(f'CREATE DATABASE "{name}" {options}')
        yield connection_url(name)
        administrator.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


_REQUEST_SCRIPT = """
import json, sys, django
django.setup()
from django.test import Client
responses = [
    Client().generic(method, address, body, headers=headers)
    for method, address, body, headers in json.loads(sys.argv[1])
]
print(json.dumps([[r.status_code, dict(r.headers), b"".join(r).decode()] for r in responses]))
"""


class Response(NamedTuple):
    """A response; the names of its headers are in lower case."""

    status: int
    headers: dict[str, str]
    text: str


def responses_with(database, *requests, **settings):
    """Return the responses and the log of a site with this database and these settings.

    One process sends all requests, because starting a process takes longer than the requests.
    """
    environment = os.environ | {
        "DATABASE_URL": database,
        "DJANGO_SETTINGS_MODULE": "omahasite.settings",
        "ALLOWED_HOSTS": "testserver",
        **settings,
    }
    command = [sys.executable, "-c", _REQUEST_SCRIPT, json.dumps(requests)]
    completed = run_program(command, env=environment, check=True)
    responses = [
        Response(status, {name.lower(): value for name, value in headers.items()}, text)
        for status, headers, text in json.loads(completed.stdout)
    ]
    return responses, completed.stderr
