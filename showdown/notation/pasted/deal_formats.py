"""Parse pasted deals in the formats of files: `HandA:Ac-Kd-Jd-3d …`, Hold'em and Badugi."""

import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.deals import is_board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.deal_format import DealFormat, bytes_of, text_of
from showdown.notation.deal_line import CARD, DealLines, blank_answers
from showdown.notation.pasted.free_text import read as read_words
from showdown.notation.pasted.result import Files, Pasted, Several, result_of_submission
from showdown.notation.registry import format_of

_WORD = re.compile(
    r"(?P<name>\"[^\"\r\n]{1,40}\"|[^\W\d_][\w-]*):"
    rf"(?P<value>(?:mucked|{CARD}(?:-{CARD})*)(?!\S)"
    r"|(?:\"[^\"\r\n]*\"|[^\s\"])+)(?:\s+|$)",
    re.IGNORECASE,
)
_CARDS = re.compile(f"{CARD}-")
_LISTS = re.compile(r"[\s\d,:'\"()\[\]{}|cdhstjqkax♣♦♥♠-]*", re.IGNORECASE)
"""Texts of cards and numbers only."""


def begins_with_deal_line(text: str) -> bool:
    """Return whether the first line has only `name:value` words, with a hand such as `Ac-Kd`."""
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    position = hands = 0
    while position < len(line):
        word = _WORD.match(line, position)
        if word is None:
            return False
        hands += bool(_CARDS.match(word["value"])) and not is_board_field(word["name"])
        position = word.end()
    return hands > 0


def read_lines(text: str, game: Game, number: int) -> Pasted | None:
    """Parse the deal with this number, counted from 0, or the last if there are fewer deals.

    Return None unless the text begins with a line of a deal.
    """
    text = blank_answers(text)
    if not begins_with_deal_line(text):
        return None
    deals = _pieces(DealLines(), text)
    number = min(number, len(deals) - 1)
    try:
        pasted = result_of_submission(DealLines().read_deal(deals[number], game))
    except InvalidDeal:
        pasted = read_words(deals[number], game, number)
    return _one_of(deals, pasted, number)


def read(text: str, game: Game, number: int) -> Pasted | None:
    """Parse the deal with this number, counted from 0, or the last if there are fewer deals.

    Return None unless the game has its own format, in which the first deal or the whole text is
    valid.
    """
    text = blank_answers(text)
    deal_format = format_of(game)
    if isinstance(deal_format, DealLines) or not _LISTS.fullmatch(text):
        return None
    for deals in filter(None, (_pieces(deal_format, text), [text])):
        try:
            deal_format.read_deal(deals[0], game)
        except InvalidDeal:
            continue
        number = min(number, len(deals) - 1)
        return _one_of(
            deals, result_of_submission(deal_format.read_deal(deals[number], game)), number
        )
    return None


def _one_of(deals: Sequence[str], pasted: Pasted, number: int) -> Pasted:
    if len(deals) < 2:
        return pasted
    return replace(pasted, several=Several(len(deals), number, Files.BATCH))


def _pieces(deal_format: DealFormat, text: str) -> list[str]:
    return [text_of(piece) for _, piece in deal_format.pieces(bytes_of(text), 1)]
