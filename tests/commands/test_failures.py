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

OVER_ITS_INPUT = [
    (("omahacomp", "{input}", "{other}"), DEALS),
    (("night", "{input}", "--json", "{other}"), LOG),
    (("night", str(LOG), "{input}", "--json", "{other}"), LOG),
    (("night", "{folder}", "--json", "{other}"), LOG),
    (("odds", "--file", "{input}", "--output", "{other}"), SPOTS),
    (("log", "convert", "{input}", "{other}", "--format", "pokerstars"), LOG),
    (("audit", "{input}", "{other}"), LOG),
    (("audit", "{input}", "{folder}/report", "--csv", "{other}"), LOG),
]


@pytest.mark.parametrize("kind", ["same", "symbolic link", "hard link", "other path"])
@pytest.mark.parametrize(("words", "content"), OVER_ITS_INPUT)
def test_no_command_writes_over_its_input(tmp_path, words, content, kind):
    folder = tmp_path / "folder"
    folder.mkdir()
    source, other = folder / "input", tmp_path / "other"
    text = content if isinstance(content, bytes) else content.read_bytes()
    source.write_bytes(text)
    if kind == "symbolic link":
        other.symlink_to(source)
    elif kind == "hard link":
        other.hardlink_to(source)
    else:
        other = source if kind == "same" else folder / ".." / "folder" / "input"
    before = sorted(folder.iterdir())
    ran = call(*(word.format(input=source, other=other, folder=folder) for word in words))
    assert ran.returncode == 2
    assert b"this is the input: name another file for the output" in ran.stderr
    assert source.read_bytes() == text
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("source", "target"), quick_first(("-", "-"), ("-", "{deals}"), ("{deals}", "-"))
)
def test_standard_input_is_not_written_over(tmp_path, source, target):
    deals = tmp_path / "deals.txt"
    deals.write_bytes(DEALS.read_bytes())
    arguments = (source.format(deals=deals), target.format(deals=deals))
    with deals.open("rb") as given, deals.open("ab") as taken:
        files = {"stdin": given, "stdout": taken, "stderr": subprocess.PIPE}
        ran = subprocess.run(command("omahacomp", *arguments), check=False, **files)
    assert ran.returncode == 2
    assert b"this is the input" in ran.stderr
    assert deals.read_bytes() == DEALS.read_bytes()


def test_two_outputs_are_not_one_file(tmp_path):
    report = tmp_path / "report"
    for arguments in (
        ("audit", LOG, report, "--csv", report),
        ("audit", LOG, "-", "--html", "-"),
        ("night", LOG, "--json", report, "--csv", tmp_path / "." / "report"),
    ):
        ran = call(*arguments)
        assert ran.returncode == 2
        assert b"two outputs can't go to one file" in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_key_of_the_site_is_not_written_over(tmp_path, settings):
    settings.AUDIT_KEY_FILE = tmp_path / "key"
    settings.AUDIT_KEY_FILE.write_bytes(b"kept")
    ran = call("omahacomp", DEALS, tmp_path / "key")
    assert (ran.returncode, b"this is a key of the site" in ran.stderr) == (2, True)
    assert (tmp_path / "key").read_bytes() == b"kept"


def arguments_of(parser):
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for inner in action.choices.values():
                yield from arguments_of(inner)
        else:
            yield action


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_declares_its_files(name):
    """ShowdownCommand compares only files in arguments of these types."""
    made = load_command_class("showdown", name)
    assert isinstance(made, ShowdownCommand)
    ours = [action for action in arguments_of(made.create_parser("manage.py", name))
            if type(action).__name__ != "_HelpAction"]  # fmt: skip
    for action in ours:
        if "standard input" in (action.help or ""):
            assert action.type is InputFile, action.dest
        if "standard output" in (action.help or ""):
            assert action.type is OutputFile, action.dest


@pytest.mark.parametrize(
    "words",
    quick_first(
        f"omahacomp {quote(str(DEALS))} -",
        "drills --count 400",
        f"night {quote(str(LOG))}",
        "odds AsKh QQ --game holdem --board 2c3d4h",
        "compile",
        f"log convert {quote(str(LOG))} - --format pokerstars",
    ),
)
def test_a_full_disk_and_a_closed_pipe_end_without_a_traceback(words):
    words = split(words)
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    options = {"stderr": subprocess.PIPE, "env": environment}
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(command(*words), stdout=full, check=False, **options)
    *notices, error = ran.stderr.splitlines()
    assert error == b"CommandError: standard output: No space left on device"
    assert notices == [CUT_OFF] * (words[0] == "night")
    assert ran.returncode == 2
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as closed:
        ran = subprocess.run(command(*words), stdout=closed, check=False, **options)
    assert (ran.stderr.splitlines(), ran.returncode) == (notices, 141)


@pytest.mark.parametrize("option", ["--csv", "--html"])
def test_the_error_names_the_output_that_fails(option, tmp_path):
    ran = call("audit", LOG, tmp_path / "report", option, "/dev/full", "--quiet")
    assert ran.returncode == 2
    assert ran.stderr == b"CommandError: /dev/full: No space left on device\n"
    ran = call("audit", LOG, tmp_path / "report", option, tmp_path / "none" / "file", "--quiet")
    assert f"{tmp_path / 'none' / 'file'}: No such file or directory".encode() in ran.stderr
    assert list(tmp_path.iterdir()) == []


def tar_of(text):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        member = tarfile.TarInfo("log.txt")
        member.size = len(text)
        archive.addfile(member, io.BytesIO(text))
    return made.getvalue()


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


@pytest.mark.parametrize(("kind", "words"), [*CASES, *(("tar", words) for words in READERS)])
def test_the_error_names_the_kind_of_an_unsupported_archive(tmp_path, kind, words):
    source, output = tmp_path / "input", tmp_path / "output"
    source.write_bytes(ARCHIVES[kind](LOG.read_bytes()))
    ran = call(*(word.format(input=source, output=output) for word in words))
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"CommandError: {source}: {kind} files are not supported".encode())
    assert not output.exists()


@pytest.mark.parametrize("words", [("night", "{log}"), ("log", "convert", "{log}", "{output}.txt")])
def test_an_unreadable_log_is_reported_with_its_line_and_reason(tmp_path, words):
    log, output = tmp_path / "log", tmp_path / "output"
    log.write_text("This is no hand history.\nNor is this.\n")
    expected = call("audit", log, "-", "--quiet")
    [reason] = [line for line in expected.stderr.splitlines() if line.startswith(b"line 1: ")]
    ran = call(*(word.format(log=log, output=output) for word in words))
    assert ran.returncode == expected.returncode == 1
    assert reason in ran.stderr.splitlines()


def test_the_error_names_an_unreadable_log_among_several(tmp_path):
    log = tmp_path / "scrap.txt"
    log.write_text("This is no hand history.\n")
    ran = call("night", LOG, log)
    assert f"{log.name}, line 1: no-hands" in ran.stderr.decode()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("odds", "AsKh", "--file", "x"), "--file and hands exclude each other"),
        (("odds", "--json", "--file", "x"), "--file and --json exclude each other"),
        (("odds", "--board", "2c", "--file", "x"), "--file and --board exclude each other"),
        (("odds", "AA", "KK", "--output", "x"), "--output needs --file"),
        (("odds", "AA", "KK", "--each-hand"), "--each-hand needs --json"),
        (("audit", str(LOG), "-", "--user", "amber"), "--user needs --store"),
    ],
)
def test_options_that_would_be_ignored_are_refused(words, sentence):
    ran = call(*words)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.decode() == f"CommandError: {sentence}\n"


@pytest.mark.parametrize("name", ["PLO8", "Omaha Hi/Lo"])
def test_options_accept_the_aliases_of_games(name):
    assert call("omahacomp", "-", "-", "--game", name).returncode == 0


def test_a_folder_without_write_permission_names_the_setting_of_the_key(tmp_path, settings):
    settings.AUDIT_KEY_FILE = Path("/proc/none/audit-key")
    ran = call("audit", LOG, tmp_path / "report")
    assert ran.returncode == 2
    assert b"AUDIT_KEY_FILE" in ran.stderr


def test_success_is_not_written_in_the_color_of_errors(tmp_path):
    ran = call("audit", LOG, tmp_path / "report", "--quiet", "--force-color", terminal=True)
    *_, summary = ran.stderr.decode().splitlines()
    assert "hands read" in summary
    assert "\x1b" not in summary


READS = {"omahacomp": "omaha-hilo.txt", "holdem": "holdem.txt", "badugi": "badugi.txt"}
FILE_CASES = [(name, other) for name in READS for other in READS if name != other]


@pytest.mark.parametrize(("name", "other"), FILE_CASES)
def test_the_error_names_the_command_that_reads_the_file(name, other):
    done = call(name, ROOT / "examples" / READS[other], "-")
    assert done.returncode == 1
    hint = f"This looks like a file for `manage.py {other}`".encode()
    assert done.stderr.splitlines()[-1] == hint


@pytest.mark.parametrize(
    "text", [b"neither this\nnor that\n", b"", b"3c 2s 4d Ah - As 3h 2d 4h\nno deal\n"]
)
def test_no_command_is_suggested_for_other_files(text):
    assert b"looks like" not in call("badugi", "-", "-", stdin=text).stderr
