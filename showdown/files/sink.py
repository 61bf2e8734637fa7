"""What is written piece by piece, and taken on before there is more of it."""


class Sink:
    """A file to write to, whose content can be taken out as it comes."""

    def __init__(self) -> None:
        self._held: list[bytes] = []
        self.closed = False

    def write(self, content: bytes) -> int:
        self._held.append(bytes(content))
        return len(content)

    def flush(self) -> None:
        """Nothing is buffered."""

    def close(self) -> None:
        self.closed = True

    def take(self) -> bytes:
        taken, self._held = b"".join(self._held), []
        return taken
