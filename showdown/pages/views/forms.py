"""CSRF: the token for scripts, and the response to an expired form."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views import View

from showdown.pages.parts import part_of

EXPIRED = "X-Form-Expired"
"""Header that tells the page's script to repeat the form with a new token."""

_NOT_TYPED = ("csrfmiddlewaretoken", "action")


class Token(View):
    """Set the CSRF cookie."""

    def get(self, request: HttpRequest) -> HttpResponse:
        get_token(request)
        return HttpResponse(status=204)


def expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form whose CSRF token has expired, as after signing in elsewhere.

    The table is shown again with its cards; nothing is stored before it is submitted again.
    """
    if request.path == reverse("table") and _opens_a_page(request):
        return _table_again(request)
    response = render(request, "403_csrf.html", status=403)
    response[EXPIRED] = "true"
    return response


def _opens_a_page(request: HttpRequest) -> bool:
    """Return whether the browser navigates, not a script."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return mode == "navigate" and not part_of(request)


def _table_again(request: HttpRequest) -> HttpResponse:
    typed = request.POST.copy()
    for name in _NOT_TYPED:
        typed.pop(name, None)
    messages.warning(request, "This page had expired. Your cards are still here; check again.")
    return redirect(f"{reverse('table')}?{typed.urlencode()}")
