"""Read settings from environment variables, and secret keys from files.

An empty variable counts as not set. An invalid value raises ImproperlyConfigured.
"""

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

_MIN_KEY_LENGTH = 32
"""Minimum length of the secret key: anyone who guesses it can sign in as any user."""

_TRUE_WORDS = ("true", "on", "ok", "y", "yes", "1")
_FALSE_WORDS = ("false", "off", "no", "n", "f", "0")


def text(var: str, default: Any = "") -> Any:
    """Return the value, or the default, which may be of another type."""
    return os.environ.get(var) or default


def boolean(var: str, *, default: bool) -> bool:
    value = os.environ.get(var, "").lower()
    if value and value not in (*_TRUE_WORDS, *_FALSE_WORDS):
        raise ImproperlyConfigured(f"{var} must be true or false, not {os.environ[var]!r}")
    return value in _TRUE_WORDS if value else default


def number[Number: (int, float)](
    var: str, default: Number, minimum: Number, maximum: Number
) -> Number:
    """Return a number of the default's type from `minimum` to `maximum`.

    Until version 2.0, the former names of the limits are accepted, such as `MOST_BODY_BYTES` for
    `MAX_BODY_BYTES`.
    """
    former_name = var.replace("MAX_", "MOST_")
    if not os.environ.get(var) and os.environ.get(former_name):
        var = former_name
    value_text = os.environ.get(var, "").strip()
    with suppress(ValueError):
        value = type(default)(value_text) if value_text else default
        if minimum <= value <= maximum:
            return value
    expected = "a whole number" if isinstance(default, int) else "a number"
    raise ImproperlyConfigured(
        f"{var} must be {expected} from {minimum:g} to {maximum:g}, not {value_text!r}"
    )


def bytes_limit(var: str, default: int) -> int:
    """Return a number of bytes."""
    return number(var, default, minimum=1, maximum=1 << 50)


def days(var: str, default: float) -> float:
    """Return a number of days, up to a century; 0 means no limit."""
    return number(var, default, minimum=0.0, maximum=36_500.0)


def requests_a_minute(var: str, default: int) -> tuple[int, int]:
    """Return a rate limit: the number of requests, and the period in seconds."""
    return number(var, default, minimum=1, maximum=1_000_000), 60


def names(var: str, default: list[str]) -> list[str]:
    """Return the comma-separated items without surrounding whitespace."""
    parts = [part.strip() for part in os.environ.get(var, "").split(",")]
    return [part for part in parts if part] or default


def hosts(var: str, default: list[str]) -> list[str]:
    """Return the comma-separated host names and addresses; IPv6 addresses are in brackets."""
    host_names = names(var, default)
    for host in host_names:
        is_bracketed = host.startswith("[") and host.endswith("]")
        if "/" in host or " " in host or (":" in host and not is_bracketed):
            raise ImproperlyConfigured(
                f"{var} must have names or addresses without a scheme or a port, not {host!r}"
            )
    return host_names


def one_of(var: str, values: tuple[str, ...]) -> str:
    """Return one of the values; the first is the default."""
    value = os.environ.get(var, "") or values[0]
    if value not in values:
        raise ImproperlyConfigured(f"{var} must be one of {', '.join(values)}, not {value!r}")
    return value


def mail(var: str, default: str) -> dict[str, Any]:
    try:
        return environ.Env.email_url_config(text(var, default))
    except (ImproperlyConfigured, ValueError) as error:
        raise ImproperlyConfigured(f"{var} can't be read: {error}") from None


def database(var: str) -> dict[str, Any] | None:
    """Return Django's database settings for a URL, parsed by libpq; None if it is not set."""
    if not (url := os.environ.get(var, "")):
        return None
    if not url.startswith(("postgresql://", "postgres://")):
        raise ImproperlyConfigured(f"{var} must begin with postgresql://")
    try:
        options = conninfo_to_dict(url)
    except Error as error:
        raise ImproperlyConfigured(f"{var} can't be read: {str(error).strip()}") from None
    keys = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host"}
    parts = {name: str(options.pop(key, "")) for name, key in keys.items()}
    port = str(options.pop("port", ""))
    if not parts["NAME"]:
        raise ImproperlyConfigured(f"{var} must end with the name of a database: …/showdown")
    for item in filter(None, port.split(",")):
        if not (item.isdecimal() and 0 < int(item) < 1 << 16):
            raise ImproperlyConfigured(f"{var} has an invalid port: {item!r}")
    engine = "django.db.backends.postgresql"
    return {"ENGINE": engine, **parts, "PORT": port, "OPTIONS": options}


def secret_key(file: Path) -> str:
    """Return SECRET_KEY or, if it isn't set, the key in the file.

    Raise ImproperlyConfigured if the key is too short or can't be stored.
    """
    if key := text("SECRET_KEY"):
        return _check_length(key, "SECRET_KEY")
    origin = f"the secret key in {file}"
    try:
        return _check_length(load_or_create_key(file), origin)
    except OSError as error:
        raise ImproperlyConfigured(
            f"no secret key can be stored at {file} ({error.strerror}):"
            " set SECRET_KEY or SECRET_KEY_FILE"
        ) from None
    except UnicodeError:
        raise ImproperlyConfigured(f"{origin} is not text") from None


def load_or_create_key(file: Path) -> str:
    """Return the key in the file, which is created atomically if it is missing."""
    if not file.exists():
        with NamedTemporaryFile("w", dir=file.parent, prefix=f"{file.name}-") as new_file:
            new_file.write(secrets.token_urlsafe(50))
            new_file.flush()
            with suppress(FileExistsError):
                os.link(new_file.name, file)
    return file.read_text(encoding="ascii").strip()


def _check_length(key: str, origin: str) -> str:
    if len(key) < _MIN_KEY_LENGTH:
        raise ImproperlyConfigured(
            f"{origin} has {len(key)} of the {_MIN_KEY_LENGTH} characters that it needs:"
            " restore it from a backup, or delete it to create a new one, which signs everyone out"
        )
    return key


def require_module(module: str, extra: str) -> None:
    """Raise ImproperlyConfigured if a module that the extra installs is missing."""
    if find_spec(module) is None:
        raise ImproperlyConfigured(f"a setting needs another package: uv sync --extra {extra}")
