"""Error messages: one sentence each, without a period.

Each message is a template, filled with the error's fields: the `message` of the error's class.
Errors of the evaluator, which has no English text, have an entry in `MESSAGES`, `FAULTS` or
`ICM_FAULTS` instead.
"""

import re
from collections.abc import Callable
from typing import Any

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import MAX_LABEL_LENGTH
from showdown.evaluator.errors import Fault, InvalidDeal, InvalidWagers, UnknownCard
from showdown.evaluator.icm import MAX_PAYOUT, IcmFault, InvalidTournament
from showdown.evaluator.wagers import MAX_CHIPS
from showdown.words.payouts import pot_name_with_article
from showdown.words.ranks import card_text, chips_text, count_text, join_words, number_text

_MAX_CHARACTERS = 60
_SURROGATES = re.compile(r"[\ud800-\udfff]")
"""Undecoded bytes, or unpaired surrogates."""
_NOT_A_STACK = (
    f"“{{text}}” isn't a stack: a stack is a whole number of chips from 1 to {MAX_CHIPS:,}"
)

MESSAGES = {
    "UnknownCard": "“{text}” isn't a card: its suit is missing",
    "UnknownRank": "“{text}” isn't a card: there is no rank {rank}",
    "UnknownSuit": "“{text}” isn't a card: there is no suit {suit}",
    "NotInDeck": "{card} isn't in the {game} deck, which has no cards below the six",
    "NotACardNumber": "{number} isn't a card number: card numbers are 0 to 51",
    "NotAnArray": "cards must be an array of whole numbers with a row for each deal",
    "WrongWidth": (
        "a row of {width} cards isn't a deal of {game}, which has {min_players} to {max_players}"
        " players with {hole} cards each, and {board} on the board"
    ),
    "DifferentLengths": "the columns have {lengths} rows; all must have the same number",
    "WrongNumberOfCards": "{field} has {cards}; {game} needs {needed}",
    "DuplicateCard": "{card} appears {times}, {where}",
    "MissingHand": "{field} has no cards; {game} needs {needed}",
    "MissingBoard": "{field} is missing; {game} needs {needed} board cards",
    "UnexpectedBoard": "{game} has no {field}; remove its {cards}",
    "WrongNumberOfPlayers": "{hands}; {game} is for {min_players} to {max_players} players",
    "NobodyShows": "no hand is shown, so nobody can win",
    "InvalidLabel": (
        f"“{{label}}” can't be a name: a name has up to {MAX_LABEL_LENGTH} characters, at least one"
        " letter or digit, no colon, comma, quotation mark or equals sign, and isn't a reserved"
        " word, such as “Board” or “Dead”"
    ),
    "DuplicateLabel": "there are two hands called {label}",
    "TooFewCards": "the spot needs {cards} more, but the deck has only {remaining} left",
    "RangeCannotWin": "{field} is a range but can't win anything: give its cards, or leave it out",
    "NoDiscards": "nobody draws in {game}, so no card can be discarded before a “|”",
    "NoDealFits": "no deal is possible, because the ranges need the same cards",
    "UnknownGame": "unknown game “{text}”; the games are {known}",
    "UnknownRuleSet": "unknown rule set “{text}”; the rule sets are {known}",
    "FinalTableSize": "a deal is for 2 to {maximum} players",
    "InvalidStack": _NOT_A_STACK,
    "InvalidPlayerName": "“{label}” can't be the name of a player",
    "InvalidPrize": f"a prize must be from 0 to {MAX_PAYOUT:,}, not {{money}}",
    "NoPrizes": "the prizes are missing",
    "TooManyPrizes": "there are {count} prizes for {maximum} players",
    "PrizesOutOfOrder": "the prizes must be in order, the first place first; write thousands"
    " without commas",
    "TooMuchLeft": "the amount left to play for can't exceed the first prize",
    "NotMultipleOfUnit": "the smallest amount paid must be more than 0, and the prizes and the"
    " amount left to play for must be multiples of it",
}

FAULTS = {
    Fault.INVALID_UNIT: "the unit is {unit}; it must be more than 0 and at most {limit}",
    Fault.NEGATIVE: "{amount_name} is {value}: an amount can't be negative",
    Fault.TOO_LARGE: "{amount_name} is more than {limit} chips",
    Fault.NOT_IN_UNITS: "{amount_name} is {value}, which isn't a multiple of the unit {unit}",
    Fault.EMPTY_POT: "{pot_name} is empty",
    Fault.NOT_AN_AMOUNT: "“{value}” isn't an amount of chips",
    Fault.NOT_A_LABEL: "“{label}” can't be the name of a player",
    Fault.NAMED_TWICE: "{label} is named twice",
    Fault.POTS_AND_CONTRIBUTIONS: "give the pots or each player's bet, not both",
    Fault.EVERYONE_FOLDED: "everyone has folded, so nobody can win",
    Fault.NOBODY_CAN_WIN: "no player who can still win has put chips in",
    Fault.NOBODY_ELIGIBLE: "{pot_name} has no eligible player",
    Fault.FOLDED_AND_ELIGIBLE: "{label} is out of the hand and can't win {pot_name}",
    Fault.NOT_IN_DEAL: "{label} has chips in the pot but no hand, and hasn't folded",
    Fault.ELIGIBLE_WITHOUT_HAND: "{label} has no hand in the deal and can't win {pot_name}",
    Fault.NO_CONTRIBUTION: "{label}'s bet is missing; write 0 if {label} bet nothing",
    Fault.NO_SEAT: "{label} has no seat; the seats are {seats}",
    Fault.BUTTON_NOT_SEATED: "the button is at “{value}”, but the seats are {seats}",
    Fault.TOO_MANY_ENTRIES: "{field} can have at most {value} entries",
    Fault.RAKE_TWICE: "give the rake as an amount or as a percentage, not both",
    Fault.NOT_A_PERCENTAGE: "“{value}” isn't a percentage from 0 to 100",
    Fault.RAKE_TOO_LARGE: "the rake is larger than all the pots together ({value})",
}

ICM_FAULTS = {
    IcmFault.TOO_FEW: "dollar equity needs the stacks of at least two players",
    IcmFault.TOO_MANY: "dollar equity is for at most {maximum} players",
    IcmFault.NO_PAYOUT: "the payouts are missing",
    IcmFault.TOO_MANY_PAYOUTS: "there are more payouts than the {maximum} players",
    IcmFault.NOT_A_PAYOUT: "“{text}” isn't a payout",
    IcmFault.NOT_A_LABEL: "“{label}” can't be the name of a player",
    IcmFault.NOT_A_STACK: _NOT_A_STACK,
    IcmFault.NOT_AN_ANTE: "the ante must be one player's, such as HandB=100, and at most that"
    " player's stack",
    IcmFault.NAMED_TWICE: "{label} has two stacks",
    IcmFault.NO_STACK: "{label} is in the hand but has no stack",
    IcmFault.TOO_SMALL: "{label} bet more than {label}'s stack",
    IcmFault.POTS: "dollar equity needs each player's bet, not pots; without bets, everyone"
    " is all in",
    IcmFault.TOO_MANY_OUTCOMES: "the hand may end in more than {maximum} ways, too many for dollar"
    " equity",
    IcmFault.NOT_COUNTED: "dollar equity with side pots needs exact odds, and these hands have too"
    " many combinations",
}

_AMOUNT_FAULTS = {Fault.INVALID_UNIT, Fault.NEGATIVE, Fault.NOT_IN_UNITS, Fault.RAKE_TOO_LARGE}
"""Faults whose `value` and `unit` are amounts."""
_OTHER_AMOUNTS = {"dead": "the dead amount", "rake": "an amount of the rake"}
"""Names of amounts that belong to neither a pot nor a player, by field."""


def error_text(error: Exception) -> str:
    """Return the message of an error: `“Zc” isn't a card: there is no rank Z`."""
    if not isinstance(error, InvalidDeal):
        return str(error)
    if isinstance(error, UnknownCard) and _SURROGATES.search(error.text):
        return f"“{_shorten(error.text)}” isn't readable: the text isn't in UTF-8"
    if isinstance(error, InvalidWagers):
        return FAULTS[error.fault].format(**_wager_values(error))
    if isinstance(error, InvalidTournament):
        return ICM_FAULTS[error.fault].format_map(_Fields(error))
    message = error.message or MESSAGES[type(error).__name__]
    return message.format_map(_Fields(error))


class _Fields(dict[str, object]):
    """The values of a template's fields: the error's fields, and values derived from them."""

    def __init__(self, error: InvalidDeal) -> None:
        self._error = error

    def __missing__(self, name: str) -> object:
        fields = vars(self._error)
        return _value_text(fields[name]) if name in fields else _DERIVED_FIELDS[name](self._error)


_WEIGHT_PATTERN = re.compile(r"[=*]|[0-9.]+%?", re.ASCII)
_DERIVED_FIELDS: dict[str, Callable[[Any], object]] = {
    "cards": lambda error: count_text(error.count, "card"),
    "hands": lambda error: count_text(error.count, "hand"),
    "money": lambda error: chips_text(error.cents, 2),
    "times": lambda error: (
        f"{number_text(len(error.other_fields) + 2)} times" if error.other_fields else "twice"
    ),
    "where": lambda error: _fields_text(error.first, error.second, *error.other_fields),
    "min_players": lambda error: error.game.players[0],
    "max_players": lambda error: error.game.players[-1],
    "hole": lambda error: error.game.hole,
    "board": lambda error: error.game.board,
    "weight_hint": lambda error: (
        "; a weight is written AKs@50" if _WEIGHT_PATTERN.fullmatch(error.text) else ""
    ),
}


def _fields_text(*fields: str) -> str:
    """Return the fields that contain a card's copies: `in Anna and Board`, `both times in Anna`."""
    if len(set(fields)) > 1:
        return f"in {join_words(tuple(dict.fromkeys(fields)))}"
    return f"{'all' if len(fields) > 2 else 'both times'} in {fields[0]}"


def _value_text(value: object) -> object:
    if isinstance(value, str):
        return _shorten(value)
    if isinstance(value, Card):
        return card_text(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


def _shorten(text: str) -> str:
    """Shorten a text, which may be a megabyte long, and replace undecoded bytes with `�`."""
    start = _SURROGATES.sub("\ufffd", text[:_MAX_CHARACTERS])
    return start if len(text) <= _MAX_CHARACTERS else f"{start}…"


def _wager_values(error: InvalidWagers) -> dict[str, object]:
    name = pot_name_with_article(error.pot or 0, error.pots)
    amount_name = _OTHER_AMOUNTS.get(error.field, name)
    if error.label:
        amount_name = f"{_shorten(error.label)}'s contribution"
    values = {field: _value_text(value) for field, value in vars(error).items()}
    if error.decimals and error.fault in _AMOUNT_FAULTS:
        values["value"] = chips_text(int(error.value or 0), error.decimals)
        values["unit"] = chips_text(error.unit, error.decimals)
    return values | {
        "seats": join_words(error.seats) if error.seats else "",
        "pot_name": name,
        "amount_name": amount_name,
        "limit": chips_text(MAX_CHIPS, error.decimals),
    }
