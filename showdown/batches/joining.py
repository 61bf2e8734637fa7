"""The last job of a batch: its blocks are done, and become one result.

The output is not copied together: it is the parts of the blocks, one after the other.
"""

from django.db import transaction
from django.utils import timezone

from showdown.batches.files import remove_parts_but
from showdown.batches.tallies import add_up
from showdown.models import Batch, State


def join(number: int) -> None:
    """Finish a batch of which all blocks are done, unless it is not to go on."""
    batch = Batch.objects.filter(pk=number, state=State.RUNNING).first()
    if batch is None or not batch.all_blocks_done:
        return
    blocks = batch.blocks.in_order()
    for kind, field in (("output", "output"), ("errors", "complaints")):
        remove_parts_but(batch.id, kind, set(blocks.values_list(field, flat=True)))
    tallies = add_up(blocks.values_list("tallies", flat=True))
    with transaction.atomic():
        batch = Batch.objects.locked().filter(pk=number, state=State.RUNNING).first()
        if batch:
            batch.tallies = tallies
            batch.state = State.DONE
            batch.finished = timezone.now()
            batch.save(update_fields=["tallies", "state", "finished"])
