"""What the file commands share: a file of deals in, a file of what came of them out."""

import os
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from showdown.evaluator.games import GAMES, Choice, Game
from showdown.formats.streams import settle_stream
from showdown.formats.text_format import Complaint

MOST_ERRORS_SHOWN = 20


class FileCommand(BaseCommand):
    """Settles a file. Exit status 1: a part of it is no deal; 2: a file cannot be had."""

    requires_system_checks = []
    choice: Choice
    """The rule of the games whose contract this is; the first of them is the default."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        games = [slug for slug, game in GAMES.items() if game.choice is self.choice]
        parser.add_argument("input", help="the file of deals, or - for standard input")
        parser.add_argument("output", help="the file that is written, or - for standard output")
        parser.add_argument("--strict", action="store_true", help="stop at the first bad line")
        if len(games) > 1:
            parser.add_argument("--game", choices=games, default=games[0])
        else:
            parser.set_defaults(game=games[0])

    def handle(self, *args: Any, **options: Any) -> None:
        game = GAMES[options["game"]]
        try:
            with _opened(options["input"]) as source, _replaced(options["output"]) as target:
                errors = _settle(source, target, game, strict=options["strict"])
        except OSError as error:
            name = options["input" if error.filename == options["input"] else "output"]
            raise CommandError(f"{name}: {error.strerror}", returncode=2) from None
        except KeyboardInterrupt:
            sys.exit(130)
        if errors:
            self._report(errors)
            sys.exit(1)

    def _report(self, errors: list[Complaint]) -> None:
        for complaint in errors[:MOST_ERRORS_SHOWN]:
            self.stderr.write(str(complaint))
        count = len(errors)
        self.stderr.write(f"{count} bad line{'s' if count != 1 else ''}; their records say Error")


def _settle(source: BinaryIO, target: BinaryIO, game: Game, *, strict: bool) -> list[Complaint]:
    errors: list[Complaint] = []
    for settled in settle_stream(source, game):
        errors += settled.errors
        if strict and errors:
            raise CommandError(str(errors[0]))
        target.write(settled.output)
    return errors


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
