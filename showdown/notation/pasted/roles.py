"""Assign roles to tokens: names, boards, and words that only look like cards.

A name precedes a colon or cards: `Anna:`, `Seat 4 =`, `Anna has …`, `Boris 5c5d…`. A word for a
board precedes its cards: `on 2c 3d 5h`; `plain_text` has moved a word after its cards before them.
Texts such as `as`, `ad`, `5s` and `2d` may also be words or times. They count as cards only next to
other cards, after a name, or on a line without other words.

The patterns below match the text that `encode_tokens` returns, with one letter for each token.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from showdown.evaluator.cards import RANKS
from showdown.evaluator.deals import is_label
from showdown.notation.pasted.tokenizer import ORDINALS, Token, encode_tokens, looks_like_word
from showdown.notation.pasted.word_patterns import (
    HEADINGS,
    SEAT_NAMES,
    Kind,
    is_game_word,
    is_harmless_word,
    split_words,
)

_ORDINALS = ORDINALS.split("|")
BOARD_NUMBERS = {
    word: number
    for row in (_ORDINALS[:4], _ORDINALS[4:], ("one", "two", "three", "four"), "123456789")
    for number, word in enumerate(row, 1)
}
BOARD_NAME = re.compile(
    rf"(?:the |community )*(?:(?P<ordinal>{ORDINALS}) )?(?:community )?"
    r"(?P<word>boards?|flop|turn|river|run|runout|community|table|top|bottom|tisch|mesa|tableau)"
    r"(?: cards?| board)?[ #]*(?P<number>[1-9]|one|two|three|four)?",
    re.IGNORECASE,
)
_ON_WORDS = ("on", "auf", "sur", "sobre")
LATER_STREETS = ("turn", "river")
_WORDS_BEFORE_HAND = SEAT_NAMES | split_words(
    "has have had holds held holding got with wins win won scoops hat hält mit avec"
)
"""Words before a player's cards: `all in on the turn with AsKs`, `on the flop hero AsKs`."""
_MAX_TOKENS_TO_BOARD_CARDS = 40
_BOARD_SIZES = (3, 4, 5)
_MAX_WORDS_OF_NAME = 4
_MAX_SKIPPED_TOKENS = 8
_WORDS_BEFORE_NUMBER = ("hand", "player", "seat")
_TEN = RANKS.index("T")
_FOLD_KINDS = (Kind.FOLDED, Kind.MUCKED)
_NAME_PREFIXES = ("big", "uncle", "aunt", "old", "little")
_WORD_LETTERS = frozenset("pfs")
"""Letters of prose, filler and stray tokens."""
_BREAK_LETTERS = " ,./|\n"
"""Letters of breaks."""
_WORDS_BEFORE_COLON = re.compile("([pfsxBV]{0,4}[pfsxBVc]):")
"""A pattern for words before a colon. The last may look like a card: `As: …`."""
_CARD_CHAIN = re.compile("[Cc](?:[ ,./?R]*[Cc])*")
"""A pattern for cards without words between them."""
_LINE_WITH_LONE_CARD = re.compile("(?=.*[&VBv])[^CcR]*(c)[^CcR]*")
"""A pattern for a line with a word for boards or players, and one card that may be a word."""
_MISSPELLED_CARDS = re.compile("[Cc](?:[ ,./]*x)+|x(?=[ ,./]*[Cc])")
"""A pattern for misspelled cards beside a card."""
_LOWERCASE_NAME = re.compile(r"(?:^|(?<=[,./|\n&]))p(?=[Cc])")
"""A pattern for a word directly before cards, at the start of a line or after a separator."""
_TOKENS_BEFORE_BOARD_CARDS = re.compile(r"[ fVB_px\n]*(?::[ ,./|\nfVB_:px]*)?(?=[Cc?])")
"""A pattern for the tokens between a word for a board and its cards."""
_MAX_WORDS_TO_BOARD_CARDS = 3


def assign_roles(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return the tokens with names and boards joined, and strays marked.

    Strays are words that only look like cards.
    """
    result = list(tokens)
    _join_names_before_colons(result)
    _mark_strays(result)
    _join_names_before_cards(result)
    _drop_boards_without_cards(result)
    return tuple(result)


def _join_names_before_colons(tokens: list[Token]) -> None:
    """Join the words of each name before a colon: `Anna:`, `Seat 4 =`, `hand a has:`.

    Any words may form a name here. Before cards they may also be a sentence, so
    `_find_name_before` accepts only words that look like a name.
    """
    for match in re.finditer("N", encode_tokens(tokens)):  # in quotation marks
        token = tokens[match.start()] = replace(tokens[match.start()], kind=Kind.PROSE)
        if not (token.text.islower() and is_harmless_word(token.text)):
            _join_words(tokens, [match.start()])
    for match in _WORDS_BEFORE_COLON.finditer(encode_tokens(tokens)):
        words = list(range(*match.span(1)))
        for index in words:
            word = tokens[index].text.lower()
            if tokens[index].kind in (Kind.BOARD, Kind.VERB) and word in ("on", "with"):
                words = list(range(index + 1, match.end(1)))
        while words and tokens[words[-1]].kind is Kind.VERB:
            words.pop()
        while len(words) > 1 and not _may_begin_a_name(tokens[words[0]]):
            words.pop(0)
        if words and not _is_heading([tokens[index] for index in words]):
            _join_words(tokens, words)


def _may_begin_a_name(token: Token) -> bool:
    """Return whether the word may begin a name, unlike one of a sentence such as `last night:`."""
    if token.kind is Kind.PROSE:
        return _looks_like_a_name(token.text)
    return token.kind in (Kind.BOARD, Kind.CARDS) or token.text.lower() in _WORDS_BEFORE_NUMBER


def _is_heading(words: Sequence[Token]) -> bool:
    """Return whether the words are a heading without a name: `Question 2:`, `night:`."""
    first = words[0].text
    if first.lower() == "hand" and re.fullmatch(r"#?\d{3,}", words[-1].text):
        return True
    if len(words) == 1:
        is_word = first[:1].islower() and first not in SEAT_NAMES and is_harmless_word(first)
        return is_word or first.lower() in HEADINGS
    return first.lower() not in (*_WORDS_BEFORE_NUMBER, *_NAME_PREFIXES) and all(
        word.kind in (Kind.VERB, Kind.FILLER)
        or is_harmless_word(word.text)
        or not _has_letters(word.text)
        for word in words
    )


def _mark_strays(tokens: list[Token]) -> None:
    """Mark words that only look like cards as strays, and misspelled cards as cards."""
    letters = encode_tokens(tokens)
    for line in re.finditer("[^\n]+", letters):
        lone_card = _LINE_WITH_LONE_CARD.fullmatch(line[0])
        is_lone = lone_card and len(tokens[line.start() + lone_card.start(1)].cards) == 1
        if not (is_lone or _WORD_LETTERS.intersection(line[0])):
            continue
        for chain in _CARD_CHAIN.finditer(letters, *line.span()):
            cards = [index for index in range(*chain.span()) if letters[index] in "Cc"]
            before, after = letters[line.start() : cards[0]], letters[chain.end() : line.end()]
            for index in set(cards).difference(_find_cards_in_chain(tokens, cards, before, after)):
                tokens[index] = replace(tokens[index], kind=Kind.STRAY)
    letters = encode_tokens(tokens)
    for match in _MISSPELLED_CARDS.finditer(letters):
        for index in range(*match.span()):
            if letters[index] == "x":
                tokens[index] = replace(tokens[index], kind=Kind.CARDS)


def _find_cards_in_chain(
    tokens: Sequence[Token], chain: list[int], before: str, after: str
) -> list[int]:
    """Return the indices in the chain that are cards, in a line that also has words.

    `before` and `after` are the letters of the tokens before and after the chain in this line.
    """
    first = chain[0] - len(before)
    follows_name = _ends_with_name(tokens[first : chain[0]], before)
    before_cards = before.rstrip(" ,./fV:")
    is_of_board = before_cards.endswith("B")
    is_of_street = (
        is_of_board and tokens[first + len(before_cards) - 1].text.lower() in LATER_STREETS
    )
    previous_letter = before.rstrip(" ,./")[-1:]
    # Letters alone may be a word of a sentence that continues after a comma: `ah, as if`.
    separators = " ,./" if tokens[chain[-1]].text.isalpha() and not is_of_street else " "
    follows_words = previous_letter in _WORD_LETTERS and not (is_of_board or follows_name)
    precedes_words = after.lstrip(separators)[:1] in _WORD_LETTERS
    possible_words = {i for i in chain if _may_be_word(tokens[i], begins_line=i == first)}
    kept_indices = list(chain)
    while kept_indices and follows_words and kept_indices[0] in possible_words:
        kept_indices.pop(0)
    while kept_indices and precedes_words and kept_indices[-1] in possible_words:
        kept_indices.pop()
    is_in_hand = follows_name or previous_letter == ":"
    if any(_is_surely_card(tokens[index], is_in_hand=is_in_hand) for index in kept_indices):
        return kept_indices
    card_count = sum(len(tokens[index].cards) for index in kept_indices)
    certain_tokens = [tokens[index] for index in kept_indices if index not in possible_words]
    if follows_words or precedes_words:
        # `2h` and `5s` may be times, so two of them aren't enough.
        are_cards = bool(certain_tokens) and card_count >= (
            3 if all(map(_may_be_time, certain_tokens)) else 2
        )
    elif card_count > 1:
        are_cards = (
            bool(certain_tokens)
            or previous_letter == "V"
            or (len(kept_indices) > 1 and not follows_name)
        )
    else:
        is_alone = previous_letter == "|" and after.strip(" ")[:1] in ("", "|")
        are_cards = bool(certain_tokens) and (is_of_board or is_alone)
    return kept_indices if are_cards else []


def _is_surely_card(token: Token, *, is_in_hand: bool) -> bool:
    """Return whether the text is never a word: `AsKd`, `ace of spades`, or `As??` in a hand."""
    is_joined = len(token.cards) > 1 and not token.text.isalpha()
    return is_joined or " " in token.text or (token.unknown > 0 and is_in_hand)


def _may_be_time(token: Token) -> bool:
    """Return whether the text may be a time or a count: `5s`, `2h` and `3d`, unlike `Kd`."""
    return token.text.isalnum() and all(card.rank < _TEN for card, _, _ in token.cards)


def _ends_with_name(tokens: Sequence[Token], letters: str) -> bool:
    """Return whether the last token may be a name: a position, or a single capitalized word."""
    words = letters.rstrip(_BREAK_LETTERS)
    if not words:
        return False
    text = tokens[len(words) - 1].text
    is_lone = not words[:-1].rstrip(_BREAK_LETTERS).endswith(("p", "f", "s", "x"))
    return text.lower() in SEAT_NAMES or (is_lone and _is_capitalized_name(text))


def _may_be_word(token: Token, *, begins_line: bool) -> bool:
    """Return whether this card token may be a word, such as `As` at the start of a sentence."""
    text = token.text
    if token.unknown and text[-1] in "xX":  # `Asxx`
        return False
    if text.istitle() and len(text) == 2 and text.isalpha():
        return begins_line
    return looks_like_word(text)


def _join_names_before_cards(tokens: list[Token]) -> None:
    """Join the words of each name before cards or a fold: `Anna has AcKd…`."""
    lowercase_indices = []
    for match in _LOWERCASE_NAME.finditer(encode_tokens(tokens)):
        text = tokens[match.start()].text
        if text[:1].islower() and not (is_harmless_word(text) or is_game_word(text)):
            lowercase_indices.append(match.start())
    # After `hand`, `player` or `seat`, `A` is a letter: neither an article nor an ace.
    for index in range(1, len(tokens)):
        if tokens[index].text == "A" and tokens[index - 1].text.lower() in _WORDS_BEFORE_NUMBER:
            tokens[index] = replace(tokens[index], kind=Kind.PROSE)
    # A single lowercase word may begin a sentence; several at the start of lines are names.
    for index in lowercase_indices if len(lowercase_indices) > 1 else ():
        _join_words(tokens, [index])
    for match in re.finditer("[Cc?omR]", encode_tokens(tokens)):
        if words := _find_name_before(tokens, match.start()):
            _join_words(tokens, words)


def _find_name_before(tokens: Sequence[Token], index: int) -> range:
    """Return the indices of a name, such as `big Al` or `hand A`, before cards or a fold.

    `index` is the index of the cards or the fold. The range is empty if no name precedes them.
    """
    last = index - 1
    if last >= 0 and tokens[last].text == "\t":
        last -= 1
    while last > 0 and index - last < _MAX_SKIPPED_TOKENS and _may_be_skipped(tokens, last):
        last -= 1
    has_verb = last < index - 1 or tokens[index].kind in _FOLD_KINDS
    is_stray = has_verb and last >= 0 and tokens[last].kind is Kind.STRAY
    if not (is_stray or _is_prose(tokens, last)):
        return range(0)
    first = last
    while last - first + 1 < _MAX_WORDS_OF_NAME and _may_extend_name(tokens, first):
        first -= 1
    is_single_word, text = first == last, tokens[first].text
    before = tokens[first - 1] if first else None
    may_be_number = is_single_word and len(text) < 3
    is_numbered = may_be_number and before and before.kind in (Kind.FILLER, Kind.BOARD)
    if is_numbered:
        first -= 1
    elif not _has_letters(text) or (
        is_single_word and text.lower() not in SEAT_NAMES and is_harmless_word(text)
    ):
        return range(0)
    begins_phrase = first == 0 or not tokens[first - 1].is_word
    if not begins_phrase and not _is_capitalized_name(tokens[last].text):
        return range(0)
    is_name = is_numbered or (has_verb and is_single_word) or _looks_like_a_name(text)
    return range(first, last + 1) if is_name else range(0)


def _may_extend_name(tokens: Sequence[Token], first: int) -> bool:
    """Return whether the word before the first word of a name may belong to the name."""
    before = tokens[first - 1].text
    return (
        _is_prose(tokens, first - 1)
        and _is_capitalized_name(tokens[first].text)
        and (_is_capitalized_name(before) or before.lower() in _NAME_PREFIXES)
    )


def _may_be_skipped(tokens: Sequence[Token], index: int) -> bool:
    """Return whether the word may be between a name and cards: `Anna raises 20 with AsKs`."""
    token, before = tokens[index], tokens[index - 1]
    text = token.text
    follows_name = _is_prose(tokens, index - 1) and _is_capitalized_name(before.text)
    if token.kind is Kind.VERB:
        return True
    if token.kind is Kind.FILLER and text.lower() in ("a", "an", "the"):
        # The article of `Anna has the AsKs`, or the French verb of `Anna a A♠K♠`.
        return before.kind is Kind.VERB or (text == "a" and follows_name)
    if text.lower() in SEAT_NAMES:  # the position of `Anna UTG AsKd`
        return follows_name
    if text == "in" and before.text.lower() == "put":
        return True
    if token.kind is not Kind.PROSE or text[:1].isupper():
        return False
    is_after_verb = before.kind in (Kind.PROSE, Kind.VERB) or before.text.lower() == "in"
    is_amount = not _has_letters(text) and is_after_verb
    return is_amount or is_harmless_word(text)


def _is_capitalized_name(text: str) -> bool:
    return text[:1].isupper() and not (is_harmless_word(text) or is_game_word(text))


def _looks_like_a_name(text: str) -> bool:
    """Return whether the word may be a name by its form.

    It is capitalized, is written in a script without capitals, or names a position.
    """
    return not text[:1].islower() or text.lower().rstrip("+0123456789") in SEAT_NAMES


def _join_words(tokens: list[Token], words: Sequence[int]) -> None:
    """Replace these words with one name or one board, if their text can be one."""
    first, last = tokens[words[0]], tokens[words[-1]]
    text = " ".join(tokens[index].text for index in words)
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


def _drop_boards_without_cards(tokens: list[Token]) -> None:
    """Remove words for boards without cards, but keep `dead` as prose."""
    letters = encode_tokens(tokens)
    for match in re.finditer("B", letters):
        token = tokens[match.start()]
        if not _has_board_after(tokens, letters, match.start()):
            is_dead = token.text.lower().startswith("dead")
            tokens[match.start()] = replace(token, kind=Kind.PROSE if is_dead else Kind.EMPTY)


def _has_board_after(tokens: Sequence[Token], letters: str, index: int) -> bool:
    """Return whether cards that can be a board follow the word at this index."""
    between = _TOKENS_BEFORE_BOARD_CARDS.match(
        letters, index + 1, index + _MAX_TOKENS_TO_BOARD_CARDS
    )
    if not between:
        return False
    for token in tokens[index + 1 : between.end()]:
        if token.text.lower() in _WORDS_BEFORE_HAND:
            return False
    words = between[0].partition(":")[0]
    begins_line = not letters[:index].rpartition("\n")[2].strip("Bf_")
    if len(re.findall("[px]", between[0])) > _MAX_WORDS_TO_BOARD_CARDS or (
        "\n" in words and not begins_line
    ):
        return False
    if not re.search("[px]", between[0]) and "\n" not in words:
        return True
    adjacent = re.split("[^Cc? ,]", letters[between.end() :], maxsplit=1)[0]
    if letters.startswith("v", between.end() + len(adjacent)):  # `turn, who wins: AsKs vs QhQd`
        return False
    cards = tokens[between.end() : between.end() + len(adjacent)]
    count = sum(len(token.cards) + token.unknown for token in cards)
    is_street = count == 1 and tokens[index].text.lower() not in _ON_WORDS
    return count in _BOARD_SIZES or is_street
