"""Settle files one after the other: `python -m tests.tables.settle_files ANSWERS FILE …`."""

import sys

from showdown.tables.files import Terms, settle_file, tasks_of

if __name__ == "__main__":
    folder, *sources = sys.argv[1:]
    for task in tasks_of(sources, folder):
        print("begins", flush=True)
        settle_file(task, Terms("omaha-hilo"))
    print("done", flush=True)
