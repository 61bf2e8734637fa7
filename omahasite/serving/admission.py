"""Limits on open connections and arriving bodies of a process, in all and for each address."""

import resource
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Protocol

from omahasite.requests import network_of
from omahasite.serving.refusals import Refused

MOST_OF_ADDRESS = 256
"""Connections of one address; behind a proxy, arriving bodies of one client."""
MOST_BODY_BYTES_OF_ADDRESS = 64 << 20
"""Announced bytes of all arriving bodies of one client."""
MOST_CONNECTIONS = 4096
_OTHER_DESCRIPTORS = 64
"""File descriptors for the log, libraries, the database and downloads."""
_LOOKED_AT = 64


class Open(Protocol):
    """A connection."""

    address: str

    def can_give_way(self) -> bool: ...
    def give_way(self, reason: str) -> None: ...


def most_connections() -> int:
    """Return how many connections have file descriptors: two each, one of them for its body."""
    descriptors, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(8, min((descriptors - _OTHER_DESCRIPTORS) // 2, MOST_CONNECTIONS))


class Connections:
    """The open connections, oldest first.

    If there are too many, the oldest that waits for its client gives way to a new one: a client
    that opens hundreds of silent connections keeps nobody else out, even at the same address.
    """

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most, self._most_of_address = most, most_of_address
        self._all: dict[Open, None] = {}
        self._of_address: dict[str, dict[Open, None]] = {}

    def admit(self, connection: Open) -> bool:
        """Add a connection. Return False if there is no room for it."""
        neighbours = self._of_address.get(connection.address, {})
        if len(neighbours) >= self._most_of_address:
            reason = f"one address has more than {self._most_of_address} connections"
            if not self._make_room(neighbours, reason):
                return False
        if len(self._all) >= self._most:
            reason = f"a process has descriptors for {self._most} connections"
            if not self._make_room(self._all, reason):
                return False
        self._all[connection] = None
        self._of_address.setdefault(connection.address, {})[connection] = None
        return True

    def _make_room(self, connections: Iterable[Open], reason: str) -> bool:
        for connection in islice(connections, _LOOKED_AT):
            if connection.can_give_way():
                self.remove(connection)
                connection.give_way(reason)
                return True
        return False

    def remove(self, connection: Open) -> None:
        """Remove a connection, if it is still there."""
        if connection in self._all:
            del self._all[connection]
            neighbours = self._of_address[connection.address]
            del neighbours[connection]
            if not neighbours:
                del self._of_address[connection.address]


class Bodies:
    """The bodies that are arriving, counted by address, with limits for each address."""

    def __init__(
        self,
        most: int = MOST_OF_ADDRESS,
        most_bytes: int | None = MOST_BODY_BYTES_OF_ADDRESS,
    ) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._count: Counter[str] = Counter()
        self._announced: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str, announced: int) -> Iterator[None]:
        """Count a body while it arrives. Raise Refused above a limit of its address."""
        if self._count[address] >= self._most:
            raise Refused("one address sends too many bodies")
        if self._most_bytes and self._announced[address] + announced > self._most_bytes:
            raise Refused("one address sends too many bytes")
        self._count[address] += 1
        self._announced[address] += announced
        try:
            yield
        finally:
            self._count[address] -= 1
            self._announced[address] -= announced
            if not self._count[address]:
                del self._count[address], self._announced[address]


def sender_of(address: str) -> str:
    """Return the network of an address (see network_of), or other text shortened."""
    return network_of(address) or address[:64]
