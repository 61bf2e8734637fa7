"""Parse rake rules as people write them: `5% cap 3, cap 1 for 2 players, no flop no drop`.

Parts are separated by commas or semicolons, in any order. The value of `Rake:` in a deal, such as
`5%,3.00`, is also valid. docs/audit.md explains the parts.
"""

import re
from decimal import Decimal
from typing import NamedTuple

from showdown.evaluator.errors import Fault, InvalidWagers
from showdown.evaluator.rake import Rake
from showdown.evaluator.wagers import MAX_SEATS
from showdown.notation.wager_words import (
    ParsedRake,
    decimals_needed,
    rake_text,
    read_amount,
    read_rake,
)

MAX_SCHEME_LENGTH = 300

_MAX_QUOTE_LENGTH = 40
_AMOUNT = r"(\d[\d,]*(?:\.\d+)?)"
_NO_FLOP = re.compile(r"no[ -]+flop[, -]*no[ -]+drop", re.IGNORECASE)
_CAP_FOR_PLAYERS = re.compile(
    rf",?\s*cap {_AMOUNT}\s+(?:(?:for|with)\s+)?"
    r"(?:(heads[ -]up)|(\d+)(?:\s*(?:-|–|to)\s*(\d+)|(\s*\+|\s+or more))?(?:\s+players?)?)"
    r"(?=\s*(?:,|;|$))",
    re.IGNORECASE,
)
_CAP = re.compile(rf",?\s*(?:cap|up to|max(?:imum)?) {_AMOUNT}(?=\s*(?:,|;|$))", re.IGNORECASE)


class PlayerCountCap(NamedTuple):
    """The cap for hands with `min_players` to `max_players` players."""

    min_players: int
    max_players: int
    cap: Decimal


class RakeScheme(NamedTuple):
    """A rake rule whose cap may depend on the number of players."""

    rule: ParsedRake
    caps: tuple[PlayerCountCap, ...] = ()

    def rake(self, decimals: int, players: int) -> Rake:
        """Return the rule for this number of players, in units of `decimals` decimal places."""
        cap = next(
            (
                player_cap.cap
                for player_cap in self.caps
                if player_cap.min_players <= players <= player_cap.max_players
            ),
            None,
        )
        return (self.rule if cap is None else self.rule._replace(cap=cap)).to_rake(decimals)

    @property
    def text(self) -> str:
        """Return the scheme in words, which `read_scheme` can read if it has no jackpot drop."""
        parts = [rake_text(self.rule)]
        for min_players, max_players, cap in self.caps:
            amount = f"{cap:.{decimals_needed([cap])}f}"
            players = (
                f"{min_players}+" if max_players == MAX_SEATS else f"{min_players}-{max_players}"
            )
            parts.append(f"cap {amount} for {players} players")
        return ", ".join(parts)


def read_scheme(text: str, jackpot: str = "") -> RakeScheme | None:
    """Parse a scheme and a jackpot drop, or return None if both are empty.

    Raise InvalidWagers if a text is invalid.
    """
    if len(text) > MAX_SCHEME_LENGTH:
        raise _build_scheme_error(text)
    rest = _NO_FLOP.sub("no-flop-no-drop", text.strip())
    caps = []
    for match in _CAP_FOR_PLAYERS.finditer(rest):
        amount, heads_up, min_text, max_text, or_more = match.groups()
        min_players = 2 if heads_up else int(min_text[:4])
        max_players = MAX_SEATS if or_more else int(max_text[:4]) if max_text else min_players
        if min_players > max_players:
            raise _build_scheme_error(match[0])
        caps.append(PlayerCountCap(min_players, max_players, read_amount(amount, field="rake")))
    rest = _CAP.sub(r",\1", _CAP_FOR_PLAYERS.sub("", rest))
    rule = read_rake(re.sub(r"\s*[,;]\s*", ",", rest).strip(" ,"), jackpot)
    if caps and not (rule and rule.percent):
        raise _build_scheme_error(text)
    return RakeScheme(rule, tuple(caps)) if rule else None


def _build_scheme_error(text: str) -> InvalidWagers:
    return InvalidWagers(fault=Fault.NOT_AN_AMOUNT, value=text[:_MAX_QUOTE_LENGTH], field="rake")
