"""A request as a WSGI environ (PEP 3333)."""

import sys
from collections.abc import MutableMapping
from typing import IO, Any

_PLAIN = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


def environ_of(scope: MutableMapping[str, Any], body: IO[bytes]) -> dict[str, Any]:
    host, port = scope.get("server") or ("", None)
    client = scope.get("client") or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or ""),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    environ |= _headers(scope["headers"])
    return environ


def _headers(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Repeated ones joined. One with an underscore would look like one with a hyphen: left out."""
    lines: dict[str, list[str]] = {}
    for name, value in headers:
        if b"_" not in name:
            word = _PLAIN.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
            lines.setdefault(word, []).append(value.decode("latin-1"))
    return {
        word: ("; " if word == "HTTP_COOKIE" else ",").join(values)
        for word, values in lines.items()
    }
