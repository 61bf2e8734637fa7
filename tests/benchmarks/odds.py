"""Measure the CPU time to count odds, and the deals per second of sampling.

The odds of known hands are compared with dealing and evaluating every board.
Run: uv run python -m tests.benchmarks.odds [--rounds 10]
"""

import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from showdown.bulk import dealing
from showdown.bulk.odds import build_spot_arrays, compute_odds, stream_odds
from showdown.bulk.ranges import boards
from showdown.evaluator.games import GAMES
from showdown.notation.spots import read_spot
from tests import run_program
from tests.benchmarks.measuring import parse_options, time_rounds


class Row(NamedTuple):
    """A spot, and the target time of its odds in milliseconds."""

    name: str
    game: str
    hands: tuple[str, ...]
    board: str = ""
    target: float | None = None
    next_card: bool = False


TWO_HANDS = ("AsKhQsJh", "2c3d4c5d")
SIX_HANDS = (*TWO_HANDS, "6h7h8d9d", "AdAc2h3h", "KsKd5s6s", "TsTh9s8s")
KNOWN = (
    Row("heads-up", "omaha-hilo", TWO_HANDS, target=3),
    Row("six players", "omaha-hilo", SIX_HANDS, target=8),
    Row("hold'em, heads-up", "holdem", ("AhKh", "QsQd")),
    Row("flop", "omaha-hilo", TWO_HANDS, "Ah7c2d", target=0.5),
    Row("flop with next cards", "omaha-hilo", TWO_HANDS, "Ah7c2d", target=15, next_card=True),
)
ANY = ("*", "*")
TWO_RANGES = (
    Row("any v. any, before the flop", "holdem", ANY, target=10),
    Row("any v. any, flop", "holdem", ANY, "2c7dJh", target=50),
    Row("any v. any, turn", "holdem", ANY, "2c7dJh3s", target=5),
)
LARGER_RANGES = (
    Row("three of 77+,AJ+,KQs, flop", "holdem", ("77+,AJ+,KQs",) * 3, "2c7dJh", target=2000),
    Row("Omaha, AA,KK,QQ v. $ds, turn", "omaha", ("AA,KK,QQ", "$ds"), "2c7dJd3s", target=2000),
    Row("Omaha Hi/Lo, a hand v. any, flop", "omaha-hilo", ("AsKhQsJh", "*"), "2c7dJd", target=2000),
)
SAMPLED = (
    Row("three of 20%", "holdem", ("20%", "20%", "20%")),
    Row("a hand of Omaha Hi/Lo v. any", "omaha-hilo", ("AsKhQsJh", "*")),
    Row("Omaha, AA v. KK v. QQ", "omaha", ("AA", "KK", "QQ")),
)
_DEALS = 1 << 20
_FIRST_RESULT = """
import sys
from time import perf_counter, process_time
from showdown.bulk.odds import compute_odds
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Spot
spot = Spot.parse(GAMES["omaha-hilo"], ["AsKhQsJh", "2c3d4c5d"])
start = perf_counter()
compute_odds(spot)
print((perf_counter() - start) * 1e3, "numba" in sys.modules)
"""


def spot_of(row):
    return read_spot(GAMES[row.game], row.hands, row.board)


def measure_milliseconds(work, rounds):
    """Return the median of the rounds after the first, which builds tables and compiles kernels."""
    return median(time_rounds(work, rounds, read_cpu_seconds)) * 1e3


def read_cpu_seconds():
    """Return the CPU time of this process and of its ended children."""
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def show_known(row, rounds):
    spot = spot_of(row)
    counting_ms = measure_milliseconds(lambda: compute_odds(spot, next_card=row.next_card), rounds)
    total = compute_odds(spot).tally.total
    dealing_ms = measure_milliseconds(lambda: dealing.deal_all(build_spot_arrays(spot)), 1)
    print(
        f"{row.name:40}{total:>18,}{counting_ms:10.2f}{row.target or '':>7}"
        f"{dealing_ms:14,.1f}{dealing_ms / counting_ms:9,.0f} times",
        flush=True,
    )


def show_ranges(row, rounds):
    spot = spot_of(row)
    counted = compute_odds(spot)
    elapsed_ms = measure_milliseconds(lambda: compute_odds(spot), rounds)
    remark = "" if counted.is_exact else "  (sampled)"
    print(
        f"{row.name:40}{counted.tally.total:>18,}{elapsed_ms:10.1f}{row.target or '':>7}{remark}",
        flush=True,
    )


def show_first_result(rounds):
    """Measure new processes, which build tables but compile nothing."""
    runs = [run_program([sys.executable, "-c", _FIRST_RESULT], check=True) for _ in range(rounds)]
    times = [float(run.stdout.split()[0]) for run in runs]
    imported_numba = any(run.stdout.split()[1] == "True" for run in runs)
    print(f"first result of a process: {median(times):.0f} ms, best {min(times):.0f} (target 300);"
          f" the compiler is {'' if imported_numba else 'not '}imported")  # fmt: skip


def show_sampled(row):
    spot = spot_of(row)
    arrays = build_spot_arrays(spot)
    elapsed_ms = measure_milliseconds(lambda: dealing.sample_outcomes(arrays, 1, 1, _DEALS), 1)
    list(stream_odds(spot, within=1, seconds=0.001))
    start = perf_counter()
    *_, last = stream_odds(spot, within=0, seconds=2)
    rate = last.tally.total / (perf_counter() - start) / 1e6
    print(f"{row.name:40}{_DEALS / elapsed_ms / 1e3:10.1f}{rate:14.1f}", flush=True)


def main():
    options = parse_options(__doc__, rounds=10)
    print(f"{'known hands':40}{'boards':>18}   millis.    target   every board")
    for row in KNOWN:
        show_known(row, options.rounds)
    show_first_result(7)
    print(f"\n{'two ranges of two cards':40}{'deals':>18}   millis.    target")
    for row in TWO_RANGES:
        show_ranges(row, options.rounds)
    print(f"\n{f'more, on {boards.WORKERS} threads':40}{'deals':>18}   millis.    target")
    for row in LARGER_RANGES:
        show_ranges(row, min(options.rounds, 3))
    print(f"\n{'million deals a second':40} one core   all workers (target 20 on two cores)")
    for row in SAMPLED:
        show_sampled(row)


if __name__ == "__main__":
    main()
