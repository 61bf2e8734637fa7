"""Which tokens are cards though words are near: the rest of a sentence never is.

`as`, `ad`, `ah`, `ts`, `5s` and `2d` are words, times and cards. They are cards in company: beside
other cards, behind a name, or where nothing but cards is on the line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from showdown.notation.pasted.tokens import Level, Token, is_weak
from showdown.notation.pasted.understood import is_game_word, is_harmless_word
from showdown.notation.pasted.vocabulary import Kind


def without_strays(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, those marked that read like a card but stand among words."""
    marked: list[Token] = []
    for line in _lines(tokens):
        strays = set(_strays(line)) if _has_prose(line) else set()
        marked += (
            replace(token, kind=Kind.STRAY) if at in strays else token
            for at, token in enumerate(line)
        )
        start = len(marked) - len(line)
        marked[start:] = _with_slips(marked[start:])
    return tuple(marked)


def _with_slips(line: Sequence[Token]) -> Iterator[Token]:
    """The line, in which what looks like a card beside cards is meant as one."""
    for at, token in enumerate(line):
        is_attempt = token.kind is Kind.PROSE and token.error is not None
        is_slip = is_attempt and _is_beside_cards(line, at)
        yield replace(token, kind=Kind.CARDS) if is_slip else token


def _is_beside_cards(line: Sequence[Token], at: int) -> bool:
    beside = (_neighbour(line, at, -1), _neighbour(line, at, 1))
    return any(token is not None and token.kind is Kind.CARDS for token in beside)


def _strays(line: Sequence[Token]) -> Iterator[int]:
    for chain in _chains(line):
        yield from set(chain).difference(_taken(line, chain))


def _has_prose(line: Sequence[Token]) -> bool:
    """Whether there are words that are no part of a list of cards, as in `on and on as`."""
    cards = [token for token in line if token.kind is Kind.CARDS]
    keywords = (Kind.AND, Kind.VERB, Kind.BOARD, Kind.VERSUS)
    is_lone_word = len(cards) == 1 and is_weak(cards[0].text) and len(cards[0].cards) == 1
    has_keyword = any(token.kind in keywords for token in line)
    return any(map(_is_word, line)) or (is_lone_word and has_keyword)


def _is_word(token: Token | None) -> bool:
    """Whether it is a word, and no card with a slip in it."""
    return token is not None and token.is_words and token.error is None


def _lines(tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The lines, and between them their ends."""
    for _, line in groupby(tokens, lambda token: token.level is Level.LINE):
        yield list(line)


def _is_joint(token: Token) -> bool:
    """Whether cards on both sides of it stand beside each other."""
    return token.is_break and token.level <= Level.SLASH


def _chains(line: Sequence[Token]) -> Iterator[list[int]]:
    """The places of cards that stand beside each other."""
    chain: list[int] = []
    for at, token in enumerate(line):
        if token.kind is Kind.CARDS:
            chain.append(at)
        elif not _is_joint(token) and token.kind not in (Kind.UNKNOWN, Kind.ANY_HAND) and chain:
            yield chain
            chain = []
    if chain:
        yield chain


def _taken(line: Sequence[Token], chain: list[int]) -> list[int]:
    """Those of the chain that are cards although there are words on the line."""
    before = _before_article(line, chain[0])
    # Letters alone may be a word of the sentence that goes on behind a comma: `ah, as if`.
    may_be_word = line[chain[-1]].text.isalpha()
    after = _neighbour(line, chain[-1], 1, Level.SLASH if may_be_word else Level.WIDE)
    words_before, words_after = _is_word(before), _is_word(after)
    taken = list(chain)
    while taken and words_before and _is_weak(line, taken[0]):
        taken.pop(0)
    while taken and words_after and _is_weak(line, taken[-1]):
        taken.pop()
    cards = sum(len(line[at].cards) for at in taken)
    if any(len(line[at].cards) > 1 and not line[at].text.isalpha() for at in taken):
        return taken
    if any(" " in line[at].text for at in taken):  # `ace of spades`
        return taken
    is_theirs = _follows_a_name(line, chain[0]) or (before and before.kind is Kind.VERB)
    goes_on = _is_word(_neighbour(line, chain[-1], 1, Level.WIDE))
    if (
        len(chain) > 1
        and any(not line[at].text.isalpha() for at in chain)
        and is_theirs
        and not goes_on
    ):
        return chain
    if cards > 1 and is_theirs and not goes_on and taken == chain:
        return taken
    solid = [at for at in taken if not _is_weak(line, at)]
    if words_before or words_after:
        enough = cards >= (2 if any(_has_letter_rank(line[at]) for at in solid) else 3)
        return taken if solid and enough else []
    enough = cards >= 2 and (bool(solid) or len(taken) >= 2)
    is_sure = solid or any(token.kind is Kind.CARDS and not is_weak(token.text) for token in line)
    return taken if enough or (is_sure and _has_a_place(before, after)) else []


def _follows_a_name(line: Sequence[Token], at: int) -> bool:
    """Whether a single word with a capital that may be a name stands before the cards."""
    words = [token for token in line[:at] if token.level < Level.WIDE]
    if len(words) > 1 and words[-2].is_words:
        return False
    text = words[-1].text if words else ""
    return text[:1].isupper() and not (is_harmless_word(text) or is_game_word(text))


def _has_a_place(before: Token | None, after: Token | None) -> bool:
    """Whether a single card is the board's, `turn 5c`, or has bars or brackets around it."""
    if before is None:
        return False
    is_alone = before.level is Level.BAR and (after is None or after.level is Level.BAR)
    return before.kind is Kind.BOARD or is_alone or (after is not None and after.kind is Kind.BOARD)


def _neighbour(
    line: Sequence[Token], at: int, step: int, most: Level = Level.SLASH
) -> Token | None:
    """The next token but breaks up to this level."""
    at += step
    while 0 <= at < len(line):
        if not line[at].is_break or line[at].level > most:
            return line[at]
        at += step
    return None


def _before_article(line: Sequence[Token], at: int) -> Token | None:
    """What precedes the cards: `turn` in `turn 9s` and `turn is the 9s`."""
    first = before = _neighbour(line, at, -1)
    at = line.index(before) if before else 0
    while before is not None and before.kind in (Kind.FILLER, Kind.VERB):
        before = _neighbour(line, at, -1)
        at = line.index(before) if before else 0
    return before if before is not None and before.kind is Kind.BOARD else first


def _is_weak(line: Sequence[Token], at: int) -> bool:
    """Whether the cards may be a word; `As` may at the start of a sentence."""
    text = line[at].text
    if text.istitle() and len(text) == 2 and text.isalpha():
        return at == 0
    return is_weak(text)


def _has_letter_rank(token: Token) -> bool:
    """Whether a card has a rank that no time or count has; `5s`, `2h` and `3d` have none."""
    return any(card.rank >= 8 for card, _, _ in token.cards) or not token.text.isalnum()
