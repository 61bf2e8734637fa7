"""How far reading has come: a bar on the terminal, for a file that takes more than a second."""

import sys
from contextlib import AbstractContextManager

from tqdm import tqdm

from showdown.files.readable import Readable

_SECONDS_BEFORE_SHOWN = 1


def with_progress(
    stream: Readable, size: int | None, *, quiet: bool
) -> AbstractContextManager[Readable]:
    """The stream; while it is read, it shows how much of it has been, with rate and time left."""
    return tqdm.wrapattr(
        stream,
        "read",
        total=size,
        delay=_SECONDS_BEFORE_SHOWN,
        disable=quiet or sys.stderr is None or not sys.stderr.isatty(),
        file=sys.stderr,
    )
