"""Support `Idempotency-Key`: a repeated request gets the first response again."""

import json
from collections.abc import Callable
from functools import wraps
from hashlib import sha256

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.problems import Gone, KeyInUse, KeyOfAnotherRequest, UnusableKey
from showdown.models import Answer, Batch, Showdown
from showdown.models.limits import address_of
from showdown.models.people import person_of

KEY_HEADER = "Idempotency-Key"
LONGEST_KEY = 255
_KEPT_HEADERS = ("Location", "Retry-After")

type Method = Callable[..., Response]


def idempotent(method: Method) -> Method:
    """Decorate a view's method to return the stored response when a person repeats a key.

    The key, the response and everything the method stores are saved in one transaction. Exceptions
    roll the transaction back, so the key can be used again.
    """

    @wraps(method)
    def answer(view: object, request: Request, *args: object, **kwargs: object) -> Response:
        key = request.headers.get(KEY_HEADER)
        if key is None:
            return method(view, request, *args, **kwargs)
        return answer_once(
            request,
            key,
            digest_of(request, request._request.body),
            lambda: method(view, request, *args, **kwargs),
        )

    return answer


def answer_once(
    request: Request, key: str, digest: bytes, answer: Callable[[], Response]
) -> Response:
    """Return the response for this key, new or repeated; `digest` identifies the request."""
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise UnusableKey(f"an {KEY_HEADER} must have 1 to {LONGEST_KEY} printable characters")
    person = person_of(request).key or f"address:{address_of(request._request)}"
    with transaction.atomic():
        if not Answer.objects.claim(person, key):
            raise KeyInUse(KeyInUse.__doc__)
        kept = Answer.objects.filter(person=person, key=key).first()
        if kept:
            if bytes(kept.request_digest) != digest:
                raise KeyOfAnotherRequest("this Idempotency-Key was used for another request")
            body = json.loads(kept.body)
            if "Location" in kept.headers:
                deals = Showdown.objects.filter(id=body["id"])
                batches = Batch.objects.of(person_of(request)).filter(id=body["id"])
                if not (deals.exists() or batches.exists()):
                    raise Gone("the resource of this key has been deleted; use another key")
            return Response(body, status=kept.status, headers=kept.headers)
        response = answer()
        Answer.objects.create(
            person=person,
            key=key,
            request_digest=digest,
            status=response.status_code,
            headers={name: response[name] for name in _KEPT_HEADERS if name in response},
            body=json.dumps(response.data),
        )
    return response


def digest_of(request: Request, body: bytes) -> bytes:
    """Return a digest of everything that distinguishes a request; `body` may itself be a digest."""
    head = f"{request.method} {request.get_full_path()} {request.content_type}\n"
    return sha256(head.encode() + body).digest()
