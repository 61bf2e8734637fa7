"""Serializers of schemathesis for media types that it doesn't support."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def serialize_lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode()
