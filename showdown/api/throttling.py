"""How often a caller without an account may ask, counted by address and minute."""

from django.conf import settings
from django.db import InterfaceError, OperationalError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from showdown.models import Allowance, RateWindow


class AnonymousThrottle(BaseThrottle):
    """Counts in the database: neither the number of processes nor a restart changes the limit."""

    allowance: Allowance

    def allow_request(self, request: Request, view: "RateLimitedView") -> bool:
        """Whether the minute's allowance suffices; while the database is away, everyone may."""
        if request.user.is_authenticated:
            return True
        limit = settings.API_REQUESTS_A_MINUTE[view.rate]
        try:
            self.allowance = RateWindow.objects.spend(
                f"{view.rate} {self.get_ident(request)}"[:100], limit=limit
            )
        except (OperationalError, InterfaceError):
            return True
        view.allowance = self.allowance
        return not self.allowance.is_spent

    def wait(self) -> int:
        return self.allowance.reset


class RateLimitedView(APIView):
    """Says in the headers of every answer what is left. `rate` names the limit in the settings."""

    throttle_classes = [AnonymousThrottle]
    rate = "single"
    allowance: Allowance | None = None

    def finalize_response(self, *args, **kwargs) -> Response:
        response = super().finalize_response(*args, **kwargs)
        if self.allowance:
            response["RateLimit-Limit"] = self.allowance.limit
            response["RateLimit-Remaining"] = max(0, self.allowance.remaining)
            response["RateLimit-Reset"] = self.allowance.reset
        return response
