"""Blocks of a file: it is cut into them, each is settled by itself, and their outputs are its own.

`format_of` finds the contract of a game. `split_blocks` cuts; `settle_block` settles a block with
compiled loops, and `settle_readably` one deal at a time, with the same result: that is the faster
way for a small file, because the compiler is not imported.
"""

from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple, Protocol

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

    `groups` have all deals, and `staked` once more those that came with chips, by their lines;
    both are empty where nobody asked for them.
    """

    output: bytes
    deals: int
    errors: list[Complaint]
    groups: list[Group]
    staked: dict[int, Submission]


def format_of(game: Game) -> TextFormat:
    """The contract by which deals of this game are written."""
    return _FORMATS[game.choice]


def split_blocks(stream: Readable, game: Game, size: int) -> Iterator[bytes]:
    """Cut a stream into blocks of about `size` bytes; together they are the whole stream."""
    form = format_of(game)
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
    data: bytes, game: Game, *, first_line: int = 1, is_first: bool = True, grouped: bool = True
) -> SettledBlock:
    """Settle a block with compiled loops, which let go of the interpreter's lock.

    `first_line` is the number of its first line; `is_first`: no record comes before it.
    `grouped`: the deals and what they make are wanted as arrays too.
    """
    settled = _bulk().settle(format_of(game), data, game, first_line, grouped=grouped)
    return _without_separator(settled, game) if is_first else settled


def count_lines(data: bytes) -> int:
    """How many lines end in a block."""
    count: int = _bulk().count_lines(data)
    return count


def settle_readably(
    data: bytes, game: Game, *, first_line: int = 1, is_first: bool = True
) -> SettledBlock:
    """Settle a block one deal at a time, by the readable rules."""
    form = format_of(game)
    records: list[bytes] = []
    errors: list[Complaint] = []
    for entry in form.read(data, first_line, game):
        outcome = entry.outcome
        if isinstance(outcome, Complaint):
            errors.append(outcome)
            records.append(form.refusal(entry, outcome))
        else:
            records.append(form.record(entry, outcome, awards_of(settle(outcome.deal))))
    output = b"".join([form.separator + record for record in records])
    settled = SettledBlock(output, len(records) - len(errors), errors, [], {})
    return _without_separator(settled, game) if is_first else settled


def _without_separator(settled: SettledBlock, game: Game) -> SettledBlock:
    return settled._replace(output=settled.output.removeprefix(format_of(game).separator))


@cache
def _bulk() -> ModuleType:
    """The compiled way. Imported here, late, because importing a compiler is slow."""

    from showdown.files import array_blocks  # noqa: PLC0415

    return array_blocks
