"""Measure the hands per second of an audit and of reading alone, on one core, for each format.

With `--large`, also run the command on a log of that many hands, and print its peak memory.
Run: uv run python -m tests.benchmarks.audit [--hands 20000] [--large 1000000]
"""

import gc
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from showdown.audits.array_judging import judge_all
from showdown.audits.judging import Judgment
from showdown.audits.terms import Terms
from showdown.evaluator.games import GAMES
from showdown.notation.logs.log_reader import read_log
from tests.benchmarks.measuring import parse_options, time_rounds
from tests.log_writers import (
    POKERNOW_TITLES,
    write_open_hand_history,
    write_phh,
    write_pokernow,
    write_pokerstars,
)
from tests.logs import make_correct_hand

_GAMES = ("holdem", "holdem", "omaha", "omaha-hilo", "seven-card-stud")
_DISTINCT_HANDS = 2_000
_ORDER = re.compile(r",[0-9]+([0-9]{7})$", re.MULTILINE)
"""The order of a row in a PokerNow log; its last seven digits count the rows within a hand."""
_ROUNDS = 3


def write_hands(write, count, *, has_rake=True):
    rng = random.Random(11)
    games = tuple(POKERNOW_TITLES) if write is write_pokernow else _GAMES
    distinct_hands = []
    for _ in range(min(count, _DISTINCT_HANDS)):
        hand = make_correct_hand(rng, GAMES[rng.choice(games)], has_rake=has_rake)
        distinct_hands.append((write(hand), hand.origin.hand))
    for index in range(count):
        text, number = distinct_hands[index % len(distinct_hands)]
        text = text.replace(number, str(10**12 + index))
        if write is write_pokernow:  # a log is one file: a header, then rows
            rows = text.partition("\n")[2] if index else text
            text = _ORDER.sub(rf",{count - index:09}\1", rows)
        yield text.encode()


FORMATS = {
    "PokerStars text": (write_pokerstars, 1),
    "Open Hand History": (write_open_hand_history, 1),
    "PokerNow": (write_pokernow, 1),
    "PHH": (write_phh, 10),
}


def count_judgments(log):
    return sum(1 for judged in judge_all(read_log([log]), Terms()) if isinstance(judged, Judgment))


_WRITERS_WITHOUT_RAKE = (write_phh, write_pokernow)


def compare_formats(count):
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)  # as the command does
    print(f"{'':18} {'bytes a hand':>12} {'read + judged':>14} {'read':>10} hands a second")
    for name, (write, divisor) in FORMATS.items():
        hand_count = count // divisor
        log = b"".join(write_hands(write, hand_count, has_rake=write not in _WRITERS_WITHOUT_RAKE))
        judged = count_judgments(log)
        if judged != hand_count:
            raise SystemExit(f"{name}: only {judged:,} of {hand_count:,} hands are judged")
        judged_per_second = hand_count / min(time_rounds(partial(count_judgments, log), _ROUNDS))
        read_per_second = hand_count / min(
            time_rounds(lambda log=log: sum(1 for _ in read_log([log])), _ROUNDS)
        )
        size = len(log) // hand_count
        print(f"{name:18} {size:12,} {judged_per_second:14,.0f} {read_per_second:10,.0f}")


def audit_large(count):
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.txt")
        with log.open("wb") as file:
            file.writelines(write_hands(write_pokerstars, count))
        command = [sys.executable, "manage.py", "audit", str(log), f"{log}.jsonl", "--quiet"]
        environment = os.environ | {"AUDIT_KEY_FILE": f"{folder}/key"}
        process = subprocess.run(command, capture_output=True, check=False, env=environment)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
        size = log.stat().st_size >> 20
        print(f"{count:,} hands ({size:,} MB): {seconds:.0f} s of one core, start included,")
        print(f"{megabytes:.0f} MB of memory at most; {process.stderr.decode().strip()}")


def main():
    options = parse_options(__doc__, hands=20_000, large=0)
    compare_formats(options.hands)
    if options.large:
        audit_large(options.large)


if __name__ == "__main__":
    main()
