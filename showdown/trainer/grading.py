"""Grade an answer, and find the mistake that leads to a wrong one."""

from typing import NamedTuple

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.trainer.betting import ODD_CHIP_RULES
from showdown.trainer.drills import Drill
from showdown.trainer.matchers import best_combinations
from showdown.trainer.mistakes import MISTAKES
from showdown.trainer.questions import Answer, original_contest
from showdown.words.drills import mistake_text

SOMETHING_ELSE = "something-else"
"""The mistake of a wrong answer that no known mistake leads to."""


class Grade(NamedTuple):
    """The grade of an answer: right, or the mistake that leads to it."""

    is_right: bool
    mistake: str = ""


def grade(drill: Drill, given: Answer) -> Grade:
    """Grade an answer. Raise WrongShape if it doesn't fit the question.

    Of several mistakes that lead to a wrong answer, those tested by the drill come first, then
    those typical of the pattern.
    """
    given = drill.kind.normalize(given)
    if drill.kind.is_about_cards:
        given = _accept_equal_combination(drill, given)
    if given == drill.answer:
        return Grade(is_right=True)
    if drill.proposed_payout is not None:
        return Grade(is_right=False, mistake=drill.planted_mistake or SOMETHING_ELSE)
    for slug in drill.tested_mistakes:
        if _is_same_answer(drill, drill.wrong_answers(slug)[0], given):
            return Grade(is_right=False, mistake=slug)
    for slug in dict.fromkeys((*drill.recipe.pattern.mistakes, *MISTAKES)):
        if any(_is_same_answer(drill, answer, given) for answer in drill.wrong_answers(slug)):
            return Grade(is_right=False, mistake=slug)
    return Grade(is_right=False, mistake=SOMETHING_ELSE)


def mistake_sentence(drill: Drill, mistake: str, given: Answer) -> str:
    """Return the sentence about a mistake.

    For the mistake `another-book`, the sentence names the other rule sets under which the answer
    is right. The answer is `given`, or the proposed payout if the question is about one.
    """
    judged_answer = (
        drill.kind.normalize(given) if drill.proposed_payout is None else drill.proposed_payout
    )
    rules = drill.submission.rules
    others = []
    if mistake == "another-book":
        for other in ODD_CHIP_RULES:
            settlement = drill.submission._replace(rules=other).settle()
            answer = drill.kind.answer(settlement, drill.match, drill.game)
            if other is not rules and answer == judged_answer:
                others.append(other)
    return mistake_text(mistake, drill.game, others, rules)


def _is_same_answer(drill: Drill, answer: Answer, other: Answer) -> bool:
    if drill.kind.is_about_cards:
        return sorted(answer) == sorted(other)
    return bool(answer == other)


def _accept_equal_combination(drill: Drill, given: list[str]) -> list[str]:
    """Return the right answer if the given cards are as good, otherwise the given cards.

    Any combination with the best strength is right; either of two cards of a rank may play.
    """
    try:
        cards = frozenset(card for text in given for card in parse_cards(text))
    except InvalidDeal:
        return given
    contest = original_contest(drill.game, drill.match)
    hole = drill.settlement.player(drill.match.label).hand.cards
    best = best_combinations(contest, hole, drill.settlement.deal.boards)
    return drill.answer if cards in map(frozenset, best) else given
