"""Dollar equity in a tournament as the table shows it."""

from typing import Any

from showdown.bulk.dollars import Dollars, Finish
from showdown.pages.naming import called
from showdown.words.odds import short_percent

_MOST_FINISHES = 20
"""The most ways in which a hand may end that are listed, the most likely first."""


def present_dollars(dollars: Dollars) -> dict[str, Any]:
    """Everybody's dollar equity, and how the hand may end; `more` counts ends not listed."""
    rows = zip(dollars.labels, dollars.before, dollars.after, strict=True)
    return {
        "equities": [_equity(*row) for row in rows],
        "finishes": [_finish(finish) for finish in dollars.finishes[:_MOST_FINISHES]],
        "more": max(0, len(dollars.finishes) - _MOST_FINISHES),
    }


def _equity(label: str, before: float, after: float) -> dict[str, str]:
    """A player's; `trend` is `better`, `same` or `worse`."""
    change = round(after - before, 2)
    return {
        "label": called(label),
        "before": f"{before:,.2f}",
        "after": f"{after:,.2f}",
        "change": f"{change:+,.2f}",
        "trend": "better" if change > 0 else "worse" if change < 0 else "same",
    }


def _finish(finish: Finish) -> tuple[str, list[tuple[str, str]]]:
    """The chance of this end, and for each player the stack then, and what it is worth."""
    stacks = zip(finish.stacks, finish.dollars, strict=True)
    shown = [(f"{float(chips):,.10g}", f"{worth:,.2f}") for chips, worth in stacks]
    return short_percent(finish.chance), shown
