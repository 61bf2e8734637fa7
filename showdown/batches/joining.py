"""The last job of a batch: when all blocks are done, they become one result.

The output is not copied into one file; it is the blocks' parts, one after the other.
"""

from django.db import transaction
from django.utils import timezone

from showdown.batches.files import remove_parts_but
from showdown.batches.jobs import job
from showdown.batches.tallies import add_up
from showdown.models import Batch, State


@job
def join(batch: int) -> None:
    """Finish a batch whose blocks are all done, unless it has been stopped."""
    running = Batch.objects.filter(pk=batch, state=State.RUNNING)
    done = running.first()
    if done is None or not done.all_blocks_done:
        return
    blocks = done.blocks.in_order()
    for kind, field in (("output", "output"), ("errors", "complaints")):
        remove_parts_but(done.id, kind, set(blocks.values_list(field, flat=True)))
    tallies = add_up(blocks.values_list("tallies", flat=True))
    with transaction.atomic():
        for each in running.locked():
            each.tallies = tallies
            each.state = State.DONE
            each.finished = timezone.now()
            each.save(update_fields=["tallies", "state", "finished"])
