"""restore: puts a backup back into an empty database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from showdown.management.base import ShowdownCommand, interrupt, terminating
from showdown.management.restoring import restore


class Command(ShowdownCommand):
    help = (
        "Restore a backup: the batch files, the keys, and the database, which must have no tables."
        " Without an embedded database it makes one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with terminating(interrupt):
                count = restore(file)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        self.stdout.write(f"Restored the database and {count:,} batch files.")
        self.stdout.write("The next `manage.py up` migrates it to the version of this site.")
