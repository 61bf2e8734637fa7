"""PartyPoker's client of 2015 calls seats `Player1`, and players act by their own names."""

import re
from collections.abc import Mapping, Sequence

from showdown.notation.logs.stars_lines import LONGEST_LINE

_ALIAS = re.compile(r"Player\d{1,2}")
_OWN_NAME = re.compile(r"([^:*]{1,40}?) (?:calls|bets|raises|folds|checks|wins|is all-In|does)\b")
_POSTS_BIG_BLIND = " posts big blind ["
_SITS_OUT = " is sitting out"
JOINED = " has joined the table"
SUMMARY = "** Summary **"


def is_alias(name: str) -> bool:
    return _ALIAS.fullmatch(name) is not None


def by_seat(lines: Sequence[str], seats: Sequence[re.Match[str]]) -> Sequence[str]:
    """The lines with the names that the seats have, where players act by other ones.

    Whoever acts by a name that no seat has is one of those called `Player1`. They first act in the
    order of the seats from the big blind; where some of them can't be told, the lines stay as they
    are.
    """
    aliases = {seat[2]: int(seat[1]) for seat in seats if _ALIAS.fullmatch(seat[2])}
    if not aliases or SUMMARY in lines:
        return lines
    known = {seat[2] for seat in seats}
    known |= {line.partition(JOINED)[0] for line in lines if JOINED in line}
    acting = [own[1] for line in lines if (own := _OWN_NAME.match(line[:LONGEST_LINE]))]
    strangers = [name for name in dict.fromkeys(acting) if name not in known]
    out = {line.removesuffix(_SITS_OUT) for line in lines if line.endswith(_SITS_OUT)}
    out.update(acting)
    big_blinds = [line.partition(_POSTS_BIG_BLIND)[0] for line in lines if _POSTS_BIG_BLIND in line]
    last = next((int(seat[1]) for seat in seats if seat[2] in big_blinds), 0)
    names = sorted(aliases.keys() - out, key=lambda name: (aliases[name] <= last, aliases[name]))
    if len(strangers) != len(names):
        return lines
    seat_of = dict(zip(strangers, names, strict=True))
    return [_with_alias(line, seat_of) for line in lines]


def _with_alias(line: str, seat_of: Mapping[str, str]) -> str:
    for name, alias in seat_of.items():
        if line.startswith(f"{name} "):
            return alias + line[len(name) :]
    return line
