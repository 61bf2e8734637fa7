"""The listening sockets of the site, opened here or passed by systemd.

Each web process has its own socket on the same port (`SO_REUSEPORT`), so that the system
distributes connections evenly. The parent process holds all sockets, so connections wait while a
child restarts; systemd holds its sockets while the whole site restarts.
"""

import os
import socket
from collections.abc import Sequence

_BACKLOG = 2048
_FIRST_OF_SYSTEMD = 3


def listen(host: str, port: int, count: int) -> list[socket.socket]:
    """Open the sockets. Raise OSError if the port is taken or the address unavailable."""
    if given := _given_by_systemd():
        return given
    _refuse_taken(host, port)
    return [_opened(host, port) for _ in range(count)]


def share_of(sockets: Sequence[socket.socket], index: int, count: int) -> list[int]:
    """Return the file descriptors of the process at this index; all processes together have all."""
    numbers = [opened.fileno() for opened in sockets]
    return numbers[index::count] or [numbers[index % len(numbers)]]


def _given_by_systemd() -> list[socket.socket]:
    if os.environ.get("LISTEN_PID") != str(os.getpid()):
        return []
    count = int(os.environ.get("LISTEN_FDS", "0"))
    return [socket.socket(fileno=_FIRST_OF_SYSTEMD + number) for number in range(count)]


def _opened(host: str, port: int) -> socket.socket:
    opened = socket.socket(_family(host))
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    opened.bind((host, port))
    opened.listen(_BACKLOG)
    return opened


def _refuse_taken(host: str, port: int) -> None:
    """Refuse a taken port by binding it unshared; another program of this user might share it."""
    socket.create_server((host, port), family=_family(host)).close()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
