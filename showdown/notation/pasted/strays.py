"""Which tokens are cards though words are near: the rest of a sentence never is.

`as`, `ad`, `ah`, `ts`, `5s` and `2d` are words, times and cards. They are cards in company: beside
other cards, behind a name, or where nothing but cards is on the line.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from showdown.notation.pasted.tokens import Level, Token, is_weak
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
    before, after = _neighbour(line, chain[0], -1), _neighbour(line, chain[-1], 1)
    words_before, words_after = _is_word(before), _is_word(after)
    taken = list(chain)
    while taken and words_before and _is_weak(line, taken[0]):
        taken.pop(0)
    while taken and words_after and _is_weak(line, taken[-1]):
        taken.pop()
    cards = sum(len(line[at].cards) for at in taken)
    solid = [at for at in taken if not _is_weak(line, at)]
    if words_before or words_after:
        enough = cards >= (2 if any(_has_letter_rank(line[at]) for at in solid) else 3)
        return taken if solid and enough else []
    enough = cards >= 2 and (bool(solid) or len(taken) >= 2)
    is_sure = solid or any(token.kind is Kind.CARDS and not is_weak(token.text) for token in line)
    return taken if enough or (is_sure and _has_a_place(before, after)) else []


def _has_a_place(before: Token | None, after: Token | None) -> bool:
    """Whether a single card is the board's, `turn 5c`, or has bars or brackets around it."""
    if before is None:
        return False
    is_alone = before.level is Level.BAR and (after is None or after.level is Level.BAR)
    return before.kind is Kind.BOARD or is_alone


def _neighbour(line: Sequence[Token], at: int, step: int) -> Token | None:
    at += step
    while 0 <= at < len(line):
        if not _is_joint(line[at]):
            return line[at]
        at += step
    return None


def _is_weak(line: Sequence[Token], at: int) -> bool:
    """Whether the cards may be a word; `As` may at the start of a sentence."""
    text = line[at].text
    if text.istitle() and len(text) == 2 and text.isalpha():
        return at == 0
    return is_weak(text)


def _has_letter_rank(token: Token) -> bool:
    """Whether a card has a rank that no time or count has; `5s`, `2h` and `3d` have none."""
    return any(card.rank >= 8 for card, _, _ in token.cards) or not token.text.isalnum()
