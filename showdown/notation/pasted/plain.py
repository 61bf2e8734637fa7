"""Makes plain text of what forums, web pages and phones make of cards.

`[b]A:spade:[/b]`, `K&hearts;<br>`, `🂡`, `ＡｓＫｄ` and `♠A` become `A♠`, `K♥`, `As`, `AsKd`.
"""

import html
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from showdown.notation.pasted.rewriting import Rewritten

_SYMBOLS = {"club": "♣", "diamond": "♦", "diam": "♦", "heart": "♥", "spade": "♠"}
_ANY_SUIT = "♠♥♦♣♤♡♢♧"
_RANK = r"(?:10|[2-9TJQKAXtjqkax])"
_TAGS = (
    "a|b|i|u|s|em|strong|span|div|p|font|table|tbody|thead|tr|td|th|ul|ol|li|img|code|pre"
    "|blockquote|sub|sup|small|h[1-6]|hr|html|body"
)
_BB_TAGS = "b|i|u|s|color|colour|size|font|img|url|quote|spoiler|center|hand|list|code"
_GLYPH_SUITS = "shdc"
"""The suits of the playing cards that Unicode has from U+1F0A0 on, sixteen places each."""
_GLYPH_RANKS = "?A23456789TJ?QK?"


_IS = "is|are|was|were|had"
_DAY = r"(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:T|,?[ ]))?"
_TIME = rf"{_DAY}\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:[ ]?[ap]\.?m\b\.?)?"


def _without_time(match: re.Match[str]) -> str:
    """A line of a chat: who wrote it only matters if there is nothing but cards."""
    if match["cards"] is None:
        return ""
    return f"{match['who'].strip('<>:@+ ')}: {match['cards']}"


def _glyph(match: re.Match[str]) -> str:
    suit, rank = divmod(ord(match[0]) - 0x1F0A0, 16)
    return _GLYPH_RANKS[rank] + _GLYPH_SUITS[suit]


def _turned(match: re.Match[str]) -> str:
    """`♠A♥10` as `A♠10♥`."""
    return re.sub(rf"([{_ANY_SUIT}])\ ?({_RANK})", r"\2\1", match[0])


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE), piece)
    for pattern, piece in (
        (r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,10});", lambda match: html.unescape(match[0])),
        (r"<br\s{0,5}/?>|</(?:p|div|tr|li|h[1-6])>", lambda match: "\n"),
        (r"</t[dh]>", lambda match: "\t"),
        (rf"</?(?:{_TAGS})(?:\s[^<>\r\n]{{0,300}})?/?>", lambda match: ""),
        (rf"\[/?(?:{_BB_TAGS})(?:=[^\[\]\r\n]{{0,100}})?\]", lambda match: ""),
        (r":(club|diamond|heart|spade)s?(?:_suit)?:", lambda match: _SYMBOLS[match[1].lower()]),
        ("[\U0001f0a1-\U0001f0ab\U0001f0ad\U0001f0ae"
         "\U0001f0b1-\U0001f0bb\U0001f0bd\U0001f0be"
         "\U0001f0c1-\U0001f0cb\U0001f0cd\U0001f0ce"
         "\U0001f0d1-\U0001f0db\U0001f0dd\U0001f0de]", _glyph),
        ("[\uff01-\uff5e\u3000]+", lambda match: unicodedata.normalize("NFKC", match[0])),
        ("[\ufe0e\ufe0f\u200b-\u200f\u2060\ufeff]+", lambda match: ""),
        (r"\b(?:turn(?:s|ed)|roll(?:s|ed)|flip(?:s|ped))[ \t]+over\b", lambda match: "shows"),
        ("\u2764", lambda match: "♥"),
        (r":((?:10|[2-9TJQKA])[cdhs]):", lambda match: f"{match[1]} "),
        (
            rf"(?<=\w)['’]s?(?:[ \t]+(?:hole[ \t]+cards|hole|hand|cards|holding))+"
            rf"(?=\s*[:=]|[ \t]+(?:{_IS})\b)",
            lambda match: "",
        ),
        (
            rf"(?<=[^\W\d_]{{2}})(?:['’]s|(?<=s)['’])(?=[ \t]+[\[(]?{_RANK}[cdhs{_ANY_SUIT}])",
            lambda match: "",
        ),
        (
            rf"^[ \t]*[\[(]?{_TIME}[\])]?[ \t]*(?:-[ \t]+)?"
            r"(?:(?P<who><[ @+]?[\w.-]{1,30}>:?|[^\W\d_][\w.-]{0,30}:)[ \t]*"
            rf"(?P<cards>(?:{_RANK}[cdhs{_ANY_SUIT}][\s,]*)+$)?)?",
            _without_time,
        ),
        (
            r"^[ \t]*(?P<who><[ @+]?[\w.-]{1,30}>)[ \t]*"
            rf"(?P<cards>(?:{_RANK}[cdhs{_ANY_SUIT}][\s,]*)+$)?",
            _without_time,
        ),
        (rf"(?<![\w:/.]){_TIME}(?![\w:])", lambda match: ""),
        (
            r"(?<![\w/.-])(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4})(?![\w/-])",
            lambda match: "",
        ),
        (
            r"^(?:from|to|cc|sent|date|reply-to):[^\r\n]*[@\d][^\r\n]*$"
            r"|^on [^\r\n]{5,120} wrote:$",
            lambda match: "",
        ),
        (r"(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))", lambda match: ","),
        ("[\u00a0\u2002-\u200a\u202f]", lambda match: " "),
        (
            rf"(?<!\w)(?<!\b[0-9TJQKAX]\ )(?<!\b10\ )[{_ANY_SUIT}]\ ?{_RANK}"
            rf"(?:\ *[{_ANY_SUIT}]\ ?{_RANK})*(?!\w|\ ?[{_ANY_SUIT}])",
            _turned,
        ),
        (rf"(?<!\w){_RANK}\ (?=[{_ANY_SUIT}])", lambda match: match[0].rstrip()),
    )
)  # fmt: skip


@lru_cache(maxsize=4)
def plain_of(text: str) -> Rewritten:
    """The text without markup, each suit and rank as a letter or symbol that cards are read by.

    Several readers ask for the same text, one after the other.
    """
    plain = Rewritten.of(text)
    for pattern, piece in _RULES:
        plain = plain.sub(pattern, piece)
    return plain
