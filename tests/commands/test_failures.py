"""Test that commands protect their inputs, and report failures in one sentence."""

import bz2
import io
import lzma
import os
import subprocess
import tarfile
from argparse import _SubParsersAction
from pathlib import Path
from shlex import quote, split

import pytest
from django.core.management import get_commands, load_command_class

from showdown.management.base import InputFile, OutputFile, ShowdownCommand
from tests import ROOT
from tests.commands.running import DATA, call, command
from tests.scope import quick_first

COMMANDS = sorted(name for name, app in get_commands().items() if app == "showdown")
LOG = DATA / "logs" / "pokerstars.txt"
CUT_OFF = b"line 139, hand 1007: cut-off: it has no summary"
DEALS = DATA / "omahacomp-input.txt"
SPOTS = b"HandA,HandB\nAsKhQsJh,2c3d4c5d\n"

OVERWRITING_CALLS = [
    (("omahacomp", "{input}", "{output}"), DEALS),
    (("night", "{input}", "--json", "{output}"), LOG),
    (("night", str(LOG), "{input}", "--json", "{output}"), LOG),
    (("night", "{folder}", "--json", "{output}"), LOG),
    (("odds", "--file", "{input}", "--output", "{output}"), SPOTS),
    (("log", "convert", "{input}", "{output}", "--format", "pokerstars"), LOG),
    (("audit", "{input}", "{output}"), LOG),
    (("audit", "{input}", "{folder}/report", "--csv", "{output}"), LOG),
]


@pytest.mark.parametrize("kind", ["same", "symbolic link", "hard link", "other path"])
@pytest.mark.parametrize(("arguments", "content"), OVERWRITING_CALLS)
def test_no_command_writes_over_its_input(tmp_path, arguments, content, kind):
    folder = tmp_path / "folder"
    folder.mkdir()
    source, output = folder / "input", tmp_path / "output"
    text = content if isinstance(content, bytes) else content.read_bytes()
    source.write_bytes(text)
    if kind == "symbolic link":
        output.symlink_to(source)
    elif kind == "hard link":
        output.hardlink_to(source)
    else:
        output = source if kind == "same" else folder / ".." / "folder" / "input"
    before = sorted(folder.iterdir())
    completed = call(
        *(argument.format(input=source, output=output, folder=folder) for argument in arguments)
    )
    assert completed.returncode == 2
    assert b"this is the input: name another file for the output" in completed.stderr
    assert source.read_bytes() == text
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("source", "target"), quick_first(("-", "-"), ("-", "{deals}"), ("{deals}", "-"))
)
def test_standard_input_is_not_written_over(tmp_path, source, target):
    deals = tmp_path / "deals.txt"
    deals.write_bytes(DEALS.read_bytes())
    arguments = (source.format(deals=deals), target.format(deals=deals))
    with deals.open("rb") as stdin, deals.open("ab") as stdout:
        files = {"stdin": stdin, "stdout": stdout, "stderr": subprocess.PIPE}
        completed = subprocess.run(command("omahacomp", *arguments), check=False, **files)
    assert completed.returncode == 2
    assert b"this is the input" in completed.stderr
    assert deals.read_bytes() == DEALS.read_bytes()


def test_two_outputs_are_not_one_file(tmp_path):
    report = tmp_path / "report"
    for arguments in (
        ("audit", LOG, report, "--csv", report),
        ("audit", LOG, "-", "--html", "-"),
        ("night", LOG, "--json", report, "--csv", tmp_path / "." / "report"),
    ):
        completed = call(*arguments)
        assert completed.returncode == 2
        assert b"two outputs can't go to one file" in completed.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_key_of_the_site_is_not_written_over(tmp_path, settings):
    settings.AUDIT_KEY_FILE = tmp_path / "key"
    settings.AUDIT_KEY_FILE.write_bytes(b"kept")
    completed = call("omahacomp", DEALS, tmp_path / "key")
    assert (completed.returncode, b"this is a key of the site" in completed.stderr) == (2, True)
    assert (tmp_path / "key").read_bytes() == b"kept"


def arguments_of(parser):
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for subparser in action.choices.values():
                yield from arguments_of(subparser)
        else:
            yield action


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_declares_its_files(name):
    """ShowdownCommand compares only files in arguments of these types."""
    command_object = load_command_class("showdown", name)
    assert isinstance(command_object, ShowdownCommand)
    for action in arguments_of(command_object.create_parser("manage.py", name)):
        if "standard input" in (action.help or ""):
            assert action.type is InputFile, action.dest
        if "standard output" in (action.help or ""):
            assert action.type is OutputFile, action.dest


@pytest.mark.parametrize(
    "command_line",
    quick_first(
        f"omahacomp {quote(str(DEALS))} -",
        "drills --count 400",
        f"night {quote(str(LOG))}",
        "odds AsKh QQ --game holdem --board 2c3d4h",
        "compile",
        f"log convert {quote(str(LOG))} - --format pokerstars",
    ),
)
def test_a_full_disk_and_a_closed_pipe_end_without_a_traceback(command_line):
    arguments = split(command_line)
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    options = {"stderr": subprocess.PIPE, "env": environment}
    with Path("/dev/full").open("wb") as full:
        completed = subprocess.run(command(*arguments), stdout=full, check=False, **options)
    *notices, error = completed.stderr.splitlines()
    assert error == b"CommandError: standard output: No space left on device"
    assert notices == [CUT_OFF] * (arguments[0] == "night")
    assert completed.returncode == 2
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as closed:
        completed = subprocess.run(command(*arguments), stdout=closed, check=False, **options)
    assert (completed.stderr.splitlines(), completed.returncode) == (notices, 141)


@pytest.mark.parametrize("option", ["--csv", "--html"])
def test_the_error_names_the_output_that_fails(option, tmp_path):
    completed = call("audit", LOG, tmp_path / "report", option, "/dev/full", "--quiet")
    assert completed.returncode == 2
    assert completed.stderr == b"CommandError: /dev/full: No space left on device\n"
    completed = call(
        "audit", LOG, tmp_path / "report", option, tmp_path / "none" / "file", "--quiet"
    )
    assert f"{tmp_path / 'none' / 'file'}: No such file or directory".encode() in completed.stderr
    assert list(tmp_path.iterdir()) == []


def tar_of(text):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        member = tarfile.TarInfo("log.txt")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    return buffer.getvalue()


ARCHIVES = {
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": lambda text: b"PK\x03\x04" + text,
    "tar": tar_of,
    "7-Zip": lambda text: b"7z\xbc\xaf\x27\x1c" + text,
    "RAR": lambda text: b"Rar!\x1a\x07\x01\x00" + text,
}
READERS = [
    ("holdem", "{input}", "{output}"),
    ("audit", "{input}", "{output}"),
    ("night", "{input}", "--json", "{output}"),
    ("log", "convert", "{input}", "{output}", "--format", "pokerstars"),
]
CASES = [(kind, ("omahacomp", "{input}", "{output}")) for kind in ARCHIVES]


@pytest.mark.parametrize(
    ("kind", "arguments"), [*CASES, *(("tar", arguments) for arguments in READERS)]
)
def test_the_error_names_the_kind_of_an_unsupported_archive(tmp_path, kind, arguments):
    source, output = tmp_path / "input", tmp_path / "output"
    source.write_bytes(ARCHIVES[kind](LOG.read_bytes()))
    completed = call(*(argument.format(input=source, output=output) for argument in arguments))
    assert completed.returncode == 2
    assert completed.stderr.startswith(
        f"CommandError: {source}: {kind} files are not supported".encode()
    )
    assert not output.exists()


@pytest.mark.parametrize(
    "arguments", [("night", "{log}"), ("log", "convert", "{log}", "{output}.txt")]
)
def test_an_unreadable_log_is_reported_with_its_line_and_reason(tmp_path, arguments):
    log, output = tmp_path / "log", tmp_path / "output"
    log.write_text("This is no hand history.\nNor is this.\n")
    expected = call("audit", log, "-", "--quiet")
    [reason] = [line for line in expected.stderr.splitlines() if line.startswith(b"line 1: ")]
    completed = call(*(argument.format(log=log, output=output) for argument in arguments))
    assert completed.returncode == expected.returncode == 1
    assert reason in completed.stderr.splitlines()


def test_the_error_names_an_unreadable_log_among_several(tmp_path):
    log = tmp_path / "scrap.txt"
    log.write_text("This is no hand history.\n")
    completed = call("night", LOG, log)
    assert f"{log.name}, line 1: no-hands" in completed.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("odds", "AsKh", "--file", "x"), "--file and hands exclude each other"),
        (("odds", "--json", "--file", "x"), "--file and --json exclude each other"),
        (("odds", "--board", "2c", "--file", "x"), "--file and --board exclude each other"),
        (("odds", "AA", "KK", "--output", "x"), "--output needs --file"),
        (("odds", "AA", "KK", "--each-hand"), "--each-hand needs --json"),
        (("audit", str(LOG), "-", "--user", "amber"), "--user needs --store"),
    ],
)
def test_options_that_would_be_ignored_are_refused(arguments, sentence):
    completed = call(*arguments)
    assert (completed.returncode, completed.stdout) == (2, b"")
    assert completed.stderr.decode() == f"CommandError: {sentence}\n"


@pytest.mark.parametrize("name", ["PLO8", "Omaha Hi/Lo"])
def test_options_accept_the_aliases_of_games(name):
    assert call("omahacomp", "-", "-", "--game", name).returncode == 0


def test_an_unusable_folder_for_the_key_is_reported_with_the_setting(tmp_path, settings):
    settings.AUDIT_KEY_FILE = Path("/proc/none/audit-key")
    completed = call("audit", LOG, tmp_path / "report")
    assert completed.returncode == 2
    assert b"AUDIT_KEY_FILE" in completed.stderr


def test_success_is_not_written_in_the_color_of_errors(tmp_path):
    completed = call(
        "audit", LOG, tmp_path / "report", "--quiet", "--force-color", is_terminal=True
    )
    *_, summary = completed.stderr.decode().splitlines()
    assert "hands read" in summary
    assert "\x1b" not in summary


EXAMPLES = {"omahacomp": "omaha-hilo.txt", "holdem": "holdem.txt", "badugi": "badugi.txt"}
FILE_CASES = [(name, other) for name in EXAMPLES for other in EXAMPLES if name != other]


@pytest.mark.parametrize(("name", "other"), FILE_CASES)
def test_the_error_names_the_command_that_reads_the_file(name, other):
    completed = call(name, ROOT / "examples" / EXAMPLES[other], "-")
    assert completed.returncode == 1
    hint = f"This looks like a file for `manage.py {other}`".encode()
    assert completed.stderr.splitlines()[-1] == hint


@pytest.mark.parametrize(
    "text", [b"neither this\nnor that\n", b"", b"3c 2s 4d Ah - As 3h 2d 4h\nno deal\n"]
)
def test_no_command_is_suggested_for_other_files(text):
    assert b"looks like" not in call("badugi", "-", "-", stdin=text).stderr
