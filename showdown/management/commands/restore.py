"""restore: what `backup` has written, put back into an empty database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from showdown.management.backups import restore


class Command(BaseCommand):
    help = "Put a backup back, into a database without tables and a folder for the files."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` has written")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            count = restore(file)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        self.stdout.write(f"The database is restored, and {count:,} files of batches.")
        self.stdout.write("`manage.py up` brings it to the present version of the site.")
