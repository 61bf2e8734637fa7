"""Cuts the file of a batch into blocks of whole deals, each with a job of its own.

Blocks are recorded a few at a time, together with their jobs, so that settling begins while a large
file is still being cut, and cutting can resume there if it is interrupted. A large file is cut by a
series of jobs, so that other jobs get their turn in between. The blocks of a compressed file are
written to the storage; those of a plain file are ranges of bytes.
"""

import io
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import batched, islice
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from showdown.batches.expanding import Expanded
from showdown.batches.files import PieceReader, expanded_name, remove, replace
from showdown.batches.jobs import AHEAD, defer, job
from showdown.batches.joining import join
from showdown.batches.settling import defer_blocks
from showdown.batches.taking_up import NoLongerWanted, expanded, mark_running, wanted
from showdown.files.block_reader import BlockReader, count_lines, split_blocks
from showdown.files.encodings import refuse_utf_16
from showdown.files.readable import Peekable
from showdown.models import Batch, Block
from showdown.notation.encodings import SAMPLE

_TOGETHER = 8
_AT_ONCE = 64


class Cut(NamedTuple):
    """Where a block is, in bytes and lines; `whole` is the estimated length of the whole text."""

    number: int
    offset: int
    length: int
    line: int
    lines: int
    whole: int


@job
def cut(batch: int) -> None:
    """Cut a batch, or a part of it, unless it has been stopped. Raises UnusableInput."""
    with suppress(NoLongerWanted):
        _cut(_begin(batch))


def _cut(batch: Batch) -> None:
    cuts = _cuts(batch)
    # What was cut before is read again where it was compressed: each part is as long as all before.
    count = max(_AT_ONCE, batch.blocks_cut) if batch.compression else _AT_ONCE
    part = islice(cuts, count)
    for together in batched(_written(batch, part), _TOGETHER, strict=False):
        try:
            _record(batch, together)
        except NoLongerWanted:
            _remove_expanded(batch, together)
            raise
    if next(cuts, None):
        _go_on_later(batch)
    else:
        _finish(batch)


def _begin(number: int) -> Batch:
    with transaction.atomic():
        batch = wanted(number)
        mark_running(batch)
        batch.save(update_fields=["state", "started"])
    return batch


def _cuts(batch: Batch) -> Iterator[tuple[Cut, bytes]]:
    """The blocks that have not been cut yet, with their data."""
    number, offset, line = batch.blocks_cut, batch.cut_bytes, batch.cut_lines + 1
    with _lines_from(batch, offset) as text:
        stream = Peekable(io.BufferedReader(text, 1 << 20))
        if not offset:
            refuse_utf_16(stream.peek(SAMPLE))
        reader = BlockReader(
            stream,
            batch.contract,
            settings.BATCH_BLOCK_BYTES,
            longest_line=settings.BATCH_LONGEST_LINE,
            start=offset,
        )
        for data in split_blocks(reader):
            whole = text.seeming_length()
            each = Cut(number, offset, len(data), line, count_lines(data), whole)
            yield each, data
            number += 1
            offset += each.length
            line += each.lines


def _lines_from(batch: Batch, offset: int) -> Expanded:
    skipped = offset if batch.compression else 0
    pieces = PieceReader(batch.id, batch.input_bytes, offset - skipped)
    text = expanded(batch, pieces)
    text.skip(skipped)
    return text


def _written(batch: Batch, cuts: Iterable[tuple[Cut, bytes]]) -> Iterator[Cut]:
    """The blocks without their data, so that only one block at a time is in memory."""
    for each, data in cuts:
        if batch.compression:
            replace(expanded_name(batch.id, each.number), data)
        yield each


def _remove_expanded(batch: Batch, cuts: tuple[Cut, ...]) -> None:
    if batch.compression:
        for each in cuts:
            remove(expanded_name(batch.id, each.number))


def _record(batch: Batch, cuts: tuple[Cut, ...]) -> None:
    last = cuts[-1]
    with transaction.atomic():
        if wanted(batch.pk).blocks_cut != cuts[0].number:
            raise NoLongerWanted
        Block.objects.bulk_create(
            Block(
                batch=batch,
                number=each.number,
                offset=each.offset,
                length=each.length,
                line=each.line,
            )
            for each in cuts
        )
        cut_bytes = last.offset + last.length
        Batch.objects.filter(pk=batch.pk).update(
            blocks_cut=last.number + 1,
            cut_bytes=cut_bytes,
            text_bytes=last.whole,
            cut_lines=last.line - 1 + last.lines,
            expanded_bytes=cut_bytes if batch.compression else 0,
        )
        defer_blocks(batch, [each.number for each in cuts])


def _go_on_later(batch: Batch) -> None:
    with transaction.atomic():
        batch = wanted(batch.pk)
        defer(cut, batch, priority=-(batch.blocks_cut // 2) or AHEAD)


def _finish(batch: Batch) -> None:
    with transaction.atomic():
        batch = wanted(batch.pk)
        batch.is_cut = True
        batch.text_bytes = batch.cut_bytes
        batch.save(update_fields=["is_cut", "text_bytes"])
        if batch.all_blocks_done:
            defer(join, batch)
