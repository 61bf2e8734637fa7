"""The readers of pasted texts, in the order in which they are asked.

A new one is a module with `owns` and `read`, and a line here.
"""

from collections.abc import Callable
from typing import NamedTuple

from showdown.evaluator.games import Game
from showdown.notation.pasted import (
    addresses,
    calculators,
    contracts,
    equity,
    free_text,
    histories,
    history_rows,
    json_documents,
    own_lines,
    tables,
    unknown_logs,
)
from showdown.notation.pasted.result import Pasted


class Reader(NamedTuple):
    """One kind of text, and the `name` that people know it by.

    `owns(text, game)` says whether a text is of this kind, without marking anything. `read(text,
    game, number)` is asked only then, and its answer is final: what it makes of the text, at a
    table of this game; of several deals the one with this number (0 is the first), or the last. It
    raises InvalidDeal, whose sentence is said of the whole text.
    """

    name: str
    owns: Callable[[str, Game], bool]
    read: Callable[[str, Game, int], Pasted]


READERS = (
    Reader("an address", addresses.owns, addresses.read),
    Reader("JSON", json_documents.owns, json_documents.read),
    Reader("a hand history", histories.owns, histories.read),
    Reader("a row of the history", history_rows.owns, history_rows.read),
    Reader("a question about odds", equity.owns, equity.read),
    Reader("an odds calculator's answer", calculators.owns, calculators.read),
    Reader("a settled line", own_lines.owns, own_lines.read),
    Reader("a contract's deal", contracts.owns, contracts.read),
    Reader("a table", tables.owns, tables.read),
    Reader("a hand history of a room that isn't known", unknown_logs.owns, unknown_logs.read),
    Reader("cards among words", free_text.owns, free_text.read),
)
