"""Identifiers that sort by time and cannot be guessed: UUIDs of version 7 (RFC 9562).

They have 48 bits of milliseconds and 12 bits of a millisecond's fraction, like the identifiers of
PostgreSQL 18, and then 62 random bits from the operating system. Identifiers are created here and
not by the database, so that any version of PostgreSQL works, and so that the identifiers of a block
of rows are known before it is copied.

Anyone with an identifier may read the deal, so an identifier must not reveal the next one.
Implementations that increment a counter within a millisecond, such as Python's since 3.14, leave
only 32 random bits between neighbors.
"""

import os
from datetime import UTC, datetime, timedelta
from time import time_ns
from uuid import UUID

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def ticks_now() -> int:
    """Return the time in 4,096ths of a millisecond, the resolution of an identifier."""
    milliseconds, nanoseconds = divmod(time_ns(), 1_000_000)
    return (milliseconds << 12) + (nanoseconds << 12) // 1_000_000


def _build_uuid7(ticks: int, randomness: int) -> UUID:
    milliseconds, fraction = ticks >> 12, ticks & 0xFFF
    return UUID(
        int=milliseconds << 80
        | 0x7 << 76
        | fraction << 64
        | 0b10 << 62
        | randomness & 0x3FFF_FFFF_FFFF_FFFF
    )


def uuid7() -> UUID:
    return _build_uuid7(ticks_now(), int.from_bytes(os.urandom(8)))


def first_uuid7_at(moment: datetime) -> UUID:
    """Return the lowest identifier that can be created in the millisecond of this moment."""
    return _build_uuid7(max(0, (moment - _EPOCH) // _MILLISECOND) << 12, 0)


def moment_of(identifier: UUID) -> datetime:
    """Return the moment when the identifier was created, to the millisecond."""
    return _EPOCH + (identifier.int >> 80) * _MILLISECOND
