"""Parse stacks, payouts and prizes as people type them: `HandA=5000,HandB=3000` and `50,30,20`."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import count

from showdown.evaluator.deals import default_label
from showdown.evaluator.errors import InvalidDeal, InvalidWagers
from showdown.evaluator.final_table import (
    MAX_FINALISTS,
    FinalTable,
    FinalTableSize,
    InvalidStack,
    NotMultipleOfUnit,
    TooManyPrizes,
)
from showdown.evaluator.icm import MAX_EXACT_PLAYERS, IcmFault, InvalidTournament, Tournament
from showdown.evaluator.wagers import MAX_CHIPS
from showdown.notation.digits import cents_from_text
from showdown.notation.wager_words import NAME, read_amount

_CHIPS = r"[0-9]{1,13}|[0-9]{1,9}(?:\.[0-9]{1,3})?[kK]|[0-9]{1,6}(?:\.[0-9]{1,6})?[mM]"
_STACK = re.compile(rf"(?:({NAME})=)?({_CHIPS})", re.ASCII)
_MAX_QUOTE_LENGTH = 20


def read_tournament(stacks: str, payouts: str, labels: Sequence[str], ante: str = "") -> Tournament:
    """Parse a tournament. Stacks without names belong to the hands, in order.

    `ante` is the ante that one player posted for the whole table: `HandB=100`. Raise
    InvalidTournament if a text is invalid.
    """
    words = _split_words(payouts, "payouts", IcmFault.TOO_MANY_PAYOUTS)
    amounts = [read_payout(word.lstrip("$").rstrip("%"), word) for word in words]
    stacks_by_label = _parse_stacks(stacks, labels)
    ante_by_label = {}
    if ante.strip():
        ante_match = _STACK.fullmatch(ante.strip())
        if not ante_match or not ante_match[1]:
            raise _build_text_error(IcmFault.NOT_AN_ANTE, ante, "ante")
        ante_by_label[ante_match[1].strip('"')] = _count_chips(ante_match[2])
    return Tournament(stacks_by_label, amounts, ante_by_label)


def _parse_stacks(text: str, labels: Sequence[str]) -> dict[str, int]:
    stacks: dict[str, int] = {}
    for index, word in enumerate(_split_words(text, "stacks", IcmFault.TOO_MANY)):
        stack = _STACK.fullmatch(word)
        if not stack:
            raise _build_text_error(IcmFault.NOT_A_STACK, word, "stacks")
        label = (stack[1] or "").strip('"')
        label = label or (labels[index] if index < len(labels) else default_label(index))
        if label in stacks:
            raise InvalidTournament(fault=IcmFault.NAMED_TWICE, label=label, field="stacks")
        stacks[label] = _count_chips(stack[2])
    return stacks


def _count_chips(text: str) -> int:
    """Return the chips of a text that matches `_CHIPS`: 31,000 for `31k`, 1,200,000 for `1.2m`."""
    multiplier = {"k": 1_000, "m": 1_000_000}.get(text[-1].lower(), 1)
    return int(Decimal(text.rstrip("kKmM")) * multiplier)


def read_payout(amount: str, text: str) -> float:
    """Parse the payout of a place. Raise InvalidTournament with `text` if it isn't an amount."""
    try:
        return float(read_amount(amount, field="payouts"))
    except InvalidWagers:
        raise _build_text_error(IcmFault.NOT_A_PAYOUT, text, "payouts") from None


def _build_text_error(fault: IcmFault, text: str, field: str) -> InvalidTournament:
    return InvalidTournament(fault=fault, text=text[:_MAX_QUOTE_LENGTH], field=field)


def _split_words(text: str, field: str, too_many: IcmFault) -> list[str]:
    """Split a text at commas or spaces. Raise InvalidTournament if there are too many words."""
    words = text.replace(",", " ").split()
    if len(words) > MAX_EXACT_PLAYERS:
        raise InvalidTournament(fault=too_many, maximum=MAX_EXACT_PLAYERS, field=field)
    return words


_ENTRY = re.compile(rf"(?:(.*\S)\s*[=:]\s*)?({_CHIPS})", re.ASCII | re.DOTALL)
_MAX_TEXT_LENGTH = 4_000
_BETWEEN_PRIZES = r"[,;\s]+"
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))", re.ASCII)


class RepeatedPlayer(InvalidDeal):
    """A player with two stacks."""

    message = "{label} has two stacks"

    label: str


def final_table_from_text(
    stacks: str, prizes: str, *, left: str = "", unit: str = ""
) -> FinalTable:
    """Parse stacks such as `Anna=5000,Boris=3000`, and prizes such as `500 300`.

    Stacks are separated by commas, semicolons or line breaks; prizes also by spaces. Raise
    InvalidDeal if a text is invalid.
    """
    entries = []
    for word in map(str.strip, _split(stacks, r"[,;\n]+")):
        entry = _ENTRY.fullmatch(word)
        if not entry:
            raise InvalidStack(label="", text=word[:_MAX_QUOTE_LENGTH], field="stacks")
        entries.append(((entry[1] or "").strip('"'), entry[2]))
    return final_table_from_rows(entries, split_prizes(prizes), left=left, unit=unit)


def final_table_from_rows(
    rows: Iterable[tuple[str, str]], prizes: Sequence[str], *, left: str = "", unit: str = ""
) -> FinalTable:
    """Build a final table from names, stacks and prizes.

    Players without a name are called Player 1, Player 2, … The default unit is 1.00, or 0.01 if a
    prize has cents. Raise InvalidDeal if a text is invalid.
    """
    stacks: dict[str, int] = {}
    for name, text in rows:
        if len(stacks) == MAX_FINALISTS:
            raise FinalTableSize(count=MAX_FINALISTS + 1, field="stacks")
        numbered_names = (f"Player {number}" for number in count(len(stacks) + 1))
        label = name or next(name for name in numbered_names if name not in stacks)
        if label in stacks:
            raise RepeatedPlayer(label=label, field="stacks")
        stacks[label] = stack_from_text(text, label)
    if len(prizes) > MAX_FINALISTS:
        raise TooManyPrizes(count=len(prizes), maximum=len(stacks), field="prizes")
    amounts = [prize_cents_from_text(word) for word in prizes]
    left_cents = cents_from_text(left, "left") if left.strip() else 0
    unit_cents = 1 if any(amount % 100 for amount in amounts) else 100
    if unit.strip():
        unit_cents = cents_from_text(unit, "unit")
        if not unit_cents:
            raise NotMultipleOfUnit(field="unit")
    return FinalTable(stacks=stacks, prizes=amounts, left=left_cents, unit=unit_cents)


def prize_cents_from_text(text: str) -> int:
    """Return the cents of a prize: `500`, `12.50`, `1.2k`. Raise InvalidDeal if it is invalid."""
    if text[-1:] in "kKmM" and re.fullmatch(_CHIPS, text):
        text = str(_count_chips(text))
    return cents_from_text(text, "prizes")


def split_prizes(text: str) -> list[str]:
    """Split prizes at commas, semicolons and white space.

    Commas separate thousands if the prizes would otherwise have leading zeros (`50,000`) or, in a
    text with spaces or semicolons, not be in descending order (`12,500 7,500`).
    """
    words = _split(text, _BETWEEN_PRIZES)
    numbers = [int(word) for word in words if word.isdecimal()]
    is_out_of_order = numbers != sorted(numbers, reverse=True) and re.search(r"[;\s]", text.strip())
    if is_out_of_order or any(word[0] == "0" and len(word) == 3 for word in words):
        return _split(_THOUSANDS.sub("", text), _BETWEEN_PRIZES)
    return words


def _split(text: str, separator: str) -> list[str]:
    return [word for word in re.split(separator, text[:_MAX_TEXT_LENGTH].strip()) if word.strip()]


def stack_from_text(text: str, label: str) -> int:
    """Return a player's stack: `5000`, `5,000`, `31k`. Raise InvalidStack if it is invalid."""
    chips = _THOUSANDS.sub("", text.strip().replace(" ", ""))
    if re.fullmatch(_CHIPS, chips):
        stack = _count_chips(chips)
        if 0 < stack <= MAX_CHIPS:
            return stack
    raise InvalidStack(label=label, text=text.strip()[:_MAX_QUOTE_LENGTH], field="stacks")
