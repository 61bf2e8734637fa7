"""Settling up without a log. Nothing is stored."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.operations import in_json, problems
from showdown.api.schemas import ref
from showdown.api.views import ApiView
from showdown.audits.night.ledger_json import reckon_json, reckoning_to_json

_EXAMPLE = OpenApiExample(
    "Three players",
    value={
        "players": [
            {"name": "Anna", "buy_ins": [20, 20], "cash_out": 85},
            {"name": "Boris", "buy_ins": [40]},
            {"name": "Cem", "buy_ins": [30], "cash_out": "25.00"},
        ],
        "expenses": [{"payer": "Cem", "amount": 31, "purpose": "pizza"}],
    },
    request_only=True,
)


class SettleUp(ApiView):
    """The end of a night."""

    @extend_schema(
        operation_id="settle_up",
        request={"application/json": ref("SettleUp")},
        examples=[_EXAMPLE],
        responses=in_json(ref("SettledUp")) | problems(403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Find the fewest payments after a night: who pays whom. Nothing is stored."""
        return Response(reckoning_to_json(reckon_json(request.data)))
