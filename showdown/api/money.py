"""Endpoints that propose final table deals, and that settle up without a log."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.openapi import json_example, json_responses, ref
from showdown.api.views import ApiView
from showdown.audits.night.ledger import (
    SettledUpJson,
    SettleUpJson,
    settle_ledger_json,
    settled_ledger_to_json,
)
from showdown.bulk.proposals import build_proposals
from showdown.notation.final_table_json import (
    FinalTableJson,
    ProposalsJson,
    final_table_from_json,
    proposals_to_json,
)

_FINAL_TABLE_EXAMPLE = json_example(
    "Three players",
    stacks={"Anna": 5000, "Boris": 3000, "Cem": 2000},
    prizes=[500, 300, 200],
    left=50,
)
_NIGHT_EXAMPLE = json_example(
    "Three players",
    players=[
        {"name": "Anna", "buy_ins": [20, 20], "cash_out": 85},
        {"name": "Boris", "buy_ins": [40]},
        {"name": "Cem", "buy_ins": [30], "cash_out": "25.00"},
    ],
    expenses=[{"payer": "Cem", "amount": 31, "purpose": "pizza"}],
)


class FinalTableDeals(ApiView):
    @extend_schema(
        operation_id="propose_deals",
        request={"application/json": ref(FinalTableJson)},
        examples=[_FINAL_TABLE_EXAMPLE],
        responses=json_responses(ProposalsJson, 403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Divide the remaining prizes by ICM and by chip chop. Nothing is stored.

        ICM is exact for up to 10 players, and sampled, with a margin of error, for up to 30. If
        `left` is set, both methods are also applied with that sum left for the winner.
        """
        table = final_table_from_json(request.data)
        return Response(proposals_to_json(table, build_proposals(table)))


class SettleUp(ApiView):
    @extend_schema(
        operation_id="settle_up",
        request={"application/json": ref(SettleUpJson)},
        examples=[_NIGHT_EXAMPLE],
        responses=json_responses(SettledUpJson, 403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Find the fewest payments that settle a night. Nothing is stored."""
        return Response(settled_ledger_to_json(settle_ledger_json(request.data)))
