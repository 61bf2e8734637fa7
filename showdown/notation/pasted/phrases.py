"""Which words of a pasted text are cards, and whose: the rest of a sentence never is.

`as`, `ad`, `ah`, `ts`, `5s` and `2d` are words, times and cards. They are cards in company: beside
other cards, behind a name, or where nothing but cards is on the line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import LETTERS, default_label, is_label
from showdown.notation.pasted.result import Mark
from showdown.notation.pasted.tokens import Kind, Level, Token, is_weak
from showdown.words.errors import error_text

_MOST_WORDS_OF_NAME = 4
_BOARD_NAME = re.compile(
    r"(?:the |community |first |second )*(board|boards|flop|turn|river|community|table)"
    r"(?: cards?)?[ #]*([1-9])?",
    re.IGNORECASE,
)
_DEAD_NAME = re.compile(r"dead(?: cards?)?", re.IGNORECASE)
_HAND_NAME = re.compile(r"hand[ -]?([a-m])", re.IGNORECASE)
_BETWEEN_WORDS = (Kind.COLON, Kind.AND, Kind.VERB)
_NEXT_STREETS = ("turn", "river")
_LONGEST_SHOWN = 40


@dataclass(slots=True)
class Atom:
    """A card as it lies in the text (None: one nobody knows), and what sets it off before."""

    card: Card | None
    start: int
    end: int
    level: Level


@dataclass(slots=True)
class Section:
    """Cards that the text says belong together; `name` is whose, empty where it doesn't say.

    `board` is the number of the board, 0 for a hand; a street that follows has `goes_on`. `is_any`:
    the text says that the hand can be any.
    """

    name: str = ""
    board: int = 0
    goes_on: bool = False
    is_dead: bool = False
    is_headed: bool = False
    is_mucked: bool = False
    is_folded: bool = False
    is_any: bool = False
    start: int = 0
    end: int = 0
    atoms: list[Atom] = field(default_factory=list)

    @property
    def hides(self) -> bool:
        """Whether the hand shows no cards, and none are missing."""
        return self.is_mucked or self.is_any


def sections_of(tokens: list[Token], text: str) -> tuple[list[Section], list[Mark]]:
    """The cards by whose they are, and what of the text is neither cards nor a name."""
    _find_names(tokens)
    _leave_strays(tokens)
    _find_names_without_colon(tokens)
    return _sections(tokens), list(_marks(tokens, text))


def _find_names(tokens: list[Token]) -> None:
    """Names before a colon: `Anna:`, `Seat 4 =`, `hand a has:`."""
    for at, token in enumerate(tokens):
        if token.kind is not Kind.COLON:
            continue
        words: list[int] = []
        for before in range(at - 1, max(-1, at - 2 - _MOST_WORDS_OF_NAME), -1):
            if not _may_be_of_name(tokens, before, is_last=before == at - 1):
                break
            words.append(before)
        while words and tokens[words[0]].kind is Kind.VERB:
            words.pop(0)
        _name(tokens, sorted(words))


def _may_be_of_name(tokens: list[Token], at: int, *, is_last: bool) -> bool:
    token = tokens[at]
    if token.kind is Kind.CARDS:
        return is_last and is_weak(token.text)
    if token.kind in (Kind.BOARD, Kind.VERB):
        return token.text.lower() not in ("on", "with")
    return token.is_words


def _name(tokens: list[Token], words: Sequence[int]) -> None:
    """Make these words one name, if they can be one."""
    if not words:
        return
    first, last = tokens[words[0]], tokens[words[-1]]
    said = " ".join(tokens[at].text for at in words)
    board = _BOARD_NAME.fullmatch(said)
    if board:
        first.kind = Kind.BOARD
    elif is_label(said):
        first.kind = Kind.NAME
    else:
        return
    first.text, first.end, first.cards, first.error = said, last.end, (), None
    for at in words[1:]:
        tokens[at].kind, tokens[at].cards = Kind.COLON, ()


def _leave_strays(tokens: list[Token]) -> None:
    """Whatever reads like a card but stands among words is none."""
    for line in _lines(tokens):
        if _has_prose(line):
            for chain in _chains(line):
                taken = _taken(line, chain)
                for at in chain:
                    if at not in taken:
                        line[at].kind = Kind.STRAY


def _has_prose(line: list[Token]) -> bool:
    """Whether there are words that are no part of a list of cards, as in `on and on as`."""
    cards = [token for token in line if token.kind is Kind.CARDS]
    keywords = (Kind.AND, Kind.VERB, Kind.BOARD, Kind.VERSUS)
    is_lone_word = len(cards) == 1 and is_weak(cards[0].text) and len(cards[0].cards) == 1
    has_keyword = any(token.kind in keywords for token in line)
    return any(token.is_words for token in line) or (is_lone_word and has_keyword)


def _lines(tokens: list[Token]) -> Iterator[list[Token]]:
    for is_break, line in groupby(tokens, lambda token: token.level is Level.LINE):
        if not is_break:
            yield list(line)


def _is_joint(token: Token) -> bool:
    """Whether cards on both sides of it stand beside each other."""
    return token.is_break and token.level <= Level.SLASH


def _chains(line: list[Token]) -> Iterator[list[int]]:
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


def _taken(line: list[Token], chain: list[int]) -> list[int]:
    """Those of the chain that are cards although there are words on the line."""
    before, after = _neighbour(line, chain[0], -1), _neighbour(line, chain[-1], 1)
    words_before = before is not None and before.is_words
    words_after = after is not None and after.is_words
    left = list(chain)
    while left and words_before and _is_weak(line, left[0]):
        left.pop(0)
    while left and words_after and _is_weak(line, left[-1]):
        left.pop()
    cards = sum(len(line[at].cards) for at in left)
    solid = [at for at in left if not _is_weak(line, at)]
    if words_before or words_after:
        enough = cards >= (2 if any(_has_letter_rank(line[at]) for at in solid) else 3)
        return left if solid and enough else []
    enough = cards >= 2 and (bool(solid) or len(left) >= 2)
    is_sure = solid or any(token.kind is Kind.CARDS and not is_weak(token.text) for token in line)
    return left if enough or (is_sure and _has_a_place(before, after)) else []


def _has_a_place(before: Token | None, after: Token | None) -> bool:
    """Whether a single card is the board's, `turn 5c`, or has bars or brackets around it."""
    if before is None:
        return False
    is_alone = before.level is Level.BAR and (after is None or after.level is Level.BAR)
    return before.kind is Kind.BOARD or is_alone


def _neighbour(line: list[Token], at: int, step: int) -> Token | None:
    at += step
    while 0 <= at < len(line):
        if not _is_joint(line[at]):
            return line[at]
        at += step
    return None


def _is_weak(line: list[Token], at: int) -> bool:
    """Whether the cards may be a word; `As` may at the start of a sentence."""
    text = line[at].text
    if text.istitle() and len(text) == 2 and text.isalpha():
        return at == 0
    return is_weak(text)


def _has_letter_rank(token: Token) -> bool:
    """Whether a card has a rank that no time or count has; `5s`, `2h` and `3d` have none."""
    return any(card.rank >= 8 for card, _, _ in token.cards) or not token.text.isalnum()


def _find_names_without_colon(tokens: list[Token]) -> None:
    """`Anna has AcKd…`, `Boris 5c5d…`: a word that cards follow and that begins something."""
    for at, token in enumerate(tokens):
        if token.kind not in (Kind.CARDS, Kind.UNKNOWN, Kind.FOLDED, Kind.MUCKED):
            continue
        before = at - 1
        while before >= 0 and tokens[before].kind is Kind.VERB:
            before -= 1
        has_verb = before < at - 1
        words = [before]
        while has_verb and len(words) < _MOST_WORDS_OF_NAME and _is_word(tokens, words[0] - 1):
            words.insert(0, words[0] - 1)
        if len(words) == 1 <= before and _is_numbered(tokens[before - 1], tokens[before]):
            words = [before - 1, before]
        begins = words[0] <= 0 or not tokens[words[0] - 1].is_words
        is_stray = before >= 0 and tokens[before].kind is Kind.STRAY
        if begins and (_is_word(tokens, before) or (has_verb and is_stray)):
            _name(tokens, words)


def _is_word(tokens: list[Token], at: int) -> bool:
    return at >= 0 and tokens[at].kind is Kind.PROSE and tokens[at].error is None


def _is_numbered(token: Token, number: Token) -> bool:
    """`hand A`, `player 2`, `board 1`."""
    return token.kind in (Kind.FILLER, Kind.BOARD) and len(number.text) < 3


def _sections(tokens: list[Token]) -> list[Section]:
    sections = [Section()]
    level = Level.VERSUS
    for token in tokens:
        current = sections[-1]
        if token.kind in (Kind.NAME, Kind.BOARD):
            if token.kind is Kind.BOARD and current.board and not current.atoms:
                _head(current, token)
            else:
                sections.append(_head(Section(), token))
            level = Level.NONE
        elif token.kind is Kind.VERSUS:
            sections.append(Section(start=token.end))
            level = Level.VERSUS
        elif token.kind is Kind.FOLDED:
            current.is_folded = True
        elif token.kind is Kind.MUCKED:
            current.is_mucked = True
        elif token.kind is Kind.ANY_HAND:
            current.is_any = True
        elif token.is_break:
            level = max(level, token.level)
        elif token.kind is Kind.AND:
            level = max(level, Level.COMMA)
        elif token.is_words:
            level = max(level, Level.BAR)
        elif token.kind in (Kind.CARDS, Kind.UNKNOWN):
            current.atoms += _atoms(token, level, current)
            current.end = token.end
            level = Level.NONE
    return [each for each in sections if each.is_headed or each.atoms or each.hides]


def _head(section: Section, token: Token) -> Section:
    """Let the section be whose the name says."""
    section.is_headed, section.start, section.end = True, token.start, token.end
    board = _BOARD_NAME.fullmatch(token.text)
    if _DEAD_NAME.fullmatch(token.text):
        section.is_dead = True
    elif token.kind is Kind.BOARD:
        word = board[1].lower() if board else ""
        section.board = int(board[2] or 1) if board else section.board or 1
        section.goes_on = word in _NEXT_STREETS
    else:
        hand = _HAND_NAME.fullmatch(token.text)
        section.name = default_label(LETTERS.index(hand[1].upper())) if hand else token.text
    return section


def _atoms(token: Token, level: Level, section: Section) -> Iterator[Atom]:
    cards: list[tuple[Card | None, int, int]] = [*token.cards]
    cards += [(None, token.start, token.end)] * token.unknown
    if level is Level.NONE and section.atoms and len(cards) > 1:
        level = Level.WORD
    for card, start, end in cards:
        yield Atom(card, start, end, level)
        level = Level.NONE


def _marks(tokens: list[Token], text: str) -> Iterator[Mark]:
    """What is neither cards nor a name, words that stand together as one."""
    run: list[Token] = []
    for token in tokens:
        if token.is_words:
            run.append(token)
        elif token.kind in _BETWEEN_WORDS or (token.is_break and token.level < Level.LINE):
            continue
        else:
            yield from _mark(run, text)
            run = []
        if token.kind is Kind.CARDS and token.error is not None:
            start = token.start + (token.error.position or 0)
            yield Mark(start, token.end, error_text(token.error))
    yield from _mark(run, text)


def _mark(run: list[Token], text: str) -> Iterator[Mark]:
    while run and run[0].kind is Kind.FILLER:
        run.pop(0)
    while run and run[-1].kind is Kind.FILLER:
        run.pop()
    if not run:
        return
    start, end = run[0].start, run[-1].end
    shown = " ".join(text[start:end].split())
    shown = shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"
    if len(run) == 1 and run[0].error is not None:
        yield Mark(start, end, error_text(run[0].error))
    elif len(run) == 1 and run[0].kind is Kind.STRAY:
        yield Mark(start, end, f"“{shown}” stands among words and isn't read as a card")
    else:
        yield Mark(start, end, f"“{shown}” is neither cards nor a name")
