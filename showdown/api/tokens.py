"""Create API tokens from a username and a password, for clients without a browser."""

from typing import Annotated, Any, TypedDict

from django.contrib.auth import authenticate
from drf_spectacular.utils import extend_schema
from pydantic import Field, with_config
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.openapi import json_responses, ref
from showdown.api.problems import WrongPassword
from showdown.api.views import ApiView
from showdown.models import ApiToken
from showdown.models.sign_ins import BackOffHandler
from showdown.notation.json_types import STRICT, text_schema, validate_document


@with_config(STRICT)
class TokenRequestJson(TypedDict):
    """An account's username and password, and a name for the new token."""

    username: Annotated[str, Field(pattern=r"^[^\x00]+$", max_length=150)]
    password: Annotated[str, Field(pattern=r"^[^\x00]+$", max_length=4096)]
    name: Annotated[str, Field(pattern=r"^[^\x00-\x1f]+$", max_length=60)]
    """The program or device that uses the token."""


@with_config(STRICT)
class TokenJson(TypedDict):
    """A new token; `token` is its secret, which is not shown again."""

    id: int
    name: str
    token: str
    expires: Annotated[str, text_schema(format="date-time")] | None


class Tokens(ApiView):
    rate_kinds = {"POST": "sign_in"}
    authentication_classes: list[Any] = []

    @extend_schema(
        operation_id="create_token",
        request={"application/json": ref(TokenRequestJson)},
        responses=json_responses(TokenJson, 411, 413, 415, 422, status=201),
    )
    def post(self, request: Request) -> Response:
        """Create a token for an account; its secret is shown only once.

        Send it with each request as `Authorization: Bearer showdown_…`. Attempts and wrong
        passwords count toward the limits of the sign-in page.
        """
        credentials = validate_document(TokenRequestJson, request.data, "a request for a token")
        username, password = credentials["username"], credentials["password"]
        owner: Any = authenticate(request._request, username=username, password=password)
        if owner is None:
            # Otherwise, the middleware of django-axes would replace the problem document.
            request._request.axes_locked_out = False
            if wait := BackOffHandler().remaining_seconds(request._request, {"username": username}):
                raise Throttled(wait)
            raise WrongPassword
        token, secret = ApiToken.objects.issue(owner, credentials["name"])
        document: TokenJson = {
            "id": token.pk,
            "name": token.name,
            "token": secret,
            "expires": token.expires.isoformat() if token.expires else None,
        }
        return Response(document, status=201)
