"""backup FILE: write everything that the site keeps to one file."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from showdown.management.backups import back_up
from showdown.management.base import (
    BAD_INPUT,
    STANDARD,
    UNUSABLE,
    OutputFile,
    ShowdownCommand,
    interrupt,
    terminating,
)
from showdown.words.ranks import how_many


class Command(ShowdownCommand):
    help = (
        "Write the database, the batch files and the keys to one file while the site is running."
        " Keep it safe: it gives access to everything. Exit status 1: files of batches are missing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=OutputFile, help="the tar file to write; - for standard output"
        )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        if file == STANDARD and sys.stdout is not None and sys.stdout.isatty():
            raise CommandError("a backup is not written to a terminal", returncode=UNUSABLE)
        with terminating(interrupt):
            saved = back_up(file)
        self.notify(f"{file}: the database and {how_many(saved.files, 'batch file')}")
        if saved.missing:
            first = saved.missing[0]
            message = f"{how_many(len(saved.missing), 'batch file')} missing, such as {first}"
            raise CommandError(message, returncode=BAD_INPUT)
