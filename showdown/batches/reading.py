"""Reads the results of a batch from their parts: the records and the list of errors."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import islice

from showdown.batches.files import load, pieces_of
from showdown.models import Batch
from showdown.notation.contract import Complaint


class Output:
    """The records of a batch, byte for byte as the command writes them.

    Each part begins with the separator between records; that of the first part is skipped.
    """

    def __init__(self, batch: Batch) -> None:
        blocks = batch.blocks.in_order().exclude(output="")
        self._parts = list(blocks.values_list("output", "output_bytes"))
        self._excess = len(batch.contract.separator)
        self.length = max(0, sum(length for _, length in self._parts) - self._excess)

    def read(self, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` to before `end`, a little at a time."""
        end = self.length if end is None else min(end, self.length)
        at = -self._excess
        for name, length in self._parts:
            if at < end and at + length > start:
                yield from pieces_of(name, max(0, start - at), min(length, end - at))
            at += length


def complaints(batch: Batch) -> Iterator[Complaint]:
    """All bad lines, in order; while the batch is running, those of the finished blocks."""
    parts = batch.blocks.in_order().exclude(complaints="")
    # All names at once: different threads may consume what is yielded here.
    for name in list(parts.values_list("complaints", flat=True)):
        for each in load(name).splitlines():
            yield Complaint(*json.loads(each))


def complaints_to_part(errors: Iterable[Complaint]) -> bytes:
    """The part of a block that `complaints` reads: one line of JSON for each complaint."""
    return "".join(json.dumps(error) + "\n" for error in errors).encode()


def first_complaints(batch: Batch, count: int) -> list[Complaint]:
    return list(islice(complaints(batch), count))


def complaints_as_csv(batch: Batch) -> Iterator[str]:
    """The list of errors, a thousand lines at a time."""
    every = complaints(batch)
    rows: list[tuple[object, ...]] = [Complaint._fields]
    while rows:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        yield text.getvalue()
        rows = list(islice(every, 1000))
