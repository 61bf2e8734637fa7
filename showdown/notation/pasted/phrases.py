"""Whose the cards of a pasted text are, and what of it is neither cards nor a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import LETTERS, default_label
from showdown.notation.pasted.names import (
    BOARD_NAME,
    with_names_before_cards,
    with_names_before_colons,
)
from showdown.notation.pasted.result import Mark
from showdown.notation.pasted.strays import without_strays
from showdown.notation.pasted.tokens import Level, Token
from showdown.notation.pasted.vocabulary import HEADINGS, Kind
from showdown.words.errors import error_text

_DEAD_NAME = re.compile(r"dead(?: cards?)?", re.IGNORECASE)
_HAND_NAME = re.compile(r"hand[ -]?([a-m])", re.IGNORECASE)
_BETWEEN_WORDS = (Kind.COLON, Kind.AND, Kind.VERB, Kind.EMPTY)
_NEXT_STREETS = ("turn", "river")
_SECOND_BOARD = "bottom"
_LONGEST_SHOWN = 40
_MATTERS = re.compile(r"[\d$€£%♠♥♦♣♤♡♢♧]")
"""What words may have that change a deal: an amount, or what may be a card."""


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

    @property
    def is_something(self) -> bool:
        """Whether it has cards, or says why it has none."""
        return bool(self.atoms) or self.hides or self.is_folded


class Phrases(NamedTuple):
    """The cards by whose they are; what is at fault; and words that change nothing."""

    sections: tuple[Section, ...]
    marks: tuple[Mark, ...]
    notes: tuple[Mark, ...]


def phrases_of(tokens: Sequence[Token], text: str) -> Phrases:
    """The cards by whose they are, and what of the text is neither cards nor a name."""
    named = with_names_before_cards(without_strays(with_names_before_colons(tokens)))
    sections = _sections(named)
    marks = [*_nobodys(named), *_of_nothing(sections), *_at_fault(named)]
    notes: list[Mark] = []
    for mark, is_harmless in _leftovers(named, text):
        (notes if is_harmless else marks).append(mark)
    notes += _claims(named)
    kept = tuple(section for section in sections if section.is_something or section.board)
    return Phrases(kept, tuple(marks), tuple(notes))


def _sections(tokens: Sequence[Token]) -> list[Section]:
    sections = [Section()]
    level = Level.VERSUS
    words_before = False
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
            current.is_folded = not words_before
        elif token.kind is Kind.MUCKED:
            _muck(current, is_sure=not words_before)
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
        words_before = _is_prose_before(token, words_before)
    return [section for section in sections if section.is_headed or section.is_something]


def _muck(section: Section, *, is_sure: bool) -> None:
    """Who mucks cards that are told is out of the hand with them; else the hand isn't shown."""
    if is_sure and section.atoms:
        section.is_folded = True
    elif is_sure:
        section.is_mucked = True


def _is_prose_before(token: Token, before: bool) -> bool:
    """Whether there are words since the last cards or name, of which a fold may be said."""
    if token.kind in (Kind.PROSE, Kind.STRAY):
        return True
    resets = (Kind.NAME, Kind.BOARD, Kind.CARDS, Kind.UNKNOWN, Kind.VERSUS)
    return before and token.kind not in resets and token.level < Level.COMMA


def _head(section: Section, token: Token) -> Section:
    """Let the section be whose the name says."""
    section.is_headed, section.start, section.end = True, token.start, token.end
    board = BOARD_NAME.fullmatch(token.text)
    if _DEAD_NAME.fullmatch(token.text):
        section.is_dead = True
    elif token.kind is Kind.BOARD:
        word = board[1].lower() if board else ""
        given = board[2] if board else None
        section.board = (
            int(given or (2 if word == _SECOND_BOARD else 1)) if board else (section.board or 1)
        )
        section.goes_on = word in _NEXT_STREETS
    else:
        hand = _HAND_NAME.fullmatch(token.text)
        section.name = default_label(LETTERS.index(hand[1].upper())) if hand else token.text
    return section


def _atoms(token: Token, level: Level, section: Section) -> Iterator[Atom]:
    cards: list[tuple[Card | None, int, int]] = [*token.cards]
    if token.error is not None:  # a card is meant, so that those beside it are no street
        cards.append((None, token.start + (token.error.position or 0), token.end))
    cards += [(None, token.start, token.end)] * token.unknown
    if level is Level.NONE and section.atoms and len(cards) > 1:
        level = Level.WORD
    for card, start, end in cards:
        yield Atom(card, start, end, level)
        level = Level.NONE


def _of_nothing(sections: Sequence[Section]) -> Iterator[Mark]:
    """Names that no cards follow: nobody sits down for them."""
    for section in sections:
        is_name = section.is_headed and not (section.board or section.is_dead)
        if is_name and not section.is_something and section.name.lower() not in HEADINGS:
            yield Mark(section.start, section.end, f"no cards follow “{_shown(section.name)}”")


def _nobodys(tokens: Sequence[Token]) -> Iterator[Mark]:
    """Folds of which the text doesn't say whose they are: `everyone else folds`."""
    words: list[Token] = []
    for token in tokens:
        if token.kind in (Kind.PROSE, Kind.STRAY):
            words.append(token)
        elif token.kind in (Kind.FOLDED, Kind.MUCKED) and words:
            text = " ".join(word.text for word in (*words, token))
            yield Mark(words[0].start, token.end, f"who “{_shown(text)}” is about isn't known")
        elif not _is_prose_before(token, before=True):
            words = []


def _claims(tokens: Sequence[Token]) -> Iterator[Mark]:
    for token in tokens:
        if token.kind is Kind.WON:
            yield Mark(token.start, token.end, f"the cards decide who “{token.text}”")
            return


def _at_fault(tokens: Sequence[Token]) -> Iterator[Mark]:
    for token in tokens:
        if token.kind is Kind.CARDS and token.error is not None:
            start = token.start + (token.error.position or 0)
            yield Mark(start, token.end, error_text(token.error))


def _leftovers(tokens: Sequence[Token], text: str) -> Iterator[tuple[Mark, bool]]:
    """What is neither cards nor a name, words that stand together as one; and if it is harmless."""
    run: list[Token] = []
    for token in tokens:
        if token.is_words:
            run.append(token)
        elif token.kind in _BETWEEN_WORDS or (token.is_break and token.level < Level.BAR):
            continue
        else:
            yield from _leftover(run, text)
            run = []
    yield from _leftover(run, text)


def _leftover(run: list[Token], text: str) -> Iterator[tuple[Mark, bool]]:
    while run and run[0].kind is Kind.FILLER:
        run.pop(0)
    while run and run[-1].kind is Kind.FILLER:
        run.pop()
    if not run:
        return
    start, end = run[0].start, run[-1].end
    shown = _shown(text[start:end])
    error = next((token.error for token in run if token.error is not None), None)
    if len(run) == 1 and error is not None:
        yield Mark(start, end, error_text(error)), False
    elif len(run) == 1 and run[0].kind is Kind.STRAY:
        yield Mark(start, end, f"“{shown}” stands among words and isn't read as a card"), False
    else:
        is_harmless = error is None and not _MATTERS.search(text, start, end)
        yield Mark(start, end, f"“{shown}” is neither cards nor a name"), is_harmless


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
