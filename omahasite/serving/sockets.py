"""The sockets that the site listens on: opened, given by systemd, or taken over from another site.

Each process that answers requests has its own socket on the same port (`SO_REUSEPORT`), so that the
system distributes connections evenly. The parent process holds all sockets: while a child is being
restarted, its connections wait instead of being refused.

A running site hands its sockets to the next one through an abstract socket (one without a file),
and only to processes of the same user. As long as either site holds them, no connection is refused.
"""

import errno
import os
import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass, field

_BACKLOG = 2048
_FIRST_OF_SYSTEMD = 3
_MOST_SOCKETS = 64
_WAIT_SECONDS = 5
_CREDENTIALS = struct.Struct("3i")
_TAKEN = b"taken over"
CAN_HAND_ON = sys.platform == "linux"


@dataclass
class Listening:
    """Sockets on one address; `predecessor` is the site that they were taken over from."""

    sockets: list[socket.socket]
    predecessor: socket.socket | None = None

    def share_of(self, place: int, count: int) -> list[int]:
        """The file descriptors of one process's sockets; together the processes have them all."""
        numbers = [each.fileno() for each in self.sockets]
        return numbers[place::count] or [numbers[place % len(numbers)]]

    def release_predecessor(self) -> None:
        """Tell the predecessor that this site now answers requests."""
        if self.predecessor:
            with self.predecessor, suppress(OSError):
                self.predecessor.sendall(_TAKEN)
            self.predecessor = None

    def close(self) -> None:
        for each in self.sockets:
            each.close()


def listen(host: str, port: int, count: int) -> Listening:
    """Open the sockets. Raises OSError if the port is taken or the address unavailable."""
    if given := _given_by_systemd():
        return Listening(given)
    if predecessor := _predecessor(host, port):
        return Listening(_received(predecessor), predecessor)
    _refuse_taken(host, port)
    return Listening([_opened(host, port) for _ in range(count)])


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


def _name(host: str, port: int) -> str:
    """The name of the abstract socket, which leaves no file behind."""
    return f"\0showdown/{os.geteuid()}/{host}/{port}"


def _predecessor(host: str, port: int) -> socket.socket | None:
    if not CAN_HAND_ON:
        return None
    asking = socket.socket(socket.AF_UNIX)
    asking.settimeout(_WAIT_SECONDS)
    try:
        asking.connect(_name(host, port))
    except ConnectionRefusedError:
        asking.close()
        return None
    if _user_of(asking) != os.geteuid():
        asking.close()
        raise PermissionError(errno.EPERM, "another user of this machine stands at its place")
    return asking


def _received(predecessor: socket.socket) -> list[socket.socket]:
    _, numbers, _, _ = socket.recv_fds(predecessor, 16, _MOST_SOCKETS)
    if not numbers:
        raise ConnectionAbortedError(errno.ECONNABORTED, "the site that runs has not handed it on")
    return [socket.socket(fileno=number) for number in numbers]


def _user_of(other: socket.socket) -> int:
    """The user id at the other end."""
    said = other.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return _CREDENTIALS.unpack(said)[1]


@dataclass
class Succession:
    """Hands the sockets to the next site when it asks for them."""

    listening: Listening
    asked: socket.socket | None = None
    _heirs: list[socket.socket] = field(default_factory=list)

    def begin(self, host: str, port: int) -> None:
        if CAN_HAND_ON:
            self.asked = socket.socket(socket.AF_UNIX)
            self.asked.bind(_name(host, port))
            self.asked.listen()
            self.asked.setblocking(False)

    def is_over(self) -> bool:
        """Whether a successor has taken over. Serves requests for the sockets, and never waits."""
        self._greet()
        for heir in list(self._heirs):
            with suppress(BlockingIOError):
                said = self._heard(heir)
                if said == _TAKEN:
                    return True
                # The successor gave up before it was ready: this site goes on.
                heir.close()
                self._heirs.remove(heir)
        return False

    def _greet(self) -> None:
        if self.asked is None:
            return
        with suppress(OSError):
            heir, _ = self.asked.accept()
            if _user_of(heir) == os.geteuid():
                socket.send_fds(
                    heir, [b"sockets"], [each.fileno() for each in self.listening.sockets]
                )
                heir.setblocking(False)
                self._heirs.append(heir)
            else:
                heir.close()

    @staticmethod
    def _heard(heir: socket.socket) -> bytes:
        try:
            return heir.recv(64)
        except BlockingIOError:
            raise
        except OSError:
            return b""

    def end(self) -> None:
        """Give up the handover socket, so that a successor can have it."""
        for each in [self.asked, *self._heirs]:
            if each is not None:
                each.close()
        self.asked = None
