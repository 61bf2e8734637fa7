"""A file that another command reads is recognised, once nothing in it could be settled."""

import pytest

from tests.commands.running import ROOT, call

READS = {"omahacomp": "omaha-hilo.txt", "holdem": "holdem.txt", "badugi": "badugi.txt"}
FOREIGN = [(name, other) for name in READS for other in READS if name != other]


@pytest.mark.parametrize(("name", "other"), FOREIGN)
def test_the_command_that_reads_the_file_is_named(name, other):
    done = call(name, ROOT / "examples" / READS[other], "-")
    assert done.returncode == 1
    hint = f"This looks like a file for `manage.py {other}`".encode()
    assert done.stderr.splitlines()[-1] == hint


@pytest.mark.parametrize(
    "text", [b"neither this\nnor that\n", b"", b"3c 2s 4d Ah - As 3h 2d 4h\nno deal\n"]
)
def test_nothing_is_guessed_of_other_files(text):
    assert b"looks like" not in call("badugi", "-", "-", stdin=text).stderr
