"""Reads settings from the environment, and secret keys from files."""

import os
import secrets
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

_SHORTEST_KEY = 32
"""Characters of the secret key."""


class Environment(environ.Env):
    """Names the variable that has an invalid value."""

    def get_value(self, var: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError:
            raise ImproperlyConfigured(f"{var} cannot be {os.environ.get(var)!r}") from None

    def bool(self, var: str, *args: Any, **kwargs: Any) -> bool:
        text = os.environ.get(var, "").lower()
        if text not in ("", "0", "no", "off", "false", "n", "f", *self.BOOLEAN_TRUE_STRINGS):
            raise ImproperlyConfigured(f"{var} cannot be {os.environ[var]!r}: say true or false")
        return super().bool(var, *args, **kwargs)

    def one_of(self, var: str, values: tuple[str, ...]) -> str:
        """The first is the default."""
        value = self.str(var, default=values[0])
        if value not in values:
            raise ImproperlyConfigured(f"{var} is one of {', '.join(values)}, not {value!r}")
        return value


env = Environment()


def secret_key(file: Path) -> str:
    """The key: SECRET_KEY, or else what the file holds. Raises ImproperlyConfigured."""
    if key := env("SECRET_KEY", default=""):
        return _checked(key, "SECRET_KEY")
    place = f"the secret key in {file}"
    try:
        return _checked(own_secret_key(file), place)
    except OSError as error:
        raise ImproperlyConfigured(
            f"no secret key can be kept at {file} ({error.strerror}):"
            " set SECRET_KEY or SECRET_KEY_FILE"
        ) from None
    except UnicodeError:
        raise ImproperlyConfigured(f"{place} is not text") from None


def own_secret_key(file: Path) -> str:
    """The key in the file. The first process creates it, whole or not at all."""
    if not file.exists():
        with NamedTemporaryFile("w", dir=file.parent, prefix=f"{file.name}-") as made:
            made.write(secrets.token_urlsafe(50))
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, file)
    return file.read_text(encoding="ascii").strip()


def _checked(key: str, place: str) -> str:
    """Whoever guesses the key can sign in as anybody."""
    if len(key) < _SHORTEST_KEY:
        raise ImproperlyConfigured(
            f"{place} has {len(key)} of the {_SHORTEST_KEY} characters that it needs:"
            " put it back from a backup, or remove it for a new one, which signs everybody out"
        )
    return key


def require(module: str, extra: str) -> None:
    """Raise ImproperlyConfigured if the module isn't installed; the extra would bring it."""
    if find_spec(module) is None:
        raise ImproperlyConfigured(f"this needs another package: uv sync --extra {extra}")
