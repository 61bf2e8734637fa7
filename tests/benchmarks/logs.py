"""How many hands of a log are read in a second of CPU, beside reading the file's text alone.

Open Hand History is compared with `json.loads` of each hand, PHH with `tomllib.loads`, the text of
PokerStars with cutting it into lines. The hands are made up, or those of FILE.

Run: uv run python -m tests.benchmarks.logs [--hands 2000] [--rounds 5] [FILE ...]
"""

import argparse
import json
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from time import process_time

from showdown.evaluator.games import GAMES
from showdown.notation.logs.registry import read_log
from tests.log_writers import (
    OPEN_HAND_HISTORY_TYPES,
    PHH_VARIANTS,
    POKERSTARS_TITLES,
    Writer,
    write_open_hand_history,
    write_phh,
    write_pokerstars,
)
from tests.logs import well_paid_hand

FORMS: dict[str, tuple[Writer, dict[str, str]]] = {
    "open-hand-history": (write_open_hand_history, OPEN_HAND_HISTORY_TYPES),
    "pokerstars": (write_pokerstars, POKERSTARS_TITLES),
    "phh": (write_phh, PHH_VARIANTS),
}


def made_up(form: str, count: int) -> bytes:
    """A log of so many hands, all of which come to a showdown."""
    write, games = FORMS[form]
    rng = random.Random(6)
    hands = (
        well_paid_hand(rng, GAMES[rng.choice(list(games))], has_rake=False) for _ in range(count)
    )
    return "".join(map(write, hands)).encode()


def plain(form: str) -> Callable[[bytes], object]:
    """Reads the text and nothing of what it means."""
    if form == "open-hand-history":
        return lambda log: [json.loads(line) for line in log.splitlines() if line]
    if form == "phh":
        return lambda log: [tomllib.loads(hand) for hand in log.decode().split("\n\n")]
    return lambda log: [line.split(" ") for line in log.decode().split("\n")]


def rate(read: Callable[[bytes], object], log: bytes, hands: int, rounds: int) -> float:
    """Hands a second, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        read(log)
        best = min(best, process_time() - start)
    return hands / best


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("files", nargs="*", type=Path, metavar="FILE")
    arguments.add_argument("--hands", type=int, default=2000)
    arguments.add_argument("--rounds", type=int, default=5)
    options = arguments.parse_args()
    logs = {path.name: path.read_bytes() for path in options.files}
    for name, log in logs.items() or ((form, made_up(form, options.hands)) for form in FORMS):
        read = list(read_log([log]))
        own = rate(lambda log: list(read_log([log])), log, len(read), options.rounds)
        beside = rate(plain(read[0].origin.format), log, len(read), options.rounds)
        print(
            f"{name:30}{len(read):8} hands{own:10,.0f} hands/s{beside:10,.0f} as text alone"
            f"{beside / own:6.1f} times"
        )


if __name__ == "__main__":
    main()
