"""Measure tables: eight Parquet files with four million deals, in process or on a Ray cluster.

Print the wall-clock and CPU time of each run; the first is cold. Then measure deals in memory.
With `--rows`, print only the maximum memory while a table of that many rows is settled. This needs
the extra `ray`.
Run: uv run --isolated --extra ray python -m tests.benchmarks.tables [--ray ADDRESS] [--rows N]
"""

import argparse
import resource
import tempfile
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
import pyarrow as pa
from pyarrow import parquet as pq

import showdown
import showdown.arrow
from tests.benchmarks.measuring import seconds
from tests.library.dealing import random_deals
from tests.tables.writing import as_binary, deals_table

OMAHA = showdown.games["omaha-hilo"]
FILES, ROWS = 8, 500_000
ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--ray")
    parser.add_argument("--rows", type=int, default=0)
    options = parser.parse_args()
    if options.rows:
        flat_memory(options.rows)
        return
    with tempfile.TemporaryDirectory() as folder:
        files(Path(folder), options.ray)
    memory()


def files(folder, ray) -> None:
    from showdown.tables.engine import settle_files
    from showdown.tables.files import Terms, tasks_of

    (folder / "deals").mkdir()
    for number in range(FILES):
        cards = random_deals(np.random.default_rng(number), OMAHA, ROWS)
        pq.write_table(
            pa.table({"cards": as_binary(cards)}), folder / "deals" / f"{number}.parquet"
        )
    for number in range(ROUNDS):
        begun = (perf_counter(), process_time())
        tasks = tasks_of([str(folder / "deals")], str(folder / f"answers{number}"))
        settle_files(tasks, Terms(OMAHA.slug), ray=ray)
        print(f"{FILES * ROWS:,} deals in {FILES} files: {since(begun)}")


def memory() -> None:
    cards = random_deals(np.random.default_rng(1), OMAHA, ROWS)
    table = pa.table({"cards": as_binary(cards)})
    _, text = deals_table(OMAHA, 100_000)
    for name, deals in (("bytes", table), ("text", text)):
        taken = min(seconds(lambda deals=deals: list(showdown.arrow.settle(deals, OMAHA)), ROUNDS))
        print(f"a million deals from {name}: {taken / len(deals) * 1e6:.3f} s of CPU")


def flat_memory(rows) -> None:
    """Settle the same batch repeatedly, up to the requested number of rows."""
    binary, _ = deals_table(OMAHA, 50_000)
    batch = binary.to_batches()[0]
    again = (batch for _ in range(-(-rows // batch.num_rows)))
    reader = pa.RecordBatchReader.from_batches(batch.schema, again)
    done, begun = 0, (perf_counter(), process_time())
    for answer in showdown.arrow.settle(reader, OMAHA):
        done += answer.num_rows
        if done % 10_000_000 < answer.num_rows:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{done:,} rows: at most {peak} MB so far, {since(begun)}", flush=True)


def since(begun) -> str:
    wall, cpu = begun
    return f"{perf_counter() - wall:.2f} s, {process_time() - cpu:.2f} s of CPU"


if __name__ == "__main__":
    main()
