"""Test the limits of the server at every stage of a request."""

import logging
import socket
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Semaphore, Thread

import pytest

from omahasite.bodies import BODY_ADMITTED, BODY_AWAITED, BODY_TOO_LARGE, Treatment
from omahasite.serving import admission, gateway
from omahasite.serving.__main__ import build_server
from omahasite.serving.admission import Refusals, client_address
from omahasite.serving.client import Pace
from omahasite.serving.connections import Connections
from omahasite.serving.gateway import Limits

LIMITS = {
    "threads": 2,
    "max_waiting": 100,
    "treatment": lambda path, content_length: (
        Treatment.CHECK_FIRST if content_length > 1 << 20 else Treatment.RECEIVE_FIRST
    ),
    "proxies": 0,
}
TIMEOUT_SECONDS = 30


def receive_all(connection):
    received = b""
    with suppress(ConnectionError):
        while chunk := connection.recv(1 << 16):
            received += chunk
    return received


def hello(environ, start):
    if BODY_AWAITED in environ:
        start("100 Continue", [])
        return []
    body = environ["PATH_INFO"].encode() + environ["wsgi.input"].read()
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]


class RunningServer:
    """A server in a thread, with an application that the test provides."""

    def __init__(self, port):
        self.port = port
        self.refused_statuses, self.open_connections = [], ExitStack()

    def connect(self, data=b"", source="127.0.0.1"):
        connection = socket.create_connection(
            ("127.0.0.1", self.port), TIMEOUT_SECONDS, (source, 0)
        )
        self.open_connections.enter_context(connection)
        connection.sendall(data)
        return connection

    def request(self, data, source="127.0.0.1"):
        with self.connect(source=source) as connection:
            with suppress(ConnectionError):
                connection.sendall(data)
            return receive_all(connection)


@contextmanager
def serving(application=hello, *, limit=1000, limit_per_address=256, **limits):
    listener = socket.create_server(("127.0.0.1", 0), backlog=1000)
    server = RunningServer(listener.getsockname()[1])
    refusals = Refusals(server.refused_statuses.append)
    connections = Connections(limit, limit_per_address)
    uvicorn_server = build_server(application, Limits(**LIMITS | limits), connections, refusals)
    thread = Thread(target=uvicorn_server.run, args=[[listener]])
    thread.start()
    try:
        with server.open_connections:
            yield server
    finally:
        uvicorn_server.should_exit = uvicorn_server.force_exit = True
        thread.join(TIMEOUT_SECONDS)
        refusals.log()


def get(path="/", headers="", close=True):
    ending = "Connection: close\r\n" if close else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}{ending}\r\n".encode()


def post(length, body=b"", close=True):
    ending = b"Connection: close\r\n" if close else b""
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n%b\r\n"
    return head % (length, ending) + body


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (get(headers="X: a\r\n" * 98), 200),
        (get(headers="X: a\r\n" * 99), 431),
        (get(headers="X: a\r\n" * 1_000_000), 431),
        (get(headers=f"X: {'a' * 32_000}\r\n"), 200),
        (get(headers=f"X: {'a' * 33_000}\r\n"), 431),
        (get(f"/{'a' * 32_000}"), 200),
        (get(f"/{'a' * 33_000}"), 431),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 1_000_000, 431),
        (b"GET / HTTP/1.1\r\n" + b"a" * 1_000_000, 431),
        (b"GET /" + b"a" * 1_000_000, 431),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
    ],
)
def test_the_size_and_number_of_headers_are_limited(data, status):
    with serving() as server:
        assert server.request(data).startswith(b"HTTP/1.1 %d " % status)
        assert server.refused_statuses == ([] if status == 200 else [status])


def test_a_header_that_comes_in_pieces_is_counted_as_a_whole():
    with serving() as server:
        for lines, status in ((31, b"200"), (33, b"431")):
            with server.connect(b"GET / HTTP/1.1\r\nHost: localhost\r\n") as connection:
                for _ in range(lines):
                    connection.sendall(b"X: " + b"a" * 995 + b"\r\n")
                connection.sendall(b"Connection: close\r\n\r\n")
                assert connection.recv(12)[9:] == status


def test_a_body_in_chunks_is_refused():
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    for body in (b"0\r\n" + b"X: a\r\n" * 100_000, b"1;" + b"a" * 1_000_000):
        with serving() as server, server.connect(head + body) as connection:
            assert connection.recv(12) == b"HTTP/1.1 411"


def test_only_some_pipelined_requests_wait():
    with serving() as server:
        received = server.request(get(close=False) * 1000)
        assert 1 <= received.count(b"HTTP/1.1 200") <= 10
        assert received.count(b"connection: close") == 1


def test_a_process_with_too_many_connections_serves_new_ones(caplog):
    with serving(limit=20, limit_per_address=10) as server:
        for number in range(80):
            server.connect(source=f"127.0.0.{2 + number // 16}")
        for _ in range(5):
            assert server.request(get()).startswith(b"HTTP/1.1 200 ")
    assert "cut off, because an address can have at most 10 connections" in caplog.text
    assert "cut off, because a process can have at most 20 connections" in caplog.text


def test_a_slow_upload_is_aborted_after_its_grace_period():
    with serving(pace=Pace(0.2, 8192), uploads=1) as server:
        slow_bodies = [server.connect(post(1000, b"x")) for _ in range(4)]
        slow_uploads = [server.connect(post(2 << 20, b"x")) for _ in range(4)]
        assert server.request(get()).startswith(b"HTTP/1.1 200 ")
        for connection in [*slow_bodies, *slow_uploads]:
            assert connection.recv(12) == b"HTTP/1.1 408"
        for connection in [*slow_bodies, *slow_uploads]:
            with suppress(ConnectionError), connection:
                while connection.recv(1 << 16):
                    pass


def make_admitting_application(calls, *, refuses=False):
    def application(environ, start):
        flags = {BODY_AWAITED, BODY_ADMITTED, BODY_TOO_LARGE} & environ.keys()
        calls.append("".join(flag.rpartition("_")[2] for flag in flags))
        if BODY_AWAITED in environ:
            start("429 Too Many Requests" if refuses else "100 Continue", [])
            return []
        received = len(environ["wsgi.input"].read())
        start("413 Too Large" if BODY_TOO_LARGE in environ else "200 OK", [])
        return [b"%d bytes" % received]

    return application


LARGE_BYTES = 3 << 20


@pytest.mark.parametrize(
    ("treatment", "refuses", "expected", "status", "received"),
    [
        (Treatment.RECEIVE_FIRST, False, [""], 200, LARGE_BYTES),
        (Treatment.CHECK_FIRST, False, ["awaited", "admitted"], 200, LARGE_BYTES),
        (Treatment.CHECK_FIRST, True, ["awaited"], 429, None),
        (Treatment.REFUSE, False, ["large"], 413, 0),
    ],
)
def test_the_treatment_of_a_body_is_configurable(
    tmp_path, treatment, refuses, expected, status, received
):
    calls = []
    application = make_admitting_application(calls, refuses=refuses)
    with serving(application, treatment=lambda *_: treatment, spool=str(tmp_path)) as server:
        response = server.request(post(LARGE_BYTES, bytes(LARGE_BYTES)))
    assert response.startswith(b"HTTP/1.1 %d " % status)
    assert received is None or response.endswith(b"%d bytes" % received)
    assert calls == expected


def test_an_upload_that_cannot_be_written_is_refused(tmp_path):
    with serving(spool=str(tmp_path / "missing")) as server:
        assert server.request(post(LARGE_BYTES, bytes(LARGE_BYTES))).startswith(b"HTTP/1.1 507 ")


@pytest.mark.parametrize("length", [1000, LARGE_BYTES, 1 << 30])
def test_slow_bodies_hold_no_thread(length):
    calls = []
    with serving(make_admitting_application(calls), threads=1, uploads=1) as server:
        for number in range(40):
            server.connect(post(length, b"x" * 100), f"127.0.0.{2 + number // 8}")
        for _ in range(20):
            assert server.request(get()).startswith(b"HTTP/1.1 200 ")
        response = server.request(post(LARGE_BYTES, bytes(LARGE_BYTES)))
        assert response.endswith(b"%d bytes" % LARGE_BYTES)
    assert "admitted" not in calls[:-1]


def test_the_application_does_not_run_for_a_body_that_is_cut_off():
    calls = []
    with serving(make_admitting_application(calls)) as server:
        for length in (1000, LARGE_BYTES):
            with server.connect(post(length, b"x" * 100)) as connection:
                connection.shutdown(socket.SHUT_WR)
                assert connection.recv(1) == b""
        assert server.request(post(LARGE_BYTES, bytes(LARGE_BYTES))).endswith(
            b"%d bytes" % LARGE_BYTES
        )
    assert calls == ["awaited", "awaited", "admitted"]


def test_the_concurrent_large_uploads_of_an_address_are_limited():
    with serving(make_admitting_application([])) as server:
        slow = [server.connect(post(LARGE_BYTES, b"x")) for _ in range(8)]
        assert server.request(get()).startswith(b"HTTP/1.1 200 ")
        assert server.request(post(LARGE_BYTES, bytes(LARGE_BYTES))).startswith(b"HTTP/1.1 503 ")
        response = server.request(post(LARGE_BYTES, bytes(LARGE_BYTES)), "127.0.0.2")
        assert response.startswith(b"HTTP/1.1 200 ")
        slow.pop().close()
        while not server.request(post(LARGE_BYTES, bytes(LARGE_BYTES))).startswith(
            b"HTTP/1.1 200 "
        ):
            pass


def make_blocking_application():
    """Return a blocking application and an event that resumes it.

    Return also a semaphore that counts the calls of the application, and the list of their paths.
    """
    resume, calls_begun, paths = Event(), Semaphore(0), []

    def slow(environ, start):
        paths.append(environ["PATH_INFO"])
        calls_begun.release()
        resume.wait(TIMEOUT_SECONDS)
        return hello(environ, start)

    return slow, resume, calls_begun, paths


def test_connections_with_a_request_in_progress_are_not_closed():
    slow, resume, calls_begun, _ = make_blocking_application()
    with serving(slow, limit=2) as server:
        connections = [server.connect(get()) for _ in range(2)]
        for _ in connections:
            assert calls_begun.acquire(timeout=TIMEOUT_SECONDS)
        assert server.request(get()).startswith(b"HTTP/1.1 503 ")
        resume.set()
        assert [connection.recv(12) for connection in connections] == [b"HTTP/1.1 200"] * 2


def test_waiting_requests_of_disconnected_clients_are_dropped():
    slow, resume, calls_begun, paths = make_blocking_application()
    with serving(slow, threads=1) as server:
        server.connect(get("/first"))
        assert calls_begun.acquire(timeout=TIMEOUT_SECONDS)
        for number in range(50):
            server.connect(get(f"/left/{number}")).close()
        last = server.connect(get("/last"))
        # By the time of this response, the event loop has received everything sent before.
        assert server.request(b"x\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        resume.set()
        assert last.recv(12) == b"HTTP/1.1 200"
    assert paths == ["/first", "/last"]


def test_the_number_of_requests_waiting_for_a_thread_is_limited():
    slow, resume, *_ = make_blocking_application()
    with serving(slow, threads=1, max_waiting=5) as server:
        connections = [server.connect(post(1, b"x")) for _ in range(20)]
        refused_connections = [
            connection for connection in connections[6:] if connection.recv(12) == b"HTTP/1.1 503"
        ]
        assert len(refused_connections) == 14
        resume.set()


def test_a_request_that_runs_too_long_gets_503(monkeypatch):
    monkeypatch.setattr(gateway, "_MAX_RUN_SECONDS", 0.1)
    slow, resume, *_ = make_blocking_application()
    with serving(slow, threads=1) as server:
        assert server.request(get()).startswith(b"HTTP/1.1 503 ")
        resume.set()
        assert server.request(get()).startswith(b"HTTP/1.1 200 ")


def test_a_request_that_waits_too_long_for_a_thread_gets_503(monkeypatch):
    monkeypatch.setattr(gateway, "_WAIT_SECONDS", 0.1)
    slow, resume, calls_begun, paths = make_blocking_application()
    with serving(slow, threads=1) as server:
        first = server.connect(get("/first"))
        assert calls_begun.acquire(timeout=TIMEOUT_SECONDS)
        assert server.request(get("/second")).startswith(b"HTTP/1.1 503 ")
        resume.set()
        assert first.recv(12) == b"HTTP/1.1 200"
    assert paths == ["/first"]


@pytest.mark.parametrize("waiting", [5, pytest.param(100, marks=pytest.mark.long)])
def test_a_crowd_from_one_address_does_not_delay_another(waiting):
    """At most two requests of the crowd run before the other, even if the crowd fills the queue."""
    slow, resume, calls_begun, paths = make_blocking_application()
    with serving(slow, threads=1, max_waiting=waiting) as server:
        for number in range(20):
            server.connect(get(f"/crowd/{number}"))
        assert calls_begun.acquire(timeout=TIMEOUT_SECONDS)
        other = server.connect(get("/other"), "127.0.0.2")
        # By the time of this response, the event loop has received everything sent before.
        assert server.request(b"x\r\n\r\n").startswith(b"HTTP/1.1 400 ")
        resume.set()
        assert other.recv(12) == b"HTTP/1.1 200"
    assert paths.index("/other") <= 2


def test_a_download_ends_when_its_client_leaves(caplog):
    closed, parts_taken = Event(), []

    class Endless:
        def __iter__(self):
            return self

        def __next__(self):
            parts_taken.append(1)
            return bytes(1 << 16)

        def close(self):
            closed.set()

    def download(environ, start):
        start("200 OK", [])
        return Endless()

    with caplog.at_level(logging.INFO, "showdown.requests"), serving(download) as server:
        with server.connect(get("/download")) as connection:
            connection.recv(1 << 16)
        assert closed.wait(TIMEOUT_SECONDS)
        number = len(parts_taken)
        assert server.request(b"x\r\n\r\n").startswith(b"HTTP/1.1 400")
        assert len(parts_taken) == number
    [record] = [each for each in caplog.records if each.name == "showdown.requests"]
    assert (record.path, record.status, record.is_whole) == ("/download", 200, False)


def test_the_logged_time_includes_sending(caplog):
    resume = Event()

    def download(environ, start):
        start("200 OK", [("X-Request-ID", "the id")])
        yield bytes(1 << 20)
        resume.wait(TIMEOUT_SECONDS)
        yield b"the end"

    caplog.set_level(logging.INFO, "showdown.requests")
    with serving(download) as server, server.connect(get()) as connection:
        connection.recv(100)
        assert caplog.records == []
        resume.set()
        while connection.recv(1 << 16):
            pass
    [record] = caplog.records
    assert (record.status, record.is_whole, record.request_id) == (200, True, "the id")


def test_refusals_are_one_line_with_a_count(caplog):
    counted_statuses = []
    refusals = Refusals(counted_statuses.append)
    for _ in range(1000):
        refusals.add(503, "too many requests are waiting", "GET /showdown/")
    refusals.log()
    refusals.log()
    [message] = caplog.messages
    expected = "1000 answered 503, because too many requests are waiting"
    assert message == f"{expected} (the last: GET /showdown/)"
    assert len(counted_statuses) == 1000


def test_bodies_behind_a_proxy_are_counted_by_client():
    def build_post(client):
        forwarded = f"X-Forwarded-For: made up, {client}\r\n"
        return post(1 << 20).replace(b"\r\n\r\n", f"\r\n{forwarded}\r\n".encode())

    with serving(proxies=1) as server:
        for _ in range(64):
            server.connect(build_post("192.0.2.1"))
        assert server.request(build_post("192.0.2.1")).startswith(b"HTTP/1.1 503 ")
        other = build_post("192.0.2.2") + bytes(1 << 20)
        assert server.request(other).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("descriptors", "limit"), [(64, 8), (1024, 480), (20_000, 4096), (1 << 20, 4096)]
)
def test_file_descriptors_limit_the_number_of_connections(monkeypatch, descriptors, limit):
    monkeypatch.setattr(admission.resource, "getrlimit", lambda _: (descriptors, descriptors))
    assert admission.max_connections() == limit


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::1:2:3", "2001:db8::"),
        ("[2001:db8::1:2:3]:4711", "2001:db8::"),
        ("fe80::1%eth0", "fe80::"),
        ("nothing", "nothing"),
    ],
)
def test_addresses_of_one_customer_are_counted_together(address, network):
    assert client_address(address) == network
