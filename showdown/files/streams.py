"""Settle a stream of deals: several blocks at once, in order and in bounded memory."""

import gc
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import cycle

from showdown.bulk.capacity import count_usable_cores
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.files.block_reader import BlockReader
from showdown.files.blocks import (
    SettledBlock,
    load_array_settling,
    remove_separator,
    settle_in_python,
)
from showdown.files.byte_streams import Peekable, Readable, RecodedStream
from showdown.files.compression import (
    ARCHIVE_SAMPLE_BYTES,
    MAX_MAGIC_LENGTH,
    DecompressedStream,
    detect_compression,
    refuse_archive,
)
from showdown.notation.deal_format import DealFormat
from showdown.notation.encodings import SAMPLE_BYTES, detect_wide_encoding
from showdown.notation.registry import format_for_game

_MIN_BYTES_FOR_KERNELS = 96 << 10
"""Minimum size of an expanded stream that is settled with kernels, which import Numba."""
_BLOCK_BYTES = 1 << 20
"""Size of a block in bytes."""
_BLOCKS_AHEAD = 2
"""Number of blocks read in advance, so that threads don't wait for input."""


def settle_stream(
    stream: Readable,
    game: Game,
    deal_format: DealFormat | None = None,
    *,
    rules: RuleSet = WSOP_2026,
    returns_arrays: bool = False,
) -> Iterator[SettledBlock]:
    """Yield the settled blocks of a stream. Their joined outputs are the output of the stream.

    The stream may be compressed, or in UTF-16 or UTF-32. `rules` is the rule set for deals that
    don't name one. If `returns_arrays`, blocks also contain the deals and their strengths as
    arrays. A block is valid until the next one is requested. Raise UnusableInput if the stream
    can't be read.
    """
    deal_format = deal_format or format_for_game(game)
    text = open_text(stream)
    head = text.peek(_MIN_BYTES_FOR_KERNELS)
    if len(head) < _MIN_BYTES_FOR_KERNELS and not returns_arrays:
        yield settle_in_python(head, game, deal_format, rules=rules)
        return
    has_begun = False
    for settled in _settle_in_threads(
        text, game, deal_format, rules, returns_arrays=returns_arrays
    ):
        yield settled if has_begun else remove_separator(settled, deal_format)
        has_begun = has_begun or bool(settled.output)


def open_text(stream: Readable) -> Peekable:
    """Return the expanded text in UTF-8. Raise UnusableInput if the stream can't be read."""
    text = Peekable(stream)
    if compression := detect_compression(text.peek(MAX_MAGIC_LENGTH)):
        text = Peekable(DecompressedStream(text, compression))
    refuse_archive(text.peek(ARCHIVE_SAMPLE_BYTES))
    if encoding := detect_wide_encoding(text.peek(SAMPLE_BYTES)):
        text = Peekable(RecodedStream(text, encoding))
    return text


def _settle_in_threads(
    text: Readable, game: Game, deal_format: DealFormat, rules: RuleSet, *, returns_arrays: bool
) -> Iterator[SettledBlock]:
    """Yield the blocks in order. Each is settled by a thread in its own workspace."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        load_array_settling().prepare_kernels(deal_format, game, rules)
    finally:
        gc.freeze()  # excludes the many objects of Numba from garbage collection
        if was_enabled:
            gc.enable()
    threads = count_usable_cores()
    reader = BlockReader(text, deal_format, _BLOCK_BYTES)
    futures: deque[Future[SettledBlock]] = deque()
    line = 1
    with ThreadPoolExecutor(threads) as pool:
        create_workspace = load_array_settling().Workspace
        workspaces = [
            create_workspace(game, deal_format, rules) for _ in range(threads + _BLOCKS_AHEAD)
        ]
        for workspace in cycle(workspaces):
            if len(futures) == len(workspaces):
                yield futures.popleft().result()
            if not reader.read_into(workspace.text):
                break
            futures.append(pool.submit(workspace.settle, line, returns_arrays=returns_arrays))
            line += workspace.count_lines()
        while futures:
            yield futures.popleft().result()
