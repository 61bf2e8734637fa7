"""Texts of a night report: sums, prices and missing hands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Self, TypedDict

from showdown.evaluator.prices import Price
from showdown.words.ranks import amount_text, chips_text, count_text, join_words

_ROUNDING_PHRASES = {"nearest": "to the nearest cent", "down": "down", "up": "up"}


type Amount = int | str | Decimal

_AMOUNT_KEYS = frozenset(
    (
        *("put_in", "returned", "won", "net", "owed", "got", "luck", "margin", "amount", "pot"),
        *("taken", "added", "bought", "paid", "due", "fee", "difference", "over", "under"),
    )
)
"""Keys of amounts in reports."""
_EQUITY_KEYS = frozenset(("owed", "luck", "margin"))
"""Keys of amounts that have cents even in reports of whole chips, whose other amounts are int."""


class AmountFormatter:
    """A formatter for a report's amounts, with two decimals if any amount has cents, else none."""

    def __init__(self, amounts: Iterable[Amount]) -> None:
        self._decimals = 2 if any(_to_decimal(amount) % 1 for amount in amounts) else 0

    @classmethod
    def for_report(cls, report: Any) -> Self:
        """Return the formatter of a report.

        If all amounts other than equities are ints, the formatter rounds equities to whole chips.
        """
        amounts = list(_iterate_amounts(report))
        if all(isinstance(amount, int) for key, amount in amounts if key not in _EQUITY_KEYS):
            return cls(())
        return cls(amount for _, amount in amounts)

    def __call__(self, amount: Amount) -> str:
        return f"{_to_decimal(amount):,.{self._decimals}f}" if amount != "" else ""

    def write(self, amount: int, decimals: int) -> str:
        """Format an integer amount whose last `decimals` digits are decimal places."""
        return self(Decimal(amount).scaleb(-decimals))

    def format_amounts(self, report: Any) -> Any:
        """Return the report with its amounts as text."""
        if isinstance(report, list):
            return [self.format_amounts(part) for part in report]
        if not isinstance(report, dict):
            return report
        return {
            key: self(value) if _is_amount(key, value) else self.format_amounts(value)
            for key, value in report.items()
        }


def session_text(began: str | None, ended: str | None) -> str:
    """Return the time of a session: `Nov 3, 2026, 20:05–23:40 UTC`.

    `began` and `ended` are in ISO 8601, or None if the log states no times.
    """
    if not (began and ended):
        return "Without a time"
    first, last = datetime.fromisoformat(began), datetime.fromisoformat(ended)
    text = f"{first:%b} {first.day}, {first:%Y, %H:%M}"
    if last - first >= timedelta(days=1):
        text += f" – {last:%b} {last.day}, {last:%Y, %H:%M}"
    elif f"{last:%H:%M}" != f"{first:%H:%M}":
        text += f"–{last:%H:%M}"
    return f"{text} {first:%Z}"


def _iterate_amounts(report: Any) -> Iterator[tuple[str, Amount]]:
    if isinstance(report, list):
        for part in report:
            yield from _iterate_amounts(part)
    elif isinstance(report, dict):
        for key, value in report.items():
            if _is_amount(key, value):
                yield key, value
            else:
                yield from _iterate_amounts(value)


def _is_amount(key: str, value: Any) -> bool:
    return key in _AMOUNT_KEYS and isinstance(value, int | str | Decimal)


def _to_decimal(amount: Amount) -> Decimal:
    return Decimal(str(amount).replace(",", ""))


def missing_text(missing: dict[str, int]) -> str:
    """Return a sentence about the hands that are missing from the sums, or an empty string.

    Examples are `3 hands are missing from the sums: 2 repeated, 1 cut off` and, for
    a single reason, `1 hand, cut off, is missing from the sums`.
    """
    count = sum(missing.values())
    if not count:
        return ""
    hands, are = count_text(count, "hand"), "is" if count == 1 else "are"
    if len(missing) == 1:
        (reason,) = missing
        return f"{hands}, {SKIP_NAMES.get(reason, reason)}, {are} missing from the sums"
    return f"{hands} {are} missing from the sums: {skips_text(missing)}"


_HOUSE_PHRASES = {
    "taken": "took {}",
    "added": "added {} to pots",
    "bought": "gained {} from cash-outs and insurance",
}


def house_text(house: Mapping[str, Any]) -> str:
    """Return a sentence about the house's amounts: `The house took 2.72`. Zeros are omitted."""
    amounts = {name: str(house[name]) for name in _HOUSE_PHRASES}
    parts = [
        _HOUSE_PHRASES[name].format(amount)
        for name, amount in amounts.items()
        if _to_decimal(amount)
    ]
    return f"The house {join_words(parts)}" if parts else ""


SKIP_NAMES = {
    "no-showdown": "won without a showdown",
    "cards-not-shown": "with cards that were not shown",
    "cancelled": "canceled",
    "repeated": "repeated",
    "unsupported-game": "of an unknown game",
    "contributions-do-not-add-up": "with missing bets",
    "cut-off": "cut off",
    "payments-not-stated": "without payments",
    "unreadable": "unreadable",
    "no-hands": "without hands",
}
"""Descriptions of hands that can't be settled or read, by the name of the reason."""


def skips_text(counts: Mapping[str, int]) -> str:
    """Return the number of hands for each reason: `2 unreadable, 1 cut off`."""
    return ", ".join(
        f"{count_text(count, 'file') if name == 'no-hands' else f'{count:,}'}"
        f" {SKIP_NAMES.get(name, name)}"
        for name, count in counts.items()
    )


_MAX_NAMED_FILES = 20


def without_hands_text(files: Sequence[str]) -> str:
    """Return the sentence about files without hands, or an empty string.

    An example is `2 files contain no hands (garbage.txt, x.pdf)`.
    """
    if not files:
        return ""
    names = ", ".join(files[:_MAX_NAMED_FILES])
    if len(files) > _MAX_NAMED_FILES:
        names += f" and {len(files) - _MAX_NAMED_FILES:,} more"
    verb = "contains" if len(files) == 1 else "contain"
    return f"{count_text(len(files), 'file')} {verb} no hands ({names})"


def unknown_names_text(names: Sequence[str]) -> str:
    """Return a sentence about names to merge that don't occur, or an empty string.

    An example is `Nobody is called “Rob”: this name was not merged`.
    """
    if not names:
        return ""
    quoted = ", ".join(f"“{name}”" for name in names)
    these = "this name was" if len(names) == 1 else "these names were"
    return f"Nobody is called {quoted}: {these} not merged"


CHIPS = "chips"
"""The unit of amounts without a currency."""


_NO_PAYMENT_SENTENCES = {
    "tournament": "These are chips of a tournament: nobody pays anybody for them",
    "no-names": "This log names seats, not players: there are no payments and no standings",
}
"""Sentences by the reason why a currency of a night has no payments."""


def currency_text(
    currency: str, chip_value: str | None, reason_without_payments: str | None
) -> str:
    """Return the sentence about the unit of the night's amounts, or about its lack of payments."""
    if reason_without_payments:
        return _NO_PAYMENT_SENTENCES[reason_without_payments]
    if currency != CHIPS:
        return f"Amounts are in {currency}"
    words = "Amounts are in chips: the log states no currency for these hands"
    return f"{words}. A chip is worth {chip_value}: payments are in money" if chip_value else words


def no_equity_text(reasons: dict[str, int]) -> str:
    """Return a sentence about the hands without an equity, or an empty string.

    An example is `2 hands are missing from the EV: not all cards are known`. If there are several
    reasons, each is followed by its number of hands.
    """
    count = sum(reasons.values())
    if not count:
        return ""
    has_several = len(reasons) > 1
    reasons_with_counts = [
        f"{reason} ({number:,})" if has_several else reason for reason, number in reasons.items()
    ]
    verb = "is" if count == 1 else "are"
    return (
        f"{count_text(count, 'hand')} {verb} missing from the EV: {', '.join(reasons_with_counts)}"
    )


def sampled_text(count: int) -> str:
    """Return the sentence about sampled equities, or an empty string if all are exact."""
    if not count:
        return ""
    return (
        f"The EV of {count_text(count, 'hand')} is sampled, because too many cards were to"
        " come: 95 times out of 100, the exact amount is within the margin"
    )


def rounded_expense_text(amount: int, purpose: str, shares: Mapping[str, int]) -> str:
    """Return the sentence about an expense in cents whose shares were rounded to whole units.

    An example is `The expense of 10 for pizza is shared in whole units: Anna pays 4, the others 3`.
    """
    larger_share = max(shares.values())
    pay_more = [name for name, share in shares.items() if share == larger_share]
    pay_less = [name for name, share in shares.items() if share < larger_share]
    expense = f"The expense of {chips_text(amount, 2)}{f' for {purpose}' if purpose else ''}"
    verb = "pays" if len(pay_more) == 1 else "pay"
    pays = f"{join_words(pay_more)} {verb} {chips_text(larger_share, 2)}"
    others = pay_less[0] if len(pay_less) == 1 else "the others"
    rest = chips_text(min(shares.values()), 2)
    return f"{expense} is shared in whole units: {pays}, {others} {rest}"


def rounded_difference_text(amount: int, parts: Mapping[str, int]) -> str:
    """Return the sentence about a difference in cents that the winners share in whole units.

    An example is `The difference of 7 is shared in whole units: Anna takes 6 and Cem 1`.
    """
    first, *others = parts
    shares = [f"{first} takes {chips_text(parts[first], 2)}"]
    shares += [f"{name} {chips_text(parts[name], 2)}" for name in others]
    return (
        f"The difference of {chips_text(amount, 2)} is shared in whole units: {join_words(shares)}"
    )


class PriceInWords(TypedDict):
    """A price with its amounts as text; the fee is None if the log states no fee."""

    player: str
    kind: str
    pot: str
    fee: str | None
    paid: str
    due: str
    exact: str
    difference: str
    right_by: list[str]
    right: bool


def convert_price(price: Price, decimals: int, *, has_separators: bool = False) -> PriceInWords:
    """Convert a price to text. Its amounts have `decimals` decimal places.

    If `has_separators`, thousands have separators: `30,690.00`.
    """
    scale = 100 // 10**decimals

    def number(text: str) -> str:
        return f"{Decimal(text):,}" if has_separators else text

    def amount(units: int) -> str:
        return number(amount_text(units * scale, 2))

    return {
        "player": price.player,
        "kind": price.kind,
        "pot": amount(price.pot),
        "fee": amount(price.fee) if price.is_fee_stated else None,
        "paid": amount(price.paid),
        "due": amount(price.due),
        "exact": number(f"{float(price.exact) * scale / 100:.4f}"),
        "difference": amount(price.difference),
        "right_by": price.matching_roundings,
        "right": price.is_right,
    }


def sold_text(prices: Mapping[str, str]) -> str:
    """Return the sentence about hands sold at these prices by player, or an empty string.

    An example is `The house paid Anna 15.83 for the hand, and gets its winnings`.
    """
    if not prices:
        return ""
    paid = join_words([f"{player} {price}" for player, price in prices.items()])
    hands, whose = ("the hand", "its") if len(prices) == 1 else ("their hands", "their")
    return f"The house paid {paid} for {hands}, and gets {whose} winnings"


def insured_text(premiums: Mapping[str, str]) -> str:
    """Return the sentence about insured hands with these premiums by player, or an empty string.

    An example is `Anna paid the house 4.00 to insure the hand; “Won” is what remains after this
    premium`.
    """
    if not premiums:
        return ""
    (first, premium), *others = premiums.items()
    paid = join_words([f"{first} paid the house {premium}", *map(" ".join, others)])
    hands, these = ("the hand", "this premium") if not others else ("their hands", "these premiums")
    return f"{paid} to insure {hands}; “Won” is what remains after {these}"


def price_text(price: Mapping[str, Any]) -> str:
    """Compare a price with the correct one.

    Examples are `Anna was paid 15.82 and was due 15.81`, which is right within a cent, and `Anna
    was paid 15.85 and was due 15.81 (15.8148): wrong however it is rounded`.
    """
    player, paid, due = price["player"], price["paid"], price["due"]
    if price["kind"] == "insurance":
        return f"{player} paid {paid} for cover of {price['pot']}; a fair premium is {due}"
    if price["fee"] is None:
        return f"{player} was paid {paid} for a hand worth {due}; no fee is stated"
    words = f"{player} was paid {paid} and was due {due}"
    if price["right"]:
        return words
    roundings = " or ".join(_ROUNDING_PHRASES[rounding] for rounding in price["right_by"])
    verdict = f"right only if rounded {roundings}" if roundings else "wrong however it is rounded"
    return f"{words} ({price['exact']}): {verdict}"
