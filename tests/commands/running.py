"""Run commands in a process or in this one, with an input, an output and an exit status."""

import gc
import io
import os
import subprocess
import sys
from tempfile import TemporaryFile
from unittest.mock import patch

from django.core.management import load_command_class

from tests import ROOT

DATA = ROOT / "tests" / "data"


def command(name, *arguments):
    return [sys.executable, str(ROOT / "manage.py"), name, *map(str, arguments)]


def run(name, *arguments, stdin=b"", **environment):
    options = {"env": os.environ | environment, "input": stdin, "capture_output": True}
    return subprocess.run(command(name, *arguments), check=False, **options)


class _Stream(io.TextIOWrapper):
    """A stream that stores its output, and may be a terminal."""

    def __init__(self, *, terminal=False):
        super().__init__(io.BytesIO())
        self._terminal = terminal

    def isatty(self):
        return self._terminal

    def written(self):
        self.flush()
        return self.buffer.getvalue()


def call(name, *arguments, stdin=b"", terminal=False):
    """Run a command in this process, because starting another one takes a second.

    With `terminal`, standard error appears to be a terminal.
    """
    words = ["manage.py", name, *map(str, arguments)]
    out, errors = _Stream(), _Stream(terminal=terminal)
    status = 0
    with TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        source = io.TextIOWrapper(given)
        with patch.multiple(sys, stdin=source, stdout=out, stderr=errors):
            try:
                load_command_class("showdown", name).run_from_argv(words)
            except SystemExit as end:
                status = end.code
        gc.unfreeze()
    return subprocess.CompletedProcess(words, status, out.written(), errors.written())
