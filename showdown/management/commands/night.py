"""night LOG…: who won what, who was lucky, and who owes whom."""

import json
from argparse import ArgumentParser
from contextlib import ExitStack
from itertools import chain
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from showdown.audits.array_judging import judge_all
from showdown.audits.night.asked import NightAsked, night_asked
from showdown.audits.night.equities import Equities
from showdown.audits.night.night import Night
from showdown.audits.night.night_json import NightJson
from showdown.audits.night.printing import as_csv, as_text
from showdown.audits.night.telling import night_to_json
from showdown.audits.repeated import each_once
from showdown.audits.terms import Terms
from showdown.evaluator.errors import InvalidDeal
from showdown.management.inputs import NO_FILE, ending_plainly
from showdown.management.log_inputs import opened_log
from showdown.management.outputs import STANDARD, whole_output
from showdown.pictures.drawing import markup
from showdown.pictures.luck_lines import luck_lines
from showdown.words.errors import error_text


class Command(BaseCommand):
    help = (
        "Say of logs who put in, got and won what, what was owed in all-ins, whether hands were"
        " sold at the right price, and who pays whom."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "inputs",
            nargs="+",
            metavar="input",
            help="logs, plain or compressed, zips or folders of logs; - for standard input",
        )
        parser.add_argument("--chip", default="", help="what a chip is worth, such as 0.25")
        parser.add_argument(
            "--same",
            action="append",
            default=[],
            help="names of one player: 'Anna=ann,Anna K'; may be given several times",
        )
        parser.add_argument(
            "--by-id", action="store_true", help="players of one id in the log are one"
        )
        parser.add_argument("--json", help="write the night as JSON; - for standard output")
        parser.add_argument("--svg", help="draw the luck of a player as SVG; - for standard output")
        parser.add_argument("--csv", help="write all-ins as CSV, a row for each player")
        parser.add_argument("--player", default="", help="whose (default: who had most of it)")
        parser.add_argument("--quiet", action="store_true", help="show no progress")

    def handle(self, *args: Any, **options: Any) -> None:
        asked = _asked(options)
        night = Night(Equities(Terms()), asked.names())
        outputs = [options[kind] for kind in ("json", "csv", "svg") if options[kind]]
        with ending_plainly(options["inputs"][0], outputs[0] if outputs else STANDARD):
            _read(night, options["inputs"], quiet=options["quiet"])
            document = night_to_json(night, asked.chip)
            if options["json"]:
                _write(options["json"], json.dumps(document, ensure_ascii=False, indent=1))
            if options["csv"]:
                _write(options["csv"], "".join(as_csv(document)))
            if options["svg"]:
                _write(options["svg"], _drawn(document, options["player"]))
        if not outputs:
            self.stdout.write("\n".join(as_text(document)))


def _read(night: Night, names: list[str], *, quiet: bool) -> None:
    with ExitStack() as inputs:
        logs = (inputs.enter_context(opened_log(name, quiet=quiet)) for name in names)
        hands = each_once(chain.from_iterable(log.hands() for log in logs))
        for _ in night.read(judge_all(hands, Terms())):
            pass


def _asked(options: dict[str, Any]) -> NightAsked:
    try:
        return night_asked(
            chip=options["chip"],
            same=";".join(options["same"]),
            by_id="true" if options["by_id"] else "",
        )
    except InvalidDeal as error:
        raise CommandError(error_text(error), returncode=NO_FILE) from None


def _drawn(document: NightJson, player: str) -> str:
    """The lines of this player, or of the one whose luck was largest."""
    lines = {
        line["player"]: line["points"] for book in document["currencies"] for line in book["lines"]
    }
    lucks = [sums for book in document["currencies"] for sums in book["players"]]
    lucks.sort(key=lambda sums: -abs(float(sums["luck"])))
    name = player or next((sums["player"] for sums in lucks if sums["player"] in lines), "")
    if name not in lines:
        raise CommandError(f"there is nothing to draw for “{name}”", returncode=NO_FILE)
    points = [(hand, float(net), float(by_equity)) for hand, net, by_equity in lines[name]]
    return markup(luck_lines(name, points))


def _write(target: str, text: str) -> None:
    with whole_output(target) as output:
        output.write(f"{text.rstrip()}\n".encode("utf-8", "replace"))
