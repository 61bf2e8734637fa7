"""The contracts of text by name, and which one a game's files are in."""

from showdown.evaluator.games import GAMES, Game
from showdown.notation.badugi import Badugi
from showdown.notation.contract import Contract
from showdown.notation.deal_line import DealLines
from showdown.notation.holdem import Holdem

_CONTRACTS = (Holdem(), Badugi(), DealLines())
"""In the order in which they are preferred: the last can write every game."""

CONTRACTS: dict[str, Contract] = {contract.name: contract for contract in _CONTRACTS}


def contract_of(game: Game) -> Contract:
    """The contract in which files of this game are written."""
    return next(contract for contract in _CONTRACTS if contract.writes(game))


def games_of(contract: Contract) -> list[Game]:
    """The games that this contract can write."""
    return [game for game in GAMES.values() if contract.writes(game)]
