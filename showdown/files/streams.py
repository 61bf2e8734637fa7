"""Settles a stream of deals: block after block, several at once, in order and in bounded memory."""

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

from showdown.evaluator.games import Game
from showdown.files.blocks import (
    Readable,
    SettledBlock,
    count_lines,
    settle_block,
    settle_readably,
    split_blocks,
)
from showdown.notation.registry import contract_of

_SMALL = 96 << 10
"""A stream that ends before is settled readably, sooner than a compiler could be imported."""
_BLOCK = 1 << 20


class _Begun:
    """A stream of which the first data have been read."""

    def __init__(self, head: bytes, stream: Readable) -> None:
        self._head = head
        self._stream = stream

    def read(self, size: int) -> bytes:
        if not self._head:
            return self._stream.read(size)
        head, self._head = self._head, b""
        return head


def settle_stream(stream: Readable, game: Game, *, grouped: bool = False) -> Iterator[SettledBlock]:
    """Settle what is in the stream. The outputs, one after the other, are the output.

    `grouped`: the deals and what they make are wanted as arrays too.
    """
    head = stream.read(_SMALL)
    if len(head) < _SMALL and not grouped:
        yield settle_readably(head, game)
        return
    unwanted = contract_of(game).separator
    for settled in _in_threads(_Begun(head, stream), game, grouped=grouped):
        if settled.output:
            yield settled._replace(output=settled.output.removeprefix(unwanted))
            unwanted = b""
        else:
            yield settled


def _in_threads(stream: _Begun, game: Game, *, grouped: bool) -> Iterator[SettledBlock]:
    """The blocks in order. No more of them are begun than can be held in memory."""
    threads = os.process_cpu_count() or 1
    settle = partial(settle_block, game=game, is_first=False, grouped=grouped)
    begun: deque[Future[SettledBlock]] = deque()
    line = 1
    with ThreadPoolExecutor(threads) as pool:
        for data in split_blocks(stream, game, _BLOCK):
            begun.append(pool.submit(settle, data, first_line=line))
            line += count_lines(data)
            if len(begun) > threads:
                yield begun.popleft().result()
        while begun:
            yield begun.popleft().result()
