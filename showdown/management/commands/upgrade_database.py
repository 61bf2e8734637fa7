"""upgrade_database: moves the embedded database to this site's version of PostgreSQL."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from omahasite.embedded.upgrade import upgrade
from showdown.management import signals


class Command(BaseCommand):
    help = (
        "Move the embedded database from an older PostgreSQL to this site's version of it: dump"
        " it and restore it into a new database. The old one is kept beside it."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--programs", type=Path, help="the folder of the old version's programs"
        )

    def handle(self, *args: Any, programs: Path | None, **options: Any) -> None:
        home = connection.settings_dict.get("DATA_DIRECTORY")
        if home is None:
            raise CommandError("this site does not use the embedded server: see DATABASE_URL")
        try:
            with signals.heeded():
                kept = upgrade(home, programs)
        except OperationalError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The database is upgraded. The old one is kept at {kept}.")
