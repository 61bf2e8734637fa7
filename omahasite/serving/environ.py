"""A request as a WSGI environ (PEP 3333)."""

import asyncio
import io
import sys
from collections.abc import Callable, Coroutine, MutableMapping
from typing import IO, Any

_PLAIN = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}


class Body(io.RawIOBase):
    """A body that a thread reads while the loop receives it; `b""` if it ends or fails."""

    def __init__(
        self,
        some: Callable[[], Coroutine[Any, Any, bytes]],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        super().__init__()
        self._some, self._loop = some, loop
        self._held = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._held:
            self._held = asyncio.run_coroutine_threadsafe(self._some(), self._loop).result()
        content, self._held = self._held[: len(buffer)], self._held[len(buffer) :]
        buffer[: len(content)] = content
        return len(content)


def environ_of(scope: MutableMapping[str, Any], body: IO[bytes] | Body) -> dict[str, Any]:
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
        "wsgi.input": io.BufferedReader(body, 1 << 16) if isinstance(body, Body) else body,
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
