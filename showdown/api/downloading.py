"""The base view of downloads, which send whole files or byte ranges, with ETags."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from omahasite import VERSION
from showdown.api.openapi import BINARY, Json
from showdown.api.views import ApiView

_BYTES = "application/octet-stream"

RANGE = OpenApiParameter(
    "Range",
    str,
    OpenApiParameter.HEADER,
    description="A range of bytes of the file, such as `bytes=0-99`.",
)


class StateConflict(APIException):
    status_code = 409
    default_detail = "This can't be done in the current state of the batch."


class NotDone(StateConflict):
    default_detail = "The batch or audit isn't done yet."
    wait = 1


class FileRenderer(BaseRenderer):
    """A renderer that accepts any `Accept` header; the views send the files themselves."""

    media_type = "*/*"
    format = ""


class DownloadView(ApiView):
    """Base of views that respond with a file.

    `kinds` are the values of the parameter `as`, the default first.
    """

    rate_kinds = {"GET": "export"}
    renderer_classes = [FileRenderer]
    kinds: tuple[str, ...]

    def parse_kind(self, request: Request) -> str:
        """Return the value of the parameter `as`. Raise ValidationError if it is unknown."""
        kind = request.query_params.get("as", self.kinds[0])
        if kind not in self.kinds:
            raise ValidationError({"as": [f"this must be one of {', '.join(self.kinds)}"]})
        return kind

    def finalize_response(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().finalize_response(request, *args, **kwargs)
        wants_bytes = getattr(request, "accepted_media_type", None) == _BYTES
        if wants_bytes and response.status_code in (200, 206):
            response["Content-Type"] = _BYTES
        return response


def set_etag(response: HttpResponseBase, id: UUID, kind: str) -> HttpResponseBase:  # noqa: A002
    """Set an ETag and return the response.

    A file of this kind and id changes only with the version of the software.
    """
    response["ETag"] = f'"{VERSION}-{id}-{kind}"'
    return response


def file_responses(*media_types: str) -> dict[tuple[int, str], Json]:
    """Describe the responses of a download for the OpenAPI document.

    `application/octet-stream` comes first, because generated clients use the first type that they
    support, and don't decode bytes.
    """
    responses = {(200, media_type): BINARY for media_type in (_BYTES, *media_types)}
    return responses | {(206, media_type): BINARY for media_type in (_BYTES, *media_types)}
