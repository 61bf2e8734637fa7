"""The JSON of the API as JSON Schema, for the OpenAPI document, with examples that work."""

import json
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from showdown.api.idempotency import LONGEST_KEY
from showdown.evaluator.chips import RULE_SETS
from showdown.evaluator.deals import BOARD, MOST_PLAYERS
from showdown.evaluator.games import GAMES
from showdown.notation.deal_json import LONGEST_CARDS

type Json = dict[str, Any]

_TEXT: Json = {"type": "string"}
_TEXT_OR_NULL: Json = {"type": ["string", "null"]}
_COUNT: Json = {"type": "integer", "minimum": 0}
_CARDS: Json = {
    "type": "string",
    "description": "Cards, as `Ah-Kd` or `AhKd` or `A♥ K♦`; an answer has the first form.",
    "maxLength": LONGEST_CARDS,
}
_LABEL: Json = {
    "type": "string",
    "description": "The name of a hand or seat.",
    "pattern": "^[A-Za-z][A-Za-z0-9_-]{0,19}$",
    "not": {"const": BOARD},
}
_GAME: Json = {"type": "string", "enum": list(GAMES)}
_FRACTION: Json = {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$", "examples": ["3/4"]}


def _object(description: str, required: Json, optional: Json | None = None) -> Json:
    return {
        "type": "object",
        "description": description,
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def _list_of(items: Json, **more: Any) -> Json:
    return {"type": "array", "items": items, **more}


def _map_of(values: Json, **more: Any) -> Json:
    return {
        "type": "object",
        "additionalProperties": values,
        "propertyNames": _LABEL,
        **more,
    }


def ref(name: str) -> Json:
    """A reference to one of the schemas below."""
    return {"$ref": f"#/components/schemas/{name}"}


def _or_null(schema: Json) -> Json:
    return {"oneOf": [schema, {"type": "null"}]}


_AMOUNT: Json = {"type": "integer", "minimum": 0, "maximum": 10**12}
_SEATS = {"minProperties": 1, "maxProperties": MOST_PLAYERS}

_DEAL = _object(
    "A deal, and if chips are at stake the pots or what each player has put in.",
    {
        "game": _GAME,
        "hands": {
            "oneOf": [
                _map_of(_CARDS, **_SEATS),
                _list_of(_CARDS, minItems=1, maxItems=MOST_PLAYERS),
            ],
            "description": "The hole cards by label, or as a list: HandA, HandB, …",
        },
    },
    {
        "board": _CARDS | {"description": "The shared cards; left out in a game without a board."},
        "pots": _list_of(
            _object(
                "Chips, and who may win them: without `eligible`, everyone who has not folded.",
                {"amount": _AMOUNT | {"minimum": 1}},
                {"eligible": _or_null(_list_of(_LABEL, maxItems=MOST_PLAYERS))},
            ),
            description="The main pot first.",
            maxItems=MOST_PLAYERS,
        ),
        "contributions": _map_of(
            _AMOUNT,
            description="What each player has put in; side pots follow from it. Instead of `pots`.",
            maxProperties=MOST_PLAYERS,
        ),
        "folded": _list_of(_LABEL, description="Players who cannot win.", maxItems=MOST_PLAYERS),
        "button": _LABEL,
        "seats": _list_of(
            _LABEL, description="Everyone at the table, clockwise.", maxItems=MOST_PLAYERS
        ),
        "unit": _AMOUNT | {"minimum": 1, "description": "The smallest chip in play."},
    },
)

_MADE_HAND = _object(
    "The best combination of a player for a pot. `rank` is bigger for a better hand.",
    {
        "category": _TEXT,
        "title": _TEXT,
        "words": _TEXT,
        "rank": _COUNT,
        "cards": _CARDS,
        "hole": _CARDS,
        "board": _CARDS,
    },
)

_POT = _object(
    "Who won a pot, with what, and what decided it.",
    {
        "name": {"type": "string", "enum": ["high", "low"]},
        "winners": _list_of(_TEXT),
        "category": _TEXT_OR_NULL,
        "title": _TEXT_OR_NULL,
        "words": _TEXT_OR_NULL,
        "why": _TEXT,
    },
)

_PLAYER = _object(
    "One player: made hands by pot (null: does not qualify) and share of the chips.",
    {
        "label": _TEXT,
        "cards": _CARDS,
        "share": _FRACTION,
        "share_words": _TEXT,
        "made": {
            "type": "object",
            "additionalProperties": _or_null(ref("MadeHand")),
        },
    },
)

_ODD_CHIP = _object(
    "A chip that does not divide, and the rule that placed it.",
    {"amount": _COUNT, "to": _TEXT, "rule": _TEXT},
)

_PAYOUT = _object(
    "Every chip; the pots in the order in which they are settled, the last side pot first.",
    {
        "rule_set": {"type": "string", "enum": list(RULE_SETS)},
        "button": _TEXT_OR_NULL,
        "unit": _COUNT,
        "odd_chip_order": _list_of(_TEXT),
        "odd_chip_rule": _TEXT,
        "returned": _or_null(
            _object("A bet that nobody called.", {"label": _TEXT, "amount": _COUNT})
        ),
        "pots": _list_of(
            _object(
                "One pot, and its halves or the whole of it.",
                {
                    "name": _TEXT,
                    "amount": _COUNT,
                    "eligible": _list_of(_TEXT),
                    "division": _TEXT,
                    "odd_chip": _or_null(ref("OddChip")),
                    "parts": _list_of(
                        _object(
                            "The high half, the low half or the whole.",
                            {
                                "name": _TEXT,
                                "amount": _COUNT,
                                "winners": _list_of(_TEXT),
                                "made": {"type": "object", "additionalProperties": _TEXT},
                                "each": _COUNT,
                                "odd_chips": _list_of(ref("OddChip")),
                            },
                        )
                    ),
                },
            )
        ),
        "players": _list_of(
            _object(
                "What one player gets.",
                {
                    "label": _TEXT,
                    "total": _COUNT,
                    "returned": _COUNT,
                    "share": _FRACTION,
                    "share_name": _TEXT,
                },
            )
        ),
        "lines": _list_of(_TEXT, description="To be read aloud, from top to bottom."),
    },
)

_SETTLEMENT: Json = {
    "game": _GAME,
    "board": _CARDS,
    "headline": _TEXT,
    "pots": _list_of(ref("Pot")),
    "players": _list_of(ref("Player")),
    "chips": _or_null(ref("Payout")),
}

_STORED: Json = {
    "id": {"type": "string", "format": "uuid"},
    "url": {"type": "string", "format": "uri"},
    "created": {"type": "string", "format": "date-time"},
    "source": {"type": "string", "enum": ["page", "API", "command", "batch"]},
}

_GAME_RULES = _object(
    "The rules of a game as data.",
    {
        "slug": _GAME,
        "name": _TEXT,
        "rule": _TEXT,
        "hole": _COUNT,
        "board": _COUNT,
        "players": _object("The least and the most.", {"least": _COUNT, "most": _COUNT}),
        "pots": _list_of(
            _object(
                "What is awarded, by which ranking; its categories from worst to best.",
                {"name": _TEXT, "ranking": _TEXT, "categories": _list_of(_TEXT)},
            )
        ),
    },
)

_PROBLEM: Json = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": _TEXT,
        "status": {"type": "integer"},
        "detail": _TEXT,
        "errors": _list_of(
            {
                "type": "object",
                "properties": {
                    "detail": _TEXT,
                    "pointer": _TEXT | {"description": "Where in the document: a JSON pointer."},
                    "position": _COUNT | {"description": "Which character of that text."},
                    "parameter": _TEXT | {"description": "Which parameter of the query."},
                },
                "required": ["detail"],
                "additionalProperties": False,
            }
        ),
    },
    "required": ["type", "title", "status", "detail"],
}

_COUNTS: Json = {"type": "object", "additionalProperties": _COUNT}
_NUMBER_OR_NULL: Json = {"type": ["number", "null"]}

_BATCH = _object(
    "A file of deals, how far its settling is, and what was counted (null before it is done).",
    {
        "url": {"type": "string", "format": "uri"},
        "id": {"type": "string", "format": "uuid"},
        "name": _TEXT,
        "game": _GAME,
        "store": {"type": "boolean"},
        "state": {"type": "string", "enum": ["queued", "running", "done", "failed", "cancelled"]},
        "reason": _TEXT | {"description": "Why it failed."},
        "compression": _TEXT_OR_NULL,
        "input_bytes": _COUNT,
        "deals": _COUNT,
        "errors": _COUNT,
        "part_done": {"type": "number", "minimum": 0, "maximum": 1},
        "deals_per_second": _COUNT,
        "seconds_left": _NUMBER_OR_NULL,
        "created": {"type": "string", "format": "date-time"},
        "started": _TEXT_OR_NULL,
        "finished": _TEXT_OR_NULL,
        "tallies": _or_null(
            _object(
                "How often each seat won each pot, scooped and was quartered; and what won.",
                {
                    "seats": _list_of(
                        {
                            "type": "object",
                            "properties": {"label": _TEXT},
                            "additionalProperties": _COUNT,
                        }
                    ),
                    "pots": _list_of(
                        _object(
                            "`none`: nobody qualified.",
                            {"name": _TEXT, "none": _COUNT, "categories": _COUNTS},
                        )
                    ),
                },
            )
        ),
    },
)

SCHEMAS: Json = {
    "Batch": _BATCH,
    "Deal": _DEAL,
    "MadeHand": _MADE_HAND,
    "Pot": _POT,
    "Player": _PLAYER,
    "OddChip": _ODD_CHIP,
    "Payout": _PAYOUT,
    "Settlement": _object("A settled deal, not stored.", _SETTLEMENT),
    "StoredSettlement": _object("A settled deal that can be found again.", _STORED | _SETTLEMENT),
    "Game": _GAME_RULES,
    "Problem": _PROBLEM,
}


def add_schemas(result: Json, **kwargs: Any) -> Json:
    """A hook of the document's generator: the schemas that references name, and bodies required."""
    result["components"].setdefault("schemas", {}).update(SCHEMAS)
    for path in result["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
    return result


def page_of(items: Json) -> Json:
    """A page of a list, and where the neighbouring ones are."""
    return _object(
        "Newest first. `next` and `previous` are null where the list ends.",
        {"next": _TEXT_OR_NULL, "previous": _TEXT_OR_NULL, "results": items},
    )


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """The part of an operation's `responses` for what can go wrong."""
    said = OpenApiResponse(response=ref("Problem"), description="A problem.")
    return {(status, "application/problem+json"): said for status in statuses}


IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]+$", "maxLength": LONGEST_KEY},
    OpenApiParameter.HEADER,
    description=(
        "Of your choice, for example a UUID. The same key and body have the same answer, for a"
        " day; the same key with another body is refused, but for callers without a token, whom"
        " nothing tells apart."
    ),
)
STORE = OpenApiParameter(
    "store", bool, description="`false` settles without storing: there is no id then, and no link."
)
GAME = OpenApiParameter(
    "game", _GAME, description="The game of the lines; Omaha Hi/Lo if not said."
)


def _example(name: str, **deal: Any) -> OpenApiExample:
    return OpenApiExample(name, value=deal, request_only=True)


DEAL_EXAMPLES = [
    _example(
        "Omaha Hi/Lo",
        game="omaha-hilo",
        hands={"HandA": "Ac-Kd-Jd-3d", "HandB": "5c-5d-6c-7d"},
        board="Ah-Kh-5s-2s-Qd",
    ),
    _example(
        "Side pots and a button",
        game="omaha-hilo",
        hands=["Ac3h9dTs", "KhQcJs8s", "QhQsJcTd"],
        board="2d5h7cKsKd",
        pots=[{"amount": 91}, {"amount": 40, "eligible": ["HandB", "HandC"]}],
        button="HandB",
    ),
    _example("Texas Hold'em", game="holdem", hands=["As Kd", "10♠ 10♥"], board="Td 9c 4s Ac Kh"),
    _example("Badugi", game="badugi", hands={"Ann": "Ac4h3d2s", "Bob": "AdKc2h9s"}),
]

JSON_LINE: Json = {"type": "string", "description": "A `Deal` as JSON on each line."}

_LINE = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd"

BULK_EXAMPLES = [
    OpenApiExample(
        "Lines", value=f"{_LINE}\n{_LINE} Pot:4765", media_type="text/plain", request_only=True
    ),
    OpenApiExample(
        "JSON lines",
        value="".join(json.dumps(example.value) + "\n" for example in DEAL_EXAMPLES),
        media_type="application/x-ndjson",
        request_only=True,
    ),
]
