"""backup: everything that the site keeps, in one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from showdown.management.backups import back_up
from showdown.management.base import ShowdownCommand, interrupt, terminating


class Command(ShowdownCommand):
    help = (
        "Write the database, the batch files and the secret key to one file while the site is"
        " running. Keep it safe: whoever has it has everything."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the tar file to write")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with terminating(interrupt):
                count = back_up(file.absolute())
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        self.stdout.write(f"{file}: the database and {count:,} batch files")
