"""The types of requests, as the middleware and the access rules leave them."""

from django.contrib.auth.models import User
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class PageRequest(HttpRequest):
    """A request for a page or, by htmx, for a part of one."""

    htmx: HtmxDetails


class SignedInRequest(PageRequest):
    """A request of somebody who is signed in."""

    user: User
