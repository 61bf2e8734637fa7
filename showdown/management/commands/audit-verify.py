"""audit-verify REPORT: check the hashes and the signature of an audit report."""

import re
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from showdown.audits.signing import (
    KeyUnusable,
    Tampered,
    load_or_create_key,
    public_key_hex,
    split_report_lines,
    verify_report,
)
from showdown.files.log_hands import read_chunks
from showdown.files.streams import open_text
from showdown.management.base import InputFile, ShowdownCommand, unusable_error
from showdown.management.inputs import open_input

_KEY_PATTERN = re.compile("[0-9a-f]{64}")


class Command(ShowdownCommand):
    help = (
        "Check that a report is intact, and signed with this site's key or the key given by --key."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("report", type=InputFile, help="the report; - for standard input")
        parser.add_argument("--key", help="the signer's public key in hex (default: this site's)")

    def handle(self, *args: Any, report: str, key: str | None, **options: Any) -> None:
        if key is None:
            try:
                expected_key = public_key_hex(load_or_create_key(settings.AUDIT_KEY_FILE))
            except KeyUnusable as error:
                raise unusable_error(error) from None
        elif _KEY_PATTERN.fullmatch(key):
            expected_key = key
        else:
            raise unusable_error("--key must be 64 lower-case hexadecimal digits")
        with open_input(report, quiet=True) as source:
            try:
                signer_key = verify_report(split_report_lines(read_chunks(open_text(source))))
            except Tampered as error:
                raise CommandError(f"{report}: {error}") from None
        if signer_key != expected_key:
            message = f"{report}: intact, but signed by another key: {signer_key}"
            raise CommandError(message)
        self.stdout.write(f"{report}: intact, signed by {signer_key}")
