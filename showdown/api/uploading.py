"""The base view of uploads, which writes a file to the storage while reading the body."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.utils.datastructures import MultiValueDict
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import BaseParser, DataAndFiles
from rest_framework.request import Request
from rest_framework.response import Response

from omahasite.bodies import BODY_AWAITED
from showdown.api.idempotency import KEY_HEADER, answer_once
from showdown.api.openapi import BINARY, Json
from showdown.api.parameters import refuse_unknown_fields
from showdown.api.problems import UnusableFile
from showdown.api.views import ApiView
from showdown.batches.limits import Sender, refuse_announced
from showdown.batches.uploads import StorageUploadHandler, UnusableName, UploadSession
from showdown.evaluator.errors import InvalidDeal
from showdown.models import Batch
from showdown.models.limits import address_of
from showdown.models.people import person_of
from showdown.words.errors import error_text

_FILE = "file"


class AnyBody(BaseParser):
    """A parser that doesn't read the body, because the view copies it to the storage.

    Django parses a form on first access, which may be the CSRF check of a session, and the view's
    upload handler writes the file in it to the storage.
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


def upload_bodies(fields: Mapping[str, Json]) -> Json:
    """Return the request bodies of an upload for the OpenAPI document, with these form fields."""
    form = {
        "type": "object",
        "properties": {_FILE: BINARY, **fields},
        "required": [_FILE],
        "additionalProperties": False,
    }
    return {
        "application/octet-stream": BINARY,
        "multipart/form-data": form,
        "text/plain": {"type": "string"},
    }


class UploadView(ApiView, ABC):
    """Base of views that create a batch from an uploaded file."""

    parser_classes = [AnyBody]
    content_encodings = ("identity", "gzip", "zstd")  # an encoded body is a compressed file

    @abstractmethod
    def submission(
        self, session: UploadSession, fields: Mapping[str, str], name: str
    ) -> Callable[[], Batch]:
        """Return a function that submits the file. Raise an exception if a field is invalid."""

    @abstractmethod
    def answer(self, batch: Batch, status: int = 200) -> Response:
        """Return a response with the JSON of the batch."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Write the file of a form to the storage instead of a temporary file."""
        if BODY_AWAITED in request.META:
            # The CSRF token may be in the form, and is checked once the form has been received.
            request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        with StorageUploadHandler(lambda: _upload_session(request), _FILE) as handler:
            self.handler = handler
            request.upload_handlers = [handler]
            return super().dispatch(request, *args, **kwargs)

    def receive(self, request: Request) -> Response:
        """Create a batch from the body. Respond with 100 if the body has not been received yet."""
        with _translating_errors():
            if BODY_AWAITED in request.META:
                refuse_announced(
                    Sender(person_of(request), address_of(request)),
                    int(request.META["CONTENT_LENGTH"]),
                    may_be_repeated=KEY_HEADER in request.headers,
                )
                return Response(status=100)
            if is_form(request):
                form = request._request.POST
                if self.handler.session is None:
                    raise self.handler.refusal
                refuse_unknown_fields(request, form)
                fields = form.dict() | request.query_params.dict()
                name = self.handler.file_name or ""
                return self._submit(request, self.handler.session, fields, name)
            with _upload_session(request) as session:
                session.read_from(request._request.read)
                return self._submit(request, session, request.query_params.dict(), "")

    def _submit(
        self, request: Request, session: UploadSession, fields: Mapping[str, str], name: str
    ) -> Response:
        submits = self.submission(session, fields, fields.get("name", name))

        def submit() -> Response:
            response = self.answer(submits(), status=202)
            response["Location"] = response.data["url"]
            return response

        return answer_once(request, submit, session.digest)


def _upload_session(request: HttpRequest | Request) -> UploadSession:
    return UploadSession(person_of(request), address_of(request))


@contextmanager
def _translating_errors() -> Iterator[None]:
    """Convert exceptions for invalid fields and forms to exceptions of the API."""
    try:
        yield
    except InvalidDeal as error:
        raise ValidationError({error.field: [error_text(error)]}) from error
    except UnusableName as refusal:
        raise ValidationError({"name": [str(refusal)]}) from refusal
    except RequestDataTooBig:
        raise
    except (MultiPartParserError, SuspiciousOperation) as error:
        raise UnusableFile(f"the form can't be read: {error}") from error
