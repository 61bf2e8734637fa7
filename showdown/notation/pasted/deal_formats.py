"""Deals in the formats of Hold'em and Badugi files."""

import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.deal_format import DealFormat, bytes_of, text_of
from showdown.notation.deal_line import DealLines
from showdown.notation.pasted.result import Files, Pasted, Several, pasted_submission
from showdown.notation.registry import DEAL_FORMATS, format_of, games_of
from showdown.notation.submission import Submission

_CARD = r"(?:10|[2-9TJQKAXtjqkax])[cdhsCDHS]"
_SHAPE = re.compile(
    rf"\s*(?:\d{{1,2}}\s+{_CARD}(?:\s+{_CARD}|\s+\d{{1,2}}(?!\S))*|{_CARD}(?:(?:\s+[-:])?\s+{_CARD})+)\s*"
)
"""A number of players and cards; or hands of cards with hyphens between them."""
_LISTS = re.compile(rf"\s*[\[({{'\"](?:{_CARD}|[2-9TJQKAtjqka]|[cdhsCDHS]|[\s\[\](){{}}'\",|-])+")
"""Lists of hands, cards or characters, as programs write them."""
_LONGEST_LISTS = 2_000


def _has_shape(text: str) -> bool:
    return bool(_SHAPE.fullmatch(text) or (len(text) <= _LONGEST_LISTS and _LISTS.fullmatch(text)))


def owns(text: str, game: Game) -> bool:
    """Return whether only the game's own format can read the text."""
    if isinstance(format_of(game), DealLines) or not _has_shape(text):
        return False
    return bool(_deals(text, game))


def read(text: str, game: Game, number: int) -> Pasted:
    """The deal; of several the one with this number, or the last. Raises InvalidDeal."""
    deals = _deals(text, game)
    number = min(number, len(deals) - 1)
    pasted = pasted_submission(format_of(game).read_deal(deals[number], game))
    return several_of(pasted, deals, number, Files.BATCH)


def several_of(pasted: Pasted, texts: Sequence[str], number: int, files: Files) -> Pasted:
    """The deal, and where it is one of several, which."""
    if len(texts) < 2:
        return pasted
    return replace(pasted, several=Several(len(texts), number, files))


def _deals(text: str, game: Game) -> list[str]:
    """Return the texts of the deals, or the whole text if it is one deal; none if unreadable."""
    deal_format = format_of(game)
    pieces = [text_of(piece) for _, piece in deal_format.pieces(bytes_of(text), 1)]
    for deals in (pieces, [text]):
        try:
            if deals and deal_format.read_deal(deals[0], game):
                return deals
        except InvalidDeal:
            continue
    return []


def other_game_by_format(text: str, game: Game) -> Submission | None:
    """Parse the text in another game's own format; None if no format reads it."""
    if not _has_shape(text):
        return None
    others: list[tuple[DealFormat, Game]] = [
        (deal_format, other)
        for deal_format in DEAL_FORMATS.values()
        if not isinstance(deal_format, DealLines)
        for other in games_of(deal_format)
        if other is not game
    ]
    for deal_format, other in others:
        try:
            return deal_format.read_deal(text, other)
        except InvalidDeal:
            continue
    return None
