"""Compare a batch by two workers with the command on the same file, and its storage with COPY.

Run: uv run python -m tests.benchmarks.batches [--deals 1000000] [--stored 1000000]
"""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

from tests.benchmarks.files import ROOT, canonical_lines, write_deals
from tests.benchmarks.measuring import parse_options, scratch_database

MAX_TIME_RATIO = 1.5
MIN_RATE_RATIO = 0.7
WORKERS = 2
ROUNDS = 3
_TABLE = "showdown_showdown"


def manage_command(*arguments):
    return [sys.executable, str(ROOT / "manage.py"), *map(str, arguments)]


@contextmanager
def run_workers(media_root):
    from procrastinate.contrib.django.models import ProcrastinateWorker

    from tests.databases import connection_url

    environment = os.environ | {"DATABASE_URL": connection_url(), "MEDIA_ROOT": str(media_root)}
    processes = [
        subprocess.Popen(manage_command("worker"), env=environment) for _ in range(WORKERS)
    ]
    try:
        while ProcrastinateWorker.objects.count() < WORKERS:
            sleep(0.05)
        yield
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def submit(source, *, stores):
    from showdown.batches.uploads import UploadSession
    from showdown.evaluator.games import OMAHA_HILO
    from showdown.models.people import NOBODY

    with source.open("rb") as file, UploadSession(NOBODY) as session:
        session.read_from(file.read)
        return session.submit(name=source.name, game=OMAHA_HILO, stores=stores)


def time_batch(source, *, stores=False):
    batch = submit(source, stores=stores)
    start = perf_counter()
    while batch.is_unfinished:
        sleep(0.02)
        batch.refresh_from_db()
    seconds = perf_counter() - start
    if not batch.is_done:
        raise SystemExit(f"the batch failed: {batch.reason}")
    return seconds


def compare_with_command(source, deals):
    """Alternate the command and the batch, so that other load on the machine affects both."""
    target = source.parent / "settled.txt"
    command_seconds, batch_seconds = [], []
    with run_workers(source.parent):
        for _ in range(ROUNDS):
            start = perf_counter()
            subprocess.run(manage_command("omahacomp", source, target), check=True)
            command_seconds.append(perf_counter() - start)
            batch_seconds.append(time_batch(source))
    command, batch = min(command_seconds), min(batch_seconds)
    print(
        f"{WORKERS} workers: {deals / batch:,.0f} deals a second;"
        f" omahacomp: {deals / command:,.0f}. The batch takes {batch:.2f} s,"
        f" {batch / command:.2f} times the command's (target: {MAX_TIME_RATIO})",
        flush=True,
    )


def compare_with_copy(source, deals):
    files = source.parent
    with run_workers(files):
        time_batch(source, stores=True)
        batch_rates, copy_rates = [], []
        for _ in range(ROUNDS):
            empty_table()
            batch_rates.append(deals / time_batch(source, stores=True))
            copy_rates.append(deals / time_copy(files / "rows.bin"))
    print(f"stored by a batch with two workers: {max(batch_rates):,.0f} deals a second")
    print(
        f"the same rows by a bare COPY: {max(copy_rates):,.0f} a second; the batch reaches"
        f" {max(batch_rates) / max(copy_rates):.0%} of it (target: {MIN_RATE_RATIO:.0%})"
    )


def empty_table():
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"TRUNCATE {_TABLE} CASCADE")
        cursor.execute("CHECKPOINT")


def time_copy(rows):
    """Copy the table to a file, empty it, and return the seconds to copy the rows back."""
    from django.db import connection

    with connection.cursor() as cursor:
        with (
            cursor.copy(f"COPY {_TABLE} TO STDOUT (FORMAT BINARY)") as copy,
            rows.open("wb") as file,
        ):
            for part in copy:
                file.write(part)
        empty_table()
        start = perf_counter()
        with (
            cursor.copy(f"COPY {_TABLE} FROM STDIN (FORMAT BINARY)") as copy,
            rows.open("rb") as file,
        ):
            while part := file.read(1 << 20):
                copy.write(part)
        return perf_counter() - start


def main():
    options = parse_options(__doc__, deals=1_000_000, stored=1_000_000)
    with TemporaryDirectory() as folder, scratch_database():
        from django.conf import settings

        settings.MEDIA_ROOT = folder
        for compare, count in (
            (compare_with_command, options.deals),
            (compare_with_copy, options.stored),
        ):
            if count:
                source = write_deals(
                    Path(folder, f"{count}.txt"), canonical_lines, "omaha-hilo", count
                )
                print(f"\n{count:,} deals, {source.stat().st_size:,} bytes")
                compare(source, count)


if __name__ == "__main__":
    main()
