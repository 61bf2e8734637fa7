"""The base class of omahacomp, holdem and badugi, which settle a file of deals."""

import gc
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from django.core.management.base import CommandError
from django.db import Error, transaction

from showdown.bulk.compiling import notify_before_compiling
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.files.streams import open_text, settle_stream
from showdown.management.base import (
    INVALID_INPUT,
    InputFile,
    OutputFile,
    ShowdownCommand,
    database_reason,
    unusable_error,
)
from showdown.management.command_arguments import add_game, add_quiet, add_rules
from showdown.management.inputs import open_input
from showdown.management.outputs import atomic_output
from showdown.models import Source
from showdown.models.copy_rows import record_block
from showdown.notation.deal_format import LineError
from showdown.notation.registry import DEAL_FORMATS, detect_format, games_for_format
from showdown.words.ranks import count_text

_MAX_ERRORS_SHOWN = 20
_PEEKED_BYTES = 4096
"""Number of bytes at the beginning of a file that are searched for another format."""
_COMMAND_OF_FORMAT = {"deal-lines": "omahacomp", "holdem": "holdem", "badugi": "badugi"}


@contextmanager
def requiring_storage() -> Iterator[None]:
    """Convert database errors to CommandError.

    Outputs opened by `atomic_output` in the block are then not written.
    """
    try:
        yield
    except Error as error:
        reason = database_reason(error)
        raise unusable_error(
            f"nothing was written, because the deals could not be stored: {reason}"
        ) from None


class DealsCommand(ShowdownCommand):
    """A command that settles a file of deals."""

    deal_format: str
    """The name of the format. The default game is the first game of the format."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        games = [game.slug for game in games_for_format(DEAL_FORMATS[self.deal_format])]
        add("input", type=InputFile, help="the file of deals, or - for standard input")
        add("output", type=OutputFile, help="the file to write, or - for standard output")
        add("--strict", action="store_true", help="stop at the first invalid line")
        add_quiet(parser, "progress and notices")
        add("--save", action="store_true", help="also store the deals in the database")
        if len(games) > 1:
            add_game(parser, games, games[0])
        else:
            parser.set_defaults(game=games[0])
        if DEAL_FORMATS[self.deal_format].takes_wagers:
            add_rules(parser, "lines that don't name one")
        else:
            parser.set_defaults(rules=WSOP_2026.slug)

    def handle(self, *args: Any, **options: Any) -> None:
        # Exclude loaded modules from the garbage collection at exit, which would take a tenth of a
        # second.
        gc.freeze()
        with (
            requiring_storage(),
            nullcontext()
            if options["quiet"]
            else notify_before_compiling(self.notify_of_compilation),
        ):
            summary = self._settle(options)
        if options["save"]:
            # Unlike the hands of a log, deals have no number by which repeats can be recognized.
            pronoun = "it" if summary.stored == 1 else "them"
            again = f"saving this file again stores {pronoun} again"
            stored = f"{count_text(summary.stored, 'deal')} stored; {again}"
            self.notify(stored if summary.stored else "no deals stored")
        if summary.errors:
            for error in summary.first_errors:
                self.stderr.write(str(error))
            lines = count_text(summary.errors, "invalid line")
            self.stderr.write(f"{lines}, marked as Error in the output")
            if not summary.deals and (other := detect_format(summary.first_bytes)):
                command = _COMMAND_OF_FORMAT[other.name]
                self.stderr.write(f"This looks like a file for `manage.py {command}`")
            sys.exit(INVALID_INPUT)

    def _settle(self, options: dict[str, Any]) -> "_Summary":
        """Settle the file, and store its deals if `--save` is given."""
        game, saves, summary = GAMES[options["game"]], options["save"], _Summary()
        with (
            open_input(options["input"], quiet=options["quiet"]) as source,
            atomic_output(options["output"]) as target,
            transaction.atomic() if saves else nullcontext(),
        ):
            deal_format, rules = DEAL_FORMATS[self.deal_format], RULE_SETS[options["rules"]]
            text = open_text(source)
            summary.first_bytes = text.peek(_PEEKED_BYTES)
            for block in settle_stream(text, game, deal_format, rules=rules, returns_arrays=saves):
                if options["strict"] and block.errors:
                    raise CommandError(str(block.errors[0]))
                summary.deals += block.deals
                summary.errors += len(block.errors)
                summary.first_errors += block.errors[
                    : _MAX_ERRORS_SHOWN - len(summary.first_errors)
                ]
                if saves:
                    summary.stored += record_block(game, block, source=Source.COMMAND).deals
                target.write(block.output)
        return summary


@dataclass
class _Summary:
    """The result of settling a file: its first bytes, counts, and first errors."""

    first_bytes: bytes = b""
    deals: int = 0
    errors: int = 0
    first_errors: list[LineError] = field(default_factory=list)
    stored: int = 0
