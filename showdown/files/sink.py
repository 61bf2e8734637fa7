"""A file object whose content is taken out while it is written."""


class Sink:
    """A file to write to, whose content can be taken out as it comes."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self.closed = False

    def write(self, content: bytes) -> int:
        self._held.append(bytes(content))
        return len(content)

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        taken, self._held = b"".join(self._held), []
        return taken
