"""The types of requests, as the middleware and the access rules leave them."""

from django.contrib.auth.models import User
from django.http import HttpRequest


class SignedInRequest(HttpRequest):
    """A request of somebody who is signed in."""

    user: User
