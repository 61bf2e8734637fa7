"""night LOG…: print the results of a night, the luck, and the payments."""

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from django.core.management.base import CommandError

from showdown.audits.array_judging import judge_all
from showdown.audits.counts import Counts
from showdown.audits.night.equities import Equities
from showdown.audits.night.ledger import compare_with_log, entries_of, reckon, reckoning_to_json
from showdown.audits.night.names import night_options
from showdown.audits.night.night import Night
from showdown.audits.night.night_report import night_to_json
from showdown.audits.sources import each_once
from showdown.audits.terms import Terms
from showdown.files.log_hands import with_name
from showdown.management.arguments import add_quiet
from showdown.management.base import (
    BAD_INPUT,
    UNUSABLE,
    InputFile,
    OutputFile,
    ShowdownCommand,
)
from showdown.management.log_inputs import open_log, read_ledgers, report_broken
from showdown.management.night_text import (
    as_csv,
    as_text,
    ledger_differences_as_text,
    reckoning_as_text,
)
from showdown.management.outputs import whole_output
from showdown.notation.logs.logged_hand import ReadHand, SkippedHand
from showdown.notation.pokernow_ledger import LedgerPlayer
from showdown.words.ranks import amount_text

_OUTPUTS = {
    "json": "the night as JSON",
    "csv": "the all-ins as CSV, a row for each player",
}


class Command(ShowdownCommand):
    help = (
        "Print each player's result, the luck in all-ins, the hands sold at a wrong price, and who"
        " pays whom."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "inputs",
            type=InputFile,
            nargs="+",
            metavar="input",
            help="logs, plain or compressed, zip files or folders of logs; - for standard input;"
            " PokerNow's ledger, alone or with the log of the same night",
        )
        parser.add_argument("--chip", default="", help="the value of a chip, such as 0.25")
        parser.add_argument(
            "--same",
            action="append",
            default=[],
            help="other names of a player: 'Anna=ann,Anna K'; may be repeated",
        )
        parser.add_argument("--by-id", action="store_true", help="merge players with the same id")
        for kind, content in _OUTPUTS.items():
            parser.add_argument(
                f"--{kind}",
                type=OutputFile,
                metavar="FILE",
                help=f"write {content} instead; - for standard output",
            )
        add_quiet(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = night_options(
            chip=options["chip"],
            same=";".join(options["same"]),
            by_id="true" if options["by_id"] else "",
        )
        players, logs = read_ledgers(options["inputs"])
        if players and not logs:
            self._settle_ledger(players, options)
            return
        night, counts = Night(Equities(Terms()), chosen.names()), Counts()
        hands = each_once(_hands(logs, quiet=options["quiet"]))
        for judged in night.read(judge_all(hands, Terms())):
            if isinstance(judged, SkippedHand):
                counts.skip(judged)
        document = night_to_json(night, chosen.chip)
        written: dict[str, Any] = dict(document)
        differences = None
        if players:
            nets: Counter[str] = Counter()  # in all currencies of the log, in hundredths
            for results in document["currencies"]:
                for player in results["players"]:
                    nets[player["player"]] += round(100 * Decimal(str(player["net"])))
            differences = compare_with_log(players, nets)
            written["ledger"] = [
                {"player": name, "ledger": amount_text(mine, 2), "log": amount_text(theirs, 2)}
                for name, mine, theirs in differences
            ]
        if options["json"]:
            _write(options["json"], json.dumps(written, ensure_ascii=False, indent=1))
        if options["csv"]:
            _write(options["csv"], "".join(as_csv(document)))
        if not any(options[kind] for kind in _OUTPUTS):
            self.stdout.write("\n".join(as_text(document)))
            if differences is not None:
                self.stdout.write("\n".join(["", *ledger_differences_as_text(differences)]))
        report_broken(counts, self.stderr)
        if not counts.is_good:
            sys.exit(BAD_INPUT)

    def _settle_ledger(self, players: list[LedgerPlayer], options: dict[str, Any]) -> None:
        """Settle up from the ledger alone."""
        if options["csv"]:
            raise CommandError("--csv needs a log", returncode=UNUSABLE)
        reckoning = reckon(entries_of(players))
        if options["json"]:
            document = reckoning_to_json(reckoning)
            _write(options["json"], json.dumps(document, ensure_ascii=False, indent=1))
        else:
            self.stdout.write("\n".join(reckoning_as_text(reckoning)))


def _hands(names: Sequence[str], *, quiet: bool) -> Iterator[ReadHand]:
    """Yield the hands of all logs, with the name of their log if there are several."""
    for name in names:
        with open_log(name, quiet=quiet) as log:
            yield from with_name(name, log.hands()) if len(names) > 1 else log.hands()


def _write(target: str, text: str) -> None:
    with whole_output(target) as output:
        output.write(f"{text.rstrip()}\n".encode("utf-8", "replace"))
