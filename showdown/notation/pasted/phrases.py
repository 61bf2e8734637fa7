"""Whose the cards of a pasted text are, and what of it is neither cards nor a name."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import LETTERS, default_label
from showdown.evaluator.games import Game
from showdown.notation.pasted.boards import BOARD_NAME, with_boards_at_cards
from showdown.notation.pasted.names import with_names_before_cards, with_names_before_colons
from showdown.notation.pasted.result import Mark, shortened
from showdown.notation.pasted.strays import without_strays
from showdown.notation.pasted.tokens import Level, Token
from showdown.notation.pasted.understood import is_harmless, is_harmless_word
from showdown.notation.pasted.vocabulary import HEADINGS, Kind
from showdown.words.errors import error_text

_DEAD_NAME = re.compile(r"dead(?: cards?)?", re.IGNORECASE)
_HAND_NAME = re.compile(r"hand[ -]?([a-m])", re.IGNORECASE)
_BETWEEN_WORDS = (Kind.COLON, Kind.AND, Kind.VERB, Kind.EMPTY)
_NEXT_STREETS = ("turn", "river")
_SECOND_BOARD = "bottom"
_LIKE_CARDS = re.compile(r"[♠♥♦♣♤♡♢♧]|^(?:(?:\d\d?|[tjqka])[cdhs]){2}|^[2-9TJQKA]{2}[so]?$", re.I)
"""Words that may be meant as cards, so that the rest isn't the deal."""


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
    is_glued: bool = False
    """Whether the last word had several cards."""
    start: int = 0
    end: int = 0
    name_end: int = 0
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
    """The cards by whose they are, and what is at fault or isn't known."""

    sections: tuple[Section, ...]
    marks: tuple[Mark, ...]


def phrases_of(tokens: Sequence[Token], text: str, game: Game) -> Phrases:
    """The cards by whose they are, and what of the text may change the deal and isn't known."""
    named = with_names_before_cards(without_strays(with_names_before_colons(tokens)))
    named = with_boards_at_cards(named, game)
    sections = _sections(named)
    nobodys = list(_nobodys(named))
    players = {section.name.casefold() for section in sections}
    left = _leftovers(named, text, players, is_divided=len(game.contests) > 1)
    marks = [*nobodys, *_of_nothing(sections), *_at_fault(named)]
    marks += (mark for mark in left if not any(of.start <= mark.start < of.end for of in nobodys))
    kept = tuple(section for section in sections if section.is_something or section.board)
    return Phrases(kept, tuple(marks))


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
    section.name_end = token.end
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
        level = Level.WORD  # also before a single card, if the word before it had several
    elif level is Level.NONE and section.atoms and section.is_glued:
        level = Level.WORD
    section.is_glued = len(cards) > 1
    for card, start, end in cards:
        yield Atom(card, start, end, level)
        level = Level.NONE


def _of_nothing(sections: Sequence[Section]) -> Iterator[Mark]:
    """Names that no cards follow: nobody sits down for them."""
    for section in sections:
        is_name = section.is_headed and not (section.board or section.is_dead)
        is_heading = section.name.lower() in HEADINGS or is_harmless_word(section.name)
        if is_name and not section.is_something and not is_heading:
            why = f"no cards follow “{shortened(section.name)}”"
            yield Mark(section.start, section.end, why, may_be_left_out=True)


def _nobodys(tokens: Sequence[Token]) -> Iterator[Mark]:
    """Folds of which the text doesn't say whose they are: `everyone else folds`."""
    words: list[Token] = []
    for token in tokens:
        if token.kind in (Kind.PROSE, Kind.STRAY):
            words.append(token)
        elif token.kind in (Kind.FOLDED, Kind.MUCKED) and words:
            text = " ".join(word.text for word in (*words, token))
            yield Mark(
                words[0].start,
                token.end,
                f"who “{shortened(text)}” is about isn't known",
            )
        elif not _is_prose_before(token, before=True):
            words = []


def _at_fault(tokens: Sequence[Token]) -> Iterator[Mark]:
    for token in tokens:
        if token.kind is Kind.CARDS and token.error is not None:
            start = token.start + (token.error.position or 0)
            yield Mark(start, token.end, error_text(token.error))


def _leftovers(
    tokens: Sequence[Token], text: str, players: Collection[str], *, is_divided: bool
) -> Iterator[Mark]:
    """Runs of words that are neither cards nor names, if one of them may change the deal."""
    run: list[int] = []
    for at, token in enumerate([*tokens, None]):
        if token is None or not (token.is_words or token.kind in _BETWEEN_WORDS):
            if token is not None and token.is_break and token.level < Level.BAR:
                continue
            matter = [
                at for at in run if not is_harmless(tokens, at, players, is_divided=is_divided)
            ]
            if matter:
                yield _leftover(tokens, matter, text)
            run = []
        elif token.is_words:
            run.append(at)


def _leftover(tokens: Sequence[Token], matter: Sequence[int], text: str) -> Mark:
    """A mark of these words and of what stands between them."""
    first, last = tokens[matter[0]], tokens[matter[-1]]
    shown = shortened(text[first.start : last.end])
    error = next((tokens[at].error for at in matter if tokens[at].error is not None), None)
    if error is not None:
        return Mark(first.start, last.end, error_text(error))
    if len(matter) == 1 and first.kind is Kind.STRAY:
        why = f"“{shown}” stands among words and isn't read as a card"
    else:
        why = f"“{shown}” isn't understood and may change the deal"
    has_cards = any(
        tokens[at].kind is Kind.STRAY or _LIKE_CARDS.search(tokens[at].text) for at in matter
    )
    return Mark(first.start, last.end, why, may_be_left_out=not has_cards)
