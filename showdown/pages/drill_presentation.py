"""Prepare a drill for a page. The context of an unanswered drill omits the answer."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from showdown.evaluator.wagers import Wagers
from showdown.pages.forms.drill import DrillForm
from showdown.pages.presentation import present
from showdown.pages.table_input import board_name
from showdown.pages.view_models import Presentation, ShownCard
from showdown.trainer.drills import Drill
from showdown.trainer.grading import mistake_sentence
from showdown.trainer.questions import Answer
from showdown.trainer.sittings import TOO_LATE
from showdown.words.drills import PATTERNS, mistake_text, rake_text, user_answer_text
from showdown.words.games import rules_text
from showdown.words.ranks import chips_text


@dataclass(frozen=True, slots=True)
class Seat:
    """A player on the felt, without cards if folded.

    `amount` is the player's bet and, after the answer, the result. `is_asked_about` is true if the
    question is about this player's hand. `state` is `out` for a folded player; the other states,
    `cards_text` and the marks of the cards are only set after the answer. `pushed_amount` is the
    amount that a wrong answer gave to the player.
    """

    label: str
    cards: tuple[ShownCard, ...]
    amount: str
    has_button: bool
    is_asked_about: bool
    state: str = ""
    cards_text: str = ""
    pushed_amount: str = ""

    @property
    def has_folded(self) -> bool:
        return not self.cards


def question_context(ticket: str | int, drill: Drill, form: DrillForm) -> dict[str, Any]:
    """Return the context of a drill before its answer."""
    return {"ticket": ticket, "drill": _deal_context(drill), "form": form}


def grade_context(drill: Drill, mistake: str, given_answer: Answer) -> dict[str, Any]:
    """Return the context of a drill after the answer: the given answer, the mistake, the cards.

    `mistake` is empty for a right answer.
    """
    is_right, is_late = not mistake, mistake == TOO_LATE
    explained_mistake = drill.planted_mistake or ("" if is_late else mistake)
    kind, game, presentation = drill.kind.slug, drill.game, present(drill.settlement)
    # With several pots, the headline only repeats the chips.
    reason = presentation.headline if drill.kind.is_ruling and len(presentation.pots) == 1 else ""
    return {
        "drill": _deal_context(drill, presentation, {} if is_right else given_answer),
        "is_graded": True,
        "is_right": is_right,
        "late_text": mistake_text(TOO_LATE, game) if is_late else "",
        "given_answer": ""
        if is_right or is_late
        else user_answer_text(kind, game, drill.kind.normalize(given_answer)),
        "answer": drill.answer_text,
        "reason": reason,
        "rake_calculation": rake_text(drill.submission.wagers or Wagers(), drill.answer)
        if kind == "rake"
        else "",
        "mistake": mistake_sentence(drill, explained_mistake, given_answer),
        "pattern": PATTERNS[drill.recipe.pattern.slug],
        "presentation": presentation,
    }


_KINDS_ABOUT_ONE_HAND = ("make", "cards")
_KINDS_ABOUT_CARDS = (*_KINDS_ABOUT_ONE_HAND, "low", "winners")
"""Kinds of questions that need no bets."""


def _deal_context(
    drill: Drill, presentation: Presentation | None = None, given_answer: Answer = None
) -> dict[str, Any]:
    """Return the context of the deal; with a presentation, also its result."""
    deal, wagers, rules = drill.submission
    wagers = wagers or Wagers()
    is_about_chips = drill.kind.slug not in _KINDS_ABOUT_CARDS
    bets = [
        f"{label} {chips_text(wagers.contributions.get(label, 0))}"
        for label in wagers.seats or deal.labels
    ]
    return {
        "kind": drill.kind.slug,
        "game": drill.game,
        "question": drill.question,
        "boards": [
            (
                board_name(drill.game, 1, index),
                _mark_cards(drill, presentation.boards[index].cards)
                if presentation
                else tuple(map(ShownCard, board)),
            )
            for index, board in enumerate(deal.boards)
        ],
        "seats": list(_seats(drill, presentation, given_answer)),
        "is_about_chips": is_about_chips,
        "total": sum(wagers.contributions.values()),
        "bets": ", ".join(bets) if is_about_chips else "",
        "unit": chips_text(wagers.unit) if wagers.unit > 1 else "",
        "rake": _rake_text(wagers),
        "rule_set": rules.name,
        "rules": rules_text(drill.game),
    }


def _seats(drill: Drill, presentation: Presentation | None, given_answer: Answer) -> Iterator[Seat]:
    """Yield the players clockwise, with their bets or, with a presentation, with their results."""
    wagers, kind = drill.submission.wagers or Wagers(), drill.kind.slug
    hands = {hand.label: hand.cards for hand in drill.submission.deal.hands}
    players = {player.label: player for player in presentation.players} if presentation else {}
    pushed_chips = given_answer if given_answer and kind == "chips" else {}
    is_about_chips = kind not in _KINDS_ABOUT_CARDS
    shows_bets = is_about_chips and presentation is None
    for label in wagers.seats or hands:
        seat = Seat(
            label=label,
            cards=tuple(map(ShownCard, hands.get(label, ()))),
            amount=chips_text(wagers.contributions.get(label, 0)) if shows_bets else "",
            has_button=label == wagers.button and (is_about_chips or presentation is not None),
            is_asked_about=kind in _KINDS_ABOUT_ONE_HAND and label == drill.match.label,
            state="" if label in hands else "out",
            pushed_amount=chips_text(pushed_chips[label]) if pushed_chips.get(label) else "",
        )
        if label in players:
            player = players[label]
            seat = replace(
                seat,
                cards=_mark_cards(drill, player.hole),
                amount=player.result,
                state=player.state,
                cards_text=player.playing_text,
            )
        yield seat


def _mark_cards(drill: Drill, cards: Iterable[ShownCard]) -> tuple[ShownCard, ...]:
    """If the question is about one hand, mark only the cards that play in that hand.

    Otherwise, keep the winners' marks.
    """
    if drill.kind.slug not in _KINDS_ABOUT_ONE_HAND:
        return tuple(cards)
    made = drill.settlement.runs[0].made[drill.match.contest][drill.match.label]
    playing = made.cards if made else ()
    return tuple(
        ShownCard(shown_card.card, plays=("plays",), is_lifted=True)
        if shown_card.card in playing
        else ShownCard(shown_card.card)
        for shown_card in cards
    )


def _rake_text(wagers: Wagers) -> str:
    """Return the rake as text: `5%, at most 300`, or `30` for a fixed amount; empty for none."""
    rake = wagers.rake
    if rake is None:
        return ""
    if not rake.percent:
        return chips_text(rake.amount + rake.jackpot)
    return f"{rake.percent}%" + ("" if rake.cap is None else f", at most {chips_text(rake.cap)}")
