"""Blocks of a file: it is cut into them, each is settled by itself, and their outputs are its own.

`split_blocks` cuts; `settle_block` settles a block with
compiled loops, and `settle_readably` one deal at a time, with the same result: that is the faster
way for a small file, because the compiler is not imported.
"""

from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from showdown.evaluator.games import Game
from showdown.notation.contract import Complaint, Contract, won_of
from showdown.notation.registry import contract_of
from showdown.notation.submission import Submission

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Readable(Protocol):
    """What blocks are read from. Less than was asked for is not the end, nothing is."""

    def read(self, size: int, /) -> bytes: ...


class Group(NamedTuple):
    """The deals of a block that have the same number of players, in order.

    `lines` are the numbers of their first lines; `cards` and `strengths` are as in `bulk`.
    """

    lines: "NDArray[np.int64]"
    cards: "NDArray[np.uint8]"
    strengths: "NDArray[np.uint16]"


class SettledBlock(NamedTuple):
    """What came of a block.

    `groups` have the deals that the cards alone settle, `special` the others by their lines; both
    are empty where nobody asked for them.
    """

    output: bytes
    deals: int
    errors: list[Complaint]
    groups: list[Group]
    special: dict[int, Submission]


def split_blocks(
    stream: Readable, game: Game, size: int, contract: Contract | None = None
) -> Iterator[bytes]:
    """Cut a stream into blocks of about `size` bytes; together they are the whole stream."""
    form = contract or contract_of(game)
    held = bytearray()
    while data := stream.read(size):
        searched = len(held)
        held += data
        if end := form.end_of_deals(held, searched):
            with memoryview(held) as whole:
                yield bytes(whole[:end])
            del held[:end]
    if held:
        yield bytes(held)


def settle_block(
    data: bytes,
    game: Game,
    contract: Contract | None = None,
    *,
    first_line: int = 1,
    is_first: bool = True,
    grouped: bool = True,
) -> SettledBlock:
    """Settle a block with compiled loops, which let go of the interpreter's lock.

    It is written in the contract of the game, if no other is named. `first_line` is the number of
    its first line; `is_first`: no answer comes before it. `grouped`: the deals and what they make
    are wanted as arrays too.
    """
    form = contract or contract_of(game)
    settled = _bulk().settle(form, data, game, first_line, grouped=grouped)
    return _without_separator(settled, form) if is_first else settled


def count_lines(data: bytes) -> int:
    """How many lines end in a block."""
    count: int = _bulk().count_lines(data)
    return count


def settle_readably(
    data: bytes,
    game: Game,
    contract: Contract | None = None,
    *,
    first_line: int = 1,
    is_first: bool = True,
) -> SettledBlock:
    """Settle a block one deal at a time, by the readable rules."""
    form = contract or contract_of(game)
    answers: list[bytes] = []
    errors: list[Complaint] = []
    for entry in form.read(data, first_line, game):
        outcome = entry.outcome
        if isinstance(outcome, Complaint):
            errors.append(outcome)
            answers.append(form.refusal(entry, outcome))
        else:
            settlement = outcome.settle()
            won = won_of(settlement.contests, len(settlement.competing))
            answers.append(form.answer(entry, outcome, won))
    output = b"".join([form.separator + record for record in answers])
    settled = SettledBlock(output, len(answers) - len(errors), errors, [], {})
    return _without_separator(settled, form) if is_first else settled


def _without_separator(settled: SettledBlock, contract: Contract) -> SettledBlock:
    return settled._replace(output=settled.output.removeprefix(contract.separator))


@cache
def _bulk() -> ModuleType:
    """The compiled way. Imported here, late, because importing a compiler is slow."""

    from showdown.files import array_blocks  # noqa: PLC0415

    return array_blocks
