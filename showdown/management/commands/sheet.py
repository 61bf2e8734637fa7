"""sheet OUTPUT: write three printable pages of hand rankings, side pots and odd chips."""

from argparse import ArgumentParser
from pathlib import Path, PurePath
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from showdown.evaluator.rule_sets import RULE_SETS
from showdown.management.base import STANDARD_STREAM, OutputFile, ShowdownCommand, unusable_error
from showdown.management.command_arguments import add_rules
from showdown.management.outputs import atomic_output
from showdown.words.sheet import build_sheet, sheet_text


class Command(ShowdownCommand):
    help = "Write three printable pages: hand rankings, side pots, and odd chips."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "output",
            type=OutputFile,
            nargs="?",
            default=OutputFile(STANDARD_STREAM),
            help="the file to write, in the format of its extension (.html, .txt); - for standard"
            " output (default)",
        )
        add_rules(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        rules = RULE_SETS[options["rules"]]
        output = options["output"]
        extension = PurePath(output).suffix.lower()
        if output == STANDARD_STREAM or extension == ".txt":
            text = sheet_text(build_sheet(rules))
        elif extension in (".html", ".htm"):
            css = Path(str(finders.find("showdown/sheet.css"))).read_text()
            context = {"sheet": build_sheet(rules), "css": css}
            text = render_to_string("showdown/sheet_file.html", context)
        else:
            raise unusable_error("the output must end in .html or .txt")
        with atomic_output(output) as file:
            file.write(text.encode())
