"""What came out of a batch, read from its parts: the records, and the list of errors."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from showdown.batches.files import load
from showdown.models import Batch


class Complaint(NamedTuple):
    """What is wrong in a line."""

    line: int
    message: str


class Output:
    """The records of a batch, byte for byte as the command writes them.

    Each part ends with a blank line, which is to stand between records: the last has it in excess.
    """

    def __init__(self, batch: Batch) -> None:
        blocks = batch.blocks.in_order().exclude(output="")
        self._parts = list(blocks.values_list("output", "output_bytes"))
        self.length = max(0, sum(length for _, length in self._parts) - 1)

    def read(self, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` to before `end`, a part at a time."""
        end = self.length if end is None else min(end, self.length)
        at = 0
        for name, length in self._parts:
            if at < end and at + length > start:
                yield load(name)[max(0, start - at) : end - at]
            at += length


def complaints(batch: Batch) -> Iterator[Complaint]:
    """Every line in error, in order; of a batch under way, those of the blocks that are done."""
    parts = batch.blocks.in_order().exclude(complaints="")
    for name in parts.values_list("complaints", flat=True).iterator(chunk_size=100):
        for each in load(name).splitlines():
            yield Complaint(*json.loads(each))


def complaints_to_part(errors: Iterable[tuple[int, str]]) -> bytes:
    """The part of a block that `complaints` reads: a line of JSON for each."""
    return "".join(json.dumps(error) + "\n" for error in errors).encode()


def first_complaints(batch: Batch, count: int) -> list[Complaint]:
    return list(islice(complaints(batch), count))


def complaints_as_csv(batch: Batch) -> Iterator[str]:
    """The list of errors, a thousand lines at a time."""
    every = complaints(batch)
    rows: list[tuple[object, ...]] = [("line", "error")]
    while rows:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        yield text.getvalue()
        rows = list(islice(every, 1000))
