"""Authenticate callers by their tokens."""

from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import TokenAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request

from showdown.models import ApiToken
from showdown.models.rate_limits import address_of, count_request


class BearerAuthentication(TokenAuthentication):
    """Authentication by `Authorization: Bearer showdown_…`, a token from the account page."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the owner and the token; None without an Authorization header.

        Raise AuthenticationFailed for a wrong token, and Throttled for an address that has sent
        too many wrong tokens; valid tokens are never counted.
        """
        parts = get_authorization_header(request).split()
        try:
            if parts and parts[0].lower() != self.keyword.lower().encode():
                message = "the Authorization header must be “Bearer” followed by a token"
                raise AuthenticationFailed(message)
            return super().authenticate(request)
        except AuthenticationFailed:
            allowance = count_request("wrong_token", address_of(request))
            if allowance and not allowance.allows_request:
                raise Throttled(allowance.ends_in) from None
            raise

    def authenticate_credentials(self, key: str) -> tuple[User, ApiToken]:
        token = ApiToken.objects.find_by_secret(key)
        if token is None:
            raise AuthenticationFailed("this token is unknown, expired or revoked")
        token.record_use()
        return token.owner, token


class BearerScheme(OpenApiAuthenticationExtension):
    """The security scheme of this authentication in the OpenAPI document."""

    target_class = BearerAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
