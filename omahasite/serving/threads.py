"""The threads for requests, and the queues in front of them."""

import asyncio
from collections import deque

from omahasite.serving.client import Disconnected
from omahasite.serving.refusals import Refused


class Threads:
    """Run `count` requests at a time; others wait in the event loop, in a queue for each address.

    The queues take turns, so an address with hundreds of requests delays only itself. A waiting
    request is dropped when its client leaves, which an executor's queue could not do.
    """

    def __init__(self, count: int, waiting: int, seconds: float) -> None:
        self._free, self._most, self._seconds = count, waiting, seconds
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}
        self._waiting = 0

    async def take(self, address: str, gone: asyncio.Future[None]) -> None:
        """Wait for a thread. Raise Disconnected when the client has `gone`, and Refused."""
        if self._free:
            self._free -= 1
            return None
        if self._waiting >= self._most:
            self._make_room(address)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(address, deque()).append(turn)
        self._waiting += 1
        await asyncio.wait({turn, gone}, timeout=self._seconds, return_when="FIRST_COMPLETED")
        if turn.done():
            return turn.result()
        self._remove(address, turn)
        if gone.done():
            raise Disconnected
        raise Refused(f"no thread was free for {self._seconds:g} seconds")

    def _make_room(self, newcomer: str) -> None:
        """Refuse the last request of the longest queue, or the new one if that queue is its own."""
        refusal = Refused("too many requests are waiting")
        address, line = max(self._lines.items(), key=lambda item: len(item[1]))
        if len(line) <= len(self._lines.get(newcomer, ())) + 1:
            raise refusal
        last = line[-1]
        self._remove(address, last)
        last.set_exception(refusal)

    def _remove(self, address: str, turn: asyncio.Future[None]) -> None:
        line = self._lines[address]
        line.remove(turn)
        self._waiting -= 1
        if not line:
            del self._lines[address]

    def give_back(self) -> None:
        """Release a thread to the next request of the next address."""
        if not self._lines:
            self._free += 1
            return
        address = next(iter(self._lines))
        line = self._lines.pop(address)
        line.popleft().set_result(None)
        self._waiting -= 1
        if line:
            self._lines[address] = line
