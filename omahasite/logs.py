"""Log records in which whatever comes from outside can neither forge a line nor fill the disk."""

import logging
import re
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_LONGEST = 4000
"""Characters of a message."""
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line ends, and what turns the direction of writing."""


class RecordFilter(logging.Filter):
    """Gives each record the id of its request (`-` outside requests), and bounds its message."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "request_id"):
            record.request_id = request_id.get()
        message = record.getMessage()
        if len(message) > _LONGEST:
            record.msg, record.args = f"{message[:_LONGEST]}…", None
        return True


class LineFormatter(logging.Formatter):
    """Text with one line for each record; the lines of a traceback are indented.

    JSON needs no such formatter: it escapes these characters itself.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, logging's own name
        record.message = _escaped(record.message)
        return super().formatMessage(record)

    def formatException(self, ei) -> str:  # type: ignore[no-untyped-def]  # noqa: N802
        return _indented(super().formatException(ei))

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        return _indented(super().formatStack(stack_info))


def _indented(text: str) -> str:
    return "\n".join(f"  {_escaped(line)}" for line in text.split("\n"))


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
