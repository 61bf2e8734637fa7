"""A progress bar on the terminal, for reading that takes more than a second."""

import sys
from contextlib import AbstractContextManager

from tqdm import tqdm

from showdown.files.readable import Readable

_SECONDS_BEFORE_SHOWN = 1


def with_progress(
    stream: Readable, size: int | None, *, quiet: bool
) -> AbstractContextManager[Readable]:
    """The stream, with a bar that shows how much has been read, the rate and the time left."""
    return tqdm.wrapattr(
        stream,
        "read",
        total=size,
        delay=_SECONDS_BEFORE_SHOWN,
        disable=quiet or sys.stderr is None or not sys.stderr.isatty(),
        file=sys.stderr,
    )
