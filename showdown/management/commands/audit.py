"""audit LOG REPORT: settle the hands of a log again and report those paid incorrectly."""

import sys
from argparse import ArgumentParser
from contextlib import ExitStack, closing, nullcontext
from datetime import UTC, datetime
from itertools import batched
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from showdown.audits.report import Audit, ReportHeader, store_hands, summary_text
from showdown.audits.report_files import report_to_csv, report_to_html
from showdown.audits.signing import KeyUnusable, load_or_create_key
from showdown.audits.sources import skip_repeated
from showdown.management.base import INVALID_INPUT, OutputFile, ShowdownCommand, unusable_error
from showdown.management.command_arguments import (
    add_log,
    add_quiet,
    add_rules,
    find_person,
    require_other_option,
)
from showdown.management.deals_command import requiring_storage
from showdown.management.log_inputs import open_log, report_broken_hands
from showdown.management.outputs import atomic_output
from showdown.words.ranks import count_text

_TEXT_OPTIONS = {
    "unit": "the smallest chip (default: from the log)",
    "rake": "the rake that the house may take, such as '5%% cap 3, no flop no drop' (default: from"
    " the log)",
    "jackpot": "the jackpot drop that the house may take in addition",
    "at": "the time of the audit: 2026-11-27T20:00, or now",
}


class Command(ShowdownCommand):
    help = "Settle the hands of a log again and report those that were paid incorrectly."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add_log(parser)
        add("output", type=OutputFile, help="the report, as JSON Lines; - for standard output")
        add_rules(parser)
        for name, text in _TEXT_OPTIONS.items():
            add(f"--{name}", default="", help=text)
        add("--luck", action="store_true", help="also report the luck of each player in all-ins")
        add("--csv", type=OutputFile, help="also write the differences as CSV")
        add("--html", type=OutputFile, help="also write the report as a printable page")
        add("--store", action="store_true", help="also store the settled hands")
        add("--user", help="the account in whose history the hands are stored (default: none)")
        add_quiet(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        require_other_option(options, "user", "store")
        header = ReportHeader.from_options(
            Path(options["input"]).name,
            options | {"at": _parse_time(options["at"])},
            includes_luck=options["luck"],
        )
        person = find_person(options["user"])
        stored_count = known_count = 0
        try:
            key = load_or_create_key(settings.AUDIT_KEY_FILE)
        except (KeyUnusable, OSError) as error:
            reason = f"{error} (AUDIT_KEY_FILE names the file of the key)"
            raise unusable_error(f"the report can't be signed: {reason}") from None
        with (
            requiring_storage(),
            closing(Audit(header)) as audit,
            transaction.atomic() if options["store"] else nullcontext(),
            ExitStack() as outputs,
        ):
            log = outputs.enter_context(open_log(options["input"], quiet=options["quiet"]))
            output_files = {
                kind: outputs.enter_context(atomic_output(options[kind]))
                for kind in _WRITERS
                if options[kind]
            }
            for chunk in batched(audit.judge_each(skip_repeated(log.read_hands())), 1_000):
                if options["store"]:
                    recorded = store_hands(chunk, header.terms, person=person)
                    stored_count += len(recorded.ids)
                    known_count += recorded.known_before
            digest = log.digest()
            for kind, target in output_files.items():
                for part in _WRITERS[kind](audit.report_lines(digest, key)):
                    target.write(part)
        report_broken_hands(audit.counts, self.stderr)
        totals = audit.counts.to_json()
        skipped = ", ".join(f"{count:,} {reason}" for reason, count in totals["skipped"].items())
        self.notify(summary_text(totals) + (f"; skipped: {skipped}" if skipped else ""))
        if options["store"]:
            were = "was" if known_count == 1 else "were"
            repeated = f"; {known_count:,} {were} stored before" if known_count else ""
            self.notify(f"{count_text(stored_count, 'hand')} stored{repeated}")
        if not audit.counts.is_flawless:
            sys.exit(INVALID_INPUT)


_WRITERS = {
    "output": iter,
    "csv": lambda lines: (row.encode("utf-8", "replace") for row in report_to_csv(lines)),
    "html": lambda lines: (part.encode("utf-8", "replace") for part in report_to_html(lines)),
}


def _parse_time(text: str) -> str:
    """Return the time in ISO 8601, by default in UTC, or an empty string for an empty text.

    Raise CommandError if the text isn't a time.
    """
    if text == "now":
        return datetime.now(UTC).replace(microsecond=0).isoformat()
    if not text:
        return ""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        reason = f"--at: {text!r} isn't a time: write 2026-11-27T20:00 or now"
        raise unusable_error(reason) from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).isoformat()
