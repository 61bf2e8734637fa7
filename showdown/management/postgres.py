"""Runs PostgreSQL's programs on the site's database, or on another server."""

import os
import subprocess
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandError
from django.db import connection

from omahasite.embedded.cluster import PORT, USER, binaries


def run(
    *command: str,
    place: str | None = None,
    stdin: IO[bytes] | int = subprocess.DEVNULL,
    stdout: IO[bytes] | None = None,
) -> None:
    """Run a program on the site's database, or on the embedded server that listens at `place`.

    Raises CommandError with its output.
    """
    client, server = connection.client_class, connection.settings_dict
    variables: dict[str, str] | None = None
    if place is None:
        [_, *address], variables = client.settings_to_cmd_args_env(server, [])
    else:
        address = ["-h", place, "-p", str(PORT), "-U", USER, server["NAME"]]
    options = (*command, *address[:-1], "--dbname", address[-1])
    _run(*options, env=os.environ | (variables or {}), stdin=stdin, stdout=stdout)


def make_script(dump: IO[bytes], script: Path) -> None:
    """Write what pg_restore would do as SQL."""
    _run("pg_restore", "--no-owner", "--no-privileges", "--file", str(script), stdin=dump)


def _run(program: str, *options: str, **streams: Any) -> None:
    command = [str(binaries() / program), *options]
    done = subprocess.run(command, stderr=subprocess.PIPE, check=False, **streams)
    if done.returncode:
        raise CommandError(f"{program} has failed: {done.stderr.decode(errors='replace').strip()}")
