"""Read cards among words: lists, sentences, and any text that no other reader accepts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from showdown.evaluator.games import Game
from showdown.evaluator.spots import ANY_HAND
from showdown.notation.pasted.chip_words import ChipWords, extract_chip_words
from showdown.notation.pasted.game_fit import (
    GameFit,
    assign_cards,
    best_fit,
    fit_to_game,
    other_games_by_similarity,
    summarize_fit,
)
from showdown.notation.pasted.game_names import NamedGame, find_game_name
from showdown.notation.pasted.plain_text import RewrittenText, to_plain_text
from showdown.notation.pasted.result import (
    TOO_LONG,
    Mark,
    Offer,
    PasteResult,
    mark_whole_text,
    reject_text,
    shorten,
)
from showdown.notation.pasted.roles import assign_roles
from showdown.notation.pasted.sections import (
    TWO_CARD_RANGE,
    Section,
    describe_range_among_words,
    split_into_sections,
)
from showdown.notation.pasted.tokenizer import Token, encode_tokens, find_ranges, tokenize
from showdown.notation.pasted.word_patterns import Kind, is_game_word
from showdown.words.ranks import count_text

MAX_FREE_TEXT_LENGTH = 3_000
"""Maximum number of characters of a list or sentence; a full table has about 500."""
_SURE_RANGE = re.compile(r"[AKQJT2-9](?:[so+x]|\*\*)|[$!\]]")
"""A pattern for a part of a range that can't be a word or a number, unlike `AK` and `22`."""
_WORDS_BESIDE_HANDS = r"[pfV&:_ ,./|\n]*+"
_COMPARED_HAND = r"(?:N[_:]*+)?[Vf ]*+(?:R|[Cc?][Cc? ]*+)"
_RANGES_AMONG_WORDS = re.compile(
    rf"{_WORDS_BESIDE_HANDS}{_COMPARED_HAND}(?:[ ,./|\n&]*+(?:v|(?=N)) *+{_COMPARED_HAND})++(?! *&)"
    rf"(?:{_WORDS_BESIDE_HANDS}B[:Vf_ ]*+[Cc][Cc ]*+)*+{_WORDS_BESIDE_HANDS}"
)
"""A pattern for the letters of `encode_tokens`: compared hands, with words before and after them.

Each hand is one range, or cards. Lists such as `QQ, 5%` and a final `QQ and …` don't match, because
their words may belong to a range.
"""
_MAX_SECTIONS = 60
"""Maximum number of hands and boards; a table has at most 13 hands and 6 boards."""
_MAX_GAME_NAMES = 10
"""Maximum number of names of games that are removed from a text; the others are unknown words."""
_BOARD_WITHOUT_SUITS = re.compile(
    r"\b(?:[Bb]oard|[Ff]lop|on)\b(?:\W{1,3}[a-z]+){0,2}\W{1,3}"
    r"(?P<cards>\b(?:10|[2-9TJQKA])(?:[ ,/-]{0,2}(?:10|[2-9TJQKA])){2,4}\b)"
)
"""A pattern for a board without suits, such as `board came J72`."""
_NO_CARDS = "there are no cards in this; a card is As, A♠ or 10h"

_OUTPUT_HAND = re.compile(
    r"^[^\n{}%]{0,40}\d%[^\n{}]{0,100}\{\s*+([^{}\n]{1,200}?)\s*\}", re.MULTILINE
)
_OUTPUT_BOARD = re.compile(r"^[^\S\n]*board:[ \t]*(\S[^\n]{0,40})$", re.MULTILINE | re.IGNORECASE)
_OUTPUT_DEAD = re.compile(r"^[^\S\n]*dead:[ \t]*(\S[^\n]{0,100})$", re.MULTILINE | re.IGNORECASE)
_MAX_OUTPUT_LENGTH = 4_000


def read_free_text(text: str, game: Game, deal_index: int) -> PasteResult:
    """Read the cards of a text. Reject texts longer than MAX_FREE_TEXT_LENGTH."""
    if len(text) > MAX_FREE_TEXT_LENGTH:
        return reject_text(text, game, TOO_LONG)
    return read_words(to_plain_text(text), text, game)


def read_calculator_output(text: str, game: Game, deal_index: int) -> PasteResult | None:
    """Read the output of PokerStove or Equilab: at least two lines with ranges in braces.

    Return None for other texts.
    """
    hands = [(" vs ", match) for match in _OUTPUT_HAND.finditer(text[:_MAX_OUTPUT_LENGTH])]
    if len(hands) < 2:
        return None
    board_and_dead = [(" on ", _OUTPUT_BOARD.search(text)), ("; dead: ", _OUTPUT_DEAD.search(text))]
    matches = [*hands, *board_and_dead]
    pieces = [(word + match[1], *match.span(1)) for word, match in matches if match]
    return read_words(RewrittenText.from_source(text).assemble(pieces), text, game)


def read_words(
    plain_text: RewrittenText, source: str, game: Game, *, is_table: bool = False
) -> PasteResult:
    """Read the cards and chips of `plain_text`, a text rewritten from `source`.

    In a table, an amount next to cards isn't read as a bet, because a column may contain other
    amounts.
    """
    named_game = find_game_name(plain_text.text)
    if named_game:
        game = named_game.game
    text_without_names, marks_of_names = _remove_game_names(plain_text, named_game)
    chip_words = extract_chip_words(text_without_names, allows_bare_bets=not is_table)
    chip_words.marks += marks_of_names
    sections, unknown_marks, has_ranges = _read_sections(chip_words.remaining_text.text, game)
    has_cards = any(card.known_card for section in sections for card in section.cards)
    if not has_cards and (board := _BOARD_WITHOUT_SUITS.search(chip_words.remaining_text.text)):
        return PasteResult(game=game, marks=(_mark_board_without_suits(board, chip_words),))
    if not has_ranges and not has_cards:
        explanation = _explain_missing_cards(source, unknown_marks, chip_words)
        return PasteResult(game=game, marks=explanation)
    if len(sections) > _MAX_SECTIONS:
        start, _ = chip_words.remaining_text.span_in_source(sections[0].start, sections[0].end)
        reason = "there are more hands here than seats at a table"
        return PasteResult(game=game, marks=(Mark(start, len(source), reason),))

    runs = chip_words.runs or max((part.board for part in sections if part.is_run), default=1)
    fit, better_fit = _fit_game(sections, game, runs, is_named=named_game is not None)
    if named_game and better_fit:
        reason = f"the text names {game.name}, but has {summarize_fit(better_fit)}"
        span = plain_text.span_in_source(named_game.start, named_game.end)
        return PasteResult(game=game, marks=(Mark(*span, reason),))
    unknown_marks = list(_move_marks_to_source(unknown_marks, chip_words))
    if better_fit:
        # Words such as `A-6 lowball` may name a game, so offering another one would be a guess.
        marks = [mark for mark in unknown_marks if mark.may_be_left_out]
        if any(is_game_word(source[mark.start : mark.end]) for mark in marks):
            return PasteResult(game=game, marks=_sort_marks(marks))
        reason = f"this looks like {better_fit.game.name}: {summarize_fit(better_fit)}"
        return PasteResult(game=game, offer=Offer(better_fit.game, reason))
    board_count_marks = list(_mark_board_counts(fit, chip_words, sections))
    result = assign_cards(fit, chip_words)
    misreadings = _move_marks_to_source(result.marks, chip_words)
    marks = [*misreadings, *unknown_marks, *chip_words.marks, *board_count_marks]
    return replace(result, marks=_sort_marks(marks))


def _mark_board_without_suits(board: re.Match[str], chip_words: ChipWords) -> Mark:
    text = shorten(board["cards"])
    reason = f"the cards of the board have no suits: “{text}”; write them as in “Td9d2c”"
    return Mark(*chip_words.remaining_text.span_in_source(*board.span("cards")), reason)


def _explain_missing_cards(
    source: str, unknown_marks: Sequence[Mark], chip_words: ChipWords
) -> tuple[Mark, ...]:
    """Return the marks of a text without cards: a misspelled card, or the whole text."""
    if len(unknown_marks) == 1 and "isn't a card" in unknown_marks[0].reason:
        return (*chip_words.marks, *_move_marks_to_source(unknown_marks, chip_words))
    words = re.findall(r"[\w+]+", chip_words.remaining_text.text)
    ranges = filter(TWO_CARD_RANGE.fullmatch, words)
    reason = next(map(describe_range_among_words, ranges), _NO_CARDS)
    return (*chip_words.marks, mark_whole_text(source, reason))


def _read_sections(text: str, game: Game) -> tuple[list[Section], list[Mark], bool]:
    """Return the sections of the text, marks of unknown words, and whether hands may be ranges.

    Hands may be ranges in a question about odds.
    """
    for has_ranges in (True, False) if find_ranges(text) else (False,):
        tokens = tokenize(text, x_is_ten=game.x_is_ten, has_ranges=has_ranges)
        tokens = assign_roles(tokens)
        sections, unknown_marks = split_into_sections(tokens, text, game)
        if has_ranges and _is_odds_question(tokens, sections, unknown_marks):
            break
    return sections, unknown_marks, has_ranges


def _is_odds_question(
    tokens: Sequence[Token], sections: Sequence[Section], unknown_marks: Sequence[Mark]
) -> bool:
    """Return whether the text has ranges, and other words only before or after compared hands.

    `AK` may also be a word and `22` a number, so at least one range must be unmistakable if the
    text has only one hand, or unknown words and no cards.
    """
    letters = encode_tokens(tokens)
    ranges = [token.text for token in tokens if token.kind is Kind.RANGE and token.text != ANY_HAND]
    is_sure = any(map(_SURE_RANGE.search, ranges))
    if re.search("[pxs]|[Cc?][ ,]*R|R[ ,]*[Cc?]", letters):
        is_comparison = _RANGES_AMONG_WORDS.fullmatch(letters) and "any" not in ranges
        return bool(ranges and is_comparison) and (is_sure or "C" in letters or not unknown_marks)
    hands = [section for section in sections if not section.board]
    return bool(ranges) and (len(hands) > 1 or is_sure)


def _remove_game_names(
    plain_text: RewrittenText, named_game: NamedGame | None
) -> tuple[RewrittenText, list[Mark]]:
    """Return the text without names of games, and marks of games other than `named_game`."""
    marks: list[Mark] = []
    next_name = named_game
    for _ in range(_MAX_GAME_NAMES):
        if next_name is None or named_game is None:
            break
        start, end = next_name.start, next_name.end
        if next_name.game is not named_game.game:
            reason = f"the text names both {named_game.game.name} and {next_name.game.name}"
            marks.append(Mark(*plain_text.span_in_source(start, end), reason))
        before, after = (
            (plain_text.text[:start], 0, start),
            (plain_text.text[end:], end, len(plain_text.text)),
        )
        plain_text = plain_text.assemble([before, (";", start, end), after])
        next_name = find_game_name(plain_text.text)
    return plain_text, marks


def _fit_game(
    sections: Sequence[Section], game: Game, runs: int, *, is_named: bool
) -> tuple[GameFit, GameFit | None]:
    """Return the fit to this game, and the fit to another game if that is better, or None."""
    fit = fit_to_game(sections, game, runs, may_count_off=False, may_have_partial_hands=is_named)
    if fit.is_possible:
        return fit, None
    other_games = other_games_by_similarity(game)
    fits = (fit_to_game(sections, other, runs, may_count_off=False) for other in other_games)
    better_fit = best_fit(fits)
    if better_fit and better_fit.is_complete:
        return fit, better_fit
    fit = fit_to_game(sections, game, runs, may_have_partial_hands=is_named)
    if fit.is_possible or is_named:
        return fit, None
    better_fit = better_fit or best_fit(fit_to_game(sections, other, runs) for other in other_games)
    if better_fit:
        return fit, better_fit
    partial_fit = fit_to_game(sections, game, runs, may_have_partial_hands=True)
    return (partial_fit if partial_fit.is_possible else fit), None


def _mark_board_counts(
    fit: GameFit, chip_words: ChipWords, sections: Sequence[Section]
) -> Iterator[Mark]:
    """Yield a mark if the number of boards is unexpected, or if the boards differ in length."""
    boards = fit.boards
    expected = max(1, len(fit.game.boards))
    states_runs = chip_words.runs or any(section.board > 1 for section in sections)
    last_section = [section for section in sections if section.has_content][-1]
    last_span = chip_words.remaining_text.span_in_source(last_section.start, last_section.end)
    if chip_words.runs and len(boards) != expected * chip_words.runs:
        board_count = count_text(len(boards), "board")
        reason = f"the text states {chip_words.runs} runs, but has {board_count}"
        has_one_run = len(boards) == expected and all(boards)
        is_one_deal = has_one_run and all(hand.start < boards[0][0].start for hand in fit.hands)
        yield Mark(*chip_words.runs_span, reason, may_be_left_out=is_one_deal)
    elif len(boards) > expected and not states_runs:
        reason = "the text has several boards, but doesn't state that the board is run twice"
        yield Mark(*last_span, reason)
    elif fit.runs > 1 and len(set(map(len, boards))) > 1:
        yield Mark(*last_span, "the boards don't have the same number of cards")


def _move_marks_to_source(marks: Sequence[Mark], chip_words: ChipWords) -> Iterator[Mark]:
    for mark in marks:
        start, end = chip_words.remaining_text.span_in_source(mark.start, mark.end)
        yield replace(mark, start=start, end=end)


def _sort_marks(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: mark.start))
