"""create_database: create an empty embedded database."""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection

from omahasite.embedded.server import create
from showdown.management.base import ShowdownCommand, interrupt, on_termination


class Command(ShowdownCommand):
    help = "Create an empty embedded database, as `up` does automatically."

    def handle(self, *args: Any, **options: Any) -> None:
        home = connection.settings_dict.get("DATA_DIRECTORY")
        if home is None:
            raise CommandError("this site uses the server in DATABASE_URL, not an embedded one")
        with on_termination(interrupt):
            is_new = create(home)
        if not is_new:
            raise CommandError(f"there is already a database at {home}")
        self.stdout.write(f"Created a database at {home}.")
