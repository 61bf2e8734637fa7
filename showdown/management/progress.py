"""How far reading has come: a bar on the terminal, for a file that takes more than a second."""

import sys
from types import TracebackType
from typing import Self

from tqdm import tqdm

from showdown.files.readable import Readable

_SECONDS_BEFORE_SHOWN = 1


class WithProgress:
    """A stream that shows how much of it has been read, with rate and time left."""

    def __init__(self, stream: Readable, size: int | None, *, quiet: bool) -> None:
        self._stream = stream
        self._bar = tqdm(
            total=size,
            unit="B",
            unit_scale=True,
            delay=_SECONDS_BEFORE_SHOWN,
            disable=quiet or sys.stderr is None or not sys.stderr.isatty(),
            file=sys.stderr,
        )

    def read(self, size: int, /) -> bytes:
        data = self._stream.read(size)
        self._bar.update(len(data))
        return data

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.close()
