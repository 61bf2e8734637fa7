"""Endpoints that settle and store single deals, and return stored deals."""

from typing import Any

from django.shortcuts import get_object_or_404
from django_filters.utils import translate_validation
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from showdown.api.idempotency import respond_once
from showdown.api.openapi import (
    GAME_SLUG,
    IDEMPOTENCY_KEY,
    STORE,
    json_example,
    json_responses,
    problem_responses,
    ref,
)
from showdown.api.pagination import FilteredDealsPagination
from showdown.api.parameters import parse_boolean, parse_game
from showdown.api.views import ApiView, JsonParser, TextParser
from showdown.models import Showdown, Source
from showdown.models.documents import StoredSettlementJson, read_pasted_or_stored, stored_to_json
from showdown.models.filters import ShowdownFilter
from showdown.models.people import person_of
from showdown.models.queries import ShowdownQuerySet
from showdown.notation.deal_json import DealJson, deal_from_json
from showdown.notation.pasted.reader import require_submission
from showdown.notation.settlement_json import SettlementJson, settlement_to_json

_TEXT_PARAMETERS = [
    OpenApiParameter(
        "game",
        GAME_SLUG,
        description="The game of a text that doesn't name one. Default: Omaha Hi/Lo.",
    ),
    OpenApiParameter(
        "without_unknown_words",
        bool,
        description="`true` ignores unknown words in a text; otherwise a text with such words,"
        " which may change the deal, is refused.",
    ),
]


DEAL_EXAMPLES = [
    json_example(
        "Omaha Hi/Lo",
        game="omaha-hilo",
        hands={"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
        board="Ah-Kh-5s-2s-Qd",
    ),
    json_example(
        "Side pots and a button",
        game="omaha-hilo",
        hands=["Ac3h9dTs", "KhQcJs8s", "QhQsJcTd"],
        board="2d5h7cKsKd",
        pots=[{"amount": 91}, {"amount": 40, "eligible": ["HandB", "HandC"]}],
        button="HandB",
        rules="tda-2026",
    ),
    json_example(
        "All-in, run twice, with cents",
        game="holdem",
        hands={"Ann": "As Kd", "Bob": "10♠ 10♥", "Cem": "mucked"},
        boards=["Td 9c 4s Ac Kh", "Td 9c 4s 2c 2h"],
        contributions={"Ann": "102.50", "Bob": "87.25", "Cem": 10},
        folded=["Cem"],
    ),
    OpenApiExample(
        "Pasted text",
        value="Anna: AcKdJd3d\nBoris: 5c5d6c7d\nBoard: AhKh5s2sQd\nPot: 1,250",
        media_type="text/plain",
        request_only=True,
    ),
    json_example(
        "Badugi", game="badugi", hands=[["Ac", "4h", "3d", "2s"], ["Ad", "Kc", "2h", "9s"]]
    ),
    json_example(
        "Stud Hi/Lo", game="stud-hilo", hands={"Ann": "Ah2h3c4d8sKsKd", "Bob": "9c9d9hQsQc5h6d"}
    ),
    json_example(
        "Double-board Omaha",
        game="double-board-omaha",
        hands=["AhKhQd2c", "9s9d8c7c"],
        boards=["Ad Kd 5s 6s 7h", "9c Tc Jc 2d 3h"],
    ),
]

_SETTLEMENT_EXAMPLE = OpenApiExample(
    "Omaha Hi/Lo",
    value=settlement_to_json(deal_from_json(DEAL_EXAMPLES[0].value).settle()),
    response_only=True,
    status_codes=["200"],
)


class StoredSettlementSerializer(BaseSerializer):
    """A stored deal in a list."""

    def to_representation(self, instance: Showdown) -> Any:
        return stored_to_json(instance, self.context["request"])


class Showdowns(ApiView, ListModelMixin, GenericAPIView):
    serializer_class = StoredSettlementSerializer
    parser_classes = [JsonParser, TextParser]
    filterset_class = ShowdownFilter
    pagination_class = FilteredDealsPagination

    def get_queryset(self) -> ShowdownQuerySet:
        return Showdown.objects.owned_by(person_of(self.request))

    @extend_schema(
        operation_id="list_showdowns", responses=json_responses(StoredSettlementJson, 404)
    )
    def get(self, request: Request) -> Response:
        """List your own deals, newest first: those of your account, or of your browser's session.

        Follow `next` until it is null, because a page of filtered deals may be short or empty.
        """
        filters = ShowdownFilter(request.query_params, self.get_queryset(), request=request)
        if not filters.is_valid():
            raise translate_validation(filters.errors)
        rows = self.paginator.load_page(filters.build_search(), request)
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)

    @extend_schema(
        operation_id="settle",
        parameters=[STORE, *_TEXT_PARAMETERS, IDEMPOTENCY_KEY],
        request={"application/json": ref(DealJson), "text/plain": {"type": "string"}},
        examples=[*DEAL_EXAMPLES, _SETTLEMENT_EXAMPLE],
        responses={
            (200, "application/json"): ref(SettlementJson),
            (201, "application/json"): ref(StoredSettlementJson),
        }
        | problem_responses(403, 409, 410, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Settle one deal: return the winners, the reasons and the payouts.

        As text, the deal may be in any notation that the site's form accepts, such as a line, a
        list of hands or a hand history. A text with unknown words that may change the deal is
        refused; with `without_unknown_words=true` these words are ignored.
        """

        def settle() -> Response:
            store = parse_boolean(request.query_params, "store", default=True)
            game = parse_game(request.query_params)
            is_lenient = parse_boolean(request.query_params, "without_unknown_words", default=False)
            document = request.data
            if isinstance(document, str) and request.content_type.startswith("text/plain"):
                pasted = read_pasted_or_stored(document, game, without_unknown_words=is_lenient)
                submission = require_submission(pasted, document)
            else:
                submission = deal_from_json(document)
            settlement = submission.settle()
            if not store:
                return Response(settlement_to_json(settlement))
            person = person_of(request)
            showdown = Showdown.objects.record(settlement, source=Source.API, person=person)
            body = stored_to_json(showdown, request)
            return Response(body, status=201, headers={"Location": body["url"]})

        return respond_once(request, settle)


class StoredShowdown(ApiView):
    @extend_schema(operation_id="get_showdown", responses=json_responses(StoredSettlementJson, 404))
    def get(self, request: Request, id: str) -> Response:  # noqa: A002 - the name in the URL pattern
        """Return a stored deal. Anyone with its id can read it, like a shared link."""
        return Response(stored_to_json(get_object_or_404(Showdown, pk=id), request))
