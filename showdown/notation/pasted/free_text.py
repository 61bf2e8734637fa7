"""Cards among words: lists, sentences, and whatever no other reader knows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from showdown.evaluator.games import Game
from showdown.notation.pasted.chip_words import ChipWords, chip_words
from showdown.notation.pasted.deal_formats import other_game_by_format
from showdown.notation.pasted.dealing import DealtOut, deal_out
from showdown.notation.pasted.game_names import NamedGame, game_named
from showdown.notation.pasted.offers import best_of, offer_of, others, what_was_dealt
from showdown.notation.pasted.phrases import Phrases, Section, phrases_of
from showdown.notation.pasted.placing import place
from showdown.notation.pasted.plain import Rewritten, plain_of
from showdown.notation.pasted.result import TOO_LONG, Mark, Offer, Pasted, mark_of_all
from showdown.notation.pasted.tokens import tokens_of
from showdown.notation.pasted.vocabulary import is_game_word
from showdown.words.ranks import how_many

_LONGEST = 3_000
"""Characters of a list or a sentence: a full table with names has some five hundred."""
_MOST_SECTIONS = 60
"""Hands and boards that are looked at; a table has at most thirteen and six."""
_DASH = re.compile(r"\s[-\u2010-\u2015\u2212]\s")
_MOST_NAMES_OF_GAMES = 10
"""Times that a text may name its game; further names are unknown words."""
_NO_CARDS = "there are no cards in this; a card is As, A♠ or 10h"
_UNKNOWN_GAME = re.compile(r"(?:^|(?<=[\s,;(|]))game\s*[:=]\s*([^\r\n;|,]*)", re.IGNORECASE)


def owns(text: str, game: Game) -> bool:
    """Whatever is left: this reader is the last."""
    return True


def read(text: str, game: Game, number: int) -> Pasted:
    """The cards of the text in their places."""
    if len(text) > _LONGEST:
        return Pasted(game=game, marks=(mark_of_all(text, TOO_LONG),))
    return read_words(plain_of(text), text, game)


def read_words(plain: Rewritten, source: str, game: Game) -> Pasted:
    """The cards of a text that came from this source."""
    named = game_named(plain.text, len(plain.text))
    table = named.game if named else game
    rest, others_named = _without_names(plain, named)
    words = chip_words(rest)
    words.marks += others_named
    if named is None:
        _complain_of_unknown_game(words)
    text = words.rest.text
    tokens = tokens_of(text, x_is_ten=table.x_is_ten)
    phrases = _in_source(phrases_of(tokens, text, table), words)
    atoms = (atom for section in phrases.sections for atom in section.atoms)
    if not any(atom.card for atom in atoms):
        return Pasted(game=table, marks=(*words.marks, *_nothing(source, phrases.marks)))
    if len(phrases.sections) > _MOST_SECTIONS:
        start, _ = words.rest.place(phrases.sections[0].start, phrases.sections[0].end)
        mark = Mark(start, len(source), "there are more hands here than sit at a table")
        return Pasted(game=table, marks=(mark,))
    if named:
        return _of_named_game(phrases, words, named, plain)
    dealt, offer = _dealt_out(text, phrases.sections, table)
    if offer and not dealt.fits:
        marks = [mark for mark in phrases.marks if mark.may_be_left_out]
        # Words such as `A-6 lowball` name a game, and another one isn't to be guessed.
        if any(is_game_word(source[mark.start : mark.end]) for mark in marks):
            return Pasted(game=table, marks=_in_order(marks))
        return Pasted(game=table, offer=offer)
    return _whole(place(dealt, words), phrases, words, offer=offer)


def _without_names(plain: Rewritten, named: NamedGame | None) -> tuple[Rewritten, list[Mark]]:
    """The text without the names of its game, and marks of other games that it names."""
    marks: list[Mark] = []
    again = named
    for _ in range(_MOST_NAMES_OF_GAMES):
        if again is None or named is None:
            break
        if again.game is not named.game:
            why = f"the text names {named.game.name}, and {again.game.name} as well"
            marks.append(Mark(*plain.place(again.start, again.end), why))
        plain = _without(plain, again)
        again = game_named(plain.text, len(plain.text))
    return plain, marks


def _without(plain: Rewritten, named: NamedGame) -> Rewritten:
    pattern = re.compile(re.escape(plain.text[named.start : named.end]))
    return plain.sub(pattern, lambda match: ";" if match.start() == named.start else match[0])


def _complain_of_unknown_game(words: ChipWords) -> None:
    def complain(match: re.Match[str]) -> str:
        words.mark(match, f"unknown game “{match[1].strip()[:40]}”")
        return ";"

    words.take(_UNKNOWN_GAME, complain)


def _in_source(phrases: Phrases, words: ChipWords) -> Phrases:
    """The phrases, their marks at their places in the source."""
    return phrases._replace(marks=tuple(_placed(phrases.marks, words)))


def _placed(marks: Sequence[Mark], words: ChipWords) -> Iterator[Mark]:
    for mark in marks:
        start, end = words.rest.place(mark.start, mark.end)
        yield replace(mark, start=start, end=end)


def _whole(
    placed: Pasted, phrases: Phrases, words: ChipWords, *, offer: Offer | None = None
) -> Pasted:
    """All that was read, with everything that is to be said of the text, in its order."""
    marks = (
        *_placed(placed.marks, words),
        *phrases.marks,
        *words.marks,
        *_runs_missing(placed, words, phrases.sections),
    )
    return replace(placed, marks=_in_order(marks), offer=offer)


def _runs_missing(placed: Pasted, words: ChipWords, sections: Sequence[Section]) -> Iterator[Mark]:
    """That the text speaks of more boards than it has, or has more than it speaks of."""
    is_said = bool(words.runs) or any(section.board > 1 for section in sections)
    if not is_said and len(placed.boards) > max(1, len(placed.game.boards)):
        last = [section for section in sections if section.atoms][-1]
        why = "the text has several boards, and doesn't say that the board is dealt twice"
        start, end = words.rest.place(last.start, last.end)
        yield Mark(start, end, why)
    if words.runs and len(placed.boards) != max(1, len(placed.game.boards)) * words.runs:
        has = how_many(len(placed.boards), "board")
        why = f"the text says that the board is dealt {words.runs} times, and has {has}"
        yield Mark(*words.runs_place, why, may_be_left_out=True)


def _in_order(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: mark.start))


def _nothing(source: str, marks: Sequence[Mark]) -> Iterator[Mark]:
    if len(marks) == 1 and "isn't a card" in marks[0].why:
        yield marks[0]
    else:
        yield mark_of_all(source, _NO_CARDS)


def _of_named_game(
    phrases: Phrases, words: ChipWords, named: NamedGame, plain: Rewritten
) -> Pasted:
    """The cards in the game that the text names, and no other, or why they can't be in it."""
    game = named.game
    dealt = deal_out(phrases.sections, game, may_count=False, may_be_partial=True)
    if not dealt.fits:
        tried = (deal_out(phrases.sections, other, may_count=False) for other in others(game))
        better = best_of(tried)
        if better and better.is_whole:
            why = f"the text says {game.name}, but has {what_was_dealt(better)}"
            mark = Mark(*plain.place(named.start, named.end), why)
            return Pasted(game=game, marks=(mark,))
        dealt = deal_out(phrases.sections, game, may_be_partial=True)
    return _whole(place(dealt, words), phrases, words)


def _dealt_out(text: str, sections: Sequence[Section], game: Game) -> tuple[DealtOut, Offer | None]:
    """The cards in the game's places, and another game that the text fits better.

    First as the text sets them apart, in this game or another; only then they are counted off.
    """
    dealt = deal_out(sections, game, may_count=False)
    if dealt.fits and (dealt.is_whole or not _DASH.search(text)):
        return dealt, None
    if other := other_game_by_format(text, game):
        return dealt, offer_of(other.deal)
    if dealt.fits:
        return dealt, None
    better = best_of(deal_out(sections, other, may_count=False) for other in others(game))
    if better and better.is_whole:
        return dealt, offer_of(better)
    dealt = deal_out(sections, game)
    if dealt.fits:
        return dealt, None
    better = better or best_of(deal_out(sections, other) for other in others(game))
    if better is None:
        partial = deal_out(sections, game, may_be_partial=True)
        dealt = partial if partial.fits else dealt
    return dealt, offer_of(better) if better else None
