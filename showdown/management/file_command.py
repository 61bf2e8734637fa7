"""What the file commands share: they read a file of deals and write a file of answers."""

import gc
import os
import signal
import stat
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from select import select
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.utils import DatabaseError, InterfaceError

from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2024
from showdown.files.blocks import SettledBlock
from showdown.files.readable import Readable
from showdown.files.streams import settle_stream
from showdown.files.unusable import UnusableInput
from showdown.management.outputs import STANDARD, bytes_of, whole_output
from showdown.management.progress import with_progress
from showdown.models import Source, StoreUnavailable
from showdown.models.copy import record_block
from showdown.notation.contract import Complaint
from showdown.notation.registry import CONTRACTS, games_of

MOST_ERRORS_SHOWN = 20

_BAD_LINES = 1
_NO_FILE = 2
_INTERRUPTED = 128 + signal.SIGINT
_NOBODY_READS = 128 + signal.SIGPIPE


class FileCommand(BaseCommand):
    """Settles a file. Exit status 1: it has bad lines; 2: a file cannot be used."""

    requires_system_checks = []
    contract: str
    """The name of the contract; the default game is the first that it can write."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        games = [game.slug for game in games_of(CONTRACTS[self.contract])]
        parser.add_argument("input", help="the file of deals, or - for standard input")
        parser.add_argument("output", help="the file to write, or - for standard output")
        parser.add_argument("--strict", action="store_true", help="stop at the first bad line")
        parser.add_argument("--quiet", action="store_true", help="hide the progress bar")
        parser.add_argument(
            "--save", action="store_true", help="also store the deals in the record"
        )
        if len(games) > 1:
            parser.add_argument(
                "--game",
                choices=games,
                default=games[0],
                metavar="GAME",
                help=f"one of {', '.join(games)} (default: %(default)s)",
            )
        else:
            parser.set_defaults(game=games[0])
        if CONTRACTS[self.contract].takes_wagers:
            parser.add_argument(
                "--rules",
                choices=RULE_SETS,
                default=WSOP_2024.slug,
                help="the rule set for lines that do not name one (default: %(default)s)",
            )
        else:
            parser.set_defaults(rules=WSOP_2024.slug)

    def handle(self, *args: Any, **options: Any) -> None:
        # Everything loaded by now is used to the end. Frozen, it is not searched for garbage when
        # the process ends, which would take a tenth of a second.
        gc.freeze()
        try:
            work = self._settle(options)
        except KeyboardInterrupt:
            sys.exit(_INTERRUPTED)
        except BrokenPipeError:
            _let_go_of_standard_output()
            sys.exit(_NOBODY_READS)
        except UnusableInput as error:
            raise CommandError(f"{options['input']}: {error}", returncode=_NO_FILE) from None
        except OSError as error:
            raise _cannot_be_had(options["output"], error) from None
        except (DatabaseError, InterfaceError, StoreUnavailable) as error:
            said = f"nothing was written, because the deals could not be stored: {error}".strip()
            raise CommandError(said, returncode=_NO_FILE) from None
        if options["save"]:
            self.stderr.write(f"{work.stored:,} deal{'s' if work.stored != 1 else ''} stored")
        if work.errors:
            self._report(work)
            sys.exit(_BAD_LINES)

    def _settle(self, options: dict[str, Any]) -> "_Work":
        game, saves = GAMES[options["game"]], options["save"]
        work = _Work(strict=options["strict"], store=_storing(game) if saves else None)
        with (
            _opened(options["input"], quiet=options["quiet"]) as source,
            whole_output(options["output"], but_not=options["input"]) as target,
            transaction.atomic() if saves else nullcontext(),
        ):
            contract, rules = CONTRACTS[self.contract], RULE_SETS[options["rules"]]
            for settled in settle_stream(source, game, contract, rules=rules, grouped=saves):
                target.write(work.take(settled))
        return work

    def _report(self, work: "_Work") -> None:
        for complaint in work.first_errors:
            self.stderr.write(str(complaint))
        count = work.errors
        lines = "bad lines; their answers say" if count != 1 else "bad line; its answer says"
        self.stderr.write(f"{count:,} {lines} Error")


class _Work:
    """The work so far: the number of errors, the first of them, and the number of stored deals."""

    def __init__(self, *, strict: bool, store: Callable[[SettledBlock], int] | None) -> None:
        self._strict = strict
        self._store = store
        self.errors = 0
        self.first_errors: list[Complaint] = []
        self.stored = 0

    def take(self, settled: SettledBlock) -> bytes | memoryview:
        """Count a block, and store its deals if asked to. Returns the output to write."""
        if self._strict and settled.errors:
            raise CommandError(str(settled.errors[0]), returncode=_BAD_LINES)
        self.errors += len(settled.errors)
        self.first_errors += settled.errors[: MOST_ERRORS_SHOWN - len(self.first_errors)]
        if self._store:
            self.stored += self._store(settled)
        return settled.output


def _storing(game: Game) -> Callable[[SettledBlock], int]:
    """A function that stores a block's deals and returns their number."""

    def store(settled: SettledBlock) -> int:
        return record_block(game, settled, source=Source.COMMAND).deals

    return store


@contextmanager
def _opened(name: str, *, quiet: bool) -> Iterator[Readable]:
    with (
        _stream(name) as source,
        with_progress(_Input(name, source), _size_of(source), quiet=quiet) as watched,
    ):
        yield watched


def _stream(name: str) -> AbstractContextManager[IO[bytes]]:
    with _about(name):
        if name == STANDARD:
            return nullcontext(bytes_of(sys.stdin))
        return Path(name).open("rb")


class _Input:
    """The input. If reading it fails, the error names the input and not the output.

    A non-blocking pipe may have nothing to read for a moment without being at its end.
    """

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        self._name = name
        self._stream = stream

    def read(self, size: int, /) -> bytes:
        with _about(self._name):
            while (chunk := self._stream.read(size)) is None:
                select([self._stream], [], [])
            return chunk


@contextmanager
def _about(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _cannot_be_had(name, error) from None


def _cannot_be_had(name: str, error: OSError) -> CommandError:
    return CommandError(f"{name}: {error.strerror}", returncode=_NO_FILE)


def _size_of(source: IO[bytes]) -> int | None:
    """The length of the input in bytes, if known in advance."""
    status = os.fstat(source.fileno())
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def _let_go_of_standard_output() -> None:
    """Keep the interpreter from trying again, as it exits, to write to a closed pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
