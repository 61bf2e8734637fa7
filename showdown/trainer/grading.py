"""Find the mistake that leads to a wrong answer."""

from showdown.evaluator.cards import parse_cards
from showdown.evaluator.errors import InvalidDeal
from showdown.trainer.betting import WHOLE_CHIP_RULE_SETS
from showdown.trainer.drills import Drill
from showdown.trainer.matchers import best_combinations
from showdown.trainer.mistakes import MISTAKES
from showdown.trainer.questions import Answer, original_contest
from showdown.words.drills import mistake_text

SOMETHING_ELSE = "something-else"
"""The mistake of a wrong answer that no known mistake leads to."""


def find_mistake(drill: Drill, answer: Answer) -> str:
    """Return the mistake that leads to an answer, or an empty string if the answer is right.

    Of several mistakes, those tested by the drill come first, then those typical of the pattern.
    Raise WrongShape if the answer doesn't fit the question.
    """
    answer = drill.kind.normalize(answer)
    if drill.kind.is_about_cards:
        answer = _accept_equal_combination(drill, answer)
    if answer == drill.answer:
        return ""
    if drill.proposed_payout is not None:
        return drill.planted_mistake or SOMETHING_ELSE
    for slug in drill.tested_mistakes:
        if _is_same_answer(drill, drill.wrong_answers(slug)[0], answer):
            return slug
    for slug in dict.fromkeys((*drill.recipe.pattern.mistakes, *MISTAKES)):
        if any(_is_same_answer(drill, wrong, answer) for wrong in drill.wrong_answers(slug)):
            return slug
    return SOMETHING_ELSE


def mistake_sentence(drill: Drill, mistake: str, answer: Answer) -> str:
    """Return the sentence about a mistake.

    For the mistake `another-book`, the sentence names the other rule sets under which the answer
    or, if the question is about one, the proposed payout is right.
    """
    judged_answer = (
        drill.kind.normalize(answer) if drill.proposed_payout is None else drill.proposed_payout
    )
    rules = drill.submission.rules
    other_rule_sets = []
    if mistake == "another-book":
        for other in WHOLE_CHIP_RULE_SETS:
            settlement = drill.submission._replace(rules=other).settle()
            right_answer = drill.kind.answer(settlement, drill.match, drill.game)
            if other is not rules and right_answer == judged_answer:
                other_rule_sets.append(other)
    return mistake_text(mistake, drill.game, other_rule_sets, rules)


def _is_same_answer(drill: Drill, answer: Answer, other: Answer) -> bool:
    if drill.kind.is_about_cards:
        return sorted(answer) == sorted(other)
    return bool(answer == other)


def _accept_equal_combination(drill: Drill, answer: list[str]) -> list[str]:
    """Return the right answer if the cards in `answer` are as strong, otherwise `answer`.

    Any combination with the best strength is right; for example, either of two kings may play.
    """
    try:
        cards = frozenset(card for text in answer for card in parse_cards(text))
    except InvalidDeal:
        return answer
    contest = original_contest(drill.game, drill.match)
    hole = drill.settlement.player(drill.match.label).hand.cards
    best_hands = best_combinations(contest, hole, drill.settlement.deal.boards)
    return drill.answer if cards in map(frozenset, best_hands) else answer
