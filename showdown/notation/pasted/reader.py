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
    "a row of the history": formats.read_row,
    "an odds calculator's output": free_text.read_calculator_output,
    "a settled line": formats.read_deal_lines,
    "a deal of a file": formats.read_deals_of_format,
    "a table": text_tables.read_table,
    "a hand history of a room that isn't known": formats.reject_unknown_history,
    "cards among words": free_text.read_free_text,
}
"""The reader of each kind of text, in the order in which they are tried.

A reader takes a text, the game of the table, and the index of a deal. It returns None for a text of
another kind. If there are several deals, it reads the one with this index, or the last if the index
is too large. If it raises InvalidDeal, the whole text is marked with the error.
"""

MAX_PASTED_TEXT_LENGTH = 50_000
"""Maximum number of characters; a long hand history has about 20,000."""


class NotPlaced(InvalidDeal):
    """A text with a piece that belongs to no part of a deal, or with several deals."""

    message = "{reason}"

    reason: str


class UnknownWords(NotPlaced):
    """Unknown words that may change the deal; `reason` names them."""

    words: tuple[str, ...]


class FitsAnotherGame(InvalidDeal):
    """A deal of another game than the chosen one."""

    message = "{reason}; its name is {slug}"

    reason: str
    slug: str


def read_pasted(
    text: str, game: Game, deal_index: int = 0, *, without_unknown_words: bool = False
) -> PasteResult:
    """Read the text for a table of this game. Never raise InvalidDeal.

    The result marks unknown words and other pieces that belong to no part of a deal. With
    `without_unknown_words`, it has notes about unknown words instead of marks. If the text fits
    only another game, the result offers that game and has no cards. `deal_index` selects one of
    several deals.
    """
    if len(text) > MAX_PASTED_TEXT_LENGTH:
        return reject_text(text, game, TOO_LONG)
    if not text.strip():
        return PasteResult(game=game)
    try:
        pasted = next(filter(None, (read(text, game, deal_index) for read in READERS.values())))
    except InvalidDeal as error:
        return reject_text(text, game, error_text(error))
    if without_unknown_words and pasted.is_whole_without_unknown_words:
        notes = sorted((*pasted.marks, *pasted.notes), key=lambda note: note.start)
        return replace(pasted, marks=(), notes=tuple(notes))
    return pasted


def read_in_detected_game(
    text: str, deal_index: int = 0, read: Callable[[str, Game, int], PasteResult] = read_pasted
) -> PasteResult:
    """Read the text in the game that it names or that its cards fit.

    Hands of four cards that fit several games are read as Badugi in its format, and otherwise as
    Omaha Hi/Lo. `read` is the function that reads the text in a game.
    """
    deal_format = detect_format(encode_text(text)) if " - " in text else None
    pasted = read(text, games_for_format(deal_format)[0] if deal_format else OMAHA_HILO, deal_index)
    return read(text, pasted.offer.game, deal_index) if pasted.offer else pasted


def require_submission(pasted: PasteResult, text: str) -> Submission:
    """Return the complete deal of the text. Raise InvalidDeal if there is none, or several."""
    if pasted.offer:
        raise FitsAnotherGame(reason=pasted.offer.reason, slug=pasted.offer.game.slug, field="game")
    if pasted.is_whole_without_unknown_words:
        words = tuple(" ".join(text[mark.start : mark.end].split()) for mark in pasted.marks)
        reason = describe_unknown(pasted.marks, text)
        raise UnknownWords(words=words, reason=reason, position=pasted.marks[0].start)
    if pasted.marks:
        raise NotPlaced(reason=pasted.marks[0].reason, position=pasted.marks[0].start)
    if pasted.several:
        raise NotPlaced(reason=f"there are {pasted.several.count:,} deals here, not one")
    return pasted.submission()
