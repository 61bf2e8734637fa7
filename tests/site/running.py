"""Runs the whole site as its operators do: `manage.py up`, on a port of its own."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as held:
        return held.getsockname()[1]


def up(*options, environment, errors=subprocess.PIPE):
    return subprocess.Popen(
        [sys.executable, ROOT / "manage.py", "up", *options],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )


class Site:
    """A site that is up, and answers."""

    def __init__(self, process, port):
        self.process = process
        self.port = port

    def ask(self, address, method="GET", body=None, **headers):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, address, body, names)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        return answer

    def processes(self):
        """Of the site and of its database."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        pid = int(Path(self.home, "18", "postmaster.pid").read_text().split()[0])
        return [*children, psutil.Process(pid)]


@contextmanager
def running(home, *options, port=None, errors=subprocess.PIPE, **variables):
    """`errors` takes what the site says of itself; a pipe is not read before its end."""
    port = port or free_port()
    environment = {
        "POSTGRES_DIRECTORY": str(home / "data base"),
        "STATIC_ROOT": str(home / "static files"),
    } | variables
    process = up("--port", str(port), *options, environment=environment, errors=errors)
    try:
        for line in process.stdout:
            if f"http://127.0.0.1:{port}/showdown" in line:
                break
        else:
            pytest.fail(process.stderr.read() if process.stderr else "the site has not come up")
        site = Site(process, port)
        site.home = home / "data base"
        yield site
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()
