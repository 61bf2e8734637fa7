"""The kinds of questions about a deal. Answers can be represented as JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from showdown.evaluator.contests import MadeHand
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.payout import OddChipRule
from showdown.evaluator.settlement import Settlement
from showdown.trainer.chip_matchers import chips_of
from showdown.trainer.matchers import Match
from showdown.trainer.needs import is_low_with_qualifier
from showdown.words.drills import made_text

type Answer = Any
"""A string, integer, boolean, list or dict."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of question; its words are in `words.drills`.

    `answer` derives the answer from a settlement, which may contain a typical mistake. `fits`
    returns whether the question can be asked about a settlement, and `allows` whether it can be
    asked in a game. If `takes_rake`, the deal has a rake. If `is_paid`, the answer is the chips of
    each player. If `is_ruling`, the question is whether a proposed payout is right. If `is_cards`,
    other cards may be equally right.
    """

    slug: str
    answer: Callable[[Settlement, Match, Game], Answer]
    fits: Callable[[Settlement, Match], bool] = lambda settlement, match: True
    allows: Callable[[Game], bool] = lambda game: True
    takes_rake: bool = False
    is_paid: bool = False
    is_ruling: bool = False
    is_cards: bool = False


def _made_hand_of(settlement: Settlement, match: Match) -> MadeHand | None:
    return settlement.runs[0].made[match.contest][match.label]


def true_contest(game: Game, match: Match) -> Contest:
    """Return the contest of the match as the real game defines it, not as a mistake changes it."""
    return next(contest for contest in game.contests if contest.name == match.contest)


def _made_hand_text(settlement: Settlement, match: Match, game: Game) -> Answer:
    made, contest = _made_hand_of(settlement, match), true_contest(game, match)
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


def _has_low(settlement: Settlement, match: Match, game: Game) -> Answer:
    result = next(won for won in settlement.contests if won.name == match.contest)
    return bool(result.winners)


def _winners(settlement: Settlement, match: Match, game: Game) -> Answer:
    won = {result.name: sorted(result.winners) for result in settlement.contests}
    return {contest.name: won[contest.name] for contest in game.contests}


def _pots(settlement: Settlement, match: Match, game: Game) -> Answer:
    payout = settlement.payout
    return [
        {"amount": pot.amount + pot.taken, "eligible": sorted(pot.eligible)}
        for pot in reversed(payout.pots if payout else ())
    ]


def _taker_of_odd_chip(settlement: Settlement, match: Match, game: Game) -> Answer:
    payout = settlement.payout
    chip = next(iter(payout.odd_chips), None) if payout else None
    if chip is None:
        return ""
    if chip.rule is OddChipRule.FIRST_BOARD:
        return f"board {settlement.game.parts[0][0].boards[0] + 1}"
    return chip.to


_KINDS = (
    Kind(slug="make", answer=_made_hand_text),
    Kind(
        slug="cards",
        answer=_playing_cards,
        fits=lambda settlement, match: _made_hand_of(settlement, match) is not None,
        allows=_has_choice,
        is_cards=True,
    ),
    Kind(
        slug="low",
        answer=_has_low,
        fits=lambda settlement, match: is_low_with_qualifier(true_contest(settlement.game, match)),
        allows=lambda game: any(map(is_low_with_qualifier, game.contests)),
    ),
    Kind(slug="winners", answer=_winners),
    Kind(slug="pots", answer=_pots),
    Kind(slug="chips", answer=lambda settlement, *_: chips_of(settlement), is_paid=True),
    Kind(
        slug="odd",
        answer=_taker_of_odd_chip,
        fits=lambda settlement, match: (
            settlement.payout is not None and len(settlement.payout.odd_chips) == 1
        ),
    ),
    Kind(
        slug="rake",
        answer=lambda settlement, *_: settlement.payout.rake if settlement.payout else 0,
        takes_rake=True,
    ),
    Kind(
        slug="ruling",
        answer=lambda settlement, *_: chips_of(settlement),
        is_paid=True,
        is_ruling=True,
    ),
)

KINDS: dict[str, Kind] = {kind.slug: kind for kind in _KINDS}
