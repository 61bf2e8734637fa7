"""The OpenAPI document: generated once in each process, and served as JSON."""

import json
import re
from functools import cache
from threading import Lock
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

type Json = dict[str, Any]

_MAKING = Lock()
_FIRST_CLAUSE = re.compile(r"(?:`[^`]*`|[^`])+?(?=[.:;](?:\s|$)|$)", re.DOTALL)


class DescribedOperation(AutoSchema):
    """Use the first clause of an operation's description as its summary."""

    def get_summary(self) -> str | None:
        clause = _FIRST_CLAUSE.match(self.get_description())
        return " ".join(clause[0].split()) if clause else None


def document() -> Json:
    # The generator loads its extensions as it goes: two threads would find them half loaded.
    with _MAKING:
        return _document()


@cache
def _document() -> Json:
    return SchemaGenerator().get_schema(public=True)


@cache
def document_bytes() -> bytes:
    return json.dumps(document(), ensure_ascii=False).encode()
