"""A limit on the digits of numbers from clients, checked before conversion.

Converting between int and Decimal takes quadratic time and holds the interpreter's lock: a million
digits take half a minute. `int` itself rejects texts of more than 4,300 digits, except hexadecimal,
octal and binary ones.
"""

import re
from decimal import Decimal, InvalidOperation

from showdown.evaluator.errors import InvalidDeal

MAX_DIGITS = 40
"""Maximum number of digits, more than any amount has with its decimals."""

_MAX_BITS = 133
"""Number of bits of the smallest number with more than MAX_DIGITS digits."""


class TooManyDigits(ValueError):
    """A number with too many digits to be converted."""


def to_decimal(number: object) -> Decimal:
    """Convert an int, Decimal, float or text to a Decimal, which may be infinite or NaN.

    Raise TooManyDigits if a text has more than MAX_DIGITS characters or the exponent is too large,
    ValueError if a text is not a number, or TypeError if the type is not supported.
    """
    if isinstance(number, str) and len(number) > MAX_DIGITS:
        raise TooManyDigits
    if isinstance(number, int) and number.bit_length() > _MAX_BITS:
        raise TooManyDigits
    if not isinstance(number, str | int | float | Decimal):
        raise TypeError(f"{type(number).__name__} isn't a number")
    try:
        decimal = Decimal(number)
    except InvalidOperation:
        raise ValueError("this isn't a number") from None
    if decimal.is_finite() and abs(decimal.adjusted()) > MAX_DIGITS:
        raise TooManyDigits
    return decimal


def whole_number(text: str) -> int | None:
    """Return the text as an integer, or None if it isn't 1 to MAX_DIGITS ASCII digits."""
    is_number = len(text) <= MAX_DIGITS and text.isascii() and text.isdecimal()
    return int(text) if is_number else None


_MONEY = re.compile(r"[$€£]?(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?", re.ASCII)
_THOUSANDS = re.compile(r"[$€£]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?", re.ASCII)
_MAX_QUOTE_LENGTH = 20


class InvalidMoney(InvalidDeal):
    """Text that is not an amount of money."""

    message = "“{text}” isn't an amount: write 1000, 1,000 or 1000.50"

    text: str


def cents_from_text(text: str, field: str) -> int:
    """Return `600`, `$1,250` or `600.50` in cents. Raise InvalidMoney for other texts."""
    amount = text.strip()
    if _THOUSANDS.fullmatch(amount):
        amount = amount.replace(",", "")
    money = _MONEY.fullmatch(amount)
    if not money:
        raise InvalidMoney(text=text[:_MAX_QUOTE_LENGTH], field=field)
    return int(money[1]) * 100 + int((money[2] or "0").ljust(2, "0"))
