"""Amounts as logs write them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from showdown.evaluator.wagers import MOST_CHIPS
from showdown.notation.logs.log_format import Unreadable

LONGEST_AMOUNT = 24
"""Characters of an amount: reading a number costs more than its length."""

_SIGNS = frozenset("$€£¥₹")
_SIGN_OF_CODE = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
_CODE_OF_SIGN = {sign: code for code, sign in _SIGN_OF_CODE.items()} | {"¥": "CNY"}
_LENGTH_OF_CODE = 3

_NUMBER = re.compile(r"[^\d.,-]*(\d[\d.,' \u00a0\u202f]*)\D*")
_ENDS_IN_CENTS = re.compile(r",\d{1,2}$")
_BLANKS = str.maketrans("", "", "' \u00a0\u202f")


@dataclass(frozen=True, slots=True)
class AmountRead:
    """A whole number, in hundredths where the scale is 100, rounded down if it `is_finer`.

    `currency` is the sign beside it; empty if there is none.
    """

    amount: int
    is_finer: bool = False
    currency: str = ""


def _amount_of(text: str, scale: int) -> AmountRead:
    """`$1,204.50`, `1 204,50 €` or `3.20` as a whole number, in hundredths where `scale` is 100.

    A comma before the last one or two digits begins the cents, any other separates thousands.
    Raises Unreadable where this isn't an amount, or more than MOST_CHIPS.
    """
    number = _NUMBER.fullmatch(text) if len(text) <= LONGEST_AMOUNT else None
    if not number:
        raise Unreadable(f"“{text[:LONGEST_AMOUNT]}” isn't an amount")
    digits = number[1].translate(_BLANKS).rstrip(".,")
    if _ENDS_IN_CENTS.search(digits):
        whole, _, cents = digits.rpartition(",")
        digits = f"{whole.replace('.', '').replace(',', '')}.{cents}"
    try:
        read = number_of(Decimal(digits.replace(",", "")), scale)
    except InvalidOperation:
        raise Unreadable(f"“{text}” isn't an amount") from None
    return replace(read, currency=currency_of(text))


@lru_cache(1 << 14)
def _whole(text: str) -> AmountRead:
    return _amount_of(text, 1)


@lru_cache(1 << 14)
def _hundredths(text: str) -> AmountRead:
    return _amount_of(text, 100)


AMOUNT_READERS: Mapping[int, Callable[[str], AmountRead]] = {1: _whole, 100: _hundredths}
"""By scale. Each is called with nothing but the text, which is found again sooner."""


def number_of(number: Decimal, scale: int) -> AmountRead:
    """The number, which isn't written as text, in the same way. Raises Unreadable."""
    if not abs(number) <= MOST_CHIPS:
        raise Unreadable(f"an amount is larger than {MOST_CHIPS:,}")
    exact = number * scale  # small numbers with many digits are rounded, and quick all the same
    amount = int(exact)
    return AmountRead(amount, amount != exact)


def currency_of(text: str) -> str:
    """The sign of the currency before or behind an amount; empty if there is none."""
    for sign in (text[:1], text[-1:]):
        if sign in _SIGNS:
            return sign
    return ""


def currency_called(code: object) -> str:
    """The sign of a currency with this code, or the code; empty if it is none."""
    if not isinstance(code, str) or len(code) != _LENGTH_OF_CODE or not code.isalpha():
        return ""
    return _SIGN_OF_CODE.get(code.upper(), code.upper())


def code_of(currency: str) -> str:
    """The code of a currency with this sign, or the code itself; dollars where there is none."""
    return _CODE_OF_SIGN.get(currency or "$", currency)
