"""Milliseconds for ranges against each other, and beside that what else could be done.

Beside each spot of two ranges stand an enumerator in plain compiled loops, which compares every
pair of hands on every board, and the time that counting a single match-up of the spot takes.
Medians of several rounds, tables made and loops compiled, in one process. All of it is time of the
processor, so that a busy machine can be measured; where two threads work, it is that of both. Then
what the command takes, and how many deals a second are sampled.
Run: uv run python -m tests.benchmarks.ranges [--rounds 10] [--quick]
`--quick` leaves out the enumerator where it takes more than a few seconds.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time
from typing import NamedTuple

from showdown.bulk import dealing
from showdown.bulk.odds import odds, table_of
from showdown.bulk.ranges import many
from showdown.evaluator.games import GAMES
from showdown.evaluator.spots import Holding, Spot
from showdown.notation.spots import read_spot


class Row(NamedTuple):
    name: str
    game: str
    hands: tuple[str, ...]
    board: str = ""
    dead: str = ""
    aim: float | None = None


ANY = ("*", "*")
TIGHT = ("QQ+,AKs", "JJ+,AQ+")
TWO = (
    Row("any v. any, before the flop", "holdem", ANY, aim=10),
    Row("QQ+,AKs v. JJ+,AQ+, before the flop", "holdem", TIGHT, aim=10),
    Row("any v. any, two cards dead", "holdem", ANY, dead="2c7d", aim=1000),
    Row("15% v. 30%, two cards dead", "holdem", ("15%", "30%"), dead="2c7d", aim=1000),
    Row("any v. any, flop", "holdem", ANY, "2c7dJh", aim=50),
    Row("QQ+,AKs v. JJ+,AQ+, flop", "holdem", TIGHT, "2c7dJh", aim=50),
    Row("any v. any, turn", "holdem", ANY, "2c7dJh3s", aim=5),
    Row("any v. any, flop of Short Deck", "short-deck", ANY, "6c7dJh", aim=50),
)
MORE = (
    Row("three of 77+,AJ+,KQs, flop", "holdem", ("77+,AJ+,KQs",) * 3, "2c7dJh", aim=2000),
    Row("three of 15%, turn", "holdem", ("15%", "15%", "15%"), "2c7dJh3s", aim=2000),
    Row("Omaha, a hand v. any, flop", "omaha", ("AsKhQsJh", "*"), "2c7dJd", aim=2000),
    Row("Omaha Hi/Lo, a hand v. AA, flop", "omaha-hilo", ("AsKhQsJh", "AA"), "2c7dJd", aim=2000),
    Row("Omaha, AA,KK,QQ v. $ds, turn", "omaha", ("AA,KK,QQ", "$ds"), "2c7dJd3s", aim=2000),
    Row("Omaha Hi/Lo, a hand v. any, flop", "omaha-hilo", ("AsKhQsJh", "*"), "2c7dJd", aim=2000),
    Row("Omaha Hi/Lo, A2 v. $ds, turn", "omaha-hilo", ("A2", "$ds"), "2c7dJd3s", aim=2000),
    Row(
        "five-card Omaha, AAK v. KKQ, turn", "five-card-omaha", ("AAK", "KKQ"), "2c7dJd3s", aim=2000
    ),
    Row("two boards, flop", "double-board-omaha", ("AsKhQsJh", "2d3d4c5c"), "2c7dJd/TsTh9h"),
    Row("Drawmaha, flop", "drawmaha", ("AsKhQsJh9c", "2d3d4c5c5s"), "2c7dJd"),
)
SAMPLED = (
    Row("three of 20%", "holdem", ("20%", "20%", "20%")),
    Row("any three hands", "holdem", ("*", "*", "*")),
    Row("a hand of Omaha Hi/Lo v. any", "omaha-hilo", ("AsKhQsJh", "*")),
    Row("Omaha, AA v. KK v. QQ", "omaha", ("AA", "KK", "QQ")),
    Row("Omaha Hi/Lo, A2 v. AA v. KK", "omaha-hilo", ("A2", "AA", "KK")),
)
COMMANDS = (
    ("version", ["version"]),
    ("known hands", ["odds", "AhKh", "QsQd", "--game", "holdem"]),
    ("ranges before the flop", ["odds", *TIGHT, "--game", "holdem"]),
    ("ranges on the flop", ["odds", *TIGHT, "--game", "holdem", "--board", "2c7dJh"]),
)
_TOO_MANY_PAIRS = 1_000_000_000
_DEALS = 1 << 20


def spot_of(row: Row) -> Spot:
    return read_spot(GAMES[row.game], row.hands, row.board, row.dead)


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """Return the median of the rounds, without the first, which makes tables and compiles."""
    took = [once(work) for _ in range(rounds + 1)]
    return median(took[1:])


def once(work: Callable[[], object]) -> float:
    """Return the milliseconds of CPU time of this process and of its children."""
    start = processors()
    work()
    return (processors() - start) * 1e3


def processors() -> float:
    children = getrusage(RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def single(spot: Spot) -> Spot:
    """Return the spot with one hand of each range, without duplicate cards."""
    cards = iter(card for card in reversed(spot.stub))
    holdings = [
        Holding(holding.label, tuple(next(cards) for _ in range(spot.game.hole)))
        for holding in spot.holdings
    ]
    return Spot(spot.game, tuple(holdings), spot.boards, spot.dead)


def show_two(row: Row, rounds: int, *, quick: bool) -> None:
    spot = spot_of(row)
    counted = odds(spot)
    took = milliseconds(lambda: odds(spot), rounds)
    one = milliseconds(lambda: odds(single(spot)), rounds)
    line = f"{row.name:40}{counted.tally.total:>18,}{took:10.1f}{row.aim or '':>7}{one:10.2f}"
    if row.board and not (quick and counted.tally.total > _TOO_MANY_PAIRS):
        forced = once(lambda: many.counted(spot, [(0, 1)]))
        line += f"{forced:14,.0f}{forced / took:9,.0f} times"
    print(line, flush=True)


def show_more(row: Row, rounds: int) -> None:
    spot = spot_of(row)
    counted = odds(spot)
    took = milliseconds(lambda: odds(spot), min(rounds, 3))
    exact = "" if counted.is_exact else "  (sampled)"
    print(
        f"{row.name:40}{counted.tally.total:>18,}{took:10.1f}{row.aim or '':>7}{exact}", flush=True
    )


def show_command(name: str, arguments: list[str], rounds: int) -> float:
    def run() -> None:
        command = [sys.executable, "manage.py", *arguments]
        subprocess.run(command, check=True, capture_output=True)

    took = milliseconds(run, min(rounds, 5))
    print(f"{name:40}{took:10.0f} ms", end="")
    return took


def sampling(row: Row) -> None:
    table = table_of(spot_of(row))
    dealing.sample(table, 1, 0, 1000)
    took = once(lambda: dealing.sample(table, 1, 1, _DEALS))
    print(f"{row.name:40}{_DEALS / took / 1e3:10.1f} million deals a second")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rounds", type=int, default=10)
    arguments.add_argument("--quick", action="store_true")
    options = arguments.parse_args()
    many.counted(spot_of(TWO[-1]._replace(hands=TIGHT)), [(0, 1)])  # compiles the enumerator
    print(f"{'two ranges of two cards':40}{'deals':>18}   millis.    aim     one hand   enumerator")
    for row in TWO:
        show_two(row, options.rounds, quick=options.quick)
    print(f"\n{f'more, on {many.WORKERS} threads':40}{'deals':>18}   millis.    aim")
    for row in MORE:
        show_more(row, options.rounds)
    print("\nthe command, beside manage.py version")
    (first, *others) = COMMANDS
    version = show_command(*first, options.rounds)
    print()
    for name, command in others:
        took = show_command(name, command, options.rounds)
        print(f"{took / version:8.2f} times, {took - version:+.0f} ms")
    print("\nsamples, by one process on one core")
    for row in SAMPLED:
        sampling(row)


if __name__ == "__main__":
    main()
