"""odds HAND HAND…: print each hand's share of the pot, and how often the hand wins."""

import csv
import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from showdown.bulk.dollars import DollarEquities, compute_dollar_equities
from showdown.bulk.odds import SAMPLING_SECONDS, Odds, SpotWithPots, add_pots, stream_odds
from showdown.bulk.tally import POT_PARTS
from showdown.evaluator.cards import format_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES
from showdown.evaluator.icm import Tournament
from showdown.evaluator.next_cards import NextCards
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.evaluator.spots import Spot
from showdown.evaluator.wagers import Wagers
from showdown.management.base import (
    STANDARD_STREAM,
    InputFile,
    OutputFile,
    ShowdownCommand,
    message_with_field,
    unusable_error,
)
from showdown.management.command_arguments import add_game, require_other_option
from showdown.management.outputs import align_columns, atomic_output
from showdown.notation.spots import read_spot
from showdown.notation.tournament_words import read_tournament
from showdown.notation.wager_words import read_wagers
from showdown.words import odds as words
from showdown.words.errors import error_text
from showdown.words.ranks import count_text

_TEXT_OPTIONS = {
    "board": "the board so far; / between two boards",
    "dead": "dead cards",
    "put-in": "each player's contribution, instead of pots: HandA=500,HandB=200",
    "rake": "the rake: 12, 5%% or 5%%,300",
    "button": "the player with the button",
    "stacks": "for dollar equity, all players' chips before the hand: 5000,3000 or HandA=5000,…",
    "payouts": "the prizes, highest first: 50,30,20",
    "ante": "the ante that one player posted for the table: HandB=100",
}
_SINGLE_SPOT_OPTIONS = ("hands", *_TEXT_OPTIONS, "pot", "rules", "next", "json", "each-hand")
"""Arguments that --file excludes; --game is allowed, for lines of the file that name no game."""

_WORD_OF_OPTION = {"put_in": "In", "rake": "Rake", "button": "Button"}
"""Options for chips, and their names in a deal line."""

_OPTION_OF_FIELD = {"pots": "pot", "contributions": "put-in"}
"""The options that correspond to fields of errors, where the names differ."""

_POT_PART_NAMES = dict(
    zip(POT_PARTS, ("scoop", "3/4", "1/2", "1/4", "other", "nothing"), strict=True)
)


class Command(ShowdownCommand):
    help = "Print the odds of each hand, exact if all deals can be counted in a second or two."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        hand_help = "a hand: AsKhQsJh, 'As Kd ? ?', '*', or a range such as 'AA!KK'"
        add("hands", nargs="*", metavar="HAND", help=hand_help)
        add_game(parser)
        for name, text in _TEXT_OPTIONS.items():
            add(f"--{name}", default="", help=text)
        add(
            "--pot",
            action="append",
            default=[],
            help="the chips of a pot; repeated for each pot, the main pot first; 200=HandB,HandC"
            " names the players who can win it",
        )
        add("--rules", choices=RULE_SETS, metavar="RULES", help="the rule set for odd chips")
        add("--next", action="store_true", help="add the odds after each card that can come next")
        add("--json", action="store_true", help="write JSON, as the API does")
        add(
            "--each-hand",
            action="store_true",
            help="in JSON, add the odds of each hand in two ranges of two-card hands, and a"
            " comparison of the ranges",
        )
        add("--seed", type=int, default=1, help="the seed of random deals (default: %(default)s)")
        seconds_help = "the time limit in seconds for random deals (default: %(default)s)"
        add("--seconds", type=_parse_seconds, default=SAMPLING_SECONDS, help=seconds_help)
        add("--file", type=InputFile, help="a CSV file of spots; - for standard input")
        output_help = "where to write the CSV of --file (default: standard output)"
        add("--output", type=OutputFile, help=output_help)

    def handle(self, *args: Any, **options: Any) -> None:
        require_other_option(options, "output", "file")
        require_other_option(options, "each_hand", "json")
        if options["rake"] and not (options["pot"] or options["put_in"] or options["stacks"]):
            raise unusable_error("--rake needs --pot, --put-in or --stacks")
        if options["file"]:
            options_given = (
                name for name in _SINGLE_SPOT_OPTIONS if options[name.replace("-", "_")]
            )
            if other := next(options_given, ""):
                other = other if other == "hands" else f"--{other}"
                raise unusable_error(f"--file and {other} exclude each other")
            self._write_file(options)
        elif not options["hands"]:
            raise CommandError("give the hands, or a --file of spots")
        else:
            self._print_odds(options)

    def _print_odds(self, options: dict[str, Any]) -> None:
        try:
            game = GAMES[options["game"]]
            spot = read_spot(game, options["hands"], options["board"], options["dead"])
            wagers, spot_with_pots, tournament = _parse_chips(options, spot)
            for odds in stream_odds(
                spot_with_pots.spot,
                spot_with_pots.pots,
                pay=spot_with_pots.pay,
                next_card=options["next"] or options["json"],
                seed=options["seed"],
                seconds=options["seconds"],
            ):
                if not odds.is_exact and self.stderr.isatty():
                    self.stderr.write(f"\r{words.precision_text(odds)} ", ending="")
            dollars = tournament and compute_dollar_equities(
                tournament, spot, wagers, spot_with_pots, odds, may_deal=True
            )
        except InvalidDeal as error:
            error.field = _OPTION_OF_FIELD.get(error.field, error.field)
            column = "" if error.position is None else f" (column {error.position + 1})"
            raise CommandError(f"{message_with_field(error)}{column}") from None
        if options["json"]:
            each_hand = options["each_hand"]
            # These modules take a tenth of a second to import, because they import pydantic.
            from showdown.notation import odds_json, tournament_json  # noqa: PLC0415

            document = odds_json.odds_to_json(odds, each_hand=each_hand, standing=each_hand)
            if dollars:
                document["icm"] = tournament_json.dollars_to_json(dollars)
            self.stdout.write(json.dumps(document, indent=2, ensure_ascii=False))
        else:
            lines = [*_odds_lines(odds, next_cards=options["next"])]
            lines += _dollar_lines(dollars) if dollars else []
            self.stdout.write("\n".join(lines))

    def _write_file(self, options: dict[str, Any]) -> None:
        from showdown.notation import odds_csv  # noqa: PLC0415 - also slow to import

        try:
            with (
                nullcontext(sys.stdin)
                if options["file"] == STANDARD_STREAM
                else Path(options["file"]).open(newline="", encoding="utf-8-sig") as source,
                atomic_output(options["output"] or STANDARD_STREAM) as target,
            ):
                text = TextIOWrapper(target, "utf-8", newline="", write_through=True)
                try:
                    game, seed = GAMES[options["game"]], options["seed"]
                    refused_count = odds_csv.write_odds(source, text, game, seed=seed)
                finally:
                    text.detach()
        except (odds_csv.NoColumnsOfHands, UnicodeDecodeError, csv.Error) as error:
            is_csv = isinstance(error, InvalidDeal)
            reason = error_text(error) if is_csv else f"this isn't CSV in UTF-8: {error}"
            raise unusable_error(f"{options['file']}: {reason}") from None
        if refused_count:
            message = f"{count_text(refused_count, 'spot')} refused; see the column “error”"
            raise CommandError(message)


def _parse_seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 3600:
        raise ArgumentTypeError("must be a number greater than 0 and at most 3600")
    return seconds


def _parse_chips(
    options: Mapping[str, Any], spot: Spot
) -> tuple[Wagers, SpotWithPots, Tournament | None]:
    stacks, payouts, ante = options["stacks"], options["payouts"], options["ante"]
    chips = [("Pot", text) for text in options["pot"]]
    chips += [
        (word, options[option]) for option, word in _WORD_OF_OPTION.items() if options[option]
    ]
    wagers, tournament = read_wagers(chips) or Wagers(), None
    if stacks or payouts or ante:
        tournament = read_tournament(stacks, payouts, spot.labels, ante)
        wagers = tournament.add_ante(wagers, spot.labels)
    rules = RULE_SETS[options["rules"] or WSOP_2026.slug]
    return wagers, add_pots(spot, wagers, rules), tournament


def _odds_lines(odds: Odds, *, next_cards: bool) -> Iterator[str]:
    """Yield the lines of the output, beginning with the unknown cards and open suits of hands."""
    yield from words.list_open_cards(odds.spot)
    boards = " / ".join(format_cards(board, " ") for board in odds.spot.boards if board)
    board_text = f", board {boards}" if boards else ""
    yield f"{odds.spot.game.name}{board_text}: {words.precision_text(odds)}"
    yield ""
    heading = ["", "", "share", *_POT_PART_NAMES.values()]
    for contest in odds.spot.game.contests:
        heading += [f"{contest.name} win", "tie", *(["none"] if contest.has_qualifier else [])]
    hands = [_hand_row(odds, player) for player in range(odds.tally.players)]
    yield from align_columns([heading, *hands], left_columns=(0, 1))
    if odds.pots:
        rows = [["chips", *words.pot_names(odds), "total"]]
        for player, label in enumerate(odds.spot.labels):
            pots = [dict(zip(pot.pot.eligible, pot.chips, strict=True)) for pot in odds.pots]
            amounts = [chips.get(player) for chips in pots] + [odds.chips(player)]
            cells = ["-" if amount is None else f"{float(amount):,.2f}" for amount in amounts]
            rows.append([label, *cells])
        yield ""
        yield from align_columns(rows, left_columns=(0,))
    if next_cards and odds.next_cards:
        cards_to_come = NextCards(odds.spot)
        rows = [["next", *odds.spot.labels]]
        for next_card in odds.next_cards:
            row = [str(next_card.card), *map(words.percent_text, next_card.shares)]
            effects = cards_to_come.effects(next_card.card, next_card.shares)
            rows.append([*row, ", ".join(map(words.effect_text, effects))] if effects else row)
        yield ""
        yield from align_columns(rows, left_columns=(0, 1 + odds.tally.players))


def _dollar_lines(dollars: DollarEquities) -> Iterator[str]:
    """Yield each player's dollar equity before and after the hand, and for likely outcomes."""
    yield ""
    title = "dollar equity" if dollars.is_exact else "dollar equity (sampled)"
    heading = [title, "before", "after", "change"]
    yield from align_columns([heading, *words.list_dollar_changes(dollars)], left_columns=(0,))
    yield ""
    rows = [["chance", *dollars.labels]]
    for result in dollars.results[: words.MAX_LISTED_OUTCOMES]:
        stacks = [f"{chips} = {equity}" for chips, equity in words.list_stacks_after(result)]
        rows.append([words.percent_text(result.chance), *stacks])
    yield from align_columns(rows, left_columns=())
    if (more := len(dollars.results) - words.MAX_LISTED_OUTCOMES) > 0:
        yield f"and {count_text(more, 'less likely outcome')}"


def _hand_row(odds: Odds, player: int) -> list[str]:
    tally, holding = odds.tally, odds.spot.holdings[player]
    size = words.range_size_text(holding, odds.spot)
    hand = f"{holding} ({size})" if size else str(holding)
    cells = [holding.label, hand, words.percent_text(tally.share(player))]
    cells += [_format_percent(odds, count) for count in tally.count_pot_parts(player).values()]
    for index, contest in enumerate(odds.spot.game.contests):
        alone, tied, nobody = tally.count_wins(player, index)
        counts = [alone, tied, nobody] if contest.has_qualifier else [alone, tied]
        cells += [_format_percent(odds, count) for count in counts]
    return cells


def _format_percent(odds: Odds, count: int) -> str:
    return f"{count / odds.tally.total:.2%}" if count else "-"
