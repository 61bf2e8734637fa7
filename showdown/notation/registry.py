"""The text formats by name, and the format of each game's files."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from showdown.evaluator.games import GAMES, Game
from showdown.notation.badugi import Badugi
from showdown.notation.contract import BYTE_ORDER_MARK, Contract, text_of
from showdown.notation.deal_line import DealLines, is_deal_line
from showdown.notation.holdem import Holdem
from showdown.notation.submission import Submission

_DEAL_LINES = DealLines()
_CONTRACTS = (Holdem(), Badugi(), _DEAL_LINES)
"""In order of preference; the last can write every game."""

CONTRACTS: dict[str, Contract] = {contract.name: contract for contract in _CONTRACTS}


def contract_of(game: Game) -> Contract:
    """Return the format in which files of this game are written."""
    return next(contract for contract in _CONTRACTS if contract.writes(game))


def games_of(contract: Contract) -> list[Game]:
    """Return the games that this format can write."""
    return [game for game in GAMES.values() if contract.writes(game)]


def contract_that_reads(text: bytes) -> Contract | None:
    """Return the format of the first deal of a text, for any game."""
    for contract in _CONTRACTS:
        entry = next(contract.read(text, 1, games_of(contract)[0]), None)
        if entry and isinstance(entry.outcome, Submission):
            return contract
    return None


class Piece(NamedTuple):
    """The text of one deal, the number of its first line, and its format."""

    number: int
    text: bytes
    contract: Contract


def pieces_of(text: bytes, game: Game) -> Iterator[Piece]:
    """Yield the deals of a text, in the game's own format or as lines like `HandA:… Board:…`."""
    own = contract_of(game)
    numbered = enumerate(text.split(b"\n"), 1)
    for contract, lines in groupby(numbered, lambda line: _contract_of_line(line[1], own)):
        first, *others = lines
        block = b"\n".join([first[1], *(line for _, line in others)])
        for number, piece in contract.pieces(block, first[0]):
            yield Piece(number, piece, contract)


def _contract_of_line(line: bytes, own: Contract) -> Contract:
    text = text_of(line.removeprefix(BYTE_ORDER_MARK))
    return _DEAL_LINES if is_deal_line(text) or text.lstrip().startswith("=>") else own
