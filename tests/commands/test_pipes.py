"""The file commands at the end of a pipe: slow, without blocking, or with nothing to read yet."""

import array
import fcntl
import os
import subprocess
import termios
from time import sleep

import pytest

from tests.commands.running import command

INSTANCE = b"2\n2s 9c Ad 4h Ts\nAs Ac\n9h 7h\n"


def settled_through_a_pipe(tmp_path, pieces, *, blocking, name="-"):
    """What the command makes of pieces, each of which comes when those before it are read."""
    out, given = os.pipe()
    os.set_blocking(out, blocking)
    output = tmp_path / "output.txt"
    with (output.open("wb") as target, subprocess.Popen(
        command("holdem", name, "-"), stdin=out, stdout=target, stderr=subprocess.PIPE
    ) as started):  # fmt: skip
        os.close(out)
        for piece in pieces:
            os.write(given, piece)
            while unread(given):
                assert started.poll() is None
                sleep(0.02)
            sleep(0.1)  # and now it waits
        os.close(given)
        errors = started.stderr.read()
    return started.returncode, output.read_bytes(), errors


def unread(pipe):
    """How many bytes are in the pipe."""
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]


@pytest.mark.parametrize("name", ["-", pytest.param("/dev/stdin", marks=pytest.mark.long)])
@pytest.mark.parametrize("blocking", [pytest.param(True, marks=pytest.mark.long), False])
def test_a_slow_pipe_is_read_to_its_end(tmp_path, blocking, name):
    pieces = [INSTANCE * 3, INSTANCE[:20], INSTANCE[20:] + INSTANCE * 2]
    done = settled_through_a_pipe(tmp_path, pieces, blocking=blocking, name=name)
    assert done == (0, b"1\n" * 6, b"")


@pytest.mark.parametrize("blocking", [True, False])
@pytest.mark.long
def test_much_in_small_pieces_is_read_to_its_end(tmp_path, blocking):
    pieces = [INSTANCE * 2000, INSTANCE * 2000, INSTANCE]
    done = settled_through_a_pipe(tmp_path, pieces, blocking=blocking)
    assert done == (0, b"1\n" * 4001, b"")


def test_a_pipe_that_ends_at_once_is_an_empty_file(tmp_path):
    assert settled_through_a_pipe(tmp_path, [], blocking=False) == (0, b"", b"")
