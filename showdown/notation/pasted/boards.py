"""Which cards are a board's: `on 2c 3d 5h`, `2c 3d 5h board`, `Th on the river`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.games import Game
from showdown.notation.pasted.tokens import Level, Token
from showdown.notation.pasted.vocabulary import SEATS, Kind

BOARD_NAME = re.compile(
    r"(?:the |community |first |second )*"
    r"(board|boards|flop|turn|river|runout|community|table|top|bottom|tisch|mesa|tableau)"
    r"(?: cards?| board)?[ #]*([1-9])?",
    re.IGNORECASE,
)
"""Which board or street, and its number."""
_STREET = re.compile(r"turn|river", re.IGNORECASE)
_LINKS = (Kind.VERB, Kind.FILLER, Kind.COLON, Kind.BOARD, Kind.EMPTY, Kind.WON)
_OF_PLAYERS = frozenset(
    ("has", "have", "had", "holds", "held", "holding", "got", "with", "hat", "hält", "mit", "avec")
)
"""Verbs behind which the cards are a player's: `all in on the turn with AsKs`."""
_MOST_LINKING_WORDS = 3
_MOST_BETWEEN = 40
"""Tokens that are looked at around a word for a board."""
_BOARD_SIZES = (3, 4, 5)


def with_boards_at_cards(tokens: Sequence[Token], game: Game) -> tuple[Token, ...]:
    """The tokens, in which a word for a board stands only before the cards of one.

    `2c 3d 5h board` becomes `board 2c 3d 5h`, and a board that has no cards is no word of the deal.
    """
    placed: list[Token] = []
    for at, token in enumerate(tokens):
        if token.kind is not Kind.BOARD or _has_cards(tokens, at, game):
            placed.append(token)
            continue
        if token.text.lower().startswith("dead"):
            placed.append(replace(token, kind=Kind.PROSE))
            continue
        placed.append(replace(token, kind=Kind.EMPTY))
        begins = _cards_before(placed, game, is_street=bool(_STREET.search(token.text)))
        if begins is not None:
            start = placed[begins].start
            placed.insert(begins, replace(token, start=start, end=start))
    return tuple(placed)


def _has_cards(tokens: Sequence[Token], at: int, game: Game) -> bool:
    """Whether cards that can be a board follow the word at this place."""
    words = 0
    is_headed = is_apart = False
    is_on = tokens[at].text.lower() in ("on", "auf", "sur", "sobre")
    begins_line = all(
        token.kind in (Kind.BOARD, Kind.FILLER, Kind.EMPTY) for token in _line_before(tokens, at)
    )
    for next_at in range(at + 1, min(len(tokens), at + _MOST_BETWEEN)):
        token = tokens[next_at]
        is_headed |= token.kind is Kind.COLON
        if token.kind in (Kind.CARDS, Kind.UNKNOWN):
            cards = _count_from(tokens, next_at)
            is_street = cards == 1
            is_table = tokens[at].text.lower().endswith("table")
            if is_headed and not is_table:
                return True
            if is_apart or words or is_table:
                return cards in _BOARD_SIZES or (is_street and not is_on)
            return True
        if token.is_break and token.level > Level.WIDE:
            is_line = token.level is Level.LINE and (begins_line or is_headed)
            if not is_line and not is_headed:
                return False
            is_apart = not is_headed
        elif token.kind is Kind.VERB and token.text.lower() in _OF_PLAYERS:
            return False
        elif token.kind is Kind.PROSE and token.text.lower() not in SEATS:
            words += 1
            if words > _MOST_LINKING_WORDS:
                return False
        elif not (token.is_break or token.kind in _LINKS):
            return False
    return False


def _line_before(tokens: Sequence[Token], at: int) -> Sequence[Token]:
    first = at
    while first > max(0, at - _MOST_BETWEEN) and tokens[first - 1].level is not Level.LINE:
        first -= 1
    return tokens[first:at]


def _count_from(tokens: Sequence[Token], at: int) -> int:
    """How many cards stand beside each other from here on."""
    count = 0
    for token in tokens[at:]:
        if token.kind in (Kind.CARDS, Kind.UNKNOWN):
            count += len(token.cards) + token.unknown
        elif not (token.is_break and token.level <= Level.COMMA):
            break
    return count


def _cards_before(tokens: Sequence[Token], game: Game, *, is_street: bool) -> int | None:
    """Where the cards begin that the last of the tokens says are a board's."""
    at = len(tokens) - 2
    while at >= 0 and (
        tokens[at].kind in (Kind.FILLER, Kind.EMPTY, Kind.VERB)
        or (tokens[at].is_break and tokens[at].level <= Level.WIDE)
    ):
        at -= 1
    count, first = 0, None
    while at >= 0:
        token = tokens[at]
        if token.kind in (Kind.CARDS, Kind.UNKNOWN):
            count, first = count + len(token.cards) + token.unknown, at
        elif not (token.is_break and token.level <= Level.WIDE):
            break
        at -= 1
    is_board = count in _BOARD_SIZES and count != game.hole
    if first is None or not (is_board or (is_street and count == 1)):
        return None
    while at >= 0 and tokens[at].kind in (Kind.FILLER, Kind.VERB, Kind.COLON):
        at -= 1
    is_somebodys = at >= 0 and tokens[at].kind in (Kind.NAME, Kind.BOARD, Kind.VERSUS)
    return None if is_somebodys else first
