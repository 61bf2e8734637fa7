"""One deal: settled, stored, and found again."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from showdown.api.idempotency import idempotent
from showdown.api.pagination import NewestFirst
from showdown.api.schemas import DEAL_EXAMPLES, IDEMPOTENCY_KEY, STORE, problems, ref
from showdown.api.throttling import RateLimitedView
from showdown.models import Showdown, Source
from showdown.models.filters import ShowdownFilter
from showdown.models.people import person_of
from showdown.models.showdown import ShowdownQuerySet
from showdown.notation.deal_json import deal_from_json
from showdown.notation.settlement_json import settlement_to_json

_STORE = {"true": True, "false": False}


def wants_storing(request: Request) -> bool:
    """What `store` says. Raises ValidationError for anything but true and false."""
    asked = request.query_params.get("store", "true")
    if asked not in _STORE:
        raise ValidationError({"store": ["this must be true or false"]})
    return _STORE[asked]


@cache
def _address() -> str:
    """The start of each stored deal's address."""
    return reverse("api:showdowns")


def settled_to_json(showdown: Showdown) -> dict[str, Any]:
    """A deal that was not stored."""
    return settlement_to_json(showdown.settlement, showdown.payout)


def stored_to_json(showdown: Showdown, request: HttpRequest | Request) -> dict[str, Any]:
    """A deal with where it is found, and when and how it came."""
    return {
        "id": str(showdown.id),
        "url": f"{request.build_absolute_uri(_address())}{showdown.id}/",
        "created": showdown.created.isoformat(),
        "source": Source(showdown.source).label,
        **settled_to_json(showdown),
    }


class StoredSettlement(BaseSerializer):
    """A stored deal, for the list."""

    def to_representation(self, instance: Showdown) -> dict[str, Any]:
        return stored_to_json(instance, self.context["request"])


class Showdowns(RateLimitedView, ListModelMixin, GenericAPIView):
    """Settle deals, and list one's own."""

    serializer_class = StoredSettlement
    filterset_class = ShowdownFilter
    pagination_class = NewestFirst

    def get_queryset(self) -> ShowdownQuerySet:
        return Showdown.objects.of(person_of(self.request))

    @extend_schema(
        operation_id="list_showdowns",
        responses={(200, "application/json"): ref("StoredSettlement")}
        | problems(400, 401, 404, 406, 429, 503),
    )
    def get(self, request: Request) -> Response:
        """One's own deals, newest first: those of the account, or of the browser's session."""
        return self.list(request)

    @extend_schema(
        operation_id="settle",
        parameters=[STORE, IDEMPOTENCY_KEY],
        request={"application/json": ref("Deal")},
        examples=DEAL_EXAMPLES,
        responses={
            (200, "application/json"): ref("Settlement"),
            (201, "application/json"): ref("StoredSettlement"),
        }
        | problems(400, 401, 403, 406, 409, 413, 415, 422, 429, 503),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Settle one deal: who wins what, why, and who gets how many chips."""
        store = wants_storing(request)
        deal, wagers = deal_from_json(request.data)
        if not store:
            return Response(settled_to_json(Showdown.of(deal, source=Source.API, wagers=wagers)))
        person = person_of(request)
        showdown = Showdown.objects.record(deal, source=Source.API, person=person, wagers=wagers)
        body = stored_to_json(showdown, request)
        return Response(body, status=201, headers={"Location": body["url"]})


class StoredShowdown(RateLimitedView):
    """A stored deal. Whoever has its id may read it, as with a link that was shared."""

    @extend_schema(
        operation_id="get_showdown",
        parameters=[OpenApiParameter("id", {"type": "string", "format": "uuid"}, "path")],
        responses={(200, "application/json"): ref("StoredSettlement")}
        | problems(401, 404, 406, 429, 503),
    )
    def get(self, request: Request, id: str) -> Response:  # noqa: A002 - the address names it
        return Response(stored_to_json(get_object_or_404(Showdown, pk=id), request))
