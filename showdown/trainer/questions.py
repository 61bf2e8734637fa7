"""The kinds of questions about a deal, and the types of their answers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from annotated_types import Len
from pydantic import AfterValidator, ConfigDict, TypeAdapter, ValidationError, with_config

from showdown.evaluator.contests import MadeHand
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.payout import OddChipRule
from showdown.evaluator.settlement import Settlement
from showdown.trainer.chip_matchers import chips_by_player
from showdown.trainer.matchers import Match, is_low_with_qualifier
from showdown.words.drills import made_text

type Answer = Any
"""A JSON value: a string, an integer, a boolean, a list or an object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of question; its texts are in `words.drills`.

    `answer` derives the answer from a settlement, which may contain a typical mistake. `type`
    validates answers and makes them comparable; `type_text` describes the type. `points` is the
    difficulty of the question about a deal without special features. `fits` returns whether the
    question can be asked about a settlement, and `allows` whether it can be asked in a game. If
    `needs_rake`, the deal has a rake. If `is_ruling`, the question is whether a proposed payout is
    right, and `answer` returns the right payout. If `is_about_cards`, other cards may be equally
    right.
    """

    slug: str
    answer: Callable[[Settlement, Match, Game], Answer]
    type: TypeAdapter[Any]
    type_text: str
    points: int
    fits: Callable[[Settlement, Match], bool] = lambda settlement, match: True
    allows: Callable[[Game], bool] = lambda game: True
    needs_rake: bool = False
    is_ruling: bool = False
    is_about_cards: bool = False

    def normalize(self, answer: Answer) -> Answer:
        """Return an answer in a comparable form. Raise WrongShape if it has the wrong type."""
        try:
            return self.type.validate_python(answer, strict=True)
        except ValidationError:
            raise WrongShape(kind=self.slug, shape=self.type_text, field="answer") from None


class WrongShape(InvalidDeal):
    """An answer of the wrong type for the question."""

    message = "the answer to “{kind}” must be {shape}"

    kind: str
    shape: str


_MAX_ENTRIES = 60
"""Maximum number of entries of a list or an object in an answer."""

type _Text = Annotated[str, Len(0, 200)]
type _Cards = Annotated[list[_Text], Len(0, _MAX_ENTRIES)]
type _Players = Annotated[_Cards, AfterValidator(lambda names: sorted(set(names)))]


@with_config(ConfigDict(extra="forbid"))
class PotAnswer(TypedDict):
    """A pot before the rake, and the players who can win it."""

    amount: int
    eligible: _Players


type _Winners = Annotated[dict[_Text, _Players], Len(0, _MAX_ENTRIES)]
type _Pots = Annotated[
    list[PotAnswer],
    Len(0, _MAX_ENTRIES),
    AfterValidator(lambda pots: [pot for pot in pots if pot["amount"]]),
]
type _Chips = Annotated[
    dict[_Text, int],
    Len(0, _MAX_ENTRIES),
    AfterValidator(lambda amounts: {name: chips for name, chips in amounts.items() if chips}),
]
_TEXT, _BOOLEAN = TypeAdapter(_Text), TypeAdapter(bool)


def _made_hand_of(settlement: Settlement, match: Match) -> MadeHand | None:
    return settlement.runs[0].made[match.contest][match.label]


def original_contest(game: Game, match: Match) -> Contest:
    """Return the contest of the match as the real game defines it, not as a mistake changes it."""
    return next(contest for contest in game.contests if contest.name == match.contest)


def _made_hand_text(settlement: Settlement, match: Match, game: Game) -> Answer:
    made, contest = _made_hand_of(settlement, match), original_contest(game, match)
    if made is None:
        return made_text(game, contest, ())
    rank = made.rank if made.rank in contest.ranking.strengths else contest.ranking.rank(made.cards)
    return made_text(game, contest, rank)


def _playing_cards(settlement: Settlement, match: Match, game: Game) -> Answer:
    made = _made_hand_of(settlement, match)
    return [str(card) for card in made.cards] if made else []


def _has_choice(game: Game) -> bool:
    """Return whether players have more cards than they play."""
    return any(
        game.hole + len(contest.boards) * 5 > 5 or contest.choice.plays_fewer
        for contest in game.contests
    )


def _winners(settlement: Settlement, match: Match, game: Game) -> Answer:
    winners = {result.name: sorted(result.winners) for result in settlement.contests}
    return {contest.name: winners[contest.name] for contest in game.contests}


def _pots(settlement: Settlement, match: Match, game: Game) -> Answer:
    payout = settlement.payout
    return [
        {"amount": pot.amount + pot.taken, "eligible": sorted(pot.eligible)}
        for pot in reversed(payout.pots if payout else ())
    ]


def _odd_chip_recipient(settlement: Settlement, match: Match, game: Game) -> Answer:
    payout = settlement.payout
    chip = next(iter(payout.odd_chips), None) if payout else None
    if chip is None:
        return ""
    if chip.rule is OddChipRule.FIRST_BOARD:
        return f"board {settlement.game.parts[0][0].boards[0] + 1}"
    return chip.receiver


_KINDS = (
    Kind(slug="make", answer=_made_hand_text, type=_TEXT, type_text="a string", points=1000),
    Kind(
        slug="cards",
        answer=_playing_cards,
        type=TypeAdapter(_Cards),
        type_text="a list of cards",
        points=1050,
        fits=lambda settlement, match: _made_hand_of(settlement, match) is not None,
        allows=_has_choice,
        is_about_cards=True,
    ),
    Kind(
        slug="low",
        answer=lambda settlement, match, game: any(
            result.winners for result in settlement.contests if result.name == match.contest
        ),
        type=_BOOLEAN,
        type_text="true or false",
        points=950,
        fits=lambda settlement, match: is_low_with_qualifier(
            original_contest(settlement.game, match)
        ),
        allows=lambda game: any(map(is_low_with_qualifier, game.contests)),
    ),
    Kind(
        slug="winners",
        answer=_winners,
        type=TypeAdapter(_Winners),
        type_text="an object of lists: the winners of each contest",
        points=1050,
    ),
    Kind(
        slug="pots",
        answer=_pots,
        type=TypeAdapter(_Pots),
        type_text="a list of pots, each with its amount and the eligible players",
        points=1200,
    ),
    Kind(
        slug="chips",
        answer=lambda settlement, *_: chips_by_player(settlement),
        type=TypeAdapter(_Chips),
        type_text="an object of whole numbers: the chips of each player",
        points=1250,
    ),
    Kind(
        slug="odd",
        answer=_odd_chip_recipient,
        type=_TEXT,
        type_text="a string",
        points=1250,
        fits=lambda settlement, match: (
            settlement.payout is not None and len(settlement.payout.odd_chips) == 1
        ),
    ),
    Kind(
        slug="rake",
        answer=lambda settlement, *_: settlement.payout.rake if settlement.payout else 0,
        type=TypeAdapter(int),
        type_text="a whole number",
        points=1150,
        needs_rake=True,
    ),
    Kind(
        slug="ruling",
        answer=lambda settlement, *_: chips_by_player(settlement),
        type=_BOOLEAN,
        type_text="true or false",
        points=1150,
        is_ruling=True,
    ),
)

KINDS: dict[str, Kind] = {kind.slug: kind for kind in _KINDS}
