"""omahacomp input.txt output.txt: settles a file of Omaha deals."""

import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from showdown.evaluator.games import Game
from showdown.formats.omahacomp import GAMES_OF_FORMAT, blocks, settle_block

MOST_ERRORS_SHOWN = 20


class Command(BaseCommand):
    help = "Settle a file of Omaha deals, a line each: who wins high, who wins low."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("input", help="the file of deals, or - for standard input")
        parser.add_argument("output", help="the file of records, or - for standard output")
        parser.add_argument("--game", choices=GAMES_OF_FORMAT, default="omaha-hilo")
        parser.add_argument("--strict", action="store_true", help="stop at the first bad line")
        parser.add_argument("--quiet", action="store_true", help="say nothing of progress")

    def handle(self, *args: Any, **options: Any) -> None:
        game = GAMES_OF_FORMAT[options["game"]]
        try:
            with _opened(options["input"]) as source, _replaced(options["output"]) as target:
                errors = self._settle(source, target, game, strict=options["strict"])
        except OSError as error:
            name = options["input" if error.filename == options["input"] else "output"]
            raise CommandError(f"{name}: {error.strerror}", returncode=2) from None
        except KeyboardInterrupt:
            sys.exit(130)
        if errors:
            self._report(errors)
            sys.exit(1)

    def _settle(
        self, source: BinaryIO, target: BinaryIO, game: Game, *, strict: bool
    ) -> list[tuple[int, str]]:
        errors: list[tuple[int, str]] = []
        separator = b""
        for block in blocks(source):
            settled = settle_block(block, game=game)
            errors += settled.errors
            if strict and errors:
                raise CommandError(errors[0][1])
            if settled.output:
                target.write(separator + settled.output[:-1])
                separator = b"\n"
        return errors

    def _report(self, errors: list[tuple[int, str]]) -> None:
        for _, message in errors[:MOST_ERRORS_SHOWN]:
            self.stderr.write(message)
        count = len(errors)
        self.stderr.write(f"{count} bad line{'s' if count != 1 else ''}; their records say Error")


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as source:
        yield source


@contextmanager
def _replaced(name: str) -> Iterator[BinaryIO]:
    """A file that takes the target's place when all is written, and is gone otherwise."""
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(name).resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as device:
            yield device
        return
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    beside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as written:
            yield written
        beside.chmod(_mode_of(target))
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _mode_of(target: Path) -> int:
    """The target's permissions, or those of a new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
