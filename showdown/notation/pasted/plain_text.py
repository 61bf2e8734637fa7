"""Convert markup and symbols of forums, web pages and phones to plain text.

`[b]A:spade:[/b]`, `K&hearts;<br>`, `🂡`, `ＡｓＫｄ` and `♠A` become `A♠`, `K♥`, `As`, `AsKd`, `A♠`.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Self

from showdown.notation.pasted.word_patterns import (
    CARD_PATTERN,
    POSITION_PATTERN,
    VERSUS_PATTERN,
    is_game_word,
    is_harmless_word,
)

_SYMBOLS = {"club": "♣", "diamond": "♦", "diam": "♦", "heart": "♥", "spade": "♠"}
_ANY_SUIT = "♠♥♦♣♤♡♢♧"
_RANK = r"(?:10|[2-9TJQKAXtjqkax])"
_TAGS = (
    "a|b|i|u|s|em|strong|span|div|p|font|table|tbody|thead|tr|td|th|ul|ol|li|img|code|pre"
    "|blockquote|sub|sup|small|h[1-6]|hr|html|body"
)
_BB_TAGS = "b|i|u|s|color|colour|size|font|img|url|quote|spoiler|center|hand|list|code"
_UNICODE_CARDS = [rank + suit for suit in "shdc" for rank in "?A23456789TJ?QK?"]
"""The playing cards from U+1F0A0 on; `?` stands for characters that aren't cards of the deck."""
_ON_THE = r"[ \t]*(?:(?:on|is|was|as)[ \t]+)?(?:(?:the|a)[ \t]+)?\b"
_PHRASE_START = (
    r"(?:^|(?<=[,;.:?!/|]\s)|(?<=[\n,;/|])|(?<=\bvs\s)|(?<=\bvs\.\s)|(?<=\bv\s)|(?<=\band\s))"
)
_WORD_OF_NAME = (
    rf"(?>(?:{POSITION_PATTERN}|hero|villain|opponent|opp|me|dealer|button|big|uncle|old|little)(?![\w'-])"
    r"|(?-i:[^\W\d_a-z])[\w'-]*)"
)
_NAME = rf"{_WORD_OF_NAME}(?:[ \t]+(?!(?:{CARD_PATTERN}-?)+(?![\w'-])){_WORD_OF_NAME}){{0,3}}"
"""A pattern for a name of up to four words.

Words are matched whole, and only the first may look like cards: otherwise a list of many names has
exponentially many matches.
"""
_CARDS_FOR_NAME = re.compile(
    rf"({CARD_PATTERN}(?:[ \t-]?{CARD_PATTERN})*)[ \t]*\bfor[ \t]+({_NAME})", re.I
)
"""A pattern for cards before the name of their player: `AsKs for Anna`."""
_MAX_OWNER_LENGTH = 50
"""Maximum number of characters between the start of an earlier `Name:` and the cards."""
_IS_WORDS = "is|are|was|were|had"
_DAY = r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:T|,?[ ]))?"
_TIME = rf"{_DAY}\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[ ]?[ap]\.?m\b\.?)?"

type Replacement = str | Callable[[re.Match[str]], str | None]
"""A template for `re.Match.expand`, or a function that may return None to keep the match."""


class RewrittenText(NamedTuple):
    """A rewritten text, and for each character the start and end of its origin in the source."""

    text: str
    origins: tuple[tuple[int, int], ...]

    @classmethod
    def from_source(cls, source: str) -> Self:
        """Return the source as a text without changes."""
        return cls(source, tuple(pairwise(range(len(source) + 1))))

    def span_in_source(self, start: int, end: int) -> tuple[int, int]:
        """Return the start and end in the source of the text from `start` to `end`."""
        piece = self.origins[start : max(end, start + 1)] or self.origins[-1:] or ((0, 0),)
        return piece[0][0], max(piece[0][0], piece[-1][1])

    def sub(self, pattern: re.Pattern[str], replacement: Replacement) -> Self:
        """Replace each nonempty match. The origin of a new character is the whole match."""
        pieces: list[tuple[str, int, int]] = []
        position = 0
        for match in pattern.finditer(self.text):
            if isinstance(replacement, str):
                new: str | None = match.expand(replacement)
            else:
                new = replacement(match)
            if match.start() == match.end() or new is None or new == match[0]:
                continue
            start, end = match.span()
            pieces += ((self.text[position:start], position, start), (new, start, end))
            position = end
        if not position:
            return self
        return self.assemble([*pieces, (self.text[position:], position, len(self.text))])

    def assemble(self, pieces: Iterable[tuple[str, int, int]]) -> Self:
        """Join pieces, each with its start and end in this text.

        Unchanged pieces keep their origins.
        """
        texts: list[str] = []
        origins: list[tuple[int, int]] = []
        for text, start, end in pieces:
            texts.append(text)
            if text == self.text[start:end]:
                origins += self.origins[start:end]
            else:
                origins += [self.span_in_source(start, end)] * len(text)
        return type(self)("".join(texts), tuple(origins))


def _drop_time(match: re.Match[str]) -> str:
    """Drop the time and the author of a chat line; keep the author if only cards follow."""
    if match["cards"] is None:
        return ""
    return f"{match['author'].strip('<>:@+ ')}: {match['cards']}"


def _move_names_first(match: re.Match[str]) -> str | None:
    """Move the names before the cards: `AsKs for Anna` becomes `Anna: AsKs`."""
    before = match.string[max(0, match.start() - _MAX_OWNER_LENGTH) : match.start()]
    owner = re.search(r"(\S+):\s$", before)
    if owner and not is_harmless_word(owner[1]):
        return None
    names = [cards_match[2] for cards_match in _CARDS_FOR_NAME.finditer(match[0])]
    if any(is_game_word(name) or is_harmless_word(name) for name in names):
        return None
    return _CARDS_FOR_NAME.sub(r"\2: \1", match[0])


_REPLACEMENTS: tuple[tuple[re.Pattern[str], Replacement], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), replacement)
    for pattern, replacement in (
        (r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,10});", lambda match: html.unescape(match[0])),
        (r"<br\s{0,5}/?>|</(?:p|div|tr|li|h[1-6])>", "\n"),
        (r"</t[dh]>", "\t"),
        (rf"</?(?:{_TAGS})(?:\s[^<>\r\n]{{0,300}})?/?>", ""),
        (rf"\[/?(?:{_BB_TAGS})(?:=[^\[\]\r\n]{{0,100}})?\]", ""),
        (r":(club|diamond|heart|spade)s?(?:_suit)?:", lambda match: _SYMBOLS[match[1].lower()]),
        ("[\U0001f0a1-\U0001f0ab\U0001f0ad\U0001f0ae"
         "\U0001f0b1-\U0001f0bb\U0001f0bd\U0001f0be"
         "\U0001f0c1-\U0001f0cb\U0001f0cd\U0001f0ce"
         "\U0001f0d1-\U0001f0db\U0001f0dd\U0001f0de]",
         lambda match: _UNICODE_CARDS[ord(match[0]) - 0x1F0A0]),
        ("[\uff01-\uff5e\u3000]+", lambda match: unicodedata.normalize("NFKC", match[0])),
        ("[\ufe0e\ufe0f\u200b-\u200f\u2060\ufeff]+", ""),
        ("\U0001f51f", "10"),
        (r"(?<=\d)\u20e3", ""),
        (r"\b(?:turn(?:s|ed)|roll(?:s|ed)|flip(?:s|ped))[ \t]+over\b", "shows"),
        ("\u2764", "♥"),
        (rf"\bseat[ ]?\#?\d{{1,2}}[ ]?\((?!{POSITION_PATTERN}\))([^\W\d_][\w.-]{{0,30}})\)", r"\1"),
        (r"&(?=[a-z][\w-]{0,20}=)", ";"),
        (
            r"^[ \t]*(?:-[ \t]+)?[\"']?(?:name|player|label|nick)[\"']?[ \t]*:[ \t]*[\"']?"
            r"([^\r\n\"':,]{1,40}?)[\"']?[ \t]*,?[ \t]*\r?\n"
            r"[ \t]*[\"']?(?:cards|hand|hole[_ ]cards)[\"']?[ \t]*:",
            r"\1:",
        ),
        (rf":({CARD_PATTERN}):", r"\1 "),
        (
            rf"(?<=\w)['’]s?(?:[ \t]+(?:hole[ \t]+cards|hole|hand|cards|holding))+"
            rf"(?=\s*[:=]|[ \t]+(?:{_IS_WORDS})\b)",
            "",
        ),
        (rf"(?<=[^\W\d_]{{2}})(?:['’]s|(?<=s)['’])(?=[ \t]+[\[(]?{CARD_PATTERN})", ""),
        (
            rf"^[ \t]*[\[(]?{_TIME}[\])]?[ \t]*(?:-[ \t]+)?"
            r"(?:(?P<author><[ @+]?[\w.-]{1,30}>:?|[^\W\d_][\w.-]{0,30}:)[ \t]*"
            rf"(?P<cards>(?:{CARD_PATTERN}[\s,]*)+$)?)?",
            _drop_time,
        ),
        (
            r"^[ \t]*(?P<author><[ @+]?[\w.-]{1,30}>|[^\W\d_][\w.-]{0,30}>)[ \t]*"
            rf"(?P<cards>(?:{CARD_PATTERN}[\s,]*)+$)?",
            _drop_time,
        ),
        (rf"(?<![\w:/.]){_TIME}(?![\w:])", ""),
        (
            r"(?<![\w/.-])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?![\w/-])",
            "",
        ),
        (
            r"^(?:from|to|cc|sent|date|reply-to):[^\r\n]*[@\d][^\r\n]*$"
            r"|^on [^\r\n]{5,120} wrote:$",
            "",
        ),
        (r"(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))", ","),
        ("[\u00a0\u2002-\u200a\u202f]", " "),
        (
            rf"(?<!\w)(?<!\b[0-9TJQKAX]\ )(?<!\b10\ )[{_ANY_SUIT}]\ ?{_RANK}"
            rf"(?:\ *[{_ANY_SUIT}]\ ?{_RANK})*(?!\w|\ ?[{_ANY_SUIT}])",
            lambda match: re.sub(rf"([{_ANY_SUIT}])\ ?({_RANK})", r"\2\1", match[0]),
        ),
        (rf"(?<!\w)({_RANK})\ (?=[{_ANY_SUIT}])", r"\1"),
        (
            rf"{_PHRASE_START}(?:{_CARDS_FOR_NAME.pattern}[ \t]*)+"
            r"(?=$|[\r\n,;.?!|/)]|(?:and|vs?|on|board|flop)\b)",
            _move_names_first,
        ),
        (
            rf"{_PHRASE_START}(?P<cards>{CARD_PATTERN}(?:[ \t-]?{CARD_PATTERN}){{2,4}}"
            rf"(?={_ON_THE}(?:board|flop))"
            rf"|{CARD_PATTERN}(?={_ON_THE}(?:turn|river))){_ON_THE}(?P<name>board|flop|turn|river)"
            r"(?=$|\s?(?:[\r\n,;.?!|/)]|and\b|vs?\b))",
            r"\g<name>: \g<cards>",
        ),
        (
            rf"^[ \t]*(?:[-*>•·](?![ \t]*{VERSUS_PATTERN}\b)|\#\d{{1,2}}\.?"
            rf"|\d{{1,2}}(?:[.)]|(?=[ \t]+{CARD_PATTERN})))[ \t]+(?=\S)",
            "",
        ),
    )
)  # fmt: skip


@lru_cache(maxsize=4)
def to_plain_text(text: str) -> RewrittenText:
    """Return the text without markup, with cards written in letters or suit symbols.

    The result is cached because several readers need the plain text of the same paste.
    """
    plain_text = RewrittenText.from_source(text)
    for pattern, replacement in _REPLACEMENTS:
        plain_text = plain_text.sub(pattern, replacement)
    return plain_text
