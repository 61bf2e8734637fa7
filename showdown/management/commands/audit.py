"""audit LOG REPORT: settle the hands of a log again and report those paid incorrectly."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from contextlib import ExitStack, closing, nullcontext
from datetime import UTC, datetime
from itertools import batched
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import transaction

from showdown.audits.array_judging import Judged
from showdown.audits.counts import Counts
from showdown.audits.report import About, Audit, store_judged, summary_text
from showdown.audits.report_files import as_csv, as_html
from showdown.audits.signing import KeyUnusable, key_in
from showdown.audits.sources import each_once
from showdown.audits.terms import Terms
from showdown.management.arguments import (
    add_log,
    add_quiet,
    add_rules,
    person_named,
    require_partner,
)
from showdown.management.base import BAD_INPUT, STANDARD, UNUSABLE, OutputFile, ShowdownCommand
from showdown.management.deals_command import requiring_storage
from showdown.management.log_inputs import open_log, report_broken
from showdown.management.outputs import whole_output
from showdown.words.ranks import how_many

_NOW = "now"
_TOGETHER = 1_000


class Command(ShowdownCommand):
    help = "Settle the hands of a log again and report those that were paid incorrectly."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_log(parser)
        parser.add_argument(
            "output", type=OutputFile, help="the report, as JSON Lines; - for standard output"
        )
        add_rules(parser)
        parser.add_argument("--unit", default="", help="the smallest chip (default: from the log)")
        parser.add_argument(
            "--rake",
            default="",
            help="the rake that the house may take, such as '5%% cap 3, no flop no drop' (default:"
            " from the log)",
        )
        parser.add_argument(
            "--jackpot", default="", help="the jackpot drop that the house may take in addition"
        )
        parser.add_argument("--at", default="", help="the time of the audit, or “now”")
        parser.add_argument(
            "--luck", action="store_true", help="also report the luck of each player in all-ins"
        )
        parser.add_argument("--csv", type=OutputFile, help="also write the differences as CSV")
        parser.add_argument(
            "--html", type=OutputFile, help="also write the report as a printable page"
        )
        parser.add_argument("--store", action="store_true", help="also store the settled hands")
        parser.add_argument(
            "--user", help="the account in whose history they are stored (default: none)"
        )
        add_quiet(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        require_partner(options, "user", "store")
        about = _about(options)
        store = _Store(options["user"]) if options["store"] else None
        with (
            requiring_storage(),
            closing(Audit(about)) as audit,
            transaction.atomic() if store else nullcontext(),
        ):
            self._write(audit, store, options)
        report_broken(audit.counts, self.stderr)
        self.notify(_summary(audit.counts))
        if store:
            self.notify(store.summary())
        if not audit.counts.is_good:
            sys.exit(BAD_INPUT)

    def _write(self, audit: Audit, store: "_Store | None", options: dict[str, Any]) -> None:
        try:
            key = key_in(settings.AUDIT_KEY_FILE)
        except (KeyUnusable, OSError) as error:
            reason = f"{error} (AUDIT_KEY_FILE names the file of the key)"
            message = f"the report can't be signed: {reason}"
            raise CommandError(message, returncode=UNUSABLE) from None
        with ExitStack() as outputs:
            log = outputs.enter_context(open_log(options["input"], quiet=options["quiet"]))

            def output(name: str) -> IO[bytes]:
                return outputs.enter_context(whole_output(name))

            targets = {kind: output(options[kind]) for kind in _OUTPUTS if options[kind]}
            for some in batched(audit.read(each_once(log.hands())), _TOGETHER):
                if store:
                    store.take(some, audit.about.terms)
            digest = log.digest()
            for kind, target in targets.items():
                for part in _OUTPUTS[kind](audit.report(digest, key)):
                    target.write(part)


def _summary(counts: Counts) -> str:
    totals = counts.to_json()
    skipped = ", ".join(f"{count:,} {reason}" for reason, count in totals["skipped"].items())
    return summary_text(totals) + (f"; skipped: {skipped}" if skipped else "")


class _Store:
    """A store of settled hands, which counts new hands and hands stored before."""

    def __init__(self, username: str | None) -> None:
        self._person = person_named(username)
        self._stored = 0
        self._known = 0

    def take(self, judged: Iterable[Judged], terms: Terms) -> None:
        recorded = store_judged(judged, terms, person=self._person)
        self._stored += len(recorded.ids)
        self._known += recorded.known

    def summary(self) -> str:
        """Return how many hands were stored: `12 hands stored; 3 were stored before`."""
        stored = f"{how_many(self._stored, 'hand')} stored"
        verb = "were" if self._known != 1 else "was"
        return f"{stored}; {self._known:,} {verb} stored before" if self._known else stored


_OUTPUTS = {
    "output": iter,
    "csv": lambda lines: (row.encode("utf-8", "replace") for row in as_csv(lines)),
    "html": lambda lines: (part.encode("utf-8", "replace") for part in as_html(lines)),
}


def _about(options: dict[str, Any]) -> About:
    name = STANDARD if options["input"] == STANDARD else Path(options["input"]).name
    when = _moment(options["at"])
    at = when.isoformat() if when else ""
    return About.of(name, options | {"at": at}, luck=options["luck"])


def _moment(text: str) -> datetime | None:
    if text == _NOW:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError:
        raise CommandError(f"--at: {text!r} isn't a time", returncode=UNUSABLE) from None
    return moment if moment is None or moment.tzinfo else moment.replace(tzinfo=UTC)
