"""Settle a file of deals: cut it into blocks, settle each in its own job, complete the batch.

Blocks are recorded a few at a time, together with their jobs, so that settling begins while a large
file is still being cut, and cutting can resume after the last recorded block. A large file is cut
by a series of jobs, so that other jobs can run in between. The blocks of a compressed file are
written to the storage; those of a plain file are ranges of bytes.

A block that is settled twice counts once. Results are first written to files with unique names. The
stored deals, the file names, the counts and, after the last block, the job that completes the
batch are then recorded in one transaction that locks the block. A second worker with the same block
finds it done, and removes its own files. The output is not copied into one file; it consists of the
blocks' parts, in order.
"""

import io
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import batched, islice
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from showdown.batches import jobs, storage
from showdown.batches.results import line_errors_to_jsonl
from showdown.batches.tallies import Tally, add_up, tally_block
from showdown.files.block_reader import BlockReader, count_lines, split_blocks
from showdown.files.blocks import SettledBlock, settle_block
from showdown.files.byte_streams import ForeignText
from showdown.files.compression import DecompressedStream
from showdown.models import Batch, Block, Source, State
from showdown.models.copy_rows import record_block
from showdown.notation.encodings import SAMPLE_BYTES, detect_wide_encoding

_SKIP_CHUNK_BYTES = 1 << 20
_MAX_DEALS_WITH_CHIPS = 1_000
_MAX_LINES = 200_000
"""Maximum numbers of deals with chips and of lines in a block of BATCH_BLOCK_BYTES.

A block with more could take up to a minute, so it is split into blocks of BATCH_SLOW_BLOCK_BYTES.
"""
_BLOCKS_RECORDED_TOGETHER = 8
"""Number of blocks recorded in one transaction."""
_BLOCKS_CUT_PER_JOB = 64
"""Number of blocks cut by one job; more for compressed files."""
_FIELD_OF_KIND = {"output": "output", "errors": "error_file"}
"""The kinds of result files, and the fields of Block with their names."""


class CutBlock(NamedTuple):
    """A new block, and the values to store in fields of its batch.

    The value of `text_bytes` is an estimate for compressed files.
    """

    block: Block
    progress: dict[str, int]


@jobs.job
def cut(batch: int) -> None:
    """Cut the next blocks of a batch, unless it has been stopped.

    Raise UnusableInput if the file can't be read.
    """
    with suppress(jobs.NoLongerWanted):
        _cut_batch(jobs.begin_batch(batch))


def _cut_batch(batch: Batch) -> None:
    """Cut and record some blocks. Then queue another job, or record that none are left.

    Raise NoLongerWanted if the batch has ended.
    """
    cuts = _cut_blocks(batch)
    # Each job reads a compressed file from the start, so it cuts as many blocks as all before it.
    max_cuts = _BLOCKS_CUT_PER_JOB
    if batch.compression:
        max_cuts = max(max_cuts, batch.blocks_cut)
    cuts_of_job = islice(cuts, max_cuts)
    for group in batched(_store_expanded_blocks(batch, cuts_of_job), _BLOCKS_RECORDED_TOGETHER):
        try:
            _record_cuts(batch, group)
        except jobs.NoLongerWanted:
            if batch.compression:
                for unrecorded in group:
                    storage.remove_file(storage.expanded_name(batch.id, unrecorded.block.number))
            raise
    is_cut = next(cuts, None) is None
    with transaction.atomic():
        batch = jobs.lock_uncut_batch(batch.pk)
        if not is_cut:
            jobs.defer(cut, batch, priority=-(batch.blocks_cut // 2) or jobs.FIRST_PRIORITY)
            return
        batch.is_cut = True
        batch.text_bytes = batch.cut_bytes
        batch.save(update_fields=["is_cut", "text_bytes"])
        if batch.all_blocks_done:
            jobs.defer(join, batch)


def _cut_blocks(batch: Batch) -> Iterator[tuple[CutBlock, bytes]]:
    """Yield the blocks that have not been cut yet, with their contents.

    Raise ForeignText if the text is UTF-16 or UTF-32.
    """
    number, offset, line = batch.blocks_cut, batch.cut_bytes, batch.cut_lines + 1
    skipped = offset if batch.compression else 0
    pieces = storage.PieceReader(batch.id, batch.input_bytes, offset - skipped)
    with storage.open_text(batch, pieces) as text:
        while skipped and (length := len(text.read(min(skipped, _SKIP_CHUNK_BYTES)))):
            skipped -= length
        reader = BlockReader(
            text,
            batch.format,
            settings.BATCH_BLOCK_BYTES,
            max_line_length=settings.BATCH_MAX_LINE_LENGTH,
            start=offset,
        )
        for content in _split_slow_blocks(batch, split_blocks(reader), offset):
            jobs.stop_if_requested()
            # Blocks are cut at line feeds of one byte, which UTF-16 and UTF-32 don't have.
            if not offset and (encoding := detect_wide_encoding(content[:SAMPLE_BYTES])):
                raise ForeignText(f"this file is {encoding[:6].upper()}; save it as UTF-8")
            text_bytes = batch.input_bytes
            if isinstance(text, DecompressedStream):
                # an estimate, with the same compression ratio throughout
                text_bytes = text_bytes * text.expanded_bytes // text.compressed_bytes
            block = Block(batch=batch, number=number, offset=offset, length=len(content), line=line)
            number += 1
            offset += len(content)
            line += count_lines(content)
            progress = {"blocks_cut": number, "cut_bytes": offset, "cut_lines": line - 1}
            progress |= {
                "text_bytes": text_bytes,
                "expanded_bytes": offset if batch.compression else 0,
            }
            yield CutBlock(block, progress), content


def _split_slow_blocks(batch: Batch, blocks: Iterable[bytes], start: int) -> Iterator[bytes]:
    """Yield the blocks; split slow ones, so that other jobs don't wait for them.

    `start` is the number of bytes before the blocks. Raise ExcessiveInput, like BlockReader.
    """
    for block in blocks:
        # Deals with chips, and invalid lines, are settled in Python instead of by kernels.
        deals_with_chips = block.count(b"In:") + block.count(b"Pot:")
        if deals_with_chips > _MAX_DEALS_WITH_CHIPS or count_lines(block) > _MAX_LINES:
            yield from split_blocks(
                BlockReader(
                    io.BytesIO(block),
                    batch.format,
                    settings.BATCH_SLOW_BLOCK_BYTES,
                    max_line_length=settings.BATCH_MAX_SLOW_LINE_LENGTH,
                    start=start,
                )
            )
        else:
            yield block
        start += len(block)


def _store_expanded_blocks(
    batch: Batch, cuts: Iterable[tuple[CutBlock, bytes]]
) -> Iterator[CutBlock]:
    """Yield the blocks without their contents, of which only one is in memory at a time.

    If the file is compressed, store the contents.
    """
    for cut_block, content in cuts:
        if batch.compression:
            storage.overwrite(storage.expanded_name(batch.id, cut_block.block.number), content)
        yield cut_block


def _record_cuts(batch: Batch, cuts: tuple[CutBlock, ...]) -> None:
    blocks = [cut_block.block for cut_block in cuts]
    with transaction.atomic():
        if jobs.lock_uncut_batch(batch.pk).blocks_cut != blocks[0].number:
            raise jobs.NoLongerWanted
        Block.objects.bulk_create(blocks)
        Batch.objects.filter(pk=batch.pk).update(**cuts[-1].progress)
        defer_blocks(batch, [block.number for block in blocks])


def defer_blocks(batch: Batch, numbers: Iterable[int]) -> None:
    """Queue a job for each block.

    Early blocks have a higher priority, so small batches overtake large ones.
    """
    for number in numbers:
        jobs.defer(settle, batch, priority=-number, block=number)


@jobs.job
def settle(batch: int, block: int) -> None:
    """Settle a block of a batch, unless it is done or the batch has been stopped."""
    unfinished_block = (
        Block.objects.unfinished()
        .select_related("batch")
        .filter(batch=batch, number=block, batch__state=State.RUNNING)
        .first()
    )
    if unfinished_block is None:
        return
    settled = settle_batch_block(unfinished_block)
    tallies = tally_block(unfinished_block.batch.game, settled, check_stop=jobs.stop_if_requested)
    contents = {"output": bytes(settled.output), "errors": line_errors_to_jsonl(settled.errors)}
    with suppress(jobs.NoLongerWanted), storage.removing_unrecorded() as names:
        for kind, content in contents.items():
            if content:
                names.append(storage.save_part(unfinished_block.batch.id, kind, block, content))
                setattr(unfinished_block, _FIELD_OF_KIND[kind], names[-1])
        _record_results(unfinished_block, settled, tallies)


def _record_results(block: Block, settled: SettledBlock, tallies: Tally) -> None:
    """Record the results, and store the deals. Raise NoLongerWanted if the block is done."""
    with transaction.atomic():
        # Lock the block, but not its batch: `exists` would lock the rows of both tables.
        unfinished = Block.objects.unfinished().select_for_update(no_key=True, of=("self",))
        if unfinished.filter(pk=block.pk, batch__state=State.RUNNING).first() is None:
            raise jobs.NoLongerWanted
        stored_deals = None
        if block.batch.stores:
            stored_deals = record_block(
                block.batch.game,
                settled,
                source=Source.BATCH,
                batch=block.batch,
                check_stop=jobs.stop_if_requested,
            )
        block.done = timezone.now()
        block.deals = settled.deals
        block.errors = len(settled.errors)
        block.output_bytes = len(settled.output)
        block.tallies = tallies
        block.save()
        # Lock the batch last, because jobs of other blocks wait for the lock.
        batch = Batch.objects.locked().get(pk=block.batch_id)
        batch.deals = F("deals") + block.deals
        batch.errors = F("errors") + block.errors
        batch.output_bytes = F("output_bytes") + block.output_bytes
        batch.done_bytes = F("done_bytes") + block.length
        batch.blocks_done += 1
        if stored_deals and stored_deals.deals:
            batch.first_deal = min(filter(None, (batch.first_deal, stored_deals.first)))
            batch.last_deal = max(filter(None, (batch.last_deal, stored_deals.last)))
        batch.save()
        if batch.all_blocks_done:
            jobs.defer(join, batch)


def settle_batch_block(block: Block) -> SettledBlock:
    """Settle the block. The output of the block begins with the separator between records."""
    batch = block.batch
    if batch.compression:
        text = storage.read_file(storage.expanded_name(batch.id, block.number))
    else:
        text = storage.read_range(batch.id, batch.input_bytes, block.offset, block.length)
    return settle_block(
        text,
        batch.game,
        batch.format,
        rules=batch.rules,
        first_line=block.line,
        is_first=False,
        check_stop=jobs.stop_if_requested,
    )


@jobs.job
def join(batch: int) -> None:
    """Finish a batch whose blocks are all done, unless it has been stopped."""
    running = Batch.objects.filter(pk=batch, state=State.RUNNING)
    batch_to_finish = running.first()
    if batch_to_finish is None or not batch_to_finish.all_blocks_done:
        return
    blocks = batch_to_finish.blocks.in_order()
    for kind, field in _FIELD_OF_KIND.items():
        storage.remove_other_parts(
            batch_to_finish.id, kind, set(blocks.values_list(field, flat=True))
        )
    tallies = add_up(blocks.values_list("tallies", flat=True))
    with transaction.atomic():
        for finished_batch in running.locked():
            finished_batch.tallies = tallies
            finished_batch.state = State.DONE
            finished_batch.finished = timezone.now()
            finished_batch.save(update_fields=["tallies", "state", "finished"])
