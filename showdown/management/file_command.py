"""What the file commands share: they read a file of deals and write a file of answers."""

import gc
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.utils import DatabaseError, InterfaceError

from showdown.bulk.compile_notice import telling
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2024
from showdown.files.blocks import SettledBlock
from showdown.files.streams import settle_stream, text_of
from showdown.management.arguments import add_game, add_rules_of_lines
from showdown.management.inputs import BAD_PARTS, NO_FILE, ending_plainly, opened
from showdown.management.outputs import whole_output
from showdown.models import Source, StoreUnavailable
from showdown.models.copy import record_block
from showdown.notation.contract import Complaint
from showdown.notation.registry import CONTRACTS, contract_that_reads, games_of
from showdown.words.ranks import how_many

MOST_ERRORS_SHOWN = 20
_LOOKED_AT = 4096
"""Bytes at the beginning of a file, by which another contract is recognised."""
_COMMANDS = {"deal-lines": "omahacomp", "holdem": "holdem", "badugi": "badugi"}
"""The command that reads each contract."""


@contextmanager
def storing_or_nothing() -> Iterator[None]:
    """Where the database fails, the command says so and ends."""
    try:
        yield
    except (DatabaseError, InterfaceError, StoreUnavailable) as error:
        message = f"nothing was written, because the deals could not be stored: {error}".strip()
        raise CommandError(message, returncode=NO_FILE) from None


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
        parser.add_argument("--quiet", action="store_true", help="hide progress and notices")
        parser.add_argument(
            "--save", action="store_true", help="also store the deals in the record"
        )
        if len(games) > 1:
            add_game(parser, games, games[0])
        else:
            parser.set_defaults(game=games[0])
        if CONTRACTS[self.contract].takes_wagers:
            add_rules_of_lines(parser)
        else:
            parser.set_defaults(rules=WSOP_2024.slug)

    def handle(self, *args: Any, **options: Any) -> None:
        # Everything loaded by now is used to the end. Frozen, it is not searched for garbage when
        # the process ends, which would take a tenth of a second.
        gc.freeze()
        with (
            ending_plainly(options["input"], options["output"]),
            storing_or_nothing(),
            nullcontext() if options["quiet"] else telling(self._say_what_takes_long),
        ):
            work = self._settle(options)
        if options["save"]:
            self.stderr.write(_says_stored(work.stored))
        if work.errors:
            self._report(work)
            sys.exit(BAD_PARTS)

    def _say_what_takes_long(self, is_kept: bool) -> None:
        if is_kept:
            self.stderr.write("Compiling for this machine, once: this takes some seconds")
        else:
            self.stderr.write("Compiling, each time: no folder can be written, see NUMBA_CACHE_DIR")

    def _settle(self, options: dict[str, Any]) -> "_Work":
        game, saves = GAMES[options["game"]], options["save"]
        work = _Work(strict=options["strict"], game=game if saves else None)
        with (
            opened(options["input"], quiet=options["quiet"]) as source,
            whole_output(options["output"], but_not=options["input"]) as target,
            transaction.atomic() if saves else nullcontext(),
        ):
            contract, rules = CONTRACTS[self.contract], RULE_SETS[options["rules"]]
            text = text_of(source)
            work.begins_with = text.peek(_LOOKED_AT)
            for settled in settle_stream(text, game, contract, rules=rules, grouped=saves):
                target.write(work.take(settled))
        return work

    def _report(self, work: "_Work") -> None:
        for complaint in work.first_errors:
            self.stderr.write(str(complaint))
        count = work.errors
        lines = "bad lines; their answers say" if count != 1 else "bad line; its answer says"
        self.stderr.write(f"{count:,} {lines} Error")
        if not work.deals and (other := contract_that_reads(work.begins_with)):
            command = _COMMANDS[other.name]
            self.stderr.write(f"This looks like a file for `manage.py {command}`")


class _Work:
    """The work so far: how many deals are settled and stored, and the errors, the first of them."""

    def __init__(self, *, strict: bool, game: Game | None) -> None:
        self._strict = strict
        self._game = game  # whose deals are stored
        self.begins_with = b""
        self.deals = 0
        self.errors = 0
        self.first_errors: list[Complaint] = []
        self.stored = 0

    def take(self, settled: SettledBlock) -> bytes | memoryview:
        """Count a block, and store its deals if asked to. Returns the output to write."""
        if self._strict and settled.errors:
            raise CommandError(str(settled.errors[0]), returncode=BAD_PARTS)
        self.deals += settled.deals
        self.errors += len(settled.errors)
        self.first_errors += settled.errors[: MOST_ERRORS_SHOWN - len(self.first_errors)]
        if self._game:
            self.stored += record_block(self._game, settled, source=Source.COMMAND).deals
        return settled.output


def _says_stored(count: int) -> str:
    """Lines have no numbers by which a deal could be known again, so it is stored again."""
    if not count:
        return "no deals stored"
    them = "it" if count == 1 else "them"
    return f"{how_many(count, 'deal')} stored; saving this file again stores {them} again"
