"""Test `manage.py up` from its start to Ctrl-C."""

import json
import os
import re
import signal
import socket
from io import StringIO
from itertools import pairwise
from select import select
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import NotSupportedError, connection

from omahasite import VERSION
from omahasite.static import MANIFEST, mark_collected
from showdown.management import supervision
from showdown.management.commands.up import Command
from tests.databases import UNREACHABLE, database_without_tables
from tests.scope import quick_first
from tests.site.running import free_port, has_ended, manage, run_site, up

DEAL = {"game": "badugi", "hands": ["Ac4h3d2s", "AdKc2h9s"]}


@pytest.mark.parametrize("fixture", ["home", pytest.param("directory", marks=pytest.mark.long)])
def test_one_command_serves_the_site_and_ctrl_c_leaves_nothing_running(request, fixture):
    home = request.getfixturevalue(fixture)
    with run_site(home, "--processes", "1", METRICS_TOKEN="a token") as site:
        assert site.request("/").headers["Location"] == "/showdown/"
        assert site.request("/showdown").headers["Location"] == "/showdown/"
        assert site.request("/healthz").status == site.request("/readyz").status == 200
        check_page_and_its_files(site)
        check_api(site)
        metrics = site.request("/metrics", Authorization="Bearer a token").text
        assert "\nshowdown_database_up 1.0\n" in metrics
        processes = site.processes()
        assert any("worker" in process.cmdline() for process in processes)
        site.process.send_signal(signal.SIGINT)
        out, errors = site.process.communicate(timeout=120)
        assert (site.process.returncode, out, errors) == (0, "Stopped.\n", "")
        assert [process for process in processes if not has_ended(process)] == []


def check_page_and_its_files(site):
    page = site.request("/showdown/")
    assert page.status == 200
    sheets = re.findall(r'href="(/static/[^"]+\.css)"', page.text)
    scripts = re.findall(r'src="(/static/[^"]+\.js)"', page.text)
    assert sheets
    assert scripts
    for address in sheets + scripts:
        file = site.request(address)
        assert file.status == 200
        assert re.search(r"\.[0-9a-f]{12}\.(css|js)$", address)
        assert "immutable" in file.headers["Cache-Control"]
    assert site.request(sheets[0], method="HEAD", Accept_Encoding="gzip").headers[
        "Content-Encoding"
    ]


def check_api(site):
    headers = {"Content_Type": "application/json"}
    response = site.request("/api/showdowns/", "POST", json.dumps(DEAL), **headers)
    assert response.status == 201
    assert json.loads(response.text)["headline"] == "HandA wins with a 4-3-2-A badugi"
    response = site.request("/api/showdowns/", "POST", iter([json.dumps(DEAL).encode()]), **headers)
    assert (response.status, json.loads(response.text)["title"]) == (411, "Length Required")
    # The body is only announced and is refused before it is sent.
    response = site.request("/api/showdowns/", "POST", **headers, Content_Length=str(6 << 20))
    assert (response.status, response.headers["Content-Type"]) == (413, "application/problem+json")


def test_the_pause_between_restarts_of_a_failing_process_grows_to_a_minute(monkeypatch):
    now = 0.0
    monkeypatch.setattr(supervision, "monotonic", lambda: now)
    child = supervision.Child(["false"], os.environ)
    starts, watched_process = [], None
    while len(starts) < 8:
        if child.process is not watched_process:
            watched_process = child.process
            starts.append(now)
            watched_process.wait()
        now += 0.5
        child.restart_if_ended()
    pauses = [later - earlier for earlier, later in pairwise(starts)]
    assert pauses == [2.5, 4.5, 8.5, 16.5, 32.5, 60.5, 60.5]
    child.kill_group()


def test_the_children_of_a_process_that_ended_are_killed_before_the_pause(monkeypatch):
    monkeypatch.setattr(supervision, "monotonic", lambda: 0.0)
    reader, writer = os.pipe()
    child = supervision.Child(["sh", "-c", "sleep 1000 &"], os.environ, [writer])
    os.close(writer)
    child.process.wait()
    child.restart_if_ended()
    assert select([reader], [], [], 60)[0], "the pipe is still open"
    os.close(reader)


def test_a_process_that_ran_for_a_minute_is_restarted_at_once(monkeypatch):
    now = 0.0
    monkeypatch.setattr(supervision, "monotonic", lambda: now)
    child = supervision.Child(["sleep", "1000"], os.environ)
    now = 61.0
    child.restart_if_ended()
    process = child.process
    process.kill()
    process.wait()
    child.restart_if_ended()
    assert child.process is not process
    child.kill_group()


OTHERS_REFUSED = "Other machines can't open it yet"
EVERY_INTERFACE = "0.0.0.0"  # noqa: S104
ADDRESSES = [
    ("127.0.0.1", ["localhost", "127.0.0.1"], "http://127.0.0.1:8000/showdown", ""),
    (EVERY_INTERFACE, ["localhost", "127.0.0.1"], "http://127.0.0.1:8000/showdown", OTHERS_REFUSED),
    ("::", ["localhost", "[::1]"], "http://[::1]:8000/showdown", OTHERS_REFUSED),
    (EVERY_INTERFACE, ["dealer.example.org"], "http://dealer.example.org:8000/showdown", ""),
    (EVERY_INTERFACE, ["*"], "http://127.0.0.1:8000/showdown", ""),
    ("::1", ["localhost"], "http://[::1]:8000/showdown", "add [::1] to ALLOWED_HOSTS"),
]


@pytest.mark.parametrize(("host", "names", "address", "hint"), ADDRESSES)
def test_an_address_or_a_hint_is_printed(host, names, address, hint, settings):
    settings.ALLOWED_HOSTS = names
    output = StringIO()
    Command(stdout=output)._print_address(host, 8000)
    first, *others = output.getvalue().splitlines()
    assert first == f"Showdown is at {address}  (Ctrl-C stops it)"
    assert len(others) == bool(hint)
    assert hint in "".join(others)


@pytest.mark.long
def test_a_site_on_every_interface_responds(home):
    with run_site(home, "--host", EVERY_INTERFACE, "--processes", "1", "--workers", "0") as site:
        assert site.request("/showdown/").status == 200
        assert site.process.stdout.readline().startswith(OTHERS_REFUSED)


def test_the_version_of_the_site_is_printed():
    assert manage("--version").stdout == f"{VERSION}\n"


LATIN1 = "ENCODING 'LATIN1' TEMPLATE template0 LOCALE_PROVIDER libc LOCALE 'C'"


def test_a_connection_to_a_database_without_unicode_is_refused(db):
    """Such a database could not store a player called Łukasz."""
    with database_without_tables(LATIN1) as url:
        name = urlsplit(url).path.removeprefix("/")
        other = connection.copy()
        other.settings_dict = other.settings_dict | {"NAME": name}
        with pytest.raises(NotSupportedError) as error:
            other.connect()
        other.close()
    assert str(error.value) == (
        "the encoding of the database is LATIN1 instead of UTF8:"
        " create the database with `createdb --encoding UTF8 --template template0`"
    )


def fail_to_start(**environment):
    process = up("--port", str(free_port()), environment=environment)
    out, errors = process.communicate(timeout=120)
    assert "Showdown is at" not in out
    return process.returncode, errors


def test_the_error_names_a_port_in_use(tmp_path, monkeypatch):
    monkeypatch.setitem(connection.settings_dict, "DATA_DIRECTORY", tmp_path / "none")
    # Keep the signal handlers of this process.
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(CommandError) as error:
            call_command("up", port=port)
    assert str(error.value) == f"port {port} is taken: choose another with --port"
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("option", "number", "bounds"),
    [
        ("--processes", "0", "of at least 1"),
        ("--workers", "-1", "of at least 0"),
        ("--workers", "one", "of at least 0"),
        ("--port", "0", "from 1 to 65535"),
        ("--port", "65536", "from 1 to 65535"),
    ],
)
def test_an_invalid_number_of_processes_workers_or_port_is_refused(option, number, bounds):
    reason = f"argument {option}: '{number}' is not a whole number {bounds}"
    with pytest.raises(CommandError, match=reason):
        Command().create_parser("manage.py", "up").parse_args([option, number])


@pytest.mark.long
def test_a_site_that_cannot_show_a_page_does_not_start(home, directory):
    """The manifest of static files is empty, so that every page would have status 500."""
    static_files = directory / "static files"
    static_files.mkdir()
    (static_files / MANIFEST).write_text('{"version": "1.1", "paths": {}, "hash": ""}')
    mark_collected(static_files)
    folders = {"POSTGRES_DIRECTORY": str(home / "data base"), "STATIC_ROOT": str(static_files)}
    status, errors = fail_to_start(**folders)
    assert status == 1
    assert "the site cannot serve: the request for /showdown/ failed" in errors
    assert "CommandError: a web process ended before it could serve" in errors


@pytest.mark.parametrize(
    ("environment", "status", "error"),
    quick_first(
        ({"POSTGRES_DIRECTORY": "file/data"}, 2, "the embedded database can't be stored at"),
        ({"POSTGRES_DIRECTORY": "new", "STATIC_ROOT": "file/static"},
         1, "static files can't be stored at "),
        ({"DATABASE_URL": UNREACHABLE}, 2, "the database can't be used: connection"),
    ),
)  # fmt: skip
def test_the_error_names_an_unusable_folder_or_database(
    directory, monkeypatch, environment, status, error
):
    (directory / "file").write_text("")
    monkeypatch.chdir(directory)
    exit_status, errors = fail_to_start(**environment)
    assert exit_status == status
    assert errors.startswith("CommandError: ")
    assert error in errors
    assert ("set POSTGRES_DIRECTORY" in errors) == ("embedded" in error)
    assert "Traceback" not in errors
