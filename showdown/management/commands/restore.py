"""restore: puts a backup back into an empty database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from showdown.management.backups import restore


class Command(BaseCommand):
    help = "Restore a backup into a database without tables, and the batch files into their folder."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            count = restore(file)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        self.stdout.write(f"Restored the database and {count:,} batch files.")
        self.stdout.write("The next `manage.py up` migrates it to the version of this site.")
