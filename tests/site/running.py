"""Run `manage.py up` and other commands as operators do."""

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

from tests import ROOT, run_program


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def manage(*arguments, **environment):
    command = [sys.executable, ROOT / "manage.py", *arguments]
    return run_program(command, env=os.environ | environment)


def up(*options, environment, errors=subprocess.PIPE, listener=None):
    interpreter_options = [] if listener is None else ["-c", SYSTEMD_SCRIPT, str(listener.fileno())]
    return subprocess.Popen(
        [sys.executable, *interpreter_options, ROOT / "manage.py", "up", *options],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        pass_fds=[listener.fileno()] if listener else [],
    )


SYSTEMD_SCRIPT = """
import os, sys
number, *command = sys.argv[1:]
os.dup2(int(number), 3)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, *command])
"""


class Site:
    def __init__(self, process, port):
        self.process = process
        self.port = port

    def request(self, address, method="GET", body=None, **headers):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        header_fields = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, address, body, header_fields)
        response = connection.getresponse()
        response.text = response.read().decode()
        connection.close()
        return response

    def processes(self):
        children = psutil.Process(self.process.pid).children(recursive=True)
        pid = int(Path(self.home, "18", "postmaster.pid").read_text().split()[0])
        return [*children, psutil.Process(pid)]


@contextmanager
def run_site(home, *options, listener=None, errors=subprocess.PIPE, **variables):
    """Run a site. Its standard error goes to `errors`; read a pipe after the site has ended."""
    port = listener.getsockname()[1] if listener else free_port()
    environment = {
        "POSTGRES_DIRECTORY": str(home / "data base"),
        "STATIC_ROOT": str(home / "static files"),
    } | variables
    arguments = ("--port", str(port), *options)
    process = up(*arguments, environment=environment, errors=errors, listener=listener)
    try:
        for line in process.stdout:
            if f"http://127.0.0.1:{port}/showdown" in line:
                break
        else:
            pytest.fail(process.stderr.read() if process.stderr else "the site has not started")
        site = Site(process, port)
        site.home = home / "data base"
        yield site
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate()


def has_ended(process):
    """Return whether a process has ended, even if its parent hasn't noticed."""
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


def workers(site):
    return _children(site, "worker")


def web_processes(site):
    return _children(site, "omahasite.serving")


def _children(site, argument):
    children = psutil.Process(site.process.pid).children()
    return [child for child in children if not has_ended(child) and argument in child.cmdline()]
