"""upgrade_database: from the embedded PostgreSQL of an older version to the present one."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from omahasite.embedded.upgrade import upgrade


class Command(BaseCommand):
    help = (
        "Dump the embedded database that an older version of PostgreSQL has kept, and restore it"
        " into a new one. The old one is kept beside it."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--programs", type=Path, help="the folder of the old version's programs"
        )

    def handle(self, *args: Any, programs: Path | None, **options: Any) -> None:
        home = connection.settings_dict.get("DATA_DIRECTORY")
        if home is None:
            raise CommandError("this site uses a server of its own: see DATABASE_URL")
        try:
            kept = upgrade(Path(home).resolve(), programs)
        except OperationalError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The database is upgraded. What it was is kept at {kept}.")
