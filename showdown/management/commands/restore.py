"""restore FILE: restore a backup into an empty database."""

from argparse import ArgumentParser
from typing import Any

from showdown.management.base import InputFile, ShowdownCommand, interrupt, terminating
from showdown.management.restoring import restore
from showdown.words.ranks import how_many


class Command(ShowdownCommand):
    help = (
        "Restore a backup: the batch files, the keys, and the database, which must have no tables."
        " Without an embedded database it creates one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=InputFile, help="a file written by `backup`; - for standard input"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        with terminating(interrupt):
            count = restore(file)
        self.stdout.write(f"Restored the database and {how_many(count, 'batch file')}.")
        self.stdout.write("The next `manage.py up` migrates it to the version of this site.")
