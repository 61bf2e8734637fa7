"""Runs PostgreSQL's programs on the site's database, or on another server."""

import os
import subprocess
from pathlib import Path
from typing import IO

from django.core.management.base import CommandError
from django.db import connection

from omahasite.embedded.cluster import PORT, USER
from omahasite.embedded.programs import binaries


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
    program, *options = command
    done = subprocess.run(
        [str(binaries() / program), *options, *address[:-1], "--dbname", address[-1]],
        env=os.environ | (variables or {}),
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        raise CommandError(f"{program} has failed: {done.stderr.decode(errors='replace').strip()}")


def make_script(dump: IO[bytes], script: Path) -> None:
    """Write what pg_restore would do as SQL."""
    options = ["--no-owner", "--no-privileges", "--file", str(script)]
    command = [str(binaries() / "pg_restore"), *options]
    done = subprocess.run(command, stdin=dump, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise CommandError(f"pg_restore has failed: {done.stderr.decode(errors='replace').strip()}")
