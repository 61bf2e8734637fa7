"""Measure the hands per second of an audit on one core, and of reading alone, for each format.

With `--large`, run the command on a log of that many hands, and print its maximum memory.
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
from tests.benchmarks.measuring import parse_options, seconds
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
"""The order of a row in a PokerNow log; its last digits count the rows within one hand."""
_ROUNDS = 3


def hands(write, count, *, has_rake=True):
    rng = random.Random(11)
    games = tuple(POKERNOW_TITLES) if write is write_pokernow else _GAMES
    some = []
    for _ in range(min(count, _DISTINCT_HANDS)):
        hand = make_correct_hand(rng, GAMES[rng.choice(games)], has_rake=has_rake)
        some.append((write(hand), hand.origin.hand))
    for index in range(count):
        text, number = some[index % len(some)]
        text = text.replace(number, str(10**12 + index))
        if write is write_pokernow:  # one file: a header, then rows
            rows = text.partition("\n")[2] if index else text
            text = _ORDER.sub(rf",{count - index:09}\1", rows)
        yield text.encode()


FORMATS = {
    "PokerStars text": (write_pokerstars, 1),
    "Open Hand History": (write_open_hand_history, 1),
    "PokerNow": (write_pokernow, 1),
    "PHH": (write_phh, 10),
}


def judge_each(log):
    return sum(1 for judged in judge_all(read_log([log]), Terms()) if isinstance(judged, Judgment))


_RAKE_FREE = (write_phh, write_pokernow)


def compare(count):
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)  # as the command does
    print(f"{'':18} {'bytes a hand':>12} {'read + judged':>14} {'read':>10} hands a second")
    for name, (write, divisor) in FORMATS.items():
        written = count // divisor
        log = b"".join(hands(write, written, has_rake=write not in _RAKE_FREE))
        judged = judge_each(log)
        if judged != written:
            raise SystemExit(f"{name}: only {judged:,} of {written:,} hands are judged")
        both = written / min(seconds(partial(judge_each, log), _ROUNDS))
        read = written / min(seconds(lambda log=log: sum(1 for _ in read_log([log])), _ROUNDS))
        size = len(log) // written
        print(f"{name:18} {size:12,} {both:14,.0f} {read:10,.0f}")


def audit_large(count):
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.txt")
        with log.open("wb") as file:
            file.writelines(hands(write_pokerstars, count))
        command = [sys.executable, "manage.py", "audit", str(log), f"{log}.jsonl", "--quiet"]
        environment = os.environ | {"AUDIT_KEY_FILE": f"{folder}/key"}
        ended = subprocess.run(command, capture_output=True, check=False, env=environment)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds, most = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        size = log.stat().st_size >> 20
        print(f"{count:,} hands ({size:,} MB): {seconds:.0f} s of one core, start included,")
        print(f"{most:.0f} MB of memory at most; {ended.stderr.decode().strip()}")


def main():
    options = parse_options(__doc__, hands=20_000, large=0)
    compare(options.hands)
    if options.large:
        audit_large(options.large)


if __name__ == "__main__":
    main()
