"""Parse, describe and refuse the bodies of uploads, which views write to the storage."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import BaseParser, DataAndFiles
from rest_framework.request import Request

from showdown.api.openapi import BINARY, Json
from showdown.api.problems import UnusableFile
from showdown.batches.uploads import FILE_FIELD, UnusableName, UploadSession
from showdown.evaluator.errors import InvalidDeal
from showdown.models.people import person_of
from showdown.models.rate_limits import address_of
from showdown.words.errors import error_text


class UploadParser(BaseParser):
    """A parser that leaves the body unread, because the view copies it to the storage.

    Django parses a form on first access, which may be the CSRF check of a session; the view's
    upload handler then writes the file of the form to the storage.
    """

    media_type = "*/*"

    def parse(
        self, stream: Any, media_type: str | None, parser_context: Mapping[str, Any]
    ) -> DataAndFiles:
        request: Request = parser_context["request"]
        if is_form(request):
            return DataAndFiles(request._request.POST, request._request.FILES)
        return DataAndFiles(QueryDict(), MultiValueDict())


def is_form(request: Request) -> bool:
    return request.content_type.startswith("multipart/")


def upload_body_schemas(fields: Mapping[str, Json]) -> Json:
    """Describe the bodies of an upload for the OpenAPI document; `fields` are those of a form."""
    form = {
        "type": "object",
        "properties": {FILE_FIELD: BINARY, **fields},
        "required": [FILE_FIELD],
        "additionalProperties": False,
    }
    return {
        "application/octet-stream": BINARY,
        "multipart/form-data": form,
        "text/plain": {"type": "string"},
    }


def open_upload_session(request: HttpRequest | Request) -> UploadSession:
    return UploadSession(person_of(request), address_of(request))


@contextmanager
def translating_errors() -> Iterator[None]:
    """Convert exceptions for invalid fields and forms to exceptions of the API."""
    try:
        yield
    except InvalidDeal as error:
        raise ValidationError({error.field: [error_text(error)]}) from error
    except UnusableName as error:
        raise ValidationError({"name": [str(error)]}) from error
    except RequestDataTooBig:
        raise
    except (MultiPartParserError, SuspiciousOperation) as error:
        raise UnusableFile(f"the form can't be read: {error}") from error
