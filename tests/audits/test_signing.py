"""Any change to the lines of a report is detected."""

import json
import stat

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from showdown.audits.signing import KeyUnusable, Tampered, chained, key_in, public_text, verify

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OBJECTS = [{"audit": {"name": "log"}}, {"hand": "1"}, {"hand": "2"}, {"hand": "3"}, {"totals": {}}]


@pytest.fixture
def lines():
    return list(chained(OBJECTS, KEY))


def test_a_report_as_it_was_written_is_signed_by_its_key(lines):
    assert verify(lines) == public_text(KEY)
    for line, said in zip(lines, OBJECTS, strict=True):
        assert json.loads(line) | said == json.loads(line)


def test_the_same_objects_give_the_same_bytes(lines):
    assert lines == list(chained(OBJECTS, KEY))


TAMPERINGS = {
    "an entry is dropped": lambda lines: [lines[0], *lines[2:]],
    "the header is dropped": lambda lines: lines[1:],
    "two entries change places": lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
    "an entry comes twice": lambda lines: [*lines[:2], *lines[1:]],
    "something is appended": lambda lines: [*lines, lines[1]],
    "the end is missing": lambda lines: lines[:-1],
    "the last line is cut off": lambda lines: [*lines[:-1], lines[-1][:-20]],
    "nothing is left": lambda lines: [],
    "a line has no chain": lambda lines: [*lines[:1], b'{"hand": "1"}\n', *lines[2:]],
    "it isn't a report": lambda lines: [b"hello\n"],
    "another key is named": lambda lines: [
        *lines[:-1],
        lines[-1].replace(public_text(KEY).encode(), b"0" * 64),
    ],
    "a shorter report is chained, without the key": lambda lines: [
        *list(chained(OBJECTS[:1] + OBJECTS[2:], KEY))[:-1],
        lines[-1],
    ],
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_tampering_is_found(lines, tampering):
    with pytest.raises(Tampered):
        verify(TAMPERINGS[tampering](lines))


def test_any_changed_byte_is_found(lines):
    text = b"".join(lines)
    for index in range(0, len(text), 3):
        changed = bytearray(text)
        changed[index] ^= 1
        with pytest.raises(Tampered):
            verify(bytes(changed).splitlines(keepends=True))


def test_a_report_signed_again_has_another_key(lines):
    other = Ed25519PrivateKey.generate()
    assert verify(chained(OBJECTS[:2] + OBJECTS[3:], other)) != verify(lines)


def test_the_key_is_created_once_and_readable_only_by_its_owner(tmp_path):
    file = tmp_path / "key"
    assert public_text(key_in(file)) == public_text(key_in(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.write_text("no key")
    with pytest.raises(KeyUnusable):
        key_in(file)
