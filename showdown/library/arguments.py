"""Convert and check the arguments of the library, and add messages to errors.

Errors are instances of InvalidDeal whose `field` is the name of the argument.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from decimal import Decimal
from itertools import islice
from numbers import Real
from operator import index
from typing import Any, SupportsIndex

from showdown.evaluator.errors import Fault, InvalidDeal, InvalidWagers, UnknownGame, UnknownRuleSet
from showdown.evaluator.games import GAMES, Game, find_game
from showdown.evaluator.rule_sets import RULE_SETS, RuleSet, find_rule_set
from showdown.evaluator.wagers import Wagers
from showdown.notation.digits import MAX_DIGITS
from showdown.notation.json_types import WrongType
from showdown.words.errors import error_text

type Cards = str | Sequence[str]
"""`6d-6c-Kc-4d`, `6d6cKc4d`, `6♦ 6♣ K♣ 4♦`, or a list of cards."""

type Amount = int | str | Decimal
"""Chips: a whole number, or hundredths as a Decimal or as text: `12.50`. Never a float."""

type Pot = Amount | tuple[Amount, Sequence[str]] | Mapping[str, Any]
"""An amount, an amount with the labels of eligible players, or a pot in the JSON of the API."""

_MAX_ENTRIES = 1_000
"""Maximum length of converted lists. Longer lists are truncated: they are invalid anyway."""
MAX_SECONDS = 3_600
"""Maximum time, in seconds, for sampling odds."""


class _BySlug[T](dict[str, T]):
    """Games or rule sets by slug, with a representation that fits on a screen."""

    def __repr__(self) -> str:
        return f"<{len(self)}: {', '.join(self)}>"


games: Mapping[str, Game] = _BySlug(GAMES)
"""All games by slug."""
rule_sets: Mapping[str, RuleSet] = _BySlug(RULE_SETS)
"""All rule sets by slug."""


def resolve_game(game: str | Game) -> Game:
    """Return a game by its slug, name or alias, ignoring case, or raise UnknownGame."""
    if isinstance(game, Game):
        return game
    if isinstance(game, str):
        return find_game(game)
    raise UnknownGame(text=repr(game), known=tuple(GAMES), field="game")


def resolve_rule_set(rules: str | RuleSet) -> RuleSet:
    """Return a rule set by its slug, or raise UnknownRuleSet."""
    if isinstance(rules, RuleSet):
        return rules
    if isinstance(rules, str):
        return find_rule_set(rules)
    raise UnknownRuleSet(text=repr(rules), known=tuple(RULE_SETS), field="rules")


def convert_to_json(value: Any) -> Any:
    """Convert an argument to the JSON of the API; leave values of other types unchanged."""
    if value is None or type(value) is int:  # first, because SupportsIndex is slow to check
        return value
    if isinstance(value, str | bytes | bytearray | bool | Set):
        return value
    if isinstance(value, Decimal):
        return _amount_to_json(value)
    if isinstance(value, Mapping):
        return {key: convert_to_json(item) for key, item in value.items()}
    if isinstance(value, Iterable):
        return [convert_to_json(item) for item in islice(value, _MAX_ENTRIES)]
    return index(value) if isinstance(value, SupportsIndex) else value


def cards_to_json(cards: Any) -> Any:
    """Return the cards of a board, or dead cards, as JSON; None if there are none."""
    card_json = convert_to_json(cards)
    return None if card_json in ("", []) else card_json


def deal_to_json(game: Game, hands: Any, board: Any, boards: Any) -> dict[str, Any]:
    """Return the hands and boards of a deal or a spot as JSON."""
    return {
        "game": game.slug,
        "hands": convert_to_json(hands),
        "board": cards_to_json(board),
        "boards": convert_to_json(boards),
    }


def _amount_to_json(value: Decimal) -> int | str:
    """Convert a Decimal to an integer if it has no decimal places, otherwise to text.

    Text has at least two decimal places. Infinite, undefined and huge numbers become text, too.
    """
    if not value.is_finite() or value.adjusted() > MAX_DIGITS:
        return str(value)
    _, _, exponent = value.as_tuple()
    if isinstance(exponent, int) and exponent >= 0:
        return int(value)
    return f"{value:.2f}" if value == round(value, 2) else str(value)


def wagers_to_json(**wagers: Any) -> dict[str, Any]:
    """Convert the chip arguments of `settle` to JSON; omit empty and default values."""
    defaults = {"dead": 0, "unit": 1}
    document = {}
    for name, value in wagers.items():
        if value is None or (isinstance(value, tuple) and not value):
            continue
        converted = convert_to_json(value)
        if name == "pots" and isinstance(converted, list):
            converted = [_pot_to_json(index, pot) for index, pot in enumerate(converted)]
        is_default = type(converted) is int and converted == defaults.get(name)
        if not is_default and converted not in ([], {}):
            document[name] = converted
    return document


def _pot_to_json(index: int, pot: Any) -> Any:
    """Convert an amount, or a list of an amount and the eligible players, to a pot in JSON."""
    if isinstance(pot, Mapping):
        return pot
    amount, eligible = pot if isinstance(pot, list) and len(pot) == 2 else (pot, None)
    is_amount = isinstance(amount, int | str) and not isinstance(amount, bool)
    if not (is_amount and isinstance(eligible, list | None)):
        expected = "an amount, or an amount and a list of players"
        raise WrongType(name=f"pots.{index}", field="pots", expected=expected)
    return {"amount": amount, "eligible": eligible}


def check_folded(labels: Sequence[str], wagers: Wagers | None) -> None:
    """Raise InvalidWagers for a folded player without a hand, a contribution or a seat.

    JSON allows such players, but in Python a misspelled name would keep a folded hand in play.
    """
    if not wagers:
        return
    seats = tuple(dict.fromkeys((*labels, *wagers.contributions, *wagers.seats)))
    for label in wagers.folded:
        if label not in seats:
            raise InvalidWagers(fault=Fault.NO_SEAT, label=label, seats=seats, field="folded")


def wrong_type(name: str, expected: str) -> WrongType:
    return WrongType(name=name, field=name, expected=expected)


def require_number(value: Any, name: str, maximum: float) -> float:
    """Return a number from 0 to `maximum` as a float. Raise WrongType for other values and NaN."""
    is_number = isinstance(value, Real | Decimal) and not isinstance(value, bool)
    is_decimal_nan = isinstance(value, Decimal) and value.is_nan()  # which can't be compared
    if not is_number or is_decimal_nan or not 0 <= value <= maximum:
        raise wrong_type(name, f"a number from 0 to {maximum:,}")
    return float(value)


def require_integer(value: Any, name: str, *, minimum: int = 0) -> int:
    """Return an int or a numpy integer as an int.

    Raise WrongType for a number below `minimum` and for other types.
    """
    is_integer = isinstance(value, SupportsIndex) and not isinstance(value, bool)
    if not is_integer or index(value) < minimum:
        raise wrong_type(name, f"a whole number, {minimum} or more")
    return index(value)


@contextmanager
def add_error_messages() -> Iterator[None]:
    """Add messages to InvalidDeal errors, which the evaluator raises without text."""
    try:
        yield
    except InvalidDeal as error:
        text = error_text(error)
        error.args = (text if error.row is None else f"row {error.row}: {text}",)
        raise
