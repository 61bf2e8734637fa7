"""Parse the amounts, cards, limits and times of logs."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from showdown.evaluator.cards import DECK, Card, Cards, parse_cards
from showdown.evaluator.wagers import MAX_CHIPS
from showdown.notation.logs.logged_hand import Limit, Unreadable

MAX_SEARCHED_LENGTH = 400
"""Maximum number of characters of a line that patterns search, which bounds the search time."""

MAX_AMOUNT_LENGTH = 24
"""Maximum number of characters of an amount, because parsing takes more than linear time."""

CURRENCY_SIGNS = frozenset("$€£¥₹")
_SIGN_OF_CODE = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
_CODE_OF_SIGN = {sign: code for code, sign in _SIGN_OF_CODE.items()} | {"¥": "CNY"}
_CODE_LENGTH = 3

_NUMBER = re.compile(r"[^\d.,-]*(\d[\d.,' \u00a0\u202f]*)\D*")
_ENDS_IN_CENTS = re.compile(r",\d{1,2}$")
_WITHOUT_BLANKS = str.maketrans("", "", "' \u00a0\u202f")


@dataclass(frozen=True, slots=True)
class ParsedAmount:
    """An amount as a whole number of units; a unit is a hundredth if the scale is 100.

    `is_rounded` is true if the text has a fraction of a unit. `currency` is the sign beside the
    amount, or empty.
    """

    amount: int
    is_rounded: bool = False
    currency: str = ""


@lru_cache(1 << 15)
def parse_amount(text: str, scale: int) -> ParsedAmount:
    """Parse an amount such as `$1,204.50`, `1 204,50 €` or `3.20`, and multiply it by `scale`.

    A comma before the last one or two digits begins the cents; any other separates thousands. Raise
    Unreadable if the text isn't an amount, or if the amount is larger than MAX_CHIPS.
    """
    number = _NUMBER.fullmatch(text) if len(text) <= MAX_AMOUNT_LENGTH else None
    if not number:
        raise Unreadable(f"“{text[:MAX_AMOUNT_LENGTH]}” isn't an amount")
    digits = number[1].translate(_WITHOUT_BLANKS).rstrip(".,")
    if _ENDS_IN_CENTS.search(digits):
        whole, _, cents = digits.rpartition(",")
        digits = f"{whole.replace('.', '').replace(',', '')}.{cents}"
    try:
        parsed = scale_number(Decimal(digits.replace(",", "")), scale)
    except InvalidOperation:
        raise Unreadable(f"“{text}” isn't an amount") from None
    return replace(parsed, currency=find_currency_sign(text))


def scale_number(number: Decimal, scale: int) -> ParsedAmount:
    """Multiply a number by `scale`. Raise Unreadable if it is beyond ±MAX_CHIPS."""
    if not abs(number) <= MAX_CHIPS:
        raise Unreadable(f"an amount is larger than {MAX_CHIPS:,}")
    exact = number * scale  # the decimal context bounds the digits, and so the time
    amount = int(exact)
    return ParsedAmount(amount, amount != exact)


def find_currency_sign(text: str) -> str:
    """Return the sign of the currency before or after an amount; empty if there is none."""
    for sign in (text[:1], text[-1:]):
        if sign in CURRENCY_SIGNS:
            return sign
    return ""


def currency_of_code(code: object) -> str:
    """Return the sign for a currency code, or the code if it has none; empty for other values."""
    if not isinstance(code, str) or len(code) != _CODE_LENGTH or not code.isalpha():
        return ""
    return _SIGN_OF_CODE.get(code.upper(), code.upper())


def code_of_currency(currency: str) -> str:
    """Return the code of the currency with this sign or code, by default `USD`."""
    return _CODE_OF_SIGN.get(currency or "$", currency)


_GROUPING_POINT = re.compile(r"(?<=\d)\.(?=\d{3}(?!\d))")
_CENTS = re.compile(r"\d[.,]\d{1,2}(?!\d)")
_ODD_CENTS = re.compile(r"\d\.(?:\d?[1-9]|[1-9]\d)(?!\d)")


def remove_grouping(text: str) -> str:
    """Remove the periods that group thousands in `15.788,50 $` and `3.243`."""
    return _GROUPING_POINT.sub("", text)


def have_cents(lines: Sequence[str]) -> bool:
    """Return whether an amount in these lines has cents, even `.00`."""
    return any(_CENTS.search(line) for line in lines)


def have_odd_cents(lines: Sequence[str]) -> bool:
    """Return whether an amount in these lines has a fraction; `5.00` has none."""
    return any(_ODD_CENTS.search(line) for line in lines)


_LIMIT_WORDS = re.compile(r"\b(?:(no limit|nl)|(pot limit|pl)|(limit|fl))\b", re.IGNORECASE)
_STAKES = re.compile(r"(\d[\d.,]*)\D{0,4}/\D{0,4}(\d[\d.,]*)")


def find_limit(line: str) -> Limit | None:
    """Return the limit in a text such as `Hold'em No Limit` or `PL Omaha`; None if it has none."""
    match = _LIMIT_WORDS.search(line[:MAX_SEARCHED_LENGTH])
    return [*Limit][(match.lastindex or 1) - 1] if match else None


def find_big_blind(line: str, limit: Limit | None = None) -> str:
    """Return the big blind of the stakes in this line, or `0` if there are none.

    By default, `limit` is the limit in the line. The stakes of limit games are the two bets, and
    the big blind is the smaller one.
    """
    stakes = _STAKES.search(line[:MAX_SEARCHED_LENGTH])
    is_fixed = (limit or find_limit(line)) is Limit.FIXED
    return stakes[1 if is_fixed else 2] if stakes else "0"


BOARD_CARDS_BEFORE = {"flop": 0, "turn": 3, "river": 4}
"""The number of board cards before each street."""
_CARD_OF: dict[str, Card] = {str(card): card for card in DECK}
_HIDDEN = frozenset("?xX*-")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_SUIT_FIRST = re.compile(r"([SHDCshdc])(10|[2-9TJQKA])$")


def parse_card_texts(texts: Iterable[str]) -> Cards | None:
    """Parse cards; None if one is hidden (`??`, `Xx`). Raise UnknownCard for other text."""
    try:
        return tuple([_CARD_OF[text] for text in texts])
    except KeyError:
        texts = list(texts)
    if any(_HIDDEN.issuperset(text) for text in texts):
        return None
    return parse_cards(" ".join(texts))


def find_texts_in_brackets(text: str) -> list[str]:
    """Return the texts in brackets: `7s 2d 6h` and `9c` for `[7s 2d 6h][9c]`."""
    return _BRACKETS.findall(text)


def parse_cards_in_brackets(text: str) -> Cards | None:
    """Return all cards in brackets; None if one is hidden. Raise UnknownCard for other text."""
    return parse_card_texts(" ".join(_BRACKETS.findall(text)).split())


def move_suit_last(card: str) -> str:
    """Return `Ts` for a card with its suit first, such as `S10`; return other text unchanged."""
    parts = _SUIT_FIRST.match(card)
    return ("T" if parts[2] == "10" else parts[2]) + parts[1].lower() if parts else card


_MONTH_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONTHS = {name: str(number) for number, name in enumerate(_MONTH_NAMES, 1)}


def to_utc(
    zone: tzinfo, year: str, month: str, day: str, hour: str, minute: str, second: str | None
) -> datetime | None:
    """Convert a time, with a month such as `4` or `Apr`, to UTC; None if it doesn't exist."""
    month = _MONTHS.get(month.capitalize(), month)
    try:
        parts = map(int, (year, month, day, hour, minute, second or "0"))
        return datetime(*parts, tzinfo=zone).astimezone(UTC)  # type: ignore[misc,arg-type]
    except (ValueError, OverflowError):
        return None


def parse_iso_time(text: object) -> datetime | None:
    """Parse a time in ISO 8601, by default in UTC. Return None if the text isn't one."""
    try:
        time = datetime.fromisoformat(text)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
