"""Run commands in a new process or in this process."""

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

    def __init__(self, *, is_terminal=False):
        super().__init__(io.BytesIO())
        self._is_terminal = is_terminal

    def isatty(self):
        return self._is_terminal

    def read_bytes(self):
        self.flush()
        return self.buffer.getvalue()


def call(name, *arguments, stdin=b"", is_terminal=False):
    """Run a command in this process, because starting another one takes a second.

    If `is_terminal`, standard error appears to be a terminal.
    """
    argv = ["manage.py", name, *map(str, arguments)]
    stdout, stderr = _Stream(), _Stream(is_terminal=is_terminal)
    status = 0
    with TemporaryFile() as input_file:
        input_file.write(stdin)
        input_file.seek(0)
        source = io.TextIOWrapper(input_file)
        with patch.multiple(sys, stdin=source, stdout=stdout, stderr=stderr):
            try:
                load_command_class("showdown", name).run_from_argv(argv)
            except SystemExit as end:
                status = end.code
        gc.unfreeze()
    return subprocess.CompletedProcess(argv, status, stdout.read_bytes(), stderr.read_bytes())
