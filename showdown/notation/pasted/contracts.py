"""Deals as the contracts of Hold'em and Badugi write them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.notation.contract import Contract, bytes_of, text_of
from showdown.notation.deal_line import DealLines
from showdown.notation.pasted.result import Files, Pasted, Several, pasted_submission
from showdown.notation.registry import CONTRACTS, contract_of, games_of
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
    """Whether the contract of the game reads the text, and no other could."""
    if isinstance(contract_of(game), DealLines) or not _has_shape(text):
        return False
    return bool(_deals(text, game))


def read(text: str, game: Game, number: int) -> Pasted:
    """The deal; of several the one with this number, or the last. Raises InvalidDeal."""
    deals = _deals(text, game)
    number = min(number, len(deals) - 1)
    pasted = pasted_submission(contract_of(game).read_deal(deals[number], game))
    return several_of(pasted, deals, number, Files.BATCH)


def several_of(pasted: Pasted, texts: Sequence[str], number: int, files: Files) -> Pasted:
    """The deal, and where it is one of several, which."""
    if len(texts) < 2:
        return pasted
    return replace(pasted, several=Several(len(texts), number, files))


def _deals(text: str, game: Game) -> list[str]:
    """Return the texts of the deals, or the whole text if it is one deal; none if unreadable."""
    contract = contract_of(game)
    pieces = [text_of(piece) for _, piece in contract.pieces(bytes_of(text), 1)]
    for deals in (pieces, [text]):
        try:
            if deals and contract.read_deal(deals[0], game):
                return deals
        except InvalidDeal:
            continue
    return []


def other_game_by_contract(text: str, game: Game) -> Submission | None:
    """What another game's own contract reads in the text."""
    if not _has_shape(text):
        return None
    others: list[tuple[Contract, Game]] = [
        (contract, other)
        for contract in CONTRACTS.values()
        if not isinstance(contract, DealLines)
        for other in games_of(contract)
        if other is not game
    ]
    for contract, other in others:
        try:
            return contract.read_deal(text, other)
        except InvalidDeal:
            continue
    return None
