"""Parse request bodies, no larger than the settings allow."""

from typing import Any

from rest_framework.parsers import BaseParser

from showdown.notation.strict_json import read_json


class TextParser(BaseParser):
    """Parse text."""

    media_type = "text/plain"

    def parse(self, stream: Any, media_type: str | None, parser_context: dict[str, Any]) -> str:
        body: bytes = parser_context["request"].body
        return body.decode("utf-8-sig", errors="replace")


class JsonParser(BaseParser):
    """Parse JSON, and refuse objects with a repeated key."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None, parser_context: dict[str, Any]) -> Any:
        return read_json(parser_context["request"].body)
