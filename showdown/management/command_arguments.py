"""Arguments that several commands share."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError

from showdown.evaluator.errors import UnknownGame
from showdown.evaluator.games import GAMES, OMAHA_HILO, find_game
from showdown.evaluator.rule_sets import RULE_SETS, WSOP_2026
from showdown.management.base import InputFile, unusable_error
from showdown.models.people import NOBODY, Person
from showdown.notation import digits
from showdown.words.errors import error_text


def game_slug(text: str) -> str:
    """Return the slug of the game with this slug, name or alias. This is an argument type."""
    try:
        return find_game(text).slug
    except UnknownGame as error:
        raise ArgumentTypeError(error_text(error)) from None


def whole_number(minimum: int, maximum: int | None = None) -> Callable[[str], int]:
    """Return an argument type for whole numbers from `minimum` to `maximum`, if any."""
    bounds = f"of at least {minimum}" if maximum is None else f"from {minimum} to {maximum}"

    def parse_number(text: str) -> int:
        number = digits.whole_number(text)
        if number is None or number < minimum or (maximum is not None and number > maximum):
            raise ArgumentTypeError(f"'{text}' is not a whole number {bounds}")
        return number

    return parse_number


def add_game(
    parser: ArgumentParser, games: Iterable[str] = GAMES, default: str | None = OMAHA_HILO.slug
) -> None:
    """Add `--game`, which is required if there is no default."""
    parser.add_argument(
        "--game",
        type=game_slug,
        choices=games,
        default=default,
        required=default is None,
        metavar="GAME",
        help=f"one of {', '.join(games)}" + (f" (default: {default})" if default else ""),
    )


def add_rules(parser: ArgumentParser, use: str = "odd chips") -> None:
    text = f"the rule set for {use} (default: %(default)s)"
    parser.add_argument("--rules", choices=RULE_SETS, default=WSOP_2026.slug, help=text)


def add_log(parser: ArgumentParser) -> None:
    text = "the log, plain or compressed, a zip file or a folder of logs; - for standard input"
    parser.add_argument("input", type=InputFile, help=text)


def add_quiet(parser: ArgumentParser, hides: str = "progress") -> None:
    parser.add_argument("--quiet", action="store_true", help=f"hide {hides}")


def require_other_option(options: Mapping[str, Any], name: str, other: str) -> None:
    """Raise CommandError if the option `name` is given without the option `other`."""
    if options[name] and not options[other]:
        flag = name.replace("_", "-")
        raise unusable_error(f"--{flag} needs --{other}")


def find_account(username: str) -> User:
    """Return the account with this username. Raise CommandError if there is none."""
    try:
        return User.objects.get(username=username)
    except User.DoesNotExist:
        raise CommandError(f"there is no user {username!r}") from None


def find_person(username: str | None) -> Person:
    """Return the person with this account, or NOBODY if `username` is None.

    Raise CommandError if there is no such account.
    """
    return NOBODY if username is None else Person(account=find_account(username))
