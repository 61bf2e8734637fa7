"""Read cards among words: lists, sentences, and any text that no other reader accepts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from showdown.evaluator.games import Game
from showdown.evaluator.spots import ANY_HAND
from showdown.notation.pasted.chip_words import ChipWords, chip_words
from showdown.notation.pasted.dealing import (
    DealtOut,
    best_of,
    deal_out,
    other_games,
    summary_of,
)
from showdown.notation.pasted.game_names import NamedGame, find_game_name
from showdown.notation.pasted.placing import place_cards
from showdown.notation.pasted.plain import RewrittenText, plain_of
from showdown.notation.pasted.result import TOO_LONG, Mark, Offer, Pasted, mark_of_all, refusal
from showdown.notation.pasted.roles import with_roles
from showdown.notation.pasted.sections import (
    RANGE,
    Section,
    range_among_words,
    sections_of,
)
from showdown.notation.pasted.tokens import Token, letters_of, ranges_in, tokens_of
from showdown.notation.pasted.vocabulary import Kind, is_game_word
from showdown.words.ranks import count_text

LONGEST = 3_000
"""Maximum number of characters of a list or sentence; a full table has about 500."""
_SURE_RANGE = re.compile(r"[AKQJT2-9](?:[so+x]|\*\*)|[$!\]]")
"""A part of a range that can't be a word or a number, unlike `AK` and `22`."""
_MOST_SECTIONS = 60
"""Maximum number of hands and boards; a table has at most thirteen and six."""
_MOST_NAMES_OF_GAMES = 10
"""Maximum number of names of the game in a text; further ones are unknown words."""
_NO_CARDS = "there are no cards in this; a card is As, A♠ or 10h"
_UNKNOWN_GAME = re.compile(r"(?:^|(?<=[\s,;(|]))game\s*[:=]\s*([^\r\n;|,]*)", re.IGNORECASE)


_ANSWER_HAND = re.compile(
    r"^[^\n{}%]{0,40}\d%[^\n{}]{0,100}\{\s*+([^{}\n]{1,200}?)\s*\}", re.MULTILINE
)
_ANSWER_BOARD = re.compile(r"^[^\S\n]*board:[ \t]*(\S[^\n]{0,40})$", re.MULTILINE | re.IGNORECASE)
_ANSWER_DEAD = re.compile(r"^[^\S\n]*dead:[ \t]*(\S[^\n]{0,100})$", re.MULTILINE | re.IGNORECASE)
_LONGEST_ANSWER = 4_000


def read(text: str, game: Game, number: int) -> Pasted:
    """Read the cards of the text."""
    if len(text) > LONGEST:
        return refusal(text, game, TOO_LONG)
    return read_words(plain_of(text), text, game)


def read_answer(text: str, game: Game, number: int) -> Pasted | None:
    """Read the output of PokerStove and Equilab: at least two lines with ranges in braces."""
    hands = [(" vs ", match) for match in _ANSWER_HAND.finditer(text[:_LONGEST_ANSWER])]
    if len(hands) < 2:
        return None
    others = [(" on ", _ANSWER_BOARD.search(text)), ("; dead: ", _ANSWER_DEAD.search(text))]
    pieces = [(word + found[1], *found.span(1)) for word, found in [*hands, *others] if found]
    return read_words(RewrittenText.from_source(text).assembled(pieces), text, game)


def read_words(plain: RewrittenText, source: str, game: Game, *, is_table: bool = False) -> Pasted:
    """Read the cards of a text that was rewritten from this source.

    In a table, an amount next to cards isn't read as a bet, because a column may have any amounts.
    """
    named = find_game_name(plain.text)
    table = named.game if named else game
    rest, marks_of_names = _without_names(plain, named)
    words = chip_words(rest, may_be_bare=not is_table)
    words.marks += marks_of_names
    if named is None:

        def mark_game(match: re.Match[str]) -> str:
            words.mark(match, f"unknown game “{match[1].strip()[:40]}”")
            return ";"

        words.rest = words.rest.sub(_UNKNOWN_GAME, mark_game)

    text = words.rest.text
    sections, unknown, has_ranges = _sections(text, table)
    runs = words.runs or max((section.board for section in sections if section.is_run), default=1)
    if not has_ranges and not any(atom.card for section in sections for atom in section.atoms):
        slip = len(unknown) == 1 and "isn't a card" in unknown[0].why
        ranges = (word for word in re.findall(r"[\w+]+", text) if RANGE.fullmatch(word))
        why = next(map(range_among_words, ranges), _NO_CARDS)
        nothing = _marks_in_source(unknown, words) if slip else [mark_of_all(source, why)]
        return Pasted(game=table, marks=(*words.marks, *nothing))
    if len(sections) > _MOST_SECTIONS:
        start, _ = words.rest.span_in_source(sections[0].start, sections[0].end)
        why = "there are more hands here than seats at a table"
        return Pasted(game=table, marks=(Mark(start, len(source), why),))

    dealt, better = _dealt_out(sections, table, runs, is_named=named is not None)
    if named and better:
        why = f"the text names {table.name}, but has {summary_of(better)}"
        return Pasted(game=table, marks=(Mark(*plain.span_in_source(named.start, named.end), why),))
    offer = None
    if better:
        offer = Offer(better.game, f"this looks like {better.game.name}: {summary_of(better)}")
    if offer and not dealt.fits:
        # Words such as `A-6 lowball` may name a game, so offering another one would be a guess.
        marks = [mark for mark in _marks_in_source(unknown, words) if mark.may_be_left_out]
        if any(is_game_word(source[mark.start : mark.end]) for mark in marks):
            return Pasted(game=table, marks=_sort_marks(marks))
        return Pasted(game=table, offer=offer)
    placed = place_cards(dealt, words)
    marks = [*_marks_in_source((*placed.marks, *unknown), words), *words.marks]
    marks += _missing_runs(dealt, words, sections)
    return replace(placed, marks=_sort_marks(marks), offer=offer)


def _sections(text: str, game: Game) -> tuple[list[Section], list[Mark], bool]:
    """Divide the cards into hands and boards, and mark unknown words.

    The last item is true if hands may be ranges, because the text has no other words.
    """
    for has_ranges in (True, False) if ranges_in(text) else (False,):
        tokens = tokens_of(text, x_is_ten=game.x_is_ten, has_ranges=has_ranges)
        tokens = with_roles(tokens)
        sections, unknown = sections_of(tokens, text, game)
        if has_ranges and _is_question(tokens, sections):
            break
    return sections, unknown, has_ranges


def _is_question(tokens: Sequence[Token], sections: Sequence[Section]) -> bool:
    """Return whether the text has ranges, and beside them only hands, names and boards.

    A single range must be longer than `AK` or `22`, which may be a word or a number.
    """
    letters = letters_of(tokens)
    if re.search("[pxsW]|[Cc?][ ,]*R|R[ ,]*[Cc?]", letters):
        return False
    ranges = [token.text for token in tokens if token.kind is Kind.RANGE and token.text != ANY_HAND]
    hands = [section for section in sections if not section.board]
    return bool(ranges) and (len(hands) > 1 or bool(_SURE_RANGE.search(ranges[0])))


def _without_names(
    plain: RewrittenText, named: NamedGame | None
) -> tuple[RewrittenText, list[Mark]]:
    """Return the text without names of its game, and marks of names of other games."""
    marks: list[Mark] = []
    again = named
    for _ in range(_MOST_NAMES_OF_GAMES):
        if again is None or named is None:
            break
        start, end = again.start, again.end
        if again.game is not named.game:
            why = f"the text names both {named.game.name} and {again.game.name}"
            marks.append(Mark(*plain.span_in_source(start, end), why))
        before, after = (plain.text[:start], 0, start), (plain.text[end:], end, len(plain.text))
        plain = plain.assembled([before, (";", start, end), after])
        again = find_game_name(plain.text)
    return plain, marks


def _dealt_out(
    sections: Sequence[Section], game: Game, runs: int, *, is_named: bool
) -> tuple[DealtOut, DealtOut | None]:
    """Divide the cards in this game, and in another game if they fit it better.

    Cards are counted off only if the separators of the text suit neither this game nor another.
    """
    dealt = deal_out(sections, game, runs, may_count=False, may_be_partial=is_named)
    if dealt.fits:
        return dealt, None
    better = best_of(
        deal_out(sections, other, runs, may_count=False) for other in other_games(game)
    )
    if better and better.is_whole:
        return dealt, better
    dealt = deal_out(sections, game, runs, may_be_partial=is_named)
    if dealt.fits or is_named:
        return dealt, None
    better = better or best_of(deal_out(sections, other, runs) for other in other_games(game))
    if better:
        return dealt, better
    partial = deal_out(sections, game, runs, may_be_partial=True)
    return (partial if partial.fits else dealt), None


def _missing_runs(dealt: DealtOut, words: ChipWords, sections: Sequence[Section]) -> Iterator[Mark]:
    """Yield a mark of an unexpected number of boards, or of boards that differ in length."""
    boards = dealt.boards
    expected = max(1, len(dealt.game.boards))
    last = [section for section in sections if section.is_something][-1]
    last_span = words.rest.span_in_source(last.start, last.end)
    if words.runs and len(boards) != expected * words.runs:
        has = count_text(len(boards), "board")
        why = f"the text states {words.runs} runs, but has {has}"
        is_single = len(boards) == expected and all(boards)
        is_last = is_single and all(hand.start < boards[0][0].start for hand in dealt.hands)
        yield Mark(*words.runs_span, why, may_be_left_out=is_last)
    elif len(boards) > expected and not (
        words.runs or any(section.board > 1 for section in sections)
    ):
        why = "the text has several boards, but doesn't state that the board is dealt twice"
        yield Mark(*last_span, why)
    elif dealt.runs > 1 and len(set(map(len, boards))) > 1:
        yield Mark(*last_span, "the boards don't have the same number of cards")


def _marks_in_source(marks: Sequence[Mark], words: ChipWords) -> Iterator[Mark]:
    for mark in marks:
        start, end = words.rest.span_in_source(mark.start, mark.end)
        yield replace(mark, start=start, end=end)


def _sort_marks(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: mark.start))
