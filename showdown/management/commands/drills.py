"""drills: print hard deals, each with a question and its answer."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from showdown.evaluator.games import GAMES
from showdown.management.base import INVALID_INPUT, ShowdownCommand
from showdown.management.command_arguments import game_slug, whole_number
from showdown.trainer.choosing import DrillSelection, draw_recipes
from showdown.trainer.drills import make_drill
from showdown.trainer.patterns import PATTERNS
from showdown.trainer.questions import KINDS

_CHOICES: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("pattern", PATTERNS, "the pattern that makes the deals hard"),
    ("game", GAMES, "a game"),
    ("drill", KINDS, "the question"),
)


class Command(ShowdownCommand):
    invalid_status = INVALID_INPUT
    help = "Print hard deals, each with a question about it and the answer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        for name, choices, meaning in _CHOICES:
            add(
                f"--{name}",
                action="append",
                default=[],
                type=game_slug if name == "game" else str,
                choices=choices,
                metavar=name.upper(),
                help=f"{meaning}; may be repeated: {', '.join(choices)}",
            )
        add("--players", type=int, default=0, help="the number of players (default: two to five)")
        count_help = "the number of drills (default: 1)"
        add("--count", type=whole_number(1, 1_000_000), default=1, help=count_help)
        add("--seed", default="1", help="any text or number: the same seed deals the same drills")
        add("--json", action="store_true", help="write the drills as JSON, one per line")

    def handle(self, *args: Any, **options: Any) -> None:
        selection = DrillSelection(
            patterns=tuple(options["pattern"]),
            games=tuple(options["game"]),
            kinds=tuple(options["drill"]),
            players=options["players"],
        )
        for recipe in draw_recipes(selection, options["seed"], options["count"]):
            drill = make_drill(recipe).to_json()
            if options["json"]:
                self.stdout.write(json.dumps(drill, ensure_ascii=False))
                continue
            answer = drill["answer"]
            if not isinstance(answer, str):
                answer = json.dumps(answer, ensure_ascii=False)
            heading = f"{drill['game']}, {drill['pattern']}"
            lines = (heading, drill["deal"], drill["question"], f"=> {answer}", "")
            self.stdout.write("\n".join(lines))
