"""The kinds of drills: what is asked about a deal, and the answer, drawn from its settlement.

An answer is what JSON can hold: a text, a number, a truth, a list or an object.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from showdown.evaluator.contests import MadeHand
from showdown.evaluator.games import Contest, Game
from showdown.evaluator.payout import OddChipRule
from showdown.evaluator.settlement import Settlement
from showdown.trainer.chip_places import chips_of
from showdown.trainer.needs import is_low_with_qualifier
from showdown.trainer.places import Place
from showdown.words.drills import made_text

type Answer = Any
"""Text, whole number, truth, list or dict, as JSON has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of drill; its question is in `words.drills`.

    `answer` reads a settlement of the game, perhaps one with a mistake in it. `fits` says whether
    the question has one answer in this settlement, `allows` whether the game has such a question.
    `is_paid`: the answer is who gets how many chips. `is_ruling`: chips are shown, and the question
    is whether they are right. `is_cards`: other cards may be as good as those of the answer.
    """

    slug: str
    answer: Callable[[Settlement, Place, Game], Answer]
    fits: Callable[[Settlement, Place], bool] = lambda settlement, place: True
    allows: Callable[[Game], bool] = lambda game: True
    takes_rake: bool = False
    is_paid: bool = False
    is_ruling: bool = False
    is_cards: bool = False


def _made(settlement: Settlement, place: Place) -> MadeHand | None:
    return settlement.runs[0].made[place.contest][place.label]


def true_contest(game: Game, place: Place) -> Contest:
    """The contest as the game has it, whatever a mistake made of it."""
    return next(contest for contest in game.contests if contest.name == place.contest)


def _what_it_makes(settlement: Settlement, place: Place, game: Game) -> Answer:
    made, contest = _made(settlement, place), true_contest(game, place)
    if made is None:
        return made_text(game, contest, ())
    rank = made.rank if made.rank in contest.ranking.strengths else contest.ranking.rank(made.cards)
    return made_text(game, contest, rank)


def _which_cards(settlement: Settlement, place: Place, game: Game) -> Answer:
    made = _made(settlement, place)
    return [str(card) for card in made.cards] if made else []


def _is_made(settlement: Settlement, place: Place) -> bool:
    return _made(settlement, place) is not None


def _has_choice(game: Game) -> bool:
    """Whether players have more cards than play."""
    return any(
        game.hole + len(contest.boards) * 5 > 5 or contest.choice.plays_fewer
        for contest in game.contests
    )


def _is_there_a_low(settlement: Settlement, place: Place, game: Game) -> Answer:
    result = next(won for won in settlement.contests if won.name == place.contest)
    return bool(result.winners)


def _is_about_low(settlement: Settlement, place: Place) -> bool:
    return is_low_with_qualifier(true_contest(settlement.game, place))


def _who_wins(settlement: Settlement, place: Place, game: Game) -> Answer:
    won = {result.name: sorted(result.winners) for result in settlement.contests}
    return {contest.name: won[contest.name] for contest in game.contests}


def _which_pots(settlement: Settlement, place: Place, game: Game) -> Answer:
    payout = settlement.payout
    return [
        {"amount": pot.amount + pot.taken, "eligible": sorted(pot.eligible)}
        for pot in reversed(payout.pots if payout else ())
    ]


def _who_gets_what(settlement: Settlement, place: Place, game: Game) -> Answer:
    return chips_of(settlement)


def _where_the_odd_chip_goes(settlement: Settlement, place: Place, game: Game) -> Answer:
    payout = settlement.payout
    chip = next(iter(payout.odd_chips), None) if payout else None
    if chip is None:
        return ""
    if chip.rule is OddChipRule.FIRST_BOARD:
        return f"board {settlement.game.parts[0][0].boards[0] + 1}"
    return chip.to


def _has_one_odd_chip(settlement: Settlement, place: Place) -> bool:
    payout = settlement.payout
    return payout is not None and len(payout.odd_chips) == 1


def _how_much_rake(settlement: Settlement, place: Place, game: Game) -> Answer:
    return settlement.payout.rake if settlement.payout else 0


_KINDS = (
    Kind(slug="make", answer=_what_it_makes),
    Kind(slug="cards", answer=_which_cards, fits=_is_made, allows=_has_choice, is_cards=True),
    Kind(
        slug="low",
        answer=_is_there_a_low,
        fits=_is_about_low,
        allows=lambda game: any(map(is_low_with_qualifier, game.contests)),
    ),
    Kind(slug="winners", answer=_who_wins),
    Kind(slug="pots", answer=_which_pots),
    Kind(slug="chips", answer=_who_gets_what, is_paid=True),
    Kind(slug="odd", answer=_where_the_odd_chip_goes, fits=_has_one_odd_chip),
    Kind(slug="rake", answer=_how_much_rake, takes_rake=True),
    Kind(slug="ruling", answer=_who_gets_what, is_paid=True, is_ruling=True),
)

KINDS: dict[str, Kind] = {kind.slug: kind for kind in _KINDS}
