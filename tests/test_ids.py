"""Identifiers have version 7 and contain the time, by which they are ordered."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from uuid import UUID

import numpy as np

from showdown.models.copy import identifiers
from showdown.models.ids import first_uuid7_at, moment_of, uuid7

SECOND = timedelta(seconds=1)


def bulk_uuids(count: int) -> list[UUID]:
    return [UUID(bytes=bytes(row)) for row in identifiers(count)]


def test_an_identifier_has_version_7_and_its_creation_time():
    for made in (uuid7(), *bulk_uuids(3)):
        assert (made.version, made.variant) == (7, UUID(int=0x8000 << 48).variant)
        assert abs(moment_of(made) - datetime.now(UTC)) < timedelta(minutes=10)


def test_the_time_is_where_rfc_9562_has_it():
    example = UUID("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")  # the RFC's example
    assert moment_of(example) == datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)


def test_identifiers_of_a_block_ascend_and_none_is_guessable_from_its_neighbor():
    made = bulk_uuids(5_000)
    assert all(one < next_one for one, next_one in pairwise(made))
    random_parts = np.array([uuid.int & (1 << 62) - 1 for uuid in made], dtype=np.uint64)
    assert len(set(random_parts.tolist())) == len(made)
    ones = sum(int(part).bit_count() for part in random_parts) / (62 * len(made))
    assert 0.49 < ones < 0.51


def test_moments_divide_identifiers():
    made = uuid7()
    assert first_uuid7_at(moment_of(made)) <= made < first_uuid7_at(moment_of(made) + SECOND)
    assert first_uuid7_at(datetime(1, 1, 1, tzinfo=UTC)) == UUID(int=0x7000 << 64 | 1 << 63)
