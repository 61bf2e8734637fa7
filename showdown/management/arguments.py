"""Arguments that several commands take."""

from argparse import ArgumentParser
from collections.abc import Iterable

from showdown.evaluator.games import GAMES, OMAHA_HILO
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2024


def add_game(
    parser: ArgumentParser, games: Iterable[str] = GAMES, default: str = OMAHA_HILO.slug
) -> None:
    parser.add_argument(
        "--game",
        choices=games,
        default=default,
        metavar="GAME",
        help=f"one of {', '.join(games)} (default: %(default)s)",
    )


def add_rules_of_lines(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--rules",
        choices=RULE_SETS,
        default=WSOP_2024.slug,
        help="the rule set for lines that do not name one (default: %(default)s)",
    )
