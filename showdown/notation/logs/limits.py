"""How much may be bet, as the first line of a hand has it."""

import re
from enum import StrEnum


class Limit(StrEnum):
    """How much may be bet at once: as much as one has, as is in the pot, or fixed amounts."""

    NO = "no-limit"
    POT = "pot-limit"
    FIXED = "limit"


_WORDS = re.compile(r"\b(?:(no limit|nl)|(pot limit|pl)|(limit|fl))\b", re.IGNORECASE)
_LONGEST_LINE = 400


def limit_in(line: str) -> Limit | None:
    """`Hold'em No Limit`, `PL Omaha`; None if it doesn't say."""
    words = _WORDS.search(line[:_LONGEST_LINE])
    return [*Limit][(words.lastindex or 1) - 1] if words else None
