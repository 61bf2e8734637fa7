"""Run nginx with the project's file in front of a site, over plain HTTP."""

import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep

from tests.site.running import ROOT, free_port

_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def configuration(folder: Path, site: int, port: int) -> str:
    """Return the project's file without TLS and without a limit on connections per address.

    All clients of the campaign have the same few addresses.
    """
    written = (
        (ROOT / "deploy" / "nginx.conf").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{site}")
    )
    written = re.sub(r"server \{\s+listen 80;.*?\n\}\n", "", written, count=1, flags=re.DOTALL)
    written = re.sub(r"^\s+(listen \[::\]|ssl_|limit_conn ).*;\n", "", written, flags=re.MULTILINE)
    written = written.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port} backlog=2048;")
    written = written.replace("server_name showdown.example.org;", "server_name localhost;")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in _TEMPORARY)
    head = f"user root; daemon off; pid {folder}/pid; error_log {folder}/errors;"
    return (
        f"{head} worker_rlimit_nofile 16384; events {{ worker_connections 8192; }}\n"
        f"http {{ access_log off; {places}\n{written}}}\n"
    )


@contextmanager
def nginx(home: Path, site: int) -> Iterator[int]:
    """Run nginx in front of the site at this port, and yield nginx's port."""
    folder, port = home / "nginx", free_port()
    folder.mkdir(exist_ok=True)
    (folder / "nginx.conf").write_text(configuration(folder, site, port))
    program = shutil.which("nginx") or "nginx"
    command = [program, "-p", folder, "-e", folder / "errors", "-c", folder / "nginx.conf"]
    with subprocess.Popen(command) as process:
        try:
            while process.poll() is None:
                with suppress(ConnectionRefusedError):
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                sleep(0.1)
            yield port
        finally:
            process.terminate()
