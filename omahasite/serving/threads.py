"""The threads that answer requests, and the line in front of them."""

import asyncio
from collections import deque
from http import HTTPStatus

from omahasite.serving.client import Disconnected
from omahasite.serving.refusals import Refused


class Threads:
    """So many requests at a time; others wait in the event loop, in the order of their arrival.

    What waits here has not begun, so it costs nothing to drop it when its client leaves. In an
    executor's queue it would stay.
    """

    def __init__(self, count: int, waiting: int, seconds: float) -> None:
        self._free, self._most, self._seconds = count, waiting, seconds
        self._line: deque[asyncio.Future[None]] = deque()

    async def take(self, gone: asyncio.Future[None]) -> None:
        """Wait for a thread. Raises Disconnected when the client has `gone`, and Refused."""
        if self._free:
            self._free -= 1
            return
        if len(self._line) >= self._most:
            raise _unavailable("too many requests are waiting")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        await asyncio.wait({turn, gone}, timeout=self._seconds, return_when="FIRST_COMPLETED")
        if turn.done():
            return
        self._line.remove(turn)
        if gone.done():
            raise Disconnected
        raise _unavailable(f"no thread was free for {self._seconds:g} seconds")

    def give_back(self) -> None:
        if self._line:
            self._line.popleft().set_result(None)
        else:
            self._free += 1


def _unavailable(reason: str) -> Refused:
    return Refused(HTTPStatus.SERVICE_UNAVAILABLE, reason)
