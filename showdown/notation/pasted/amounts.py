"""Amounts as people write them: `$1,250`, `1.250`, `12,50`, `1k`, `100bb`."""

import re
from decimal import Decimal

AMOUNT = (
    r"[$€£]?\ ?\d{1,15}(?:[.,]\d{1,3}){0,5}(?:\ ?[km](?![^\W\d_]))?"
    r"(?:\ ?(?:[$€£]|(?:bbs?|chips?|units?|euros?|dollars?|eur|usd)(?!\w)))?"
)
"""A regular expression for an amount, to be read without regard to case."""

_PARTS = re.compile(r"(\d[\d.,]*\d|\d)\ ?([km])?", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:[.,]\d{1,2})?")
_TIMES = {"k": 1000, "m": 1_000_000}
_IN_TEXT = re.compile(rf"(?<![\w.,]){AMOUNT}(?![\w%])", re.IGNORECASE)


def plain_amount(text: str) -> str:
    """The amount as a line has it: `1250`, `12.50`. A last group of three digits is thousands."""
    match = _PARTS.search(text)
    if match is None:
        return text
    digits = _plain_digits(match[1])
    if match[2] is None:
        return digits
    amount = Decimal(digits) * _TIMES[match[2].lower()]
    return f"{amount.normalize():f}"


def _plain_digits(text: str) -> str:
    if _GROUPED.fullmatch(text):
        groups, point, part = text.rpartition(text[-3]) if text[-3] in ".," else (text, "", "")
        if not point and text[-2:-1] in (".", ","):
            groups, part = text[:-2], text[-1]
        whole = re.sub("[.,]", "", groups)
        return f"{whole}.{part}" if part else whole
    return text.replace(",", ".")


def with_plain_amounts(text: str) -> str:
    """The text of a word such as `In` or `Pot`, its amounts as a line has them."""
    return _IN_TEXT.sub(lambda match: plain_amount(match[0]), text)
