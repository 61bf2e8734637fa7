"""log convert LOG OUTPUT: convert a log to another format."""

import sys
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Any

from showdown.audits.converting import Conversion, TooManyHands
from showdown.audits.counts import Counts
from showdown.audits.privacy import Privacy
from showdown.audits.sources import skip_repeated
from showdown.management.base import INVALID_INPUT, OutputFile, ShowdownCommand, unusable_error
from showdown.management.command_arguments import add_log, add_quiet
from showdown.management.log_inputs import open_log, report_broken_hands
from showdown.management.outputs import atomic_output
from showdown.notation.logs.logged_hand import ReadHand, SkippedHand
from showdown.notation.logs.writing import OUTPUT_FORMATS, format_for_file
from showdown.words.ranks import count_text


class Command(ShowdownCommand):
    help = "Write the hands of a log as Open Hand History, PokerStars text or Poker Hand History."

    def add_arguments(self, parser: ArgumentParser) -> None:
        subparsers = parser.add_subparsers(dest="verb", required=True, metavar="verb")
        convert = subparsers.add_parser("convert", help="write a log in another format")
        add = convert.add_argument
        add_log(convert)
        add(
            "output",
            type=OutputFile,
            help="the log to write, in the format of its extension (.ohh, .txt, .phhs, .phh); - for"
            " standard output",
        )
        format_help = "the format (default: by the extension of the output)"
        add("--format", choices=OUTPUT_FORMATS, help=format_help)
        hide_help = "leave out hole cards that were not shown"
        add("--hide-cards", action="store_true", help=hide_help)
        add("--keep", metavar="NAME", default="", help=f"{hide_help}, except this player's")
        names = convert.add_mutually_exclusive_group()
        names.add_argument(
            "--hide-names",
            action="store_true",
            help="call the players “Player 1”, “Player 2”, … and leave out the name of the table",
        )
        names.add_argument(
            "--anonymize",
            metavar="KEY",
            help="replace the names of players with hashes; the same key gives the same names",
        )
        # The former spelling of --anonymize, until version 2.0.
        names.add_argument("--anonymise", dest="anonymize", help=SUPPRESS)
        add_quiet(convert)

    def handle(self, *args: Any, **options: Any) -> None:
        name, key = options["format"], options["anonymize"]
        log_format = OUTPUT_FORMATS[name] if name else format_for_file(options["output"])
        if not log_format:
            reason = "the extension of the output doesn't determine a format: use --format"
            raise unusable_error(reason)
        if key == "":
            raise unusable_error("--anonymize: the key is empty")
        privacy = Privacy(
            hides_cards=options["hide_cards"],
            kept_player=options["keep"],
            hides_names=options["hide_names"],
            key=key or "",
        )
        conversion, counts = Conversion(log_format, privacy), Counts()
        with (
            atomic_output(options["output"]) as output,
            open_log(options["input"], quiet=options["quiet"]) as log,
        ):
            try:
                hands = _count_skipped(skip_repeated(log.read_hands()), counts)
                for text in conversion.convert(hands):
                    output.write(text.encode(errors="replace"))
            except TooManyHands:
                raise unusable_error(
                    f"a {log_format.extension} file can have only one hand; use .phhs for several"
                ) from None
            if privacy.kept_player and not privacy.found_kept_player:
                raise unusable_error(f"--keep: nobody in the log is called “{privacy.kept_player}”")
        report_broken_hands(counts, self.stderr)
        lines = [f"{count_text(conversion.written, 'hand')} written"]
        for failure, reasons in (
            ("can't be written in this format", conversion.refused),
            ("can't be read", conversion.unread),
        ):
            lines += [f"{count:,} {failure}: {reason}" for reason, count in reasons.most_common()]
        self.notify("\n".join(lines))
        if conversion.refused or conversion.unread:
            sys.exit(INVALID_INPUT)


def _count_skipped(hands: Iterable[ReadHand], counts: Counts) -> Iterator[ReadHand]:
    for hand in hands:
        if isinstance(hand, SkippedHand):
            counts.skip(hand)
        yield hand
