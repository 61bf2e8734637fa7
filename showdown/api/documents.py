"""The API's JSON documents other than deals: tokens, games, rule sets, problems."""

from functools import cache
from typing import Annotated, Any, NotRequired, TypedDict

from pydantic import Field, WithJsonSchema, with_config

from showdown.evaluator.cards import RANKS
from showdown.evaluator.games import Contest, Family, Game
from showdown.evaluator.rule_sets import WSOP_2026, RuleSet
from showdown.models import ApiToken
from showdown.notation.deal_json import GameName, RulesName
from showdown.notation.json_types import STRICT, Count
from showdown.notation.registry import DEAL_FORMATS, format_of
from showdown.words.citations import rule_set_text
from showdown.words.games import rules_text


def _text(**schema: Any) -> Any:
    return WithJsonSchema({"type": "string", **schema})


@with_config(STRICT)
class PlayersJson(TypedDict):
    """The minimum and maximum number of players."""

    least: Count
    most: Count


@with_config(STRICT)
class DeckJson(TypedDict):
    """The number of cards in the deck, and their ranks, lowest first."""

    cards: Count
    ranks: Annotated[str, Field(examples=["23456789TJQKA"])]


@with_config(STRICT)
class ContestRulesJson(TypedDict):
    """A contest of a game: its ranking, and the cards that may play."""

    name: str
    ranking: Annotated[str, Field(examples=["high", "eight or better"])]
    choice: Annotated[str, Field(examples=["two and three", "any five", "all", "subset"])]
    boards: Annotated[
        list[int],
        Field(description="The numbers of the boards that may play; a hand plays one of them."),
    ]
    categories: Annotated[list[str], Field(description="From worst to best.")]


@with_config(STRICT)
class GameJson(TypedDict):
    """The rules of a game, as data and in words."""

    slug: GameName
    name: str
    aliases: list[str]
    family: Family
    rules: str
    deck: DeckJson
    hole: Annotated[int, Field(ge=1, description="A player's own cards.")]
    boards: Annotated[list[int], Field(description="How many cards each board has.")]
    players: PlayersJson
    contests: Annotated[list[ContestRulesJson], Field(description="In odd-chip order.")]
    parts: Annotated[
        list[list[str]],
        Field(description="A pot is divided among these parts, and each part among its contests."),
    ]
    format: Annotated[
        str, _text(enum=list(DEAL_FORMATS)), Field(description="The format of this game's files.")
    ]
    contract: Annotated[
        str,
        _text(enum=list(DEAL_FORMATS)),
        Field(deprecated=True, description="The former name of `format`, until version 2.0."),
    ]


@with_config(STRICT)
class RuleSetJson(TypedDict):
    """A rule set: the book by which chips are paid."""

    slug: RulesName
    name: str
    is_default: bool
    rules: list[str]


@with_config(STRICT)
class PlaceJson(TypedDict, total=False):
    """What is wrong, and where."""

    detail: str
    pointer: Annotated[str, Field(description="Where in the document: a JSON pointer.")]
    position: Annotated[int, Field(ge=0, description="Which character of the text, from 0.")]
    parameter: Annotated[str, Field(description="Which query parameter.")]


class ProblemJson(TypedDict):
    """What went wrong (RFC 9457)."""

    type: Annotated[str, _text(format="uri-reference")]
    title: str
    status: int
    detail: str
    errors: NotRequired[list[PlaceJson]]


@with_config(STRICT)
class ProblemTypeJson(TypedDict):
    """A type of problem: its title, and the status it is answered with."""

    title: str
    status: int


@with_config(STRICT)
class TokenRequestJson(TypedDict):
    """An account's username and password, and a name for the new token."""

    username: Annotated[str, Field(pattern=r"^[^\x00]+$", max_length=150)]
    password: Annotated[str, Field(pattern=r"^[^\x00]+$", max_length=4096)]
    name: Annotated[
        str,
        Field(pattern=r"^[^\x00-\x1f]+$", max_length=60, description="The program or device."),
    ]


@with_config(STRICT)
class TokenJson(TypedDict):
    """A new token: `token` is its secret, which is not shown again."""

    id: int
    name: str
    token: str
    expires: Annotated[
        str | None, WithJsonSchema({"type": ["string", "null"], "format": "date-time"})
    ]


def token_to_json(token: ApiToken, secret: str) -> TokenJson:
    return {
        "id": token.pk,
        "name": token.name,
        "token": secret,
        "expires": token.expires.isoformat() if token.expires else None,
    }


@cache
def game_to_json(game: Game) -> GameJson:
    return {
        "slug": game.slug,
        "name": game.name,
        "aliases": list(game.aliases),
        "family": game.family,
        "rules": rules_text(game),
        "deck": {
            "cards": len(game.deck),
            "ranks": "".join(RANKS[rank] for rank in sorted({card.rank for card in game.deck})),
        },
        "hole": game.hole,
        "boards": list(game.boards),
        "players": {"least": game.players[0], "most": game.players[-1]},
        "contests": [_contest_to_json(contest, game) for contest in game.contests],
        "parts": [[contest.name for contest in part] for part in game.parts],
        "format": format_of(game).name,
        "contract": format_of(game).name,
    }


def _contest_to_json(contest: Contest, game: Game) -> ContestRulesJson:
    return {
        "name": contest.name,
        "ranking": contest.ranking.name,
        "choice": contest.choice.name,
        "boards": [place + 1 for place in contest.boards if place < len(game.boards)],
        "categories": list(contest.ranking.categories),
    }


def rule_set_to_json(rules: RuleSet) -> RuleSetJson:
    return {
        "slug": rules.slug,
        "name": rules.name,
        "is_default": rules is WSOP_2026,
        "rules": list(rule_set_text(rules)),
    }
