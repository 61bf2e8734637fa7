"""Run a web process on sockets that are already listening.

python -m omahasite.serving 3 4     (the file descriptors of the sockets, inherited from the parent)
"""

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from time import monotonic
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")

import uvicorn
from django.conf import settings
from django.urls import get_resolver

from omahasite import metrics, probe
from omahasite.database_watch import database_watch
from omahasite.log_records import log_uncaught_errors
from omahasite.serving import BACKLOG
from omahasite.serving.admission import MAX_PER_ADDRESS, Refusals, max_connections
from omahasite.serving.connections import Connection, Connections
from omahasite.serving.gateway import Gateway, Limits
from omahasite.wsgi import application

logger = logging.getLogger("showdown.serving")

KEEP_ALIVE_SECONDS = 15
_GC_THRESHOLD = 10_000
"""Number of new objects that triggers a garbage collection: the objects of several requests."""


class Server(uvicorn.Server):
    """uvicorn's server, which reports that it is ready and checks connections every second."""

    def __init__(self, config: uvicorn.Config, refusals: Refusals) -> None:
        super().__init__(config)
        self._refusals = refusals

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if number := os.environ.get("READY_FD"):
            os.close(int(number))

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:
            now = monotonic()
            for open_connection in list(self.server_state.connections):
                open_connection.check(now)  # type: ignore[union-attr]
            self._refusals.log()
            if settings.DATABASE_POOL:
                database_watch.check_for_hang(now)
        return await super().on_tick(counter)


def build_server(
    application: Callable[..., Any], limits: Limits, connections: Connections, refusals: Refusals
) -> Server:
    config = uvicorn.Config(
        Gateway(application, limits, refusals),
        http=partial(Connection, connections, refusals),  # type: ignore[arg-type]
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
    return Server(config, refusals)


def main(sockets: Sequence[int]) -> None:
    if settings.LOG_FORMAT == "json":
        log_uncaught_errors()
    # Import everything that views need before the first request.
    _ = get_resolver().url_patterns
    # Exclude loaded objects, which are never freed, from garbage collection.
    gc.freeze()
    gc.set_threshold(_GC_THRESHOLD, 20, 20)
    metrics.create_folder()
    # Run the probe in its own context, so that later log lines don't have its request's id.
    if reason := copy_context().run(probe.startup_failure, application):
        logger.critical("the site cannot serve: %s", reason)
        sys.exit(1)
    if settings.DATABASE_POOL:
        database_watch.start()
    refusals = Refusals(metrics.count_refusal)
    # The server raises the signal again when it has drained; ignore it then.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    limits = Limits(
        threads=settings.WEB_THREADS,
        proxies=settings.NUM_PROXIES,
        spool=None if settings.BATCH_STORAGE_S3_BUCKET else settings.MEDIA_ROOT,
    )
    # Behind a proxy, all connections come from the proxy's address, so limit only their total.
    limit = max_connections()
    connections = Connections(limit, limit if settings.NUM_PROXIES else MAX_PER_ADDRESS)
    with suppress(asyncio.CancelledError):
        server = build_server(application, limits, connections, refusals)
        server.run([socket.socket(fileno=number) for number in sockets])
    refusals.log()
    # Don't wait for threads whose clients have left.
    logging.shutdown()
    os._exit(0)


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1:]])
