"""A stored deal as a JSON document: its settlement, its address and its time."""

from functools import cache
from typing import Annotated, cast

from django.http import HttpRequest
from django.urls import reverse
from pydantic import with_config
from rest_framework.request import Request

from showdown.models import Showdown, Source
from showdown.notation.json_types import STRICT, text_schema
from showdown.notation.settlement_json import SettlementJson, settlement_to_json


@with_config(STRICT)
class StoredSettlementJson(SettlementJson):
    """A stored settlement, with its address."""

    id: Annotated[str, text_schema(format="uuid")]
    url: Annotated[str, text_schema(format="uri")]
    created: Annotated[str, text_schema(format="date-time")]
    source: Annotated[str, text_schema(enum=Source.labels)]


@cache
def _address() -> str:
    """Return the common prefix of the addresses of stored deals."""
    return reverse("api:showdowns")


def stored_to_json(showdown: Showdown, request: HttpRequest | Request) -> StoredSettlementJson:
    """Return a stored deal with its address, time and source."""
    stored = {
        "id": str(showdown.id),
        "url": f"{request.build_absolute_uri(_address())}{showdown.id}/",
        "created": showdown.created.isoformat(),
        "source": Source(showdown.source).label,
    }
    return cast(StoredSettlementJson, stored | settlement_to_json(showdown.settlement))
