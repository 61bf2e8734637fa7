"""Honours `Idempotency-Key`: a request that is sent again is answered again, not done again."""

import json
from collections.abc import Callable
from functools import wraps
from hashlib import sha256

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.problems import KeyInUse, KeyOfAnotherRequest, UnusableKey
from showdown.models import Answer
from showdown.models.addresses import address_of
from showdown.models.people import person_of

LONGEST_KEY = 255
_KEPT_HEADERS = ("Location", "Retry-After")

type Method = Callable[..., Response]


def idempotent(method: Method) -> Method:
    """A view's method that repeats its answer for a repeated key of the same person.

    The key, what the method stores and the answer are one transaction: either all of it is there
    or nothing, and a key is never left behind half used. An error is not kept.
    """

    @wraps(method)
    def answer(view: object, request: Request, *args: object, **kwargs: object) -> Response:
        key = request.headers.get("Idempotency-Key")
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
    """The answer for this key, given anew or again; `digest` is of all that makes the request."""
    if not 1 <= len(key) <= LONGEST_KEY or not key.isprintable():
        raise UnusableKey(f"an Idempotency-Key has 1 to {LONGEST_KEY} printable characters")
    person = person_of(request).key or _nobody(request, digest)
    with transaction.atomic():
        if not Answer.objects.claim(person, key):
            raise KeyInUse(KeyInUse.__doc__)
        known = Answer.objects.filter(person=person, key=key).first()
        if known:
            return _repeated(known, digest)
        response = answer()
        _keep(response, person=person, key=key, request_digest=digest)
    return response


def _nobody(request: Request, digest: bytes) -> str:
    """Callers whom nothing tells apart may choose the same key, for different requests."""
    return f"address:{address_of(request._request)} {digest.hex()[:32]}"


def digest_of(request: Request, body: bytes) -> bytes:
    """Of all that makes a request another one; `body` may be a digest of it."""
    said = f"{request.method} {request.get_full_path()} {request.content_type}\n"
    return sha256(said.encode() + body).digest()


def _repeated(known: Answer, digest: bytes) -> Response:
    if bytes(known.request_digest) != digest:
        raise KeyOfAnotherRequest("this Idempotency-Key was used for another request")
    return Response(json.loads(known.body), status=known.status, headers=known.headers)


def _keep(response: Response, *, person: str, key: str, request_digest: bytes) -> None:
    Answer.objects.create(
        person=person,
        key=key,
        request_digest=request_digest,
        status=response.status_code,
        headers={name: response[name] for name in _KEPT_HEADERS if name in response},
        body=json.dumps(response.data),
    )
