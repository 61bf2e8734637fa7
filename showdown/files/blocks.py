"""Settle blocks of a file independently. Their joined outputs are the output of the file.

`settle_block` uses compiled kernels. `settle_in_python` settles one deal at a time, with the same
output, and is faster for small files, because it doesn't import Numba.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from threading import Timer
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.notation.deal_format import DealFormat, LineError, Submission, contest_winners
from showdown.notation.registry import format_for_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


type StopCheck = Callable[[], object]
"""A function that raises an exception to cancel the work. It is called many times per second."""


def do_nothing() -> None:
    """Do nothing. This is the default for work that can't be canceled."""


def stoppable[Item](items: Iterable[Item], check_stop: StopCheck) -> Iterator[Item]:
    """Yield the items, and call `check_stop` before each of them."""
    for item in items:
        check_stop()
        yield item


class Group(NamedTuple):
    """Deals of a block with the same number of players, in order.

    `lines` are the numbers of their first lines; `cards` and `strengths` are arrays as in `bulk`.
    """

    lines: "NDArray[np.int64]"
    cards: "NDArray[np.uint8]"
    strengths: "NDArray[np.uint16]"


class SettledBlock(NamedTuple):
    """The result of a block. `output` contains the answers to all its entries, in order.

    `groups` contains the deals for which only cards matter, and `special` all others, such as deals
    with chips or named players, with their lines. Both are empty unless requested. A line may
    contain several deals.
    """

    output: bytes | memoryview
    deals: int
    errors: list[LineError]
    groups: list[Group]
    special: list[tuple[int, Submission]]


def settle_block(
    block: bytes,
    game: Game,
    deal_format: DealFormat | None = None,
    *,
    rules: RuleSet = WSOP_2026,
    first_line: int = 1,
    is_first: bool = True,
    returns_arrays: bool = True,
    check_stop: StopCheck = do_nothing,
) -> SettledBlock:
    """Settle a block with compiled kernels, which release the interpreter's lock.

    By default, `deal_format` is that of the game. `rules` is the rule set for deals that don't name
    one. `first_line` is the number of the block's first line. If `is_first`, the output doesn't
    begin with a separator. If `returns_arrays`, the result also contains the deals and their
    strengths as arrays.
    """
    deal_format = deal_format or format_for_game(game)
    workspace = load_array_settling().Workspace(game, deal_format, rules)
    workspace.text.reset(block)
    settled = workspace.settle(first_line, returns_arrays=returns_arrays, check_stop=check_stop)
    settled = settled._replace(output=bytes(settled.output))
    return remove_separator(settled, deal_format) if is_first else settled


def settle_in_python(
    block: bytes,
    game: Game,
    deal_format: DealFormat | None = None,
    *,
    rules: RuleSet = WSOP_2026,
    first_line: int = 1,
) -> SettledBlock:
    """Settle a block one deal at a time, without compiled kernels.

    The output doesn't begin with a separator, and the result has no arrays of deals.
    """
    deal_format = deal_format or format_for_game(game)
    answers: list[bytes] = []
    errors: list[LineError] = []
    for entry in deal_format.read(block, first_line, game, rules):
        outcome = entry.outcome
        if isinstance(outcome, LineError):
            errors.append(outcome)
            answers.append(deal_format.error_answer(entry.text, outcome))
        else:
            settlement = outcome.settle()
            results = contest_winners(settlement.contests, len(settlement.competing))
            answers.append(deal_format.answer(entry.text, outcome, results))
    output = deal_format.separator.join(answers)
    return SettledBlock(output, len(answers) - len(errors), errors, [], [])


def remove_separator(settled: SettledBlock, deal_format: DealFormat) -> SettledBlock:
    """Return the block without the separator before its first answer."""
    return settled._replace(output=settled.output[len(deal_format.separator) :])


@cache
def load_array_settling() -> ModuleType:
    """Return the module `array_settling`, imported on first use because it imports numpy."""
    from showdown.files import array_settling  # noqa: PLC0415

    return array_settling


@cache
def load_kernels_in_background() -> None:
    """Load the kernels of odds and games in a thread, one second after the first call.

    Otherwise the first odds and the first drills of each game would wait for the kernels, up to
    three seconds of CPU time in total. The kernels take 190 MB of memory per process.
    """

    def load() -> None:
        from showdown.files import precompile  # noqa: PLC0415 - imports Numba

        precompile.load_kernels()

    loading = Timer(1, load)
    loading.daemon = True
    loading.start()
