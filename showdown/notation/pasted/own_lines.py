"""Lines such as `HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:…`, with or without their answers."""

import re

from showdown.evaluator.deals import is_board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.deal_format import bytes_of, text_of
from showdown.notation.deal_line import DealLines
from showdown.notation.pasted.deal_formats import several_of
from showdown.notation.pasted.free_text import read as read_words
from showdown.notation.pasted.result import Files, Pasted, pasted_submission

_WORD = re.compile(
    r"(?P<name>\"[^\"\r\n]{1,40}\"|[^\W\d_][\w-]*):"
    r"(?P<value>(?:mucked|(?:10|[2-9TJQKAX])[cdhs](?:-(?:10|[2-9TJQKAX])[cdhs])*)(?!\S)"
    r"|(?:\"[^\"\r\n]*\"|[^\s\"])+)(?:\s+|$)",
    re.IGNORECASE,
)
_CARDS = re.compile(r"(?:10|[2-9TJQKAX])[cdhs]-", re.IGNORECASE)


def owns(text: str, game: Game) -> bool:
    """Whether the first line that isn't blank is words with values, cards joined by hyphens."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    at = 0
    hands = 0
    while at < len(line):
        word = _WORD.match(line, at)
        if word is None:
            return False
        hands += bool(_CARDS.match(word["value"])) and not is_board_field(word["name"])
        at = word.end()
    return hands > 0


def read(text: str, game: Game, number: int) -> Pasted:
    """The deal of the line; of several the one with this number, or the last."""
    deals = _deals(text)
    number = min(number, len(deals) - 1)
    deal = deals[number]
    try:
        pasted = pasted_submission(DealLines().read_deal(deal, game))
    except InvalidDeal:
        pasted = read_words(deal, game, number)
    return several_of(pasted, deals, number, Files.BATCH)


def _deals(text: str) -> list[str]:
    """The text of each deal."""
    return [text_of(piece) for _, piece in DealLines().pieces(bytes_of(text), 1)]
