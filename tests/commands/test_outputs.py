"""Test that output files are written atomically, and that pipes are read to their end."""

import array
import fcntl
import os
import signal
import subprocess
import termios
from time import sleep

import pytest

from showdown.management import outputs
from tests.commands.running import DATA, command
from tests.scope import quick_first


@pytest.mark.parametrize("signal_number", quick_first(signal.SIGTERM, signal.SIGHUP))
def test_a_terminated_command_leaves_the_output_file_unchanged(tmp_path, signal_number):
    target = tmp_path / "output.txt"
    target.write_text("before")
    arguments = command("omahacomp", "-", target)
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        text = (DATA / "omahacomp-input.txt").read_bytes()
        process.stdin.write(text * 1000)
        process.stdin.flush()
        assert process.poll() is None
        process.send_signal(signal_number)
    assert process.returncode != 0
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_text() == "before"


def test_a_file_keeps_its_permissions(tmp_path):
    target = tmp_path / "output"
    target.touch(mode=0o640)
    with outputs.atomic_output(str(target)) as file:
        file.write(b"new")
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o640


HOLDEM_INPUT = b"2\n2s 9c Ad 4h Ts\nAs Ac\n9h 7h\n"


def settle_through_a_pipe(tmp_path, pieces, *, blocking, name="-"):
    """Run `holdem` and return its status, output and errors.

    Each piece is sent after the command has read the previous piece.
    """
    read_end, write_end = os.pipe()
    os.set_blocking(read_end, blocking)
    output = tmp_path / "output.txt"
    with (output.open("wb") as target, subprocess.Popen(
        command("holdem", name, "-"), stdin=read_end, stdout=target, stderr=subprocess.PIPE
    ) as process):  # fmt: skip
        os.close(read_end)
        for piece in pieces:
            os.write(write_end, piece)
            unread = array.array("i", [len(piece)])
            while unread[0]:
                assert process.poll() is None
                sleep(0.02)
                fcntl.ioctl(write_end, termios.FIONREAD, unread)
            sleep(0.1)  # until the command waits for more input
        os.close(write_end)
        errors = process.stderr.read()
    return process.returncode, output.read_bytes(), errors


@pytest.mark.parametrize("name", ["-", pytest.param("/dev/stdin", marks=pytest.mark.long)])
@pytest.mark.parametrize("blocking", [pytest.param(True, marks=pytest.mark.long), False])
def test_a_slow_pipe_is_read_to_its_end(tmp_path, blocking, name):
    pieces = [HOLDEM_INPUT * 3, HOLDEM_INPUT[:20], HOLDEM_INPUT[20:] + HOLDEM_INPUT * 2]
    result = settle_through_a_pipe(tmp_path, pieces, blocking=blocking, name=name)
    assert result == (0, b"1\n" * 6, b"")


@pytest.mark.parametrize(
    ("blocking", "counts"), [(True, [2000, 2000, 1]), (False, [2000, 2000, 1]), (False, [])]
)
@pytest.mark.long
def test_large_pieces_and_an_empty_pipe_are_read_to_the_end(tmp_path, blocking, counts):
    pieces = [HOLDEM_INPUT * count for count in counts]
    result = settle_through_a_pipe(tmp_path, pieces, blocking=blocking)
    assert result == (0, b"1\n" * sum(counts), b"")
