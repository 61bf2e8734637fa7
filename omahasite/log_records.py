"""Logging settings, and filters and formatters that protect the log from external input."""

import logging
import re
import sys
from contextvars import ContextVar
from io import TextIOBase
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="-")

_MAX_MESSAGE_LENGTH = 4000
_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line ends, and characters that change the text direction."""
_SECRET = re.compile(r"(/nights/|/account/reset/[^/\s]+/)[\w%~.-]+")
"""A path with a secret that grants access; the group is the part before the secret."""


class RecordFilter(logging.Filter):
    """A filter that adds the request id to each record, shortens messages, and removes secrets.

    The id is `-` outside of requests.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if not hasattr(record, "request_id"):
            record.request_id = request_id.get()
        message = record.getMessage()
        safe_message = message
        if len(message) > _MAX_MESSAGE_LENGTH:
            safe_message = f"{message[:_MAX_MESSAGE_LENGTH]}…"
        safe_message = _SECRET.sub(r"\1…", safe_message)
        if safe_message != message:
            record.msg, record.args = safe_message, None
        if path := getattr(record, "path", None):
            record.path = _SECRET.sub(r"\1…", str(path))
        return True


class LineFormatter(logging.Formatter):
    """A formatter that escapes line ends and control characters, and indents tracebacks.

    Records in JSON don't need it: JSON escapes these characters.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802, logging's own name
        record.message = _escape(record.message)
        return super().formatMessage(record)

    def formatException(self, ei) -> str:  # type: ignore[no-untyped-def]  # noqa: N802
        return _indent(super().formatException(ei))

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        return _indent(super().formatStack(stack_info))


class LogStream(TextIOBase):
    """A stream that logs each written text as one record."""

    def __init__(self, logger: str, level: int) -> None:
        self._logger, self._level = logging.getLogger(logger), level

    def write(self, text: str) -> int:
        if text.strip():
            self._logger.log(self._level, "%s", text.strip())
        return len(text)


def log_uncaught_errors() -> None:
    """Log uncaught errors, with their tracebacks, instead of printing them."""

    def log(*exc_info) -> None:  # type: ignore[no-untyped-def]
        logging.getLogger("showdown").critical("uncaught error", exc_info=exc_info)

    sys.excepthook = log


def logging_settings(level: str, log_format: str) -> dict[str, Any]:
    """Return the value of LOGGING. Client errors appear in responses, not in the log."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"records": {"()": "omahasite.log_records.RecordFilter"}},
        "formatters": {
            "text": {
                "()": "omahasite.log_records.LineFormatter",
                "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
                "style": "{",
            },
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "format": "{levelname}{name}{request_id}{message}",
                "timestamp": "time",
                "style": "{",
                "rename_fields": {"levelname": "level", "name": "logger"},
            },
        },
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "filters": ["records"],
                "formatter": log_format,
            },
            # for the standard output of `up` and `worker` if the log is JSON
            "stdout": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stdout",
                "filters": ["records"],
                "formatter": "json",
            },
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"level": "NOTSET"},
            "django.request": {"level": "ERROR"},
            "django.security": {"level": "CRITICAL"},
            "axes": {"level": "ERROR"},
            # procrastinate logs each step of each job at INFO
            "procrastinate": {"level": "DEBUG" if level == "DEBUG" else "WARNING"},
            "showdown.stdout": {"handlers": ["stdout"], "level": "INFO", "propagate": False},
        },
    }


def _indent(text: str) -> str:
    return "\n".join(f"  {_escape(line)}" for line in text.split("\n"))


def _escape(text: str) -> str:
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
