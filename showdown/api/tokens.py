"""Create tokens for programs with a username and a password but no browser."""

from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from drf_spectacular.utils import extend_schema
from pydantic import TypeAdapter
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.documents import TokenRequestJson, token_to_json
from showdown.api.operations import in_json, problems
from showdown.api.problems import WrongPassword
from showdown.api.schemas import ref
from showdown.api.views import ApiView
from showdown.models import ApiToken
from showdown.models.sign_ins import BackOff
from showdown.notation.json_types import checked

_REQUEST = TypeAdapter(TokenRequestJson)


class Tokens(ApiView):
    """New tokens, for a username and a password."""

    rates = {"POST": "sign_in"}
    authentication_classes: list[Any] = []

    @extend_schema(
        operation_id="create_token",
        request={"application/json": ref("TokenRequest")},
        responses=in_json(ref("Token"), 201) | problems(411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Create a token for an account; its secret is shown only once.

        Send it with each request as `Authorization: Bearer showdown_…`. Attempts and wrong
        passwords are counted together with those on the page where people sign in.
        """
        asked = checked(_REQUEST, request.data, "a request for a token")
        owner = _signed_in(request._request, asked["username"], asked["password"])
        token, secret = ApiToken.objects.issue(owner, asked["name"])
        return Response(token_to_json(token, secret), status=201)


def _signed_in(request: HttpRequest, username: str, password: str) -> Any:
    """Return the account. Raise Throttled after wrong passwords, and WrongPassword."""
    account: AbstractBaseUser | None = authenticate(request, username=username, password=password)
    if account is None:
        # A problem document is the answer, not the page that the middleware would put there.
        request.axes_locked_out = False  # type: ignore[attr-defined]
        if wait := BackOff().wait(request, {"username": username}):
            raise Throttled(wait)
        raise WrongPassword(WrongPassword.__doc__)
    return account
