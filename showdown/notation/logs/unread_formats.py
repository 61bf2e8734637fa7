"""Recognize known but unsupported formats."""

import re
from collections.abc import Sequence

from showdown.notation.logs.logged_hand import Skip

_MAX_LINES_SEARCHED = 8
_MAX_LINE_LENGTH = 200
_MAX_QUOTE_LENGTH = 60

_UNREAD_ROOMS = {
    "Ongame": r"\*{5} History for hand ",
    "Entraction": r"Game # ?\d+ - [^-]+ - Table ",
    "Cake and Revolution": r"Hand#\s?[0-9A-F]+ - ",
    "PKR": r"Starting Hand #\d",
    "Absolute Poker and UltimateBet": r"Stage #\d+: ",
    "Boss Media": r"<HISTORY ID=",
    "CoinPoker": r"CoinPoker\b",
    "PPPoker": r"PPPoker\b",
    "ClubGG": r"ClubGG\b",
    "Upoker": r"Upoker\b",
    "the Annual Computer Poker Competition": r"STATE:\d+:",
}
_REMOVED_ROOMS = {  # read until version 1.0
    "Everest": r"EverestPoker\b",
    "Microgaming": r"\*\* (?:Game ID|Hand #) \d",
    "PokerTracker's exports of iPoker and Merge": r"(?:GAME|MERGE_GAME|Merge Game) #[\d-]",
    "Merge": r"""<description .{0,80}?\btype=|<game id=\W""",
    "Run It Once": r"Run It Once\b",
    "BetOnline": (
        r"(?:BetOnline|PayNoRake|SportsBetting\.ag|Tiger ?Gaming|ActionPoker\.com|Gear Poker)\b"
    ),
    "Winning before 2019": r"Game started at:|Game ID: \d",
}
_OTHER_LANGUAGES = {
    "PokerStars hands are read only in English, which its client can write": (
        r"PokerStars[- ](?:Zoom[- ])?(?:Hand Nr|Blatt)"
        r"|(?:Main|Mano|Mão|Mão do|Mano de|Mano di|Ruka|Hånd|Hand nr) (?:Zoom )?PokerStars"
        r"|PokerStars (?:Main|Mano|Mão)\b"
    ),
}
_TEXTS_WITHOUT_HANDS = {
    "this is a summary of a tournament, without hands": (
        r"(?:PokerStars|Full Tilt Poker) Tournament #\d+, |.*Tournament Summary|Tournament summary"
    ),
    "this is PokerNow's ledger; Settle up reads it": r"player_nickname,player_id,",
    "this is a web page, not a log": r"<!doctype html|<html",
}


_BEGINNINGS = [
    (re.compile(f"(?:{beginning})", re.IGNORECASE), reason, detail.format(name))
    for reason, detail, beginnings in (
        (Skip.UNREADABLE, "the format of {} isn't read", _UNREAD_ROOMS),
        (Skip.UNREADABLE, "{} hands are not read since version 1.1", _REMOVED_ROOMS),
        (Skip.UNREADABLE, "{}", _OTHER_LANGUAGES),
        (Skip.NO_HANDS, "{}", _TEXTS_WITHOUT_HANDS),
    )
    for name, beginning in beginnings.items()
]


def describe_text(lines: Sequence[str]) -> tuple[Skip, str]:
    """Return the reason to skip a text in an unsupported format, and a clause about the format.

    A text in an unknown format counts as a text without hands; the clause quotes its first line if
    this is printable. The first line must not be blank.
    """
    first_lines = [line[:_MAX_LINE_LENGTH].strip() for line in lines[:_MAX_LINES_SEARCHED]]
    for line in first_lines:
        for beginning, reason, detail in _BEGINNINGS:
            if beginning.match(line):
                return reason, detail
    quote = f"no supported format begins like this: “{first_lines[0][:_MAX_QUOTE_LENGTH]}”"
    return Skip.NO_HANDS, quote if first_lines[0].isprintable() else "this is not text"
