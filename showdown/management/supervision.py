"""Processes that run beside this one, and end with it."""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

_LONGEST_PAUSE = 60
_LOOKS_AT_THE_KILLED = 10


class Child:
    """A process in a group of its own: Ctrl-C reaches only this one, which then ends it."""

    def __init__(self, command: Sequence[str], *, cwd: Path, env: Mapping[str, str]) -> None:
        self._command, self._cwd, self._env = command, cwd, env
        self._pause = 1
        self._start()

    def _start(self) -> None:
        self._started = monotonic()
        self._process = subprocess.Popen(
            self._command,
            cwd=self._cwd,
            env=self._env,
            start_new_session=True,
            preexec_fn=_end_with_parent,  # noqa: PLW1509, the one that starts it has no threads
        )

    @property
    def status(self) -> int | None:
        """How it ended; None while it runs."""
        return self._process.poll()

    def restart_when_due(self) -> None:
        """Start again one that has ended; if it always ends soon, less and less often."""
        lived = monotonic() - self._started
        if lived > self._pause:
            self._pause = 1 if lived > _LONGEST_PAUSE else min(2 * self._pause, _LONGEST_PAUSE)
            self.kill()
            self._start()

    def ask_to_end(self) -> None:
        if self.status is None:
            self._process.terminate()

    def kill(self, grace: float = 0) -> None:
        """End it, after so many seconds at most, and whatever it has left running."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
            for _ in range(_LOOKS_AT_THE_KILLED):
                sleep(0.1)
                os.killpg(self._process.pid, 0)
        self._process.wait()


def _end_with_parent() -> None:
    """Have the process ended when this one is killed, where the system can."""
    if sys.platform == "linux":
        end_with_parent = 1
        ctypes.CDLL(None).prctl(end_with_parent, signal.SIGTERM)
