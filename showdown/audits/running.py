"""Audits a stream from its first byte to its last."""

from collections.abc import Iterator

from showdown.audits.array_judging import Judged
from showdown.audits.repeated import each_once
from showdown.audits.report import Audit
from showdown.files.log_hands import hands_in
from showdown.files.readable import Readable


def judged_hands(audit: Audit, stream: Readable, most_bytes: int) -> Iterator[Judged]:
    """Every hand of a log, or of a zip of logs with at most so many bytes, each once.

    Raises UnusableInput.
    """
    return audit.read(each_once(hands_in(stream, most_bytes)))
