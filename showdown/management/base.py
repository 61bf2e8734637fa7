"""Base classes of commands, which never overwrite their inputs and report failures briefly."""

import errno
import logging
import os
import re
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from omahasite.log_records import LogStream, log_uncaught_errors
from showdown.evaluator.errors import InvalidDeal
from showdown.files.byte_streams import UnusableInput
from showdown.words.errors import error_text

STANDARD_STREAM = "-"
"""The file name that means standard input or standard output."""
INVALID_INPUT = 1
"""The exit status if part of the input is invalid, and the default exit status of CommandError."""
UNUSABLE = 2
"""The exit status if a file, an option or the database can't be used."""
_STANDARD_OUTPUT = "standard output"
_MISSING_TABLES = ("42P01", "42703", "42883", "3F000")
"""SQLSTATE codes of a missing table, column, function and schema."""
_DISK_FULL = "53100"


class InputFile(str):
    """The type of an argument that names a file or a folder to read; `-` is standard input."""

    __slots__ = ()


class OutputFile(str):
    """The type of an argument that names a file to write; `-` is standard output."""

    __slots__ = ()


class StandardOutput:
    """A wrapper around standard output that sets the `filename` of its OSErrors."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, data: Any) -> Any:
        return self._call(self._stream.write, data)

    def flush(self) -> None:
        self._call(self._stream.flush)

    def _call(self, call: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return call(*arguments)
        except OSError as error:
            error.filename = _STANDARD_OUTPUT
            raise


class ShowdownCommand(BaseCommand):
    """A command that never overwrites its inputs and reports failures in one sentence.

    Arguments of the types InputFile and OutputFile are compared before the command starts.
    """

    requires_system_checks: list[str] | str = []  # type: ignore[assignment]
    invalid_status = UNUSABLE
    """The exit status for cards, chips or options that aren't valid."""

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("stdout", StandardOutput(sys.stdout))
        super().__init__(*args, **options)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command. Raise CommandError for every expected failure."""
        try:
            _refuse_overwriting(options)
            try:
                output = super().execute(*args, **options)
            finally:
                self.stdout.flush()
        except BrokenPipeError:
            _discard_standard_output()
            sys.exit(128 + signal.SIGPIPE)
        except OSError as error:
            if error.filename == _STANDARD_OUTPUT:
                _discard_standard_output()
            reason = error.strerror or str(error)
            if isinstance(error.filename, str | bytes | os.PathLike):
                reason = f"{os.fsdecode(error.filename)}: {reason}"
            raise unusable_error(reason) from None
        except InvalidDeal as error:
            text = message_with_field(error) if error.field in options else error_text(error)
            raise CommandError(text, returncode=self.invalid_status) from None
        except UnusableInput as error:
            raise unusable_error(error) from None
        except Error as error:
            raise unusable_error(f"the database can't be used: {database_reason(error)}") from None
        return output

    def notify(self, text: str) -> None:
        """Write a message to standard error, but not in the color of errors."""
        self.stderr.write(text, str)

    def notify_of_compilation(self, is_stored: bool) -> None:
        """Explain on standard error why the first files on a machine take longer."""
        if is_stored:
            self.notify("Compiling for this machine, once: this takes up to half a minute")
        else:
            self.notify("Compiling, as on every run: no cache is writable, see NUMBA_CACHE_DIR")


class ServiceCommand(ShowdownCommand):
    """A command that runs until it is stopped. With LOG_FORMAT=json it writes only JSON."""

    def __init__(self, *args: Any, **options: Any) -> None:
        if settings.LOG_FORMAT == "json":
            options["stdout"] = LogStream("showdown.stdout", logging.INFO)
            options["stderr"] = LogStream("showdown.stderr", logging.ERROR)
            log_uncaught_errors()
        super().__init__(*args, **options)


def message_with_field(error: InvalidDeal) -> str:
    """Return the message of an error, after the name of its field if the message lacks it."""
    text = error_text(error)
    if not error.field or re.search(rf"\b{re.escape(error.field)}\b", text):
        return text
    return f"{error.field}: {text}"


def unusable_error(reason: object) -> CommandError:
    """Return the error for a file, an option or a database that can't be used."""
    return CommandError(str(reason), returncode=UNUSABLE)


def binary_stream(stream: TextIO | None) -> IO[bytes]:
    """Return a standard stream as bytes. Raise OSError if the process started without it."""
    if stream is None:
        raise OSError(errno.EBADF, "the process was started without this stream", STANDARD_STREAM)
    return stream.buffer


def database_reason(error: BaseException) -> str:
    """Return the reason of a database error, or of its innermost cause, in one line."""
    causes = []
    cause: BaseException | None = error
    while cause is not None:
        causes.append(cause)
        cause = cause.__cause__
    states = {getattr(cause, "sqlstate", None) for cause in causes}
    if states.intersection(_MISSING_TABLES):
        return "its tables are missing or of another version: run `manage.py migrate`"
    if _DISK_FULL in states:
        return "its disk is full"
    # The innermost cause has the message of the server or the driver.
    messages = (" ".join(str(cause).split()) for cause in reversed(causes))
    return next(filter(None, messages), type(error).__name__)


@contextmanager
def cleaning_up_on_termination() -> Iterator[None]:
    """Raise SystemExit in the block on SIGTERM and SIGHUP, unless the process ignores them.

    The exit status is 128 plus the number of the signal, as in a shell.
    """

    def leave(number: int, *_: object) -> None:
        sys.exit(128 + number)

    previous_handlers = {
        number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)
    }
    for number, handler in previous_handlers.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)


def interrupt(*_: object) -> None:
    """Handle a signal in the same way as Ctrl-C."""
    raise KeyboardInterrupt


def _refuse_overwriting(options: dict[str, Any]) -> None:
    """Raise CommandError if an output is also an input, another output or a key of the site."""
    files: list[Any] = []
    for value in options.values():
        files += value if isinstance(value, list | tuple) else [value]
    problems: dict[object, str] = {}
    for key in (settings.SECRET_KEY_FILE, settings.AUDIT_KEY_FILE):
        problems[_file_identity(key)] = "this is a key of the site"
    for name in (file for file in files if isinstance(file, InputFile)):
        is_folder = name != STANDARD_STREAM and Path(name).is_dir()
        for path in Path(name).rglob("*") if is_folder else [name]:
            identity = _file_identity(path, sys.stdin)
            problems[identity] = "this is the input: name another file for the output"
    for output in (file for file in files if isinstance(file, OutputFile)):
        identity = _file_identity(output, sys.stdout)
        if identity is not None and identity in problems:
            raise unusable_error(f"{output}: {problems[identity]}")
        problems[identity] = "two outputs can't go to one file"


def _file_identity(path: str | Path, standard_stream: Any = None) -> object:
    """Return a value that is the same for all names of a file; None for a device or a pipe.

    Links are followed, and the file need not exist. For `-`, return `standard_stream` itself unless
    it is redirected to or from a file.
    """
    try:
        if path == STANDARD_STREAM and standard_stream is not None:
            status = os.fstat(standard_stream.fileno())
        else:
            status = Path(path).stat()
        if stat.S_ISREG(status.st_mode):
            return status.st_dev, status.st_ino
    except FileNotFoundError:
        return os.path.realpath(path)
    except (OSError, ValueError):
        pass
    return standard_stream if path == STANDARD_STREAM else None


def _discard_standard_output() -> None:
    """Discard buffered output, which the interpreter would try to write again at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
