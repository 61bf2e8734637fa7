"""Read the output of PokerStove and Equilab: a line for each hand, with its range in braces."""

import re
from dataclasses import replace

from showdown.evaluator.games import Game
from showdown.notation.pasted.free_text import read_words
from showdown.notation.pasted.holdings import checked, read_board
from showdown.notation.pasted.plain import RewrittenText
from showdown.notation.pasted.result import Pasted, mark_of_all

_ANSWER_HAND = re.compile(
    r"^[^\n{}%]{0,40}\d%[^\n{}]{0,100}\{\s*([^{}\n]{1,200}?)\s*\}", re.MULTILINE
)
_ANSWER_BOARD = re.compile(r"^\s*board:[ \t]*(\S[^\n]{0,40})$", re.MULTILINE | re.IGNORECASE)
_ANSWER_DEAD = re.compile(r"^\s*dead:[ \t]*(\S[^\n]{0,100})$", re.MULTILINE | re.IGNORECASE)
_LONGEST_ANSWER = 4_000


def read_answer(text: str, game: Game, number: int) -> Pasted | None:
    """Read a calculator's output: at least two lines with percentages and ranges in braces."""
    hands = _ANSWER_HAND.findall(text[:_LONGEST_ANSWER])
    if len(hands) < 2:
        return None
    board = _ANSWER_BOARD.search(text)
    asked = " vs ".join(hands) + (f" on {board[1]}" if board else "")
    pasted = read_words(RewrittenText.from_source(asked), asked, game)
    if pasted.marks:
        return replace(pasted, marks=(mark_of_all(text, pasted.marks[0].why),))
    dead = _ANSWER_DEAD.search(text)
    return checked(replace(pasted, dead=read_board(dead[1], pasted.game))) if dead else pasted
