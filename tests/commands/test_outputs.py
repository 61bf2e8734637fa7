"""What is written appears whole or not at all, however the command ends."""

import os
import signal
import subprocess

import pytest

from showdown.management import outputs
from tests.commands.running import DATA, command

ENDINGS = [
    signal.SIGTERM,
    signal.SIGKILL,
    pytest.param(signal.SIGHUP, marks=pytest.mark.long),
]


@pytest.mark.parametrize("number", ENDINGS)
def test_a_command_that_is_ended_leaves_nothing(tmp_path, number):
    target = tmp_path / "output.txt"
    target.write_text("before")
    arguments = command("omahacomp", "-", target)
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        text = (DATA / "omahacomp-input.txt").read_bytes()
        process.stdin.write(text * 1000)
        process.stdin.flush()
        assert process.poll() is None
        process.send_signal(number)
    assert process.returncode != 0
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_text() == "before"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_without_unnamed_files_the_part_is_removed(tmp_path, monkeypatch, number):
    monkeypatch.setattr(outputs, "_unnamed", lambda folder: None)
    with pytest.raises(SystemExit):
        _write_and_be_told_to_end(tmp_path / "output", number)
    assert list(tmp_path.iterdir()) == []
    with outputs.whole_output(str(tmp_path / "output")) as file:
        file.write(b"all")
    assert (tmp_path / "output").read_bytes() == b"all"


def _write_and_be_told_to_end(path, number):
    with outputs.whole_output(str(path)) as file:
        file.write(b"some")
        assert len(list(path.parent.iterdir())) == 1
        os.kill(os.getpid(), number)


def test_a_file_keeps_its_permissions(tmp_path):
    target = tmp_path / "output"
    target.touch(mode=0o640)
    with outputs.whole_output(str(target)) as file:
        file.write(b"new")
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640
