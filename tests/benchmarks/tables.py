"""Measure settling of files, in this process or on a Ray cluster, and of tables in memory.

The first run of the files is cold.
Run: uv run --isolated --extra ray python -m tests.benchmarks.tables [--ray ADDRESS]
"""

import tempfile
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
import pyarrow as pa
from pyarrow import parquet as pq

import showdown
import showdown.arrow
from tests.benchmarks.measuring import parse_options, time_rounds
from tests.library.dealing import random_deals
from tests.tables.writing import binary_column, deals_table

OMAHA = showdown.games["omaha-hilo"]
FILES, ROWS = 8, 500_000
ROUNDS = 5


def main():
    options = parse_options(__doc__, ray="")
    with tempfile.TemporaryDirectory() as folder:
        measure_files(Path(folder), options.ray or None)
    measure_memory()


def measure_files(folder, ray):
    from showdown.tables.engine import settle_files
    from showdown.tables.parquet_files import Options, list_tasks

    (folder / "deals").mkdir()
    for number in range(FILES):
        cards = random_deals(np.random.default_rng(number), OMAHA, ROWS)
        pq.write_table(
            pa.table({"cards": binary_column(cards)}), folder / "deals" / f"{number}.parquet"
        )
    for number in range(ROUNDS):
        start = (perf_counter(), process_time())
        tasks = list_tasks([str(folder / "deals")], str(folder / f"answers{number}"))
        settle_files(tasks, Options(OMAHA.slug), ray=ray)
        print(f"{FILES * ROWS:,} deals in {FILES} files: {format_elapsed(start)}")


def measure_memory():
    cards = random_deals(np.random.default_rng(1), OMAHA, ROWS)
    table = pa.table({"cards": binary_column(cards)})
    _, text = deals_table(OMAHA, 100_000)
    for name, deals in (("bytes", table), ("text", text)):
        best = min(
            time_rounds(lambda deals=deals: list(showdown.arrow.settle(deals, OMAHA)), ROUNDS)
        )
        print(f"a million deals from {name}: {best / len(deals) * 1e6:.3f} s of CPU")


def format_elapsed(start):
    wall, cpu = start
    return f"{perf_counter() - wall:.2f} s, {process_time() - cpu:.2f} s of CPU"


if __name__ == "__main__":
    main()
