"""Amounts of money as people type them, in cents."""

import re

from showdown.evaluator.errors import InvalidDeal
from showdown.words.errors import add_messages

_MONEY = re.compile(r"[$€£]?(0|[1-9][0-9]{0,12})(?:\.([0-9]{1,2}))?", re.ASCII)
_THOUSANDS = re.compile(r"[$€£]?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]{1,2})?", re.ASCII)
_SHOWN = 20


class InvalidMoney(InvalidDeal):
    """Text that is not an amount of money."""

    text: str


add_messages(
    {"InvalidMoney": "“{text}” isn't an amount: write 1000 or 1000.50, without commas"},
)


def cents_from_text(text: str, field: str, *, thousands: bool = False) -> int:
    """Return an amount such as `600`, `$600` or `600.50` in cents.

    With `thousands`, `1,250` is an amount too. Raises InvalidMoney.
    """
    amount = text.strip()
    if thousands and _THOUSANDS.fullmatch(amount):
        amount = amount.replace(",", "")
    money = _MONEY.fullmatch(amount)
    if not money:
        raise InvalidMoney(text=text[:_SHOWN], field=field)
    return int(money[1]) * 100 + int((money[2] or "0").ljust(2, "0"))
