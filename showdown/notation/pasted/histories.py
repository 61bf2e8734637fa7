"""Hands of logs among pasted texts."""

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2024
from showdown.notation.logs.judgeable import why_not_settled
from showdown.notation.logs.logged_hand import Skip, SkippedHand
from showdown.notation.logs.registry import read_hand
from showdown.notation.logs.submission_of import submission_of
from showdown.notation.pasted.result import Mark, Pasted, pasted_submission
from showdown.words.errors import error_text

_SKIPPED = {
    Skip.NO_SHOWDOWN: "this hand didn't come to a showdown",
    Skip.CARDS_NOT_SHOWN: "this hand history doesn't show the cards of everyone who got to the end",
    Skip.CANCELLED: "this hand was cancelled",
    Skip.REPEATED: "this hand comes twice",
    Skip.UNSUPPORTED_GAME: "the game of this hand history isn't known here",
    Skip.DOES_NOT_ADD_UP: "the chips of this hand history don't add up",
    Skip.CUT_OFF: "this hand history is cut off",
    Skip.UNREADABLE: "this hand history can't be read",
}


def read_history(text: str, game: Game) -> Pasted | None:
    """The hand of the log that the text is, in the game it names; None if it is no log."""
    hand = read_hand(text)
    if hand is None:
        return None
    if isinstance(hand, SkippedHand):
        return Pasted(game=game, marks=(_mark(text, _said(hand)),))
    if unsettled := why_not_settled(hand):
        return Pasted(game=game, marks=(_mark(text, _said(unsettled)),))
    try:
        return pasted_submission(submission_of(hand, WSOP_2024))
    except InvalidDeal as error:
        return Pasted(game=game, marks=(_mark(text, error_text(error)),))


def _said(hand: SkippedHand) -> str:
    said = _SKIPPED[hand.reason]
    return f"{said}: {hand.detail}" if hand.detail else said


def _mark(text: str, said: str) -> Mark:
    start = len(text) - len(text.lstrip())
    return Mark(start, len(text.rstrip()), said)
