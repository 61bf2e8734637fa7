"""Whose cards are: `Anna:`, `Seat 4 =`, `Anna has …`, `Boris 5c5d…`, `Board 2:`, `Turn`."""

import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.deals import is_label
from showdown.notation.pasted.tokens import Token, is_weak
from showdown.notation.pasted.vocabulary import SEATS, Kind

_MOST_WORDS_OF_NAME = 4
BOARD_NAME = re.compile(
    r"(?:the |community |first |second )*"
    r"(board|boards|flop|turn|river|community|table|top|bottom|tisch|mesa|tableau)"
    r"(?: cards?| board)?[ #]*([1-9])?",
    re.IGNORECASE,
)
"""Which board or street, and its number."""
_TO_CARDS = (Kind.VERB, Kind.WON)


def with_names_before_colons(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, each name before a colon one of them: `Anna:`, `Seat 4 =`, `hand a has:`."""
    named = list(tokens)
    for at, token in enumerate(tokens):
        if token.kind is not Kind.COLON:
            continue
        words: list[int] = []
        for before in range(at - 1, max(-1, at - 2 - _MOST_WORDS_OF_NAME), -1):
            if not _may_be_of_name(named, before, is_last=before == at - 1):
                break
            words.insert(0, before)
        while words and named[words[-1]].kind is Kind.VERB:
            words.pop()
        if words and _may_begin_a_name(named, words):
            _name(named, words)
    return tuple(named)


def with_names_before_cards(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, each name that cards or a fold follow one of them: `Anna has AcKd…`."""
    named = list(tokens)
    for at, token in enumerate(tokens):
        if token.kind in (Kind.CARDS, Kind.UNKNOWN, Kind.FOLDED, Kind.MUCKED):
            _name_before(named, at)
    return tuple(named)


def _may_begin_a_name(named: Sequence[Token], words: Sequence[int]) -> bool:
    """Whether it isn't several words of a sentence: `last night:`."""
    first = named[words[0]]
    return len(words) == 1 or first.kind is not Kind.PROSE or _looks_like_a_name(first.text)


def _name_before(named: list[Token], at: int) -> None:
    before = at - 1
    while before >= 0 and named[before].kind in _TO_CARDS:
        before -= 1
    has_verb = before < at - 1 or named[at].kind in (Kind.FOLDED, Kind.MUCKED)
    words = [before]
    while (
        has_verb
        and len(words) < _MOST_WORDS_OF_NAME
        and _is_word(named, words[0] - 1)
        and all(_looks_like_a_name(named[at].text) for at in (words[0], words[0] - 1))
    ):
        words.insert(0, words[0] - 1)
    # `hand A`, `player 2`, `board 1`
    is_numbered = (
        len(words) == 1 <= before
        and named[before - 1].kind in (Kind.FILLER, Kind.BOARD)
        and len(named[before].text) < 3
    )
    if is_numbered:
        words = [before - 1, before]
    begins = words[0] <= 0 or not named[words[0] - 1].is_words
    is_stray = before >= 0 and named[before].kind is Kind.STRAY
    if not begins or not (_is_word(named, before) or (has_verb and is_stray)):
        return
    is_said = is_numbered or (has_verb and len(words) == 1)
    if is_said or _looks_like_a_name(named[words[0]].text):
        _name(named, words)


def _looks_like_a_name(text: str) -> bool:
    """Whether it has a capital, or letters without any, or is what players are called."""
    return not text[:1].islower() or text.lower().rstrip("+0123456789") in SEATS


def _may_be_of_name(tokens: Sequence[Token], at: int, *, is_last: bool) -> bool:
    token = tokens[at]
    if token.kind is Kind.CARDS:
        return is_last and is_weak(token.text)
    if token.kind in (Kind.BOARD, Kind.VERB):
        return token.text.lower() not in ("on", "with")
    return token.is_words


def _name(named: list[Token], words: Sequence[int]) -> None:
    """Make these words one name, if they can be one."""
    if not words:
        return
    first, last = named[words[0]], named[words[-1]]
    text = " ".join(named[at].text for at in words)
    if BOARD_NAME.fullmatch(text):
        kind = Kind.BOARD
    elif is_label(text):
        kind = Kind.NAME
    else:
        return
    named[words[0]] = replace(first, kind=kind, text=text, end=last.end, cards=(), error=None)
    for at in words[1:]:
        named[at] = replace(named[at], kind=Kind.EMPTY, cards=())


def _is_word(tokens: Sequence[Token], at: int) -> bool:
    return at >= 0 and tokens[at].kind is Kind.PROSE and tokens[at].error is None
