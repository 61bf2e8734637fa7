"""Group the cards of a pasted text by names, `vs` and `on`, and mark its unknown words."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import LABEL_LETTERS, default_label
from showdown.evaluator.errors import InvalidDeal, UnknownSuit
from showdown.evaluator.games import Game
from showdown.notation.pasted.result import Mark, shorten
from showdown.notation.pasted.roles import BOARD_NAME, BOARD_NUMBERS, LATER_STREETS
from showdown.notation.pasted.tokenizer import Level, Token, encode_tokens
from showdown.notation.pasted.word_patterns import (
    AMOUNT_PATTERN,
    HARMLESS_WORDS,
    HEADINGS,
    SEAT_NAMES,
    Kind,
    is_harmless_word,
    normalize_word,
    split_words,
)
from showdown.words.errors import error_text

_DEAD_NAME = re.compile(r"dead(?: cards?)?", re.IGNORECASE)
_HAND_NAME = re.compile(r"hand[ -]?([a-m])", re.IGNORECASE)
_KINDS_ENDING_PROSE = (Kind.NAME, Kind.BOARD, Kind.CARDS, Kind.UNKNOWN, Kind.VERSUS)
"""Kinds of tokens after which a fold can't refer to the words before them."""
_STREETS = ("flop", *LATER_STREETS)
_SECOND_BOARD = "bottom"
_RUN_WORDS = ("run", "runout")
_CARD_LIKE_WORD = re.compile(
    r"[♠♥♦♣♤♡♢♧]|^(?:(?:\d\d?|[tjqka])[cdhs]){2}|^[2-9TJQKA]{2}[so]?$", re.I
)
"""A pattern for words that may be cards. The user can't choose to leave these out."""
TWO_CARD_RANGE = re.compile(r"[AKQJT2-9][AKQJT2-9][so]\+?|([AKQJT])\1\+?|([2-9])\2\+")
"""A pattern for ranges of two-card hands; `22` and `AK` don't match, because they are ambiguous."""
_UNKNOWN_SUITS = "xyz"
"""Letters in place of a suit that may mean any suit or any card."""
_CLAIM_WORDS = split_words("""
    flush flushes straight straights boat quads trips set pair pairs kicker kickers nuts house
    straight-flush or better stronger higher bigger
    """)
"""Words that are harmless in a sentence about the winner."""
_RANK_WORDS = split_words(
    "aces kings queens jacks tens nines eights sevens sixes fives fours threes twos"
)
"""Words that are harmless in a sentence about the winner after `of`: `a pair of aces`."""
_CONTEST_WORDS = split_words("high low hi lo hi-lo hi/lo scoop scoops half halves quarter")
"""Words that are harmless in a sentence about the winner if the game has several contests."""
_WINNER_QUESTION_WORDS = split_words(
    "who which whose what does scoops won wins win winner lose loses lost chop good beat best"
)
_WORDS_BEFORE_NUMBERS = split_words("""
    bet bets raise raises raised call calls called shove shoves shoved jam jams win wins
    won lose loses lost post posts posted pay pays paid for to puts put checks all-in stack behind
    question problem exercise version level part no. hand player step game""")
"""Words after which a number is an amount, or counts something outside the deal: `question 3`."""
_WORDS_AFTER_NUMBERS = split_words("""
    players player people handed max way chips bb bbs sb points point minutes hours big
    small dollars bucks euros cents percent blinds am pm""")
_NUMERIC_RANGE = re.compile(r"\d[\d.]*%?")
_WORDS_BESIDE_NUMERIC_RANGES = split_words("""
    which what wins win won is does preflop pre-flop odds equity chances for between compare""")
"""Words that may be beside a range such as `77` or `15%` without making it a count or amount."""
_SURE_AMOUNT = re.compile(r"(?=.*(?:[$€£a-z]|[.,]\d|\d{3}))" + AMOUNT_PATTERN, re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_PERCENT = re.compile(r"\d{1,3}(?:[.,]\d{1,2})?%")
_STAKES = re.compile(
    r"(?:nl|pl|fl)\d{1,5}|\d{1,5}(?:nl|pl|fl)|utg\+\d|mp\d|\d{1,2}-?(?:max|handed|way)",
    re.IGNORECASE,
)
_MAX_CLAUSE_TOKENS = 40


@dataclass(slots=True)
class TextCard:
    """A card as written in the text, with its start and end.

    `known_card` is None if the card is misspelled or written as unknown. `level` is the level of
    the separator before the card. `ends_pair` is true for the second question mark of `??`, which
    may be the suit of the same unknown card.
    """

    known_card: Card | None
    start: int
    end: int
    level: Level
    is_unknown: bool = False
    ends_pair: bool = False


@dataclass(slots=True)
class Section:
    """The cards of one hand, board or street.

    `name` is the player's name, or empty. `board` is the number of the board, counted from 1, or 0
    for a hand. `street` is `flop`, `turn`, `river` or empty. `is_run` is true for one of several
    runs, `is_bottom` for the second of two boards of the game, `has_heading` if a name or a word
    for a board precedes the cards, and `ends_in_joined_cards` if the last word had several cards.
    `range` is the text of a range, or `*` for any hand.
    """

    name: str = ""
    board: int = 0
    street: str = ""
    is_run: bool = False
    is_bottom: bool = False
    is_dead: bool = False
    has_heading: bool = False
    is_mucked: bool = False
    is_folded: bool = False
    ends_in_joined_cards: bool = False
    start: int = 0
    end: int = 0
    name_end: int = 0
    range: str = ""
    cards: list[TextCard] = field(default_factory=list)

    @property
    def continues_board(self) -> bool:
        """Return whether the cards are a turn or river."""
        return self.street in LATER_STREETS

    @property
    def is_complete_without_cards(self) -> bool:
        """Return whether the hand is complete even without cards: mucked, a range or `*`."""
        return self.is_mucked or bool(self.range)

    @property
    def is_readable(self) -> bool:
        """Return whether no card of the hand is misspelled."""
        return all(card.known_card or card.is_unknown for card in self.cards)

    @property
    def has_content(self) -> bool:
        """Return whether the section has cards, or is a hand that is complete without cards."""
        return bool(self.cards) or self.is_complete_without_cards or self.is_folded

    def ends_before(self, token: Token, level: Level) -> bool:
        """Return whether the token begins another section, after a separator of this level."""
        if token.kind in (Kind.NAME, Kind.VERSUS):
            return True
        if token.kind is Kind.BOARD:
            return not self.board or bool(self.cards)
        if self.range and token.kind in (Kind.RANGE, Kind.CARDS, Kind.UNKNOWN):
            return level > Level.COMMA  # `AKs, QQ+` is one range
        return token.kind is Kind.RANGE and bool(self.board or self.cards or not self.has_heading)

    def split_off_last_hand(self) -> list[TextCard]:
        """Remove and return the cards after the last comma or stronger separator, if any."""
        starts = [index for index, card in enumerate(self.cards) if card.level >= Level.COMMA]
        start = max(starts, default=0) or len(self.cards)
        self.cards, hand = self.cards[:start], self.cards[start:]
        return hand

    def set_name(self, token: Token) -> None:
        """Set the player, board, street or run from a heading, or mark the cards as dead."""
        self.has_heading, self.start = True, token.start
        self.end = self.name_end = token.end
        board_match = BOARD_NAME.fullmatch(token.text)
        if _DEAD_NAME.fullmatch(token.text):
            self.is_dead = True
        elif board_match:
            word = board_match["word"].lower()
            number = board_match["number"] or board_match["ordinal"]
            self.street = word if word in _STREETS else ""
            self.is_bottom = word == _SECOND_BOARD
            self.is_run |= bool(number) and (word in _RUN_WORDS or self.continues_board)
            if number:
                self.board = BOARD_NUMBERS[number.lower()]
            elif not self.is_run:
                self.board = 2 if self.is_bottom else 1
        elif token.kind is Kind.BOARD:
            self.board = self.board or 1
        else:
            letter = _HAND_NAME.fullmatch(token.text)
            self.name = (
                default_label(LABEL_LETTERS.index(letter[1].upper())) if letter else token.text
            )

    def add_cards(self, token: Token, level: Level) -> None:
        """Add the cards of a token, with the strongest separator before it."""
        cards: list[tuple[Card | None, int, int]] = [*token.cards]
        # A misspelled card counts; otherwise the cards next to it could be read as a street.
        if token.error is not None:
            cards.append((None, token.start + (token.error.position or 0), token.end))
        has_several = len(cards) + token.unknown > 1
        if level is Level.NONE and self.cards and (has_several or self.ends_in_joined_cards):
            level = Level.WORD  # also before a single card, if the word before it had several
        self.ends_in_joined_cards = has_several
        for card, start, end in cards:
            self.cards.append(TextCard(card, start, end, level))
            level = Level.NONE
        may_be_pairs = token.unknown % 2 == 0
        for index in range(token.unknown):
            ends_pair = may_be_pairs and index % 2 == 1
            self.cards.append(
                TextCard(None, token.start, token.end, level, is_unknown=True, ends_pair=ends_pair)
            )
            level = Level.NONE
        self.end = token.end


def split_into_sections(
    tokens: Sequence[Token], text: str, game: Game
) -> tuple[list[Section], list[Mark]]:
    """Group tokens with roles into sections, and mark unknown words that may change the deal."""
    sections, marks = _group_tokens(tokens)
    sections = _sort_by_street(sections)
    finder = _UnknownWordFinder(tokens, {section.name.casefold() for section in sections}, game)
    unknown_words = [
        mark
        for mark in finder.mark_unknown_words(text)
        if not any(other.start <= mark.start < other.end for other in marks)
    ]
    for section in sections:
        is_name = section.has_heading and not (section.board or section.is_dead)
        if is_name and not section.has_content and not is_harmless_word(section.name):
            reason = f"no cards follow “{shorten(section.name)}”"
            marks.append(Mark(section.start, section.end, reason, may_be_left_out=True))
    misspelled = [token for token in tokens if token.kind is Kind.CARDS and token.error]
    marks += (_mark_unknown([token], text) for token in misspelled)
    nonempty = [section for section in sections if section.has_content or section.board]
    return nonempty, [*marks, *unknown_words]


def _group_tokens(tokens: Sequence[Token]) -> tuple[list[Section], list[Mark]]:
    """Return the sections, and marks of folds by unknown players: `everyone else folds`."""
    sections = [Section()]
    marks: list[Mark] = []
    level = Level.VERSUS
    words: list[Token] = []  # after the last cards or name; a fold may refer to them
    for token in tokens:
        section, kind = sections[-1], token.kind
        if kind is Kind.VERSUS and section.is_dead:  # `dead: Kc Kd, AsAd vs QsQd`
            sections.append(Section(cards=section.split_off_last_hand()))
        if section.ends_before(token, level):
            section = Section(start=token.end if kind is Kind.VERSUS else token.start)
            sections.append(section)
        if kind in (Kind.NAME, Kind.BOARD):
            section.set_name(token)
            level = Level.NONE
        elif kind is Kind.VERSUS:
            level = Level.VERSUS
        elif kind in (Kind.FOLDED, Kind.MUCKED) and words:
            text = " ".join(word.text for word in (*words, token))
            reason = f"it is unclear who “{shorten(text)}” refers to"
            marks.append(Mark(words[0].start, token.end, reason))
        elif kind is Kind.FOLDED:
            section.is_folded = True
        elif kind is Kind.MUCKED:
            section.is_mucked = True
        elif kind is Kind.RANGE:
            section.range = f"{section.range}, {token.text}" if section.range else token.text
            section.end = token.end
            level = Level.NONE
        elif kind is Kind.AND:
            level = max(level, Level.BAR if section.range else Level.COMMA)
        elif token.is_word:
            level = max(level, Level.BAR)
        elif kind in (Kind.CARDS, Kind.UNKNOWN):
            section.add_cards(token, level)
            level = Level.NONE
        level = max(level, token.level)
        if kind in (Kind.PROSE, Kind.STRAY):
            words.append(token)
        elif kind in _KINDS_ENDING_PROSE or token.level >= Level.COMMA:
            words = []
    return [section for section in sections if section.has_heading or section.has_content], marks


def _sort_by_street(sections: list[Section]) -> list[Section]:
    """Return the sections with the flop first, then the turn, then the river.

    Keep the order unless the streets are those of one board.
    """
    indices = [index for index, section in enumerate(sections) if section.street]
    by_street = {sections[index].street: sections[index] for index in indices}
    streets = [street for street in _STREETS if street in by_street]
    if len(streets) == len(indices) and streets[:2] == ["flop", "turn"]:
        for index, street in zip(indices, streets, strict=True):
            sections[index] = by_street[street]
    return sections


def _mark_unknown(words: Sequence[Token], text: str) -> Mark:
    """Return a mark of a range or misspelled card among these words, or of all of them."""
    first, last = words[0], words[-1]
    for token in words:
        if TWO_CARD_RANGE.fullmatch(token.text):
            return Mark(token.start, token.end, describe_range_among_words(token.text))
        if token.error is not None:
            offset = (token.error.position or 0) if token.kind is Kind.CARDS else 0
            return Mark(token.start + offset, last.end, _describe_error(token.error))
    excerpt = shorten(text[first.start : last.end])
    if len(words) == 1 and first.kind is Kind.STRAY:
        reason = f"“{excerpt}” is surrounded by words, so it isn't read as a card"
    else:
        reason = f"not sure what “{excerpt}” is; it may change the deal"
    has_stray = any(token.kind is Kind.STRAY for token in words)
    may_have_cards = has_stray or any(_CARD_LIKE_WORD.search(token.text) for token in words)
    return Mark(first.start, last.end, reason, may_be_left_out=not may_have_cards)


def _describe_error(error: InvalidDeal) -> str:
    """Return the message for a misspelled card, with a question if its suit is `x`, `y` or `z`."""
    if isinstance(error, UnknownSuit) and error.suit.lower() in _UNKNOWN_SUITS:
        return f"{error_text(error)}; is this an unknown card? Write “?” for it"
    return error_text(error)


def describe_range_among_words(text: str) -> str:
    """Return the error message for a range beside other words."""
    return (
        f"“{text}” is a range; write only hands or ranges, names and a board, for example"
        " “Anna: AKs vs Boris: QQ+ on Td9d2c”"
    )


class _UnknownWordFinder:
    """Find the words that are neither cards nor names and may change the deal.

    `players` are the names of hands in lowercase. The letters in the patterns are the codes of
    tokens by `encode_tokens`.
    """

    def __init__(self, tokens: Sequence[Token], players: Collection[str], game: Game) -> None:
        self._tokens = tokens
        self._kind_codes = encode_tokens(tokens)
        self._harmless = (HARMLESS_WORDS, SEAT_NAMES, players)
        self._has_several_contests = len(game.contests) > 1

    def mark_unknown_words(self, text: str) -> Iterator[Mark]:
        """Yield marks of words that are neither cards nor names and may change the deal."""
        for match in re.finditer("[pfsx:&V_ ,./]+", self._kind_codes):
            unknown_words = [
                self._tokens[index]
                for index in range(*match.span())
                if self._tokens[index].is_word and not self._is_harmless(index)
            ]
            if unknown_words:
                yield _mark_unknown(unknown_words, text)

    def _is_harmless(self, index: int) -> bool:
        """Return whether this word can't change the deal."""
        kind, word = self._tokens[index].kind, normalize_word(self._tokens[index].text)
        if kind is not Kind.FILLER and self._may_change_range(index, word):
            return False
        if kind is Kind.FILLER or any(word in words for words in self._harmless):
            return True
        before, after = self._word_at(index - 1), self._word_at(index + 1)
        if not re.search(r"\w", word) or _SURE_AMOUNT.fullmatch(word) or _STAKES.fullmatch(word):
            return True
        if _PERCENT.fullmatch(word):
            return "rake" not in (before, after)
        if _NUMBER.fullmatch(word):
            return before in _WORDS_BEFORE_NUMBERS or after in _WORDS_AFTER_NUMBERS
        if word in HEADINGS and self._kind_codes[index + 1 : index + 2] == ":":
            return True
        is_claim = (
            word in _CLAIM_WORDS
            or (word in _RANK_WORDS and before == "of")
            or (word in _CONTEST_WORDS and self._has_several_contests)
        )
        return is_claim and self._is_about_winning(index)

    def _may_change_range(self, index: int, word: str) -> bool:
        """Return whether the word may belong to a range beside it: `22 players`, `QQ up`."""
        neighbors = self._tokens[max(0, index - 1) : index + 2]
        ranges = [token.text for token in neighbors if token.kind is Kind.RANGE]
        has_number = any(map(_NUMERIC_RANGE.fullmatch, ranges))
        return (has_number and word not in _WORDS_BESIDE_NUMERIC_RANGES) or (
            bool(ranges) and word == "up" and self._word_at(index - 1) != "heads"
        )

    def _word_at(self, index: int) -> str | None:
        if not 0 <= index < len(self._tokens):
            return None
        token = self._tokens[index]
        is_not_a_word = token.kind in (Kind.CARDS, Kind.BREAK, Kind.COLON)
        return None if is_not_a_word else normalize_word(token.text)

    def _is_about_winning(self, index: int) -> bool:
        """Return whether the clause around this word is about the winner and has no cards."""
        first, last = max(0, index - _MAX_CLAUSE_TOKENS), index + _MAX_CLAUSE_TOKENS
        *_, before = re.split(r"[./|\n]", self._kind_codes[first:index])
        after, *_ = re.split(r"[./|\n]", self._kind_codes[index:last], maxsplit=1)
        return not re.search("[Cc?vR]", before + after) and any(
            normalize_word(token.text) in _WINNER_QUESTION_WORDS
            for token in self._tokens[index - len(before) : index + len(after)]
        )
