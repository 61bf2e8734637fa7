"""What a night is told in: sums, prices and what is missing, in English."""

from collections.abc import Iterable, Mapping
from typing import Any

_ROUNDED = {"nearest": "to the nearest cent", "down": "down", "up": "up"}


def missing_text(missing: dict[str, int]) -> str:
    """`3 hands are missing from every sum: 2 unreadable, 1 cut-off`; empty if none is."""
    reasons = (f"{number:,} {reason}" for reason, number in missing.items())
    return _missing_from("every sum", sum(missing.values()), reasons)


def no_equity_text(reasons: dict[str, int]) -> str:
    """`2 hands are missing from what was owed: not all cards are known (2)`."""
    counted = (f"{reason} ({number:,})" for reason, number in reasons.items())
    return _missing_from("what was owed", sum(reasons.values()), counted)


def _missing_from(where: str, count: int, reasons: Iterable[str]) -> str:
    if not count:
        return ""
    verb = "hand is" if count == 1 else "hands are"
    return f"{count:,} {verb} missing from {where}: {', '.join(reasons)}"


def price_text(price: Mapping[str, Any]) -> str:
    """`Anna was paid 15.82 and was due 15.81 (15.8148): right only if rounded up`."""
    player, paid, due = price["player"], price["paid"], price["due"]
    if price["kind"] == "insurance":
        return f"{player} paid {paid} for a cover of {price['pot']}; a fair premium is {due}"
    if price["fee"] is None:
        return f"{player} was paid {paid} for what was worth {due}; no fee is stated"
    words = f"{player} was paid {paid} and was due {due}"
    if price["right"]:
        return words
    by = " or ".join(_ROUNDED[rounding] for rounding in price["right_by"])
    more = f"right only if rounded {by}" if by else "right by no rounding"
    return f"{words} ({price['exact']}): {more}"
