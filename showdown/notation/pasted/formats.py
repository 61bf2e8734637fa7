"""Read deals in formats: lines and files of deals, rows of the history, and hand histories."""

import csv
import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.deals import is_board_field
from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import GAMES, Game
from showdown.evaluator.rule_sets import WSOP_2026
from showdown.notation.deal_format import DealFormat, decode_line, encode_text
from showdown.notation.deal_line import (
    CARD,
    WORD_PATTERN,
    DealLines,
    blank_answers,
    is_deal_line,
    read_line,
)
from showdown.notation.logs.log_reader import read_hand, read_log
from showdown.notation.logs.logged_hand import ReadHand, Skip, SkippedHand
from showdown.notation.logs.submission import skip_if_not_settleable, submission_from_hand
from showdown.notation.pasted import free_text
from showdown.notation.pasted.result import (
    FilePage,
    PasteResult,
    SeveralDeals,
    reject_text,
    result_from_submission,
)
from showdown.notation.registry import format_for_game

_HAND = re.compile(f"{CARD}-")
_VALUE = re.compile(r'(?:"[^"]*"|[^\s"])+\s*')
"""A pattern for a hand, a board or chips on a line, which contain no spaces outside of quotes."""
_CARDS_AND_NUMBERS = re.compile(r"[\s\d,:'\"()\[\]{}|cdhstjqkax♣♦♥♠-]*", re.IGNORECASE)
"""A pattern for texts that consist of cards and numbers."""
_BATCH_TABLE_COLUMNS = {"line", "players", "hand_a"}
_MAX_LINES_OF_ROW = 3
_MAX_BEGINNING_LENGTH = 8_000
"""Number of characters in which a hand history must be recognizable."""
_ASSIGNMENT = re.compile(r"\s*\w+\s*=")
_PHH_VARIANT = re.compile(r"^\s*variant\s*=", re.MULTILINE)
_MIN_BETS = 4
_BET_WORD = re.compile(
    r"(?<!\w)(?:posts|bets|calls|raises|checks|folds|collected)(?!\w)", re.IGNORECASE
)
_TABLE_WORD = re.compile(r"seat #?\d|dealt|dealing|blinds?|\*\*\*|<session|<game\b", re.IGNORECASE)
_UNSUPPORTED_FORMAT = "this looks like a hand history, but its format isn't supported"
_SKIP_MESSAGES = {
    Skip.NO_SHOWDOWN: "this hand didn't come to a showdown",
    Skip.CARDS_NOT_SHOWN: "this hand history doesn't show the cards of all players at the showdown",
    Skip.CANCELLED: "this hand was canceled",
    Skip.UNSUPPORTED_GAME: "the game of this hand history isn't supported",
    Skip.DOES_NOT_ADD_UP: "the chips of this hand history don't add up",
    Skip.CUT_OFF: "this hand history is cut off",
    Skip.NOT_PAID: "this hand history has no payments",
    Skip.UNREADABLE: "this hand history can't be read",
}


class RowOfBatch(InvalidDeal):
    """A row of a batch's CSV table, which states neither the game nor the pots."""

    message = (
        "a row of a batch's table doesn't contain the complete deal; paste the"
        " line of the batch's output instead"
    )


def begins_with_deal_line(text: str) -> bool:
    """Return whether the first line has only words like `HandA:Ac-Kd`, and at least one hand."""
    first_line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    before, *parts = WORD_PATTERN.split(first_line)
    names, values = parts[::2], parts[1::2]
    return (
        not before
        and all(map(_VALUE.fullmatch, values))
        and any(
            _HAND.match(value) and not is_board_field(name)
            for name, value in zip(names, values, strict=True)
        )
    )


def read_deal_lines(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Parse the deal with this index, or the last if there are fewer deals.

    Return None unless the text begins with a line of a deal. Read an invalid deal as free text, so
    that the invalid words are marked.
    """
    text = blank_answers(text)
    if not begins_with_deal_line(text):
        return None
    deals = _split_deals(DealLines(), text)
    deal_index = min(deal_index, len(deals) - 1)
    try:
        result = result_from_submission(DealLines().read_deal(deals[deal_index], game))
    except InvalidDeal:
        result = free_text.read_free_text(deals[deal_index], game, deal_index)
    return _with_deal_count(deals, result, deal_index)


def read_deals_of_format(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Parse the deal with this index, or the last if there are fewer deals.

    Return None unless the game has a format of its own, and the first deal or the whole text is
    valid in it.
    """
    text = blank_answers(text)
    deal_format = format_for_game(game)
    if isinstance(deal_format, DealLines) or not _CARDS_AND_NUMBERS.fullmatch(text):
        return None
    for deals in filter(None, (_split_deals(deal_format, text), [text])):
        try:
            deal_format.read_deal(deals[0], game)
        except InvalidDeal:
            continue
        deal_index = min(deal_index, len(deals) - 1)
        result = result_from_submission(deal_format.read_deal(deals[deal_index], game))
        return _with_deal_count(deals, result, deal_index)
    return None


def _with_deal_count(deals: Sequence[str], result: PasteResult, deal_index: int) -> PasteResult:
    """Return the result of one deal, with the number of deals if there are several."""
    if len(deals) < 2:
        return result
    return replace(result, several_deals=SeveralDeals(len(deals), deal_index, FilePage.BATCH))


def _split_deals(deal_format: DealFormat, text: str) -> list[str]:
    return [decode_line(piece) for _, piece in deal_format.split_entries(encode_text(text), 1)]


def read_row(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Read the settled deal in a row of the history's CSV, two cells after the game.

    Return None for other texts. Raise RowOfBatch for the table of a batch, or another InvalidDeal
    if the deal is invalid.
    """
    rows = [row for row in csv.reader(text.splitlines()[:_MAX_LINES_OF_ROW]) if row]
    for row in rows:
        for name, line in zip(row, row[2:], strict=False):
            if name in GAMES and is_deal_line(line):
                return result_from_submission(read_line(line, GAMES[name]))
    if rows and _BATCH_TABLE_COLUMNS.issubset(rows[0]):
        raise RowOfBatch
    return None


def begins_with_history(text: str) -> bool:
    """Return whether a hand of a log begins near the start of the text."""
    hand = read_hand(text[:_MAX_BEGINNING_LENGTH])
    if isinstance(hand, SkippedHand) and hand.reason is Skip.UNREADABLE:
        # Program code has assignments too, but only a PHH document has a `variant`.
        return not _ASSIGNMENT.match(text) or bool(_PHH_VARIANT.search(text))
    return hand is not None


def read_history(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Read the hand with this index, or the last if there are fewer hands.

    Return None unless the text begins with a hand history.
    """
    if not begins_with_history(text):
        return None
    hands = [hand for hand in read_log([text.encode(errors="replace")]) if hand.origin.format]
    if len(hands) < 2:
        return _result_from_hand(read_hand(text), text, game)
    deal_index = min(deal_index, len(hands) - 1)
    result = _result_from_hand(hands[deal_index], text, game)
    return replace(result, several_deals=SeveralDeals(len(hands), deal_index, FilePage.AUDIT))


def _result_from_hand(hand: ReadHand | None, text: str, game: Game) -> PasteResult:
    if hand is None:
        return reject_text(text, game, _SKIP_MESSAGES[Skip.UNREADABLE])
    skipped = hand if isinstance(hand, SkippedHand) else skip_if_not_settleable(hand)
    if skipped:
        reason = _SKIP_MESSAGES[skipped.reason]
        if skipped.detail:
            reason = f"{reason}: {skipped.detail}"
        return reject_text(text, game, reason)
    return result_from_submission(submission_from_hand(hand, WSOP_2026))  # type: ignore[arg-type]


def reject_unknown_history(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Reject a text with the words of a hand history: bets, and seats, blinds or streets.

    Return None for other texts.
    """
    beginning = text[:_MAX_BEGINNING_LENGTH]
    if not _TABLE_WORD.search(beginning) or len(_BET_WORD.findall(beginning)) < _MIN_BETS:
        return None
    return reject_text(text, game, _UNSUPPORTED_FORMAT)
