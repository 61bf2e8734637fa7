"""The web server of the site, and the sockets that it listens on.

Each web process has its own socket on the same port (`SO_REUSEPORT`), and the system distributes
connections evenly. The parent process holds all sockets: while a child is being restarted, its
connections wait instead of being refused. If systemd opened the sockets, it holds them while the
whole site is being restarted.
"""

import os
import socket

BACKLOG = 2048
_SD_LISTEN_FDS_START = 3


def listen(host: str, port: int, count: int) -> list[socket.socket]:
    """Open `count` sockets, or return the sockets passed by systemd.

    Raise OSError if the port is taken or the address unavailable.
    """
    if os.environ.get("LISTEN_PID") == str(os.getpid()):
        socket_count = int(os.environ.get("LISTEN_FDS", "0"))
        if socket_count:
            descriptors = range(_SD_LISTEN_FDS_START, _SD_LISTEN_FDS_START + socket_count)
            return [socket.socket(fileno=descriptor) for descriptor in descriptors]
    is_ipv6 = ":" in host
    family = socket.AF_INET6 if is_ipv6 else socket.AF_INET
    # Another program of this user might share the port, so bind it exclusively first.
    socket.create_server((host, port), family=family).close()
    return [
        socket.create_server(
            (host, port),
            family=family,
            backlog=BACKLOG,
            reuse_port=True,
            dualstack_ipv6=is_ipv6 and socket.has_dualstack_ipv6(),
        )
        for _ in range(count)
    ]
