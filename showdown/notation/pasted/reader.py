"""Read any pasted text with the first reader in `READERS` that recognizes it."""

from collections.abc import Callable
from dataclasses import replace

from showdown.evaluator.errors import InvalidDeal
from showdown.evaluator.games import OMAHA_HILO, Game
from showdown.notation.deal_format import Submission, encode_text
from showdown.notation.pasted import addresses, formats, free_text, json_documents, text_tables
from showdown.notation.pasted.result import TOO_LONG, PasteResult, describe_unknown, reject_text
from showdown.notation.registry import detect_format, games_for_format
from showdown.words.errors import error_text

READERS: dict[str, Callable[[str, Game, int], PasteResult | None]] = {
    "an address": addresses.read_address,
    "JSON": json_documents.read_json_text,
    "a hand history": formats.read_history,
    "a CSV row of the deal history": formats.read_row,
    "an odds calculator's output": free_text.read_calculator_output,
    "a deal line": formats.read_deal_lines,
    "a deal in the Hold'em or Badugi format": formats.read_deals_of_format,
    "a table": text_tables.read_table,
    "a hand history of an unknown room": formats.reject_unknown_history,
    "cards among words": free_text.read_free_text,
}
"""The readers by the kind of text that they read, in the order in which they are tried.

A reader takes a text, the chosen game, and the index of a deal. It returns None for a text of
another kind. From a text with several hands of a log, or several deals in a format, it reads
the one with this index, or the last one if the index is too large. If it raises InvalidDeal, the
whole text is marked with the error.
"""

MAX_PASTED_TEXT_LENGTH = 50_000
"""Maximum number of characters; a long hand history has about 20,000."""


class NotPlaced(InvalidDeal):
    """A text with an unrecognized piece, or with several deals."""

    message = "{reason}"

    reason: str


class UnknownWords(NotPlaced):
    """Unknown words that may change the deal; `reason` names them."""

    words: tuple[str, ...]


class FitsAnotherGame(InvalidDeal):
    """A deal of another game than the chosen one."""

    message = "{reason}; to read it, choose the game {slug}"

    reason: str
    slug: str


def read_pasted(
    text: str, game: Game, deal_index: int = 0, *, without_unknown_words: bool = False
) -> PasteResult:
    """Read the text as a deal or a spot of this game. Never raise InvalidDeal.

    The result marks unknown words and other pieces that can't be used. If unknown
    words are the only errors, `without_unknown_words` turns their marks into notes. If the text
    fits only another game, the result offers that game and has no cards. `deal_index` selects one
    of several deals.
    """
    if len(text) > MAX_PASTED_TEXT_LENGTH:
        return reject_text(text, game, TOO_LONG)
    if not text.strip():
        return PasteResult(game=game)
    try:
        result = next(filter(None, (read(text, game, deal_index) for read in READERS.values())))
    except InvalidDeal as error:
        return reject_text(text, game, error_text(error))
    if without_unknown_words and result.is_whole_without_unknown_words:
        notes = sorted((*result.marks, *result.notes), key=lambda note: note.start)
        return replace(result, marks=(), notes=tuple(notes))
    return result


def read_in_detected_game(
    text: str, deal_index: int = 0, read: Callable[[str, Game, int], PasteResult] = read_pasted
) -> PasteResult:
    """Read the text as a deal of the game that it names or that its cards fit.

    Hands of four cards fit several games: they are read as Badugi if they are in the Badugi format,
    and otherwise as Omaha Hi/Lo.
    """
    deal_format = detect_format(encode_text(text)) if " - " in text else None
    result = read(text, games_for_format(deal_format)[0] if deal_format else OMAHA_HILO, deal_index)
    return read(text, result.offer.game, deal_index) if result.offer else result


def require_submission(result: PasteResult, text: str) -> Submission:
    """Return the complete deal of the text. Raise InvalidDeal if there is none, or several."""
    if result.offer:
        raise FitsAnotherGame(reason=result.offer.reason, slug=result.offer.game.slug, field="game")
    if result.is_whole_without_unknown_words:
        words = tuple(" ".join(text[mark.start : mark.end].split()) for mark in result.marks)
        reason = describe_unknown(result.marks, text)
        raise UnknownWords(words=words, reason=reason, position=result.marks[0].start)
    if result.marks:
        raise NotPlaced(reason=result.marks[0].reason, position=result.marks[0].start)
    if result.several_deals:
        raise NotPlaced(reason=f"there are {result.several_deals.count:,} deals here, not one")
    return result.submission()
