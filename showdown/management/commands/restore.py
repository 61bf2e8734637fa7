"""restore: puts a backup back into an empty database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from showdown.management import signals
from showdown.management.restoring import restore


class Command(BaseCommand):
    help = (
        "Restore a backup: the batch files, the keys, and the database, which must have no tables."
        " Without an embedded database it makes one."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            with signals.heeded():
                count = restore(file)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        self.stdout.write(f"Restored the database and {count:,} batch files.")
        self.stdout.write("The next `manage.py up` migrates it to the version of this site.")
