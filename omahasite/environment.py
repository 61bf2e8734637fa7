"""Read settings from environment variables, and secret keys from files."""

import os
import secrets
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from psycopg import Error
from psycopg.conninfo import conninfo_to_dict

_SHORTEST_KEY = 32
"""Minimum length of the secret key, because anyone who guesses it can sign in as any user."""


class Environment(environ.Env):
    """A reader of settings from the environment. An empty variable counts as not set.

    All methods raise ImproperlyConfigured with the name of the setting.
    """

    def get_value(
        self, var: str, cast: Any = None, default: Any = None, parse_default: Any = False
    ) -> Any:
        """Return a value, or the default. Unlike in django-environ, a leading `$` is literal."""
        text = os.environ.get(var, "")
        if not text and default is self.NOTSET:
            raise ImproperlyConfigured(f"{var} is not set")
        return self.parse_value(text or default, cast) if text or parse_default else default

    def bool(self, var: str, *args: Any, **kwargs: Any) -> bool:
        text = os.environ.get(var, "").lower()
        if text not in ("", "0", "no", "off", "false", "n", "f", *self.BOOLEAN_TRUE_STRINGS):
            raise ImproperlyConfigured(f"{var} must be true or false, not {os.environ[var]!r}")
        return super().bool(var, *args, **kwargs)

    def number[Number: (int, float)](
        self, var: str, default: Number, least: Number, most: Number
    ) -> Number:
        """Return a number of the default's type from `least` to `most`."""
        text = os.environ.get(var, "").strip()
        with suppress(ValueError):
            value = type(default)(text) if text else default
            if least <= value <= most:
                return value
        kind = "a whole number" if isinstance(default, int) else "a number"
        raise ImproperlyConfigured(f"{var} must be {kind} from {least:g} to {most:g}, not {text!r}")

    def bytes_limit(self, var: str, default: int) -> int:
        """Return a number of bytes."""
        return self.number(var, default, least=1, most=1 << 50)

    def days(self, var: str, default: float) -> float:
        """Return a number of days, up to a century; 0 means no limit."""
        return self.number(var, default, least=0.0, most=36_500.0)

    def requests_a_minute(self, var: str, default: int) -> tuple[int, int]:
        """Return a rate limit: the number of requests, and the period in seconds."""
        return self.number(var, default, least=1, most=1_000_000), 60

    def names(self, var: str, default: list[str]) -> list[str]:
        """Return the comma-separated items without surrounding whitespace."""
        parts = [part.strip() for part in os.environ.get(var, "").split(",")]
        return [part for part in parts if part] or default

    def hosts(self, var: str, default: list[str]) -> list[str]:
        hosts = self.names(var, default)
        for host in hosts:
            bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
            if "/" in host or " " in host or (bare is host and ":" in host):
                raise ImproperlyConfigured(
                    f"{var} must have names or addresses without a scheme or a port, not {host!r}"
                )
        return hosts

    def one_of(self, var: str, values: tuple[str, ...]) -> str:
        """Return one of the values; the first is the default."""
        value = os.environ.get(var, "") or values[0]
        if value not in values:
            raise ImproperlyConfigured(f"{var} must be one of {', '.join(values)}, not {value!r}")
        return value

    def mail(self, var: str, default: str) -> dict[str, Any]:
        try:
            return self.email_url(var, default=default)
        except (ImproperlyConfigured, ValueError) as error:
            raise ImproperlyConfigured(f"{var} can't be read: {error}") from None

    def database(self, var: str) -> dict[str, Any] | None:
        """Return Django's settings for a PostgreSQL URL, as libpq reads it; None if not set."""
        if not (url := os.environ.get(var, "")):
            return None
        if not url.startswith(("postgresql://", "postgres://")):
            raise ImproperlyConfigured(f"{var} must begin with postgresql://")
        try:
            options = conninfo_to_dict(url)
        except Error as error:
            raise ImproperlyConfigured(f"{var} can't be read: {str(error).strip()}") from None
        names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host"}
        parts = {name: str(options.pop(key, "")) for name, key in names.items()}
        port = str(options.pop("port", ""))
        if not parts["NAME"]:
            raise ImproperlyConfigured(f"{var} must end with the name of a database: …/showdown")
        for number in filter(None, port.split(",")):
            if not (number.isdecimal() and 0 < int(number) < 1 << 16):
                raise ImproperlyConfigured(f"{var} has an invalid port: {number!r}")
        engine = "django.db.backends.postgresql"
        return {"ENGINE": engine, **parts, "PORT": port, "OPTIONS": options}


env = Environment()


def secret_key(file: Path) -> str:
    """Return SECRET_KEY or, if it isn't set, the key in the file.

    Raise ImproperlyConfigured if the key is too short or can't be stored.
    """
    if key := env("SECRET_KEY", default=""):
        return _check_length(key, "SECRET_KEY")
    origin = f"the secret key in {file}"
    try:
        return _check_length(own_secret_key(file), origin)
    except OSError as error:
        raise ImproperlyConfigured(
            f"no secret key can be stored at {file} ({error.strerror}):"
            " set SECRET_KEY or SECRET_KEY_FILE"
        ) from None
    except UnicodeError:
        raise ImproperlyConfigured(f"{origin} is not text") from None


def own_secret_key(file: Path) -> str:
    """Return the key in the file, which is created atomically if it is missing."""
    if not file.exists():
        with NamedTemporaryFile("w", dir=file.parent, prefix=f"{file.name}-") as made:
            made.write(secrets.token_urlsafe(50))
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, file)
    return file.read_text(encoding="ascii").strip()


def _check_length(key: str, origin: str) -> str:
    if len(key) < _SHORTEST_KEY:
        raise ImproperlyConfigured(
            f"{origin} has {len(key)} of the {_SHORTEST_KEY} characters that it needs:"
            " restore it from a backup, or delete it to create a new one, which signs everyone out"
        )
    return key


def require(module: str, extra: str) -> None:
    """Raise ImproperlyConfigured if a module that the extra installs is missing."""
    if find_spec(module) is None:
        raise ImproperlyConfigured(f"a setting needs another package: uv sync --extra {extra}")
