"""Stacks and payouts as people type them: `HandA=5000,HandB=3000` and `50,30,20`."""

import re
from collections.abc import Sequence

from showdown.evaluator.deals import default_label
from showdown.evaluator.errors import InvalidWagers
from showdown.evaluator.icm import MOST_PLAYERS, IcmFault, InvalidTournament, Tournament
from showdown.notation.wager_words import NAME, read_amount

_STACK = re.compile(rf"(?:({NAME})=)?([0-9]{{1,13}})", re.ASCII)
_SHOWN = 20


def read_tournament(stacks: str, payouts: str, labels: Sequence[str], ante: str = "") -> Tournament:
    """Parse a tournament. Stacks without names are those of the hands, in order.

    `ante` is the ante that one player posted for the whole table: `HandB=100`. Raise
    InvalidTournament.
    """
    return Tournament(_stacks(stacks, labels), _payouts(payouts), _ante(ante))


def _ante(text: str) -> dict[str, int]:
    if not text.strip():
        return {}
    ante = _STACK.fullmatch(text.strip())
    if not ante or not ante[1]:
        raise InvalidTournament(fault=IcmFault.NOT_AN_ANTE, text=text[:_SHOWN], field="ante")
    return {ante[1].strip('"'): int(ante[2])}


def _stacks(text: str, labels: Sequence[str]) -> dict[str, int]:
    stacks: dict[str, int] = {}
    for place, word in enumerate(_words(text, "stacks", IcmFault.TOO_MANY)):
        stack = _STACK.fullmatch(word)
        if not stack:
            raise InvalidTournament(fault=IcmFault.NOT_A_STACK, text=word[:_SHOWN], field="stacks")
        label = (stack[1] or "").strip('"')
        label = label or (labels[place] if place < len(labels) else default_label(place))
        if label in stacks:
            raise InvalidTournament(fault=IcmFault.NAMED_TWICE, label=label, field="stacks")
        stacks[label] = int(stack[2])
    return stacks


def _payouts(text: str) -> list[float]:
    words = _words(text, "payouts", IcmFault.TOO_MANY_PAYOUTS)
    return [read_payout(word.lstrip("$").rstrip("%"), word) for word in words]


def read_payout(amount: str, written: str) -> float:
    """Parse the payout of a place. Raise InvalidTournament."""
    try:
        return read_amount(amount, field="payouts").hundredths / 100
    except InvalidWagers:
        raise InvalidTournament(
            fault=IcmFault.NOT_A_PAYOUT, text=written[:_SHOWN], field="payouts"
        ) from None


def _words(text: str, field: str, too_many: IcmFault) -> list[str]:
    """Split at commas or spaces."""
    words = text.replace(",", " ").split()
    if len(words) > MOST_PLAYERS:
        raise InvalidTournament(fault=too_many, most=MOST_PLAYERS, field=field)
    return words
