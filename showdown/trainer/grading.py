"""Whether an answer is right, and if not, which mistake it shows."""

from collections.abc import Iterable
from typing import NamedTuple

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.trainer.drills import Drill
from showdown.trainer.kinds import Answer, true_contest
from showdown.trainer.mistakes import MISTAKES
from showdown.trainer.places import best_combinations
from showdown.trainer.shapes import in_shape

SOMETHING_ELSE = "something-else"
"""The mistake of an answer that none of the known ones leads to."""


class Grade(NamedTuple):
    """Whether the answer `is_right`; if not, the `mistake` that leads to it."""

    is_right: bool
    mistake: str = ""


def grade(drill: Drill, given: Answer) -> Grade:
    """The grade of an answer. Raises WrongShape if it isn't one to such a question."""
    given = in_shape(drill.kind.slug, given)
    if drill.kind.is_cards:
        given = _as_dealt(drill, given)
    right = drill.answer
    if given == right:
        return Grade(is_right=True)
    if drill.ruling is not None:
        return Grade(is_right=False, mistake=drill.planted or SOMETHING_ELSE)
    return Grade(is_right=False, mistake=_mistake_of(drill, given))


def _mistake_of(drill: Drill, given: Answer) -> str:
    """A mistake that the drill tests, if the answer is the one expected of it; or else any."""
    for slug in drill.tested:
        if _same(drill, drill.wrong_answers(MISTAKES[slug])[0], given):
            return slug
    for slug in _in_order(drill):
        for answer in drill.wrong_answers(MISTAKES[slug]):
            if _same(drill, answer, given):
                return slug
    return SOMETHING_ELSE


def _in_order(drill: Drill) -> Iterable[str]:
    """The mistakes that the pattern tempts to come first."""
    return dict.fromkeys((*drill.recipe.pattern.mistakes, *MISTAKES))


def _same(drill: Drill, one: Answer, other: Answer) -> bool:
    if drill.kind.is_cards:
        return sorted(one) == sorted(other)
    return bool(one == other)


def _as_dealt(drill: Drill, given: list[str]) -> list[str]:
    """The right answer where these cards are as good as those that it names; else as given.

    Any combination may be named that is as strong: of two cards of a rank either may play.
    """
    try:
        cards = frozenset(card for text in given for card in parse_cards(text))
    except InvalidDeal:
        return given
    contest = true_contest(drill.game, drill.place)
    hole = drill.settlement.player(drill.place.label).hand.cards
    best = best_combinations(contest, hole, drill.settlement.deal.boards)
    return drill.answer if cards in map(frozenset, best) else given
