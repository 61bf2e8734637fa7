"""Check the site with a request, before the start and as the container's health check.

python -m omahasite.probe [PORT]    (exit status 0 if 127.0.0.1 serves /healthz; default port 8000)
"""

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from http.client import HTTPConnection
from typing import Any
from wsgiref.util import setup_testing_defaults

from django.conf import settings

_PAGE = "/showdown/"
_TIMEOUT_SECONDS = 10


def own_host() -> str:
    """Return a host name that the site accepts."""
    host = next(iter(settings.ALLOWED_HOSTS), "localhost")
    return "localhost" if host == "*" else host.removeprefix(".")


def startup_failure(application: Callable[..., Iterable[bytes]]) -> str:
    """Request a page without a network. Return the reason if it fails, else an empty string.

    Status 503, for example while the database is down, does not count as a failure.
    """
    environ: dict[str, Any] = {"PATH_INFO": _PAGE, "HTTP_HOST": own_host()}
    setup_testing_defaults(environ)
    if settings.HTTPS:
        environ["wsgi.url_scheme"] = "https"
        if settings.SECURE_PROXY_SSL_HEADER:
            name, value = settings.SECURE_PROXY_SSL_HEADER
            environ[name] = value
    statuses: list[str] = []

    def start_response(status: str, headers: Any, exc_info: Any = None) -> None:
        statuses.append(status)

    try:
        body = application(environ, start_response)
        b"".join(body)
        if close := getattr(body, "close", None):
            close()
    except Exception as error:
        return f"the request for {_PAGE} failed ({error})"
    is_accepted = statuses[-1].startswith(("200", "503"))
    return "" if is_accepted else f"{_PAGE} has status {statuses[-1]}"


def is_alive(port: int) -> bool:
    with closing(HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT_SECONDS)) as connection:
        connection.request("GET", "/healthz", headers={"Host": own_host()})
        return connection.getresponse().status == 200


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "omahasite.settings")
    sys.exit(not is_alive(int(next(iter(sys.argv[1:]), 8000))))
