"""Read wagers from a separate JSON document; the API reads them among other fields."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from showdown.evaluator.wagers import Wagers
from showdown.notation.json_types import checked
from showdown.notation.wagers_json import WagersJson, wagers_in

_WAGERS = TypeAdapter(WagersJson)


def wagers_from_json(document: Mapping[str, Any]) -> Wagers | None:
    """Return the wagers of this document; None if it has none. Raise InvalidDeal for a bad one."""
    return wagers_in(checked(_WAGERS, document))
