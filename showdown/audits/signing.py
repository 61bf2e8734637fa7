"""Make reports tamper-evident: each line has a hash of all lines so far, and the last is signed.

Each line is a JSON object whose `chain` is the SHA-256 of the previous line's chain (in hex; empty
for the first line) and the line itself without its `chain`. The last line, the only one with a
`signature`, signs its own chain with Ed25519. Changing, dropping, moving or adding a line breaks
the chain.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

_SIGNATURE_PREFIX = b"showdown audit report\0"
"""Prefix of signed bytes, so that other signatures by the key are not valid for reports."""
_TAIL = re.compile(
    rb', "chain": "([0-9a-f]{64})"'
    rb'(?:, "key": "([0-9a-f]{64})", "signature": "([0-9a-f]{128})")?\}\n'
)
_MAX_TAIL_LENGTH = 512
_MAX_LINE_LENGTH = 16 << 20


class Tampered(Exception):
    """A report was changed after it was signed; `line` is the first line that shows the change."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line


class KeyUnusable(Exception):
    """The key file contains no Ed25519 key."""


def load_or_create_key(file: Path) -> Ed25519PrivateKey:
    """Return the key in the file; create the file, readable only by its owner, if it is missing.

    The file is created atomically, so several processes may call this at the same time. Raise
    OSError if the file can't be read, and KeyUnusable if it contains no Ed25519 key.
    """
    if not file.exists():
        new_key = Ed25519PrivateKey.generate()
        text = new_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with NamedTemporaryFile(dir=file.parent, prefix=f"{file.name}-") as new_file:
            new_file.write(text)
            new_file.flush()
            with suppress(FileExistsError):
                os.link(new_file.name, file)
    try:
        key = load_pem_private_key(file.read_bytes(), None)
    except (ValueError, TypeError):
        raise KeyUnusable(f"{file} isn't an Ed25519 key") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyUnusable(f"{file} contains another type of key; Ed25519 is required")
    return key


def public_key_hex(key: Ed25519PrivateKey) -> str:
    """Return the public key in hex, as in reports."""
    return key.public_key().public_bytes_raw().hex()


def sign_lines(
    objects: Iterable[dict[str, Any] | bytes], key: Ed25519PrivateKey
) -> Iterator[bytes]:
    """Yield the lines of a report from objects or their JSON; sign the last one."""
    chain, previous = "", None
    for document in objects:
        if previous is not None:
            chain, line = _extend_chain(chain, previous)
            yield line + b"}\n"
        previous = document if isinstance(document, bytes) else to_json_line(document)
    if previous is not None:
        chain, line = _extend_chain(chain, previous)
        signature = key.sign(_SIGNATURE_PREFIX + bytes.fromhex(chain)).hex()
        yield line + f', "key": "{public_key_hex(key)}", "signature": "{signature}"}}\n'.encode()


def to_json_line(document: dict[str, Any]) -> bytes:
    """Return one line of JSON without the line feed. Lone surrogates are escaped."""
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _extend_chain(chain: str, text: bytes) -> tuple[str, bytes]:
    """Return the next hash of the chain, and the line with it but without its closing brace."""
    chain = _chain_hash(chain, text[:-1])
    return chain, text[:-1] + f', "chain": "{chain}"'.encode()


def _chain_hash(chain: str, unclosed_line: bytes) -> str:
    return sha256(chain.encode() + unclosed_line).hexdigest()


def verify_report(lines: Iterable[bytes]) -> str:
    """Return the public key, in hex, that signed the report. Raise Tampered if it was changed.

    Compare the key with the one that you expect, because anyone can sign with another key.
    """
    chain, signed_by, number = "", "", 0
    for number, line in enumerate(lines, 1):
        if signed_by:
            raise Tampered(number, "was added after the signature")
        tail = _TAIL.search(line, max(0, len(line) - _MAX_TAIL_LENGTH))
        if tail is None or tail.end() != len(line):
            raise Tampered(number, "has no hash: it was changed, or isn't a line of a report")
        if _chain_hash(chain, line[: tail.start()]) != tail[1].decode():
            raise Tampered(number, "was changed, or a line before it is missing or was moved")
        chain = tail[1].decode()
        if tail[2]:
            signed_by = tail[2].decode()
            public_key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed_by))
            try:
                public_key.verify(
                    bytes.fromhex(tail[3].decode()), _SIGNATURE_PREFIX + bytes.fromhex(chain)
                )
            except InvalidSignature:
                raise Tampered(number, "the signature is wrong") from None
    if not signed_by:
        raise Tampered(max(number, 1), "has no signature: the end of the report is missing")
    return signed_by


def split_report_lines(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a report with their line feeds; stop after a line that is too long."""
    incomplete_line = b""
    for block in parts:
        *lines, incomplete_line = (incomplete_line + block).split(b"\n")
        yield from (line + b"\n" for line in lines)
        if len(incomplete_line) > _MAX_LINE_LENGTH:
            break
    if incomplete_line:
        yield incomplete_line
