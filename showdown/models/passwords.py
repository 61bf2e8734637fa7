"""Hashes passwords a few at a time, so that many sign-ins leave processor time for the pages.

A hash takes half a second of a core, by design. A few may wait for their turn; anyone after that is
told to try again, because a waiting thread can't answer a page either.
"""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import PBKDF2PasswordHasher

_AT_ONCE = 1
_WAITING = 4
_AT_WORK = BoundedSemaphore(_AT_ONCE)
_ADMITTED = BoundedSemaphore(_AT_ONCE + _WAITING)


class TooManyPasswords(Exception):
    """Too many passwords are waiting to be hashed in this process."""


class PasswordHasher(PBKDF2PasswordHasher):
    """Django's own hasher, a few at a time; the hashes are the same."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Raises TooManyPasswords."""
        if not _ADMITTED.acquire(blocking=False):
            raise TooManyPasswords
        try:
            with _AT_WORK:
                return super().encode(password, salt, iterations)
        finally:
            _ADMITTED.release()
