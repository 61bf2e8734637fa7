"""Django's PostgreSQL backend on the embedded server.

The server is started when the first connection is opened, shared by all processes that use it, and
stopped with the last of them. It lives in the directory that DATA_DIRECTORY names; a connection
never makes one there.
"""

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql import base, client
from psycopg_pool import ConnectionPool

from omahasite.embedded.cluster import PORT, USER
from omahasite.embedded.programs import binaries
from omahasite.embedded.server import server_in


class DatabaseClient(client.DatabaseClient):
    """The command line of the server's own version."""

    executable_name = str(binaries() / "psql")

    @classmethod
    def settings_to_cmd_args_env(
        cls, settings_dict: dict[str, Any], parameters: Iterable[str]
    ) -> tuple[list[str], dict[str, str] | None]:
        return super().settings_to_cmd_args_env(settings_dict | _address(settings_dict), parameters)


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects to the embedded server, at whatever socket it listens on."""

    client_class = DatabaseClient

    @property
    def pool(self) -> ConnectionPool | None:
        """A pool that looks for the server when it opens a connection, not when it lends one."""
        pool = super().pool
        if pool is not None and not callable(pool.kwargs):
            unaddressed = pool.kwargs or {}
            pool.kwargs = lambda: unaddressed | _parameters(self.settings_dict)
        return pool

    def get_connection_params(self) -> dict[str, Any]:
        parameters = super().get_connection_params()
        if self.settings_dict["OPTIONS"].get("pool"):
            return parameters
        return parameters | _parameters(self.settings_dict)


def _parameters(settings_dict: dict[str, Any]) -> dict[str, Any]:
    return {word.lower(): value for word, value in _address(settings_dict).items()}


def _address(settings_dict: dict[str, Any]) -> dict[str, Any]:
    listening = server_in(settings_dict["DATA_DIRECTORY"]).socket_directory()
    return {"HOST": listening, "PORT": PORT, "USER": USER}
