"""Divide the cards of a pasted text into hands and boards, and mark its unknown words."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from showdown.evaluator.cards import Card
from showdown.evaluator.deals import LETTERS, default_label
from showdown.evaluator.errors import InvalidDeal, UnknownSuit
from showdown.evaluator.games import Game
from showdown.notation.pasted.result import Mark, shorten
from showdown.notation.pasted.roles import BOARD_NAME, NUMBERS
from showdown.notation.pasted.tokens import Level, Token, letters_of
from showdown.notation.pasted.vocabulary import (
    AMOUNT,
    HARMLESS,
    HEADINGS,
    SEATS,
    Kind,
    is_harmless_word,
    plain_word,
    words_of,
)
from showdown.words.errors import error_text

_DEAD_NAME = re.compile(r"dead(?: cards?)?", re.IGNORECASE)
_HAND_NAME = re.compile(r"hand[ -]?([a-m])", re.IGNORECASE)
_NEW_PHRASES = (Kind.NAME, Kind.BOARD, Kind.CARDS, Kind.UNKNOWN, Kind.VERSUS)
_NEXT_STREETS = ("turn", "river")
_CARDS_OF_STREETS = {"flop": 3, "turn": 1, "river": 1}
"""The number of cards of each street, in the order of dealing."""
_SECOND_BOARD = "bottom"
_RUNS = ("run", "runout")
_LIKE_CARDS = re.compile(r"[♠♥♦♣♤♡♢♧]|^(?:(?:\d\d?|[tjqka])[cdhs]){2}|^[2-9TJQKA]{2}[so]?$", re.I)
"""A pattern for words that may be cards, so that users can't choose to ignore them."""
RANGE = re.compile(r"[AKQJT2-9][AKQJT2-9][so]\+?|([AKQJT])\1\+?|([2-9])\2\+")
"""A pattern for words that are ranges of two cards; `22` and `AK` may be anything."""
_UNKNOWN_SUITS = "xyz"
"""Letters in place of a suit that may mean any suit or any card."""
_IN_CLAIMS = words_of("""
    flush flushes straight straights boat quads trips set pair pairs kicker kickers nuts house
    straight-flush or better stronger higher bigger
    """)
"""Words that are harmless in a sentence about the winner."""
_RANKS = words_of("aces kings queens jacks tens nines eights sevens sixes fives fours threes twos")
"""Words that are harmless in a sentence about the winner after `of`: `a pair of aces`."""
_CONTESTS = words_of("high low hi lo hi-lo hi/lo scoop scoops half halves quarter")
"""Words that are harmless in a sentence about the winner if the game has several contests."""
_ASK_WHO_WINS = words_of(
    "who which whose what does won wins win winner lose loses lost chop good beat best"
)
_BETS = words_of("""
    bet bets raise raises raised call calls called shove shoves shoved jam jams win wins
    won lose loses lost post posts posted pay pays paid for to puts put checks all-in stack behind
    question problem exercise version level part no. hand player step game""")
"""Words after which a number is an amount, or a count outside the deal."""
_UNITS = words_of("""
    players player people handed max way chips bb bbs sb points point minutes hours big
    small dollars bucks euros cents percent blinds am pm""")
_SURE_AMOUNT = re.compile(r"(?=.*(?:[$€£a-z]|[.,]\d|\d{3}))" + AMOUNT, re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,2}(?:st|nd|rd|th)?")
_PERCENT = re.compile(r"\d{1,3}(?:[.,]\d{1,2})?%")
_STAKES = re.compile(
    r"(?:nl|pl|fl)\d{1,5}|\d{1,5}(?:nl|pl|fl)|utg\+\d|mp\d|\d{1,2}-?(?:max|handed|way)",
    re.IGNORECASE,
)
_LONGEST_CLAUSE = 40
_ARTICLES = ("as", "ah", "ad", "ask", "asks", "ha", "aha")
"""Words that look like cards."""


@dataclass(slots=True)
class Atom:
    """A card, its position in the text, and the separator before it.

    `card` is None if it is misspelled or written as unknown. `ends_pair` is true for the second
    mark of `??`, which may be the suit of the same unknown card.
    """

    card: Card | None
    start: int
    end: int
    level: Level
    is_unknown: bool = False
    ends_pair: bool = False


@dataclass(slots=True)
class Section:
    """The cards of one hand, board or street.

    `name` is the player's name, or empty. `board` is the number of the board, 0 for a hand.
    `street` is `flop`, `turn`, `river` or empty. `is_run` is true for one of several runs,
    `is_bottom` for the second of two boards of the game, `is_headed` if a name or a word for a
    board precedes the cards, and `is_glued` if the last word had several cards. `range` is the
    text of a range, or `*` for any hand.
    """

    name: str = ""
    board: int = 0
    street: str = ""
    is_run: bool = False
    is_bottom: bool = False
    is_dead: bool = False
    is_headed: bool = False
    is_mucked: bool = False
    is_folded: bool = False
    is_glued: bool = False
    start: int = 0
    end: int = 0
    name_end: int = 0
    range: str = ""
    atoms: list[Atom] = field(default_factory=list)

    @property
    def goes_on(self) -> bool:
        """Return whether the cards continue a board."""
        return self.street in _NEXT_STREETS

    @property
    def hides(self) -> bool:
        """Return whether a hand without cards is complete: mucked, a range or `*`."""
        return self.is_mucked or bool(self.range)

    @property
    def is_something(self) -> bool:
        """Return whether the section has cards, or is a folded or hidden hand without cards."""
        return bool(self.atoms) or self.hides or self.is_folded

    def head(self, token: Token) -> None:
        """Name the section after the player or the board in this token."""
        self.is_headed, self.start = True, token.start
        self.end = self.name_end = token.end
        board = BOARD_NAME.fullmatch(token.text)
        if _DEAD_NAME.fullmatch(token.text):
            self.is_dead = True
        elif board:
            word, number = board["word"].lower(), board["number"] or board["ordinal"]
            self.street = word if word in _CARDS_OF_STREETS else ""
            self.is_bottom = word == _SECOND_BOARD
            self.is_run |= bool(number) and (word in _RUNS or self.goes_on)
            if number:
                self.board = NUMBERS[number.lower()]
            elif not self.is_run:
                self.board = 2 if self.is_bottom else 1
        elif token.kind is Kind.BOARD:
            self.board = self.board or 1
        else:
            hand = _HAND_NAME.fullmatch(token.text)
            self.name = default_label(LETTERS.index(hand[1].upper())) if hand else token.text

    def add(self, token: Token, level: Level) -> None:
        """Add the cards of a token, with the strongest separator before it."""
        cards: list[tuple[Card | None, int, int]] = [*token.cards]
        # A misspelled card counts; otherwise the cards next to it could be read as a street.
        if token.error is not None:
            cards.append((None, token.start + (token.error.position or 0), token.end))
        is_run = len(cards) + token.unknown > 1
        if level is Level.NONE and self.atoms and (is_run or self.is_glued):
            level = Level.WORD  # also before a single card, if the word before it had several
        self.is_glued = is_run
        for card, start, end in cards:
            self.atoms.append(Atom(card, start, end, level))
            level = Level.NONE
        may_be_pairs = token.unknown % 2 == 0
        for index in range(token.unknown):
            ends_pair = may_be_pairs and index % 2 == 1
            self.atoms.append(
                Atom(None, token.start, token.end, level, is_unknown=True, ends_pair=ends_pair)
            )
            level = Level.NONE
        self.end = token.end


def sections_of(tokens: Sequence[Token], text: str, game: Game) -> tuple[list[Section], list[Mark]]:
    """Divide the cards into hands and boards, and mark unknown words that may change the deal.

    The tokens have roles.
    """
    sections, marks = _split_sections(tokens)
    sections = _sort_by_street(sections)
    players = {section.name.casefold() for section in sections}
    left = [
        mark
        for mark in _leftovers(tokens, text, players, is_divided=len(game.contests) > 1)
        if not any(other.start <= mark.start < other.end for other in marks)
    ]
    for section in sections:
        is_name = section.is_headed and not (section.board or section.is_dead)
        if is_name and not section.is_something and not is_harmless_word(section.name):
            why = f"no cards follow “{shorten(section.name)}”"
            marks.append(Mark(section.start, section.end, why, may_be_left_out=True))
    for token in tokens:
        if token.kind is Kind.CARDS and token.error is not None:
            start = token.start + (token.error.position or 0)
            if RANGE.fullmatch(token.text):
                marks.append(Mark(token.start, token.end, range_among_words(token.text)))
            else:
                marks.append(Mark(start, token.end, _text_of_error(token.error)))
    dealt = [section for section in sections if section.is_something or section.board]
    return dealt, [*marks, *left]


def _split_sections(tokens: Sequence[Token]) -> tuple[list[Section], list[Mark]]:
    """Return the sections, and marks of folds by unknown players: `everyone else folds`."""
    sections = [Section()]
    marks: list[Mark] = []
    level = Level.VERSUS
    words: list[Token] = []  # after the last cards or name; a fold may refer to them
    for token in tokens:
        current = sections[-1]
        if token.kind in (Kind.NAME, Kind.BOARD):
            if token.kind is Kind.NAME or not current.board or current.atoms:
                current = Section()
                sections.append(current)
            current.head(token)
            level = Level.NONE
        elif token.kind is Kind.VERSUS:
            if current.is_dead:  # `dead: Kc Kd, AsAd vs QsQd`
                commas = [
                    index for index, atom in enumerate(current.atoms) if atom.level >= Level.COMMA
                ]
                cut = max(commas, default=0) or len(current.atoms)
                sections.append(Section(atoms=current.atoms[cut:]))
                del current.atoms[cut:]
            sections.append(Section(start=token.end))
            level = Level.VERSUS
        elif token.kind in (Kind.FOLDED, Kind.MUCKED) and words:
            text = " ".join(word.text for word in (*words, token))
            why = f"it is unclear who “{shorten(text)}” refers to"
            marks.append(Mark(words[0].start, token.end, why))
        elif token.kind is Kind.FOLDED:
            current.is_folded = True
        elif token.kind is Kind.MUCKED:
            current.is_mucked = True
        elif token.kind is Kind.RANGE:
            if current.range and level <= Level.COMMA:  # `AKs, QQ+` is one range
                current.range += f", {token.text}"
            else:
                if current.board or current.atoms or current.range or not current.is_headed:
                    current = Section(start=token.start)
                    sections.append(current)
                current.range = token.text
            current.end = token.end
            level = Level.NONE
        elif token.kind is Kind.AND:
            level = max(level, Level.BAR if current.range else Level.COMMA)
        elif token.is_words:
            level = max(level, Level.BAR)
        elif token.kind in (Kind.CARDS, Kind.UNKNOWN):
            if current.range and level > Level.COMMA:
                current = Section(start=token.start)
                sections.append(current)
            current.add(token, level)
            level = Level.NONE
        level = max(level, token.level)
        if token.kind in (Kind.PROSE, Kind.STRAY):
            words.append(token)
        elif token.kind in _NEW_PHRASES or token.level >= Level.COMMA:
            words = []
    return [section for section in sections if section.is_headed or section.is_something], marks


def _sort_by_street(sections: list[Section]) -> list[Section]:
    """Return the sections with the flop first, then the turn, then the river.

    Keep the order unless the streets are those of one board: a flop, and later streets of one card.
    """
    indices = [index for index, section in enumerate(sections) if section.street]
    by_street = {sections[index].street: sections[index] for index in indices}
    streets = [street for street in _CARDS_OF_STREETS if street in by_street]
    is_one_board = len(streets) == len(indices) and streets[:2] == ["flop", "turn"]
    if is_one_board and all(
        len(by_street[street].atoms) == _CARDS_OF_STREETS[street] for street in streets
    ):
        for index, street in zip(indices, streets, strict=True):
            sections[index] = by_street[street]
    return sections


def _leftovers(
    tokens: Sequence[Token], text: str, players: Collection[str], *, is_divided: bool
) -> Iterator[Mark]:
    """Yield marks of the words that are neither cards nor names and may change the deal."""
    letters = letters_of(tokens)
    for words in re.finditer("[pfsx:&V_ ,./]+", letters):
        unknown = [
            tokens[index]
            for index in range(*words.span())
            if tokens[index].is_words
            and not _is_harmless(tokens, letters, index, players, is_divided=is_divided)
        ]
        if unknown:
            yield _leftover(unknown, text)


def _leftover(unknown: Sequence[Token], text: str) -> Mark:
    """Return a mark of unknown words and of the words between them."""
    first, last = unknown[0], unknown[-1]
    for token in unknown:
        if RANGE.fullmatch(token.text):
            return Mark(token.start, token.end, range_among_words(token.text))
        if token.error is not None:
            return Mark(token.start, last.end, _text_of_error(token.error))
    shown = shorten(text[first.start : last.end])
    if len(unknown) == 1 and first.kind is Kind.STRAY:
        why = f"“{shown}” is among words and isn't read as a card"
    else:
        why = f"“{shown}” isn't understood and may change the deal"
    has_cards = any(token.kind is Kind.STRAY or _LIKE_CARDS.search(token.text) for token in unknown)
    return Mark(first.start, last.end, why, may_be_left_out=not has_cards)


def _text_of_error(error: InvalidDeal) -> str:
    """Return the message for a misspelled card, with a question if its suit is `x`, `y` or `z`."""
    if isinstance(error, UnknownSuit) and error.suit.lower() in _UNKNOWN_SUITS:
        return f"{error_text(error)}; is this an unknown card? Write “?” for it"
    return error_text(error)


def range_among_words(text: str) -> str:
    """Return a sentence about a range beside other words, without a period."""
    return (
        f"“{text}” is a range; write only hands or ranges, names and a board, for example"
        " “Anna: AKs vs Boris: QQ+ on Td9d2c”"
    )


def _is_harmless(
    tokens: Sequence[Token], letters: str, index: int, players: Collection[str], *, is_divided: bool
) -> bool:
    """Return whether this word can't change the deal.

    `players` are the names of the hands in lowercase. `is_divided` is true if the game has several
    contests.
    """
    token = tokens[index]
    word = plain_word(token.text)
    if token.kind is Kind.FILLER or word in SEATS or word in players or word in HARMLESS:
        return True
    before, after = _word_at(tokens, index - 1), _word_at(tokens, index + 1)
    if token.kind is Kind.STRAY:
        return word in _ARTICLES and after is not None
    if not re.search(r"\w", word) or _SURE_AMOUNT.fullmatch(word) or _STAKES.fullmatch(word):
        return True
    if _PERCENT.fullmatch(word):
        return "rake" not in (before, after)
    if _NUMBER.fullmatch(word):
        return before in _BETS or after in _UNITS
    if word in HEADINGS and letters[index + 1 : index + 2] == ":":
        return True
    is_rank = word in _RANKS and before == "of"
    is_claim = is_rank or word in _IN_CLAIMS or (is_divided and word in _CONTESTS)
    return is_claim and _is_about_winning(tokens, letters, index)


def _word_at(tokens: Sequence[Token], index: int) -> str | None:
    """Return the word at this index, or None."""
    if 0 <= index < len(tokens) and tokens[index].kind not in (Kind.CARDS, Kind.BREAK, Kind.COLON):
        return plain_word(tokens[index].text)
    return None


def _is_about_winning(tokens: Sequence[Token], letters: str, index: int) -> bool:
    """Return whether the clause around this word is about the winner and has no cards."""
    *_, before = re.split(r"[./|\n]", letters[max(0, index - _LONGEST_CLAUSE) : index])
    after, *_ = re.split(r"[./|\n]", letters[index : index + _LONGEST_CLAUSE], maxsplit=1)
    clause = tokens[index - len(before) : index + len(after)]
    return not re.search("[Cc?v]", before + after) and any(
        token.kind is Kind.WON or plain_word(token.text) in _ASK_WHO_WINS for token in clause
    )
