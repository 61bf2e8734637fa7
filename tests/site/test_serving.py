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


def connect(site, small=False):
    opened = socket.socket()
    if small:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    opened.settimeout(TIMEOUT_SECONDS)
    opened.connect(("127.0.0.1", site.port))
    return opened


def post(body, length=None, address="/api/showdowns/"):
    head = f"POST {address} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {length or len(body)}\r\n\r\n".encode() + body


def receive_answer(connection):
    """Return the status of a connection's next response, and whether it is the last one."""
    received = b""
    while b"\r\n\r\n" not in received:
        if not (some := connection.recv(1 << 16)):
            return None, True
        received += some
    head, _, body = received.partition(b"\r\n\r\n")
    remaining = int(head.partition(b"content-length: ")[2].split()[0]) - len(body)
    while remaining:
        remaining -= len(connection.recv(remaining))
    return int(head.split()[1]), b"connection: close" in head


@pytest.mark.long
def test_slow_clients_do_not_block_pages(home):
    """There are more clients than threads, and an address may send 8 large uploads at once."""
    options = {"WEB_THREADS": "2", "API_BULK_REQUESTS_A_MINUTE": "1000"}
    large = home / "static files" / "large.bin"
    large.parent.mkdir(parents=True, exist_ok=True)
    large.write_bytes(bytes(32 << 20))
    with run_site(home, "--processes", "1", "--workers", "0", **options) as site:
        writers = [connect(site) for _ in range(10)]
        uploaders = [connect(site) for _ in range(8)]
        readers = [connect(site, small=True) for _ in range(10)]
        for writer in writers:
            writer.sendall(post(b"{", length=1000))
        for uploader in uploaders:
            uploader.sendall(post(b"x", length=1 << 30, address="/api/batches/"))
        for reader in readers:
            reader.sendall(get("/static/large.bin", close=False))
        for _ in range(10):
            assert site.ask("/showdown/").status == 200
            assert site.ask("/readyz").status == 200
        for writer in writers:
            assert b" 408 " in receive_all(writer)
        for uploader in uploaders:
            assert b" 401 " in receive_all(uploader)
        for reader in readers:
            assert len(receive_all(reader)) < large.stat().st_size
        for line in (*writers, *uploaders, *readers):
            line.close()
        assert site.ask("/showdown/").status == 200


@pytest.mark.long
def test_a_connection_survives_an_unread_body(home):
    with run_site(home, "--processes", "1", "--workers", "0") as site, connect(site) as line:
        for _ in range(3):
            line.sendall(post(b"x" * 1000, address="/api/nowhere/"))
            assert receive_answer(line) == (404, False)
        line.sendall(post(DEAL))
        assert receive_answer(line) == (201, False)
        # The announced body is too large to wait for, so the response closes the connection.
        line.sendall(post(b"x", length=6 << 20))
        assert receive_answer(line) == (413, True)


@pytest.mark.long
def test_running_requests_finish_before_the_site_stops(home):
    with run_site(home, "--processes", "1", "--workers", "0") as site, connect(site) as line:
        sent = post(DEAL)
        line.sendall(sent[:-5])
        sleep(0.5)
        site.process.send_signal(signal.SIGTERM)
        sleep(6)
        assert site.process.poll() is None
        line.sendall(sent[-5:])
        assert receive_answer(line) == (201, True)
        assert site.process.wait(TIMEOUT_SECONDS) == 0


class Visitor(Thread):
    def __init__(self, port):
        super().__init__()
        self.port = port
        self.statuses = []
        self.is_asked_to_stop = False

    def run(self):
        line = connect(self)
        while not self.is_asked_to_stop:
            line.sendall(get("/healthz", close=False))
            status, is_last = receive_answer(line)
            self.statuses.append(status)
            if is_last:
                line.close()
                line = connect(self)
            sleep(0.01)
        line.close()


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
                        visitor.is_asked_to_stop = True
                        visitor.join(TIMEOUT_SECONDS)
    assert {status for visitor in visitors for status in visitor.statuses} == {200}


def test_a_header_with_an_underscore_does_not_pass_for_one_with_a_hyphen():
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


@pytest.mark.parametrize("ours", OVERRIDDEN)
def test_uvicorn_has_the_methods_that_the_gateway_overrides(ours):
    for name in OVERRIDDEN[ours]:
        own, theirs = vars(ours)[name], getattr(ours.__base__, name)
        assert list(signature(own).parameters) == list(signature(theirs).parameters), name
