"""batch submit|status|list|cancel|resume|remove|fetch: manage batches."""

import json
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError
from tqdm import tqdm

from showdown.batches import control
from showdown.batches.results import TABLE_MEDIA_TYPES, SettledRecords, batch_to_json
from showdown.batches.upload_limits import RefusedBatch
from showdown.batches.uploads import UploadSession
from showdown.evaluator.games import GAMES
from showdown.evaluator.rule_sets import RULE_SETS
from showdown.management.base import STANDARD_STREAM, InputFile, OutputFile, ShowdownCommand
from showdown.management.command_arguments import add_game, add_rules, find_person
from showdown.management.inputs import open_input
from showdown.management.outputs import atomic_output
from showdown.models import Batch, State
from showdown.notation.registry import DEAL_FORMATS

if TABLE_MEDIA_TYPES:
    from showdown.batches.export import table_pieces


_VERBS = {
    "submit": "submit a file of deals",
    "status": "show the state of a batch as JSON",
    "list": "list the newest batches",
    "cancel": "stop a batch and delete what it has written",
    "resume": "continue a batch that failed",
    "remove": "delete a batch, its files and its stored deals",
    "fetch": "write the result of a batch to a file",
}


class Command(ShowdownCommand):
    help = "Submit, watch, list, cancel, resume, remove and fetch batches."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subparsers = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
        parsers = {verb: subparsers.add_parser(verb, help=text) for verb, text in _VERBS.items()}
        submit, fetch = parsers["submit"], parsers["fetch"]
        add = submit.add_argument
        add("file", type=InputFile, help="the file, plain or compressed; - for standard input")
        add_game(submit)
        format_help = "the file's format (default: the game's format)"
        add("--format", dest="deal_format", choices=DEAL_FORMATS, help=format_help)
        # The former name of --format, until version 2.0.
        add("--contract", dest="deal_format", choices=DEAL_FORMATS, help=SUPPRESS)
        add_rules(submit, "lines that don't name one")
        add("--store", action="store_true", help="store the deals in the history")
        add("--user", help="the owner's username (default: no owner)")
        for verb in ("status", "cancel", "resume", "remove", "fetch"):
            parsers[verb].add_argument("id", type=UUID, help="the id of the batch")
        for verb in ("submit", "status"):
            parsers[verb].add_argument(
                "--wait", action="store_true", help="show progress until the batch is done"
            )
        fetch.add_argument("file", type=OutputFile, help="the file to write; - for standard output")
        kinds = ("txt", *TABLE_MEDIA_TYPES)
        help_text = "the format (default: %(default)s)"
        fetch.add_argument("--as", dest="kind", choices=kinds, default="txt", help=help_text)

    def handle(self, *args: Any, verb: str, **options: Any) -> None:
        run: Callable[..., None] = getattr(self, verb)
        if batch_id := options.pop("id", None):
            try:
                options["batch"] = Batch.objects.to_settle().get(id=batch_id)
            except Batch.DoesNotExist:
                raise CommandError(f"there is no batch {batch_id}") from None
        try:
            run(**options)
        except RefusedBatch as error:
            raise CommandError(str(error)) from error

    def submit(self, *, file: str, user: str | None, wait: bool, **options: Any) -> None:
        with open_input(file, quiet=False) as source, UploadSession(find_person(user)) as session:
            session.read_from(source.read)
            deal_format = options["deal_format"]
            printable = "".join(filter(str.isprintable, Path(file).name))
            name = "standard input" if file == STANDARD_STREAM else printable
            batch = session.submit(
                name=name,
                game=GAMES[options["game"]],
                stores=options["store"],
                deal_format=DEAL_FORMATS[deal_format] if deal_format else None,
                rules=RULE_SETS[options["rules"]],
            )
        self.stdout.write(str(batch.id))
        if wait:
            self._watch(batch)

    def status(self, *, batch: Batch, wait: bool, **options: Any) -> None:
        if wait:
            self._watch(batch)
        self.stdout.write(json.dumps(batch_to_json(batch), indent=2, ensure_ascii=False))

    def list(self, **options: Any) -> None:
        batches = Batch.objects.to_settle().exclude(state=State.REMOVED).newest_first()
        for batch in batches.select_related("owner")[:50]:
            self.stdout.write(
                f"{batch.id}  {State(batch.state).label:9}  {batch.part_done:4.0%}"
                f"  {batch.deals:>13,} deals  {batch.errors:>9,} errors  {batch.name}"
            )

    def cancel(self, *, batch: Batch, **options: Any) -> None:
        if not control.cancel(batch):
            raise CommandError("this batch is not running")

    def resume(self, *, batch: Batch, **options: Any) -> None:
        if not control.resume(batch):
            raise CommandError("this batch has not failed")

    def remove(self, *, batch: Batch, **options: Any) -> None:
        control.remove(batch)

    def fetch(self, *, batch: Batch, file: str, kind: str, **options: Any) -> None:
        if not batch.is_done:
            raise CommandError(f"this batch is {batch.state_text}, not done")
        result = SettledRecords(batch) if kind == "txt" else None
        total = result.length if result else None
        with (
            atomic_output(file) as target,
            tqdm(total=total, unit="B", unit_scale=True, delay=1, disable=None) as bar,
        ):
            for part in result.read() if result else table_pieces(batch, kind):
                target.write(part)
                bar.update(len(part))

    def _watch(self, batch: Batch) -> None:
        """Show progress until the batch ends. Raise CommandError unless it is done."""
        with tqdm(total=1.0, bar_format="{l_bar}{bar}|{postfix}", disable=None) as bar:
            _update_bar(batch, bar)
            while batch.is_unfinished:
                sleep(0.5)
                batch.refresh_from_db()
                _update_bar(batch, bar)
        if not batch.is_done:
            raise CommandError(f"the batch is {batch.state_text}: {batch.reason}")


def _update_bar(batch: Batch, bar: tqdm) -> None:
    bar.n = batch.part_done
    if batch.started is None:
        state = "waiting for a worker"
    elif not batch.deals + batch.errors and batch.is_unfinished:
        state = "starting; the first batch on a machine compiles for up to half a minute"
    else:
        state = f"{batch.deals:,} deals at {batch.rate:,.0f} a second"
    bar.set_postfix_str(state)
