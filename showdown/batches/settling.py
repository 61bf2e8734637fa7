"""Settles one block of a batch, and makes sure that a block that is settled twice counts once.

Results are first written to files with unique names. The stored deals, the file names, the counts
and, after the last block, the job that joins the blocks are then recorded in one transaction that
locks the block. A worker that comes second finds the block done, and removes its own files.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from showdown.batches.counting import tally_of
from showdown.batches.files import expanded_name, load, read_range, remove, save
from showdown.batches.jobs import defer, job
from showdown.batches.joining import join
from showdown.batches.reading import complaints_to_part
from showdown.files.blocks import SettledBlock, settle_block
from showdown.models import Batch, Block, Source, State
from showdown.models.copy import Stored, record_block


class AlreadyDone(Exception):
    """The block was settled by another worker, or is no longer wanted."""


def defer_blocks(batch: Batch, numbers: Iterable[int]) -> None:
    """Queue a job for each block. Early blocks come first, so small batches overtake large ones."""
    for number in numbers:
        defer(settle, batch, priority=-number, block=number)


@job
def settle(batch: int, block: int) -> None:
    """Settle a block of a batch, unless it is done or the batch has been stopped."""
    found = (
        Block.objects.undone()
        .select_related("batch")
        .filter(batch=batch, number=block, batch__state=State.RUNNING)
        .first()
    )
    if found:
        _settle(found)


def _settle(block: Block) -> None:
    batch = block.batch
    settled = settled_block(block)
    tallies = tally_of(batch.game, settled)
    with _written(block, settled) as (output, complaints), transaction.atomic():
        _hold(block)
        stored = (
            record_block(batch.game, settled, source=Source.BATCH, batch=batch)
            if batch.stores
            else None
        )
        block.done = timezone.now()
        block.deals = settled.deals
        block.errors = len(settled.errors)
        block.output, block.output_bytes = output, len(settled.output)
        block.complaints = complaints
        block.tallies = tallies
        block.save()
        _count(block, stored)


def bytes_of(block: Block) -> bytes:
    """The text of the block."""
    batch = block.batch
    if batch.compression:
        return load(expanded_name(batch.id, block.number))
    return read_range(batch.id, batch.input_bytes, block.offset, block.length)


def settled_block(block: Block) -> SettledBlock:
    """The settled block; its output begins with the separator between records."""
    batch = block.batch
    return settle_block(
        *(bytes_of(block), batch.game, batch.contract),
        rules=batch.rules,
        first_line=block.line,
        is_first=False,
    )


@contextmanager
def _written(block: Block, settled: SettledBlock) -> Iterator[tuple[str, str]]:
    """The names of the files written, which are removed again if recording them fails.

    If the connection is lost, nobody knows whether they were recorded, so they stay: files that no
    block names are removed at the end of the batch.
    """
    complaints = complaints_to_part(settled.errors)
    names: list[str] = []
    try:
        for kind, data in (("output", bytes(settled.output)), ("errors", complaints)):
            names.append(save(block.batch.id, kind, block.number, data) if data else "")
        yield names[0], names[1]
    except (OperationalError, InterfaceError):
        raise
    except BaseException as error:
        for name in names:
            remove(name)
        if not isinstance(error, AlreadyDone):
            raise


def _hold(block: Block) -> None:
    """Lock the block, but not its batch, for this transaction. Raises AlreadyDone."""
    # Not `exists`, which would lock the rows of both tables.
    undone = Block.objects.undone().select_for_update(no_key=True, of=("self",))
    if undone.filter(pk=block.pk, batch__state=State.RUNNING).first() is None:
        raise AlreadyDone


def _count(block: Block, stored: Stored | None) -> None:
    """Add the block's counts to its batch. This comes last because other blocks have to wait."""
    batch = Batch.objects.locked().get(pk=block.batch_id)
    batch.deals = F("deals") + block.deals
    batch.errors = F("errors") + block.errors
    batch.output_bytes = F("output_bytes") + block.output_bytes
    batch.done_bytes = F("done_bytes") + block.length
    batch.blocks_done += 1
    if stored and stored.deals:
        batch.first_deal = min(filter(None, (batch.first_deal, stored.first)))
        batch.last_deal = max(filter(None, (batch.last_deal, stored.last)))
    batch.save()
    if batch.all_blocks_done:
        defer(join, batch)
