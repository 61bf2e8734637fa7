"""Child processes that are restarted when they end, and that end with this process.

Alternatives don't fit: systemd would restart the whole site for one process, honcho ends all
processes when one ends, supervisor gives up after a few attempts and needs a settings file, and
circus depends on a message queue and a web framework.
"""

import ctypes
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

logger = logging.getLogger("showdown.supervision")

_LONGEST_PAUSE = 60


class Child:
    """A process in its own group, so that Ctrl-C reaches only the parent, which ends the child.

    `sockets` are file descriptors that the child inherits. The child reports that it is ready by
    closing the file descriptor in its environment variable READY_FD.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        sockets: Sequence[int] = (),
    ) -> None:
        self._command, self._cwd, self._env = command, cwd, env
        self._sockets = sockets
        self._pause = 1
        self._start()

    def _start(self) -> None:
        self._started = monotonic()
        self._ready, write_end = os.pipe()
        os.set_blocking(self._ready, False)
        try:
            self._process = subprocess.Popen(
                self._command,
                cwd=self._cwd,
                env=self._env | {"READY_FD": str(write_end)},  # type: ignore[operator]
                start_new_session=True,
                pass_fds=[write_end, *self._sockets],
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - this process has no other threads
            )
        finally:
            os.close(write_end)

    @property
    def status(self) -> int | None:
        """Return the exit status; None while the process runs."""
        return self._process.poll()

    @property
    def is_ready(self) -> bool:
        """Return whether the process has reported that it is ready, and still runs."""
        try:
            is_closed = os.read(self._ready, 1) == b""
        except BlockingIOError:
            return False
        return is_closed and self.status is None

    def restart_when_due(self) -> None:
        """Kill the rest of the group and restart the process, unless it started too recently.

        The required time since its start doubles with each failure, up to a minute.
        """
        lived = monotonic() - self._started
        if lived > self._pause:
            self._pause = 1 if lived > _LONGEST_PAUSE else min(2 * self._pause, _LONGEST_PAUSE)
            status = self.status
            self.kill()
            os.close(self._ready)
            self._start()
            logger.warning(
                "a process ended with status %s after %.0f s, and was started again: %s",
                status,
                lived,
                " ".join(self._command[1:]),
            )

    def terminate(self) -> None:
        if self.status is None:
            self._process.terminate()

    def kill(self, grace: float = 0) -> None:
        """Wait up to `grace` seconds for the process to end, then kill its whole group."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
            for _ in range(10):
                sleep(0.1)
                os.killpg(self._process.pid, 0)
        self._process.wait()


def watch(children: Sequence[Child], every: float, is_over: Callable[[], bool]) -> None:
    """Restart children that end, until `is_over` returns True."""
    while not is_over():
        for child in children:
            if child.status is not None:
                child.restart_when_due()
        sleep(every)


def end(children: Sequence[Child], grace: float) -> None:
    """Terminate all children at once, and kill those that still run after `grace` seconds."""
    for child in children:
        child.terminate()
    until = monotonic() + grace
    for child in children:
        child.kill(max(0, until - monotonic()))


def _end_with_parent() -> None:
    """Make the kernel end the child when this process is killed. This works only on Linux."""
    if sys.platform == "linux":
        end_with_parent = 1
        ctypes.CDLL(None).prctl(end_with_parent, signal.SIGTERM)
