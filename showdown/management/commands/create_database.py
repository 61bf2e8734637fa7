"""create_database: makes the embedded database, which otherwise only `up` does."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from omahasite.embedded.server import create
from showdown.management import signals


class Command(BaseCommand):
    help = "Make the embedded database, empty. `up` does that by itself; `migrate` fills it."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        home = connection.settings_dict.get("DATA_DIRECTORY")
        if home is None:
            raise CommandError("this site does not use the embedded server: see DATABASE_URL")
        with signals.heeded():
            is_new = create(home)
        if not is_new:
            raise CommandError(f"there is a database at {home} already")
        self.stdout.write(f"Made a new database at {home}.")
