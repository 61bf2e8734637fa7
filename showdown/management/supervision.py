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
from time import monotonic, sleep

from django.conf import settings

logger = logging.getLogger("showdown.supervision")

_POLL_SECONDS = 0.1
_MIN_PAUSE, _MAX_PAUSE = 2, 60
"""Bounds of the seconds between two starts of a process.

The pause doubles each time that the process ends within a minute.
"""


class Child:
    """A process in its own group, so that Ctrl-C reaches only the parent, which ends the child.

    `sockets` are file descriptors that the child inherits. The child reports that it is ready by
    closing the file descriptor in its environment variable READY_FD.
    """

    def __init__(
        self, command: Sequence[str], env: Mapping[str, str], sockets: Sequence[int] = ()
    ) -> None:
        self._command, self._env, self._sockets = command, env, sockets
        self._pause = _MIN_PAUSE
        self.start()

    def start(self) -> None:
        self._started = monotonic()
        self._ended: float | None = None
        self._ready, write_end = os.pipe()
        os.set_blocking(self._ready, False)
        try:
            self.process = subprocess.Popen(
                self._command,
                cwd=settings.BASE_DIR,
                env=self._env | {"READY_FD": str(write_end)},  # type: ignore[operator]
                start_new_session=True,
                pass_fds=[write_end, *self._sockets],
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - this process has no other threads
            )
        finally:
            os.close(write_end)

    @property
    def is_ready(self) -> bool:
        """Return whether the process has reported that it is ready, and still runs."""
        try:
            is_closed = os.read(self._ready, 1) == b""
        except BlockingIOError:
            return False
        return is_closed and self.process.poll() is None

    def restart_if_ended(self) -> None:
        """Restart the process if it has ended and the pause is over."""
        status, now = self.process.poll(), monotonic()
        if status is None:
            return
        if self._ended is None:
            self._ended = now
            self.kill_group()  # its own child processes must not run on during the pause
        if now - self._started <= self._pause:
            return
        lifetime = self._ended - self._started
        is_failing = lifetime < _MAX_PAUSE
        self._pause = min(2 * self._pause, _MAX_PAUSE) if is_failing else _MIN_PAUSE
        os.close(self._ready)
        self.start()
        logger.warning(
            "a process ended with status %s after %.0f s, and was started again: %s",
            status,
            lifetime,
            " ".join(self._command[1:]),
        )

    def kill_group(self) -> None:
        """Kill the process and its own children, which sample odds."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def restart_until(children: Sequence[Child], is_over: Callable[[], bool]) -> None:
    """Restart children that end, until `is_over` returns True."""
    while not is_over():
        for child in children:
            child.restart_if_ended()
        sleep(_POLL_SECONDS)


def end_children(children: Sequence[Child], grace: float) -> None:
    """Terminate all children at once, and kill those that still run after `grace` seconds."""
    for child in children:
        child.process.terminate()
    deadline = monotonic() + grace
    for child in children:
        with suppress(subprocess.TimeoutExpired):
            child.process.wait(max(0, deadline - monotonic()))
        child.kill_group()


def _end_with_parent() -> None:
    """Make the kernel send SIGTERM to the calling process when its parent ends.

    The calling process is the child. This works only on Linux.
    """
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)
