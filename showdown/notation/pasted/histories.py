"""Read a hand of a log in the format of any supported room."""

import re
from dataclasses import replace

from showdown.evaluator.games import Game
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.logs.judgeable import why_not_settled
from showdown.notation.logs.logged_hand import ReadHand, Skip, SkippedHand
from showdown.notation.logs.registry import read_hand, read_log
from showdown.notation.logs.submission_of import submission_of
from showdown.notation.pasted.result import (
    Files,
    Pasted,
    Several,
    refusal,
    result_of_submission,
)

_BEGINNING = 8_000
"""Maximum number of characters before the first hand of a log."""
_ASSIGNED = re.compile(r"\s*\w+\s*=")
_VARIANT = re.compile(r"^\s*variant\s*=", re.MULTILINE)
_FEWEST_BETS = 4
_BETS = re.compile(
    r"(?<!\w)(?:posts|bets|calls|raises|checks|folds|collected)(?!\w)", re.IGNORECASE
)
_SEATS = re.compile(r"seat #?\d|dealt|dealing|blinds?|\*\*\*|<session|<game\b", re.IGNORECASE)
_UNKNOWN = "this looks like a hand history, but its format isn't supported"
_SKIPPED = {
    Skip.NO_SHOWDOWN: "this hand didn't come to a showdown",
    Skip.CARDS_NOT_SHOWN: "this hand history doesn't show the cards of all players at the showdown",
    Skip.CANCELLED: "this hand was canceled",
    Skip.REPEATED: "this hand appears twice",
    Skip.UNSUPPORTED_GAME: "the game of this hand history isn't supported",
    Skip.DOES_NOT_ADD_UP: "the chips of this hand history don't add up",
    Skip.CUT_OFF: "this hand history is cut off",
    Skip.NOT_PAID: "this hand history has no payments",
    Skip.UNREADABLE: "this hand history can't be read",
}


def begins_with_history(text: str) -> bool:
    """Return whether a hand of a log begins near the start of the text."""
    hand = read_hand(text[:_BEGINNING])
    if isinstance(hand, SkippedHand) and hand.reason is Skip.UNREADABLE:
        # Program code has assignments too, but only a PHH document has a `variant`.
        return not _ASSIGNED.match(text) or bool(_VARIANT.search(text))
    return hand is not None


def read(text: str, game: Game, number: int) -> Pasted | None:
    """Read the hand with this number, counted from 0, or the last if there are fewer hands."""
    if not begins_with_history(text):
        return None
    hands = [hand for hand in read_log([text.encode(errors="replace")]) if hand.origin.format]
    if len(hands) < 2:
        return _result_of(read_hand(text), text, game)
    number = min(number, len(hands) - 1)
    pasted = _result_of(hands[number], text, game)
    return replace(pasted, several=Several(len(hands), number, Files.AUDIT))


def _result_of(hand: ReadHand | None, text: str, game: Game) -> Pasted:
    if hand is None:
        return refusal(text, game, _SKIPPED[Skip.UNREADABLE])
    skipped = hand if isinstance(hand, SkippedHand) else why_not_settled(hand)
    if skipped:
        reason = _SKIPPED[skipped.reason]
        why = f"{reason}: {skipped.detail}" if skipped.detail else reason
        return refusal(text, game, why)
    return result_of_submission(submission_of(hand, WSOP_2026))  # type: ignore[arg-type]


def read_unknown(text: str, game: Game, number: int) -> Pasted | None:
    """Refuse a text that has bets like those of logs, and seats, blinds or streets."""
    beginning = text[:_BEGINNING]
    if not _SEATS.search(beginning) or len(_BETS.findall(beginning)) < _FEWEST_BETS:
        return None
    return refusal(text, game, _UNKNOWN)
