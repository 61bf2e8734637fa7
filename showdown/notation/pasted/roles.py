"""Find the roles of tokens: names, boards, and words that only look like cards.

A name precedes a colon or cards: `Anna:`, `Seat 4 =`, `Anna has …`, `Boris 5c5d…`. A word for a
board precedes or follows its cards: `on 2c 3d 5h`, `2c 3d 5h board`, `Th on the river`. Texts such
as `as`, `ad`, `5s` and `2d` may also be words or times. They count as cards only next to other
cards, after a name, or on a line without other words.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from showdown.evaluator.deals import is_label
from showdown.notation.pasted.tokens import ORDINALS, Level, Token, is_weak
from showdown.notation.pasted.vocabulary import (
    HEADINGS,
    SEATS,
    Kind,
    is_game_word,
    is_harmless_word,
)

_ORDINALS = ORDINALS.split("|")
NUMBERS = {
    word: number
    for row in (_ORDINALS[:4], _ORDINALS[4:], ("one", "two", "three", "four"), "123456789")
    for number, word in enumerate(row, 1)
}
"""The numbers of boards and runs by word or digit."""
BOARD_NAME = re.compile(
    rf"(?:the |community )*(?:(?P<ordinal>{ORDINALS}) )?(?:community )?"
    r"(?P<word>boards?|flop|turn|river|run|runout|community|table|top|bottom|tisch|mesa|tableau)"
    r"(?: cards?| board)?[ #]*(?P<number>[1-9]|one|two|three|four)?",
    re.IGNORECASE,
)
"""A pattern for the name of a board, a street or a run, with its number."""
_STREETS = ("turn", "river")
_LINKS = (Kind.VERB, Kind.FILLER, Kind.COLON, Kind.BOARD, Kind.EMPTY)
_OF_PLAYERS = frozenset(
    ("has", "have", "had", "holds", "held", "holding", "got", "with", "hat", "hält", "mit", "avec")
)
"""Verbs before a player's cards: `all in on the turn with AsKs`."""
_MOST_LINKING_WORDS = 3
_MOST_BETWEEN = 40
"""Maximum number of tokens that are searched around a word for a board."""
_BOARD_SIZES = (3, 4, 5)
_MOST_WORDS_OF_NAME = 4
_MOST_PASSED_OVER = 8
_COUNTED = ("hand", "player", "seat")
_BEFORE_NAMES = ("big", "uncle", "aunt", "old", "little")
_TO_CARDS = (Kind.VERB, Kind.WON)
_OUT = (Kind.FOLDED, Kind.MUCKED)
_SHOWN = (Kind.CARDS, Kind.UNKNOWN)


def with_roles(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens with names, boards and stray cards marked."""
    named = list(tokens)
    _name_before_colons(named)
    lines = groupby(named, lambda token: token.level is Level.LINE)
    named = [token for _, line in lines for token in _mark_strays(list(line))]
    _name_before_cards(named)
    return tuple(_without_lone_boards(named))


def _name_before_colons(tokens: list[Token]) -> None:
    """Join the words of each name before a colon: `Anna:`, `Seat 4 =`, `hand a has:`.

    Any words may form a name here. Before cards they may also be a sentence, so `_name_of` accepts
    only words that look like a name.
    """
    for index, token in enumerate(tokens):
        if token.kind is not Kind.COLON:
            continue
        words: list[int] = []
        for before in range(index - 1, max(-1, index - 2 - _MOST_WORDS_OF_NAME), -1):
            if not _may_be_of_name(tokens[before], is_last=before == index - 1):
                break
            words.insert(0, before)
        while words and tokens[words[-1]].kind is Kind.VERB:
            words.pop()
        while len(words) > 1 and not _may_begin_a_name(tokens[words[0]]):
            words.pop(0)
        if words and not _is_heading([tokens[index] for index in words]):
            _join(tokens, words)


def _may_be_of_name(token: Token, *, is_last: bool) -> bool:
    if token.kind is Kind.CARDS:
        return is_last and is_weak(token.text)
    if token.kind in (Kind.BOARD, Kind.VERB):
        return token.text.lower() not in ("on", "with")
    return token.is_words


def _may_begin_a_name(token: Token) -> bool:
    """Return whether the word may begin a name, unlike one of a sentence such as `last night:`."""
    if token.kind is Kind.PROSE:
        return _looks_like_a_name(token.text)
    return token.kind in (Kind.BOARD, Kind.CARDS) or token.text.lower() in _COUNTED


def _is_heading(words: Sequence[Token]) -> bool:
    """Return whether the words are a heading without a name: `Question 2:`, `night:`."""
    first = words[0].text
    if first.lower() == "hand" and re.fullmatch(r"#?\d{3,}", words[-1].text):
        return True
    if len(words) == 1:
        is_small = first[:1].islower() and first not in SEATS and is_harmless_word(first)
        return first.lower() in HEADINGS or is_small
    return first.lower() not in (*_COUNTED, *_BEFORE_NAMES) and all(
        word.kind in (Kind.VERB, Kind.FILLER)
        or is_harmless_word(word.text)
        or not _has_letters(word.text)
        for word in words
    )


def _mark_strays(line: list[Token]) -> list[Token]:
    """Mark words that only look like cards as strays, and misspelled cards as cards."""
    cards = [token for token in line if token.kind in (Kind.CARDS, Kind.RANGE)]
    keywords = (Kind.AND, Kind.VERB, Kind.BOARD, Kind.VERSUS)
    is_lone_word = len(cards) == 1 and is_weak(cards[0].text) and len(cards[0].cards) == 1
    has_prose = any(map(_is_word, line)) or (
        is_lone_word and any(token.kind in keywords for token in line)
    )
    strays = {
        index
        for chain in (_chains(line) if has_prose else ())
        for index in set(chain).difference(_cards_of_chain(line, chain))
    }
    marked = [
        replace(token, kind=Kind.STRAY) if index in strays else token
        for index, token in enumerate(line)
    ]
    for index, token in enumerate(marked):
        if token.kind is Kind.PROSE and token.error is not None:
            beside = (_neighbor(marked, index, -1), _neighbor(marked, index, 1))
            if any(other is not None and other.kind is Kind.CARDS for other in beside):
                marked[index] = replace(token, kind=Kind.CARDS)
    return marked


def _is_word(token: Token | None) -> bool:
    """Return whether the token is a word, not a misspelled card."""
    return token is not None and token.is_words and token.error is None


def _chains(line: Sequence[Token]) -> Iterator[list[int]]:
    """Yield the indices of each sequence of adjacent cards."""
    chain: list[int] = []
    for index, token in enumerate(line):
        is_joint = token.is_break and token.level <= Level.SLASH
        if token.kind is Kind.CARDS:
            chain.append(index)
        elif not is_joint and token.kind not in (Kind.UNKNOWN, Kind.RANGE) and chain:
            yield chain
            chain = []
    if chain:
        yield chain


def _cards_of_chain(line: Sequence[Token], chain: list[int]) -> list[int]:
    """Return the indices in the chain that are cards, in a line that also has words."""
    before = _before_article(line, chain[0])
    # Letters alone may be a word of a sentence that continues after a comma: `ah, as if`.
    is_of_street = before is not None and before.text.lower() in _STREETS
    may_be_word = line[chain[-1]].text.isalpha() and not is_of_street
    after = _neighbor(line, chain[-1], 1, Level.SLASH if may_be_word else Level.WIDE)
    words_before, words_after = _is_word(before), _is_word(after)
    taken = list(chain)
    while taken and words_before and _may_be_word(line, taken[0]):
        taken.pop(0)
    while taken and words_after and _may_be_word(line, taken[-1]):
        taken.pop()
    cards = sum(len(line[index].cards) for index in taken)
    for index in taken:
        is_run = len(line[index].cards) > 1 and not line[index].text.isalpha()
        has_owner = _follows_a_name(line, chain[0]) or (before and before.kind is Kind.COLON)
        is_partial = line[index].unknown > 0 and has_owner
        if is_run or is_partial or " " in line[index].text:  # `AsKd`, `Anna As??`, `ace of spades`
            return taken
    is_theirs = _follows_a_name(line, chain[0]) or (before and before.kind is Kind.VERB)
    if is_theirs and not _is_word(_neighbor(line, chain[-1], 1, Level.WIDE)):
        if len(chain) > 1 and any(not line[index].text.isalpha() for index in chain):
            return chain
        if cards > 1 and taken == chain:
            return taken
    solid = [index for index in taken if not _may_be_word(line, index)]
    if words_before or words_after:
        # Unlike `Kd`, the texts `5s`, `2h` and `3d` may be times or counts.
        has_letter_rank = any(
            any(card.rank >= 8 for card, _, _ in token.cards) or not token.text.isalnum()
            for token in (line[index] for index in solid)
        )
        return taken if solid and cards >= (2 if has_letter_rank else 3) else []
    if cards >= 2 and (solid or len(taken) >= 2):
        return taken
    is_sure = solid or any(token.kind is Kind.CARDS and not is_weak(token.text) for token in line)
    return taken if is_sure and _is_board_card(before, after) else []


def _follows_a_name(line: Sequence[Token], index: int) -> bool:
    """Return whether a single capitalized word, which may be a name, precedes the cards."""
    words = (token for token in reversed(line[:index]) if token.level < Level.WIDE)
    last, before = next(words, None), next(words, None)
    if last is None:
        return False
    if last.text.lower() in SEATS:
        return True
    return not (before and before.is_words) and _is_capital_name(last.text)


def _is_board_card(before: Token | None, after: Token | None) -> bool:
    """Return whether a single card is on the board, as in `turn 5c`, `| 5c |` or `[5c]`."""
    if before is None:
        return False
    is_alone = before.level is Level.BAR and (after is None or after.level is Level.BAR)
    return before.kind is Kind.BOARD or is_alone or (after is not None and after.kind is Kind.BOARD)


def _neighbor(
    line: Sequence[Token], index: int, step: int, most: Level = Level.SLASH
) -> Token | None:
    """Return the next token, skipping breaks up to this level."""
    index += step
    while 0 <= index < len(line):
        if not line[index].is_break or line[index].level > most:
            return line[index]
        index += step
    return None


def _before_article(line: Sequence[Token], index: int) -> Token | None:
    """Return the word before the cards: `turn` in `turn 9s` and `turn is the 9s`."""
    first = None
    for before in reversed(line[:index]):
        if before.is_break and before.level <= Level.SLASH:
            continue
        first = first or before
        if before.kind not in (Kind.FILLER, Kind.VERB, Kind.COLON):
            return before if before.kind is Kind.BOARD else first
    return first


def _may_be_word(line: Sequence[Token], index: int) -> bool:
    """Return whether the cards may be a word, such as `As` at the start of a sentence."""
    text = line[index].text
    if line[index].unknown and text[-1] in "xX":  # `Asxx`
        return False
    if text.istitle() and len(text) == 2 and text.isalpha():
        return index == 0
    return is_weak(text)


def _name_before_cards(tokens: list[Token]) -> None:
    """Join the words of each name before cards or a fold: `Anna has AcKd…`."""
    small = []  # lowercase words at the start of a line or hand, just before cards
    for index, token in enumerate(tokens[:-1]):
        before = tokens[index - 1]
        begins = index == 0 or before.level >= Level.COMMA or before.kind is Kind.AND
        is_word = token.kind is Kind.PROSE and token.error is None and token.text[:1].islower()
        if not (begins and is_word and tokens[index + 1].kind is Kind.CARDS):
            continue
        if not (is_harmless_word(token.text) or is_game_word(token.text)):
            small.append(index)
    for index in range(1, len(tokens)):
        if tokens[index].text == "A" and tokens[index - 1].text.lower() in _COUNTED:
            tokens[index] = replace(tokens[index], kind=Kind.PROSE)
    for index in small if len(small) > 1 else ():
        _join(tokens, [index])
    for index, token in enumerate(tokens):
        if token.kind in (*_SHOWN, *_OUT, Kind.RANGE) and (words := _name_of(tokens, index)):
            _join(tokens, words)


def _name_of(tokens: Sequence[Token], index: int) -> list[int]:
    """Return the indices of the name before the cards or fold at this index, or an empty list."""
    last = index - 1
    if last >= 0 and tokens[last].text == "\t":
        last -= 1
    while last > 0 and index - last < _MOST_PASSED_OVER and _is_passed_over(tokens, last):
        last -= 1
    has_verb = last < index - 1 or tokens[index].kind in _OUT
    if last < 0 or not (_is_prose(tokens, last) or tokens[last].kind is Kind.STRAY):
        return []
    is_numbered = (  # `hand A`, `player 2`, `board 1`
        last > 0
        and tokens[last - 1].kind in (Kind.FILLER, Kind.BOARD)
        and len(tokens[last].text) < 3
    )
    words = _words_of_name(tokens, last)
    is_numbered = is_numbered and len(words) == 1
    first = tokens[words[0]].text
    if is_numbered:
        words = [last - 1, last]
    else:
        is_common = len(words) == 1 and first.lower() not in SEATS and is_harmless_word(first)
        if is_common or not _has_letters(first):
            return []
    begins = words[0] == 0 or not tokens[words[0] - 1].is_words
    if not begins and not _is_capital_name(tokens[last].text):
        return []
    first = tokens[words[0]].text
    if tokens[last].kind is Kind.STRAY and not has_verb:
        return []
    is_name = is_numbered or (has_verb and len(words) == 1) or _looks_like_a_name(first)
    return words if is_name else []


def _words_of_name(tokens: Sequence[Token], last: int) -> list[int]:
    """Return the indices of the name that ends at `last`: `Anna`, `Anna Maria`, `big Al`."""
    first = last
    while (
        last - first + 1 < _MOST_WORDS_OF_NAME
        and _is_prose(tokens, first - 1)
        and _is_capital_name(tokens[first].text)
        and (
            _is_capital_name(tokens[first - 1].text)
            or tokens[first - 1].text.lower() in _BEFORE_NAMES
        )
    ):
        first -= 1
    return list(range(first, last + 1))


def _text_of(tokens: Sequence[Token], words: Sequence[int]) -> str:
    return " ".join(tokens[index].text for index in words)


def _is_passed_over(tokens: Sequence[Token], index: int) -> bool:
    """Return whether the word may be between a name and cards: `Anna raises 20 with AsKs`."""
    token, before = tokens[index], tokens[index - 1]
    text = token.text
    follows_name = _is_prose(tokens, index - 1) and _is_capital_name(before.text)
    if token.kind in _TO_CARDS:
        return True
    if token.kind is Kind.FILLER and text.lower() in ("a", "an", "the"):
        # The article of `Anna has the AsKs`, or the French verb of `Anna a A♠K♠`.
        return before.kind in _TO_CARDS or (text == "a" and follows_name)
    if text.lower() in SEATS:  # the position of `Anna UTG AsKd`
        return follows_name
    if text == "in" and before.text.lower() == "put":
        return True
    if token.kind is not Kind.PROSE or text[:1].isupper():
        return False
    is_after_verb = before.kind in (Kind.PROSE, *_TO_CARDS) or before.text.lower() == "in"
    is_amount = not _has_letters(text) and is_after_verb
    return is_amount or is_harmless_word(text)


def _is_capital_name(text: str) -> bool:
    return text[:1].isupper() and not (is_harmless_word(text) or is_game_word(text))


def _looks_like_a_name(text: str) -> bool:
    """Return whether the word is capitalized, in a script without capitals, or a position."""
    return not text[:1].islower() or text.lower().rstrip("+0123456789") in SEATS


def _join(tokens: list[Token], words: Sequence[int]) -> None:
    """Replace these words with one name or one board, if their text can be one."""
    first, last = tokens[words[0]], tokens[words[-1]]
    text = _text_of(tokens, words)
    if BOARD_NAME.fullmatch(text):
        kind = Kind.BOARD
    elif is_label(text) and not is_game_word(text):
        kind = Kind.NAME
    else:
        return
    tokens[words[0]] = replace(first, kind=kind, text=text, end=last.end, cards=(), error=None)
    for index in words[1:]:
        tokens[index] = replace(tokens[index], kind=Kind.EMPTY, cards=())


def _is_prose(tokens: Sequence[Token], index: int) -> bool:
    if not 0 <= index < len(tokens):
        return False
    return tokens[index].kind is Kind.PROSE and tokens[index].error is None


def _has_letters(text: str) -> bool:
    return any(map(str.isalpha, text))


def _without_lone_boards(tokens: Sequence[Token]) -> Iterator[Token]:
    """Drop words for a board without cards."""
    for index, token in enumerate(tokens):
        if token.kind is Kind.BOARD and not _has_board_after(tokens, index):
            is_dead = token.text.lower().startswith("dead")
            yield replace(token, kind=Kind.PROSE if is_dead else Kind.EMPTY)
        else:
            yield token


def _has_board_after(tokens: Sequence[Token], index: int) -> bool:
    """Return whether cards that can be a board follow the word at this index."""
    word = tokens[index].text.lower()
    is_table = word.endswith("table")
    first = index
    while first > max(0, index - _MOST_BETWEEN) and tokens[first - 1].level is not Level.LINE:
        first -= 1
    begins_line = all(
        token.kind in (Kind.BOARD, Kind.FILLER, Kind.EMPTY) for token in tokens[first:index]
    )
    words = 0
    is_headed = is_apart = False
    for after in range(index + 1, min(len(tokens), index + _MOST_BETWEEN)):
        token = tokens[after]
        is_headed |= token.kind is Kind.COLON
        if token.kind in _SHOWN:
            if is_headed and not is_table:
                return True
            if not (is_apart or words or is_table):
                return True
            cards = _count_from(tokens, after)
            is_street = cards == 1 and word not in ("on", "auf", "sur", "sobre")
            return cards in _BOARD_SIZES or is_street
        if token.is_break and token.level > Level.WIDE:
            is_line = token.level is Level.LINE and begins_line
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


def _count_from(tokens: Sequence[Token], index: int) -> int:
    """Count the adjacent cards from this index on."""
    count = 0
    for token in tokens[index:]:
        if token.kind in _SHOWN:
            count += len(token.cards) + token.unknown
        elif not (token.is_break and token.level <= Level.COMMA):
            break
    return count
