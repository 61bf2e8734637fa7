"""One process that answers requests, on sockets that are already listening.

python -m omahasite.serving --core 1 3 4     (on core 1; 3 and 4 are the file descriptors of the
                                             sockets, inherited from the parent)
"""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")

import uvicorn
from django.conf import settings
from django.db import close_old_connections
from django.urls import get_resolver

from omahasite.cores import keep_to
from omahasite.serving.connections import Connection
from omahasite.serving.gateway import Gateway, Limits
from omahasite.serving.pace import Pace
from omahasite.wsgi import application

KEEP_ALIVE_SECONDS = 15
BACKLOG = 2048
_GARBAGE_AFTER = 10_000
"""New objects after which garbage is looked for: some requests' worth."""


class Server(uvicorn.Server):
    """uvicorn's server, which also reports that it is ready and checks connections every second."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if number := os.environ.get("READY_FD"):
            os.close(int(number))

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            now = monotonic()
            for connection in list(self.server_state.connections):
                connection.check(now)  # type: ignore[union-attr]
        return await super().on_tick(counter)


def limits() -> Limits:
    return Limits(
        threads=settings.WEB_THREADS,
        transfers=settings.WEB_TRANSFERS,
        waiting=settings.WEB_WAITING,
        held_body=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        pace=Pace(settings.CLIENT_GRACE_SECONDS, settings.CLIENT_SLOWEST_BYTES_A_SECOND),
        wait_seconds=settings.WEB_WAIT_SECONDS,
        answer_seconds=settings.WEB_ANSWER_SECONDS,
    )


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser("omahasite.serving")
    parser.add_argument("--core", type=int)
    parser.add_argument("sockets", type=int, nargs="+")
    given = parser.parse_args(arguments)
    # Import everything that views need now, not when the first request comes.
    _ = get_resolver().url_patterns
    # What is loaded now stays: the search for garbage need not go through it again and again.
    gc.freeze()
    gc.set_threshold(_GARBAGE_AFTER, 20, 20)
    # Only now that everything is imported, because modules count the cores when they are.
    if given.core is not None:
        keep_to(given.core)
    config = uvicorn.Config(
        Gateway(application, limits(), close_old_connections),
        http=Connection,
        ws="none",
        lifespan="off",
        loop="uvloop",
        interface="asgi3",
        proxy_headers=False,
        server_header=False,
        log_config=None,
        access_log=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=settings.DRAIN_SECONDS,
    )
    logging.getLogger("uvicorn.error").setLevel("ERROR")
    # The server re-raises the signal when it has drained; by then there is nothing to interrupt.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    with suppress(asyncio.CancelledError):
        Server(config).run([socket.socket(fileno=number) for number in given.sockets])
    # Don't wait for threads that no longer answer anybody.
    logging.shutdown()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
