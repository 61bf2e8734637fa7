"""Parse pasted deals in the formats of files: `HandA:Ac-Kd-Jd-3d …`, Hold'em and Badugi."""

import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.deals import is_board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.deal_format import DealFormat, bytes_of, text_of
from showdown.notation.deal_line import DealLines
from showdown.notation.pasted.dealing import is_list_of_hands
from showdown.notation.pasted.free_text import read as read_words
from showdown.notation.pasted.result import Files, Pasted, Several, pasted_submission
from showdown.notation.registry import format_of

_WORD = re.compile(
    r"(?P<name>\"[^\"\r\n]{1,40}\"|[^\W\d_][\w-]*):"
    r"(?P<value>(?:mucked|(?:10|[2-9TJQKAX])[cdhs](?:-(?:10|[2-9TJQKAX])[cdhs])*)(?!\S)"
    r"|(?:\"[^\"\r\n]*\"|[^\s\"])+)(?:\s+|$)",
    re.IGNORECASE,
)
_CARDS = re.compile(r"(?:10|[2-9TJQKAX])[cdhs]-", re.IGNORECASE)


def owns_lines(text: str, game: Game) -> bool:
    """Return whether the first line is only `name:value` words, with a hand such as `Ac-Kd`."""
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


def read_lines(text: str, game: Game, number: int) -> Pasted:
    """Parse the line with this number, counted from 0, or the last if there are fewer lines."""
    deals = _pieces(DealLines(), text)
    number = min(number, len(deals) - 1)
    try:
        pasted = pasted_submission(DealLines().read_deal(deals[number], game))
    except InvalidDeal:
        pasted = read_words(deals[number], game, number)
    return _one_of(deals, pasted, number)


def owns(text: str, game: Game) -> bool:
    """Return whether the game has its own format, and a deal in the text can be read in it."""
    if isinstance(format_of(game), DealLines) or not is_list_of_hands(text):
        return False
    return bool(_deals(text, game))


def read(text: str, game: Game, number: int) -> Pasted:
    """Parse the deal with this number, counted from 0, or the last if there are fewer deals."""
    deals = _deals(text, game)
    number = min(number, len(deals) - 1)
    return _one_of(deals, pasted_submission(format_of(game).read_deal(deals[number], game)), number)


def _one_of(deals: Sequence[str], pasted: Pasted, number: int) -> Pasted:
    if len(deals) < 2:
        return pasted
    return replace(pasted, several=Several(len(deals), number, Files.BATCH))


def _pieces(deal_format: DealFormat, text: str) -> list[str]:
    return [text_of(piece) for _, piece in deal_format.pieces(bytes_of(text), 1)]


def _deals(text: str, game: Game) -> list[str]:
    """Return the texts of the deals, or the whole text if it is one deal; none if unreadable."""
    deal_format = format_of(game)
    for deals in (_pieces(deal_format, text), [text]):
        try:
            if deals and deal_format.read_deal(deals[0], game):
                return deals
        except InvalidDeal:
            continue
    return []
