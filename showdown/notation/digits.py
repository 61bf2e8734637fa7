"""A bound on the digits of numbers from clients, checked before they are converted.

Converting between int and Decimal takes time that grows with the square of the digits, and holds
the interpreter's lock: a million digits take half a minute. `int` itself refuses texts of more than
4,300 digits, except hexadecimal, octal and binary ones.
"""

from decimal import Decimal, InvalidOperation

MOST_DIGITS = 40
"""More than any amount has, with its decimals."""

_MOST_BITS = 133
"""Bits of the smallest number with more than MOST_DIGITS digits."""


class TooManyDigits(ValueError):
    """A number that is not converted."""


def decimal_of(number: object) -> Decimal:
    """Return an int, Decimal, float or text as a Decimal, which may be infinite or NaN.

    Raise TooManyDigits, ValueError for other texts, or TypeError for other types.
    """
    if isinstance(number, str) and len(number) > MOST_DIGITS:
        raise TooManyDigits
    if isinstance(number, int) and number.bit_length() > _MOST_BITS:
        raise TooManyDigits
    if not isinstance(number, str | int | float | Decimal):
        raise TypeError(f"{type(number).__name__} is no number")
    try:
        read = Decimal(number)
    except InvalidOperation:
        raise ValueError("this is no number") from None
    if read.is_finite() and abs(read.adjusted()) > MOST_DIGITS:
        raise TooManyDigits
    return read


def whole_number(text: str) -> int | None:
    """Return the number in this text; None if it has more than MOST_DIGITS digits or isn't one."""
    is_number = len(text) <= MOST_DIGITS and text.isascii() and text.isdecimal()
    return int(text) if is_number else None
