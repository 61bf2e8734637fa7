"""Hashes passwords a few at a time, so that many who sign in leave the processor to the pages.

A hash takes half a second of a core, by intent. Beyond those that are being made a few may wait;
whoever comes then is told to come again, because a thread that waits answers no page either.
"""

from threading import BoundedSemaphore

from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher

_AT_WORK = BoundedSemaphore(settings.PASSWORDS_AT_ONCE)
_ADMITTED = BoundedSemaphore(settings.PASSWORDS_AT_ONCE + settings.PASSWORDS_WAITING)


class TooManyPasswords(Exception):
    """As many passwords as may be are waiting to be hashed in this process."""


class PasswordHasher(PBKDF2PasswordHasher):
    """Django's own, a few at a time; what it has hashed is what Django would have."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Raises TooManyPasswords."""
        if not _ADMITTED.acquire(blocking=False):
            raise TooManyPasswords
        try:
            with _AT_WORK:
                return super().encode(password, salt, iterations)
        finally:
            _ADMITTED.release()
