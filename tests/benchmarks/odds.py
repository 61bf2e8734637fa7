"""Milliseconds for the odds of a spot: counted, and beside that every board dealt and evaluated.

Both in the same run and on one core; medians of several rounds, and the best. Then what the first
answer of a process takes, how many spots a second are answered as JSON, what many flops take in the
library, and how many deals a second the workers sample.
Run: uv run python -m tests.benchmarks.odds [--rounds 30] [--quick]
`--quick` leaves out dealing every board before the flop.
"""

import argparse
import random
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

import showdown
from showdown.bulk import dealing
from showdown.bulk.evaluation import evaluate
from showdown.bulk.odds import odds, stream, table_of
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Spot
from showdown.notation.odds_json import odds_to_json
from showdown.notation.spots import read_spot
from tests.odds.brute_force import counted_by_force


class Row(NamedTuple):
    name: str
    game: str
    hands: str
    board: str = ""
    next_card: bool = False
    aim: float | None = None


SIX = "AsKhQsJh 2c3d4c5d 6h7h8d9d AdAc2h3h KsKd5s6s TsTh9s8s"
ROWS = (
    Row("heads-up", "omaha-hilo", "AsKhQsJh 2c3d4c5d", aim=3),
    Row("three players", "omaha-hilo", "AsKhQsJh 2c3d4c5d 6h7h8d9d"),
    Row("six players", "omaha-hilo", SIX, aim=8),
    Row("five cards, heads-up", "five-card-omaha-hilo", "AsKhQsJh9s 2c3d4c5d6c"),
    Row("hold'em, heads-up", "holdem", "AhKh QsQd"),
    Row("flop", "omaha-hilo", "AsKhQsJh 2c3d4c5d", "Ah7c2d", aim=0.5),
    Row("flop with next cards", "omaha-hilo", "AsKhQsJh 2c3d4c5d", "Ah7c2d", True, 15),
    Row("heads-up with next cards", "omaha-hilo", "AsKhQsJh 2c3d4c5d", next_card=True),
    Row("turn", "omaha-hilo", "AsKhQsJh 2c3d4c5d", "Ah7c2d9h"),
)
_DEALS = 1 << 21
_FLOPS = 5_000
_SPOTS = 300
_FIRST = """
import sys
from time import perf_counter, process_time
from showdown.bulk.odds import odds
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Spot
spot = Spot.parse(GAMES["omaha-hilo"], ["AsKhQsJh", "2c3d4c5d"])
start = perf_counter()
odds(spot)
print((perf_counter() - start) * 1e3, "numba" in sys.modules)
"""


def spot_of(row: Row) -> Spot:
    return read_spot(GAMES[row.game], row.hands.split(), row.board)


def milliseconds(work: Callable[[], object], rounds: int) -> list[float]:
    """Return the time of each round, without the first, which makes tables."""
    took = []
    for _ in range(rounds + 1):
        start = perf_counter()
        work()
        took.append((perf_counter() - start) * 1e3)
    return took[1:]


def show(row: Row, rounds: int, *, quick: bool) -> None:
    spot = spot_of(row)
    counting = milliseconds(lambda: odds(spot, next_card=row.next_card), rounds)
    total = odds(spot).tally.total
    line = f"{row.name:26}{total:>11,}{median(counting):10.2f}{min(counting):8.2f}"
    line += f"{row.aim if row.aim else '':>6}"
    if not (quick and total > 10_000):
        forced = median(milliseconds(lambda: counted_by_force(spot), 1 if total > 10_000 else 5))
        line += f"{forced:14,.1f}{forced / median(counting):10,.0f} times"
    print(line)


def first_answers(rounds: int) -> None:
    """Measure in processes of their own, which make tables but compile nothing."""
    runs = [
        subprocess.run([sys.executable, "-c", _FIRST], capture_output=True, text=True, check=True)
        for _ in range(rounds)
    ]
    took = [float(run.stdout.split()[0]) for run in runs]
    compiled = any(run.stdout.split()[1] == "True" for run in runs)
    print(f"first answer of a process: {median(took):.0f} ms, best {min(took):.0f} (aim 300);"
          f" the compiler is {'' if compiled else 'not '}imported")  # fmt: skip


def answers_a_second() -> None:
    """Measure a request in the process: parse, count with next cards, and write JSON."""
    row = next(row for row in ROWS if row.name == "flop with next cards")
    start = perf_counter()
    for _ in range(_SPOTS):
        odds_to_json(odds(spot_of(row), next_card=True))
    print(f"flops as JSON: {_SPOTS / (perf_counter() - start):,.0f} a second (aim 100)")


def many_flops() -> None:
    """Return the CPU time of the library's odds_many for different flops of Hold'em."""
    rng = random.Random(1)
    deck = list(map(str, GAMES["holdem"].deck))
    spots = []
    for _ in range(_FLOPS):
        cards = rng.sample(deck, 7)
        spots.append({"hands": [cards[:2], cards[2:4]], "board": cards[4:]})
    start = process_time()
    for answer in showdown.odds_many("holdem", spots):
        _ = answer.shares
    took = (process_time() - start) / _FLOPS
    print(f"100,000 flops by odds_many: {took * 1e5:.0f} s of one core (aim 60)")


def sampling() -> None:
    spot = read_spot(GAMES["omaha-hilo"], ["AsKhQsJh", "*"])
    table = table_of(spot)
    dealing.sample(table, 1, 0, 1000)
    start = perf_counter()
    dealing.sample(table, 1, 1, _DEALS)
    alone = _DEALS / (perf_counter() - start)
    cards = np.broadcast_to(np.arange(13, dtype=np.uint8), (4096, 13)).copy()
    evaluating = median(milliseconds(lambda: evaluate(spot.game, cards), 300))
    list(stream(spot, within=1, seconds=0.001))
    start = perf_counter()
    *_, last = stream(spot, within=0, seconds=3)
    both = last.tally.total / (perf_counter() - start)
    print(
        f"samples: {alone / 1e6:.1f} million deals a second in one process,"
        f" {both / 1e6:.1f} million by all workers (aim 20 on two cores);"
        f" evaluating one deal over and over {4.096 / evaluating:.1f} million in one process"
    )
    start = perf_counter()
    *_, last = stream(spot)
    took = (perf_counter() - start) * 1e3
    print(f"any hand before the flop to ± {last.margin * 100:.3f} %: {took:,.0f} ms")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=30)
    arguments.add_argument("--quick", action="store_true")
    options = arguments.parse_args()
    print("milliseconds", " " * 19, "boards    median    best   aim   every board")
    for row in ROWS:
        show(row, options.rounds, quick=options.quick)
    first_answers(7)
    answers_a_second()
    many_flops()
    sampling()


if __name__ == "__main__":
    main()
