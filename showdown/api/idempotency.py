"""Repeat the stored response to requests with the same `Idempotency-Key`."""

import json
from collections.abc import Callable
from hashlib import sha256

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.problems import Gone, KeyInUse, KeyOfAnotherRequest, UnusableKey
from showdown.models import Answer, Batch, Showdown
from showdown.models.people import person_of
from showdown.models.rate_limits import address_of

KEY_HEADER = "Idempotency-Key"
MAX_KEY_LENGTH = 255
"""Maximum length in characters."""


def respond_once(
    request: Request, respond: Callable[[], Response], body_digest: bytes | None = None
) -> Response:
    """Return the response of `respond` or, for a known key, the stored response.

    The key, the response and the rows that `respond` creates are saved in one transaction. An
    exception rolls the transaction back, so that the key can be used again. `body_digest` is
    needed for a body that has already been read from the stream.
    """
    key = request.headers.get(KEY_HEADER)
    if key is None:
        return respond()
    if not 1 <= len(key) <= MAX_KEY_LENGTH or not key.isprintable():
        raise UnusableKey(f"an {KEY_HEADER} must have 1 to {MAX_KEY_LENGTH} printable characters")
    head = f"{request.method} {request.get_full_path()} {request._request.content_type}\n"
    body = request._request.body if body_digest is None else body_digest
    digest = sha256(head.encode() + body).digest()
    person = person_of(request).key or f"address:{address_of(request._request)}"
    with transaction.atomic():
        if not Answer.objects.claim(person, key):
            raise KeyInUse
        stored_answer = Answer.objects.filter(person=person, key=key).first()
        if stored_answer:
            if bytes(stored_answer.request_digest) != digest:
                raise KeyOfAnotherRequest("this Idempotency-Key was used for another request")
            document = json.loads(stored_answer.body)
            if "Location" in stored_answer.headers:
                deals = Showdown.objects.filter(id=document["id"])
                batches = Batch.objects.owned_by(person_of(request)).filter(id=document["id"])
                if not (deals.exists() or batches.exists()):
                    raise Gone("the resource of this key has been deleted; use another key")
            return Response(document, status=stored_answer.status, headers=stored_answer.headers)
        response = respond()
        Answer.objects.create(
            person=person,
            key=key,
            request_digest=digest,
            status=response.status_code,
            headers={
                name: response[name] for name in ("Location", "Retry-After") if name in response
            },
            body=json.dumps(response.data),
        )
    return response
