"""Deals at a final table. Nothing is stored."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.operations import in_json, problems
from showdown.api.schemas import ref
from showdown.api.views import ApiView
from showdown.bulk.proposals import proposals_for
from showdown.notation.final_table_json import final_table_from_json, proposals_to_json

_EXAMPLE = OpenApiExample(
    "Three players",
    value={
        "stacks": {"Anna": 5000, "Boris": 3000, "Cem": 2000},
        "prizes": [500, 300, 200],
        "left": 50,
    },
    request_only=True,
)


class Deals(ApiView):
    """Deals at a final table."""

    @extend_schema(
        operation_id="propose_deals",
        request={"application/json": ref("FinalTable")},
        examples=[_EXAMPLE],
        responses=in_json(ref("Proposals")) | problems(403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Divide the remaining prizes by ICM and by chip chop. Nothing is stored.

        ICM is exact up to 10 players, and sampled with a margin up to 30. With `left`, each is
        also proposed with that sum left for the winner.
        """
        table = final_table_from_json(request.data)
        return Response(proposals_to_json(table, proposals_for(table)))
