"""The endpoint for exact odds of a spot.

Spots that take more than a second are refused. Sampling would start processes, each of which
imports Numba, and use all cores for two seconds, so that one anonymous caller with a request every
two seconds could occupy the whole site. `manage.py odds` samples such spots.
"""

from math import isinf

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from showdown.api.openapi import json_example, json_responses, ref
from showdown.api.views import ApiView
from showdown.bulk.capacity import TooBusy, take_turn_if_long
from showdown.bulk.dollars import compute_dollar_equities
from showdown.bulk.odds import add_pots, compute_odds, estimate_milliseconds
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.wagers import Wagers
from showdown.notation.odds_json import OddsJson, odds_to_json
from showdown.notation.spot_json import SpotJson, spot_from_json
from showdown.notation.tournament_json import dollars_to_json

_MAX_MILLISECONDS = 1000
"""Maximum estimated time of a request."""


_EXAMPLES = [
    json_example(
        "On the flop",
        game="omaha-hilo",
        hands=["AsKhQsJh", "2c3d4c5d"],
        board="Ah7c2d",
        next_card=True,
    ),
    json_example(
        "A range, and a dead card",
        game="holdem",
        hands={"Ann": "AhKh", "Bob": "QQ+, AKs"},
        board="2h3h9s",
        dead="2c",
    ),
    json_example(
        "All-in with a side pot, and rake",
        game="omaha-hilo",
        hands={"Ann": "AsKhQsJh", "Bob": "2c3d4c5d", "Cem": "6h7h8d9d"},
        wagers={
            "contributions": {"Ann": 100, "Bob": 250, "Cem": 250},
            "button": "Cem",
            "rake": {"percent": "5", "cap": 20},
        },
        rules="tda-2026",
    ),
    json_example(
        "Charts of two ranges",
        game="holdem",
        hands={"Ann": "15%", "Bob": "QQ+, AKs"},
        board="2h3h9s",
        standing=True,
    ),
    json_example(
        "Dollar equity in a tournament",
        game="holdem",
        hands={"Ann": "AsAh", "Bob": "KsKh"},
        icm={"stacks": {"Ann": 5000, "Bob": 3000, "Cem": 2000}, "payouts": [50, 30, 20]},
    ),
]


class NotCountable(InvalidDeal):
    """The odds of this game can only be sampled."""

    message = "the exact odds of {game} can't be calculated; “manage.py odds” samples them"

    game: Game


class TooManyToCount(InvalidDeal):
    """The odds of these hands take too long to calculate."""

    message = (
        "the exact odds of these hands take too long to calculate here;"
        " “manage.py odds” samples them"
    )


class OddsBusy(APIException):
    status_code = 503
    default_detail = "Other odds are being calculated; try again."
    wait = 1


class SpotOdds(ApiView):
    @extend_schema(
        operation_id="odds",
        request={"application/json": ref(SpotJson)},
        examples=_EXAMPLES,
        responses=json_responses(OddsJson, 403, 411, 413, 415, 422),
    )
    def post(self, request: Request) -> Response:
        """Return the exact odds of each hand before the last card.

        The game must have one board, or two boards with the flop already dealt. Hands can be known,
        partly known, unknown, or ranges. Spots that take more than about a second to calculate are
        refused; `manage.py odds` samples them. Nothing is stored.
        """
        spot_request = spot_from_json(request.data)
        wagers, tournament = spot_request.wagers or Wagers(), spot_request.tournament
        if tournament:
            wagers = tournament.add_ante(wagers, spot_request.spot.labels)
        spot_with_pots = add_pots(spot_request.spot, wagers, spot_request.rules)
        next_card = spot_request.next_card
        estimate = estimate_milliseconds(
            spot_with_pots.spot, spot_with_pots.pots, next_card=next_card
        )
        if isinf(estimate):
            raise NotCountable(game=spot_with_pots.spot.game, field="game")
        if estimate > _MAX_MILLISECONDS:
            raise TooManyToCount(field="hands")
        try:
            with take_turn_if_long(estimate):
                result = compute_odds(
                    spot_with_pots.spot,
                    spot_with_pots.pots,
                    pay=spot_with_pots.pay,
                    next_card=next_card,
                )
                dollars = tournament and compute_dollar_equities(
                    tournament, spot_request.spot, wagers, spot_with_pots, result
                )
        except TooBusy:
            raise OddsBusy from None
        return Response(
            odds_to_json(result, each_hand=spot_request.each_hand, standing=spot_request.standing)
            | ({"icm": dollars_to_json(dollars)} if dollars else {})
        )
