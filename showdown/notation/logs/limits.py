"""How much may be bet, as the first line of a hand has it."""

import re
from enum import StrEnum


class Limit(StrEnum):
    """How much may be bet at once: as much as one has, as is in the pot, or fixed amounts."""

    NO = "no-limit"
    POT = "pot-limit"
    FIXED = "limit"


_WORDS = re.compile(r"\b(?:(no limit|nl)|(pot limit|pl)|(limit|fl))\b", re.IGNORECASE)
_STAKES = re.compile(r"(\d[\d.,]*)\D{0,4}/\D{0,4}(\d[\d.,]*)")
_LONGEST_LINE = 400


def limit_in(line: str) -> Limit | None:
    """`Hold'em No Limit`, `PL Omaha`; None if it doesn't say."""
    words = _WORDS.search(line[:_LONGEST_LINE])
    return [*Limit][(words.lastindex or 1) - 1] if words else None


def big_blind_in(line: str) -> str:
    """The big blind that the stakes in this line say; `0` if there are none.

    The stakes of limit games are the two bets, and the blind is the smaller.
    """
    stakes = _STAKES.search(line[:_LONGEST_LINE])
    return stakes[1 if limit_in(line) is Limit.FIXED else 2] if stakes else "0"
