"""Measure the file commands as whole processes, from start to exit, and print medians.

Run: uv run python -m tests.benchmarks.files [--rounds 5] [--large]
`--large` adds a file of ten million lines, which needs 2 GB of disk space.
"""

import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import numpy as np

from showdown.evaluator.cards import DECK
from showdown.evaluator.games import GAMES
from tests.benchmarks.measuring import parse_options
from tests.library.dealing import random_deals

ROOT = Path(__file__).resolve().parents[2]
_NAMES = np.array([str(card) for card in DECK], "S2")
_X_NAMES = np.array([str(card).replace("T", "X") for card in DECK], "S2")
_MILLION = 1_000_000
_UNUSUAL_LINES = 500_000
_DEALS_PER_WRITE = 250_000
_ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Environment in which Python may cache bytecode, whose compilation dominates short commands."""


def canonical_lines(deals):
    names = _NAMES[deals].astype(str)
    hands = [("HandA:", 0, 4), (" HandB:", 4, 8), (" Board:", 8, 13)]
    return format_lines(names, hands, "-")


def chip_lines(deals):
    lines = canonical_lines(deals).splitlines()
    words = (
        b" In:HandA=%d,HandB=%d Button:HandA" % (100 + index % 7, 90 + index % 50)
        for index in range(len(lines))
    )
    return b"".join(line + word + b"\n" for line, word in zip(lines, words, strict=True))


def holdem_deals(deals):
    names = _X_NAMES[deals].astype(str)
    return format_lines(names, [("2\n", 4, 9), ("\n", 0, 2), ("\n", 2, 4)], " ")


def format_lines(names, groups, separator):
    lines = ("".join(f"{word}{separator.join(row[a:b])}" for word, a, b in groups) for row in names)
    return ("\n".join(lines) + "\n").encode()


def unusual_lines(deals):
    rows = _NAMES[deals].astype(str)
    spellings = (
        lambda c: f"HandA: {' '.join(c[:4])}  HandB: {' '.join(c[4:8])} Board: {' '.join(c[8:])}",
        lambda c: (
            f"HandA:{''.join(c[:4])} HandB:{''.join(c[4:8])} Board:{''.join(c[8:13])}".lower()
        ),
        lambda c: f"HandB:{','.join(c[:4])} HandA:{','.join(c[4:8])} Board:{','.join(c[8:])}",
        lambda c: f"HandA:{'-'.join(c[:3])} HandB:{'-'.join(c[4:8])} Board:{'-'.join(c[8:])}",
    )
    lines = (spellings[number % len(spellings)](row) for number, row in enumerate(rows.tolist()))
    return ("\n".join(lines) + "\n").encode()


def write_deals(path, write, slug, count):
    deals = random_deals(np.random.default_rng(52), GAMES[slug], min(count, _DEALS_PER_WRITE))
    content = write(deals)
    with path.open("wb") as file:
        for _ in range(max(1, count // _DEALS_PER_WRITE)):
            file.write(content)
    return path


class Usage(NamedTuple):
    """Resources of a process: seconds, seconds of CPU time, and megabytes of memory."""

    seconds: float
    user: float
    system: float
    memory: float


def measure_first_run(folder, rounds):
    deals = write_deals(folder / "deals.txt", canonical_lines, "omaha-hilo", _MILLION)
    command = [sys.executable, "manage.py", "omahacomp", "--quiet", str(deals), os.devnull]
    with TemporaryDirectory() as cache:
        environment = {**_ENV, "NUMBA_CACHE_DIR": cache}
        cold, *warm = (_run(command, environment) for _ in range(1 + rounds))
    warm_usage = Usage(*(median(figures) for figures in zip(*warm, strict=True)))
    print(f"first 1,000,000 lines   {_format(cold)}; target: 8 s; later{_format(warm_usage)}")


def measure_command(*arguments, rounds):
    """Return the median usage of `manage.py` with these arguments, without the first run."""
    command = [sys.executable, "manage.py", *map(str, arguments)]
    runs = [_run(command) for _ in range(rounds + 1)][1:]
    return Usage(*(median(figures) for figures in zip(*runs, strict=True)))


def _run(command, environment=_ENV):
    start = perf_counter()
    no_output = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, **no_output)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Usage(perf_counter() - start, usage.ru_utime, usage.ru_stime, usage.ru_maxrss / 1024)


def measure_small_file(folder, rounds):
    deals = write_deals(folder / "small.txt", canonical_lines, "omaha-hilo", 12)
    version = measure_command("version", rounds=2 * rounds).seconds
    settled = measure_command("omahacomp", deals, folder / "small.out", rounds=2 * rounds).seconds
    print(
        f"12 lines{settled:28.3f} s{settled / version:8.2f} times `manage.py version`; target: 1.5"
    )


def measure_large_file(folder, millions, rounds):
    deals = write_deals(folder / "deals.txt", canonical_lines, "omaha-hilo", millions * _MILLION)
    out = folder / "deals.out"
    settled = measure_command("omahacomp", deals, out, rounds=rounds)
    rate = millions / settled.seconds
    print(
        f"{millions:,},000,000 lines{settled.seconds:22.3f} s{rate:8.2f} million lines a second;"
        f" CPU time: {settled.user:.2f} s user, {settled.system:.2f} s system;"
        f" peak memory: {settled.memory:.0f} MB"
    )
    deals.unlink()
    out.unlink()


def _format(figures):
    seconds, user, system, _ = figures
    return f" {seconds:.3f} s; CPU time: {user:.2f} s user, {system:.2f} s system"


def print_rate(
    folder, rounds, name, command, write, slug, count,
    target
):  # fmt: skip
    many = write_deals(folder / "many.txt", write, slug, count)
    few = write_deals(folder / "few.txt", write, slug, count // 10)
    start, whole = (
        measure_command(command, file, folder / "out", rounds=rounds).seconds
        for file in (few, many)
    )
    rate = 0.9 * count / (whole - start)
    print(f"{name:24}{whole:12.3f} s{rate:12,.0f} a second after the start; target: {target:,}")


def main():
    options = parse_options(__doc__, rounds=5, large=False)
    rounds = options.rounds
    with TemporaryDirectory() as name:
        folder = Path(name)
        measure_first_run(folder, rounds)
        measure_small_file(folder, rounds)
        measure_large_file(folder, 1, rounds)
        for row in (
            ("unusual lines", "omahacomp", unusual_lines, "omaha-hilo", _UNUSUAL_LINES, 50_000),
            ("lines with chips", "omahacomp", chip_lines, "omaha-hilo", 4 * _MILLION, 100_000),
            ("hold'em deals", "holdem", holdem_deals, "holdem", 10 * _MILLION, 1_500_000),
        ):
            print_rate(folder, rounds, *row)
        if options.large:
            measure_large_file(folder, 10, min(3, rounds))


if __name__ == "__main__":
    main()
