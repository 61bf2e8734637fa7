"""What jobs have in common that go through the whole file of a batch."""

from django.utils import timezone

from showdown.batches.expanding import Expanded
from showdown.batches.files import PieceReader
from showdown.batches.limits import most_expanded_bytes
from showdown.models import Batch, State


class NoLongerWanted(Exception):
    """The batch has ended or was cut in the meantime: nothing may be recorded."""


def wanted(number: int) -> Batch:
    """The batch, locked, if there is still work to do. Raises NoLongerWanted."""
    batch = Batch.objects.locked().under_way().filter(pk=number, is_cut=False).first()
    if batch is None:
        raise NoLongerWanted
    return batch


def mark_running(batch: Batch) -> None:
    """Say that it has begun, unless another worker has said so; it is not saved."""
    batch.state = State.RUNNING
    batch.started = batch.started or timezone.now()


def expanded(batch: Batch, pieces: PieceReader) -> Expanded:
    """The text of its file, from where the pieces are."""
    return Expanded(pieces, batch.compression, batch.input_bytes, most_expanded_bytes(batch))
