"""The token that each form must have, and what becomes of a form whose token is out of date."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views import View

from showdown.pages.parts import part_of

EXPIRED = "X-Form-Expired"
"""Tells the page's JavaScript that the same form is accepted with the token of now."""

_NOT_TYPED = ("csrfmiddlewaretoken", "action")


class Token(View):
    """Sets the cookie that forms are compared with; there is nothing else to see."""

    def get(self, request: HttpRequest) -> HttpResponse:
        get_token(request)
        return HttpResponse(status=204)


def expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """For a form whose token is not the one of now, as after signing in elsewhere.

    The table comes back with its cards; nothing is done with them before it is sent again.
    """
    if request.path == reverse("table") and _opens_a_page(request):
        return _table_again(request)
    response = render(request, "403_csrf.html", status=403)
    response[EXPIRED] = "true"
    return response


def _opens_a_page(request: HttpRequest) -> bool:
    """Whether a browser asks by itself, and not a script in a page."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return mode == "navigate" and not part_of(request)


def _table_again(request: HttpRequest) -> HttpResponse:
    typed = request.POST.copy()
    for name in _NOT_TYPED:
        typed.pop(name, None)
    messages.warning(request, "This page had expired. Your cards are still here; check again.")
    return redirect(f"{reverse('table')}?{typed.urlencode()}")
