"""Blocks of a file: each is settled by itself, and their outputs, joined, are that of the file.

`settle_block` settles a block with compiled loops, and `settle_readably` one deal at a time, with
the same result: for a small file that is faster, because the compiler is not imported.
"""

from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from showdown.evaluator.games import Choice, Game, any_five, any_subset, two_and_three
from showdown.evaluator.settlement import settle
from showdown.notation.badugi import Badugi
from showdown.notation.contract import Complaint, TextFormat, awards_of
from showdown.notation.deal_file import Omahacomp
from showdown.notation.deal_json import Submission
from showdown.notation.holdem import Holdem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FORMATS: dict[Choice, TextFormat] = {
    two_and_three: Omahacomp(),
    any_five: Holdem(),
    any_subset: Badugi(),
}
"""By the rule by which a game's hands are chosen: a new game of a known kind has its contract."""


class Group(NamedTuple):
    """The deals of a block that have the same number of players, in order.

    `lines` are the numbers of their first lines; `cards` and `strengths` are as in `bulk`.
    """

    lines: "NDArray[np.int64]"
    cards: "NDArray[np.uint8]"
    strengths: "NDArray[np.uint16]"


class SettledBlock(NamedTuple):
    """What came of a block: `output` is the answers to all its entries, in order.

    `groups` have all deals, and `with_wagers` once more those that came with wagers, by their
    lines; both are empty where nobody asked for them.
    """

    output: bytes | memoryview
    deals: int
    errors: list[Complaint]
    groups: list[Group]
    with_wagers: dict[int, Submission]


def format_of(game: Game) -> TextFormat:
    """The contract by which deals of this game are written."""
    return _FORMATS[game.choice]


def settle_block(
    data: bytes, game: Game, *, first_line: int = 1, is_first: bool = True, grouped: bool = True
) -> SettledBlock:
    """Settle a block with compiled loops, which let go of the interpreter's lock.

    `first_line` is the number of its first line; `is_first`: no answer comes before it.
    `grouped`: the deals and their strengths are wanted as arrays too.
    """
    settled = array_settling().settle(data, game, first_line, grouped=grouped)
    return without_separator(settled, game) if is_first else settled


def settle_readably(
    data: bytes, game: Game, *, first_line: int = 1, is_first: bool = True
) -> SettledBlock:
    """Settle a block one deal at a time, by the readable rules."""
    form = format_of(game)
    answers: list[bytes] = []
    errors: list[Complaint] = []
    for entry in form.read(data, first_line, game):
        outcome = entry.outcome
        if isinstance(outcome, Complaint):
            errors.append(outcome)
            answers.append(form.refusal(entry, outcome))
        else:
            answers.append(form.record(entry, outcome, awards_of(settle(outcome.deal))))
    output = b"".join([form.separator + answer for answer in answers])
    settled = SettledBlock(output, len(answers) - len(errors), errors, [], {})
    return without_separator(settled, game) if is_first else settled


def without_separator(settled: SettledBlock, game: Game) -> SettledBlock:
    """The block as the first that has answers: nothing stands before them."""
    return settled._replace(output=settled.output[len(format_of(game).separator) :])


@cache
def array_settling() -> ModuleType:
    """The compiled way. Imported here, late, because importing a compiler is slow."""
    from showdown.files import array_settling  # noqa: PLC0415

    return array_settling
