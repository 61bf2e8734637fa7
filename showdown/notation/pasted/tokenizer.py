"""Split a pasted text into tokens: cards, words and separators."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum

from showdown.evaluator.cards import RANKS, Card, parse_cards, split_after_cards
from showdown.evaluator.errors import InvalidDeal, UnknownRank
from showdown.evaluator.spots import ANY_HAND
from showdown.notation.pasted.word_patterns import CARD_PATTERN, DASHES, KIND_OF_WORD, Kind
from showdown.words.ranks import NAMES

_RANK_WORDS = (
    ("2", "two", "zwei", "deux", "dos"),
    ("3", "drei", "trois", "tres"),
    ("4", "vier", "quatre", "cuatro"),
    ("5", "fünf", "cinq", "cinco"),
    ("6", "sechs", "six", "seis"),
    ("7", "sieben", "sept", "siete"),
    ("8", "acht", "huit", "ocho"),
    ("9", "neun", "neuf", "nueve"),
    ("t", "10", "zehn", "dix", "diez"),
    ("j", "bube", "bauer", "valet", "jota", "sota"),
    ("q", "dame", "dama", "reina"),
    ("k", "könig", "roi", "rey"),
    ("a", "ass", "as"),
)
"""Words for each rank from the deuce to the ace, in addition to its English name in `NAMES`."""
_SUIT_WORDS = (
    ("clubs", "club", "kreuz", "treff", "trèfles", "trèfle", "tréboles", "trébol"),
    ("diamonds", "diamond", "karo", "carreaux", "carreau", "diamantes", "diamante"),
    ("hearts", "heart", "herz", "cœurs", "cœur", "corazones", "corazón"),
    ("spades", "spade", "pik", "piques", "pique", "picas", "pica"),
)
_LETTER_VARIANTS = {
    "ö": "(?:ö|oe|o)",
    "ü": "(?:ü|ue|u)",
    "œ": "(?:œ|oe)",
    "è": "[èe]",
    "é": "[ée]",
    "ó": "[óo]",
}
"""Patterns for letters that are often written without the diacritic or as two letters."""


def _compile_words(words: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for any of the words, with or without diacritics."""
    spellings = (
        re.sub("[öüèéóœ]", lambda match: _LETTER_VARIANTS[match[0]], word) for word in words
    )
    return re.compile("|".join(spellings), re.IGNORECASE)


_RANK_PATTERNS = [
    _compile_words((name, *words)) for name, words in zip(NAMES, _RANK_WORDS, strict=True)
]
_SUIT_PATTERNS = [_compile_words(words) for words in _SUIT_WORDS]
_ANY_RANK = "|".join(pattern.pattern for pattern in _RANK_PATTERNS)
_ANY_SUIT = "|".join(pattern.pattern for pattern in _SUIT_PATTERNS)

_CARD_IN_WORDS = rf"""
    (?<!\w)(?P<rank>{_ANY_RANK})\s+(?:of|de)\s+(?P<suit>{_ANY_SUIT})(?!\w)
    | (?<!\w)(?P<face>jack|queen|king|ace)\s+(?P<suit_of_face>(?:club|diamond|heart|spade)s?)(?!\w)
    | (?<!\w)(?P<german_suit>kreuz|treff|karo|herz|pik)[\ -]?(?P<german_rank>{_ANY_RANK})(?!\w)
"""
"""A pattern for a card written in words, to compile with VERBOSE and IGNORECASE.

The last group of a match is one of `_CARD_IN_WORDS_GROUPS`.
"""
_CARD_IN_WORDS_GROUPS = frozenset({"suit", "suit_of_face", "german_rank"})


class Level(IntEnum):
    """The strength with which a token separates hands, in ascending order.

    `WIDE` is several spaces. `BAR` is a bar, a semicolon, a bullet, a closing bracket, a tab, a
    dash or an arrow.
    """

    NONE = 0
    WORD = 1
    WIDE = 2
    COMMA = 3
    SENTENCE = 4
    SLASH = 5
    BAR = 6
    LINE = 7
    VERSUS = 8


_LEVEL_LETTERS = "   ,./|\n"


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a separator, with its start and end in the text.

    `cards` are its cards with their starts and ends, and `unknown` is the number of cards written
    as unknown. `error` is the error of a misspelled card, or None.
    """

    kind: Kind
    start: int
    end: int
    text: str
    cards: tuple[tuple[Card, int, int], ...] = ()
    unknown: int = 0
    level: Level = Level.NONE
    error: InvalidDeal | None = None

    @property
    def is_word(self) -> bool:
        return self.kind in (Kind.PROSE, Kind.FILLER, Kind.STRAY)


def encode_tokens(tokens: Iterable[Token]) -> str:
    """Return one letter for each token, so that regular expressions find sequences of tokens.

    The letter is the value of the token's kind, with these exceptions:

    - `x` is a misspelled card, of kind PROSE
    - `c` is a card that may be a word
    - a break is a space, a comma, a slash or a line feed; `|` at level BAR; and `.` if it ends a
      sentence, or is a separate question mark or period
    """
    return "".join(map(_encode_token, tokens))


def _encode_token(token: Token) -> str:
    if token.kind is Kind.BREAK:
        is_punctuation = token.level is Level.COMMA and token.text != ","
        return "." if is_punctuation else _LEVEL_LETTERS[token.level]
    if token.kind is Kind.PROSE and token.error is not None:
        return "x"
    if token.kind is Kind.CARDS and looks_like_word(token.text):
        return "c"
    return token.kind


ORDINALS = "first|second|third|fourth|1st|2nd|3rd|4th"
_NUMBERED_BOARD_WORDS = "board|flop|turn|river|runout|run"
_NOT_IN_WORDS = r"\s|;•·()\[\]{}<>:=/,"
_TOKEN = re.compile(
    rf"""
    {_CARD_IN_WORDS}
    | (?P<line>[^\S\r\n]*[\r\n]\s*)
    | (?P<bar>[|;•·)\]}}>\t])
    | (?P<opening>[(\[{{<])
    | (?P<blank>[^\S\r\n\t]+)
    | (?P<colon>[:=])
    | (?P<slash>/)
    | (?P<comma>,)
    | (?P<quoted>"[^"\r\n]{{1,40}}"(?=\s*[:=]))
    | (?P<board>(?<!\w)(?:(?:{ORDINALS})\s+(?:{_NUMBERED_BOARD_WORDS})(?!\w)
        |(?:{_NUMBERED_BOARD_WORDS})[ \t]?\#?[ \t]?(?:[1-9]|one|two|three|four)
        (?=[ \t]*[:=]|[ \t]*[,;(\[]|[ \t]+(?:is|was|{CARD_PATTERN})|[ \t]*[\r\n]|$)))
    | (?P<word>[^{_NOT_IN_WORDS}]+)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_LEVEL_OF_GROUP = {"line": Level.LINE, "bar": Level.BAR, "slash": Level.SLASH, "comma": Level.COMMA}
_PUNCTUATION_AROUND_WORDS = ".!?…\"'“”‘’*_~`"
_DASHES_OR_ARROWS = re.compile(f"[{DASHES}=>]+")
_UNKNOWN_CARDS = re.compile(r"\?+|(?:xx)+", re.IGNORECASE)
_CARDS_THEN_UNKNOWN = re.compile(r"(?P<cards>.*[cdhs♣♦♥♠])(?P<unknown>(?:xx)+)", re.IGNORECASE)
_CARD_LIKE = re.compile(r"[2-9tjqkax1].?[cdhsz♣♦♥♠]|.[cdhs♣♦♥♠]", re.IGNORECASE)

_WORDS_LIKE_CARDS = frozenset(("that", "than", "thaw", "tact", "thanks", "task", "tasks"))
_SUIT_FIRST_CARDS = re.compile(r"(?:[cdhs](?:10|[2-9TJQKA]))+|(?:[CDHS](?:10|[2-9TJQKA]))+")
_ENDS_SENTENCE = re.compile(r"[!?…]$|\w{3}\.$")
_KINDS_ENDING_SENTENCES = (Kind.PROSE, Kind.FILLER, Kind.FOLDED, Kind.MUCKED, Kind.BOARD)
_KINDS_BEFORE_UNKNOWN = (Kind.UNKNOWN, Kind.COLON, Kind.VERSUS, Kind.VERB)
_SENTENCE_ENDS = frozenset(".!?…")

_POSSIBLE_RANGE = re.compile(
    r"(?<![^\s;,:=/|(])(?:(?:the\s+)?top\s+(?=\d))?(?P<range>any(?:\s+two)?|random|atc"
    r"|\d{1,2}(?:\.\d+)?%(?:-\d{1,3}(?:\.\d+)?%)?|100%"
    r"|[akqjt2-9]{2}[so]?\+?(?:,[akqjt2-9]{2}[so]?\+?)*"
    r"|(?=\S*[$\[(]|(?:[^\s;]*?[AKQJT2-9BMZLNFRWOI*]){2})"
    r"(?:[AKQJT2-9xX*BMZLNFRWOI$!%+.@cdhsorwyz-]|\[[AKQJT2-9,-]+\]|\([^\s()]+\)"
    r"|:[$(!cdhswxyz]|,(?!\s))+(?<![.!,]))(?=[.!?]*(?:[\s;,/|)]|$))"
)
"""A pattern for a possible range, in the group `range`."""
_ONLY_IN_RANGES = re.compile(
    r"(?<![\w$])[AKQJT2-9akqjt]{2}[so]?(?:\+|(?![\w$]))|\d%|random|any|atc|\*\*|[!$]|\]|x"
)
"""A pattern for text that occurs only in ranges."""
_RANKS_OF_RANGE = re.compile(r"[AKQJT2-9BMZLNFRWOI*,-]+")
_ONLY_CARDS = re.compile(rf"(?:{CARD_PATTERN}-?)+(?:xx)*", re.IGNORECASE)
_NAME_LIKE_RANGE = re.compile(r"(?![AKQJTX])[A-Z][a-z]{2,}")
"""A pattern for a name, such as `Ross`, of letters that also occur in ranges."""


def tokenize(text: str, *, x_is_ten: bool, has_ranges: bool = False) -> tuple[Token, ...]:
    """Return the words and separators of a text, without single spaces.

    If `has_ranges` is true, words such as `QQ` and `15%` are ranges. If `x_is_ten` is true, `Xh` is
    the ten of hearts.
    """
    tokens: list[Token] = []
    position = 0
    for match in find_ranges(text) if has_ranges else ():
        tokens += _tokenize_piece(text, position, match.start(), x_is_ten)
        tokens.append(Token(Kind.RANGE, *match.span(), match["range"]))
        position = match.end()
    tokens += _tokenize_piece(text, position, len(text), x_is_ten)
    return tuple(_replace_question_marks(tokens))


def _replace_question_marks(tokens: Iterable[Token]) -> Iterator[Token]:
    """Replace question marks that end a sentence or phrase with breaks.

    A single separate `?` is an unknown card at the start of the text, and after one known card,
    unknown cards, a colon, a versus or a verb. A question mark at the end of cards, as in `AhKd?`,
    is a break if the number of cards is even, or if they follow a board or cards without unknown
    ones.
    """
    previous: Token | None = None
    for token in tokens:
        is_in_list = previous and previous.kind in (Kind.CARDS, Kind.BOARD) and not previous.unknown
        starts_or_continues_hand = previous is None or (
            previous.kind in _KINDS_BEFORE_UNKNOWN
            or (len(previous.cards) == 1 and not previous.unknown)
        )
        if token.cards and token.unknown == 1 and (len(token.cards) % 2 == 0 or is_in_list):
            yield replace(token, unknown=0)
            yield Token(Kind.BREAK, token.end, token.end, "", level=Level.COMMA)
        elif token.text == "?" and not starts_or_continues_hand:
            yield replace(token, kind=Kind.BREAK, unknown=0, level=Level.COMMA)
        else:
            yield token
        previous = token


def find_ranges(text: str) -> list[re.Match[str]]:
    """Return the matches of ranges; ranks such as `AKJT` count only beside a certain range."""
    matches = [
        match
        for match in _POSSIBLE_RANGE.finditer(text)
        if not (
            _ONLY_CARDS.fullmatch(match["range"])
            or _NAME_LIKE_RANGE.fullmatch(match["range"])
            or match["range"].lower() in KIND_OF_WORD
        )
    ]
    are_certain = [bool(_ONLY_IN_RANGES.search(match["range"])) for match in matches]
    return [
        match
        for match, is_certain in zip(matches, are_certain, strict=True)
        if is_certain or (any(are_certain) and _RANKS_OF_RANGE.fullmatch(match["range"]))
    ]


def _tokenize_piece(text: str, first: int, last: int, x_is_ten: bool) -> Iterator[Token]:
    """Yield the tokens between two positions of a text, without looking for ranges."""
    for match in _TOKEN.finditer(text, first, last):
        group = match.lastgroup or ""
        start, end = match.span()
        if group in _CARD_IN_WORDS_GROUPS:
            yield _read_card_in_words(match)
        elif group in _LEVEL_OF_GROUP:
            yield Token(Kind.BREAK, start, end, match[0], level=_LEVEL_OF_GROUP[group])
        elif group == "blank" and end - start > 1:
            yield Token(Kind.BREAK, start, end, match[0], level=Level.WIDE)
        elif group == "colon":
            yield Token(Kind.COLON, start, end, match[0])
        elif group == "board":
            yield Token(Kind.BOARD, start, end, " ".join(match[0].split()))
        elif group == "quoted":
            yield Token(Kind.NAME, start + 1, end - 1, match[0][1:-1])
        elif group == "word":
            word = _read_word(match[0], start, x_is_ten)
            yield word
            is_end = word.cards and not word.unknown and match[0][-1] in ".!"
            if is_end or (word.kind in _KINDS_ENDING_SENTENCES and _ENDS_SENTENCE.search(match[0])):
                yield Token(Kind.BREAK, end, end, "", level=Level.SENTENCE)


def _read_card_in_words(match: re.Match[str]) -> Token:
    """Return the token of a card in words: `ace of spades`, `10 of hearts`, `Pik Ass`."""
    start, end = match.span()
    rank = match["rank"] or match["face"] or match["german_rank"]
    suit = match["suit"] or match["suit_of_face"] or match["german_suit"]
    rank_index, suit_index = (
        next(index for index, pattern in enumerate(patterns) if pattern.fullmatch(word))
        for word, patterns in ((rank, _RANK_PATTERNS), (suit, _SUIT_PATTERNS))
    )
    card = Card(rank_index, suit_index)
    return Token(Kind.CARDS, start, end, match[0], cards=((card, start, end),))


def _read_word(raw: str, start: int, x_is_ten: bool) -> Token:
    stripped = raw.strip(_PUNCTUATION_AROUND_WORDS)
    position = start + raw.find(stripped)
    if _DASHES_OR_ARROWS.fullmatch(raw):
        return Token(Kind.BREAK, start, start + len(raw), raw, level=Level.BAR)
    if _UNKNOWN_CARDS.fullmatch(raw):
        unknown = len(raw) // (1 if raw[0] == "?" else 2)
        return Token(Kind.UNKNOWN, start, start + len(raw), raw, unknown=unknown)
    if raw == ANY_HAND:
        return Token(Kind.RANGE, start, start + 1, raw)
    if not stripped:
        level = Level.COMMA if _SENTENCE_ENDS.intersection(raw) else Level.WORD
        return Token(Kind.BREAK, start, start + len(raw), raw, level=level)
    cards_text, unknown = stripped, len(raw) - len(raw.rstrip("?"))
    if match := _CARDS_THEN_UNKNOWN.fullmatch(stripped):
        cards_text, unknown = match["cards"], len(match["unknown"])
    end = position + len(stripped)
    try:
        cards = tuple(_locate_cards(cards_text, position, x_is_ten))
    except InvalidDeal as error:
        return _read_other_word(stripped, position, x_is_ten, error)
    return Token(Kind.CARDS, position, end, stripped, cards=cards, unknown=unknown)


def _locate_cards(text: str, position: int, x_is_ten: bool) -> Iterator[tuple[Card, int, int]]:
    """Yield each card with its start and end. Raise InvalidDeal if one is misspelled."""
    for card in parse_cards(text, x_is_ten=x_is_ten):
        first, rest = split_after_cards(text, 1)
        yield card, position, position + len(first)
        position += len(text) - len(rest)
        text = rest


def _read_other_word(text: str, position: int, x_is_ten: bool, error: InvalidDeal) -> Token:
    """Return the token of a text in which `parse_cards` finds an error.

    The text is a word, or cards with the suit first, such as `sA`, or cards before a misspelled
    one.
    """
    kind, end = KIND_OF_WORD.get(text.lower(), Kind.PROSE), position + len(text)
    if kind is not Kind.PROSE:
        return Token(kind, position, end, text)
    if _SUIT_FIRST_CARDS.fullmatch(text):  # `sA`, `hKd10`
        cards = tuple(
            (parse_cards(match[2] + match[1])[0], position + match.start(), position + match.end())
            for match in re.finditer(r"(.)(10|.)", text)
        )
        return Token(Kind.CARDS, position, end, text, cards=cards)
    valid_part = text[: error.position or 0].rstrip(DASHES)
    is_word, has_valid_rank = looks_like_word(text), not isinstance(error, UnknownRank)
    if valid_part and not is_word and (has_valid_rank or not looks_like_word(valid_part)):
        cards = tuple(_locate_cards(valid_part, position, x_is_ten))
        return Token(Kind.CARDS, position, end, text, cards=cards, error=error)
    is_misspelled_card = _CARD_LIKE.fullmatch(text) is not None
    if valid_part and not is_misspelled_card:  # misspelled cards, such as `qhqz` but not `thanks`
        has_rank_per_card = len(text) % 2 == 0 and set(text[::2].upper()) <= {*RANKS}
        is_typo = has_rank_per_card and has_valid_rank and text.lower() not in _WORDS_LIKE_CARDS
        is_misspelled_card = is_typo or not is_word
    return Token(Kind.PROSE, position, end, text, error=error if is_misspelled_card else None)


def looks_like_word(text: str) -> bool:
    """Return whether the text of cards could be an ordinary word: `as`, `AD`, `asks`, `As`.

    A two-character text that begins with the letter of a suit also counts as a word.
    """
    is_suit_first_card = len(text) == 2 and text[0] in "cdhsCDHS"
    letters = re.sub("['’]", "", text)
    is_word = letters.isalpha() and (letters.islower() or letters.isupper() or letters.istitle())
    return is_word or is_suit_first_card
