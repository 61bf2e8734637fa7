"""What PokerStove and Equilab print of a question: a line for each hand, its range in braces."""

import re
from dataclasses import replace

from showdown.evaluator.games import Game
from showdown.notation.pasted import equity
from showdown.notation.pasted.holdings import checked, read_board
from showdown.notation.pasted.result import Pasted, mark_of_all

_HAND = re.compile(r"^[^\n{}%]{0,40}\d%[^\n{}]{0,100}\{\s*([^{}\n]{1,200}?)\s*\}", re.MULTILINE)
_BOARD = re.compile(r"^\s*board:[ \t]*(\S[^\n]{0,40})$", re.MULTILINE | re.IGNORECASE)

_DEAD = re.compile(r"^\s*dead:[ \t]*(\S[^\n]{0,100})$", re.MULTILINE | re.IGNORECASE)


def owns(text: str, game: Game) -> bool:
    """Whether two lines or more have percentages, and braces behind them."""
    return len(_HAND.findall(text[:4_000])) > 1


def read(text: str, game: Game, number: int) -> Pasted:
    """The question that was answered there."""
    board = _BOARD.search(text)
    question = " vs ".join(_HAND.findall(text[:4_000]))
    read = equity.read(f"{question} on {board[1]}" if board else question, game, number)
    if read.marks:
        return replace(read, marks=(mark_of_all(text, read.marks[0].why),))
    dead = _DEAD.search(text)
    return checked(replace(read, dead=read_board(dead[1], read.game))) if dead else read
