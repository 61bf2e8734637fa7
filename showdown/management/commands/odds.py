"""odds HAND HAND…: print how often each hand wins, before the last card."""

import csv
import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import nullcontext
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import Any

from django.core.management.base import CommandError

from showdown.bulk.expected_chips import Played
from showdown.bulk.odds import SECONDS, Odds, stream
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.management.arguments import add_game, refuse_together, require_partner
from showdown.management.base import (
    BAD_INPUT,
    STANDARD,
    UNUSABLE,
    InputFile,
    OutputFile,
    ShowdownCommand,
)
from showdown.management.odds_options import add_chips, spot_from_options
from showdown.management.odds_table import lines_of, lines_of_dollars
from showdown.management.outputs import whole_output
from showdown.words.errors import error_text
from showdown.words.odds import how_sure
from showdown.words.ranks import how_many

_OF_ONE_SPOT = (
    *("hands", "board", "dead", "pot", "put_in", "rake", "button", "rules"),
    *("stacks", "payouts", "ante", "next", "json", "each_hand"),
)
"""Arguments that a file of spots has no use for; its lines without a game have that of --game."""


class Command(ShowdownCommand):
    help = "Print how often each hand wins. Exact if that takes no more than a second."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "hands",
            nargs="*",
            metavar="HAND",
            help="a hand: AsKhQsJh, 'As Kd ? ?', '*', or a range such as 'AA!KK'",
        )
        parser.add_argument("--board", default="", help="the board so far; / between two boards")
        parser.add_argument("--dead", default="", help="cards that can't come anymore")
        add_game(parser)
        add_chips(parser)
        parser.add_argument("--next", action="store_true", help="also list the next cards")
        parser.add_argument("--json", action="store_true", help="write JSON, as the API does")
        parser.add_argument(
            "--each-hand",
            action="store_true",
            help="in JSON, add each single hand of two ranges of two cards, and how the ranges"
            " compare",
        )
        parser.add_argument(
            "--seed", type=int, default=1, help="the seed of random deals (default: %(default)s)"
        )
        parser.add_argument(
            "--seconds",
            type=_seconds,
            default=SECONDS,
            help="the longest time for random deals (default: %(default)s)",
        )
        parser.add_argument(
            "--file", type=InputFile, help="a CSV file of many spots; - for standard input"
        )
        parser.add_argument(
            "--output",
            type=OutputFile,
            help="where to write the CSV of --file (default: standard output)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_partner(options, "output", "file")
        require_partner(options, "each_hand", "json")
        if options["file"]:
            refuse_together(options, "file", _OF_ONE_SPOT)
            self._file(options)
        elif not options["hands"]:
            raise CommandError("give the hands, or a --file of spots")
        else:
            self._spot(options)

    def _spot(self, options: dict[str, Any]) -> None:
        try:
            given = spot_from_options(options)
            odds = self._final_odds(given.played, options)
            dollars = given.dollars(odds)
        except InvalidDeal as error:
            raise CommandError(_with_position(error), returncode=BAD_INPUT) from None
        if options["json"]:
            each_hand = options["each_hand"]
            odds_json, tournament_json, _ = _formats()
            answer = odds_json.odds_to_json(odds, each_hand=each_hand, standing=each_hand)
            if dollars:
                answer["icm"] = tournament_json.dollars_to_json(dollars)
            self.stdout.write(json.dumps(answer, indent=2, ensure_ascii=False))
        else:
            lines = [*lines_of(odds, next_cards=options["next"])]
            lines += lines_of_dollars(dollars) if dollars else []
            self.stdout.write("\n".join(lines))

    def _final_odds(self, played: Played, options: dict[str, Any]) -> Odds:
        """Return the final odds; meanwhile a terminal shows how exact they are so far."""
        for odds in stream(
            played.spot,
            played.pots,
            pay=played.pay,
            next_card=options["next"] or options["json"],
            seed=options["seed"],
            seconds=options["seconds"],
        ):
            if not odds.is_exact and self.stderr.isatty():
                self.stderr.write(f"\r{how_sure(odds)} ", ending="")
        return odds

    def _file(self, options: dict[str, Any]) -> None:
        *_, odds_csv = _formats()
        try:
            with (
                (
                    nullcontext(sys.stdin)
                    if options["file"] == STANDARD
                    else Path(options["file"]).open(newline="", encoding="utf-8-sig")
                ) as source,
                whole_output(options["output"] or STANDARD) as target,
            ):
                text = TextIOWrapper(target, "utf-8", newline="", write_through=True)
                try:
                    game, seed = GAMES[options["game"]], options["seed"]
                    refused = odds_csv.write_odds(source, text, game, seed=seed)
                finally:
                    text.detach()
        except odds_csv.NoColumnsOfHands as error:
            message = f"{options['file']}: {error_text(error)}"
            raise CommandError(message, returncode=UNUSABLE) from None
        except (UnicodeDecodeError, csv.Error) as error:
            message = f"{options['file']}: this isn't CSV in UTF-8: {error}"
            raise CommandError(message, returncode=UNUSABLE) from None
        if refused:
            message = f"{how_many(refused, 'spot')} refused; see the column “error”"
            raise CommandError(message, returncode=BAD_INPUT)


def _formats() -> tuple[ModuleType, ModuleType, ModuleType]:
    """Import the writers of JSON and CSV late: their schemas take a tenth of a second."""
    from showdown.notation import odds_csv, odds_json, tournament_json  # noqa: PLC0415

    return odds_json, tournament_json, odds_csv


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 3600:
        raise ArgumentTypeError("between 0 and 3600 seconds")
    return seconds


def _with_position(error: InvalidDeal) -> str:
    """Return the message with the hand and column at fault, unless it names them itself."""
    message = error_text(error)
    where = f"{error.field}: " if error.field and error.field not in message else ""
    column = "" if error.position is None else f" (column {error.position + 1})"
    return f"{where}{message}{column}"
