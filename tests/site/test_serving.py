"""Test that a site continues to serve pages while it is attacked, stopped or replaced."""

import json
import signal
import socket
from inspect import signature
from threading import Thread
from time import sleep

import pytest

from omahasite.serving.__main__ import Server
from omahasite.serving.connections import Connection
from omahasite.serving.gateway import environ_of
from tests.site.running import run_site
from tests.site.test_bounds import get, receive_all

DEAL = json.dumps({"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]}).encode()
TIMEOUT_SECONDS = 120


def connect(site, has_small_buffer=False):
    connection = socket.socket()
    if has_small_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(TIMEOUT_SECONDS)
    connection.connect(("127.0.0.1", site.port))
    return connection


def post(body, length=None, address="/api/showdowns/"):
    head = f"POST {address} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {length or len(body)}\r\n\r\n".encode() + body


def receive_response(connection):
    """Return the status of a connection's next response, and whether it is the last one."""
    received = b""
    while b"\r\n\r\n" not in received:
        if not (chunk := connection.recv(1 << 16)):
            return None, True
        received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    remaining = int(head.partition(b"content-length: ")[2].split()[0]) - len(body)
    while remaining:
        remaining -= len(connection.recv(remaining))
    return int(head.split()[1]), b"connection: close" in head


@pytest.mark.long
def test_slow_clients_do_not_block_pages(home):
    """There are more clients than threads. An address may send eight large uploads at once."""
    options = {"WEB_THREADS": "2", "API_BULK_REQUESTS_A_MINUTE": "1000"}
    large_file = home / "static files" / "large.bin"
    large_file.parent.mkdir(parents=True, exist_ok=True)
    large_file.write_bytes(bytes(32 << 20))
    with run_site(home, "--processes", "1", "--workers", "0", **options) as site:
        writers = [connect(site) for _ in range(10)]
        uploaders = [connect(site) for _ in range(8)]
        readers = [connect(site, has_small_buffer=True) for _ in range(10)]
        for writer in writers:
            writer.sendall(post(b"{", length=1000))
        for uploader in uploaders:
            uploader.sendall(post(b"x", length=1 << 30, address="/api/batches/"))
        for reader in readers:
            reader.sendall(get("/static/large.bin", close=False))
        for _ in range(10):
            assert site.request("/showdown/").status == 200
            assert site.request("/readyz").status == 200
        for writer in writers:
            assert b" 408 " in receive_all(writer)
        for uploader in uploaders:
            assert b" 401 " in receive_all(uploader)
        for reader in readers:
            assert len(receive_all(reader)) < large_file.stat().st_size
        for connection in (*writers, *uploaders, *readers):
            connection.close()
        assert site.request("/showdown/").status == 200


@pytest.mark.long
def test_a_connection_survives_an_unread_body(home):
    with run_site(home, "--processes", "1", "--workers", "0") as site, connect(site) as connection:
        for _ in range(3):
            connection.sendall(post(b"x" * 1000, address="/api/nowhere/"))
            assert receive_response(connection) == (404, False)
        connection.sendall(post(DEAL))
        assert receive_response(connection) == (201, False)
        # The announced body is too large to wait for, so the response closes the connection.
        connection.sendall(post(b"x", length=6 << 20))
        assert receive_response(connection) == (413, True)


@pytest.mark.long
def test_running_requests_finish_before_the_site_stops(home):
    with run_site(home, "--processes", "1", "--workers", "0") as site, connect(site) as connection:
        request = post(DEAL)
        connection.sendall(request[:-5])
        sleep(0.5)
        site.process.send_signal(signal.SIGTERM)
        sleep(6)
        assert site.process.poll() is None
        connection.sendall(request[-5:])
        assert receive_response(connection) == (201, True)
        assert site.process.wait(TIMEOUT_SECONDS) == 0


class Visitor(Thread):
    def __init__(self, port):
        super().__init__()
        self.port = port
        self.statuses = []
        self.should_stop = False

    def run(self):
        connection = connect(self)
        while not self.should_stop:
            connection.sendall(get("/healthz", close=False))
            status, is_last = receive_response(connection)
            self.statuses.append(status)
            if is_last:
                connection.close()
                connection = connect(self)
            sleep(0.01)
        connection.close()


@pytest.mark.long
def test_no_request_is_refused_during_a_restart_if_systemd_holds_the_port(home):
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        visitors = [Visitor(listener.getsockname()[1]) for _ in range(5)]
        for number in range(2):
            with run_site(home, "--processes", "2", "--workers", "0", listener=listener) as site:
                if not number:
                    for visitor in visitors:
                        visitor.start()
                count = len(visitors[0].statuses)
                while len(visitors[0].statuses) < count + 10:
                    assert site.process.poll() is None
                    sleep(0.1)
                if number:
                    for visitor in visitors:
                        visitor.should_stop = True
                        visitor.join(TIMEOUT_SECONDS)
    assert {status for visitor in visitors for status in visitor.statuses} == {200}


def test_a_header_with_an_underscore_does_not_replace_one_with_a_hyphen():
    scope = {
        "method": "GET",
        "path": "/",
        "query_string": b"",
        "http_version": "1.1",
        "scheme": "http",
        "headers": [
            (b"x-forwarded-proto", b"http"),
            (b"x_forwarded_proto", b"https"),
            (b"cookie", b"a=1"),
            (b"cookie", b"b=2"),
        ],
    }
    environ = environ_of(scope, None)
    assert environ["HTTP_X_FORWARDED_PROTO"] == "http"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"


OVERRIDDEN = {
    Connection: (
        *("connection_made", "connection_lost", "eof_received", "data_received", "shutdown"),
        *("on_message_begin", "on_url", "on_header", "on_headers_complete", "send_400_response"),
    ),
    Server: ("startup", "on_tick"),
}
"""Methods of uvicorn, mostly undocumented, that the gateway overrides."""


@pytest.mark.parametrize("subclass", OVERRIDDEN)
def test_uvicorn_has_the_methods_that_the_gateway_overrides(subclass):
    for name in OVERRIDDEN[subclass]:
        own_method, base_method = vars(subclass)[name], getattr(subclass.__base__, name)
        assert list(signature(own_method).parameters) == list(signature(base_method).parameters), (
            name
        )
