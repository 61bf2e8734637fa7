"""Django's PostgreSQL backend on the embedded server.

The first connection starts the server, all processes share it, and the last process stops it. The
database setting DATA_DIRECTORY is its directory; connections never create a database there.
"""

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql import base, client
from psycopg_pool import ConnectionPool

from omahasite.embedded.cluster import PORT, USER, programs_directory
from omahasite.embedded.server import server_in


class DatabaseClient(client.DatabaseClient):
    """A client that runs the `psql` of the embedded server."""

    executable_name = str(programs_directory() / "psql")

    @classmethod
    def settings_to_cmd_args_env(
        cls, settings_dict: dict[str, Any], parameters: Iterable[str]
    ) -> tuple[list[str], dict[str, str] | None]:
        address = {key.upper(): value for key, value in _socket_parameters(settings_dict).items()}
        return super().settings_to_cmd_args_env(settings_dict | address, parameters)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the socket on which the embedded server listens."""

    client_class = DatabaseClient

    @property
    def pool(self) -> ConnectionPool | None:
        """Return a pool that finds the server when it opens a connection, not when it lends one."""
        pool = super().pool
        if pool is not None and not callable(pool.kwargs):
            parameters = pool.kwargs or {}
            pool.kwargs = lambda: parameters | _socket_parameters(self.settings_dict)
        return pool

    def get_connection_params(self) -> dict[str, Any]:
        parameters = super().get_connection_params()
        if self.settings_dict["OPTIONS"].get("pool"):
            return parameters
        return parameters | _socket_parameters(self.settings_dict)


def _socket_parameters(settings_dict: dict[str, Any]) -> dict[str, Any]:
    socket_directory = server_in(settings_dict["DATA_DIRECTORY"]).socket_directory()
    return {"host": socket_directory, "port": PORT, "user": USER}
