"""Whose cards are: `Anna:`, `Seat 4 =`, `Anna has …`, `Boris 5c5d…`, `Board 2:`, `Turn`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from showdown.evaluator.deals import is_label
from showdown.notation.pasted.boards import BOARD_NAME
from showdown.notation.pasted.tokens import Level, Token, is_weak
from showdown.notation.pasted.understood import is_game_word, is_harmless_word
from showdown.notation.pasted.vocabulary import HEADINGS, SEATS, Kind

_MOST_WORDS_OF_NAME = 4
_MOST_PASSED_OVER = 8
_COUNTED = ("hand", "player", "seat")
_BEFORE_NAMES = ("big", "uncle", "aunt", "old", "little")
_TO_CARDS = (Kind.VERB, Kind.WON)
_FOLLOWED = (Kind.CARDS, Kind.UNKNOWN, Kind.FOLDED, Kind.MUCKED, Kind.ANY_HAND)


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
        while len(words) > 1 and not _may_begin_a_name(named, words):
            words.pop(0)
        if not _are_common([named[at] for at in words]):
            _name(named, words)
    return tuple(named)


def _are_common(words: Sequence[Token]) -> bool:
    """Whether they head a text and name nobody: `Question 2:`, `night:`."""
    first = words[0].text if words else ""
    if len(words) > 1:
        return first.lower() not in (*_COUNTED, *_BEFORE_NAMES) and all(
            word.kind in (Kind.VERB, Kind.FILLER)
            or is_harmless_word(word.text)
            or not _has_letters(word.text)
            for word in words
        )
    is_small = first[:1].islower() and first not in SEATS and is_harmless_word(first)
    return first.lower() in HEADINGS or is_small


def _may_begin_a_name(named: Sequence[Token], words: Sequence[int]) -> bool:
    """Whether it isn't several words of a sentence: `last night:`."""
    first = named[words[0]]
    text = first.text
    if text.lower() not in SEATS and is_harmless_word(text) and first.kind is Kind.PROSE:
        return not text[:1].islower() and not is_harmless_word(named[words[1]].text)
    if first.kind is Kind.PROSE:
        return _looks_like_a_name(text)
    return first.kind in (Kind.BOARD, Kind.CARDS) or text.lower() in _COUNTED


def with_names_before_cards(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, each name that cards or a fold follow one of them: `Anna has AcKd…`."""
    named = list(tokens)
    for at in range(1, len(named)):
        if named[at].text == "A" and named[at - 1].text.lower() in _COUNTED:
            named[at] = replace(named[at], kind=Kind.PROSE)
    small = list(_small_names(tokens))
    for at in small if len(small) > 1 else ():
        _name(named, [at])
    for at, token in enumerate(tokens):
        if token.kind in _FOLLOWED:
            _name_before(named, at)
    return tuple(named)


def _small_names(tokens: Sequence[Token]) -> Iterator[int]:
    """Words in small letters that begin a line or a hand, right before cards."""
    for at, token in enumerate(tokens[:-1]):
        begins = at == 0 or tokens[at - 1].level >= Level.COMMA or tokens[at - 1].kind is Kind.AND
        is_word = token.kind is Kind.PROSE and token.error is None and token.text[:1].islower()
        if not (begins and is_word and tokens[at + 1].kind is Kind.CARDS):
            continue
        if not (is_harmless_word(token.text) or is_game_word(token.text)):
            yield at


def _name_before(named: list[Token], at: int) -> None:
    """Let the words before the cards at this place be a name, if they are one."""
    before = at - 1
    while before > 0 and at - before < _MOST_PASSED_OVER and _is_passed_over(named, before):
        before -= 1
    has_verb = before < at - 1 or named[at].kind in (Kind.FOLDED, Kind.MUCKED)
    if not (_is_word(named, before) or (before >= 0 and named[before].kind is Kind.STRAY)):
        return
    words = [before]
    while (
        len(words) < _MOST_WORDS_OF_NAME
        and _is_word(named, words[0] - 1)
        and _is_capital_name(named[words[0]].text)
        and (
            _is_capital_name(named[words[0] - 1].text)
            or named[words[0] - 1].text.lower() in _BEFORE_NAMES
        )
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
    first = named[words[0]].text
    is_common = (
        not is_numbered
        and len(words) == 1
        and first.lower() not in SEATS
        and is_harmless_word(first)
    )
    begins = words[0] <= 0 or not named[words[0] - 1].is_words
    is_capital = _is_capital_name(named[words[-1]].text)
    has_letters = is_numbered or _has_letters(first)
    if is_common or not has_letters or not (begins or is_capital):
        return
    if named[before].kind is Kind.STRAY and not has_verb:
        return
    if is_numbered or (has_verb and len(words) == 1) or _looks_like_a_name(first):
        _name(named, words)


def _is_article_after_verb(named: Sequence[Token], at: int) -> bool:
    """Whether it is the article of `Anna has the AsKs`, or the verb of `Anna a A♠K♠`."""
    token, before = named[at], named[at - 1]
    if token.kind is not Kind.FILLER or token.text.lower() not in ("a", "an", "the"):
        return False
    return before.kind in _TO_CARDS or (
        token.text == "a" and _is_word(named, at - 1) and _is_capital_name(before.text)
    )


def _is_passed_over(named: Sequence[Token], at: int) -> bool:
    """Whether it is a word between a name and the cards: `Anna raises 20 with AsKs`."""
    token = named[at]
    if token.kind in _TO_CARDS or _is_article_after_verb(named, at):
        return True
    text = token.text
    is_small = token.kind is Kind.PROSE and not text[:1].isupper() and text.lower() not in SEATS
    return is_small and (
        is_harmless_word(text)
        or (not _has_letters(text) and named[at - 1].kind in (Kind.PROSE, *_TO_CARDS))
    )


def _is_capital_name(text: str) -> bool:
    return text[:1].isupper() and not (is_harmless_word(text) or is_game_word(text))


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
    elif is_label(text) and not is_game_word(text):
        kind = Kind.NAME
    else:
        return
    named[words[0]] = replace(first, kind=kind, text=text, end=last.end, cards=(), error=None)
    for at in words[1:]:
        named[at] = replace(named[at], kind=Kind.EMPTY, cards=())


def _is_word(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at] if at >= 0 else None
    return token is not None and token.kind is Kind.PROSE and token.error is None


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))
